package report

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/result"
)

var update = flag.Bool("update", false, "write the golden files")

// examples are results with everything that a view shows.
var examples = map[string]*result.Result{
	"safe": {Schema: result.Schema, Verdict: result.Safe, Property: "lock", Entry: "dispatch",
		Events:   &result.Events{Present: 3, Reached: 3, Missing: []string{"lock.slic:4: no function KeTryAcquire"}},
		Coverage: &result.Coverage{Functions: result.Share{Reached: 4, Present: 5}, Lines: result.Share{Reached: 33, Present: 34}, Unreached: []string{"helper"}},
		Assumptions: []result.Assumption{
			{Code: "signed-overflow", Number: "A2", Text: "n + 1 doesn't overflow", Where: &result.Place{File: "d.c", Line: 9, Col: 2}},
			{Code: "entry-pointer", Number: "A17", Text: "argument p of dispatch is not null"},
			{Code: "signed-overflow", Number: "A2", Text: "n - 1 doesn't overflow", Where: &result.Place{File: "d.c", Line: 12, Col: 2}},
			{Code: "model", Number: "A21", Text: "mutex_lock: changes only the lock", Where: &result.Place{File: "d.c", Line: 20, Col: 2}},
			{Code: "model", Number: "A21", Text: "malloc does what its model says", Where: &result.Place{File: "d.c", Line: 21, Col: 2}},
			{Code: "model", Number: "A21", Text: "mutex_unlock: changes only the lock", Where: &result.Place{File: "d.c", Line: 22, Col: 2}},
			{Code: "model", Number: "A21", Text: "puts: writes text: for people", Where: &result.Place{File: "d.c", Line: 23, Col: 2}},
			{Code: "model", Number: "A21", Text: "up: changes only the lock", Where: &result.Place{File: "d.c", Line: 24, Col: 2}},
			{Code: "model", Number: "A21", Text: "down: changes only the lock", Where: &result.Place{File: "d.c", Line: 25, Col: 2}},
			{Code: "model", Number: "A21", Text: "spin: changes only the lock", Where: &result.Place{File: "d.c", Line: 26, Col: 2}},
		},
		Provenance: &result.Provenance{Tool: "hardbop 0.1.0", Solver: "z3 4.8.12.0", Options: []string{"--rule=lock.slic", "--entry=dispatch"},
			Inputs: []result.Input{{File: "d.c", SHA256: strings.Repeat("0f", 32)}}, Included: &result.Included{Files: 7, SHA256: strings.Repeat("a1", 32)}},
		Iterations: 2, Predicates: []string{"dispatch: n == m", "locked == 0"}},
	"unsafe": {Schema: result.Schema, Verdict: result.Unsafe, Property: "lock", Entry: "main",
		Message: "released without being held", Where: &result.Place{File: "d.c", Line: 21, Col: 3}, Checked: "bit-precisely",
		Trace: []result.Step{
			{Place: result.Place{File: "d.c", Line: 9, Col: 1}, Func: "main", Text: "n = ?", Note: "n = 4"},
			{Place: result.Place{File: "d.c", Line: 10, Col: 1}, Func: "main", Text: "if (n > 3)", Note: "true"},
			{Place: result.Place{File: "sub/e.c", Line: 120, Col: 1}, Func: "f", Depth: 1, Text: "x = n;"},
			{Place: result.Place{File: "lock.slic", Line: 5, Col: 1}, Func: "release", Depth: 2, Text: "abort", Rule: true},
		}, Iterations: 3},
	"brief": {Schema: result.Schema, Verdict: result.Unsafe, Property: "lock", Entry: "main",
		Message: "released without being held", Where: &result.Place{File: "d.c", Line: 21, Col: 3}, Checked: "bit-precisely",
		Trace: []result.Step{
			{Place: result.Place{File: "d.c", Line: 1}, Func: "main", Text: "a = 1", Note: "a = 1"},
			{Place: result.Place{File: "d.c", Line: 2}, Func: "main", Text: "b = 1", Note: "b = 1"},
			{Place: result.Place{File: "d.c", Line: 3}, Func: "main", Text: "c = 1", Note: "c = 1"},
			{Place: result.Place{File: "d.c", Line: 4}, Func: "main", Text: "d = 1", Note: "d = 1"},
			{Place: result.Place{File: "d.c", Line: 10}, Func: "main", Text: "if (s == -1)", Note: "false", Needed: true},
			{Place: result.Place{File: "d.c", Line: 11}, Func: "main", Text: "if (s == 2)", Note: "false", Needed: true},
			{Place: result.Place{File: "d.c", Line: 12}, Func: "main", Text: "if (s == 3)", Note: "true", Needed: true},
			{Place: result.Place{File: "d.c", Line: 13}, Func: "main", Text: "if (s == 4)", Note: "false", Needed: true},
			{Place: result.Place{File: "d.c", Line: 14}, Func: "main", Text: "if (t == 5)", Note: "false", Needed: true},
			{Place: result.Place{File: "d.c", Line: 15}, Func: "main", Text: "lock.call", Note: "held: 0 -> 1", Rule: true, Event: true},
			{Place: result.Place{File: "lock.slic", Line: 3}, Func: "SLIC_lock_call", Depth: 1, Text: "held = 1", Note: "held: 0 -> 1", Rule: true},
			{Place: result.Place{File: "d.c", Line: 16}, Func: "main", Text: "peek.call", Rule: true, Event: true},
			{Place: result.Place{File: "d.c", Line: 21, Col: 3}, Func: "main", Text: "unlock.call", Rule: true, Event: true, Needed: true},
			{Place: result.Place{File: "lock.slic", Line: 5}, Func: "SLIC_unlock_call", Depth: 1, Text: "if (held == 0)", Note: "true", Rule: true, Needed: true},
		}, Iterations: 3},
	"callbacks": {Schema: result.Schema, Verdict: result.Unsafe, Property: "lock", Entry: "auto", Message: "still held at the end", Checked: "bit-precisely",
		Where: &result.Place{File: "d.c", Line: 9}, Slice: &result.Slice{Proved: true},
		Trace: []result.Step{
			{Place: result.Place{File: "environment", Line: 5}, Func: "hardbop_environment", Depth: 1, Text: "tmp = ? (__VERIFIER_nondet_int())", Note: "tmp = 1", Needed: true, Outside: true},
			{Place: result.Place{File: "environment", Line: 8}, Func: "hardbop_step", Depth: 2, Text: "put(1, 2)", Says: "call of put", Note: "n = 1", Needed: true, Outside: true, Brief: true},
			{Place: result.Place{File: "d.c", Line: 3}, Func: "put", Depth: 3, Text: "lock.call", Statement: "tmp = lock(&a)", Note: "held: 0 -> 1", Reads: "tmp = 0", Rule: true, Event: true, Needed: true, Brief: true},
			{Place: result.Place{File: "<models>/lock.c", Line: 1}, Func: "lock", Depth: 4, Text: "return 0", Note: "ret = 0", Needed: true, Outside: true},
			{Place: result.Place{File: "d.c", Line: 4}, Func: "put", Depth: 3, Text: "if (x != 0)", Note: "false", Reads: "x = 0", Needed: true, Brief: true},
			{Place: result.Place{File: "d.c", Line: 5}, Func: "put", Depth: 3, Text: "return 1", Brief: true},
			{Place: result.Place{File: "d.c", Line: 5}, Text: "program.end", Rule: true, Event: true, Needed: true, Brief: true},
		}},
	"header": {Schema: result.Schema, Verdict: result.Unsafe, Property: "sleep", Entry: "main",
		Message: "msleep may sleep", Where: &result.Place{File: "q.h", Line: 4, Col: 7}, Checked: "bit-precisely",
		Trace: []result.Step{
			{Place: result.Place{File: "d.c", Line: 8, Col: 2}, Func: "main", Text: "reset()", Needed: true},
			{Place: result.Place{File: "d.c", Line: 3, Col: 2}, Func: "reset", Depth: 1, Text: "settle()", Needed: true},
			{Place: result.Place{File: "q.h", Line: 6, Col: 2}, Func: "settle", Depth: 2, Text: "rest()", Needed: true},
			{Place: result.Place{File: "d.c", Line: 5, Col: 2}, Func: "ready", Depth: 4, Text: "return 1"},
			{Place: result.Place{File: "q.h", Line: 4, Col: 7}, Func: "rest", Depth: 3, Text: "msleep.call", Rule: true, Event: true, Needed: true},
		}},
	"partly": {Schema: result.Schema, Verdict: result.Safe, Property: "lock", Entry: "auto", Note: "changed since HEAD: function f",
		Coverage: &result.Coverage{Functions: result.Share{Reached: 1, Present: 10}, Lines: result.Share{Reached: 3, Present: 34},
			Unreached: []string{"d_ioctl", "helper", "a", "b", "c", "d", "e", "f", "g"}, NeverRun: []string{"d_ioctl"}}},
	"waived": {Schema: result.Schema, Verdict: result.Unsafe, Property: "lock", Entry: "main", Message: "released without being held",
		Where: &result.Place{File: "d.c", Line: 21, Col: 3}, Waived: &result.Waiver{Reason: "the caller holds it", Owner: "ann", Expires: "2027-01-31",
			Where: &result.Place{File: "waivers.yaml", Line: 3}}},
	"unknown": {Schema: result.Schema, Verdict: result.Unknown, Property: "reach", Entry: "main",
		Reason: &result.Reason{Code: "timeout", Text: `the time limit of 60 was reached in stage "c2bp, iteration 9"`}},
	"unknown_place": {Schema: result.Schema, Verdict: result.Unknown, Property: "reach", Entry: "main",
		Reason: &result.Reason{Code: "vla", Text: "the array a has a variable length", Where: &result.Place{File: "a.c", Line: 3, Col: 7}}},
	"unknown_loop": {Schema: result.Schema, Verdict: result.Unknown, Property: "reach", Entry: "main",
		Reason: &result.Reason{Code: "iterations", Text: "no answer within --max-iterations 4", Phase: "newton, iteration 4",
			Loop: &result.Loop{Func: "main", Where: result.Place{File: "a.c", Line: 5, Col: 2}, Turns: 4}}},
	"not_applicable": {Schema: result.Schema, Verdict: result.NotApplicable, Property: "irql", Entry: "main",
		Events: &result.Events{Missing: []string{"irql.slic:2: no function KeRaiseIrql"}}},
	"no_label":  {Schema: result.Schema, Verdict: result.NotApplicable, Property: "label:ERROR", Entry: "main"},
	"no_call":   {Schema: result.Schema, Verdict: result.NotApplicable, Property: "reach", Entry: "f"},
	"no_assert": {Schema: result.Schema, Verdict: result.NotApplicable, Property: "assert", Entry: "main"},
	"nothing":   {Schema: result.Schema, Verdict: result.NotApplicable, Property: "boolprog", Entry: "main"},
	// Text from inputs comes out inert.
	"hostile": {Schema: result.Schema, Verdict: result.Unsafe, Property: "\x1b[31mred", Entry: "ma\nin",
		Message: "<script>\x07", Where: &result.Place{File: "\x1b]0;title\x07.c", Line: 1}, Checked: "\x1b[2J",
		Trace:       []result.Step{{Place: result.Place{File: "\u202efile.c", Line: 1}, Text: "\x1b[1A", Note: "\r"}},
		Assumptions: []result.Assumption{{Code: "x\x1b[0m", Text: "\xff", Where: &result.Place{File: "\x9b.c"}}}},
}

// TestViews compares each view of each example with its golden file.
func TestViews(t *testing.T) {
	views := map[string]func(io.Writer, *result.Result) error{"txt": Text, "full": FullText, "gcc": GCC(Compiler{}), "json": JSON, "svcomp": SVCOMP}
	for name, r := range examples {
		for ext, view := range views {
			var b strings.Builder
			if err := view(&b, r); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join("testdata", name+"."+ext), b.String())
			if i := strings.IndexFunc(b.String(), func(c rune) bool { return c < ' ' && c != '\n' || c == 0x7f || c == 0x202e }); i >= 0 {
				t.Errorf("%s.%s: a control character at %q", name, ext, b.String()[i:])
			}
		}
	}
}

// TestColoured has colours change nothing but colours.
func TestColoured(t *testing.T) {
	code := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for name, r := range examples {
		for full, plain := range map[bool]func(io.Writer, *result.Result) error{false: Text, true: FullText} {
			var want, got strings.Builder
			if err := errors.Join(plain(&want, r), Coloured(full)(&got, r)); err != nil {
				t.Fatal(err)
			}
			if code.ReplaceAllString(got.String(), "") != want.String() || got.String() == want.String() {
				t.Errorf("%s, %v: got\n%q\nwant\n%q", name, full, got.String(), want.String())
			}
			if strings.Count(got.String(), "\x1b") != 2*strings.Count(got.String(), "\x1b[0m") {
				t.Errorf("%s: a colour has no end:\n%q", name, got.String())
			}
		}
	}
	var b strings.Builder
	if err := Coloured(false)(&b, examples["unsafe"]); err != nil || !strings.HasPrefix(b.String(), "\x1b[1;31mUNSAFE\x1b[0m  lock") {
		t.Errorf("the verdict isn't red: %q", b.String())
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// Errors of writing come back.
func TestWriteErrors(t *testing.T) {
	for name, view := range map[string]func(io.Writer, *result.Result) error{"Text": Text, "JSON": JSON, "SVCOMP": SVCOMP, "GCC": GCC(Compiler{}),
		"SARIF": func(w io.Writer, r *result.Result) error { return SARIF(w, []*result.Result{r}, Tool{}) }} {
		if err := view(&failing{2}, examples["unsafe"]); err == nil {
			t.Errorf("%s: the error is lost", name)
		}
	}
}
