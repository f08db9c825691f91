package main

import (
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/suite"
)

const suiteUsage = `usage: hardbop suite run DIR|SET|FILE.yml|LIST.txt... [options]
       hardbop suite diff OLD NEW
       hardbop suite merge FILE... [-o FILE]
       hardbop suite table FILE
       hardbop suite task BATCH INDEX
       hardbop suite plant FAULTS.txt DIR -p TREE

Runs tasks with known verdicts, compares two runs' JSON lines, puts those of several runs
together, prints a run as a table of files, or makes faulty copies of files.
A task is an SV-COMP task definition, one of our own (files, rules, entry, expected,
expected_line, tags), a row of a tasks.tsv of Boolean programs, or a file and a rule in
a list of drivers.
Task is what nodes of Slurm run: one task of a batch that suite run has written.
Exit code: 0, or 1 if a verdict is wrong (of diff: if something is broken), 3 for wrong
input, also of a task, 4 for an internal error, also of a task, 130 if interrupted; the
gravest in the order 4, 3, 1, 0.

`

// runSuite is the command suite.
func runSuite(args []string, std streams) int {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	switch verb {
	case "run":
		return suiteRun(args[1:], std)
	case "diff":
		return suiteDiff(args[1:], std)
	case "merge":
		return suiteMerge(args[1:], std)
	case "task":
		return suiteTask(args[1:], std)
	case "table":
		return suiteTable(args[1:], std)
	case "plant":
		return suitePlant(args[1:], std)
	case "--help", "-h":
		return suiteRun(args, std)
	}
	return complainUsage(std, "suite", fmt.Errorf("%q: expected run, diff, merge, table, task or plant", verb))
}

// suiteRun is suite run.
func suiteRun(args []string, std streams) int {
	fs, f := newSuiteFlags(std)
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "suite", err)
	}
	f.atOnce = fs.Changed("jobs")
	if err := errors.Join(f.check(), writable("out", f.out), writable("csv", f.csv), writable("markdown", f.markdown)); err != nil {
		return complainUsage(std, "suite", err)
	}
	tasks, err := f.tasks(fs.Args())
	if err != nil {
		return failed(std, "suite", err)
	}
	opt, err := f.options(std)
	if err != nil {
		return failed(std, "suite", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if f.table == "figure7" {
		return suiteFigure7(ctx, tasks, opt, f.csv, f.markdown, std)
	}
	if f.pages != "" {
		if err := os.MkdirAll(f.pages, 0o777); err != nil {
			return failed(std, "suite", err)
		}
	}
	recs, err := suiteRecords(ctx, tasks, opt, f.pages, std)
	if err != nil {
		return failed(std, "suite", err)
	}
	if err := unlessUnread(suite.WriteSummary(std.out, recs)); err != nil {
		return failed(std, "suite", fmt.Errorf("printing the summary: %w", err))
	}
	return suiteReport(ctx, recs, f.csv, f.markdown, std)
}

// suiteRecords runs the tasks and shows how they go on. The pages about C tasks go to a folder, if
// there is one.
func suiteRecords(ctx context.Context, tasks []*suite.Task, opt suite.Options, pages string, std streams) ([]*suite.Record, error) {
	show := newLive(std.err, len(tasks))
	defer show.end()
	run := runTask
	if pages != "" {
		run = func(ctx context.Context, t *suite.Task, args []string) suite.Answer {
			return runTask(ctx, t, withPage(pages, t, args))
		}
	}
	return suite.Run(ctx, tasks, opt, run, show.finished)
}

// withPage adds that a C task leaves a page about its result in a folder.
func withPage(pages string, t *suite.Task, args []string) []string {
	if pages == "" || t.Args[0] != "check" {
		return args
	}
	r := suite.Record{Suite: t.Suite, Task: t.Name, Property: t.Property}
	return append(slices.Clone(args), "--html", filepath.Join(pages, r.PageName()))
}

// suiteFigure7 runs the tasks with each strategy and prints them side by side.
func suiteFigure7(ctx context.Context, tasks []*suite.Task, opt suite.Options, csvFile, mdFile string, std streams) int {
	tasks = slices.DeleteFunc(tasks, func(t *suite.Task) bool { return t.Args[0] != "check" })
	var columns []suite.Column
	var all []*suite.Record
	args := opt.Args
	for _, s := range []check.Minimize{check.KeepAll, check.Greedy, check.Optimal} {
		opt.Args = append(args[:len(args):len(args)], "--encoding", string(check.Small), "--minimize", string(s))
		recs, err := suiteRecords(ctx, tasks, opt, "", std)
		if err != nil {
			return failed(std, "suite", err)
		}
		columns, all = append(columns, suite.Column{Strategy: string(s), Records: recs}), append(all, recs...)
		if opt.Out != "" {
			opt.Resume = opt.Out // and so it is added to
		}
	}
	if err := unlessUnread(suite.WriteFigure7(std.out, columns)); err != nil {
		return failed(std, "suite", fmt.Errorf("printing the table: %w", err))
	}
	return suiteReport(ctx, all, csvFile, mdFile, std)
}

// buildID identifies the tool: its version and the content of its executable, so that
// results of another build are not taken over.
func buildID() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if id, ok := linkedID(self); ok {
		return version + " " + id, nil
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return version + " " + hex.EncodeToString(h.Sum(nil)[:12]), nil
}

// linkedID is a digest of what the linker says that it has made the program of and what came out, if
// it does: that takes less than to read the program.
func linkedID(program string) (string, bool) {
	f, err := elf.Open(program)
	if err != nil {
		return "", false
	}
	defer f.Close()
	note := f.Section(".note.go.buildid")
	if note == nil {
		return "", false
	}
	id, err := note.Data()
	if err != nil || len(id) < minLinkedID {
		return "", false
	}
	sum := sha256.Sum256(id)
	return hex.EncodeToString(sum[:12]), true
}

// minLinkedID is the size of a note below which the linker was told not to say anything.
const minLinkedID = 60

// suiteReport writes the tables of files and finds the exit code.
func suiteReport(ctx context.Context, recs []*suite.Record, csvFile, mdFile string, std streams) int {
	tables := []struct {
		file  string
		write func(io.Writer, []*suite.Record) error
	}{{csvFile, suite.WriteCSV}, {mdFile, suite.WriteMarkdown}}
	for _, t := range tables {
		if t.file == "" {
			continue
		}
		if err := writeFile(t.file, func(w io.Writer) error { return t.write(w, recs) }); err != nil {
			return failed(std, "suite", err)
		}
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return suiteExit(recs)
}

// suiteExit is the gravest of what came of the tasks: 4 or 3 if one has no verdict, 1 if a verdict is wrong.
func suiteExit(recs []*suite.Record) int {
	worst := exitOK
	for _, r := range recs {
		switch {
		case r.Status == suite.Wrong:
			worst = graver(worst, exitUnsafe)
		case r.Status == suite.Failed && r.Exit == exitInternal:
			worst = exitInternal
		case r.Status == suite.Failed:
			worst = graver(worst, exitInput)
		}
	}
	return worst
}

// writeFile creates a file and reports every error, that of closing too.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// runTask runs a command of this program on one task. The work is done in the command's child process.
func runTask(ctx context.Context, t *suite.Task, args []string) suite.Answer {
	dir, err := os.MkdirTemp("", "hardbop-suite-")
	if err != nil {
		return suite.Answer{Error: err.Error(), Exit: exitInternal}
	}
	defer os.RemoveAll(dir)
	args = tighter(t.Args, args)
	stats := filepath.Join(dir, "stats.json")
	argv := append(append([]string{}, t.Args...), "--format", "json", "--stats", stats, "--quiet")
	switch t.Args[0] {
	case "bebop":
		if unchanged, err := unchangedFiles(ctx, t, args); unchanged || err != nil {
			return unlooked(err)
		}
		args = limitsOnly(args)
	case "check":
		argv = append(argv, "--no-config")
	}
	var stdout, stderr strings.Builder
	watch := obs.Start()
	code := run(append(argv, args...), streams{in: strings.NewReader(""), out: &stdout, err: &stderr, stop: ctx.Done()})
	a := answer(stdout.String(), stderr.String(), code)
	a.WallS = watch.Seconds()
	a.addStats(stats)
	return suite.Answer(a.Answer)
}

// tighter is args with the limits of the task itself where these are smaller: --timeout and --memory are the
// first of args, and of the same option the last one counts.
func tighter(own, args []string) []string {
	args = slices.Clone(args)
	for i := 0; i+1 < len(args) && i < 4; i += 2 {
		value := lastOption(own, args[i])
		if value == "" {
			continue
		}
		if a, err := limitOf(args[i], value); err != nil {
			args[i+1] = value // which the task is told
		} else if b, err := limitOf(args[i], args[i+1]); err == nil && a < b {
			args[i+1] = value
		}
	}
	return args
}

// limitOf is a limit as a number.
func limitOf(option, value string) (int64, error) {
	if option == "--timeout" {
		d, err := parseDuration(value)
		return int64(d), err
	}
	return parseBytes(value)
}

// lastOption is the value that an option has among arguments; "" if it isn't there.
func lastOption(args []string, option string) string {
	value := ""
	for i, a := range args {
		if v, ok := strings.CutPrefix(a, option+"="); ok {
			value = v
		} else if a == option && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}

// limitsOnly keeps --timeout and --memory, which every command knows.
func limitsOnly(args []string) []string {
	var limits []string
	for i := 0; i+1 < len(args); i++ {
		if args[i] == "--timeout" || args[i] == "--memory" {
			limits = append(limits, args[i], args[i+1])
			i++
		}
	}
	return limits
}

// taskAnswer is an answer in the making.
type taskAnswer struct{ suite.Answer }

// answer reads the result that the tool printed.
func answer(stdout, stderr string, code int) *taskAnswer {
	a := &taskAnswer{}
	var r result.Result
	if err := json.NewDecoder(strings.NewReader(stdout)).Decode(&r); err != nil { // the first, if several defects were looked for
		a.Error, a.Exit = firstLine(stderr), code
		if a.Error == "" {
			a.Error = fmt.Sprintf("exit status %d", code)
		}
		return a
	}
	a.Verdict, a.Iterations, a.Predicates = string(r.Verdict), r.Iterations, len(r.Predicates)
	a.Detail = r.Message
	if r.Reason != nil {
		a.Reason, a.Detail = r.Reason.Code, r.Reason.Text
	}
	if r.Where != nil {
		a.Line = r.Where.Line
	}
	a.Replay = replayWord(r.Replay)
	return a
}

// replayWord says in a word how a replay went; "" if there was none.
func replayWord(r *result.Replay) string {
	switch {
	case r == nil:
		return ""
	case r.Replayed:
		return "yes"
	}
	return r.Code
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// runStats is what --stats writes.
type runStats struct {
	WallS   float64 `json:"wall_s"`
	CPUS    float64 `json:"cpu_s"`
	PeakMB  float64 `json:"peak_mb"`
	Queries int     `json:"queries"`
	suite.Sizes
}

func (a *taskAnswer) addStats(file string) {
	b, err := os.ReadFile(file)
	if err != nil {
		return
	}
	var s runStats
	if json.Unmarshal(b, &s) == nil {
		a.CPUS, a.PeakMB, a.Queries, a.Sizes = s.CPUS, s.PeakMB, s.Queries, s.Sizes
	}
}

func suiteDiff(args []string, std streams) int {
	fs := newFlagSet("suite diff", suiteUsage, std)
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "suite", err)
	}
	if args = fs.Args(); len(args) != 2 {
		return complainUsage(std, "suite", fmt.Errorf("diff: expected two files of JSON lines, OLD and NEW"))
	}
	var runs [2][]*suite.Record
	for i, name := range args {
		recs, err := suite.ReadRecords(name)
		if err != nil {
			fmt.Fprintf(std.err, "hardbop suite: %v\n", err)
			return exitInput
		}
		runs[i] = recs
	}
	changes := suite.Diff(runs[0], runs[1])
	if err := unlessUnread(suite.WriteDiff(std.out, changes)); err != nil {
		return failed(std, "suite", err)
	}
	for _, c := range changes {
		if c.Kind == "broken" {
			return exitUnsafe
		}
	}
	return exitOK
}
