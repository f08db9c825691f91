package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/internal/check"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

const bebopUsage = `usage: hardbop bebop FILE.bp... [options]

Checks Boolean programs: can an assertion fail, or a label be reached? Prints a line for
each file, and the shortest path to the error. Exit code: 0 all safe, 1 some unsafe,
2 some unknown, 3 wrong input, 4 internal error.

`

// bebopFlags are the options of bebop.
type bebopFlags struct {
	labels          []string
	all, invariants bool
	dialect, bdd    string
	format          string
	quiet           bool
	abortIf         string
	stats           string
	timeout, memory string
	pathOut         string
	dot             bool
}

func parseBebop(args []string, std streams) (*bebopFlags, []string, int) {
	f := &bebopFlags{}
	fs := newFlagSet("bebop", bebopUsage, std)
	fs.StringArrayVar(&f.labels, "label", nil, "an error is that `LABEL` is reached, instead of a failing assertion")
	fs.BoolVar(&f.all, "all", false, "print up to 8 paths with different last branches")
	fs.BoolVar(&f.invariants, "invariants", false, "print the reachable states at each label")
	fs.BoolVar(&f.dot, "dot", false, "print the control-flow graphs as DOT, with the path marked")
	fs.StringVar(&f.pathOut, "path-out", "", "write the shortest path, as the C statements that it stands for, to `FILE` for newton")
	fs.StringVar(&f.dialect, "dialect", "hardbop", "`DIALECT`: how the files are written: hardbop, boppo, getafix, c2s or slam")
	fs.StringVar(&f.abortIf, "abortif", "assert", "`assert|assume`: abortif e means assert(!e) or assume(!e)")
	fs.StringVar(&f.bdd, "bdd", "native", "`native|rudd`: decision diagrams by our own kernel or by rudd")
	fs.StringVar(&f.format, "format", "text", "`text|json`: how results are printed")
	fs.StringVar(&f.timeout, "timeout", "", "`T`: limit of wall time, such as 60, 90s, 5m")
	fs.StringVar(&f.memory, "memory", "", "`M`: limit of memory, such as 2000 (MB) or 4G")
	fs.StringVar(&f.stats, "stats", "", "write time and memory as JSON to `FILE`")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print no paths")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return nil, nil, exitOK
	case err != nil:
	case fs.NArg() == 0:
		err = fmt.Errorf("no files given")
	case fs.NArg() > 1 && f.pathOut != "":
		err = fmt.Errorf("--path-out: expected one file")
	case writable("path-out", f.pathOut) != nil:
		err = writable("path-out", f.pathOut)
	case f.format != "text" && f.format != "json":
		err = fmt.Errorf("--format %q: expected text or json", f.format)
	case f.bdd != "native" && f.bdd != "rudd":
		err = fmt.Errorf("--bdd %q: expected native or rudd", f.bdd)
	case f.abortIf != "assert" && f.abortIf != "assume":
		err = fmt.Errorf("--abortif %q: expected assert or assume", f.abortIf)
	}
	if err != nil {
		return nil, nil, complainUsage(std, "bebop", err)
	}
	return f, fs.Args(), -1
}

// runBebop is the command bebop.
func runBebop(args []string, std streams) int {
	f, files, code := parseBebop(args, std)
	if code >= 0 {
		return code
	}
	if std.child == nil {
		return f.supervised(args, files, std)
	}
	worst := exitOK
	for _, file := range files {
		std.stage("bebop " + file)
		var b strings.Builder
		worst = graver(worst, f.check(file, streams{in: std.in, out: &b, err: std.err}))
		std.child.Send(eventAnswer, printable(b.String()))
	}
	return worst
}

// printable makes lines that hold text from an input inert.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = source.Printable(line)
	}
	return strings.Join(lines, "\n")
}

// eventAnswer is the kind of the events that hold what is printed for one file. The
// parent prints it, so that it knows which files are answered when a limit is hit.
const eventAnswer = "answer"

// supervised runs the child and prints its answers, and UNKNOWN for the files that it
// didn't come to.
func (f *bebopFlags) supervised(args, files []string, std streams) int {
	answered := 0
	var failure error
	code := superviseTool(toolRun{args: append([]string{"bebop"}, args...), timeout: f.timeout, memory: f.memory, stats: f.stats,
		onEvent: func(kind string, data json.RawMessage) {
			var text string
			if kind != eventAnswer || json.Unmarshal(data, &text) != nil || failure != nil {
				return
			}
			answered++
			_, err := io.WriteString(std.out, text)
			failure = unlessUnread(err)
		},
		cut: func(code string) {
			for _, file := range files[answered:] {
				if failure == nil {
					failure = unlessUnread(f.print(file, &bebop.Result{Verdict: bebop.Unknown, Reason: code}, std.out))
				}
			}
		},
	}, std)
	if failure != nil {
		return failed(std, "bebop", fmt.Errorf("printing the results: %w", failure))
	}
	return code
}

// graver returns the graver of two exit codes: in the order 4, 3, 1, 2, 0.
func graver(a, b int) int {
	for _, c := range []int{exitInternal, exitInput, exitUnsafe, exitUnknown} {
		if a == c || b == c {
			return c
		}
	}
	return exitOK
}

// check checks one file and prints the answer.
func (f *bebopFlags) check(file string, std streams) int {
	file, text, err := readInput(std, file)
	if err != nil {
		return failed(std, "bebop", fmt.Errorf("%s: %w", file, err))
	}
	dialect, err := boolprog.ParseDialect(f.dialect)
	if err != nil {
		return complainUsage(std, "bebop", err)
	}
	p, err := boolprog.Read(file, string(text), boolprog.Options{Dialect: dialect, AbortIfAssume: f.abortIf == "assume"})
	if err != nil {
		return failed(std, "bebop", err)
	}
	opt := bebop.Options{Labels: f.labels, IgnoreAsserts: len(f.labels) > 0, Invariants: f.invariants, BDD: f.bdd, MaxPaths: 1}
	if f.all {
		opt.MaxPaths = 8
	}
	r, err := bebop.Check(context.Background(), p, opt)
	if err != nil {
		return failed(std, "bebop", fmt.Errorf("%s: %w", file, err))
	}
	if err := unlessUnread(f.print(file, r, std.out)); err != nil {
		return failed(std, "bebop", err)
	}
	return map[bebop.Verdict]int{bebop.Safe: exitOK, bebop.Unsafe: exitUnsafe, bebop.Unknown: exitUnknown}[r.Verdict]
}

func (f *bebopFlags) print(file string, r *bebop.Result, w io.Writer) error {
	if f.format == "json" {
		return report.JSON(w, f.result(r))
	}
	line := map[bebop.Verdict]string{bebop.Safe: "SAFE", bebop.Unsafe: "UNSAFE", bebop.Unknown: "UNKNOWN"}[r.Verdict]
	if r.Reason != "" {
		line += " [" + r.Reason + "]"
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", file, line); err != nil {
		return err
	}
	if f.pathOut != "" && len(r.Errors) > 0 {
		if err := f.writePath(r); err != nil {
			return err
		}
	}
	if f.dot {
		return bebop.WriteDot(w, r)
	}
	for i := range r.Errors {
		if f.quiet {
			break
		}
		if err := bebop.WritePath(w, r, i); err != nil {
			return err
		}
	}
	if f.invariants {
		return bebop.WriteInvariants(w, r)
	}
	return nil
}

// writePath leaves the shortest path for newton.
func (f *bebopFlags) writePath(r *bebop.Result) error {
	o := check.OriginFile{Version: 1, Origins: check.Origins(r.Graphs, r.Errors[0].Path)}
	return writeFile(f.pathOut, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		return enc.Encode(o)
	})
}

// result puts bebop's answer into a result object.
func (f *bebopFlags) result(r *bebop.Result) *result.Result {
	out := &result.Result{Schema: result.Schema, Property: "boolprog", Entry: "main"}
	switch r.Verdict {
	case bebop.Safe:
		out.Verdict = result.Safe
	case bebop.Unsafe:
		out.Verdict = result.Unsafe
	default:
		out.Verdict = result.Unknown
		out.Reason = &result.Reason{Code: r.Reason, Text: result.Codes[r.Reason].Meaning}
	}
	return out
}
