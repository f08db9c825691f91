package suite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
}

// Answer is what one run of the tool on a task said.
type Answer struct {
	Verdict    string // SAFE, UNSAFE, UNKNOWN, NOT-APPLICABLE, or "" if there is none
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
	p := &pool{opt: opt, run: run, old: old, done: done, recs: make([]*Record, len(tasks))}
	if out != nil {
		p.out = out
	}
	p.all(ctx, tasks)
	var recs []*Record
	for _, r := range p.recs {
		if r != nil {
			recs = append(recs, r)
		}
	}
	return recs, p.err
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
		old[r.Key] = r
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

// pool runs tasks side by side.
type pool struct {
	opt  Options
	run  Runner
	old  map[string]*Record
	out  io.Writer
	done func(*Record)

	mu   sync.Mutex
	recs []*Record
	err  error
}

func (p *pool) all(ctx context.Context, tasks []*Task) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(p.opt.Jobs, 1) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := range next {
				p.one(ctx, i, tasks[i])
			}
		}()
	}
feed:
	for i := range tasks {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
}

func (p *pool) one(ctx context.Context, i int, t *Task) {
	key := p.key(t)
	r, taken := p.old[key]
	if !taken {
		a := p.run(ctx, t, p.opt.Args)
		if ctx.Err() != nil || a.Reason == interrupted {
			return
		}
		r = rate(t, a)
	} else {
		r = rate(t, r.answer()) // what is expected may have changed
	}
	r.Key = key
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recs[i] = r
	if p.out != nil && !(taken && p.opt.Out == p.opt.Resume && *r == *p.old[key]) {
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

func (p *pool) key(t *Task) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", t.ID(), t.Hash(), strings.Join(p.opt.Args, "\x00"), p.opt.Version)
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
