package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// This file gives constant objects their initial values. All other objects start with
// values that aren't known: a path begins with a harness that assigns what it needs.

// hasConstantValue reports whether v always holds what its initialiser says.
func hasConstantValue(v *cil.Var) bool {
	return v.Func == nil && (v.Const || v.Kind == cil.Literal) && !v.Extern && !v.Volatile
}

// constant returns the value of l, a part of a variable that is reached by name only, if
// the variable is constant.
func (m *pathMemory) constant(l *cil.Lval) (smt.Term, bool) {
	if !hasConstantValue(l.Base) {
		return smt.Term{}, false
	}
	return m.initialValue(l.Base, l.Path, l.Type())
}

// initialValue returns what the initialiser of v says of the scalar of type t at path.
func (m *pathMemory) initialValue(v *cil.Var, path []cil.Sel, t cil.Type) (smt.Term, bool) {
	if v.Init != nil {
		if v.Init.Expr != nil {
			return m.initialExpr(v.Init.Expr), true
		}
		for _, e := range v.Init.Entries {
			if equalPath(e.Path, path) {
				return m.initialExpr(e.Expr), true
			}
		}
	}
	return m.zeroValue(t)
}

// initialExpr evaluates an initialiser, which doesn't belong to any step.
func (m *pathMemory) initialExpr(e cil.Expr) smt.Term {
	used := m.r.used
	v := m.r.c.value(e)
	m.r.used = used
	return v
}

// zeroValue is the value of type t whose bytes are zero.
func (m *pathMemory) zeroValue(t cil.Type) (smt.Term, bool) {
	if !isFloat(t) {
		return m.r.c.th.lit(m.r.c.integer(t), new(big.Int)), true
	}
	if m.r.opt.Theory == Bits {
		return m.r.c.f.BV64(0, m.r.c.th.sort(t).Width()), true
	}
	return smt.Term{}, false
}

// initialise writes the initial values of v, whose memory is o, if they are known: zeros
// first, as members of unions overlap.
func (m *pathMemory) initialise(v *cil.Var, o *object) {
	if !hasConstantValue(v) {
		return
	}
	whole := cil.VarLval(v)
	leaves, ok := cil.ScalarParts(whole, maxPathLeaves)
	if !ok {
		m.r.note(&m.r.out.Inexact, "large constant "+v.Name)
		return
	}
	for _, l := range leaves {
		if zero, ok := m.zeroValue(l.Type()); ok {
			m.writeInitial(l, zero)
		}
	}
	if v.Init == nil {
		return
	}
	if v.Init.Expr != nil && cil.IsScalar(v.Type) {
		m.writeInitial(whole, m.initialExpr(v.Init.Expr))
	}
	for _, e := range v.Init.Entries {
		m.writeInitial(part(whole, e.Path), m.initialExpr(e.Expr))
	}
}

// writeInitial writes without leaving a trace among the steps.
func (m *pathMemory) writeInitial(l *cil.Lval, v smt.Term) {
	used := m.r.used
	m.r.used = new(big.Int)
	m.write(m.locate(l), v)
	m.r.used = used
}

// fillZero sets the first size bytes of o to zero.
func (m *pathMemory) fillZero(o *object, size int64) {
	zero := m.r.c.f.BV64(0, 8)
	for i := int64(0); i < size; i++ {
		a := access{sp: o.own, at: place{o, i}, bytes: 1}
		if !a.known() {
			a.addr = m.r.c.moved(o.base, i, smt.Term{})
		}
		m.heap.write(a, zero, m.r.used)
	}
}
