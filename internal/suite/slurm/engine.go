package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"hardbop/internal/suite"
)

// Options of an engine.
type Options struct {
	Folder  Folder
	Cluster Cluster
	Command []string // runs a task: a batch's file and the index of the task are added
	Version string   // of the tool
	Pages   string   // folder for pages; "" for none
	Dir     string   // where tasks run: their names are relative to it
	AtOnce  int      // tasks of an array side by side; 0 for as many as there is place for
	Retries int      // how often a task that was lost is submitted again
	// Resume takes over what an earlier run has left: results, and tasks that are on their way. Without it
	// these are ended and forgotten first, since what they are about may have changed.
	Resume bool
	// Memory and Seconds are the limits of a job.
	Memory, Seconds func(suite.Job) int64
	// Wait waits before Slurm is asked again; it returns when ctx ends.
	Wait func(ctx context.Context)
	// After returns a context for what has to be done when ctx has ended.
	After func(ctx context.Context) (context.Context, context.CancelFunc)
	Note  func(string)
}

// What Slurm's limits are above those that the task keeps itself, which tell more.
const (
	moreMemory  = 256e6 // bytes
	moreSeconds = 60
)

// failedExit is the exit code of a task that had no chance to give an answer: it isn't the input's fault.
const failedExit = 4

// patience is how often a task that is over is looked for in the folder: a file that another node wrote
// may take a while to be seen.
const patience = 5

// Engine returns the engine that runs tasks on the cluster.
func Engine(opt Options) suite.Engine {
	return func(ctx context.Context, jobs []suite.Job, finish func(int, suite.Answer)) error {
		r := &run{opt: opt, jobs: jobs, finish: finish, byKey: map[string]*task{}, batches: map[string]*Batch{}}
		if err := opt.Folder.make(); err != nil {
			return err
		}
		err := r.limits(ctx)
		if err != nil {
			return err
		}
		r.gather()
		if !opt.Resume {
			err = r.fresh(ctx)
		}
		if err == nil {
			err = r.all(ctx)
		}
		if r.left > 0 {
			r.cancel(ctx)
		} else {
			r.remove(true)
		}
		return err
	}
}

// task is one key, with the jobs that it answers.
type task struct {
	key   string
	jobs  []int
	tries int    // how often it was submitted
	id    string // of the array that it is in; "" if it is to be submitted
	index int
	over  int    // how often it was seen to be over, without a result
	last  string // what Slurm said of it then
	done  bool
}

// run is a run of an engine.
type run struct {
	opt    Options
	jobs   []suite.Job
	finish func(int, suite.Answer)
	max    int
	tasks  []*task
	byKey  map[string]*task
	left   int
	// batches are those of the folder that were read, by name.
	batches map[string]*Batch
	quiet   bool // it was told that Slurm doesn't answer
	waited  bool // the last submission could not be made
}

// limits asks how large arrays may be. A run that is resumed waits for a controller that is away.
func (r *run) limits(ctx context.Context) error {
	for {
		var err error
		if r.max, err = r.opt.Cluster.MaxArray(ctx); !r.opt.Resume || !errors.Is(err, ErrBusy) || ctx.Err() != nil {
			return err
		}
		r.tell(fmt.Sprintf("%v; waiting for it", err))
		r.opt.Wait(ctx)
	}
}

// gather makes the tasks.
func (r *run) gather() {
	for i, j := range r.jobs {
		t := r.byKey[j.Key]
		if t == nil {
			t = &task{key: j.Key}
			r.byKey[j.Key] = t
			r.tasks = append(r.tasks, t)
			r.left++
		}
		t.jobs = append(t.jobs, i)
	}
}

// all goes on until every task has an answer, or ctx ends.
func (r *run) all(ctx context.Context) error {
	r.forget()
	r.collect()
	for r.left > 0 && ctx.Err() == nil {
		answers := r.look(ctx)
		if answers {
			if err := r.submit(ctx); err != nil {
				return err
			}
		}
		r.opt.Wait(ctx)
		r.collect()
	}
	return nil
}

// maxEnding is how often tasks of an earlier run are looked at until they have ended.
const maxEnding = 120

// fresh ends what an earlier run has left on its way, and forgets its results once nothing writes any more.
func (r *run) fresh(ctx context.Context) error {
	for range maxEnding {
		if ctx.Err() != nil {
			return nil
		}
		ids, err := r.alive(ctx)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			r.remove(false)
			return nil
		}
		if err := r.opt.Cluster.Cancel(ctx, ids); err != nil {
			return err
		}
		r.opt.Wait(ctx)
	}
	return errors.New("the jobs of an earlier run with this folder don't end: --resume takes them over")
}

// alive lists the arrays with tasks of the run that have something on its way.
func (r *run) alive(ctx context.Context) ([]string, error) {
	names, err := r.opt.Folder.names()
	if err != nil || len(names) == 0 {
		return nil, err
	}
	states, err := r.opt.Cluster.States(ctx, names)
	var ids []string
	for _, s := range states {
		if !over[s.State] && !slices.Contains(ids, s.ID) && r.mine(s.Name) {
			ids = append(ids, s.ID)
		}
	}
	return ids, err
}

// remove removes the results of the run's tasks, and with all the batches too: whoever has the answers needs
// them no more.
func (r *run) remove(all bool) {
	for _, t := range r.tasks {
		os.Remove(r.opt.Folder.result(t.key))
	}
	if names, err := r.opt.Folder.names(); err == nil && all {
		for _, name := range names {
			if r.mine(name) {
				os.Remove(r.opt.Folder.batch(name))
			}
		}
	}
}

// forget removes results that say that nobody looked: they were about the files of then.
func (r *run) forget() {
	for _, t := range r.tasks {
		if a, ok := r.opt.Folder.answer(t.key); ok && a.Verdict == suite.Unlooked {
			os.Remove(r.opt.Folder.result(t.key))
		}
	}
}

// collect takes the results that are there.
func (r *run) collect() {
	there, err := os.ReadDir(r.opt.Folder.results())
	if err != nil {
		return
	}
	for _, e := range there {
		key, ok := strings.CutSuffix(e.Name(), ".json")
		if t := r.byKey[key]; ok && t != nil && !t.done {
			if a, ok := r.opt.Folder.answer(key); ok {
				r.end(t, a)
			}
		}
	}
}

// end hands over the answer to a task.
func (r *run) end(t *task, a suite.Answer) {
	t.done = true
	r.left--
	for _, i := range t.jobs {
		r.finish(i, a)
	}
}

// look asks Slurm for the tasks that are on their way, and finds those that were lost. It reports
// false if Slurm doesn't answer.
func (r *run) look(ctx context.Context) bool {
	names, err := r.opt.Folder.names()
	var states []State
	if err == nil && len(names) > 0 {
		states, err = r.opt.Cluster.States(ctx, names)
	}
	if ctx.Err() != nil {
		return false
	}
	if err != nil {
		r.tell(fmt.Sprintf("%v; waiting for it", err))
		return false
	}
	if r.quiet {
		r.quiet = false
		r.opt.Note("Slurm answers again")
	}
	r.collect() // what ended before it was asked has its result by now
	known := map[string]State{}
	for _, s := range states {
		known[place(s.ID, s.Index)] = s
		r.adopt(s)
	}
	for _, t := range r.tasks {
		if t.done || t.id == "" {
			continue
		}
		if s, ok := known[place(t.id, t.index)]; !ok || over[s.State] {
			r.missing(t, s.State)
		} else {
			t.over = 0
		}
	}
	return true
}

func place(id string, index int) string { return fmt.Sprintf("%s_%d", id, index) }

// tell says once that Slurm can't be asked.
func (r *run) tell(text string) {
	if !r.quiet {
		r.quiet = true
		r.opt.Note(text)
	}
}

// over are the states of what won't run any more.
var over = map[string]bool{"BOOT_FAIL": true, "CANCELLED": true, "COMPLETED": true, "DEADLINE": true, "FAILED": true, "NODE_FAIL": true,
	"OUT_OF_MEMORY": true, "PREEMPTED": true, "REVOKED": true, "TIMEOUT": true}

// adopt takes a task over that is on its way already: of a run before this one, or submitted
// without our hearing of it.
func (r *run) adopt(s State) {
	if over[s.State] {
		return
	}
	b := r.batch(s.Name)
	if b == nil || s.Index >= len(b.Tasks) {
		return
	}
	if t := r.byKey[b.Tasks[s.Index].Key]; t != nil && !t.done && t.id == "" {
		t.id, t.index = s.ID, s.Index
	}
}

// batch reads the batch called name; nil if it can't be read.
func (r *run) batch(name string) *Batch {
	b, known := r.batches[name]
	if !known {
		b, _ = ReadBatch(r.opt.Folder.batch(name))
		r.batches[name] = b
	}
	return b
}

// mine reports whether a batch has tasks of the run: others may use the folder too.
func (r *run) mine(name string) bool {
	b := r.batch(name)
	return b != nil && slices.ContainsFunc(b.Tasks, func(i Item) bool { return r.byKey[i.Key] != nil })
}

// missing is told of a task that is over and has no result. Limits of Slurm's are the task's;
// otherwise it was lost, and is submitted again.
func (r *run) missing(t *task, state string) {
	if state != "" {
		t.last = state
	}
	if t.over++; t.over < patience {
		return
	}
	switch {
	case t.last == "TIMEOUT":
		r.end(t, suite.Answer{Verdict: "UNKNOWN", Reason: "timeout", Detail: "Slurm ended the task: the time limit was reached"})
	case t.last == "OUT_OF_MEMORY":
		r.end(t, suite.Answer{Verdict: "UNKNOWN", Reason: "memory", Detail: "Slurm ended the task: the memory limit was reached"})
	case t.tries > r.opt.Retries:
		r.end(t, suite.Answer{Error: r.lost(t), Exit: failedExit})
	default:
		r.opt.Note(fmt.Sprintf("%s is lost (%s)", r.jobs[t.jobs[0]].Task.ID(), orGone(t.last)))
		t.id, t.over, t.last = "", 0, ""
	}
}

// orGone is a state, if there is one.
func orGone(state string) string {
	if state == "" {
		return "Slurm doesn't know of it any more"
	}
	return state
}

// lost says that a task was lost too often.
func (r *run) lost(t *task) string {
	text := fmt.Sprintf("lost %d times by Slurm, at last %s", t.tries, orGone(t.last))
	if b, err := os.ReadFile(r.opt.Folder.log(t.id, t.index)); err == nil && len(b) > 0 {
		text += ": " + lastLine(string(b))
	}
	return text
}

// limits are what Slurm has to know of a task.
type limits struct{ memory, seconds int64 }

// submit submits what isn't on its way, in arrays of tasks with the same limits.
func (r *run) submit(ctx context.Context) error {
	groups := map[limits][]*task{}
	var order []limits
	for _, t := range r.tasks {
		if t.done || t.id != "" {
			continue
		}
		j := r.jobs[t.jobs[0]]
		l := limits{r.opt.Memory(j) + moreMemory, r.opt.Seconds(j) + moreSeconds}
		if groups[l] == nil {
			order = append(order, l)
		}
		groups[l] = append(groups[l], t)
	}
	for _, l := range order {
		for part := range slices.Chunk(groups[l], r.max) {
			if err := r.array(ctx, l, part); errors.Is(err, ErrBusy) || ctx.Err() != nil {
				if ctx.Err() == nil {
					r.busy(err)
				}
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// busy says once in a row that an array could not be submitted.
func (r *run) busy(err error) {
	if !r.waited {
		r.waited = true
		r.opt.Note(fmt.Sprintf("%v; trying again", err))
	}
}

// array submits some tasks.
func (r *run) array(ctx context.Context, l limits, part []*task) error {
	b := &Batch{Version: r.opt.Version, Pages: r.opt.Pages}
	for _, t := range part {
		j := r.jobs[t.jobs[0]]
		b.Tasks = append(b.Tasks, Item{t.key, j.Task, j.Args})
	}
	name, err := r.opt.Folder.put(b)
	if err != nil {
		return err
	}
	id, err := r.opt.Cluster.Submit(ctx, Array{Name: name, File: r.opt.Folder.batch(name), Size: len(part), Memory: l.memory, Seconds: l.seconds, AtOnce: r.opt.AtOnce,
		Log: r.opt.Folder.logs() + "/%A_%a.log", Dir: r.opt.Dir, Command: r.opt.Command})
	if err != nil {
		return err
	}
	r.waited, r.batches[name] = false, b
	for i, t := range part {
		t.id, t.index, t.over, t.last = id, i, 0, ""
		t.tries++
	}
	return nil
}

// cancel ends what is on its way, when the run ends before it.
func (r *run) cancel(ctx context.Context) {
	after, stop := r.opt.After(ctx)
	defer stop()
	var ids []string
	for _, t := range r.tasks {
		if !t.done && t.id != "" && !slices.Contains(ids, t.id) {
			ids = append(ids, t.id)
		}
	}
	if err := r.opt.Cluster.Cancel(after, ids); err != nil {
		r.opt.Note(fmt.Sprintf("the jobs %s may go on: %v", strings.Join(ids, ", "), err))
	}
}
