package main

import (
	"fmt"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/waive"
)

const waiversUsage = "the defects that the waivers in `FILE` are about are accepted for now"

// readWaivers reads the file of waivers, if there is one.
func readWaivers(file string) (*waive.List, error) {
	l := waive.New(obs.Today(), source.ReadRegular)
	if file == "" {
		return l, nil
	}
	text, err := source.ReadRegular(file)
	if err != nil {
		return nil, fmt.Errorf("waivers %s: %w", file, err)
	}
	return l, l.Add(file, text)
}

// waive marks the results that are waived, and says which waivers are stale.
func (s *session) waive(l *waive.List) {
	for _, r := range s.results {
		l.Apply(r)
	}
	for _, note := range l.Stale(s.results) {
		fmt.Fprintf(s.std.err, "hardbop check: %s\n", source.Printable(note))
	}
}

// defect reports whether r fails the run.
func defect(r *result.Result) bool { return r.Verdict == result.Unsafe && r.Waived == nil }
