package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/lbe"
	"hardbop/internal/paq"
)

const paqDumpUsage = `usage: hardbop paq dump FILE.c... -o DIR [options]

Writes the predicate abstraction query of each fragment of a program, as SMT-LIB 2, to a file of
its own in DIR. The predicates are those of --preds, or without it the comparisons that decide
the branches.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

// paqDump is paq dump.
func paqDump(args []string, std streams) int {
	dir, cutset := "", ""
	var qo check.QueryOptions
	least, relax := 0, false
	f, files, code := toolFlags("paq dump", paqDumpUsage, args, std, func(fs *pflag.FlagSet, o *check.Options) {
		questionFlags(fs, o)
		fs.StringVarP(&dir, "output", "o", "", "the folder `DIR` to write to")
		fs.StringVar(&o.Preds, "preds", "", "take the predicates of `FILE`")
		fs.StringVar(&cutset, "cutset", "backedge", "`backedge|rule`: cut at the heads of loops, or where the rules SEQ and CHOICE leave a location")
		fs.StringArrayVar(&qo.Functions, "function", nil, "only the function `NAME`")
		fs.BoolVar(&qo.Each, "all-functions", false, "start at each function that the files define, instead of an entry")
		fs.IntVar(&qo.MaxPreds, "max-preds", 56, "at most `N` predicates at a cutpoint")
		fs.IntVar(&least, "min-preds", 1, "leave out queries with fewer than `N` predicates in all")
		fs.BoolVar(&relax, "tvpi", false, "take what isn't a comparison of at most two unknowns for arbitrary, loads from memory above all")
		fs.BoolVar(&qo.Havoc, "havoc-calls", false, "take calls for arbitrary values instead of cutting there: larger queries, for measuring solvers")
	})
	if code >= 0 {
		return code
	}
	var err error
	qo.Cutset, err = lbe.ParseCutset(cutset)
	switch {
	case err != nil:
	case len(files) == 0:
		err = fmt.Errorf("no C files given")
	case dir == "":
		err = fmt.Errorf("no folder given: -o DIR")
	}
	if err != nil {
		return complainUsage(std, "paq", err)
	}
	f.opt.Files = files
	if err := f.settle("paq", std); err != nil {
		return failed(std, "paq", err)
	}
	std.stage("paq")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return failed(std, "paq", err)
	}
	n := 0
	err = check.Queries(f.opt, qo, func(q *paq.Query) error {
		if len(q.Important) < least {
			return nil
		}
		if relax {
			q = paq.Relax(q)
		}
		n++
		return writeQuery(filepath.Join(dir, fmt.Sprintf("q%05d.smt2", n)), q)
	})
	if err != nil {
		return failed(std, "paq", err)
	}
	fmt.Fprintf(std.out, "%d queries\n", n)
	return exitOK
}

// writeQuery writes q to a file.
func writeQuery(name string, q *paq.Query) error {
	var b bytes.Buffer
	if err := paq.Write(&b, q); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
