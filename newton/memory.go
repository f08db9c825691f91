package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// maxCases bounds the writes that a read is split on.
const maxCases = 12

// found is what the log of writes says of a place.
type found struct {
	base    *member // the value if none of cases applies; nil if it isn't known
	unknown bool    // the value of base isn't known though it was written
	cases   []write // the latest first: writes that may be to this place
}

// load returns a member with the value of the scalar at p. Where it can't be decided
// whether a write was to p, both cases are in the value (section 6.2 of the paper).
func (s *simulation) load(p place, l *cil.Lval) *member {
	c := s.store.cells[p.key]
	w := s.search(p, c)
	if !w.unknown && w.base == nil && c == nil {
		c = s.firstCell(p, l)
		w.base = c.holds
	}
	if w.unknown || len(w.cases) > maxCases {
		s.inexact = true
		return s.keep(p, c, s.newMember(s.top, l, s.newSymbol(s.top, s.path.Steps[s.step].Node, l, nil).expr(), nil))
	}
	if len(w.cases) == 0 {
		return s.keep(p, c, s.convert(w.base, p, l))
	}
	value, deps := w.base.value, []int{w.base.id}
	value = converted(value, p.lval.Type())
	for i := len(w.cases) - 1; i >= 0; i-- {
		cs := w.cases[i]
		v := converted(cs.holds.value, p.lval.Type())
		value = cil.MakeCond(s.sameCell(cs.place, cs.holds.frame, p), v, value, v.Type())
		deps = append(deps, cs.holds.id)
	}
	if size(value) > maxSize {
		value = s.newSymbol(s.top, s.path.Steps[s.step].Node, l, value).named()
	}
	return s.keep(p, c, s.newMember(s.top, l, value, s.usedFor(deps)))
}

// usedFor returns deps together with the members that were used for the address.
func (s *simulation) usedFor(deps []int) []int {
	out := append([]int(nil), deps...)
	for _, d := range s.used {
		if !containsInt(out, d) {
			out = append(out, d)
		}
	}
	return out
}

func containsInt(xs []int, x int) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

// search goes back through the writes since the version of c, which may be nil.
func (s *simulation) search(p place, c *cell) found {
	var w found
	from := 0
	if c != nil {
		from, w.base = c.version, c.holds
	}
	for i := len(s.store.log) - 1; i >= from; i-- {
		x := s.store.log[i]
		r := s.relate(x.place, p)
		switch {
		case r == enc.Never:
		case x.holds == nil || r == enc.Overlap:
			w.unknown = true
			return w
		case r == enc.Same || x.place.key == p.key:
			w.base = x.holds
			return w
		default:
			w.cases = append(w.cases, x)
		}
	}
	return w
}

// firstCell makes the initial contents of p, which are the same as those of other places
// that were read before, if the addresses are equal.
func (s *simulation) firstCell(p place, l *cil.Lval) *cell {
	m := s.initial(p, l)
	value, deps := m.value, []int(nil)
	for _, c := range s.store.first {
		switch s.relate(c.place, p) {
		case enc.Same:
			value, deps = converted(c.holds.value, p.lval.Type()), []int{c.holds.id}
		case enc.May:
			v := converted(c.holds.value, p.lval.Type())
			value = cil.MakeCond(s.sameCell(c.place, c.holds.frame, p), v, value, v.Type())
			deps = append(deps, c.holds.id)
		}
		if len(deps) > maxCases {
			break
		}
	}
	if len(deps) > 0 {
		first := m
		m = s.newMember(s.top, l, value, s.usedFor(append([]int{first.id}, deps...)))
		m.place = p
	}
	c := &cell{place: p, holds: m}
	s.store.first = append(s.store.first, c)
	return c
}

// keep records that p holds m now.
func (s *simulation) keep(p place, c *cell, m *member) *member {
	if c != nil && c.holds != m {
		s.replace(c.holds)
	}
	if m.place.lval == nil {
		m.place = p
	}
	s.store.cells[p.key] = &cell{p, len(s.store.log), m}
	return m
}

// convert returns a member like m for reading it at p, where it may have another type.
func (s *simulation) convert(m *member, p place, l *cil.Lval) *member {
	if cil.SameType(m.place.lval.Type(), p.lval.Type()) {
		return m
	}
	in := s.newMember(s.top, l, converted(m.value, p.lval.Type()), []int{m.id})
	in.place = p
	return in
}

// converted returns the value v as one of the C type t.
func converted(v cil.Expr, t cil.Type) cil.Expr {
	switch t := t.(type) {
	case *cil.IntType:
		if from, ok := narrowType(v); ok && contains(t, from) {
			return v
		}
		if c, ok := cil.ConstValue(v); ok && t.Wrap(c).Cmp(c) == 0 {
			return v
		}
		return cil.MakeCast(cil.Math, cil.MakeCast(t, v))
	case *cil.PtrType:
		return cil.MakeCast(t, v)
	}
	return v
}

// sameCell is the condition that p, a place of the activation f, is q, which was made in
// the present one.
func (s *simulation) sameCell(p place, f *frame, q place) cil.Expr {
	a, b := p.lval, q.lval
	if f == s.top {
		a, b = p.here, q.here
	}
	x, y := cil.MakeAddr(a), cil.MakeAddr(b)
	if !cil.SameType(x.Type(), y.Type()) {
		void := &cil.PtrType{Elem: cil.Void}
		x, y = cil.MakeCast(void, cil.WithoutPointerCasts(x)), cil.MakeCast(void, cil.WithoutPointerCasts(y))
	}
	return compare(cil.Eq, x, y, intType)
}
