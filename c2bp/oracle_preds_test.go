package c2bp

import (
	"math/rand/v2"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
)

// This file draws random predicates over what a program reads and writes.

// material is what the predicates of a function are made of.
type material struct {
	ints  []cil.Expr // reads of integers
	ptrs  []cil.Expr // pointers: reads and addresses
	conds []cil.Expr // conditions of the program
	ghost map[*cil.Var]*cil.Var
}

// collect gathers the material of f.
func collect(f *cil.Func) *material {
	m := &material{ghost: map[*cil.Var]*cil.Var{}}
	seen := map[string]bool{}
	add := func(e cil.Expr) {
		if text := cil.ExprString(e); seen[text] || f.Result != nil && strings.Contains(text, f.Result.Name) {
			return
		}
		seen[cil.ExprString(e)] = true
		switch x := e.(type) {
		case *cil.Load:
			if cil.IsInteger(x.Type()) {
				m.ints = append(m.ints, e)
			} else if cil.IsPointer(x.Type()) {
				m.ptrs = append(m.ptrs, e)
			}
		case *cil.AddrOf:
			m.ptrs = append(m.ptrs, e)
		case *cil.Binary:
			if x.Op.IsCompare() {
				m.conds = append(m.conds, e)
			}
		}
	}
	for _, n := range f.Nodes {
		cil.EachExpr(n.Instr, func(e cil.Expr) { cil.Walk(e, add) })
	}
	return m
}

// randomPreds draws n predicates a function, over its variables, globals, memory, the
// result, and what formals were at entry.
func randomPreds(r *rand.Rand, s *subject, n int) *pred.Set {
	set := &pred.Set{}
	for _, f := range s.funcs {
		m := collect(f)
		for _, v := range f.Formals {
			if r.IntN(2) == 0 && cil.IsScalar(v.Type) {
				g := &cil.Var{Name: "$" + v.Name, Type: v.Type, Kind: cil.Ghost, Func: f, Of: cil.VarLval(v)}
				set.AddGhost(&pred.Ghost{V: g, Func: f})
				m.ghost[v] = g
			}
		}
		for range n {
			if e := m.predicate(r, f, s.prog.Model); e != nil {
				set.AddPred(&pred.Pred{E: e, Scope: scopeOf(r, f, e)})
			}
		}
	}
	return set
}

// scopeOf is global if the predicate speaks of globals only, half of the time.
func scopeOf(r *rand.Rand, f *cil.Func, e cil.Expr) *cil.Func {
	for _, v := range cil.Vars(e) {
		if v.Func != nil {
			return f
		}
	}
	if r.IntN(2) == 0 {
		return f
	}
	return nil
}

var comparisons = []cil.BinOp{cil.Eq, cil.Ne, cil.Lt, cil.Le, cil.Gt, cil.Ge}

func (m *material) predicate(r *rand.Rand, f *cil.Func, model *cil.DataModel) cil.Expr {
	switch k := r.IntN(8); {
	case k == 0 && len(m.conds) > 0:
		return model.MathCond(m.conds[r.IntN(len(m.conds))], false)
	case k == 1:
		if e := m.pointers(r); e != nil {
			return e
		}
	}
	if len(m.ints) == 0 {
		return nil
	}
	x, y := m.term(r, f), m.constant(r)
	if r.IntN(2) == 0 {
		y = m.term(r, f)
	}
	if r.IntN(3) == 0 {
		op := []cil.BinOp{cil.Add, cil.Sub}[r.IntN(2)]
		x = &cil.Binary{Op: op, X: x, Y: m.term(r, f), T: cil.Math}
	}
	return compare(comparisons[r.IntN(len(comparisons))], x, y)
}

func compare(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return &cil.Binary{Op: op, X: x, Y: y, T: intResult}
}

func (m *material) constant(r *rand.Rand) cil.Expr {
	return cil.IntConst(cil.Math, int64(r.IntN(14)-5))
}

// term is an integer, the result, or the ghost of a formal.
func (m *material) term(r *rand.Rand, f *cil.Func) cil.Expr {
	if f.Result != nil && cil.IsInteger(f.Result.Type) && r.IntN(5) == 0 {
		return mathValue(cil.LoadVar(f.Result))
	}
	for _, v := range f.Formals {
		if g := m.ghost[v]; g != nil && cil.IsInteger(g.Type) && r.IntN(4) == 0 {
			return mathValue(cil.LoadVar(g))
		}
	}
	return mathValue(m.ints[r.IntN(len(m.ints))])
}

// pointers compares two pointers of one type.
func (m *material) pointers(r *rand.Rand) cil.Expr {
	for range 10 {
		if len(m.ptrs) < 2 {
			return nil
		}
		p, q := m.ptrs[r.IntN(len(m.ptrs))], m.ptrs[r.IntN(len(m.ptrs))]
		if cil.SameType(p.Type(), q.Type()) && !cil.Equal(p, q) {
			return compare(cil.Eq, p, q)
		}
	}
	return nil
}

// predsText lists the predicates with their scopes.
func predsText(set *pred.Set) string {
	var b strings.Builder
	for _, p := range set.Preds {
		if p.Scope != nil {
			b.WriteString(p.Scope.Name + ": ")
		}
		b.WriteString(cil.ExprString(p.E) + "\n")
	}
	return b.String()
}
