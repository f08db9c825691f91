package main

import (
	"fmt"
	"io"

	"hardbop/internal/obs"
	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/supervise"
)

// write prints the results, writes what else was asked for, and returns the exit code.
func (s *session) write(code int, args []string, watch obs.Stopwatch, out *supervise.Outcome) int {
	std := s.std
	for _, r := range s.results {
		s.tell.result(r)
	}
	if err := unlessUnread(s.print()); err != nil {
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
	code = s.f.lenient(gravest(code, s.results))
	if err := s.bugReport(code); err != nil {
		return failed(std, "check", fmt.Errorf("--bug-report: %w", err))
	}
	return code
}

// lenient is the exit code where --fail-on asks for less.
func (f *checkFlags) lenient(code int) int {
	if code == exitUnknown && f.failOn == "unsafe" || (code == exitUnknown || code == exitUnsafe) && f.failOn == "never" {
		return exitOK
	}
	return code
}

func (s *session) print() error {
	w := s.printed()
	view := textView(s.f.full, coloured(s.f.color, w))
	switch s.f.format {
	case "sarif":
		return report.SARIF(w, s.results, s.about())
	case "gcc":
		view = report.GCC(report.Compiler{Full: s.f.full, Terse: s.f.terse})
	case "json":
		view = report.JSON
	case "svcomp":
		view = report.SVCOMP
	case "text":
		if !s.f.full {
			return report.List(w, s.results, view)
		}
	}
	for _, r := range s.results {
		if err := view(w, r); err != nil {
			return err
		}
	}
	return nil
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
// nothing.
func gravest(code int, rs []*result.Result) int {
	if code != exitOK {
		return code
	}
	applied := 0
	worst := exitOK
	for _, r := range rs {
		switch {
		case defect(r):
			worst = exitUnsafe
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
