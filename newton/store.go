package newton

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// place is where an lvalue lies. A variable that is reached by its name only, or a
// member of one, is a place of its own; all others are memory, where places may be the
// same or overlap.
type place struct {
	lval *cil.Lval // over variables of activations and expanded symbols
	here *cil.Lval // the same over the symbols of the activation that it was made in
	prog *cil.Lval // as the program writes it
	name *cil.Lval // what predicates of that activation call it
	key  string    // equal keys are equal places
	base *cil.Var  // of a named place
}

func (p place) named() bool { return p.base != nil }

// locate evaluates the address of l, an lvalue of the present activation in the form of
// predicates.
func (s *simulation) locate(l *cil.Lval) place {
	here := s.eval.lval(&cil.Lval{Base: s.baseInstance(l), Mem: l.Mem, Path: l.Path})
	at := s.expandLval(here)
	if at.Base == nil {
		if part, ok := resolve(s.prog.Model, at); ok {
			at = part
		}
	}
	p := place{lval: at, here: here, prog: l}
	p.name = s.written(p, l)
	if at.Base != nil && !at.Base.AddrTaken && membersOnly(at.Path) {
		p.base = at.Base
		p.key = membersText(at.Path)
		return p
	}
	p.key = cil.LvalString(at)
	if at.Base != nil && at.Base.Func != nil {
		p.key = at.Base.Func.Name + "::" + p.key
	}
	return p
}

func (s *simulation) baseInstance(l *cil.Lval) *cil.Var {
	if l.Base == nil {
		return nil
	}
	return s.instance(l.Base)
}

func (s *simulation) expandLval(l *cil.Lval) *cil.Lval {
	if l.Base != nil && membersOnly(l.Path) {
		return l
	}
	r := rebuilder{model: s.prog.Model}
	r.addr = func(a *cil.AddrOf) cil.Expr { return a }
	r.read = func(l *cil.Lval) cil.Expr { return s.expand(&cil.Load{L: l}) }
	return r.lval(l)
}

// membersOnly reports whether a path selects members of structs, not of unions.
func membersOnly(path []cil.Sel) bool {
	for _, x := range path {
		if x.Field == nil || x.Field.Comp.Union {
			return false
		}
	}
	return true
}

func membersText(path []cil.Sel) string {
	if len(path) == 0 {
		return ""
	}
	var b strings.Builder
	for _, x := range path {
		b.WriteString("." + x.Field.Name)
	}
	return b.String()
}

// namedKey identifies a named place.
type namedKey struct {
	v    *cil.Var
	path string
}

// store is Ω. What is known of memory is a log of writes, from which the value of a
// place is found when it is read.
type store struct {
	named map[namedKey]*member
	cells map[string]*cell
	log   []write
	first []*cell // cells that were read before anything was written there
}

// cell is a place in memory with its value after the first version writes.
type cell struct {
	place   place
	version int
	holds   *member
}

// write is a change of memory. holds is nil if the new value isn't known.
type write struct {
	place place
	holds *member
}

// relate says how the places p and q may lie to each other.
func (s *simulation) relate(p, q place) enc.Relation {
	r := enc.TypeAlias{}.MayAlias(nil, p.lval, q.lval)
	switch {
	case r != enc.May && r != enc.Overlap || s.env.Alias == nil:
		return r
	case s.env.Alias.Apart(p.prog, q.prog), disjointVars(p.prog, q.prog) && s.env.Alias.MayAlias(nil, p.prog, q.prog) == enc.Never:
		return enc.Never
	}
	return r
}

// disjointVars reports whether two lvalues have no variable in common, so that they can
// be compared though they are evaluated at different times.
func disjointVars(a, b *cil.Lval) bool {
	in := map[*cil.Var]bool{}
	for _, v := range cil.Vars(&cil.Load{L: a}) {
		in[v] = true
	}
	for _, v := range cil.Vars(&cil.Load{L: b}) {
		if in[v] {
			return false
		}
	}
	return true
}

// set makes value the contents of p, written l in the present activation.
func (s *simulation) set(p place, l *cil.Lval, value cil.Expr, deps []int) *member {
	m := s.newMember(s.top, l, s.nameValue(s.top, l, value), deps)
	m.place = p
	if p.named() {
		s.replace(s.store.named[namedKey{p.base, p.key}])
		s.store.named[namedKey{p.base, p.key}] = m
		return m
	}
	if c := s.store.cells[p.key]; c != nil {
		s.replace(c.holds)
	}
	s.store.log = append(s.store.log, write{p, m})
	s.store.cells[p.key] = &cell{p, len(s.store.log), m}
	return m
}

// forget makes the contents of p unknown; p may be of any type.
func (s *simulation) forget(p place) {
	if !p.named() {
		s.store.log = append(s.store.log, write{place: p})
		return
	}
	for _, m := range s.members {
		if k := m.place; !m.overwritten && k.base == p.base && strings.HasPrefix(k.key, p.key) && s.store.named[namedKey{k.base, k.key}] == m {
			s.freshValue(k, m.lval)
		}
	}
}

// replace moves m from Ω to Π.
func (s *simulation) replace(m *member) {
	if m != nil {
		m.overwritten = true
	}
}

func (s *simulation) newMember(f *frame, l *cil.Lval, value cil.Expr, deps []int) *member {
	m := &member{id: len(s.members) + 1, step: s.step, frame: f, lval: l, value: value, deps: deps}
	s.members = append(s.members, m)
	if y := s.symbolOf(value); y != nil && y.holder == nil {
		y.holder = m
	}
	return m
}

// freshValue gives p a fresh symbolic constant, bound behind the present node.
func (s *simulation) freshValue(p place, l *cil.Lval) *member {
	y := s.newSymbol(s.top, s.after(), l, nil)
	return s.set(p, l, y.expr(), nil)
}

// after returns the node behind the present one, where what it does can be seen.
func (s *simulation) after() *cil.Node {
	n := s.path.Steps[s.step].Node
	if len(n.Succs) > 0 {
		return n.Succs[0]
	}
	return n
}

// contents returns the member that holds the value of the scalar at p, written l in the
// present activation, in terms of that activation.
func (s *simulation) contents(p place, l *cil.Lval) *member {
	if !p.named() {
		return s.importMember(s.load(p, l), l)
	}
	m := s.store.named[namedKey{p.base, p.key}]
	if m == nil {
		m = s.initial(p, l)
		s.store.named[namedKey{p.base, p.key}] = m
	}
	return s.importMember(m, l)
}

// initial makes the symbolic constant for the value that p has before it is assigned
// or used: an annotation of the paper's θ-closure. What exists when its function starts
// is bound there.
func (s *simulation) initial(p place, l *cil.Lval) *member {
	f, at := s.top, s.path.Steps[s.step].Node
	switch {
	case p.named() && p.base.Func == nil:
		f, at = s.root, nil
	case p.named() && (p.base.Kind == cil.Formal || p.base.Kind == cil.Result):
		at = nil
	}
	m := s.newMember(f, l, s.newSymbol(f, at, l, nil).expr(), nil)
	m.place = p
	if f == s.root {
		m.step = 0
	}
	return m
}

// importMember returns what m, read as l, is in the present activation: m itself if it is
// of this activation, or the constant value of a global; its value over the activation's
// own symbols if possible; otherwise a fresh symbolic constant that stands for it (section
// 6.2 of the paper).
func (s *simulation) importMember(m *member, l *cil.Lval) *member {
	f := s.top
	constant := isConstant(m.value)
	if m.frame == f && (constant || !s.foreign(f, m.value)) || constant && l.Base != nil && l.Base.Func == nil {
		return m
	}
	key := importKey{m: m}
	if !m.place.named() || l.Base == nil {
		key.text = cil.LvalString(l)
	}
	if in := f.imports[key]; in != nil {
		return in
	}
	in := s.newMember(f, l, s.importValue(m, l, constant), s.usedFor([]int{m.id}))
	in.place = m.place
	f.imports[key] = in
	return in
}

// importValue returns the value of m for the present activation.
func (s *simulation) importValue(m *member, l *cil.Lval, constant bool) cil.Expr {
	if constant {
		return m.value
	}
	at, upwards := s.boundAt(s.top, m)
	if value, ok := s.toFrame(s.top, m.value); ok && upwards {
		return value
	}
	y := s.newSymbol(s.top, at, l, m.value)
	if upwards {
		y.source = m
	}
	return y.expr()
}

// boundAt returns the node before which f sees the value of m, nil for its entry, and
// whether m comes from a call that has returned to f.
func (s *simulation) boundAt(f *frame, m *member) (*cil.Node, bool) {
	if m.frame == f {
		return s.path.Steps[s.step].Node, false
	}
	if m.step < f.entered {
		if m.place.named() {
			return nil, false
		}
		return s.path.Steps[s.step].Node, false
	}
	for _, r := range f.returns {
		if r.step >= m.step {
			return r.after, true
		}
	}
	return s.path.Steps[s.step].Node, true
}
