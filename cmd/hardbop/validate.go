package main

import (
	"context"
	"fmt"
	"path"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/obs"
	"hardbop/internal/property"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

const validateUsage = `usage: hardbop validate WITNESS.yml FILE.c [--spec FILE.prp] [options]

Says whether the witnesses in the file, SV-COMP's of format 2.0, are right about the
program: a violation is CONFIRMED if a run along it comes to the error, else REFUSED; a
set of invariants is VALID if all hold and the property does, else INVALID; or UNKNOWN.
Exit code: 0 CONFIRMED or VALID, 1 REFUSED or INVALID, 2 UNKNOWN, 3 wrong input or
command line, 4 internal error; of several witnesses the gravest, in the order 4, 3, 1, 2, 0.

`

// validateFlags are the options of validate.
type validateFlags struct {
	*checkFlags
	ignoreHash bool
	file       string // the witness
}

func parseValidate(args []string, std streams) (*validateFlags, int) {
	fs, c := newCheckFlags("validate", validateUsage, std)
	f := &validateFlags{checkFlags: c}
	o := &c.opt
	fs.StringVar(&o.Spec, "spec", "", "check the SV-COMP property in `FILE.prp` instead of the one that the witness names")
	fs.BoolVar(&f.ignoreHash, "ignore-hash", false, "the program may be another than the one whose hash the witness has")
	fs.IntVar(&o.MaxIterations, "max-iterations", 500, "give up after `N` iterations")
	c.replayFlags(fs)
	refineFlag(fs, o)
	jobsFlag(fs, o)
	limitFlags(fs, c)
	fs.StringVar(&c.format, "format", "text", "`text|json`: how answers are printed")
	fs.BoolVar(&c.full, "full", false, fullUsage)
	err := parseArgs(fs, args)
	f.recordOptions(fs)
	if err == pflag.ErrHelp {
		return nil, exitOK
	}
	if err == nil {
		err = f.complete(fs.Args())
	}
	if err != nil {
		return nil, complainUsage(std, "validate", err)
	}
	return f, -1
}

// complete looks at what pflag doesn't.
func (f *validateFlags) complete(args []string) error {
	switch err := f.resolve(); {
	case err != nil:
		return err
	case len(args) != 2:
		return fmt.Errorf("expected a witness and a C file")
	case f.format != "text" && f.format != "json":
		return fmt.Errorf("--format %q: expected text or json", f.format)
	case len(f.opt.Entries) > 1 || f.opt.Env != "" || f.opt.EntryName() == check.AutoEntry:
		return fmt.Errorf("witnesses are about one entry")
	case f.opt.MaxIterations < 1:
		return fmt.Errorf("--max-iterations %d: expected a positive number", f.opt.MaxIterations)
	}
	f.file, f.opt.Files = args[0], args[1:]
	if err := checkJobs(f.opt.Jobs); err != nil {
		return err
	}
	return f.checkReplay()
}

func runValidate(args []string, std streams) int {
	f, code := parseValidate(args, std)
	if code >= 0 {
		return code
	}
	if std.child == nil {
		return superviseTool(toolRun{args: append([]string{"validate"}, args...), timeout: f.timeout, memory: f.memory}, std)
	}
	std.stage("reading the witness")
	list, err := f.read()
	if err != nil {
		return failed(std, "validate", err)
	}
	worst := exitOK
	for _, e := range list {
		code, err := f.validate(e, std)
		if err != nil {
			return failed(std, "validate", err)
		}
		worst = graver(worst, code)
	}
	return worst
}

// read reads the witnesses and sees that they are about the program.
func (f *validateFlags) read() ([]*witness.Entry, error) {
	text, err := source.ReadRegularUpTo(f.file, witness.MaxFile)
	if what := source.NotText(text); what != "" {
		err = fmt.Errorf("not a text file: %s", what)
	}
	if err != nil {
		return nil, fmt.Errorf("witness %s: %w", f.file, err)
	}
	list, err := witness.Read(f.file, text)
	if err != nil || f.ignoreHash {
		return list, err
	}
	program, err := source.ReadRegular(f.opt.Files[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.opt.Files[0], err)
	}
	var errs source.ErrorList
	for _, e := range list {
		f.hash(&errs, e, string(text), witness.SHA256(program))
	}
	return list, errs.Err()
}

// hash complains unless the witness is about a program with the hash.
func (f *validateFlags) hash(errs *source.ErrorList, e *witness.Entry, text, sum string) {
	for _, h := range e.Metadata.Task.Hashes {
		if path.Base(h.File) != path.Base(f.opt.Files[0]) {
			continue
		}
		if h.SHA256 != sum {
			errs.Add(h.Pos, text, "the witness is about another %s: expected the hash %s (--ignore-hash leaves that out)", h.File, sum)
		}
		return
	}
	errs.Add(e.Pos, text, "the witness has no hash of %s: is it about another program? (--ignore-hash leaves that out)", f.opt.Files[0])
}

// property is the one that is asked about e.
func (f *validateFlags) property(e *witness.Entry, std streams) (*property.Spec, error) {
	of := e.Metadata.Task.Specification
	if f.opt.Spec == "" {
		return property.ParseSpec(f.file+" (specification)", of)
	}
	text, err := source.ReadRegular(f.opt.Spec)
	if err != nil {
		return nil, fmt.Errorf("property file %s: %w", f.opt.Spec, err)
	}
	spec, err := property.ParseSpec(f.opt.Spec, string(text))
	if err != nil {
		return nil, err
	}
	if named, err := property.ParseSpec("", of); err != nil || named.Text != spec.Text {
		fmt.Fprintf(std.err, "hardbop validate: %s is about %s; the property that is asked about is %s\n", source.Printable(f.file), source.Printable(of), spec.Text)
	}
	return spec, nil
}

// validate answers for one witness and returns the exit code.
func (f *validateFlags) validate(e *witness.Entry, std streams) (int, error) {
	spec, err := f.property(e, std)
	if err != nil {
		return exitInput, err
	}
	if f.opt.Model == "" {
		f.opt.Model = e.Metadata.Task.DataModel
	}
	if err := f.settle("validate", std); err != nil {
		return exitInput, err
	}
	prover := loadProver(true)
	f.opt.Solver, f.opt.Inputs = prover.version, &check.Inputs{}
	r, err := check.Validate(context.Background(), f.opt, spec, e, prover.open, obs.NewEnv(nil, std.stage))
	if err != nil {
		return exitInput, err
	}
	view := report.Witness(f.full)
	if f.format == "json" {
		view = report.JSON
	}
	return witnessCode(r.Witness), unlessUnread(view(std.out, r))
}

// witnessCode is the exit code for an answer.
func witnessCode(w *result.Witness) int {
	switch w.Answer {
	case check.Confirmed, check.Valid:
		return exitOK
	case check.Refused, check.Invalid:
		return exitUnsafe
	}
	return exitUnknown
}
