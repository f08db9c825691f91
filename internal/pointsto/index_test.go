package pointsto_test

import (
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// TestIndex adds numbers to pointers: one from the outside counts elements, and is the address of
// what is outside only where the pointer is a constant. A number that holds the address of an object is kept.
func TestIndex(t *testing.T) {
	const decls = `char x[4], y[4]; char *p, *q; unsigned long outside(void), n; int main(void) { n = outside(); `
	for text, want := range map[string]string{
		"p = x + n;":                         "x",
		"p = x - n;":                         "x",
		"q = x; p = q + n % 4;":              "x",
		"n = (unsigned long)y; p = x + n;":   "y, x",
		"p = (char *)0 + n;":                 "outside(void)",
		"p = (char *)16 + n;":                "outside(void), nowhere",
		"p = (char *)n + 1;":                 "outside(void)",
		"p = (char *)n + (unsigned long)&x;": "outside(void), x",
		"p = x + ((unsigned long)y - n);":    "x, y",
	} {
		prog := loadText(t, decls+text+" return p == q; }")
		r := pointsto.Analyze(prog, prog.FuncNamed("main"))
		ts, _ := r.Targets(cil.LoadVar(prog.GlobalNamed("p")))
		var names []string
		for _, u := range ts {
			if name, _, _ := strings.Cut(u.String(), "+"); len(names) == 0 || names[len(names)-1] != name {
				names = append(names, name)
			}
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q: p may lead to %s; want %s", text, got, want)
		}
		for _, err := range r.Sanity() {
			t.Errorf("%q: %v", text, err)
		}
	}
}
