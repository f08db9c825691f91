package main

import (
	"cmp"
	"fmt"
	"io"

	"hardbop/internal/obs"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/supervise"
)

// write prints the results, writes what else was asked for, and returns the exit code.
func (s *session) write(code int, args []string, watch obs.Stopwatch, out *supervise.Outcome) int {
	std := s.std
	s.deliver()
	if err := unlessUnread(cmp.Or(s.unprinted, s.out.End())); err != nil {
		return failed(std, "check", fmt.Errorf("printing the results: %w", err))
	}
	if err := s.also(); err != nil {
		return failed(std, "check", err)
	}
	if err := s.page(); err != nil {
		return failed(std, "check", fmt.Errorf("--html: %w", err))
	}
	if err := s.witness(args); err != nil {
		return failed(std, "check", fmt.Errorf("--witness: %w", err))
	}
	if err := writeStats(std, s.f.stats, watch, out, s.counted); err != nil {
		return failed(std, "check", fmt.Errorf("--stats: %w", err))
	}
	code = s.f.lenient(s.f.gravest(code, s.results))
	if err := s.bugReport(code); err != nil {
		return failed(std, "check", fmt.Errorf("--bug-report: %w", err))
	}
	return code
}

// failOns are the values of --fail-on, from what asks for least to what asks for most.
func failOns() []string { return []string{"never", "unsafe", "undecided", "unknown"} }

// lenient is the exit code where --fail-on asks for less.
func (f *checkFlags) lenient(code int) int {
	if code == exitUnknown && f.failOn == "unsafe" || (code == exitUnknown || code == exitUnsafe) && f.failOn == "never" {
		return exitOK
	}
	return code
}

// printer prints the results of a run: those of each question by add, and what is left by end.
type printer interface {
	Add(rs []*result.Result) error
	End() error
}

// newPrinter returns what prints in the format that was asked for.
func (s *session) newPrinter() printer {
	w := s.printed()
	switch s.f.format {
	case "sarif":
		return atEnd(func() error { return report.SARIF(w, s.results, s.about()) })
	case "gcc":
		own := report.NewCompiler(w, report.Compiler{Full: s.f.full, NoTrace: s.f.noTrace, Terse: s.f.terse, Names: s.f.verbose}, s.asked)
		if !s.f.quiet && !s.f.terse {
			own.Count = func(text string) { fmt.Fprintf(s.std.err, "hardbop check: %s\n", source.Printable(text)) }
		}
		return own
	case "json":
		return oneByOne{w, report.JSON}
	case "svcomp":
		return oneByOne{w, report.SVCOMP}
	}
	text := report.NewWriter(w, s.f.full, coloured(s.f.color, w), s.asked)
	text.Names, text.NoTrace = s.f.verbose, s.f.noTrace
	return text
}

// asked counts the questions with an entry, all of them for "".
func (s *session) asked(entry string) int {
	n := 0
	for _, q := range s.questions {
		if entry == "" || q.Entry == entry {
			n++
		}
	}
	return n
}

// oneByOne prints each result by itself.
type oneByOne struct {
	w    io.Writer
	view func(io.Writer, *result.Result) error
}

func (p oneByOne) Add(rs []*result.Result) error {
	for _, r := range rs {
		if err := p.view(p.w, r); err != nil {
			return err
		}
	}
	return nil
}

func (oneByOne) End() error { return nil }

// atEnd prints all results at the end.
type atEnd func() error

func (atEnd) Add([]*result.Result) error { return nil }
func (p atEnd) End() error               { return p() }

// deliver prints the results that weren't printed yet. What goes wrong then is told at the end.
func (s *session) deliver() {
	rs := s.results[s.told:]
	s.told = len(s.results)
	for _, r := range rs {
		s.tell.result(r)
	}
	if s.unprinted == nil {
		s.unprinted = s.out.Add(rs)
	}
}

// textView writes traces whole or in brief, with colours or without.
func textView(full, colours bool) func(io.Writer, *result.Result) error {
	if colours {
		return report.Coloured(full)
	}
	if full {
		return report.FullText
	}
	return report.Text
}

const htmlUsage = "write a page for a browser with all results, traces and sources to `FILE`"

const fullUsage = "show all steps of traces, not only what the violation depends on"

// gravest returns the exit code of a run with its own code and results. What nobody looked at counts as
// nothing; with --fail-on=undecided so does the search for others beside defects.
func (f *checkFlags) gravest(code int, rs []*result.Result) int {
	if code != exitOK {
		return code
	}
	applied := 0
	worst := exitOK
	for _, r := range rs {
		switch {
		case defect(r):
			worst = exitUnsafe
		case r.Verdict == result.Unknown && r.Beside != nil && f.failOn == "undecided":
		case r.Verdict == result.Unknown && worst == exitOK:
			worst = exitUnknown
		}
		if r.Verdict != result.NotApplicable {
			applied++
		}
	}
	if applied == 0 {
		return exitInput
	}
	return worst
}
