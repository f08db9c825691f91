package slurm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/suite"
)

// cluster is a Slurm that is asked in turns, and in which all that can go wrong goes wrong at random.
type cluster struct {
	t      *testing.T
	r      *rand.Rand
	max    int
	folder Folder
	ids    int
	jobs   []*job
	// misery is how often in ten a task is lost, Slurm doesn't answer, and so on.
	misery    int
	submitted map[string]int // how often each key was
	cancelled []string
	fatal     error // of Submit
	turns     int
	run       map[string]bool // keys that were run
	ends      bool            // Cancel ends jobs, sooner or later
	away      int             // how often MaxArray doesn't answer
}

type job struct {
	State
	item Item
}

func newCluster(t *testing.T, seed uint64, misery int) *cluster {
	return &cluster{t: t, r: rand.New(rand.NewPCG(seed, 7)), max: 4, folder: Folder(t.TempDir()), misery: misery, submitted: map[string]int{}, run: map[string]bool{}}
}

func (c *cluster) bad() bool { return c.r.IntN(10) < c.misery }

func (c *cluster) MaxArray(context.Context) (int, error) {
	if c.away > 0 {
		c.away--
		return 0, fmt.Errorf("away: %w", ErrBusy)
	}
	return c.max, nil
}

func (c *cluster) Submit(_ context.Context, a Array) (string, error) {
	if c.fatal != nil {
		return "", c.fatal
	}
	if a.Size > c.max || a.Size < 1 {
		c.t.Errorf("an array of %d tasks", a.Size)
	}
	refused := c.bad()
	if refused && c.bad() {
		return "", fmt.Errorf("no: %w", ErrBusy)
	}
	b, err := ReadBatch(a.File)
	if err != nil || len(b.Tasks) != a.Size {
		c.t.Fatalf("%+v has %d tasks, %v", a, len(b.Tasks), err)
	}
	c.ids++
	for i, item := range b.Tasks {
		c.submitted[item.Key]++
		c.jobs = append(c.jobs, &job{State{fmt.Sprint(c.ids), i, "PENDING", a.Name}, item})
	}
	if refused { // it was taken, and nobody heard
		return "", fmt.Errorf("lost: %w", ErrBusy)
	}
	return fmt.Sprint(c.ids), nil
}

// turn lets some of the jobs go on.
func (c *cluster) turn() {
	for _, j := range c.jobs {
		switch {
		case over[j.State.State] || c.r.IntN(2) == 0:
		case j.State.State == "PENDING":
			j.State.State = "RUNNING"
		case c.bad():
			j.State.State = []string{"NODE_FAIL", "PREEMPTED", "FAILED", "CANCELLED"}[c.r.IntN(4)]
		default:
			j.State.State = "COMPLETED"
			c.run[j.item.Key] = true
			if err := Put(c.folder.batch(j.Name), j.item.Key, answerOf(j.item.Task)); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

func answerOf(t *suite.Task) suite.Answer { return suite.Answer{Verdict: "SAFE", Detail: t.Name} }

func (c *cluster) States(_ context.Context, names []string) ([]State, error) {
	if c.bad() {
		return nil, errors.New("squeue: no controller")
	}
	var states []State
	for _, j := range c.jobs {
		if slices.Contains(names, j.Name) && !(over[j.State.State] && c.bad()) { // some are forgotten
			states = append(states, j.State)
		}
	}
	return states, nil
}

func (c *cluster) Cancel(_ context.Context, ids []string) error {
	c.cancelled = append(c.cancelled, ids...)
	if c.ends {
		for _, j := range c.jobs {
			if slices.Contains(ids, j.ID) && !over[j.State.State] && c.r.IntN(2) == 0 {
				j.State.State = "CANCELLED"
			}
		}
	}
	return nil
}

// options are those of an engine on the cluster.
func (c *cluster) options() Options {
	return Options{Folder: c.folder, Cluster: c, Retries: 1000, Resume: true,
		Memory: func(j suite.Job) int64 { return int64(len(j.Args)) }, Seconds: func(suite.Job) int64 { return 1 },
		Wait: func(context.Context) {
			if c.turns++; c.turns > 5000 {
				c.t.Fatal("it doesn't end")
			}
			c.turn()
		},
		After: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithCancel(context.WithoutCancel(ctx))
		},
		Note: func(string) {}}
}

// jobsOf are some jobs: the last two have one key, and every third limits of its own.
func jobsOf(n int) []suite.Job {
	var jobs []suite.Job
	for i := range n {
		j := suite.Job{Task: &suite.Task{Suite: "s", Name: fmt.Sprint(i), Args: []string{"check"}}, Key: fmt.Sprintf("k%d", i)}
		if i%3 == 0 {
			j.Args = []string{"--memory", "8G"}
		}
		jobs = append(jobs, j)
	}
	jobs[n-1].Key, jobs[n-1].Task, jobs[n-1].Args = jobs[n-2].Key, jobs[n-2].Task, jobs[n-2].Args
	return jobs
}

// TestEngine runs tasks on clusters in all states of misery: each task has its answer, once.
func TestEngine(t *testing.T) {
	for seed := range uint64(60) {
		c := newCluster(t, seed, int(seed%5))
		jobs := jobsOf(15)
		got := map[int]string{}
		err := Engine(c.options())(context.Background(), jobs, func(i int, a suite.Answer) {
			if got[i] != "" {
				t.Errorf("seed %d: two answers to job %d", seed, i)
			}
			got[i] = a.Verdict + a.Detail
		})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for i, j := range jobs {
			if want := "SAFE" + j.Task.Name; got[i] != want {
				t.Errorf("seed %d: job %d has the answer %q, want %q", seed, i, got[i], want)
			}
		}
		if c.misery == 0 {
			for key, n := range c.submitted {
				if n != 1 {
					t.Errorf("seed %d: %s was submitted %d times", seed, key, n)
				}
			}
		}
	}
}

// TestResume ends a run half-way and starts it again: what is there is taken over, what is on its way is
// waited for and not submitted again.
func TestResume(t *testing.T) {
	c := newCluster(t, 3, 0)
	jobs := jobsOf(15)
	opt := c.options()
	ctx, kill := context.WithCancel(context.Background())
	opt.Wait = func(context.Context) {
		c.turn()
		if len(c.run) > 5 {
			kill()
		}
	}
	got := map[int]bool{}
	finish := func(i int, _ suite.Answer) { got[i] = true }
	if err := Engine(opt)(ctx, jobs, finish); err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 || len(got) == 15 || len(c.cancelled) == 0 {
		t.Errorf("%d answers before the end, cancelled %q", len(got), c.cancelled)
	}
	clear(got)
	if err := Engine(c.options())(context.Background(), jobs, finish); err != nil || len(got) != 15 {
		t.Errorf("%d answers, %v", len(got), err)
	}
	for key, n := range c.submitted {
		if n != 1 {
			t.Errorf("%s was submitted %d times", key, n)
		}
	}
}

// TestFresh starts a run again without taking anything over: everything is run once more, though an earlier
// run has left results and has tasks on their way. A run that has ended leaves none.
// TestAway begins while the controller is away: a run that is resumed waits for it.
func TestAway(t *testing.T) {
	for _, resume := range []bool{false, true} {
		c := newCluster(t, 3, 0)
		c.away = 2
		opt := c.options()
		opt.Resume = resume
		n := 0
		err := Engine(opt)(context.Background(), jobsOf(3), func(int, suite.Answer) { n++ })
		if resume && (err != nil || n != 3) || !resume && !errors.Is(err, ErrBusy) {
			t.Errorf("resumed %v: %d answers, %v", resume, n, err)
		}
	}
}

func TestFresh(t *testing.T) {
	for seed := range uint64(20) {
		c := newCluster(t, seed, 0)
		jobs := jobsOf(15)
		opt := c.options()
		ctx, kill := context.WithCancel(context.Background())
		opt.Wait = func(context.Context) {
			c.turn()
			if len(c.run) > 5 {
				kill()
			}
		}
		if err := Engine(opt)(ctx, jobs, func(int, suite.Answer) {}); err != nil {
			t.Fatal(err)
		}
		clear(c.run)
		clear(c.submitted)
		c.ends = true
		opt = c.options()
		opt.Resume = false
		n := 0
		if err := Engine(opt)(context.Background(), jobs, func(int, suite.Answer) { n++ }); err != nil || n != 15 {
			t.Errorf("seed %d: %d answers, %v", seed, n, err)
		}
		if len(c.submitted) != 14 { // two jobs have one key
			t.Errorf("seed %d: %d tasks were submitted again", seed, len(c.submitted))
		}
		if left, _ := filepath.Glob(filepath.Join(string(c.folder), "[rb]*", "*")); len(left) > 0 {
			t.Errorf("seed %d: left %q", seed, left)
		}
	}
}

// TestLost has a task that never leaves a result: it is submitted a bounded number of times.
func TestLost(t *testing.T) {
	for state, want := range map[string]string{
		"NODE_FAIL":     "lost 3 times by Slurm, at last NODE_FAIL: no such tool",
		"TIMEOUT":       "UNKNOWN timeout",
		"OUT_OF_MEMORY": "UNKNOWN memory",
	} {
		c := newCluster(t, 1, 0)
		opt := c.options()
		opt.Retries = 2
		opt.Wait = func(context.Context) {
			for _, j := range c.jobs {
				if j.State.State = state; state == "NODE_FAIL" {
					if err := write(c.folder.log(j.ID, j.Index), []byte("x\nno such tool\n")); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		var got []string
		err := Engine(opt)(context.Background(), jobsOf(2)[:1], func(_ int, a suite.Answer) {
			got = append(got, strings.TrimSpace(a.Verdict+" "+a.Reason+a.Error))
		})
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, %v, want %q", state, got, err, want)
		}
		if n := c.submitted["k0"]; n != 1 && (state != "NODE_FAIL" || n != 3) {
			t.Errorf("%s: submitted %d times", state, n)
		}
	}
}

// TestRefused ends with what sbatch says, and cancels what was submitted.
func TestRefused(t *testing.T) {
	c := newCluster(t, 1, 0)
	opt := c.options()
	opt.Wait = func(context.Context) { c.turn() }
	c.fatal = errors.New("sbatch: no such partition")
	if err := Engine(opt)(context.Background(), jobsOf(5), func(int, suite.Answer) {}); err == nil || !strings.Contains(err.Error(), "no such partition") {
		t.Errorf("got %v", err)
	}
}

// TestUnlooked asks again where nobody had looked.
func TestUnlooked(t *testing.T) {
	c := newCluster(t, 1, 0)
	jobs := jobsOf(2)
	if err := c.folder.make(); err != nil {
		t.Fatal(err)
	}
	if err := Put(filepath.Join(c.folder.batches(), "b.json"), "k0", suite.Answer{Verdict: suite.Unlooked}); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := Engine(c.options())(context.Background(), jobs[:1], func(_ int, a suite.Answer) { got = append(got, a.Verdict) }); err != nil || strings.Join(got, "") != "SAFE" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestScript(t *testing.T) {
	got := script(Array{Command: []string{"/a b/hardbop", "suite"}, File: "/x'y.json"})
	if want := "#!/bin/sh\nexec '/a b/hardbop' 'suite' '/x'\\''y.json' \"$SLURM_ARRAY_TASK_ID\"\n"; got != want {
		t.Errorf("got %s", got)
	}
}

// silent is a cluster whose controller answers only now and then.
type silent struct{ *cluster }

func (s silent) States(ctx context.Context, names []string) ([]State, error) {
	if s.turns%20 != 0 {
		return nil, errors.New("squeue: no controller")
	}
	return s.cluster.States(ctx, names)
}

// TestSilent waits for a controller: nothing counts as lost as long as it doesn't answer.
func TestSilent(t *testing.T) {
	c := newCluster(t, 9, 0)
	opt := c.options()
	opt.Cluster = silent{c}
	var notes []string
	opt.Note = func(s string) { notes = append(notes, s) }
	wait := opt.Wait
	opt.Wait = func(ctx context.Context) {
		if c.turns%3 == 0 || c.turns%20 == 0 {
			wait(ctx)
		} else {
			c.turns++
		}
	}
	n := 0
	if err := Engine(opt)(context.Background(), jobsOf(8), func(int, suite.Answer) { n++ }); err != nil || n != 8 {
		t.Errorf("%d answers, %v", n, err)
	}
	for key, n := range c.submitted {
		if n != 1 {
			t.Errorf("%s was submitted %d times", key, n)
		}
	}
	if !strings.Contains(strings.Join(notes, "\n"), "waiting for it") {
		t.Errorf("notes %q", notes)
	}
}
