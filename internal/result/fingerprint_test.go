package result

import (
	"slices"
	"strings"
	"testing"
)

// TestFingerprint moves lines, and changes what happens.
func TestFingerprint(t *testing.T) {
	event := func(line int, f, text string) Step {
		return Step{Place: Place{File: "d.c", Line: line}, Func: f, Text: text, Rule: true, Event: true}
	}
	step := func(line int, text string) Step {
		return Step{Place: Place{File: "d.c", Line: line}, Func: "main", Text: text}
	}
	own := Step{Place: Place{File: "lock.slic", Line: 3}, Func: "SLIC_lock_call", Text: "state = 1", Rule: true}
	r := &Result{Verdict: Unsafe, Property: "lock", Entry: "main", Message: "twice", Trace: []Step{
		step(3, "n = 1"), event(4, "main", "lock.call"), own, step(5, "if (n > 0)"), event(9, "f", "lock.call"), own,
	}}
	for _, test := range []struct {
		name   string
		same   bool
		change func(*Result)
	}{
		{"inserted lines", true, func(c *Result) {
			for i := range c.Trace {
				c.Trace[i].Place.Line += 20
			}
		}},
		{"another way to the same event", true, func(c *Result) { c.Trace = c.Trace[1:] }},
		{"an event twice in a row", true, func(c *Result) { c.Trace = slices.Insert(c.Trace, 1, c.Trace[1], own) }},
		{"another event", false, func(c *Result) { c.Trace[4].Text = "unlock.call" }},
		{"another function", false, func(c *Result) { c.Trace[4].Func = "g" }},
		{"another rule", false, func(c *Result) { c.Property = "irql" }},
		{"another message", false, func(c *Result) { c.Message = "thrice" }},
	} {
		c := *r
		c.Trace = slices.Clone(r.Trace)
		test.change(&c)
		if got := c.Fingerprint() == r.Fingerprint(); got != test.same {
			t.Errorf("%s: the same is %v, want %v", test.name, got, test.same)
		}
	}
	a, b := &Result{Property: "reach", Trace: []Step{step(1, "a()"), step(2, "reach_error()")}}, &Result{Property: "reach", Trace: []Step{step(3, "reach_error()")}}
	if a.Fingerprint() != b.Fingerprint() {
		t.Error("without a rule more than the last statement counts")
	}
	if r.Function() != "f" || a.Function() != "main" || (&Result{}).Function() != "" {
		t.Error("the violation's function is another")
	}
}

// TestToldIn has the functions that a defect is told in, and what its JSON form says of its cause.
func TestToldIn(t *testing.T) {
	at := func(file string, line int) Place { return Place{File: file, Line: line} }
	where := at("d.h", 7)
	r := &Result{Verdict: Unsafe, Property: "lock", Entry: "auto", Where: &where, Trace: []Step{
		{Func: "ioctl", Text: "set()", Place: at("d.c", 5)},
		{Func: "set", Text: "lock.call", Event: true, Rule: true, Note: "lock: FREE -> HELD", Depth: 1, Place: at("d.c", 2)},
		{Func: "set", Text: "return 1", Depth: 1, Place: at("d.c", 3), Forgets: "lock is still HELD"},
		{Func: "ioctl", Text: "return 1", Place: at("d.c", 6), Left: "lock is still HELD", Cause: true},
		{Func: "read", Text: "take()", Place: at("d.c", 9)},
		{Func: "take", Text: "lock.call", Event: true, Rule: true, Depth: 1, Place: where},
		{Func: "open", Text: "return 0", Place: at("d.c", 12), Blamed: true},
		{Func: "", Text: "program.end", Event: true, Rule: true},
	}}
	if got := strings.Join(r.In(), " "); got != "open set ioctl read" {
		t.Errorf("told in %s", got)
	}
	text := string(r.JSON())
	for _, want := range []string{`"fingerprint": "` + r.Fingerprint(), `"fingerprint": "` + r.CauseFingerprint(), `"function": "ioctl",` + "\n    " + `"left": "lock is still HELD"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	r.Trace[3].Cause = false
	if text := string(r.JSON()); strings.Contains(text, `"cause"`) || !strings.Contains(text, `"fingerprint"`) {
		t.Errorf("without a cause\n%s", text)
	}
	if r.Verdict = Safe; strings.Contains(string(r.JSON()), "fingerprint") {
		t.Errorf("SAFE has a fingerprint")
	}
}
