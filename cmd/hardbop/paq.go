package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"hardbop/internal/obs"
	"hardbop/internal/paq"
	"hardbop/internal/smt"
	"hardbop/internal/source"
	"hardbop/internal/supervise"
)

const paqUsage = `usage: hardbop paq solve FILE.smt2... [options]
       hardbop paq dump FILE.c... -o DIR [options]

Solves predicate abstraction queries, each in a process of its own with the limits, and prints
a table of what it took each solver.
Solvers: allsat (model by model), minterms (the same, valuation by valuation), ldd (linear
decision diagrams; ldd-static and ldd-dynamic say in which order), min (allsat and ldd at once).
Exit code: 0, 2 if a solver failed on a query, 3 for wrong input, 4 internal error (also if
solvers disagree), 130 if interrupted.

`

// runPaq is the command paq.
func runPaq(args []string, std streams) int {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	switch verb {
	case "dump":
		return paqDump(args[1:], std)
	case "solve":
		return paqSolve(args[1:], std)
	case "--help", "-h":
		return paqSolve(args, std)
	}
	return complainUsage(std, "paq", fmt.Errorf("%q: expected dump or solve", verb))
}

// paqFlags are the options of paq solve.
type paqFlags struct {
	solvers         []string
	order           string
	timeout, memory string
	jobs            int
	verbose         bool
	answers         bool
	format          string
	limit           time.Duration
	bytes           int64
}

// paqSolvers are the names of solvers.
func paqSolvers() []string {
	return []string{"allsat", "minterms", "ldd", "ldd-static", "ldd-dynamic", "min"}
}

// paqSolve is paq solve: the parent starts a child for each query and solver.
func paqSolve(args []string, std streams) int {
	f := &paqFlags{}
	fs := newFlagSet("paq solve", paqUsage, std)
	fs.StringSliceVar(&f.solvers, "solver", []string{"min"}, "`NAME,...`: the solvers, each in turn")
	fs.StringVar(&f.order, "ldd-order", "static", "`static|dynamic`: diagrams of ldd and min keep their order, or look for better ones")
	fs.StringVar(&f.timeout, "timeout", "60s", "`T`: wall time for each query and solver")
	fs.StringVar(&f.memory, "memory", "512M", "`M`: memory for each query and solver")
	fs.IntVarP(&f.jobs, "jobs", "j", 1, "solve `N` side by side")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print a line for each query and solver")
	fs.BoolVar(&f.answers, "answers", false, "print the answers instead of the table")
	fs.StringVar(&f.format, "format", "text", "`text|json`: how the table is printed")
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return exitOK
	}
	if err == nil {
		err = f.resolve(fs.Args())
	}
	if err != nil {
		return complainUsage(std, "paq", err)
	}
	if std.child != nil {
		return f.solve(fs.Arg(0), std)
	}
	return f.solveAll(fs.Args(), std)
}

// resolve checks the options.
func (f *paqFlags) resolve(files []string) (err error) {
	if len(files) == 0 {
		return fmt.Errorf("no files given")
	}
	for _, s := range f.solvers {
		if !slices.Contains(paqSolvers(), s) {
			return fmt.Errorf("--solver %q: expected some of %s%s", s, strings.Join(paqSolvers(), ", "), source.DidYouMean(s, paqSolvers()))
		}
	}
	switch {
	case f.order != "static" && f.order != "dynamic":
		return fmt.Errorf("--ldd-order %q: expected static or dynamic", f.order)
	case f.format != "text" && f.format != "json":
		return fmt.Errorf("--format %q: expected text or json", f.format)
	}
	if f.limit, err = parseDuration(f.timeout); err != nil {
		return err
	}
	if f.bytes, err = parseBytes(f.memory); err != nil {
		return err
	}
	return checkJobs(f.jobs)
}

// eventRun is the kind of the event that holds a run.
const eventRun = "run"

// solve is the child: it solves one query by one solver and sends the run.
func (f *paqFlags) solve(file string, std streams) int {
	std.stage("read " + file)
	text, err := source.ReadText(file)
	if err != nil {
		return failed(std, "paq", fmt.Errorf("%s: %w", file, err))
	}
	watch := obs.Start()
	q, err := paq.Read(smt.NewFactory(), file, string(text))
	if err != nil {
		return failed(std, "paq", err)
	}
	s, closer, err := f.solver(f.solvers[0], q.Factory)
	if err != nil {
		return failed(std, "paq", err)
	}
	defer closer()
	std.stage("solve " + file)
	a, stats, err := s.Solve(context.Background(), q, f.share())
	r := &paq.Run{Query: q.Name, Vars: len(q.Important), TimeS: watch.Seconds(), Models: stats.Models, Checks: stats.Checks, Nodes: stats.Nodes}
	if err != nil {
		r.Reason, r.Detail = "refused", err.Error()
		var limit *paq.LimitError
		if errors.As(err, &limit) {
			r.Reason = "limit"
		}
	} else {
		r.Take(q, a, f.answers)
	}
	if f.solvers[0] == "min" && err == nil {
		r.Winner = stats.Solver
	}
	std.child.Send(eventRun, r)
	return exitOK
}

// solver returns the solver of a name, and what releases it.
func (f *paqFlags) solver(name string, factory *smt.Factory) (paq.Solver, func(), error) {
	l := paq.LDD{Dynamic: f.order == "dynamic"}
	switch name {
	case "ldd-static":
		l.Dynamic = false
	case "ldd-dynamic":
		l.Dynamic = true
	}
	if strings.HasPrefix(name, "ldd") {
		return l, func() {}, nil
	}
	b, err := openProver(factory)
	if err != nil {
		return nil, nil, err
	}
	a := paq.AllSAT{Backend: b, OneByOne: name == "minterms"}
	if name == "min" {
		return paq.Min(a, l), b.Close, nil
	}
	return a, b.Close, nil
}

// paqJob is one query for one solver.
type paqJob struct {
	file, solver string
	done         chan struct{} // closed at the end
	run          *paq.Run      // nil if it was never begun
	code         int           // exit code; that of a run that failed is 2
	complaint    string
}

// solveAll is the parent.
func (f *paqFlags) solveAll(files []string, std streams) int {
	var jobs []*paqJob
	for _, file := range files {
		for _, s := range f.solvers {
			jobs = append(jobs, &paqJob{file: file, solver: s, done: make(chan struct{})})
		}
	}
	next := make(chan *paqJob, len(jobs))
	for _, j := range jobs {
		next <- j
	}
	close(next)
	var interrupted atomic.Bool
	for range f.jobs {
		go func() {
			for j := range next {
				if !interrupted.Load() {
					f.supervise(j)
				}
				if j.code == exitInterrupted {
					interrupted.Store(true)
				}
				close(j.done)
			}
		}()
	}
	return f.report(jobs, std)
}

// share is what a solver may take of the memory: half of it if another works beside it, so that
// one that takes all doesn't end both.
func (f *paqFlags) share() paq.Limits {
	if f.solvers[0] == "min" {
		return paq.Limits{Heap: f.bytes / 2}
	}
	return paq.Limits{}
}

// supervise runs a job in a child.
func (f *paqFlags) supervise(j *paqJob) {
	args := []string{"paq", "solve", "--solver", j.solver, "--ldd-order", f.order, "--memory", f.memory}
	if f.answers {
		args = append(args, "--answers")
	}
	r, watch := &paq.Run{}, obs.Start()
	out, err := supervise.Run(supervise.Job{Args: append(args, "--", j.file), Timeout: f.limit, Memory: f.bytes,
		OnEvent: func(kind string, data json.RawMessage) {
			if kind == eventRun {
				json.Unmarshal(data, r)
			}
		}})
	if err != nil {
		j.code, j.complaint = exitInternal, fmt.Sprintf("hardbop paq: can't start: %v", err)
		return
	}
	r.File, r.Solver, r.MemoryMB, r.CPUS = j.file, j.solver, out.PeakMB, out.CPU.Seconds()
	if r.TimeS == 0 {
		r.TimeS = watch.Seconds()
	}
	j.run = r
	j.settle(out)
}

// settle says how a child ended.
func (j *paqJob) settle(out *supervise.Outcome) {
	r := j.run
	switch out.Cause {
	case supervise.Interrupted:
		j.code, r.Reason = exitInterrupted, "interrupted"
	case supervise.TimedOut:
		r.Reason = "timeout"
	case supervise.OutOfMemory:
		r.Reason = "memory"
	case supervise.Crashed:
		j.code, r.Reason = exitInternal, "crash"
		j.complaint = fmt.Sprintf("internal error in stage %q: %s", out.Stage, out.Detail)
	case supervise.Exited:
		j.code = out.Status
		if out.Status != exitOK {
			j.complaint = strings.TrimSuffix(out.Stderr, "\n")
		}
	}
	if j.code == exitOK && !r.Solved {
		j.code = exitUnknown
	}
}

// report prints what is found, in the order of the jobs, and returns the exit code.
func (f *paqFlags) report(jobs []*paqJob, std streams) int {
	code := exitOK
	var runs []*paq.Run
	said := map[string]bool{}
	for _, j := range jobs {
		<-j.done
		if j.complaint != "" && !said[j.complaint] {
			said[j.complaint] = true
			fmt.Fprintln(std.err, printable(j.complaint))
		}
		code = worse(code, j.code)
		if j.run == nil || j.code == exitInput || j.code == exitInterrupted {
			continue
		}
		runs = append(runs, j.run)
		if f.verbose && f.format == "text" {
			if err := unlessUnread(j.run.WriteLine(std.out)); err != nil {
				return failed(std, "paq", err)
			}
		}
	}
	for _, complaint := range disagreements(runs) {
		fmt.Fprintln(std.err, "hardbop paq: internal error: "+source.Printable(complaint))
		code = worse(code, exitInternal)
	}
	if err := unlessUnread(f.print(runs, std.out)); err != nil {
		return failed(std, "paq", err)
	}
	return code
}

// worse returns the graver of two exit codes; that of an interrupt counts most.
func worse(a, b int) int {
	if a == exitInterrupted || b == exitInterrupted {
		return exitInterrupted
	}
	return graver(a, b)
}

// disagreements says of which queries solvers have different answers.
func disagreements(runs []*paq.Run) []string {
	var found []string
	first := map[string]*paq.Run{}
	for _, r := range runs {
		switch other := first[r.File]; {
		case !r.Solved:
		case other == nil:
			first[r.File] = r
		case other.Digest != r.Digest:
			found = append(found, fmt.Sprintf("%s: %s and %s give different answers", r.File, other.Solver, r.Solver))
		}
	}
	return found
}

// print prints the runs as the options say.
func (f *paqFlags) print(runs []*paq.Run, w io.Writer) error {
	rows := paq.Table(runs, f.limit.Seconds())
	if f.format == "json" {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Schema int        `json:"schema"`
			LimitS float64    `json:"limit_s"`
			Runs   []*paq.Run `json:"runs"`
			Table  []paq.Row  `json:"table"`
		}{1, f.limit.Seconds(), runs, rows})
	}
	shown := map[string]bool{}
	for _, r := range runs {
		if f.answers && r.Solved && !shown[r.File] {
			shown[r.File] = true
			if err := r.WriteAnswer(w); err != nil {
				return err
			}
		}
	}
	if f.answers {
		return nil
	}
	return paq.WriteTable(w, rows)
}
