package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/internal/source"
	"hardbop/internal/waive"
)

const (
	waiversUsage  = "the defects that the waivers in `FILE` are about are accepted for now"
	baselineUsage = "the defects in `FILE`, which an earlier run printed as JSON, are known: only others fail the run"
)

// accepted are the defects that don't fail a run: those that are waived, and those that were there
// before.
type accepted struct {
	waivers  *waive.List
	baseline []known
}

// known is a defect of the baseline: its fingerprint, that of its cause, and whether it was found again.
type known struct {
	print, cause string
	found        bool
}

// readAccepted reads the files that say so.
func readAccepted(f *checkFlags) (*accepted, error) {
	waivers, err := f.readWaivers()
	if err != nil {
		return nil, err
	}
	baseline, err := readBaseline(f.baseline)
	return &accepted{waivers, baseline}, err
}

// accepted returns what tells accepted defects from others.
func (f *checkFlags) accepted() (func(*result.Result) bool, error) {
	ok, err := readAccepted(f)
	return func(r *result.Result) bool {
		mine := *r
		ok.mark(&mine)
		return mine.Accepted()
	}, err
}

// mark says of a defect that it is accepted.
func (a *accepted) mark(r *result.Result) {
	a.waivers.Apply(r)
	if r.Verdict == result.Unsafe {
		r.Known = a.knows(r)
	}
}

// knows looks for r in what is left of the baseline: by its cause, whichever violation that has led to, and where the cause of
// one of the two isn't known by its fingerprint.
func (a *accepted) knows(r *result.Result) bool {
	print, cause := r.Fingerprint(), r.CauseFingerprint()
	found := false
	for i := range a.baseline {
		if k := &a.baseline[i]; cause != "" && k.cause == cause && !k.found {
			k.found, found = true, true
		}
	}
	for i := 0; i < len(a.baseline) && !found; i++ {
		if k := &a.baseline[i]; k.print == print && (k.cause == "" || cause == "") && !k.found {
			k.found, found = true, true
		}
	}
	return found
}

// readWaivers reads the file of waivers, if there is one.
func (f *checkFlags) readWaivers() (*waive.List, error) {
	l, file := waive.New(obs.Today(), f.sourceText), f.waivers
	if file == "" {
		return l, nil
	}
	text, err := source.ReadText(file)
	if err != nil {
		return nil, fmt.Errorf("waivers %s: %w", file, err)
	}
	return l, l.Add(file, text)
}

// readBaseline reads the defects in a file of results.
func readBaseline(file string) ([]known, error) {
	if file == "" {
		return nil, nil
	}
	rs, err := readResults(file)
	var list []known
	for _, r := range rs {
		if r.Verdict == result.Unsafe {
			list = append(list, known{print: r.Fingerprint(), cause: r.CauseFingerprint()})
		}
	}
	return list, err
}

// readResults reads a file of results, one JSON object after the other.
func readResults(file string) ([]*result.Result, error) {
	text, err := source.ReadText(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var rs []*result.Result
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		r := &result.Result{}
		switch err := d.Decode(r); {
		case errors.Is(err, io.EOF) && len(rs) > 0:
			return rs, nil
		case err != nil || r.Schema != result.Schema:
			return nil, fmt.Errorf("%s: expected results of schema %d, as hardbop check --format json prints one for each question", file, result.Schema)
		}
		rs = append(rs, r)
	}
}

// mark says of the new results which are accepted.
func (s *session) mark() {
	for _, r := range s.results[s.marked:] {
		if s.ok != nil {
			s.ok.mark(r)
		}
	}
	s.marked = len(s.results)
}

// accept marks the results that are accepted, and says which waivers are stale and how many defects
// of the baseline are gone.
func (s *session) accept() {
	s.mark()
	a := s.ok
	if gone := a.gone(s.results); gone > 0 {
		fmt.Fprintf(s.std.err, "hardbop check: %d of the defects in %s are gone\n", gone, source.Printable(s.f.baseline))
	}
	for _, note := range append(a.waivers.Stale(s.results), a.waivers.Comments(s.sources(), s.f.ruleNames, s.results)...) {
		fmt.Fprintf(s.std.err, "hardbop check: %s\n", source.Printable(note))
	}
}

// sources are the files that are checked and those that defects are in.
func (s *session) sources() []string {
	files := slices.Clone(s.f.opt.Files)
	add := func(file string) {
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	for _, r := range s.results {
		if r.Where != nil && r.Verdict == result.Unsafe {
			add(r.Where.File)
			add(r.DriverPlace().File)
		}
		for _, s := range r.Returned() {
			add(s.At.File)
		}
	}
	return files
}

// ruleNames are the names that a waiver may be about, besides those that are checked.
func (f *checkFlags) ruleNames() []string {
	names := []string{"reach", "assert"}
	if lib, err := rules.Load(f.opt.RuleDirs...); err == nil {
		names = append(names, lib.Names()...)
	}
	return names
}

// gone counts the defects of the baseline that aren't there any more, where all defects were found.
func (a *accepted) gone(rs []*result.Result) int {
	for _, r := range rs {
		if r.Verdict == result.Unknown || r.Verdict == result.NotChecked || r.Verdict == result.Unsafe && (r.Defect == nil || !r.Defect.All) {
			return 0
		}
	}
	gone := 0
	for _, k := range a.baseline {
		if !k.found {
			gone++
		}
	}
	return gone
}

// defect reports whether r fails the run.
func defect(r *result.Result) bool { return r.Verdict == result.Unsafe && !r.Accepted() }
