package rules

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/slic"
)

// show writes a machine, an edge a line.
func show(m *Machine) string {
	if m == nil {
		return "none"
	}
	var b strings.Builder
	for _, e := range m.Edges {
		to := "more"
		switch {
		case e.To >= 0:
			to = strings.Join(m.States[e.To], ",")
		case e.To == Violation:
			to = "violation"
		}
		fmt.Fprintf(&b, "%s %s %s\n", strings.Join(m.States[e.From], ","), e.Event, to)
	}
	return b.String()
}

// TestMachine draws rules as automata, where they are any.
func TestMachine(t *testing.T) {
	for name, c := range map[string]struct{ rule, want string }{
		"lock": {`state { enum { FREE, HELD } s = FREE; }
lock.call { if (s == HELD) abort "twice"; s = HELD; }
unlock.call { s = FREE; }`, `FREE lock.call HELD
FREE unlock.call FREE
HELD lock.call violation
HELD unlock.call FREE
`},
		"a counter with an end": {`state { int n = 0; }
f.call { n = n + 1; if (n == 2) abort; }`, "0 f.call 1\n1 f.call violation\n"},
		"a counter without an end": {`state { int n = 0; } f.call { n = n + 1; } g.call { if (n == 0) abort; }`, "0 f.call 1\n0 g.call violation\n1 f.call 2\n1 g.call 1\n2 f.call more\n2 g.call 2\n"},
		"a large initial value":    {`state { int n = 9; } f.call { n = 0; }`, "9 f.call 0\n0 f.call 0\n"},
		"an argument decides":      {`state { bool b = 0; } f.return { if ($return != 0) b = 1; }`, "0 f.return 1\n0 f.return 0\n1 f.return 1\n"},
		"a value from outside":     {`state { int n = 0; } f.call { n = $1; }`, "none"},
		"a pointer":                {`state { void *p = 0; bool b = 0; } f.call { b = 1; }`, "none"},
		"no state":                 {`f.call { abort; }`, "none"},
	} {
		spec, err := slic.Parse("r.slic", c.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := show(MachineOf(spec)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
