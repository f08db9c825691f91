package rules

import (
	"testing"
)

// FuzzRule reads rules, explains them and looks for what can't happen in them.
func FuzzRule(f *testing.F) {
	lib, err := Load()
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range lib.Rules {
		f.Add(r.Text)
	}
	f.Add("// a/b: c\n// Good:\n//\tx\n// Limits:\nstate { enum { A, B = 3 } s = B; bool b = A; } f.call { s, b = $1, s; if (*) reset; else halt; }")
	f.Fuzz(func(_ *testing.T, text string) {
		r, err := parseRule("a/b", "b.slic", text)
		if err != nil {
			return
		}
		_ = r.Explain()
		Lint(r.Spec)
	})
}

// FuzzDriver reads drivers and plants their faults.
func FuzzDriver(f *testing.F) {
	f.Add("// rule: linux/mutex\n// entry: f\nx; // mutant: drop // mutant: twice\n")
	f.Add("// message: a\n// mutant: ")
	f.Fuzz(func(t *testing.T, text string) {
		d := &Driver{File: "x_good.c", Text: text, Safe: true}
		if d.readTop() != nil {
			return
		}
		for _, m := range d.Mutants() {
			if m.Safe || m.Name() == "" {
				t.Errorf("a fault that isn't expected to be found: %q", m.What)
			}
		}
	})
}
