package main

import (
	"testing"
	"time"

	"hardbop/internal/result"
)

// The exit code is the gravest in the order 4, 3, 1, 2, 0; NOT-APPLICABLE counts as 0,
// but 3 if nothing applied at all.
func TestGravest(t *testing.T) {
	const safe, unsafe, unknown, none = result.Safe, result.Unsafe, result.Unknown, result.NotApplicable
	for _, c := range []struct {
		own      int
		verdicts []result.Verdict
		want     int
	}{
		{exitOK, []result.Verdict{safe}, exitOK},
		{exitOK, []result.Verdict{safe, none}, exitOK},
		{exitOK, []result.Verdict{none, none}, exitInput},
		{exitOK, nil, exitInput},
		{exitOK, []result.Verdict{safe, unknown, safe}, exitUnknown},
		{exitOK, []result.Verdict{unsafe, unknown}, exitUnsafe},
		{exitOK, []result.Verdict{unknown, unsafe}, exitUnsafe},
		{exitInput, []result.Verdict{unsafe}, exitInput},
		{exitInternal, []result.Verdict{unsafe}, exitInternal},
		{exitInterrupted, []result.Verdict{unsafe, unknown}, exitInterrupted},
	} {
		var rs []*result.Result
		for _, v := range c.verdicts {
			rs = append(rs, &result.Result{Verdict: v})
		}
		if got := (&checkFlags{}).gravest(c.own, rs); got != c.want {
			t.Errorf("%d with %v: got %d, want %d", c.own, c.verdicts, got, c.want)
		}
	}
	others := &result.Result{Verdict: unknown, Beside: &result.Beside{Defects: 1, Accepted: 1}}
	waived := &result.Result{Verdict: unsafe, Known: true}
	for failOn, want := range map[string][3]int{"unknown": {exitUnknown, exitUnknown, exitUnsafe}, "undecided": {exitOK, exitUnknown, exitUnsafe},
		"unsafe": {exitOK, exitOK, exitUnsafe}, "never": {exitOK, exitOK, exitOK}} {
		f := &checkFlags{failOn: failOn}
		for i, rs := range [][]*result.Result{{waived, others}, {waived, others, {Verdict: unknown}}, {waived, others, {Verdict: unsafe}}} {
			if got := f.lenient(f.gravest(exitOK, rs)); got != want[i] {
				t.Errorf("--fail-on %s, %d: got %d, want %d", failOn, i, got, want[i])
			}
		}
	}
	order := []int{exitInternal, exitInput, exitUnsafe, exitUnknown, exitOK}
	for i, a := range order {
		for j, b := range order {
			if got := graver(a, b); got != order[min(i, j)] {
				t.Errorf("graver of %d and %d: got %d", a, b, got)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "60": time.Minute, "90s": 90 * time.Second, "5m": 5 * time.Minute, "1h": time.Hour} {
		if got, err := parseDuration(text); err != nil || got != want {
			t.Errorf("%q: got %s, %v", text, got, err)
		}
	}
	for text, want := range map[string]int64{"": 0, "2000": 2e9, "2000M": 2e9, "4G": 4e9} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "x", "1.5x", "5 m", "99999999999999999999", "0s"} {
		if got, err := parseDuration(text); err == nil {
			t.Errorf("time %q: got %s, no error", text, got)
		}
	}
	for _, text := range []string{"0", "-1", "x", "1.5G", "4T", "4 G", "G", "99999999999999999999", "99999999999G"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("memory %q: got %d, no error", text, got)
		}
	}
}
