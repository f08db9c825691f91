package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/lbe"
)

const lbeUsage = `usage: hardbop lbe FILE.c... [options]

Shows the program in large blocks: for each function the cutpoints, and how large the
loop-free fragments between them are. With a rule or a property its error points are
cutpoints too.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

func runLbe(args []string, std streams) int {
	name, dot, out := "", false, ""
	var functions []string
	f, files, code := toolFlags("lbe", lbeUsage, args, std, func(fs *pflag.FlagSet, o *check.Options) {
		questionFlags(fs, o)
		fs.StringVar(&name, "cutset", "backedge", "`backedge|rule`: cut at the heads of loops, or where the rules SEQ and CHOICE leave a location")
		fs.StringArrayVar(&functions, "function", nil, "show the function `NAME` only")
		fs.BoolVar(&dot, "dot", false, "draw it for Graphviz")
		fs.StringVarP(&out, "output", "o", "", "write to `FILE` instead of the standard output")
	})
	if code >= 0 {
		return code
	}
	cutset, err := lbe.ParseCutset(name)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no C files given")
	}
	if err != nil {
		return complainUsage(std, "lbe", err)
	}
	f.opt.Files = files
	if err := f.settle("lbe", std); err != nil {
		return failed(std, "lbe", err)
	}
	std.stage("lbe")
	write := lbe.Write
	if dot {
		write = lbe.WriteDot
	}
	return output(std, "lbe", out, func(w io.Writer) error {
		all, err := check.Summaries(f.opt, cutset, functions)
		if err != nil {
			return err
		}
		return write(w, all)
	})
}
