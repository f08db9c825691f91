package slic

import (
	"slices"
	"strings"
	"testing"
)

// TestBeginners has rules with an object that is any from the start, and lists the events by whose
// values it can be told where that matters.
func TestBeginners(t *testing.T) {
	for _, c := range []struct{ rule, want string }{
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x == 1) abort; x = 0; }`, "SLIC_acquire_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x == 1 && y == 0) abort; if (!(x == 0)) halt; }`, "SLIC_acquire_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x == 0) abort; }`, "SLIC_acquire_call SLIC_release_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (*) x = y + 1; }`, "SLIC_acquire_call SLIC_release_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (*) halt; else x = 1; }`, "SLIC_acquire_call SLIC_release_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x == 1) reset; else x, y = y, x; }`, "SLIC_acquire_call SLIC_release_call"},
		{`acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x > 0) y = x; } program.end { if (x == 1) abort; }`, "SLIC_acquire_call"},
		{`acquire.call [guard $1] { x = 1; } release.call { y = 1; }`, "any"},
		{`acquire.call [guard $1] { x = 1; } program.end { if (y == 0) abort; }`, "any"},
	} {
		s := newScenario(t)
		s.lock("acquire", false, 1)
		s.lock("release", false, 1)
		spec, err := Parse("rule.slic", "state { int x = 0; int y = 0; } watch any; "+c.rule)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Instrument(s.prog, spec, Config{Entry: s.entry}); err != nil {
			t.Fatal(err)
		}
		got := "any"
		for _, v := range s.prog.Globals {
			if v.Among != nil {
				var names []string
				for _, w := range v.Among.Vars {
					names = append(names, w.Func.Name)
				}
				slices.Sort(names)
				got = strings.Join(names, " ")
			}
		}
		if got != c.want {
			t.Errorf("%s: something begins at %s; want %s", c.rule, got, c.want)
		}
	}
}
