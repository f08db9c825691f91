package c2bp

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// TestManyEquations has more ways along equations than can be followed, none of which leads
// from one side of the question to the other: only an inequation joins them.
func TestManyEquations(t *testing.T) {
	backend := need.Backend(t)
	var vars, preds []string
	for i := range 9 {
		vars = append(vars, fmt.Sprintf("x%d = nondet(), y%d = nondet()", i, i))
		for k := range 9 {
			preds = append(preds, fmt.Sprintf("x%d == y%d", i, k))
		}
	}
	s := newSubject(t, "void bad(void); int nondet(void); int main(void) { int z = nondet(), "+strings.Join(vars, ", ")+
		"; if (x0 == z) bad(); return 0; }", false)
	set, err := pred.Parse(s.prog, "t.preds", "hardbop-predicates 1\nmain { x0 < z, "+strings.Join(preds, ", ")+" }")
	if err != nil {
		t.Fatal(err)
	}
	s.opt.CubeLength = 10
	in := s.in
	in.Targets = callsOf(s.prog, "bad")
	New(in, s.opt, NewProver(backend, s.prog, enc.Options{})).Abstract(set)
}
