package cfront

import (
	"slices"

	"hardbop/internal/cil"
)

// Where an operand does something, what was evaluated before it is saved in a temporary.
// When the function is complete it is known which variables have their address taken, and
// saved values that nothing in between can change are put back in place.

// saved is a temporary that holds the value of an expression from before the nodes
// that were made from number from on.
type saved struct {
	v    *cil.Var
	at   *cil.Node // v = e
	from int
	last int // the number of the last node that reads v
}

// unsave puts saved values back where that changes nothing.
func (x *elab) unsave() {
	f := x.fn
	byVar := map[*cil.Var]*saved{}
	for _, s := range x.body.saves {
		s.last = -1
		byVar[s.v] = s
	}
	if len(byVar) == 0 {
		return
	}
	for i, n := range f.Nodes {
		eachLoad(n.Instr, func(l *cil.Lval) {
			if s := byVar[l.Base]; s != nil {
				s.last = i
			}
		})
	}
	for _, s := range x.body.saves {
		e := s.at.Instr.(*cil.Assign).E
		if s.last < 0 || !stable(e) || changes(f.Nodes[s.from:s.last], e, s.at) {
			continue
		}
		by := func(l *cil.Lval) cil.Expr {
			if l.IsVar(s.v) {
				return e
			}
			return nil
		}
		for _, n := range f.Nodes[s.from : s.last+1] {
			n.Instr = mapInstr(n.Instr, by)
		}
		s.at.Instr = &cil.Skip{}
		f.Locals = slices.DeleteFunc(f.Locals, func(v *cil.Var) bool { return v == s.v })
	}
}

// stable reports whether e reads only variables of the function that nothing but a plain
// assignment changes.
func stable(e cil.Expr) bool {
	ok := true
	cil.Walk(e, func(s cil.Expr) {
		if l, isLoad := s.(*cil.Load); isLoad {
			v := l.L.Base
			ok = ok && v != nil && v.Func != nil && !v.AddrTaken
		}
	})
	return ok
}

// changes reports whether a node other than at sets a variable that e reads.
func changes(nodes []*cil.Node, e cil.Expr, at *cil.Node) bool {
	vars := cil.Vars(e)
	for _, n := range nodes {
		if l := cil.Stored(n.Instr); n != at && l != nil && l.Base != nil && slices.Contains(vars, l.Base) {
			return true
		}
	}
	return false
}

// eachLoad calls visit for each lvalue that the instruction reads.
func eachLoad(in cil.Instr, visit func(*cil.Lval)) {
	mapInstr(in, func(l *cil.Lval) cil.Expr {
		visit(l)
		return nil
	})
}

// mapInstr returns the instruction with the reads in it replaced by what by returns.
func mapInstr(in cil.Instr, by func(*cil.Lval) cil.Expr) cil.Instr {
	expr := func(e cil.Expr) cil.Expr {
		if e == nil {
			return nil
		}
		return cil.SubstLval(e, by)
	}
	lval := func(l *cil.Lval) *cil.Lval {
		if l == nil {
			return nil
		}
		return cil.SubstLval(&cil.AddrOf{L: l}, by).(*cil.AddrOf).L
	}
	switch in := in.(type) {
	case *cil.Skip:
		if in.Mark == nil {
			return in
		}
		m := *in.Mark
		m.Values = nil
		for _, e := range in.Mark.Values {
			m.Values = append(m.Values, expr(e))
		}
		return &cil.Skip{Text: in.Text, Mark: &m}
	case *cil.Assign:
		return &cil.Assign{L: lval(in.L), E: expr(in.E)}
	case *cil.Havoc:
		return &cil.Havoc{L: lval(in.L), Why: in.Why, Of: lval(in.Of)}
	case *cil.Assume:
		return &cil.Assume{E: expr(in.E)}
	case *cil.Branch:
		return &cil.Branch{E: expr(in.E)}
	case *cil.Return:
		return &cil.Return{E: expr(in.E)}
	case *cil.Call:
		c := &cil.Call{Ret: lval(in.Ret), Fn: expr(in.Fn), Inner: in.Inner}
		for _, a := range in.Args {
			c.Args = append(c.Args, expr(a))
		}
		return c
	}
	return in
}
