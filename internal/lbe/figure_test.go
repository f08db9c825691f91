package lbe

import (
	"slices"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
)

// Figure 5 of the paper: three nested while loops, with a back-edge cutset of the 5
// locations 0, 9, 1, 3 and 5, and a rule summary of 7. The drawing isn't in our text of the
// paper; this graph fits all that the text says. Its conditions are tested before a loop
// and at its end, as compilers lay loops out.
func TestFigure5(t *testing.T) {
	f := graph([][]int{{1, 9}, {2, 8}, {3}, {4, 7}, {5}, {6}, {5, 7}, {3, 8}, {1, 9}, {}})
	if got := names(BackEdges(f, nil)); got != "0 1 3 5 9" {
		t.Errorf("back edges: %s", got)
	}
	if got := names(RuleCutset(f, nil)); got != "0 1 3 5 7 8 9" {
		t.Errorf("rule: %s", got)
	}
}

// figure5 is the example as C: as it is written, and as a compiler lays it out.
const figure5 = `
extern int a(void), b(void), c(void);
void loops(void) {
	while (a())
		while (b())
			while (c())
				;
}
void laid(void) {
	if (!a())
		return;
	do {
		if (b()) {
			do {
				if (c()) {
					do
						;
					while (c());
				}
			} while (b());
		}
	} while (a());
}
int main(void) { loops(); laid(); return 0; }
`

func TestFigure5InC(t *testing.T) {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(figure5)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name             string
		backEdges, rules int
	}{{"loops", 5, 5}, {"laid", 5, 7}} {
		f := prog.FuncNamed(c.name)
		cuts, rule := BackEdges(f, nil), RuleCutset(f, nil)
		if len(cuts) != c.backEdges || len(rule) != c.rules {
			t.Errorf("%s: %d and %d cutpoints, expected %d and %d", c.name, len(cuts), len(rule), c.backEdges, c.rules)
		}
		if slices.ContainsFunc(cuts, func(n *cil.Node) bool { return !slices.Contains(rule, n) }) {
			t.Errorf("%s: a destination of a back edge isn't among the locations of the rule summary", c.name)
		}
	}
}
