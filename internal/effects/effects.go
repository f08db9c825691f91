package effects

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
)

// Effects knows what the statements of one program read and write.
type Effects struct {
	pts     *pointsto.Result
	extern  enc.ExternPolicy
	written map[*cil.Node]*Cells
	mods    map[*cil.Func]*Cells
}

// New returns the Effects of the program that pts is about.
func New(pts *pointsto.Result, extern enc.ExternPolicy) *Effects {
	return &Effects{pts: pts, extern: extern, written: map[*cil.Node]*Cells{}, mods: map[*cil.Func]*Cells{}}
}

// Callees returns what the call at n may call.
func (s *Effects) Callees(n *cil.Node) []*cil.Func { return s.pts.Callees(n) }

// Read adds the cells that evaluating e reads.
func (s *Effects) Read(to *Cells, e cil.Expr) {
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			to.Add(s.Locate(l.L))
		}
	})
}

// ReadAddress adds the cells that finding l's place reads.
func (s *Effects) ReadAddress(to *Cells, l *cil.Lval) {
	if l.Mem != nil {
		s.Read(to, l.Mem)
	}
	for _, x := range l.Path {
		if x.Index != nil {
			s.Read(to, x.Index)
		}
	}
}

// Locate returns the cells that the lvalues may mean.
func (s *Effects) Locate(ls ...*cil.Lval) *Cells {
	ts, anywhere := s.pts.Locations(ls...)
	return &Cells{list: ts, all: anywhere}
}

// Writes returns what the statement at n writes itself, without the bodies of callees.
func (s *Effects) Writes(n *cil.Node) *Cells {
	if w := s.written[n]; w != nil {
		return w
	}
	w := NewCells()
	switch in := n.Instr.(type) {
	case *cil.Assign:
		w.gather(s.Locate(in.L))
	case *cil.Havoc:
		w.gather(s.Locate(in.L))
	case *cil.Clobber:
		w.all = true
	case *cil.Return:
		if res := n.Func.Result; res != nil {
			w.gather(s.Locate(cil.VarLval(res)))
		}
	case *cil.Call:
		s.callWrites(w, n, in)
	}
	s.written[n] = w
	return w
}

// callWrites adds the result, and what callees without a body change.
func (s *Effects) callWrites(w *Cells, n *cil.Node, in *cil.Call) {
	if in.Ret != nil {
		w.gather(s.Locate(in.Ret))
	}
	w.gather(s.Outside(n, in))
}

// Outside returns what callees without a body of the call at n change, apart from its result.
func (s *Effects) Outside(n *cil.Node, in *cil.Call) *Cells {
	for _, f := range s.pts.Callees(n) {
		if !f.HasBody() {
			return s.Locate(enc.ExternEffect(in, s.extern)...)
		}
	}
	return NewCells()
}

// Modified returns what a call of f may change, with all that it calls.
func (s *Effects) Modified(f *cil.Func) *Cells {
	if s.mods[f] == nil {
		s.fill(f)
	}
	return s.mods[f]
}

// fill computes the sets of f and of what it calls, as far as they aren't known.
func (s *Effects) fill(f *cil.Func) {
	var order []*cil.Func
	callees := map[*cil.Func][]*cil.Func{}
	var visit func(f *cil.Func)
	visit = func(f *cil.Func) {
		if s.mods[f] != nil {
			return
		}
		own := NewCells()
		s.mods[f] = own
		for _, n := range f.Nodes {
			own.Add(s.Writes(n))
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
				changed = s.mods[f].Add(s.mods[g]) || changed
			}
		}
	}
}
