package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"hardbop/internal/check"
	"hardbop/internal/entries/find"
)

const entriesUsage = `usage: hardbop entries FILE.c... [options]

Lists the functions that others call: those whose addresses the files hand out, in
operations tables and registration calls, module_init and module_exit, DriverEntry, main,
and those that nobody here calls; with how each was found.
Exit code: 0, 3 for wrong input, 4 for an internal error.

`

// entriesFlags are the options of entries.
type entriesFlags struct {
	checkFlags
	coverage bool
	format   string
}

func runEntries(args []string, std streams) int {
	f := &entriesFlags{}
	fs := newFlagSet("entries", entriesUsage, std)
	f.sourceFlags(fs)
	fs.StringVar(&f.opt.EnvOut, "env-out", "", "write the environment that --entry auto starts in to `FILE`")
	fs.BoolVar(&f.coverage, "coverage", false, "count the functions that the environment reaches")
	fs.StringVar(&f.format, "format", "text", "`text|json`: how they are printed")
	f.configFlags(fs)
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return exitOK
	}
	if err == nil {
		if err := f.configure(fs, ofProgram); err != nil {
			return failed(std, "entries", err)
		}
	}
	if f.opt.Files = fs.Args(); len(f.opt.Files) == 0 && f.settings.Get("files") != nil {
		f.opt.Files = f.settings.Get("files").Values
	}
	if err == nil {
		err = f.macros()
	}
	switch {
	case err != nil:
	case len(f.opt.Files) == 0:
		err = fmt.Errorf("no C files given")
	case f.format != "text" && f.format != "json":
		err = fmt.Errorf("--format %q: expected text or json", f.format)
	}
	if err != nil {
		return complainUsage(std, "entries", err)
	}
	std.stage("entries")
	if err := f.settle("entries", std); err != nil {
		return failed(std, "entries", err)
	}
	l, err := check.ListEntries(f.opt, f.coverage)
	if err != nil {
		return failed(std, "entries", err)
	}
	if len(l.Candidates) == 0 {
		fmt.Fprintln(std.err, "hardbop entries: the files define no function that others may call")
	}
	return output(std, "entries", "", func(w io.Writer) error { return printEntries(w, l, f.format) })
}

// entryJSON is a candidate in JSON.
type entryJSON struct {
	Function string    `json:"function"`
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Static   bool      `json:"static"`
	Called   bool      `json:"called"` // by the environment
	Found    []useJSON `json:"found"`
}

// useJSON says how a candidate was found.
type useJSON struct {
	How    find.How `json:"how"`
	Struct string   `json:"struct,omitempty"`
	Member string   `json:"member,omitempty"`
	Index  *int64   `json:"index,omitempty"`
	Call   string   `json:"call,omitempty"`
	Text   string   `json:"text"`
	File   string   `json:"file"`
	Line   int      `json:"line"`
}

// entriesJSON is the list in JSON.
type entriesJSON struct {
	Schema   int             `json:"schema"` // 1
	Entries  []entryJSON     `json:"entries"`
	Coverage *check.Coverage `json:"coverage,omitempty"`
}

func printEntries(w io.Writer, l *check.Entries, format string) error {
	if format == "json" {
		out := entriesJSON{Schema: 1, Entries: []entryJSON{}, Coverage: l.Coverage}
		for _, c := range l.Candidates {
			out.Entries = append(out.Entries, jsonOf(c, l.Called[c]))
		}
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	for _, c := range l.Candidates {
		fmt.Fprintf(w, "%s:%d: %s\n", c.Func.Pos.File, c.Func.Pos.Line, c.Name())
		for _, u := range c.Uses {
			fmt.Fprintf(w, "    %s\n", u)
		}
		if !l.Called[c] {
			fmt.Fprintln(w, "    not called by the environment")
		}
	}
	if l.Coverage != nil {
		fmt.Fprintf(w, "the environment reaches %d of %d functions\n", l.Coverage.Reached, l.Coverage.Functions)
		for _, u := range l.Coverage.Unreached {
			fmt.Fprintf(w, "    not %s\n", u)
		}
	}
	return nil
}

func jsonOf(c *find.Candidate, called bool) entryJSON {
	e := entryJSON{Function: c.Name(), File: c.Func.Pos.File, Line: c.Func.Pos.Line, Static: c.Func.Static, Called: called}
	for _, u := range c.Uses {
		j := useJSON{How: u.How, Struct: u.Struct, Member: u.Member, Call: u.Callee, Text: u.String(), File: u.Pos.File, Line: u.Pos.Line}
		if u.Index >= 0 {
			j.Index = &u.Index
		}
		e.Found = append(e.Found, j)
	}
	return e
}
