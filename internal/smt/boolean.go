package smt

import "sort"

// Not returns the negation of t. Negations of connectives are pushed to the atoms, once
// per term, so this is cheap on shared structure.
func (f *Factory) Not(t Term) Term {
	mustSort("not", t, BoolSort)
	if n := t.n.neg.Load(); n != nil {
		return Term{n}
	}
	u := f.negate(t)
	t.n.neg.Store(u.n)
	u.n.neg.Store(t.n)
	return u
}

func (f *Factory) negate(t Term) Term {
	switch t.n.op {
	case OpNot:
		return t.n.args[0]
	case OpAnd:
		return f.Or(f.negations(t.n.args)...)
	case OpOr:
		return f.And(f.negations(t.n.args)...)
	case OpIte:
		a := t.n.args
		return f.Ite(a[0], f.Not(a[1]), f.Not(a[2]))
	}
	return f.make(shape{op: OpNot, sort: t.n.sort, args: []Term{t}})
}

func (f *Factory) negations(ts []Term) []Term {
	out := make([]Term, len(ts))
	for i, t := range ts {
		out[i] = f.Not(t)
	}
	return out
}

// And returns the conjunction of ts; true if there are none.
func (f *Factory) And(ts ...Term) Term { return f.connective(OpAnd, f.tt, f.ff, ts) }

// Or returns the disjunction of ts; false if there are none.
func (f *Factory) Or(ts ...Term) Term { return f.connective(OpOr, f.ff, f.tt, ts) }

// connective makes a conjunction or disjunction, given its unit and its zero.
func (f *Factory) connective(op Op, unit, zero Term, ts []Term) Term {
	parts := make([]Term, 0, len(ts))
	for _, t := range ts {
		mustSort("connective", t, BoolSort)
		switch {
		case t == zero:
			return zero
		case t == unit:
		case t.n.op == op:
			parts = append(parts, t.n.args...)
		default:
			parts = append(parts, t)
		}
	}
	parts = Sorted(parts)
	switch {
	case f.complementary(parts):
		return zero
	case len(parts) == 0:
		return unit
	case len(parts) == 1:
		return parts[0]
	}
	return f.make(shape{op: op, sort: f.BoolSort(), args: parts})
}

// complementary reports whether a part and its negation are among parts, which are
// sorted. Of an atom and its negation it's enough to look at the negation.
func (f *Factory) complementary(parts []Term) bool {
	for _, p := range parts {
		switch p.n.op {
		case OpNot, OpAnd, OpOr, OpIte:
			n := f.Not(p)
			i := sort.Search(len(parts), func(i int) bool { return parts[i].Compare(n) >= 0 })
			if i < len(parts) && parts[i] == n {
				return true
			}
		}
	}
	return false
}

// Sorted sorts ts in place by structure, drops duplicates and returns the rest.
func Sorted(ts []Term) []Term {
	ordered := true
	for i := 1; i < len(ts); i++ {
		if ts[i-1].Compare(ts[i]) >= 0 {
			ordered = false
			break
		}
	}
	if ordered {
		return ts
	}
	sort.Slice(ts, func(i, j int) bool { return ts[i].Compare(ts[j]) < 0 })
	out := ts[:1]
	for _, t := range ts[1:] {
		if t != out[len(out)-1] {
			out = append(out, t)
		}
	}
	return out
}

// Implies returns the implication of b by a.
func (f *Factory) Implies(a, b Term) Term { return f.Or(f.Not(a), b) }

// Xor returns the exclusive or of a and b.
func (f *Factory) Xor(a, b Term) Term { return f.Not(f.Iff(a, b)) }

// Iff returns the equivalence of a and b.
func (f *Factory) Iff(a, b Term) Term {
	mustSort("iff", a, BoolSort)
	mustSort("iff", b, BoolSort)
	a, flipA := f.positive(a)
	b, flipB := f.positive(b)
	t := f.iffPositive(a, b)
	if flipA != flipB {
		return f.Not(t)
	}
	return t
}

// positive returns a or its negation, whichever comes first, and whether it was negated.
// So equivalences with complementary sides are complementary.
func (f *Factory) positive(a Term) (Term, bool) {
	if n := f.Not(a); n.Compare(a) < 0 {
		return n, true
	}
	return a, false
}

func (f *Factory) iffPositive(a, b Term) Term {
	switch {
	case a == b:
		return f.tt
	case a == f.tt:
		return b
	case b == f.tt:
		return a
	}
	if a.Compare(b) > 0 {
		a, b = b, a
	}
	return f.make(shape{op: OpIff, sort: f.BoolSort(), args: []Term{a, b}})
}

// Ite returns a where c holds, else b; a and b have the same sort.
func (f *Factory) Ite(c, a, b Term) Term {
	mustSort("ite", c, BoolSort)
	mustSame("ite", a, b)
	if c.n.op == OpNot {
		c, a, b = c.n.args[0], b, a
	}
	a, b = under(c, a, 1), under(c, b, 2)
	switch {
	case c == f.tt || a == b:
		return a
	case c == f.ff:
		return b
	case a.n.sort.kind == BoolSort:
		return f.iteBool(c, a, b)
	}
	return f.make(shape{op: OpIte, sort: a.n.sort, args: []Term{c, a, b}})
}

// under returns t where the condition c is known: if t is an ite over c, its branch.
func under(c, t Term, branch int) Term {
	if t.n.op == OpIte && t.n.args[0] == c {
		return t.n.args[branch]
	}
	return t
}

func (f *Factory) iteBool(c, a, b Term) Term {
	switch {
	case a == f.tt || a == c:
		return f.Or(c, b)
	case a == f.ff || a == f.Not(c):
		return f.And(f.Not(c), b)
	case b == f.tt || b == f.Not(c):
		return f.Or(f.Not(c), a)
	case b == f.ff || b == c:
		return f.And(c, a)
	case a == f.Not(b):
		return f.Iff(c, a)
	}
	return f.make(shape{op: OpIte, sort: f.BoolSort(), args: []Term{c, a, b}})
}

func sortTerms(ts []Term) {
	sort.Slice(ts, func(i, j int) bool { return ts[i].Compare(ts[j]) < 0 })
}
