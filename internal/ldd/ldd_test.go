package ldd

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestOperations compares diagrams of formulas with their values in all states of a box.
func TestOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		f := drawFormula(t, drawTheory(t), 4)
		n := f.node(w)
		if c := w.complaint(n, f.holds); c != "" {
			t.Fatalf("%s is %s: %s", f, w.Format(n), c)
		}
	})
}

// TestNegation: not, or and ite over and, and both ways to build one formula, are one node.
func TestNegation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		f, g, h := drawFormula(t, general, 2).node(w), drawFormula(t, general, 2).node(w), drawFormula(t, general, 2).node(w)
		for _, pair := range [][2]Node{
			{w.Or(f, g), w.Not(w.And(w.Not(f), w.Not(g)))},
			{w.Ite(f, g, h), w.Or(w.And(f, g), w.And(w.Not(f), h))},
			{w.Iff(f, g), w.Ite(f, g, w.Not(g))},
			{w.Imp(f, g), w.Or(w.Not(f), g)},
			{w.And(f, w.Or(g, h)), w.Or(w.And(f, g), w.And(f, h))},
		} {
			if pair[0] != pair[1] {
				t.Fatalf("%s and %s", w.Format(pair[0]), w.Format(pair[1]))
			}
		}
	})
}

// existsIn says whether f holds for some values in the box of what is marked.
func existsIn(f *formula, bools, ints []int) func(state) bool {
	holds := f.holds
	for _, p := range bools {
		inner := holds
		holds = func(s state) bool {
			for _, v := range []bool{false, true} {
				if s.bools[p] = v; inner(s) {
					return true
				}
			}
			return false
		}
	}
	for _, x := range ints {
		inner := holds
		holds = func(s state) bool {
			for v := int64(-box); v <= box; v++ {
				if s.ints[x] = v; inner(s) {
					return true
				}
			}
			return false
		}
	}
	return holds
}

// subset draws some of the numbers below n.
func subset(t *rapid.T, n int) []int {
	var list []int
	for i := range n {
		if rapid.Bool().Draw(t, "in") {
			list = append(list, i)
		}
	}
	return list
}

func (w *world) vars(bools, ints []int) []Var {
	var list []Var
	for _, p := range bools {
		list = append(list, w.bools[p])
	}
	for _, x := range ints {
		list = append(list, w.ints[x])
	}
	return list
}

// TestExists eliminates Booleans and integers, in both orders of work: all at once, and
// early from a list of conjuncts.
func TestExists(t *testing.T) {
	answers, refusals := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		th := drawTheory(t)
		bools, ints := subset(t, numBools), subset(t, numInts)
		f, g := drawFormula(t, th, 3), drawFormula(t, th, 2)
		all := boxed(join("and", f, g), ints...)
		early := rapid.Bool().Draw(t, "early")
		var n Node
		err := w.Guard(func() {
			if early {
				n = w.Eliminate([]Node{f.node(w), g.node(w), boxed(join("or", f, join("not", f)), ints...).node(w)}, w.vars(bools, ints))
			} else {
				n = w.Exists(all.node(w), w.vars(bools, ints)...)
			}
		})
		if err != nil {
			refusals++
			if th <= utvpi {
				t.Fatalf("%s: %v", all, err)
			}
			return
		}
		answers++
		if c := w.complaint(n, existsIn(all, bools, ints)); c != "" {
			t.Fatalf("exists %v %v: %s is %s: %s", bools, ints, all, w.Format(n), c)
		}
		for _, v := range w.Support(n) {
			if slices.Contains(w.vars(bools, ints), v) {
				t.Fatalf("%s is still in %s", w.Name(v), w.Format(n))
			}
		}
	})
	if answers < refusals {
		t.Errorf("%d answers, %d refusals", answers, refusals)
	}
	t.Log(answers, "answers,", refusals, "refusals")
}

// TestSatisfiability compares with a search through the box.
func TestSatisfiability(t *testing.T) {
	answers, refusals := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		th := drawTheory(t)
		f := boxed(join("and", drawFormula(t, th, 3), drawFormula(t, th, 2)), 0, 1, 2)
		n := f.node(w)
		want := slices.ContainsFunc(states, f.holds)
		var got bool
		var model Model
		err := w.Guard(func() { model, got = w.Model(n) })
		switch {
		case err != nil:
			refusals++
			if th <= utvpi {
				t.Fatalf("%s: %v", f, err)
			}
		case got != want || got && !w.Eval(n, model) || w.IsSat(n) != want:
			t.Fatalf("%s: %v, %v", f, got, model)
		default:
			answers++
		}
	})
	if answers < 10*refusals {
		t.Errorf("%d answers, %d refusals", answers, refusals)
	}
	t.Log(answers, "answers,", refusals, "refusals")
}

// TestImplication compares with a search through the box.
func TestImplication(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		f := boxed(drawFormula(t, utvpi, 3), 0, 1, 2)
		g := boxed(drawFormula(t, utvpi, 3), 0, 1, 2)
		implies, equal := true, true
		for _, s := range states {
			implies = implies && (!f.holds(s) || g.holds(s))
			equal = equal && f.holds(s) == g.holds(s)
		}
		nf, ng := f.node(w), g.node(w)
		if got := w.Implies(nf, ng); got != implies {
			t.Fatalf("%s implies %s: %v", f, g, got)
		}
		if got := w.Equivalent(nf, ng); got != equal {
			t.Fatalf("%s is %s: %v", f, g, got)
		}
	})
}

// TestReorder sifts and expects formulas to keep their nodes and meanings.
func TestReorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		th := drawTheory(t)
		f, g := drawFormula(t, th, 4), drawFormula(t, th, 3)
		nf, ng := w.Ref(f.node(w)), g.node(w)
		drawFormula(t, th, 3).node(w) // becomes garbage
		w.Reorder(ng)
		for _, x := range []struct {
			f *formula
			n Node
		}{{f, nf}, {g, ng}} {
			if c := w.complaint(x.n, x.f.holds); c != "" {
				t.Fatalf("%s is %s: %s", x.f, w.Format(x.n), c)
			}
			if again := x.f.node(w); again != x.n {
				t.Fatalf("%s is %s, and built again %s", x.f, w.Format(x.n), w.Format(again))
			}
		}
	})
}

// TestSwaps exchanges terms at random and expects canonical diagrams with right counts of
// edges.
func TestSwaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		f := drawFormula(t, drawTheory(t), 4)
		n := f.node(w)
		w.Collect(n)
		if len(w.order) < 2 {
			return
		}
		s := newSifter(w.Manager, []Node{n})
		for range 10 {
			s.swap(rapid.IntRange(0, len(w.order)-2).Draw(t, "level"))
			if c := w.complaint(n, f.holds); c != "" {
				t.Fatalf("%s is %s: %s", f, w.Format(n), c)
			}
			if fresh := newSifter(w.Manager, []Node{n}); !slices.Equal(fresh.refs, s.refs) || w.used != 1+w.NodeCount(n) {
				t.Fatalf("edges %v, counted %v, %d nodes", fresh.refs, s.refs, w.used)
			}
		}
	})
}

// TestNormalForm is a table of constraints and what they are.
func TestNormalForm(t *testing.T) {
	w := newWorld(Config{})
	x, y := w.ints[0], w.ints[1]
	for _, c := range []struct {
		sum  []Monomial
		k    int64
		want string
	}{
		{[]Monomial{Times(1, x)}, 3, "[x0 <= 3]"},
		{[]Monomial{Times(-1, x)}, 3, "![x0 <= -4]"},
		{[]Monomial{Times(2, x)}, 3, "[x0 <= 1]"},
		{[]Monomial{Times(2, x)}, -3, "[x0 <= -2]"},
		{[]Monomial{Times(-2, x)}, -3, "![x0 <= 1]"},
		{[]Monomial{Times(1, y), Times(-1, x)}, 0, "![x0 - x1 <= -1]"},
		{[]Monomial{Times(4, x), Times(6, y)}, 7, "[2*x0 + 3*x1 <= 3]"},
		{[]Monomial{Times(4, y), Times(3, x), Times(-4, y)}, 7, "[x0 <= 2]"},
		{[]Monomial{Times(1, x), Times(-1, x)}, 0, "true"},
		{[]Monomial{Times(1, x), Times(-1, x)}, -1, "false"},
		{nil, 0, "true"},
	} {
		n := w.AtMost(c.sum, big.NewInt(c.k))
		if got := w.Format(n); got != c.want {
			t.Errorf("%v <= %d is %s, want %s", c.sum, c.k, got, c.want)
		}
	}
	n := w.And(w.AtMost([]Monomial{Times(1, x)}, big.NewInt(3)), w.AtMost([]Monomial{Times(1, x)}, big.NewInt(5)))
	if got := w.Format(n); got != "[x0 <= 3]" {
		t.Errorf("x0 <= 3 and x0 <= 5 is %s", got)
	}
	n = w.Equal([]Monomial{Times(2, x)}, big.NewInt(3))
	if n != False {
		t.Errorf("2*x0 = 3 is %s", w.Format(n))
	}
}

// TestRefusals is a table of what has no exact answer, and of its close kin that has.
func TestRefusals(t *testing.T) {
	w := newWorld(Config{})
	x, y, z := w.ints[0], w.ints[1], w.ints[2]
	equal := func(k int64, sum ...Monomial) Node { return w.Equal(sum, big.NewInt(k)) }
	atMost := func(k int64, sum ...Monomial) Node { return w.AtMost(sum, big.NewInt(k)) }
	for _, c := range []struct {
		name string
		f    Node
		want string // the result or a part of the error
	}{
		{"x is even", equal(0, Times(1, y), Times(-2, x)), "a variable can't be eliminated exactly: [2*x0 - x1 <= 0 -2*x0 + x1 <= 0]"},
		{"y and z around an even number", w.And(atMost(0, Times(2, x), Times(-1, y)), atMost(0, Times(1, z), Times(-2, x))), "exactly"},
		{"a gap with an even number", w.And(atMost(1, Times(2, x), Times(-1, y)), atMost(0, Times(1, y), Times(-2, x))), "true"},
		{"an even number in a gap without", w.And(atMost(5, Times(2, x)), atMost(-5, Times(-2, x))), "false"},
		{"two halves", equal(0, Times(1, x), Times(-2, y)), "true"},
		{"a third", w.And(atMost(0, Times(3, x), Times(-1, y)), atMost(0, Times(1, z), Times(-1, x))), "[x1 - 3*x2 <= -1]"},
	} {
		w := w
		var got Node
		err := w.Guard(func() { got = w.Exists(c.f, x) })
		var refusal *RefusalError
		switch {
		case err != nil && (!errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && !strings.Contains(w.Format(got), c.want):
			t.Errorf("%s: %s, want %s", c.name, w.Format(got), c.want)
		}
	}
	if w.Stats().Refusals != 2 {
		t.Errorf("%d refusals", w.Stats().Refusals)
	}
}

// TestLargeNumbers has coefficients and bounds beyond 64 bits, and beyond any measure.
func TestLargeNumbers(t *testing.T) {
	w := newWorld(Config{})
	x, y := w.ints[0], w.ints[1]
	huge := new(big.Int).Lsh(big.NewInt(1), 64)
	one := big.NewInt(1)
	f := w.And(w.AtMost([]Monomial{{one, x}}, huge), w.AtMost([]Monomial{{big.NewInt(-1), x}}, new(big.Int).Neg(huge)))
	model, ok := w.Model(f)
	if !ok || model.Ints[x].Cmp(huge) != 0 {
		t.Errorf("x = 2^64: %v, %v", model, ok)
	}
	wrap := w.Equal([]Monomial{{one, x}, {new(big.Int).Neg(huge), y}}, big.NewInt(5)) // x = y*2^64 + 5
	f = w.And(wrap, w.Equal([]Monomial{{one, y}}, big.NewInt(3)))
	want := w.Equal([]Monomial{{one, x}}, new(big.Int).Add(new(big.Int).Mul(huge, big.NewInt(3)), big.NewInt(5)))
	if got := w.Exists(f, y); got != want {
		t.Errorf("%s, want %s", w.Format(got), w.Format(want))
	}
	monster := new(big.Int).Lsh(one, 600)
	f = w.And(w.AtMost([]Monomial{{monster, x}, {one, y}}, one), w.AtMost([]Monomial{{new(big.Int).Neg(new(big.Int).Add(monster, one)), x}, {one, w.ints[2]}}, one))
	err := w.Guard(func() { w.Exists(f, x) })
	var refusal *RefusalError
	if !errors.As(err, &refusal) || refusal.Reason != ReasonSize {
		t.Errorf("a monster: %v", err)
	}
}

// TestLimits runs into each limit and goes on.
func TestLimits(t *testing.T) {
	stopped := errors.New("stopped")
	for name, c := range map[string]Config{
		"nodes": {MaxNodes: 200},
		"steps": {MaxSteps: 1000},
		"stop":  {Stop: func() error { return stopped }},
	} {
		m := New(c)
		err := m.Guard(func() { pairs(m, 12) })
		var limit *LimitError
		if name == "stop" && !errors.Is(err, stopped) || name != "stop" && (!errors.As(err, &limit) || limit.What != name) {
			t.Errorf("%s: %v", name, err)
		}
		m.Collect()
		if m.Stats().Nodes != 1 {
			t.Errorf("%s: %d nodes are left", name, m.Stats().Nodes)
		}
	}
}

// pairs returns the conjunction of a[i] <-> x[i] <= i, all a before all x: it doubles with
// each pair.
func pairs(m *Manager, n int) Node {
	var a []Node
	for range n {
		a = append(a, m.Bool(m.NewBool("a")))
	}
	f := True
	for i := range n {
		x := m.NewInt("x")
		f = m.And(f, m.Iff(a[i], m.AtMost([]Monomial{Times(1, x)}, big.NewInt(int64(i)))))
	}
	return f
}

// TestReorderShrinks: with the right order, pairs has 3 nodes for each.
func TestReorderShrinks(t *testing.T) {
	m := New(Config{})
	f := pairs(m, 10)
	before := m.NodeCount(f)
	m.Reorder(f)
	if after := m.NodeCount(f); before < 1000 || after > 30 || m.malformed(f) != "" {
		t.Errorf("%d nodes, then %d; %s", before, after, m.malformed(f))
	}
}

// residue returns the formula that the cubes of the Booleans' numbers, summed up, leave the
// rest 0 by a modulus.
func residue(m *Manager, bools []Node, modulus int) Node {
	rests := make([]Node, modulus) // by the rest so far, from the last Boolean on
	rests[0] = True
	for i, b := range bools {
		next := make([]Node, modulus)
		for r := range next {
			next[r] = m.Ite(b, rests[(r+i*i*i)%modulus], rests[r])
		}
		rests = next
	}
	return rests[0]
}

// TestReorderGoesOn: an operation that needs many nodes in any order isn't begun again for ever.
func TestReorderGoesOn(t *testing.T) {
	m := New(Config{Reorder: true, MaxSteps: 2_000_000})
	var vars []Var
	var bools []Node
	for range 26 {
		vars = append(vars, m.NewBool("a"))
		bools = append(bools, m.Bool(vars[len(vars)-1]))
	}
	f, g := residue(m, bools, 97), residue(m, bools, 101)
	m.Collect(f, g)
	m.Ref(f)
	m.Ref(g)
	err := m.Guard(func() {
		got := m.Eliminate([]Node{f, g}, vars[:1])
		if want := m.quantifier(vars[:1]).andExist(f, g); got != want {
			t.Errorf("%d nodes, expected %d", m.NodeCount(got), m.NodeCount(want))
		}
	})
	if n := m.Stats().Reorderings; err != nil || n < 1 || n > 10 {
		t.Errorf("%v after %d reorderings", err, n)
	}
}

// TestCubes: cubes of a formula exclude each other and make it up.
func TestCubes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(Config{})
		f := drawFormula(t, general, 3).node(w)
		union := False
		for cube := range w.Cubes(f) {
			c := True
			for _, l := range cube {
				var atom Node
				if l.Sum != nil {
					atom = w.AtMost(l.Sum, l.Bound)
				} else {
					atom = w.Bool(l.Bool)
				}
				if !l.Value {
					atom = w.Not(atom)
				}
				c = w.And(c, atom)
			}
			if w.And(c, union) != False {
				t.Fatalf("%s has cubes that overlap", w.Format(f))
			}
			union = w.Or(union, c)
		}
		if union != f {
			t.Fatalf("%s has the cubes of %s", w.Format(f), w.Format(union))
		}
	})
}
