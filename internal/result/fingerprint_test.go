package result

import (
	"slices"
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
