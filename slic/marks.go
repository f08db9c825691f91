package slic

import (
	"fmt"

	"hardbop/internal/cil"
)

// markSite puts the events of a macro where its expansion begins or ends.
func (w *weaver) markSite(n *cil.Node, m *cil.Mark) {
	if m.From == nil {
		w.expansionBegins(n, m)
		return
	}
	p := w.at(m.Macro, Return, n.Pos)
	if p == nil {
		return
	}
	s := &site{weaver: w, node: n, args: map[int]cil.Expr{}}
	for k, e := range w.marked[m.From] {
		s.args[k] = e
	}
	if len(m.Values) > 0 {
		s.args[0] = m.Values[0]
	}
	w.after[n] = s.runOne(p)
}

// expansionBegins puts the call event of a macro at n, and keeps the arguments that the
// return event uses.
func (w *weaver) expansionBegins(n *cil.Node, m *cil.Mark) {
	s := &site{weaver: w, node: n, args: map[int]cil.Expr{}}
	keep := w.chain()
	late := w.procOf[point{m.Macro, Return}]
	for i, e := range m.Values {
		if e != nil && late != nil && late.uses(i+1) && readsAny(e) {
			e = w.temp(keep, fmt.Sprintf("arg%d", i+1), e, n.Pos)
		}
		if e != nil {
			s.args[i+1] = e
		}
	}
	w.marked[n], w.before[n] = s.args, keep
	if p := w.at(m.Macro, Call, n.Pos); p != nil {
		w.after[n] = s.runOne(p)
	}
}

// runOne returns a chain that runs p with the site's values.
func (s *site) runOne(p *procedure) *chain {
	c := s.chain()
	s.run(c, p, s.node.Pos, func(k int, t cil.Type) cil.Expr { return s.value(c, k, t) })
	return c
}

// readsAny reports whether e reads any memory.
func readsAny(e cil.Expr) bool {
	found := false
	walkLoads(e, func(*cil.Lval) { found = true })
	return found
}
