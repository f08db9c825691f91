package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/lts"
	"hardbop/internal/magic"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

const conformUsage = `usage: hardbop conform FILE.c... --spec FILE.fsp|DIR [--proc FUNCTION] [options]

Checks that procedures do only what their specifications allow, given those of the procedures
that they call: one result for each abstraction of each procedure.
Exit code: 0 CONFORMS, 1 UNSAFE, 2 UNKNOWN, 3 wrong input or command line, 4 internal
error, 130 interrupted; of several results the gravest, in the order 4, 3, 1, 2, 0.

`

// conformFlags are the options of conform.
type conformFlags struct {
	checkFlags
	specs, procs []string
	bounds       check.Conformity
}

func parseConform(args []string, std streams) (*conformFlags, int) {
	f := &conformFlags{}
	fs := newFlagSet("conform", conformUsage, std)
	o := &f.opt
	fs.StringArrayVar(&f.specs, "spec", nil, "`FILE.fsp|DIR`: the specifications: a file, or all in a folder; may be repeated")
	fs.StringArrayVar(&f.procs, "proc", nil, "compare the `FUNCTION` only; may be repeated (default all that have a specification and a body)")
	f.sourceFlags(fs)
	f.semanticFlags(fs)
	fs.StringVar(&f.bounds.Dump, "dump", "", "leave the last model of each comparison in `DIR`, drawn for Graphviz")
	fs.IntVar(&f.bounds.MaxPreds, "max-predicates", magic.DefaultPreds, "take up to `N` predicates at one point, besides those on what is returned")
	fs.IntVar(&f.bounds.MaxStates, "max-states", magic.DefaultStates, "give up if a model has more than `N` states")
	fs.IntVar(&o.MaxIterations, "max-iterations", 500, "give up after `N` iterations")
	minimizeFlags(fs, o)
	f.replayFlags(fs)
	fs.BoolVar(&o.Strict, "strict", false, "a verdict that rests on assumptions is UNKNOWN")
	fs.IntVarP(&o.Jobs, "jobs", "j", 1, "compare `N` procedures side by side")
	fs.StringVar(&f.timeout, "timeout", "", "`T`: limit of wall time, such as 60, 90s, 5m")
	fs.StringVar(&f.memory, "memory", "", "`M`: limit of memory, such as 2000 (MB) or 4G")
	fs.StringVar(&f.format, "format", "text", "`text|json|sarif|gcc`: how results are printed")
	fs.BoolVar(&f.full, "full", false, fullUsage)
	colorFlag(fs, &f.color)
	fs.StringVar(&f.html, "html", "", htmlUsage)
	fs.StringVar(&f.stats, "stats", "", "write time, memory and counters as JSON to `FILE`")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress lines")
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return nil, exitOK
		}
		return nil, complainUsage(std, "conform", err)
	}
	o.Files = fs.Args()
	f.recordOptions(fs)
	if err := f.check(); err != nil {
		return nil, complainUsage(std, "conform", err)
	}
	return f, -1
}

// check looks at the values that pflag doesn't.
func (f *conformFlags) check() error {
	o := &f.opt
	o.Inline, o.Encoding, f.abstraction = 0, check.Small, "cartesian"
	switch err := errors.Join(f.resolve(), writable("stats", f.stats)); {
	case err != nil:
		return err
	case len(o.Files) == 0:
		return fmt.Errorf("no C files given")
	case len(f.specs) == 0:
		return fmt.Errorf("no specification given: expected --spec FILE.fsp")
	case f.format == "svcomp" || !slices.Contains(resultFormats(), f.format):
		return fmt.Errorf("--format %q: expected text, json, sarif or gcc", f.format)
	case o.MaxIterations < 1:
		return fmt.Errorf("--max-iterations %d: expected a positive number", o.MaxIterations)
	case f.bounds.MaxPreds < 1 || f.bounds.MaxStates < 1:
		return fmt.Errorf("--max-predicates and --max-states: expected positive numbers")
	}
	return errors.Join(f.checkReplay(), checkMinimize(o), checkJobs(o.Jobs), checkColor(f.color))
}

// runConform is the command conform: the parent starts and watches a child that does it.
func runConform(args []string, std streams) int {
	f, code := parseConform(args, std)
	if code >= 0 {
		return code
	}
	if std.child == nil {
		return f.supervised(args, std)
	}
	if err := f.compare(std); err != nil {
		return failed(std, "conform", err)
	}
	return exitOK
}

// compare is the child: it sends the results to the parent.
func (f *conformFlags) compare(std streams) error {
	env := obs.NewEnv(progressWriter{std.child}, std.child.Stage)
	f.opt.Inputs = &check.Inputs{}
	specs, err := readSpecs(f.specs, f.opt.Inputs)
	if err != nil {
		return err
	}
	if err := f.settle("conform", std); err != nil {
		return err
	}
	f.bounds.Specs = specs
	if f.bounds.Procs = f.procs; len(f.procs) == 0 {
		if f.bounds.Procs, err = check.Defined(f.opt, specs); err != nil {
			return err
		}
	}
	asked, err := f.bounds.Asked()
	if err != nil {
		return err
	}
	std.child.Send(eventAsked, asked)
	prover := loadProver(true)
	f.opt.Solver = prover.version
	return check.Conform(context.Background(), f.opt, f.bounds, prover.open, env, func(r *result.Result, st check.Stats) {
		std.child.Send(eventResult, r)
		std.child.Send(eventCounters, st)
		std.child.Send(eventEnded, false)
	})
}

// readSpecs reads files of specifications, and those in folders.
func readSpecs(names []string, seen *check.Inputs) (*magic.Specs, error) {
	var files []*lts.File
	for _, name := range names {
		list := []string{name}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			list, _ = source.Glob(name, "*.fsp")
			if len(list) == 0 {
				return nil, fmt.Errorf("%s: no file of the folder ends in .fsp", name)
			}
		}
		for _, file := range list {
			s, err := readSpec(file, seen)
			if err != nil {
				return nil, err
			}
			files = append(files, s)
		}
	}
	return magic.NewSpecs(files)
}

// supervised runs the child and prints what it found, and UNKNOWN for what it didn't come to.
func (f *conformFlags) supervised(args []string, std streams) int {
	f.progress = "text"
	if f.quiet {
		f.progress = "none"
	}
	f.opt.Defects = 1
	s := &session{f: &f.checkFlags, std: std, tell: &narrator{f: &f.checkFlags, std: std}}
	s.out = s.newPrinter()
	code := superviseTool(toolRun{args: append([]string{"conform"}, args...), timeout: f.timeout, memory: f.memory, stats: f.stats,
		onEvent: s.on, counted: func() check.Stats { return s.counted },
		cut: func(code string) {
			if len(s.questions) == 0 {
				s.questions = []check.Asked{{Property: f.specs[0]}}
			}
			s.openQuestions(code, result.Codes[code].Meaning, "")
		},
	}, std)
	s.deliver()
	if err := unlessUnread(cmp.Or(s.unprinted, s.out.End())); err != nil {
		return failed(std, "conform", fmt.Errorf("printing the results: %w", err))
	}
	if err := s.page(); err != nil {
		return failed(std, "conform", fmt.Errorf("--html: %w", err))
	}
	if code == exitUnknown {
		code = exitOK // the results say it
	}
	return f.gravest(code, s.results)
}
