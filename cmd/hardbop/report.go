package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"hardbop/internal/html/board"
	"hardbop/internal/suite"
)

const reportUsage = `usage: hardbop report RESULTS.jsonl -o DIR [--against OLD.jsonl]

Writes a page for a browser, DIR/index.html, about a suite's results, as hardbop suite
run --out leaves them: totals, a matrix of tasks and properties, how fast how many were
solved, and a comparison with another run.
Exit code: 0, 3 for wrong input.

`

// runReport is the command report.
func runReport(args []string, std streams) int {
	fs := newFlagSet("report", reportUsage, std)
	dir := fs.StringP("output", "o", "", "write to the folder `DIR`")
	against := fs.String("against", "", "compare with the results in `OLD.jsonl`")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err == nil && fs.NArg() != 1:
		err = fmt.Errorf("expected one file of results")
	case err == nil && *dir == "":
		err = fmt.Errorf("no folder to write to: expected -o DIR")
	}
	if err != nil {
		return complainUsage(std, "report", err)
	}
	if err := writeReport(fs.Arg(0), *against, *dir); err != nil {
		return failed(std, "report", err)
	}
	return exitOK
}

// writeReport makes the page about the results in file.
func writeReport(file, against, dir string) error {
	recs, err := suite.ReadRecords(file)
	if err != nil {
		return err
	}
	run := board.Run{Version: version, Name: filepath.Base(file), Records: recs, Page: func(r *suite.Record) string { return pageOf(dir, r) }}
	if against != "" {
		if run.Against, err = suite.ReadRecords(against); err != nil {
			return err
		}
		run.AgainstName = filepath.Base(against)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "index.html"), func(w io.Writer) error { return board.Write(w, run) })
}

// pageOf is the name of a record's own page in dir; "" if there is none.
func pageOf(dir string, r *suite.Record) string {
	name := r.PageName()
	if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
		return ""
	}
	return name
}
