// Hardbop checks C driver code against interface rules along all paths.
//
// It is one binary with a subcommand for each tool of the chain; "hardbop help" lists
// them, "hardbop COMMAND --help" explains one.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/obs"
	"hardbop/internal/sandbox"
	"hardbop/internal/source"
	"hardbop/internal/suite"
	"hardbop/internal/supervise"
)

// Exit codes that all subcommands share.
const (
	exitOK          = 0
	exitUnsafe      = 1
	exitUnknown     = 2
	exitInput       = 3 // the input or the command line is wrong
	exitInternal    = 4
	exitInterrupted = 130
)

// command is a subcommand.
type command struct {
	name  string
	brief string
	// run does the work and returns the exit code. args are without the command's name.
	run func(args []string, std streams) int
	// child says that the work is done in a supervised child process.
	child bool
}

// streams are the standard streams, and in a child the pipe to the parent.
type streams struct {
	in       io.Reader
	out, err io.Writer
	child    *supervise.Child
	stop     <-chan struct{} // closed when nobody waits for the command any more; nil for never
	// describe gets what --help would print, and isn't printed then; nil for nobody.
	describe func(usage string, options *pflag.FlagSet)
}

// stage tells the parent, if there is one, which stage begins.
func (s streams) stage(name string) {
	if s.child != nil {
		s.child.Stage(name)
	}
}

func commands() []command {
	return []command{
		{"check", "check C files against rules or a property", runCheck, false},
		{"kcheck", "check a file of a Linux build: make C=1 CHECK=\"hardbop kcheck\"", runKcheck, false},
		{"slic", "weave a rule into C files and print the result", runSlic, true},
		{"c2bp", "abstract C files by predicates into a Boolean program", runC2bp, true},
		{"bebop", "check Boolean programs", runBebop, false},
		{"newton", "explain a path: feasible with a model, or infeasible with predicates", runNewton, true},
		{"lbe", "show C files in large blocks: cutpoints and the fragments between them", runLbe, true},
		{"certify", "check a certificate of SAFE", runCertify, false},
		{"conform", "compare procedures with specifications as transition systems", runConform, false},
		{"lts", "show specifications as labelled transition systems", runLts, true},
		{"entries", "list the functions that others call, and how they were found", runEntries, true},
		{"replay", "run a replay harness that check left", runReplay, true},
		{"validate", "say whether a witness, of this tool or another, is right about a C file", runValidate, false},
		{"paq", "solve predicate abstraction queries", runPaq, false},
		{"suite", "run and compare task suites", runSuite, false},
		{"report", "show a suite's results as a page for a browser", runReport, false},
		{"rules", "list, explain, check and try out the rules of the library", runRules, false},
		{"explain", "explain the code of a reason or assumption, or show a result file", runExplain, false},
		{"config", "show the settings of check and where they come from", runConfig, false},
		{"demo", "check a small driver with a fault, and explain what is seen", runDemo, false},
		{"doctor", "say what of the tool works here, and what to install", runDoctor, false},
		{"completion", "print the completion of commands for a shell", runCompletion, false},
		{"man", "print or write the manual pages", runMan, false},
		{"version", "print the versions of the tool and its solver", runVersion, false},
	}
}

func main() {
	if sandbox.IsLauncher() {
		sandbox.Launch()
	}
	becomeWhole()
	// A reader that goes away has read enough: see unlessUnread.
	signal.Ignore(syscall.SIGPIPE)
	std := streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, child: supervise.InChild()}
	os.Exit(run(os.Args[1:], std))
}

// run is main without the process around it.
func run(args []string, std streams) int {
	if len(args) == 0 {
		usage(std.err)
		return exitInput
	}
	switch args[0] {
	case "help", "--help", "-h":
		return runHelp(args[1:], std)
	case "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		if c.child && std.child == nil {
			return runInChild(args, std)
		}
		return guarded(c, args[1:], std)
	}
	hint := "there are: " + strings.Join(commandNames(), ", ")
	if near := source.Nearest(args[0], commandNames()); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	fmt.Fprintf(std.err, "hardbop: unknown command %q; %s\n", args[0], hint)
	return exitInput
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// guarded runs c and turns a panic, which is a bug, into exit code 4 with the stage.
func guarded(c command, args []string, std streams) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(std.err, "hardbop %s: internal error: %v\n", c.name, p)
			if os.Getenv("HARDBOP_DEBUG") != "" {
				panic(p)
			}
			code = exitInternal
		}
	}()
	return c.run(args, std)
}

// runInChild does the work of a command in a child process, so that no crash of it goes
// unreported; the child writes to the standard output itself.
func runInChild(args []string, std streams) int {
	return superviseTool(toolRun{args: args}, std)
}

// toolRun is a command to be run in a child, with limits and statistics.
type toolRun struct {
	args                   []string
	timeout, memory, stats string
	// onEvent gets what the child found, instead of the standard output; nil for nobody.
	onEvent func(kind string, data json.RawMessage)
	// cut is told that a limit or a signal ended the child, by its reason code; nil for nobody.
	cut func(code string)
	// counted is what the child counted; nil for nothing.
	counted func() check.Stats
}

func superviseTool(tool toolRun, std streams) int {
	cmd := tool.args[0]
	limit, err := parseDuration(tool.timeout)
	if err != nil {
		return complainUsage(std, cmd, err)
	}
	bytes, err := parseBytes(tool.memory)
	if err != nil {
		return complainUsage(std, cmd, err)
	}
	if err := writable("stats", tool.stats); err != nil {
		return complainUsage(std, cmd, err)
	}
	watch := obs.Start()
	job := supervise.Job{Args: tool.args, Stdin: std.in, Timeout: limit, Memory: bytes, Stop: std.stop, OnEvent: tool.onEvent}
	if tool.onEvent == nil {
		job.Stdout = std.out
	}
	out, err := supervise.Run(job)
	if err != nil {
		fmt.Fprintf(std.err, "hardbop %s: can't start: %v\n", cmd, err)
		return exitInternal
	}
	var counted check.Stats
	if tool.counted != nil {
		counted = tool.counted()
	}
	if err := writeStats(std, tool.stats, watch, out, counted); err != nil {
		return failed(std, cmd, fmt.Errorf("--stats: %w", err))
	}
	switch out.Cause {
	case supervise.Exited:
		complain(std, cmd, out)
		return out.Status
	case supervise.Interrupted:
		tool.cutShort(std, out, "interrupted", "interrupted")
		return exitInterrupted
	case supervise.TimedOut:
		tool.cutShort(std, out, "timeout", "the time limit was reached")
		return exitUnknown
	case supervise.OutOfMemory:
		tool.cutShort(std, out, "memory", "the memory limit was reached")
		return exitUnknown
	}
	fmt.Fprintf(std.err, "hardbop %s: internal error in stage %q: %s\n", cmd, out.Stage, out.Detail)
	return exitInternal
}

// cutShort says what ended the child.
func (t *toolRun) cutShort(std streams, out *supervise.Outcome, code, text string) {
	fmt.Fprintf(std.err, "hardbop %s: %s in stage %q\n", t.args[0], text, out.Stage)
	if t.cut != nil {
		t.cut(code)
	}
}

// complain passes on what a child that ended by itself had to say, and the stage if that
// was an internal error.
func complain(std streams, cmd string, out *supervise.Outcome) {
	fmt.Fprint(std.err, out.Stderr)
	if out.Status == exitInternal {
		fmt.Fprintf(std.err, "hardbop %s: ended in stage %q\n", cmd, out.Stage)
	}
}

// writeStats writes the statistics of a run to a file, unless its name is empty.
func writeStats(std streams, file string, watch obs.Stopwatch, out *supervise.Outcome, counted check.Stats) error {
	if file == "" {
		return nil
	}
	st := runStats{WallS: watch.Seconds(), CPUS: out.CPU.Seconds(), PeakMB: out.PeakMB, Queries: counted.Queries, Sizes: suite.Sizes(counted.Sizes)}
	return writeTo(std, file, func(w io.Writer) error { return json.NewEncoder(w).Encode(st) })
}
