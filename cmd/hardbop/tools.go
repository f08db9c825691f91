package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/pred"
	"hardbop/internal/source"
	"hardbop/newton"
)

// toolFlags parses the flags of a tool that works on a C program; own adds the tool's
// own. The positional arguments come back with the flags.
func toolFlags(name, usage string, args []string, std streams, own func(*pflag.FlagSet, *check.Options)) (*checkFlags, []string, int) {
	fs, f := newCheckFlags(name, usage, std)
	fs.StringArrayVar(&f.opt.Rules, "rule", nil, "weave in the `RULE`: a file NAME.slic, or one of the library such as linux/mutex")
	rulesDirFlag(fs, &f.opt)
	own(fs, &f.opt)
	f.configFlags(fs)
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return nil, nil, exitOK
	}
	if err == nil {
		if err := f.configure(fs, ofProgram); err != nil {
			return nil, nil, failed(std, name, err)
		}
		if _, fromFile := f.origins["entry"]; fromFile && len(f.opt.Entries) > 1 {
			f.opt.Entries = nil // check answers for each
		}
	}
	if err == nil {
		err = f.resolve()
	}
	if err == nil && len(f.opt.Entries) > 1 {
		err = fmt.Errorf("--entry is given %d times: expected one", len(f.opt.Entries))
	}
	if err != nil {
		return nil, nil, complainUsage(std, name, err)
	}
	return f, fs.Args(), -1
}

func questionFlags(fs *pflag.FlagSet, o *check.Options) {
	fs.StringVar(&o.Property, "property", "", "`reach|assert|label:NAME`: mark a property")
	fs.StringVar(&o.Spec, "spec", "", "mark the SV-COMP property in `FILE.prp`")
}

// failed reports an error and returns its exit code.
func failed(std streams, cmd string, err error) int {
	if unlessUnread(err) == nil {
		return exitOK
	}
	var list source.ErrorList
	if errors.As(err, &list) {
		fmt.Fprintln(std.err, err)
	} else {
		fmt.Fprintf(std.err, "hardbop %s: %v\n", cmd, err)
	}
	return exitCodeOf(err)
}

// exitCodeOf returns 4 if something could not be written to where it belongs, else 3: a
// file that can't even be made is a wrong command line.
func exitCodeOf(err error) int {
	var pe *os.PathError
	if errors.As(err, &pe) && (pe.Op == "write" || pe.Op == "close") || errors.Is(err, io.ErrShortWrite) {
		return exitInternal
	}
	return exitInput
}

const slicUsage = `usage: hardbop slic RULE FILE.c... [options]

Weaves the rule into the program and prints it as C: what may be reached from the entry.
With --events it lists where the files have the rule's events instead, reached or not.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

func runSlic(args []string, std streams) int {
	out, events := "", false
	f, rest, code := toolFlags("slic", slicUsage, args, std, func(fs *pflag.FlagSet, _ *check.Options) {
		fs.BoolVar(&events, "events", false, "list the places of the rule's events in the files")
		fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of the standard output")
	})
	if code >= 0 {
		return code
	}
	if len(rest) < 2 {
		return complainUsage(std, "slic", fmt.Errorf("expected a rule and C files"))
	}
	f.opt.Rules = append(f.opt.Rules, rest[0])
	f.opt.Files = rest[1:]
	if err := f.settle("slic", std); err != nil {
		return failed(std, "slic", err)
	}
	std.stage("slic")
	return output(std, "slic", out, func(w io.Writer) error {
		if events {
			return check.ListEvents(f.opt, w)
		}
		return check.Weave(f.opt, w)
	})
}

// output runs write on the file, or on the standard output, and reports errors.
func output(std streams, cmd, file string, write func(io.Writer) error) int {
	if file == "" {
		file = "-"
	}
	if err := writeTo(std, file, write); err != nil {
		return failed(std, cmd, err)
	}
	return exitOK
}

const c2bpUsage = `usage: hardbop c2bp FILE.c... PREDICATES [-o FILE.bp] [options]

Abstracts the program by the predicates and prints the Boolean program. With a rule or a
property the error points become assertions that fail.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

func runC2bp(args []string, std streams) int {
	out := ""
	f, rest, code := toolFlags("c2bp", c2bpUsage, args, std, func(fs *pflag.FlagSet, o *check.Options) {
		questionFlags(fs, o)
		jobsFlag(fs, o)
		fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of the standard output")
	})
	if code >= 0 {
		return code
	}
	if err := checkJobs(f.opt.Jobs); err != nil {
		return complainUsage(std, "c2bp", err)
	}
	if len(rest) < 2 {
		return complainUsage(std, "c2bp", fmt.Errorf("expected C files and a predicate file"))
	}
	f.opt.Files, f.opt.Preds = rest[:len(rest)-1], rest[len(rest)-1]
	if err := f.settle("c2bp", std); err != nil {
		return failed(std, "c2bp", err)
	}
	std.stage("c2bp")
	return output(std, "c2bp", out, func(w io.Writer) error {
		abs, err := check.Abstract(context.Background(), f.opt, openProver)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, abs.BP.String())
		return err
	})
}

const newtonUsage = `usage: hardbop newton FILE.c... PATH.json [--preds-out FILE] [--level N] [options]

Decides whether the path can be run. If it can't, prints why not, and the predicates that
explain it; if it can, the inputs and the values along the path. Exit code: 0 infeasible,
1 feasible, 2 unknown, 3 wrong input, 4 internal error.

`

func runNewton(args []string, std streams) int {
	predsOut, level := "", 0
	f, rest, code := toolFlags("newton", newtonUsage, args, std, func(fs *pflag.FlagSet, o *check.Options) {
		questionFlags(fs, o)
		fs.StringVar(&predsOut, "preds-out", "", "write the predicate file to `FILE` too")
		refineFlag(fs, o)
		fs.IntVar(&level, "level", 0, "look for the predicates of level `N`")
	})
	if code >= 0 {
		return code
	}
	if len(rest) < 2 {
		return complainUsage(std, "newton", fmt.Errorf("expected C files and a path file"))
	}
	if level < 0 || level >= newton.Levels {
		return complainUsage(std, "newton", fmt.Errorf("--level %d: expected 0 to %d", level, newton.Levels-1))
	}
	if err := writable("preds-out", predsOut); err != nil {
		return complainUsage(std, "newton", err)
	}
	f.opt.Files = rest[:len(rest)-1]
	if err := f.settle("newton", std); err != nil {
		return failed(std, "newton", err)
	}
	std.stage("newton")
	x, err := check.Explain(context.Background(), f.opt, rest[len(rest)-1], level, openProver)
	if err != nil {
		return failed(std, "newton", err)
	}
	return explainPath(x, predsOut, std)
}

func explainPath(x *check.Explanation, predsOut string, std streams) int {
	code := output(std, "newton", "", func(w io.Writer) error { return x.Outcome.WriteText(w, x.Path) })
	if code != exitOK {
		return code
	}
	switch x.Outcome.Kind {
	case newton.Feasible:
		return exitUnsafe
	case newton.Unknown:
		return exitUnknown
	}
	if predsOut == "" {
		return exitOK
	}
	return output(std, "newton", predsOut, func(w io.Writer) error { return pred.Write(w, x.Outcome.Explanation.Preds) })
}
