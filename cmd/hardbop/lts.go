package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/lts"
	"hardbop/internal/source"
)

const ltsUsage = `usage: hardbop lts FILE.fsp [options]

Reads specifications in the notation of MAGIC and FSP, and shows the transition systems of
their processes.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

// runLts is the command lts.
func runLts(args []string, std streams) int {
	var names []string
	dot, svg, print, out := false, false, false, ""
	fs := newFlagSet("lts", ltsUsage, std)
	fs.StringArrayVar(&names, "process", nil, "show the process, or the state and what it leads to, `NAME` only")
	fs.BoolVar(&dot, "dot", false, "draw them for Graphviz")
	fs.BoolVar(&svg, "svg", false, "draw them as SVG")
	fs.BoolVar(&print, "print", false, "print the file as it was read, laid out anew")
	fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of the standard output")
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return exitOK
	}
	if err == nil && fs.NArg() != 1 {
		err = fmt.Errorf("expected one file")
	}
	if err == nil && (dot && svg || print && (dot || svg)) {
		err = fmt.Errorf("expected one of --dot, --svg and --print")
	}
	if err != nil {
		return complainUsage(std, "lts", err)
	}
	std.stage("lts")
	f, err := readSpec(fs.Arg(0), nil)
	if err != nil {
		return failed(std, "lts", err)
	}
	write := lts.WriteText
	switch {
	case dot:
		write = lts.WriteDot
	case svg:
		write = lts.WriteSVG
	}
	return output(std, "lts", out, func(w io.Writer) error {
		if print {
			_, err := io.WriteString(w, f.String())
			return err
		}
		all, err := systems(f, names)
		if err != nil {
			return err
		}
		return write(w, all)
	})
}

// readSpec reads a file of specifications.
func readSpec(name string, seen *check.Inputs) (*lts.File, error) {
	text, err := seen.Read(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return lts.Parse(name, string(text))
}

// systems builds the transition systems of all processes without indices, or of the states
// that are named.
func systems(f *lts.File, names []string) ([]*lts.System, error) {
	known := f.States()
	if len(names) == 0 {
		for _, p := range f.Processes {
			if e := p.Equations[0]; len(e.Indices) == 0 {
				names = append(names, e.Name)
			}
		}
	}
	var all []*lts.System
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("no state %s without indices%s", n, source.DidYouMean(n, known))
		}
		s, err := f.LTS(&lts.Ref{Name: n})
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
