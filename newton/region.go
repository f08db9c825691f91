package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
)

// locations is a set of cells of memory.
type locations struct {
	list  []pointsto.Target
	cells map[*pointsto.Object]map[int]bool
	all   bool
}

func newLocations() *locations {
	return &locations{cells: map[*pointsto.Object]map[int]bool{}}
}

func (s *locations) put(t pointsto.Target) {
	if s.cells[t.Obj] == nil {
		s.cells[t.Obj] = map[int]bool{}
	}
	if !s.cells[t.Obj][t.Cell] {
		s.cells[t.Obj][t.Cell] = true
		s.list = append(s.list, t)
	}
}

func (s *locations) clone() *locations {
	c := newLocations()
	c.all = s.all
	for _, t := range s.list {
		if s.cells[t.Obj][t.Cell] {
			c.put(t)
		}
	}
	return c
}

// add adds the cells of o, and reports whether that changes s.
func (s *locations) add(o *locations) bool {
	before, all := len(s.list), s.all
	for _, t := range o.list {
		s.put(t)
	}
	s.all = s.all || o.all
	return len(s.list) > before || s.all != all
}

func (s *locations) remove(t pointsto.Target) { delete(s.cells[t.Obj], t.Cell) }

// has reports whether t, or part of it, may be in s.
func (s *locations) has(t pointsto.Target) bool {
	in := s.cells[t.Obj]
	return in[t.Cell] || in[pointsto.Unknown] || t.Cell == pointsto.Unknown && len(in) > 0
}

// meets reports whether s and the set o of what is live may share a cell.
func (s *locations) meets(o *locations) bool {
	if s.all || o.all {
		return true
	}
	for _, t := range s.list {
		if o.has(t) {
			return true
		}
	}
	return false
}

// locate returns the cells that l may mean.
func (s *Slicer) locate(l *cil.Lval) *locations {
	out := newLocations()
	ts, anywhere := s.pts.Locations(l)
	for _, t := range ts {
		out.put(t)
	}
	out.all = anywhere
	return out
}

// writes returns what the statement at n writes itself, without the bodies of callees.
func (s *Slicer) writes(n *cil.Node) *locations {
	if w := s.written[n]; w != nil {
		return w
	}
	w := newLocations()
	switch in := n.Instr.(type) {
	case *cil.Assign:
		w.add(s.locate(in.L))
	case *cil.Havoc:
		w.add(s.locate(in.L))
	case *cil.Clobber:
		w.all = true
	case *cil.Return:
		if res := n.Func.Result; res != nil {
			w.add(s.locate(cil.VarLval(res)))
		}
	case *cil.Call:
		s.callWrites(w, n, in)
	}
	s.written[n] = w
	return w
}

// callWrites adds the result, and what callees without a body change.
func (s *Slicer) callWrites(w *locations, n *cil.Node, in *cil.Call) {
	if in.Ret != nil {
		w.add(s.locate(in.Ret))
	}
	for _, f := range s.pts.Callees(n) {
		if !f.HasBody() {
			for _, l := range enc.ExternEffect(in, s.extern) {
				w.add(s.locate(l))
			}
			return
		}
	}
}

// modified returns what a call of f may change, with all that it calls.
func (s *Slicer) modified(f *cil.Func) *locations {
	if s.mods[f] == nil {
		s.fill(f)
	}
	return s.mods[f]
}

// fill computes the sets of f and of what it calls, as far as they aren't known.
func (s *Slicer) fill(f *cil.Func) {
	var order []*cil.Func
	callees := map[*cil.Func][]*cil.Func{}
	var visit func(f *cil.Func)
	visit = func(f *cil.Func) {
		if s.mods[f] != nil {
			return
		}
		own := newLocations()
		s.mods[f] = own
		for _, n := range f.Nodes {
			own.add(s.writes(n))
			if _, ok := n.Instr.(*cil.Call); !ok {
				continue
			}
			for _, g := range s.pts.Callees(n) {
				if g.HasBody() {
					callees[f] = append(callees[f], g)
					visit(g)
				}
			}
		}
		order = append(order, f)
	}
	visit(f)
	for changed := true; changed; {
		changed = false
		for _, f := range order {
			for _, g := range callees[f] {
				changed = s.mods[f].add(s.mods[g]) || changed
			}
		}
	}
}

// region is what lies between a branch and a later node of its function.
type region struct {
	nodes  []*cil.Node // on some way between them
	bypass bool        // whether some way from the branch to the exit misses the node
}

// region returns the region between the branch at n and the node at to.
func (s *Slicer) region(n, to *cil.Node) *region {
	key := [2]*cil.Node{n, to}
	if r := s.regions[key]; r != nil {
		return r
	}
	r := &region{}
	s.regions[key] = r
	if to == nil {
		r.bypass = true
		return r
	}
	ahead := reach(n, to, func(x *cil.Node) []*cil.Node { return x.Succs })
	behind := reach(to, n, func(x *cil.Node) []*cil.Node { return x.Preds })
	for _, x := range n.Func.Nodes {
		if ahead[x] && behind[x] && x != n && x != to {
			r.nodes = append(r.nodes, x)
		}
	}
	r.bypass = ahead[n.Func.Exit] && n.Func.Exit != to
	return r
}

// reach returns what lies behind from, as next leads, without going on behind stop.
func reach(from, stop *cil.Node, next func(*cil.Node) []*cil.Node) map[*cil.Node]bool {
	seen := map[*cil.Node]bool{}
	todo := append([]*cil.Node(nil), next(from)...)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if n != stop {
			todo = append(todo, next(n)...)
		}
	}
	return seen
}
