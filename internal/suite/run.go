package suite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// Options of a run.
type Options struct {
	Jobs    int      // tasks side by side; 0 means 1
	Args    []string // limits and options that every task gets
	Version string   // of the tool: results of another version are not taken over
	Out     string   // file for JSON lines; "" for none
	Resume  string   // file of an earlier run, whose finished tasks are taken over
	// Engine runs what isn't taken over; nil runs it here, with as many side by side as Jobs and Room allow.
	Engine Engine
	// Room is the memory for the tasks that run here; nil for any number. See [Room].
	Room *Room
}

// Job is a task that is to be run.
type Job struct {
	Task *Task
	Key  string   // identifies inputs, options and version
	Args []string // limits and options
}

// Engine runs jobs and hands over the answer to each, by its index, as soon as it is there. What ctx
// ends has no answer. The error says why jobs can't be run; those that were go on to count.
type Engine func(ctx context.Context, jobs []Job, finish func(i int, a Answer)) error

// Answer is what one run of the tool on a task said.
type Answer struct {
	Verdict    string // SAFE, UNSAFE, UNKNOWN, NOT-APPLICABLE, NOT-CHECKED, or "" if there is none
	Reason     string
	Detail     string // the reason in words; of UNSAFE, what is violated
	Line       int
	Replay     string // of UNSAFE: yes, or the code of why it was not replayed; "" if not tried
	Error      string // why there is no verdict
	Exit       int    // exit code of a run without a verdict
	WallS      float64
	CPUS       float64
	PeakMB     float64
	Iterations int
	Predicates int
	Queries    int
	Sizes
}

// Unlooked is the verdict on what nobody looked at, since nothing has changed.
const Unlooked = "NOT-CHECKED"

// interrupted is the reason of a task that a signal ended: the run ends as well, perhaps a moment later.
const interrupted = "interrupted"

// Runner runs the tool on a task with extra arguments in a process of its own.
type Runner func(ctx context.Context, t *Task, args []string) Answer

// Run runs the tasks and calls done after each, in the order in which they finish; the
// returned records are in the order of the tasks. When ctx ends, tasks that have not
// finished are left out.
func Run(ctx context.Context, tasks []*Task, opt Options, run Runner, done func(*Record)) ([]*Record, error) {
	old, err := resumed(opt.Resume)
	if err != nil {
		return nil, err
	}
	out, err := openOut(opt)
	if err != nil {
		return nil, err
	}
	if out != nil {
		defer out.Close()
	}
	p := &pool{opt: opt, old: old, done: done, recs: make([]*Record, len(tasks))}
	if out != nil {
		p.out = out
	}
	engine := opt.Engine
	if engine == nil {
		engine = local(opt, run)
	}
	err = p.all(ctx, tasks, engine)
	var recs []*Record
	for _, r := range p.recs {
		if r != nil {
			recs = append(recs, r)
		}
	}
	return recs, errors.Join(p.err, err)
}

func resumed(name string) (map[string]*Record, error) {
	old := map[string]*Record{}
	if name == "" {
		return old, nil
	}
	recs, err := ReadRecords(name)
	if os.IsNotExist(err) {
		return old, nil
	}
	for _, r := range recs {
		if r.Status != NotChecked { // nobody looked
			old[r.Key] = r
		}
	}
	return old, err
}

// openOut opens the file for JSON lines. If it is the one resumed from it is appended to,
// after the last whole line: a run that was killed may have left a part of one.
func openOut(opt Options) (*os.File, error) {
	if opt.Out == "" {
		return nil, nil
	}
	if opt.Out != opt.Resume {
		return os.Create(opt.Out)
	}
	f, err := os.OpenFile(opt.Out, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err == nil {
		whole := int64(bytes.LastIndexByte(text, '\n') + 1)
		if err = f.Truncate(whole); err == nil {
			_, err = f.Seek(whole, io.SeekStart)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// pool collects the records of a run.
type pool struct {
	opt  Options
	old  map[string]*Record
	out  io.Writer
	done func(*Record)

	mu   sync.Mutex
	recs []*Record
	err  error
}

// all takes over what was finished before, and lets the engine run the rest.
func (p *pool) all(ctx context.Context, tasks []*Task, engine Engine) error {
	var jobs []Job
	var at []int
	for i, t := range tasks {
		key := Key(t, p.opt.Args, p.opt.Version)
		if r, taken := p.old[key]; taken {
			p.finished(i, rate(t, r.answer()), key) // what is expected may have changed
			continue
		}
		jobs, at = append(jobs, Job{t, key, p.opt.Args}), append(at, i)
	}
	if len(jobs) == 0 {
		return nil
	}
	return engine(ctx, jobs, func(k int, a Answer) {
		if ctx.Err() == nil && a.Reason != interrupted {
			p.finished(at[k], rate(jobs[k].Task, a), jobs[k].Key)
		}
	})
}

// finished writes and shows the record of a task.
func (p *pool) finished(i int, r *Record, key string) {
	r.Key = key
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recs[i] = r
	old := p.old[key]
	if p.out != nil && !(old != nil && p.opt.Out == p.opt.Resume && *r == *old) {
		p.write(r)
	}
	p.done(r)
}

// write adds one whole line; an error is kept, the run goes on.
func (p *pool) write(r *Record) {
	b, err := json.Marshal(r)
	if err == nil {
		_, err = p.out.Write(append(b, '\n'))
	}
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("%s: %w", p.opt.Out, err)
	}
}

// Key identifies a task with its inputs, the arguments and the version of the tool.
func Key(t *Task, args []string, version string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", t.ID(), t.Hash(), strings.Join(args, "\x00"), version)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// answer is what the record was made of.
func (r *Record) answer() Answer {
	a := Answer{Verdict: r.Verdict, Reason: r.Reason, Detail: r.Detail, Line: r.Line, Replay: r.Replay, WallS: r.WallS, CPUS: r.CPUS,
		PeakMB: r.PeakMB, Iterations: r.Iterations, Predicates: r.Predicates, Queries: r.Queries, Sizes: r.Sizes}
	switch {
	case r.Status == Failed:
		a.Error, a.Exit, a.Reason = r.Reason, r.Exit, ""
	case r.Verdict == "UNSAFE":
		a.Reason = "" // it told why the verdict is rated wrong
	}
	return a
}

// rate compares an answer with what the task expects.
func rate(t *Task, a Answer) *Record {
	r := &Record{Suite: t.Suite, Task: t.Name, Property: t.Property, Expected: t.Expected, Verdict: a.Verdict,
		Reason: a.Reason, Detail: a.Detail, Line: a.Line, Replay: a.Replay, WallS: a.WallS, CPUS: a.CPUS, PeakMB: a.PeakMB,
		Iterations: a.Iterations, Predicates: a.Predicates, Queries: a.Queries, Sizes: a.Sizes}
	switch {
	case a.Verdict == "":
		r.Status, r.Reason, r.Exit = Failed, a.Error, a.Exit
	case a.Verdict == Unlooked:
		r.Status = NotChecked
	case t.Expected == "":
		r.Status = Unrated
	case a.Verdict == t.Expected && t.Expected == "UNSAFE" && t.ExpectedLine != 0 && a.Line != t.ExpectedLine:
		r.Status, r.Reason = Wrong, fmt.Sprintf("violation at line %d, expected at line %d", a.Line, t.ExpectedLine)
	case a.Verdict == t.Expected:
		r.Status = Correct
	case a.Verdict == "UNKNOWN":
		r.Status = Unknown
	default:
		r.Status = Wrong
	}
	return r
}
