package paqtest

import (
	"fmt"
	"math/rand/v2"

	"hardbop/internal/paq"
	"hardbop/internal/smt"
)

// Size says how large and how hard queries are.
type Size struct {
	Locations int   // of the fragment, at least 2
	Vars      int   // program variables
	Preds     int   // predicates at each end
	Coef      int64 // the largest coefficient; 1 keeps atoms to sums and differences
	Const     int64 // the largest constant
	Bound     int64 // variables are from -Bound to Bound at each point; 0 for all integers
	Wide      int   // variables in an atom or in a sum that is assigned, at most; 0 is 2 and 1
	Odd       bool  // with choices between integers, functions, divisions
	Islands   bool  // predicates and assignments are over one variable
}

// Fragment returns the query of a random fragment, in the form of the paper's EDGEQUERY. It is
// a function of the seed and the size.
func Fragment(f *smt.Factory, seed uint64, size Size) *paq.Query {
	g := &fragment{f: f, size: size, r: rand.New(rand.NewPCG(seed, 1)),
		q: &paq.Query{Factory: f, Name: fmt.Sprintf("fragment %d", seed)}}
	g.build()
	return g.q
}

// fragment is a query in the making.
type fragment struct {
	f       *smt.Factory
	size    Size
	r       *rand.Rand
	q       *paq.Query
	flow    []smt.Term // assignments
	rules   []smt.Term // R_l
	bounds  []smt.Term
	env     [][]smt.Term // at each location's end: the version of each variable
	version int
}

// build makes the fragment of locations 0, 1, ..., each of which is reached from one or two
// earlier ones, of which one is its neighbour.
func (g *fragment) build() {
	entry := make([]smt.Term, g.size.Vars)
	for v := range entry {
		entry[v] = g.fresh(v)
	}
	g.env = append(g.env, g.assigned(entry))
	g.q.Locations = append(g.q.Locations, g.location(0))
	for l := 1; l < g.size.Locations; l++ {
		g.q.Locations = append(g.q.Locations, g.location(l))
		g.join(l)
	}
	last := g.size.Locations - 1
	g.q.Conjuncts = append(g.q.Conjuncts, g.flow...)
	g.q.Conjuncts = append(g.q.Conjuncts, g.bounds...)
	g.q.Conjuncts = append(g.q.Conjuncts, g.rules...)
	g.q.Conjuncts = append(g.q.Conjuncts, g.location(last))
	g.predicates(entry, g.env[last])
	if g.size.Odd && g.size.Preds > 0 {
		g.invariants(entry)
	}
}

func (g *fragment) location(l int) smt.Term { return g.f.Var(fmt.Sprintf("B%d", l), g.f.BoolSort()) }

// fresh returns a new version of variable v.
func (g *fragment) fresh(v int) smt.Term {
	g.version++
	x := g.f.Var(fmt.Sprintf("x%d.%d", v, g.version), g.f.IntSort())
	if b := g.size.Bound; b > 0 {
		g.bounds = append(g.bounds, g.f.Le(g.f.Int64(-b), x), g.f.Le(x, g.f.Int64(b)))
	}
	return x
}

// join adds location l with its constraint: an edge from one or two earlier locations, with
// guards, and new versions of variables that come in different ones.
func (g *fragment) join(l int) {
	from := []int{l - 1}
	if l > 1 && g.r.IntN(3) > 0 {
		from = append(from, max(0, l-2-g.r.IntN(3)))
	}
	merged := make([]smt.Term, g.size.Vars)
	same := make([]bool, g.size.Vars)
	for v := range merged {
		if merged[v] = g.env[from[0]][v]; len(from) > 1 && g.env[from[1]][v] != merged[v] {
			merged[v] = g.fresh(v)
		} else {
			same[v] = true
		}
	}
	var edges []smt.Term
	for _, p := range from {
		parts := []smt.Term{g.location(p)}
		if g.r.IntN(4) > 0 {
			parts = append(parts, g.condition(g.env[p]))
		}
		for v, m := range merged {
			if !same[v] {
				parts = append(parts, g.f.Eq(m, g.env[p][v]))
			}
		}
		edges = append(edges, g.f.And(parts...))
	}
	g.rules = append(g.rules, g.f.Implies(g.location(l), g.f.Or(edges...)))
	g.env = append(g.env, g.assigned(merged))
}

// assigned returns the versions after an assignment or none.
func (g *fragment) assigned(env []smt.Term) []smt.Term {
	out := append([]smt.Term(nil), env...)
	if g.r.IntN(4) == 0 {
		return out
	}
	v := g.r.IntN(len(env))
	x := g.fresh(v)
	if g.r.IntN(6) > 0 { // else any value
		g.flow = append(g.flow, g.f.Eq(x, g.value(env, v)))
	}
	out[v] = x
	return out
}

// value returns what variable v gets.
func (g *fragment) value(env []smt.Term, v int) smt.Term {
	f := g.f
	from := g.any(env)
	if g.size.Islands {
		from = env[v]
	}
	c := f.Int64(g.constant())
	switch kind := g.r.IntN(6); {
	case kind == 0:
		return c
	case kind == 1 && g.size.Wide > 1 && !g.size.Islands:
		return f.Add(from, g.any(env))
	case kind == 2 && g.size.Odd:
		cond := g.condition(env)
		return f.Add(f.Ite(cond, from, c), f.Ite(cond, f.Int64(g.constant()), env[v]))
	case kind == 3 && g.size.Odd:
		return f.Apply("f", f.IntSort(), from)
	case kind == 4 && g.size.Odd:
		return f.Mod(from, f.Int64(2+g.r.Int64N(3)))
	case kind == 5 && g.size.Odd:
		return f.Div(from, f.Int64(2+g.r.Int64N(3)))
	}
	return f.Add(from, c)
}

func (g *fragment) constant() int64 { return g.r.Int64N(2*g.size.Const+1) - g.size.Const }

// atom returns a random comparison.
func (g *fragment) atom(env []smt.Term) smt.Term {
	n := 1 + g.r.IntN(max(g.size.Wide, 2))
	if g.size.Islands {
		n = 1
	}
	var parts []smt.Term
	for range n {
		c := 1 + g.r.Int64N(max(g.size.Coef, 1))
		if g.r.IntN(2) == 0 {
			c = -c
		}
		parts = append(parts, g.f.Mul(g.f.Int64(c), g.any(env)))
	}
	sum, bound := g.f.Add(parts...), g.f.Int64(g.constant())
	if g.r.IntN(3) == 0 {
		return g.f.Eq(sum, bound)
	}
	return g.f.Le(sum, bound)
}

// condition returns a random guard: a comparison or, of an odd fragment, some together.
func (g *fragment) condition(env []smt.Term) smt.Term {
	f, a := g.f, g.atom(env)
	if !g.size.Odd {
		return a
	}
	switch b := g.atom(env); g.r.IntN(6) {
	case 0:
		return f.Iff(a, b)
	case 1:
		return f.Or(a, b)
	case 2:
		return f.Ite(a, b, g.atom(env))
	case 3:
		return f.Xor(a, f.Var("choice", f.BoolSort()))
	}
	return a
}

// invariants adds rules that speak of important constants.
func (g *fragment) invariants(entry []smt.Term) {
	f, b := g.f, g.q.Important
	pick := func() smt.Term { return b[g.r.IntN(len(b))] }
	g.q.Conjuncts = append(g.q.Conjuncts,
		f.Or(pick(), f.Not(pick()), g.condition(entry)),
		f.Le(g.any(entry), f.Ite(pick(), g.any(entry), f.Int64(g.constant()))),
		f.Iff(pick(), f.Or(pick(), pick())))
}

// any returns a variable.
func (g *fragment) any(env []smt.Term) smt.Term { return env[g.r.IntN(len(env))] }

// predicates adds the predicates, each of which is tracked before and after the fragment. In
// the order of important constants the two stand side by side.
func (g *fragment) predicates(entry, exit []smt.Term) {
	var dst []smt.Term
	for i := range g.size.Preds {
		state := g.r.Uint64()
		at := func(name string, env []smt.Term) smt.Term {
			here := *g // with the same choices at both ends
			here.r = rand.New(rand.NewPCG(state, 2))
			b := g.f.Var(fmt.Sprintf(name, i), g.f.BoolSort())
			g.q.Important = append(g.q.Important, b)
			return g.f.Iff(b, here.atom(env))
		}
		g.q.Conjuncts = append(g.q.Conjuncts, at("b%d", entry))
		dst = append(dst, at("b%d'", exit))
	}
	g.q.Conjuncts = append(g.q.Conjuncts, dst...)
}
