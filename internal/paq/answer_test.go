package paq

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/bdd"
	"hardbop/internal/smt"
)

// vars is the number of constants in these tests.
const vars = 4

// table is a set of valuations of them.
type table [1 << vars]bool

func drawTable(t *rapid.T) table {
	var s table
	copy(s[:], rapid.SliceOfN(rapid.Bool(), len(s), len(s)).Draw(t, "table"))
	return s
}

func values(v int) []bool {
	vs := make([]bool, vars)
	for i := range vs {
		vs[i] = v>>i&1 == 1
	}
	return vs
}

// answer makes the answer of the set, valuation by valuation in the given order.
func (s table) answer(order []int) *Answer {
	m := newDiagrams(vars, bdd.Config{})
	f := bdd.False
	for _, v := range order {
		var lits []bdd.Literal
		for i, x := range values(v) {
			lits = append(lits, bdd.Literal{Var: i, Value: x})
		}
		if s[v] {
			f = m.Or(f, bdd.Conjunction(m, lits))
		}
	}
	return newAnswer(m, f, vars)
}

// TestAnswer: an answer is the same, whatever it was made from first, and all views of it are
// of the same set.
func TestAnswer(t *testing.T) {
	var inOrder []int
	for v := range 1 << vars {
		inOrder = append(inOrder, v)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := drawTable(t)
		a, b := s.answer(inOrder), s.answer(rapid.Permutation(inOrder).Draw(t, "order"))
		if !a.Equal(b) {
			t.Fatalf("%v and %v", a, b)
		}
		other := drawTable(t)
		if a.Equal(other.answer(inOrder)) != (s == other) {
			t.Fatalf("%v and %v: equal is wrong", s, other)
		}
		count := int64(0)
		cubes, err := a.Cubes(1 << vars)
		if err != nil {
			t.Fatal(err)
		}
		for v, in := range s {
			if in {
				count++
			}
			if a.Holds(values(v)) != in || anyHolds(cubes, values(v)) != in || termHolds(a, values(v)) != in {
				t.Fatalf("%d of %v is wrong", v, s)
			}
		}
		if a.Minterms().Int64() != count || a.IsEmpty() != (count == 0) {
			t.Fatalf("%v: %s minterms", s, a.Minterms())
		}
		if got := a.Support(); !slices.Equal(got, s.support()) {
			t.Fatalf("%v depends on %v", s, got)
		}
	})
}

func anyHolds(cubes []Cube, vs []bool) bool {
	return slices.ContainsFunc(cubes, func(c Cube) bool {
		return !slices.ContainsFunc(c, func(l Literal) bool { return vs[l.Var] != l.Value })
	})
}

// termHolds evaluates the answer as a formula.
func termHolds(a *Answer, vs []bool) bool {
	f, m := smt.NewFactory(), smt.NewModel()
	var important []smt.Term
	for i, v := range vs {
		important = append(important, f.Var(string(rune('a'+i)), f.BoolSort()))
		m.Set(important[i], f.BoolValue(v))
	}
	return f.Eval(m, a.Term(f, important)).Bool()
}

// support returns the constants that matter.
func (s table) support() []int {
	places := []int{}
	for i := range vars {
		for v := range s {
			if s[v] != s[v^1<<i] {
				places = append(places, i)
				break
			}
		}
	}
	return places
}

// TestTooManyCubes: parity has no short list of cubes, but a small diagram.
func TestTooManyCubes(t *testing.T) {
	m := newDiagrams(40, bdd.Config{})
	f := bdd.False
	for v := range 40 {
		f = m.Xor(f, m.Var(v))
	}
	a := newAnswer(m, f, 40)
	if _, err := a.Cubes(1000); err == nil {
		t.Error("all cubes were found")
	}
	if nodes, _ := a.Nodes(); len(nodes) != 79 || a.Minterms().Int64() != 1<<39 {
		t.Errorf("%d nodes, %s minterms", len(nodes), a.Minterms())
	}
}
