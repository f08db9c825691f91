package c2bp

import (
	"math/rand/v2"
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/cil"
)

// TestDecideIsExact compares F(e) and F(!e), without a limit on cubes, with what trying
// all states says: where an element valuation belongs to states that all satisfy e,
// F(e) holds, and nowhere else.
func TestDecideIsExact(t *testing.T) {
	nontrivial := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		b := newBuilder(t)
		f := b.begin("main")
		g := &drawn{b: b, r: r, vars: []*cil.Var{b.local("x"), b.local("y"), b.local("z")}}
		b.ret(b.k(0))
		var els []*element
		for range 1 + r.IntN(4) {
			els = append(els, newPlain(f, g.condition(0)))
		}
		e := g.condition(2)
		if d, asked := decideAll(b, f, els, e); asked {
			nontrivial += compareBrute(t, seed, g.vars, els, e, d)
		}
	}
	if nontrivial < 100 {
		t.Errorf("only %d cases in which F is neither true nor false", nontrivial)
	}
}

// decideAll decides e over the elements, all questions answered. It says false if no
// element can matter for e: then the prover isn't asked, even if e holds always or never.
func decideAll(b *builder, f *cil.Func, els []*element, e cil.Expr) (decision, bool) {
	ab := New(Input{Prog: b.prog, Entry: f}, Options{CubeLength: -1}, enumerator{}, enumerator{})
	v := ab.newView(els)
	v.decide(e)
	ab.answer(ab.asked)
	ab.answering = true
	return v.decide(e), len(v.cone(e)) > 0
}

// compareBrute goes through all states. It returns 1 if F(e) depends on the elements.
func compareBrute(t *testing.T, seed uint64, vars []*cil.Var, els []*element, e cil.Expr, d decision) int {
	t.Helper()
	type values struct{ some, all bool } // some state satisfies e; all do
	seen := map[uint]*values{}
	states(vars, func(env map[*cil.Var]int64) {
		k := uint(0)
		for i, el := range els {
			k |= uint(eval(el.pred, env)) << i
		}
		if seen[k] == nil {
			seen[k] = &values{all: true}
		}
		holds := eval(e, env) != 0
		seen[k].some = seen[k].some || holds
		seen[k].all = seen[k].all && holds
	})
	must, mustNot := 0, 0
	for k, s := range seen {
		in := func(x *boolprog.Expr) bool { return holdsAt(x, els, k) }
		if in(d.must) != s.all || in(d.mustNot) != !s.some {
			t.Fatalf("seed %d: of %s the elements %b know %v and %v; all states satisfy it: %v, some: %v\nF(e) = %v, F(!e) = %v",
				seed, cil.ExprString(e), k, in(d.must), in(d.mustNot), s.all, s.some, d.must, d.mustNot)
		}
		if s.all {
			must++
		}
		if !s.some {
			mustNot++
		}
	}
	if must > 0 && must < len(seen) || mustNot > 0 && mustNot < len(seen) {
		return 1
	}
	return 0
}

// states calls do for all values from -3 to 3.
func states(vars []*cil.Var, do func(map[*cil.Var]int64)) {
	env := map[*cil.Var]int64{}
	var rec func(i int)
	rec = func(i int) {
		if i == len(vars) {
			do(env)
			return
		}
		for k := int64(-3); k <= 3; k++ {
			env[vars[i]] = k
			rec(i + 1)
		}
	}
	rec(0)
}

// holdsAt evaluates a formula with element i true if bit i of k is set.
func holdsAt(x *boolprog.Expr, els []*element, k uint) bool {
	switch x.Op {
	case boolprog.OpTrue:
		return true
	case boolprog.OpVar:
		for i, el := range els {
			if el.names[0] == x.Ref.Name {
				return k>>i&1 == 1
			}
		}
	case boolprog.OpNot:
		return !holdsAt(x.Args[0], els, k)
	case boolprog.OpAnd, boolprog.OpOr:
		for _, a := range x.Args {
			if holdsAt(a, els, k) == (x.Op == boolprog.OpOr) {
				return x.Op == boolprog.OpOr
			}
		}
		return x.Op == boolprog.OpAnd
	}
	return false
}

// drawn draws conditions.
type drawn struct {
	b    *builder
	r    *rand.Rand
	vars []*cil.Var
}

// condition draws a comparison, or a connective up to the given depth.
func (g *drawn) condition(depth int) cil.Expr {
	switch k := g.r.IntN(4); {
	case depth > 0 && k == 0:
		return &cil.Unary{Op: cil.LogNot, X: g.condition(depth - 1), T: g.b.int()}
	case depth > 0 && k < 3:
		op := []cil.BinOp{cil.LAnd, cil.LOr}[g.r.IntN(2)]
		return g.b.bin(op, g.condition(depth-1), g.condition(depth-1))
	}
	return g.b.bin(comparisons[g.r.IntN(len(comparisons))], g.sum(), g.sum())
}

func (g *drawn) sum() cil.Expr {
	x := cil.Expr(cil.LoadVar(g.vars[g.r.IntN(len(g.vars))]))
	switch g.r.IntN(4) {
	case 0:
		return g.b.k(int64(g.r.IntN(5) - 2))
	case 1:
		return g.b.bin(cil.Add, x, g.b.k(int64(g.r.IntN(3)-1)))
	case 2:
		return g.b.bin(cil.Sub, x, cil.LoadVar(g.vars[g.r.IntN(len(g.vars))]))
	}
	return x
}
