package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"hardbop/internal/certify"
	"hardbop/internal/check"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

const certifyUsage = `usage: hardbop certify CERTIFICATE.json [FILE.c...] [options]

Checks a certificate that "hardbop check --certificate" wrote: that what it claims of the
program holds, and that no error is reached then. It looks for nothing itself, and reads no
cache. What isn't given is as the certificate says; without C files, those that it was made
from are read again, unless they have changed.
Exit code: 0 certified, 2 not certified, also at a limit, 3 wrong input or command line,
4 internal error.

`

func runCertify(args []string, std streams) int {
	fs, f := newCertifyFlags(std)
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "certify", err)
	}
	err := f.resolve()
	switch {
	case err != nil:
	case fs.NArg() < 1:
		err = fmt.Errorf("expected a certificate, and C files if they aren't those that it was made from")
	case len(f.opt.Entries) > 1:
		err = fmt.Errorf("a certificate is about one entry")
	}
	if err != nil {
		return complainUsage(std, "certify", err)
	}
	if std.child == nil {
		return superviseTool(toolRun{args: append([]string{"certify"}, args...), timeout: f.timeout, memory: f.memory}, std)
	}
	f.opt.Files = fs.Args()[1:]
	std.stage("reading")
	if len(f.opt.Files) == 0 {
		if err := f.opt.AsCertified(fs.Arg(0)); err != nil {
			return failed(std, "certify", err)
		}
	}
	if err := f.settle("certify", std); err != nil {
		return failed(std, "certify", err)
	}
	std.stage("certificate")
	c, err := check.CertifyFile(context.Background(), f.opt, fs.Arg(0), openProver)
	if err != nil {
		return failed(std, "certify", err)
	}
	return writeCertified(std.out, c)
}

// newCertifyFlags has the options of certify: those that say what the program and the question are.
func newCertifyFlags(std streams) (*pflag.FlagSet, *checkFlags) {
	f := &checkFlags{bdd: "native", abstraction: "cartesian"}
	f.opt.Encoding, f.opt.Inline = check.Auto, check.InlineAuto
	fs := newFlagSet("certify", certifyUsage, std)
	o := &f.opt
	fs.StringArrayVar(&o.Rules, "rule", nil, "the certificate is about the `RULE`")
	rulesDirFlag(fs, o)
	fs.StringVar(&o.Property, "property", "", "it is about `reach|assert|label:NAME`")
	fs.StringVar(&o.Spec, "spec", "", "it is about the SV-COMP property in `FILE.prp`")
	fs.StringArrayVar(&o.Entries, "entry", nil, "`FUNCTION|auto`: the function where runs start, or a generated environment")
	fs.StringVar(&o.Env, "env", "", "start in the environment in `FILE`")
	f.sourceFlags(fs)
	fs.StringVar(&f.ints, "ints", "math", "`math|bits`: check with bit vectors, whatever the certificate says")
	fs.StringVar(&f.overflow, "overflow", "", "`assume|wrap`: signed overflow is assumed not to happen, or wraps")
	fs.StringVar(&f.memoryModel, "memory-model", "typed", "`typed|logical`: in the logical model *(p+i) is *p")
	fs.StringVar(&f.globals, "globals", "auto", "`auto|init`: with an entry other than main, globals start arbitrary, or from their initialisers")
	limitFlags(fs, f)
	return fs, f
}

// limitFlags adds the limits of a run.
func limitFlags(fs *pflag.FlagSet, f *checkFlags) {
	fs.StringVar(&f.timeout, "timeout", "", "`T`: limit of wall time, such as 60, 90s, 5m")
	fs.StringVar(&f.memory, "memory", "", "`M`: limit of memory, such as 2000 (MB) or 4G")
}

// placeOf is where a rule doesn't hold.
func placeOf(f *certify.Failure) string {
	if f.At == "" {
		return ""
	}
	return source.Printable(fmt.Sprintf(" at %s (%s)", result.At(f.Pos), f.At))
}

// writeCertified says what came of a certificate, and returns the exit code.
func writeCertified(w io.Writer, c *check.Certified) int {
	about := source.Printable(c.Property) + " (entry " + source.Printable(c.Entry) + ")"
	if c.Accepted == nil {
		fmt.Fprintf(w, "NOT CERTIFIED  %s: %s%s\n", about, source.Printable(c.Failure.Reason), placeOf(c.Failure))
		return exitUnknown
	}
	fmt.Fprintf(w, "CERTIFIED  %s\n  program: %s\n%s", about, source.Printable(c.Means), report.Certified(c.Accepted))
	return exitOK
}
