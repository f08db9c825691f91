package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/result"
)

func TestList(t *testing.T) {
	view := func(w io.Writer, r *result.Result, _ bool) error {
		_, err := fmt.Fprintf(w, "%s %s %s\n", r.Verdict, r.Property, r.Entry)
		return err
	}
	none := func(name, entry string) *result.Result {
		return &result.Result{Verdict: result.NotApplicable, Property: name, Entry: entry, Events: &result.Events{}}
	}
	told := func(name, missing string) *result.Result {
		r := none(name, "g")
		r.Events.Missing = []string{missing}
		return r
	}
	safe := &result.Result{Verdict: result.Safe, Property: "f/s", Entry: "main", Events: &result.Events{}}
	long := strings.Repeat("x", 60)
	for _, c := range []struct {
		name string
		rs   []*result.Result
		want string
	}{
		{"few", []*result.Result{none("f/a", "main"), safe, none("f/b", "main"), none("f/c", "main")},
			"SAFE f/s main\nNOT-APPLICABLE f/a main\nNOT-APPLICABLE f/b main\nNOT-APPLICABLE f/c main\n"},
		{"very few", []*result.Result{none("f/a", "main"), safe, none("f/b", "main")},
			"NOT-APPLICABLE f/a main\nSAFE f/s main\nNOT-APPLICABLE f/b main\n"},
		{"many", []*result.Result{none("f/a", "main"), none("f/b", "main"), safe, none("f/c", "main"), none("f/"+long, "main"), none("f/x"+long, "main")},
			"SAFE f/s main\nNOT-APPLICABLE  5 rules (entry main): the program has none of their events\n  f/a f/b f/c f/" + long + "\n  f/x" + long + "\n"},
		{"more to say", []*result.Result{none("f/a", "g"), none("f/b", "g"), none("f/c", "g"), none("f/d", "g"), told("f/e", "r.slic:1:1: the macro x is no event: it isn't called"),
			told("f/f", "r.slic:1:1: the program has no function lok; did you mean lock?"), told("f/g", "r.slic:1:1: the program has no functions x, y")},
			"NOT-APPLICABLE f/e g\nNOT-APPLICABLE f/f g\nNOT-APPLICABLE  5 rules (entry g): the program has none of their events\n  f/a f/b f/c f/d f/g\n"},
		{"two entries", []*result.Result{none("f/a", "g"), none("f/b", "g"), none("f/c", "g"), none("f/d", "g"), none("f/a", "h"), safe},
			"NOT-APPLICABLE f/a h\nSAFE f/s main\nNOT-APPLICABLE  4 rules (entry g): the program has none of their events\n  f/a f/b f/c f/d\n"},
		{"rules of files", []*result.Result{none("a", "g"), none("b", "g"), none("c", "g"), none("d", "g")},
			"NOT-APPLICABLE a g\nNOT-APPLICABLE b g\nNOT-APPLICABLE c g\nNOT-APPLICABLE d g\n"},
	} {
		var b strings.Builder
		out := NewWriter(&b, true, false, func(entry string) int {
			return len(slices.DeleteFunc(slices.Clone(c.rs), func(r *result.Result) bool { return entry != "" && r.Entry != entry }))
		})
		out.view = view
		for _, r := range c.rs {
			if err := out.Add([]*result.Result{r}); err != nil {
				t.Fatal(err)
			}
		}
		err := out.End()
		got, _, _ := strings.Cut(b.String(), "summary:")
		if err != nil || got != c.want {
			t.Errorf("%s: got (%v)\n%swant\n%s", c.name, err, got, c.want)
		}
	}
}

// TestHeaders: what is violated in a header is told at the line of the C file that leads there.
func TestHeaders(t *testing.T) {
	r := examples["header"]
	var b strings.Builder
	paint(false).summary(&b, []*result.Result{r})
	if want := "summary:\n  UNSAFE  sleep at d.c:3\n  1 UNSAFE\n"; b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if got, want := gcc(r, Compiler{NoTrace: true}), "d.c:3:2: warning: msleep may sleep [sleep]\nq.h:4:7: note: here, in a header\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestCompilerWriter: rules of whose events the program has none are counted, not told one by one, if they are many.
func TestCompilerWriter(t *testing.T) {
	none := func(name, entry string) *result.Result {
		return &result.Result{Verdict: result.NotApplicable, Property: name, Entry: entry, Events: &result.Events{}}
	}
	slip := none("f/slip", "g")
	slip.Events.Missing = []string{"r.slic:1:1: the program has no function lok; did you mean lock?"}
	bad := &result.Result{Verdict: result.Unsafe, Property: "f/bad", Entry: "g", Message: "wrong", Where: &result.Place{File: "environment", Line: 3}}
	note := func(name string) string {
		return "hardbop: note: nothing to check: the program has none of the rule's events [" + name + "]\n"
	}
	many := []*result.Result{none("f/a", "g"), bad, none("f/b", "g"), slip, none("f/c", "g"), none("f/d", "g"), none("f/a", "h")}
	rest := "hardbop: warning: wrong [f/bad]\n" + note("f/slip") + "hardbop: note: r.slic:1:1: the program has no function lok; did you mean lock? [f/slip]\n" + note("f/a")
	for _, c := range []struct {
		name        string
		rs          []*result.Result
		o           Compiler
		want, count string
	}{
		{"many", many, Compiler{}, rest, "nothing to check for 4 rules (entry g): the program has none of their events; -v names them"},
		{"few", []*result.Result{none("f/a", "g"), none("f/b", "g")}, Compiler{}, note("f/a") + note("f/b"), ""},
		{"named", many[4:6], Compiler{Names: true}, note("f/c") + note("f/d"), ""},
		{"terse", many, Compiler{Terse: true}, "hardbop: warning: wrong [f/bad]\n", "nothing to check for 4 rules (entry g): the program has none of their events; -v names them"},
	} {
		var b strings.Builder
		count := ""
		out := NewCompiler(&b, c.o, func(entry string) int {
			return len(slices.DeleteFunc(slices.Clone(c.rs), func(r *result.Result) bool { return entry != "" && r.Entry != entry }))
		})
		for _, counts := range []bool{false, true} {
			b.Reset()
			out = NewCompiler(&b, c.o, out.asked)
			if counts {
				out.Count = func(text string) { count += text }
			}
			if err := out.Add(c.rs); err != nil {
				t.Fatal(err)
			}
			if err := out.End(); err != nil || b.String() != c.want {
				t.Errorf("%s: got (%v)\n%swant\n%s", c.name, err, b.String(), c.want)
			}
		}
		if count != c.count {
			t.Errorf("%s: counted %q, want %q", c.name, count, c.count)
		}
	}
}

// TestWay: compilers' notes tell the way to what is violated, and not what is assigned on it; before the first event just where the driver is called.
func TestWay(t *testing.T) {
	at := func(line, depth int, s result.Step) result.Step {
		s.Place, s.Depth, s.Brief = result.Place{File: "d.c", Line: line}, depth, true
		if s.Says == "" {
			s.Func = "f"
		}
		return s
	}
	assigned := at(5, 1, result.Step{Text: "x = 1", Note: "x = 1"})
	steps := []result.Step{
		at(1, 0, result.Step{Says: "call of start"}), assigned, at(6, 1, result.Step{Text: "if (x)", Note: "true"}), at(8, 1, result.Step{Text: "switch (x)", Note: "case 2"}), at(7, 1, result.Step{Text: "return 0"}),
		at(9, 0, result.Step{Says: "call of f"}), assigned, at(10, 1, result.Step{Text: "switch (x)", Note: "case 1"}), at(11, 1, result.Step{Text: "plain()"}), at(12, 1, result.Step{Text: "y = g(x)"}),
		at(20, 2, result.Step{Text: "lock.call", Event: true, Rule: true, Note: "s: 0 -> 1"}), at(21, 2, result.Step{Text: "return 1"}), assigned,
		at(13, 1, result.Step{Text: "lock.call", Event: true, Rule: true}),
	}
	lines := func(steps []result.Step) (list []int) {
		for _, s := range steps {
			list = append(list, s.Place.Line)
		}
		return list
	}
	if got, want := lines(told(steps, false)), []int{1, 8, 9, 10, 12, 20, 21, 13}; !slices.Equal(got, want) {
		t.Errorf("got lines %d, want %d", got, want)
	}
	if got := told(steps, true); len(got) != len(steps) {
		t.Errorf("in full: %d", len(got))
	}
	for i := range steps {
		if steps[i].Event {
			steps[i] = assigned
		}
	}
	if got, want := lines(told(steps, false)), []int{1, 6, 8, 7, 9, 10, 5, 21, 5}; !slices.Equal(got, want) {
		t.Errorf("without events: got lines %d, want %d", got, want)
	}
	r := &result.Result{Verdict: result.Unsafe, Property: "r", Message: "m", Where: &steps[0].Place, Trace: steps}
	if got := gcc(r, Compiler{NoTrace: true}); got != "d.c:1: warning: m [r]\n" {
		t.Errorf("without a trace:\n%s", got)
	}
	r = &result.Result{Verdict: result.Unknown, Property: "r", Reason: &result.Reason{Code: "no-progress", Text: "t", Where: &result.Place{File: "<models>/a.c", Line: 3},
		Passes: []result.Passed{{Place: result.Place{File: "d.c", Line: 4}, Text: "x = 1;"}, {Place: result.Place{File: "d.c", Line: 7}, Text: "if (x)"}}}}
	want := "d.c:7: warning: not decided: t [r: no-progress]\nd.c:4: note: the last path goes through: x = 1;\nd.c:7: note: the last path goes through: if (x)\n"
	if got := gcc(r, Compiler{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestWriter compares what a run of several questions writes, in brief and in full, with golden files; colours change nothing but colours.
func TestWriter(t *testing.T) {
	a := func(code, text string, line int) result.Assumption {
		return result.Assumption{Code: code, Number: "A1", Text: text, Where: &result.Place{File: "d.c", Line: line}}
	}
	none := func(name string) *result.Result {
		return &result.Result{Verdict: result.NotApplicable, Property: name, Entry: "main", Events: &result.Events{}, Assumptions: []result.Assumption{a("halt", "it ends", 1)}}
	}
	rs := []*result.Result{
		{Verdict: result.Safe, Property: "f/safe", Entry: "main", Assumptions: []result.Assumption{a("all", "of all", 1), a("two", "of two, here", 2), a("model", "f: does it", 3)}},
		none("f/a"), none("f/b"), none("f/c"), none("f/d"),
		{Verdict: result.Unsafe, Property: "f/bad", Entry: "main", Message: "wrong", Where: &result.Place{File: "d.c", Line: 9}, Waived: &result.Waiver{Reason: "known to be so"},
			Assumptions: []result.Assumption{a("all", "of all", 1), a("two", "of two, there", 4), a("one", "of one", 5)}},
		{Verdict: result.Unknown, Property: "f/bad", Entry: "main", Reason: &result.Reason{Code: "timeout", Text: "the time is over"}, Beside: &result.Beside{Defects: 1, Accepted: 1}},
		{Verdict: result.Safe, Property: "f/\x1b[31m", Entry: "main", Assumptions: []result.Assumption{a("all", "of all", 1), a("model", "g: does it", 3)}},
	}
	write := func(full, colours bool, rs []*result.Result) string {
		var b strings.Builder
		out := NewWriter(&b, full, colours, func(string) int { return len(rs) })
		for _, r := range rs {
			if err := out.Add([]*result.Result{r}); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.End(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	golden(t, "testdata/several.txt", write(false, false, rs))
	golden(t, "testdata/several.full", write(true, false, rs))
	if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(write(false, true, rs), ""); got != write(false, false, rs) {
		t.Errorf("with colours:\n%s", got)
	}
	var one strings.Builder
	if err := Text(&one, rs[0]); err != nil || write(false, false, rs[:1]) != one.String() {
		t.Errorf("one result alone:\n%s", write(false, false, rs[:1]))
	}
	out := NewWriter(&failing{20}, false, false, func(string) int { return 2 })
	if err := out.Add(rs[:1]); err == nil {
		t.Error("a full disk is no error")
	}
}
