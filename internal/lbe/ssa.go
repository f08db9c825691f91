package lbe

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file puts a fragment into static single assignment form (section 4.1 of the paper), on
// demand: only what guards and predicates ask for gets a name. Names are variables of kind
// [cil.Value]: one for what a statement stores, and one for what different edges bring to a
// node (phi). What has no name is read at the start of the fragment. So all expressions of a
// query speak of one state, that at its start.
//
// A cell of memory is an lvalue whose address is written over that state. What it holds at a
// point is found by walking backwards: a statement that may write it is looked through by
// cases over the equality of addresses ([enc.ReadAfter]), as in a weakest precondition.

// Semantics is what a fragment's statements mean.
type Semantics struct {
	Alias enc.Alias
	// Effects lists what a call of a function without a body may change besides its result.
	Effects func(*cil.Call) []*cil.Lval
	// Outside says of a node whose instruction isn't modelled that a fragment which begins
	// there begins behind it; nil for none. There is no other node like that in a fragment.
	Outside func(*cil.Node) bool
	// Ghosts lists the ghosts that are assigned before the instruction of a node, in the
	// fragments that have the instruction; may be nil.
	Ghosts func(*cil.Node) []*cil.Var
}

// Def says that a variable of kind [cil.Value] has the value of an expression.
type Def struct {
	V *cil.Var
	E cil.Expr
}

// way is an edge from one point of a fragment to another: the k-th successor of the node there.
type way struct {
	from, k int
	guard   cil.Expr // nil if it can always be taken
	phi     []Def
}

// ssa is a fragment in the making. Its points are numbered: 0 is its start, before From; then
// come its nodes, in topological order, and the last is its end, before To.
type ssa struct {
	sem     Semantics
	nodes   []*cil.Node // by point; the last is To
	in      [][]*way    // by point
	written [][]write   // by point, as far as it was asked for
	cells   map[cellKey][]known
	stored  map[cellKey][]known // by what is written
	places  map[placeKey]*cil.Lval
	defs    []Def
	names   map[string]int // how often a name was given out
	cases   int            // writes that were looked through by cases
}

// cellKey is a cell before the node at a point, or behind it.
type cellKey struct {
	at     int
	behind bool
	text   string
}

// placeKey is what a node writes.
type placeKey struct {
	to *cil.Lval
	at int
}

// known is what a cell holds at a point; no expression if behind it is what was before.
type known struct {
	l *cil.Lval
	e cil.Expr
}

func newSSA(frag *Fragment, sem Semantics) *ssa {
	s := &ssa{sem: sem, cells: map[cellKey][]known{}, stored: map[cellKey][]known{}, places: map[placeKey]*cil.Lval{}, names: map[string]int{}}
	s.nodes = append(append([]*cil.Node{frag.From}, frag.Nodes...), frag.To)
	at := map[*cil.Node]int{}
	for i, n := range s.nodes[1:] {
		at[n] = i + 1
	}
	s.in, s.written = make([][]*way, len(s.nodes)), make([][]write, len(s.nodes))
	for i := range s.nodes[:s.end()] {
		if i == 0 || len(s.in[i]) > 0 {
			s.leave(i, at)
		}
	}
	return s
}

// leave adds the edges from a point that can be taken. What leads to the point is known.
func (s *ssa) leave(from int, at map[*cil.Node]int) {
	for k, n := range s.nodes[from].Succs {
		if j, ok := at[n]; ok {
			if g := s.guard(from, k); !isZero(g) {
				s.in[j] = append(s.in[j], &way{from: from, k: k, guard: g})
			}
		}
	}
}

// guard is the condition under which the node at a point goes on to its k-th successor; nil
// if it always may.
func (s *ssa) guard(at, k int) cil.Expr {
	var e cil.Expr
	switch in := s.instr(at).(type) {
	case *cil.Branch:
		if e = in.E; k == 1 {
			e = cil.Not(in.E)
		}
	case *cil.Assume:
		e = in.E
	default:
		return nil
	}
	e = enc.Normal(s.resolve(e, at))
	if v, ok := cil.ConstValue(e); ok && v.Sign() != 0 {
		return nil
	}
	return e
}

// instr is the instruction at a point, as far as it belongs to the fragment.
func (s *ssa) instr(at int) cil.Instr {
	n := s.nodes[at]
	if at == 0 && s.sem.Outside != nil && s.sem.Outside(n) {
		return nil
	}
	return n.Instr
}

func isZero(e cil.Expr) bool {
	if e == nil {
		return false
	}
	v, ok := cil.ConstValue(e)
	return ok && v.Sign() == 0
}

// end is the last point.
func (s *ssa) end() int { return len(s.nodes) - 1 }

// resolve writes the value that e has at a point over the state at the start.
func (s *ssa) resolve(e cil.Expr, at int) cil.Expr {
	if at == 0 {
		return e
	}
	return cil.SubstLval(e, func(l *cil.Lval) cil.Expr { return s.value(l, at) })
}

// place writes the address that l has at a point over the state at the start.
func (s *ssa) place(l *cil.Lval, at int) *cil.Lval {
	a, ok := s.resolve(&cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}, at).(*cil.AddrOf)
	if !ok {
		return l
	}
	return a.L
}

// value is what the cell l, whose address is over the state at the start, holds at a point. It
// is remembered there, so that later points need not look further back.
func (s *ssa) value(l *cil.Lval, at int) cil.Expr {
	if n, ok := enc.Normal(&cil.Load{L: l}).(*cil.Load); ok {
		l = n.L
	}
	if at == 0 {
		return &cil.Load{L: l}
	}
	text := cil.LvalString(l)
	e, found := s.lookBack(l, text, at)
	if found != at {
		s.remember(cellKey{at, false, text}, l, e)
	}
	return e
}

// lookBack is value without remembering it at the point that it is asked for. It returns
// the earlier point at which l holds the same.
func (s *ssa) lookBack(l *cil.Lval, text string, at int) (e cil.Expr, found int) {
	for at != 0 {
		key := cellKey{at, false, text}
		if e, ok := lookUp(s.cells[key], l); ok {
			return e, at
		}
		if len(s.in[at]) != 1 {
			e = s.join(l, at)
		} else {
			e = s.behind(l, s.in[at][0].from)
		}
		if e != nil {
			s.remember(key, l, e)
			return e, at
		}
		at = s.in[at][0].from
	}
	return &cil.Load{L: l}, 0
}

func (s *ssa) remember(key cellKey, l *cil.Lval, e cil.Expr) {
	s.cells[key] = append(s.cells[key], known{l, e})
}

func lookUp(all []known, l *cil.Lval) (cil.Expr, bool) {
	for _, k := range all {
		if cil.EqualLval(k.l, l) {
			return k.e, true
		}
	}
	return nil, false
}

// join is what l holds at a point that several edges lead to, or none.
func (s *ssa) join(l *cil.Lval, at int) cil.Expr {
	var all []cil.Expr
	same := true
	for _, e := range s.in[at] {
		x := s.behind(l, e.from)
		if x == nil {
			x = s.value(l, e.from)
		}
		all = append(all, x)
		same = same && cil.Equal(x, all[0])
	}
	if len(all) == 0 {
		return &cil.Load{L: l} // no run gets here
	}
	if same {
		return all[0]
	}
	v := s.newValue(l)
	for i, e := range s.in[at] {
		e.phi = append(e.phi, Def{v, all[i]})
	}
	return cil.LoadVar(v)
}

// behind is what l holds behind the node at a point, nil if that is what it holds before.
func (s *ssa) behind(l *cil.Lval, at int) cil.Expr {
	after := s.afterWrites
	if !s.mayWrite(l, at) {
		if after = s.afterGhosts; !s.isGhost(l, at) {
			return nil
		}
	}
	key := cellKey{at, true, cil.LvalString(l)}
	if e, ok := lookUp(s.cells[key], l); ok {
		return e
	}
	e := after(l, at)
	if e != nil {
		s.remember(key, l, e)
	}
	return e
}

// mayWrite reports whether the node at a point may write l, as far as variables tell.
func (s *ssa) mayWrite(l *cil.Lval, at int) bool {
	return slices.ContainsFunc(s.writes(at), func(w write) bool { return !apart(l, w.to) })
}

// isGhost reports whether l is a ghost that is assigned before the node at a point.
func (s *ssa) isGhost(l *cil.Lval, at int) bool {
	return l.IsVar(nil) && slices.Contains(s.ghosts(at), l.Base)
}

// afterGhosts is what the ghost l holds after it is assigned.
func (s *ssa) afterGhosts(l *cil.Lval, at int) cil.Expr {
	return s.part(write{l, &cil.Load{L: l.Base.Of}}, at, nil)
}

// ghosts lists those that are assigned before the node at a point.
func (s *ssa) ghosts(at int) []*cil.Var {
	if s.sem.Ghosts == nil || s.instr(at) == nil {
		return nil
	}
	return s.sem.Ghosts(s.nodes[at])
}

// write is what a node does to an lvalue: e is stored in it, an arbitrary value if e is nil.
type write struct {
	to *cil.Lval
	e  cil.Expr
}

// writes lists what the node at a point writes.
func (s *ssa) writes(at int) []write {
	if s.written[at] == nil {
		s.written[at] = append([]write{}, s.writesOf(at)...)
	}
	return s.written[at]
}

// writesOf is writes without remembering.
func (s *ssa) writesOf(at int) []write {
	switch in := s.instr(at).(type) {
	case *cil.Assign:
		return []write{{in.L, in.E}}
	case *cil.Return:
		if res := s.nodes[at].Func.Result; in.E != nil && res != nil {
			return []write{{cil.VarLval(res), in.E}}
		}
	case *cil.Havoc:
		return []write{{in.L, nil}}
	case *cil.Call:
		var all []write
		if in.Ret != nil {
			all = append(all, write{in.Ret, nil})
		}
		for _, l := range s.sem.Effects(in) {
			all = append(all, write{l, nil})
		}
		return all
	}
	return nil
}

// apart reports whether l and to are different variables, of which one is reached by name only.
func apart(l, to *cil.Lval) bool {
	byName := func(x *cil.Lval) bool { return x.Base != nil && !x.Base.AddrTaken }
	return l.Base != to.Base && (byName(l) || byName(to))
}

// afterWrites is what l holds behind the writes at a point, nil if none of them may change it.
// Where several write one cell, the last counts: their values are arbitrary.
func (s *ssa) afterWrites(l *cil.Lval, at int) cil.Expr {
	var now cil.Expr
	for _, w := range s.writes(at) {
		if apart(l, w.to) {
			continue
		}
		if e := s.afterWrite(l, at, w, now); e != nil {
			now = e
		}
	}
	return now
}

// afterWrite is what l holds behind one write at a point, nil if that is what it holds before:
// what it holds before the node if now is nil.
func (s *ssa) afterWrite(l *cil.Lval, at int, w write, now cil.Expr) cil.Expr {
	before := &cil.Var{Name: "before", Type: l.Type(), Kind: cil.Value, Of: l}
	part := func(path []cil.Sel) (cil.Expr, bool) {
		e := s.part(w, at, path)
		return e, e != nil
	}
	e, ok := enc.ReadAfter(s.placed(w, at), l, part, cil.LoadVar(before), s.sem.Alias)
	if ld, isLoad := e.(*cil.Load); ok && isLoad && ld.L.IsVar(before) {
		return nil
	}
	if !ok {
		return s.any(l)
	}
	e = cil.SubstLval(e, func(r *cil.Lval) cil.Expr {
		switch {
		case !r.IsVar(before):
			return nil
		case now != nil:
			return now
		}
		return s.value(l, at)
	})
	if short(e) {
		return e
	}
	if s.cases++; s.cases > maxCases {
		return s.any(l)
	}
	return s.name(l, e)
}

// placed is the place of what the node at a point writes, over the state at the start.
func (s *ssa) placed(w write, at int) *cil.Lval {
	key := placeKey{w.to, at}
	if s.places[key] == nil {
		s.places[key] = s.place(w.to, at)
	}
	return s.places[key]
}

// part is the scalar part at path of what the node at a point writes, nil if that can't be
// said. The path is over the state at the start.
func (s *ssa) part(w write, at int, path []cil.Sel) cil.Expr {
	to := w.to.Part(path...)
	key := cellKey{at, true, cil.LvalString(to)}
	if x, ok := lookUp(s.stored[key], to); ok {
		return x
	}
	x := s.stores(w, to, at, path)
	if x != nil {
		s.stored[key] = append(s.stored[key], known{to, x})
	}
	return x
}

// stores is part without remembering; to is that part of the lvalue.
func (s *ssa) stores(w write, to *cil.Lval, at int, path []cil.Sel) cil.Expr {
	if w.e == nil {
		return s.any(to)
	}
	e, ok := s.selected(w.e, at, path)
	if !ok || short(e) {
		return e
	}
	return s.name(s.place(to, at), e)
}

// selected is the value that the part of e at path has at a point. It returns false if e has
// no such part that an expression can say.
func (s *ssa) selected(e cil.Expr, at int, path []cil.Sel) (cil.Expr, bool) {
	if len(path) == 0 {
		return enc.Normal(s.resolve(e, at)), true
	}
	switch e := e.(type) {
	case *cil.Load:
		return s.value(s.place(e.L, at).Part(path...), at), true
	case *cil.Cond:
		a, ok1 := s.selected(e.A, at, path)
		b, ok2 := s.selected(e.B, at, path)
		if !ok1 || !ok2 {
			return nil, false
		}
		return cil.MakeCond(s.resolve(e.C, at), a, b, a.Type()), true
	}
	return nil, false
}

// maxCases bounds the writes that cells are looked through by cases in one fragment. Where all
// cells may be written by all statements, there are as many as pairs of them; beyond the bound
// a cell is arbitrary.
const maxCases = 20_000

// short reports whether e is no longer than a name for it.
func short(e cil.Expr) bool {
	switch e := e.(type) {
	case *cil.Const, *cil.FloatConst, *cil.FuncAddr:
		return true
	case *cil.Load:
		return e.L.Base != nil && len(e.L.Path) == 0
	case *cil.AddrOf:
		return e.L.Base != nil && len(e.L.Path) == 0
	}
	return false
}

// name gives e, which l holds, a name.
func (s *ssa) name(l *cil.Lval, e cil.Expr) cil.Expr {
	v := s.newValue(l)
	v.Type = e.Type()
	s.defs = append(s.defs, Def{v, e})
	return cil.LoadVar(v)
}

// any is an arbitrary value of l.
func (s *ssa) any(l *cil.Lval) cil.Expr {
	v := s.newValue(l)
	v.Kind = cil.Ghost // which is in the range of its type
	return cil.LoadVar(v)
}

func (s *ssa) newValue(l *cil.Lval) *cil.Var {
	text := cil.LvalString(l)
	s.names[text]++
	return &cil.Var{Name: fmt.Sprintf("%s#%d", text, s.names[text]), Type: l.Type(), Kind: cil.Value, Of: l}
}
