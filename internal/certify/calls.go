package certify

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// This file has the calls of recursive procedures.

// Callees lists the functions with a body that a node may call.
func (s *System) Callees(n *cil.Node) []*cil.Func {
	c, ok := n.Instr.(*cil.Call)
	if !ok {
		return nil
	}
	if f := c.Callee(); f == nil {
		return s.pointed()
	} else if f.HasBody() {
		return []*cil.Func{f}
	}
	return nil
}

// reachable lists the functions that f may call, on however many levels, in the order of
// discovery; f itself only if it may be called again.
func (s *System) reachable(f *cil.Func) []*cil.Func {
	seen := map[*cil.Func]bool{}
	var list []*cil.Func
	todo := []*cil.Func{f}
	for len(todo) > 0 {
		g := todo[0]
		todo = todo[1:]
		for _, n := range g.Nodes {
			for _, h := range s.Callees(n) {
				if !seen[h] {
					seen[h] = true
					list, todo = append(list, h), append(todo, h)
				}
			}
		}
	}
	return list
}

// recursive lists the functions that may be called while they are active.
func (s *System) recursive(entry *cil.Func) []*cil.Func {
	var list []*cil.Func
	for _, f := range s.reachable(entry) {
		if slices.Contains(s.reachable(f), f) {
			list = append(list, f)
		}
	}
	return list
}

// summarised prepares a procedure whose calls stay: what it may modify, by name or through
// pointers, is found in it and all that it calls.
func (s *System) summarised(f *cil.Func) *Procedure {
	p := &Procedure{Func: f, Old: map[*cil.Var]*cil.Var{}, counts: s.allocated}
	old := func(v *cil.Var) {
		if cil.IsScalar(v.Type) && !v.AddrTaken {
			p.Old[v] = &cil.Var{Name: "$" + v.Name, Type: v.Type, Kind: cil.Ghost, Func: f, Of: cil.VarLval(v)}
		}
	}
	names := map[string]bool{} // a name stands for one variable, and its old value
	for _, v := range variables(f) {
		names[v.Name] = true
	}
	for _, v := range s.prog.Globals {
		if v.Kind == cil.Global && !names[v.Name] {
			old(v)
		}
	}
	for _, v := range f.Formals {
		old(v)
	}
	written := map[*cil.Var]bool{}
	for _, g := range append(s.reachable(f), f) {
		for _, n := range g.Nodes {
			for _, l := range s.mayWrite(n) {
				if l.Base != nil && l.Base.Func == nil && !l.Base.AddrTaken {
					written[l.Base] = true
				} else if l.Base == nil || l.Base.AddrTaken {
					p.memory = true
				}
			}
		}
	}
	for _, v := range s.prog.Globals {
		if written[v] {
			p.modifies = append(p.modifies, v)
		}
	}
	return p
}

// mayWrite lists what a node itself may write.
func (s *System) mayWrite(n *cil.Node) []*cil.Lval {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return []*cil.Lval{in.L}
	case *cil.Havoc:
		return []*cil.Lval{in.L}
	case *cil.Clobber:
		return lvals(s.anything())
	case *cil.Call:
		return lvals(s.external(in))
	}
	return nil
}

func lvals(ws []Store) []*cil.Lval {
	var ls []*cil.Lval
	for _, w := range ws {
		ls = append(ls, w.To)
	}
	return ls
}

// writes lists what a call may change.
func (c *Call) writes() []Store {
	var ws []Store
	if c.Callee.memory {
		ws = append(ws, Store{cil.AnyMemory(), nil})
	}
	for _, v := range c.Callee.modifies {
		ws = append(ws, Store{cil.VarLval(v), nil})
	}
	if v := c.Callee.counts; v != nil {
		ws = append(ws, Store{cil.VarLval(v), nil})
	}
	return append(ws, Store{cil.VarLval(c.Result), nil})
}

// sayOld says that the values at the entry are those of formals and globals there.
func (r *Region) sayOld() {
	for _, v := range r.proc.Scope.Formals {
		r.sayOldOf(v)
	}
	for _, v := range r.sys.prog.Globals {
		r.sayOldOf(v)
	}
}

func (r *Region) sayOldOf(v *cil.Var) {
	if g := r.proc.Old[v]; g != nil {
		r.say(r.define(g, cil.LoadVar(v)))
	}
}

// required is what the callee requires, of the arguments and globals at the call.
func (r *Region) required(q *Point, at int) smt.Term {
	c := q.Call
	claim := r.proof.at(c.Callee, c.Callee.Entry)
	return claim.holds(r.f, func(e cil.Expr) smt.Term { return r.truth(r.passed(c, e), at) })
}

// passed puts the arguments of a call for the formals in e.
func (r *Region) passed(c *Call, e cil.Expr) cil.Expr {
	return cil.SubstLval(e, func(l *cil.Lval) cil.Expr { return r.argument(c, l.Base, l) })
}

// argument is what is passed for the formal v, of which l is the whole; nil for others.
func (r *Region) argument(c *Call, v *cil.Var, l *cil.Lval) cil.Expr {
	k := slices.Index(c.Callee.Func.Formals, v)
	switch {
	case v == nil || k < 0:
		return nil
	case k < len(c.Args) && l.IsVar(v) && cil.SameType(v.Type, c.Args[k].Type()):
		return c.Args[k]
	}
	return cil.LoadVar(r.name(l, cil.Ghost))
}

// ensured is what the callee ensures: of old values before the call, and of others behind it. What
// a formal holds at the end isn't known.
func (r *Region) ensured(q *Point, at int) smt.Term {
	c := q.Call
	claim := r.proof.at(c.Callee, c.Callee.Exit)
	return claim.holds(r.f, func(e cil.Expr) smt.Term {
		return r.term(enc.Normal(cil.SubstLval(e, func(l *cil.Lval) cil.Expr { return r.returned(c, l, at) })))
	})
}

// returned is what l, which the callee ensures something of, holds.
func (r *Region) returned(c *Call, l *cil.Lval, at int) cil.Expr {
	switch v := l.Base; {
	case v == nil || v.Func == nil && v.Kind != cil.Ghost:
	case v == c.Callee.Func.Result && l.IsVar(v):
		l = cil.VarLval(c.Result)
	case v.Kind == cil.Ghost:
		old := v.Of
		if x := r.argument(c, old.Base, old); x != nil {
			return r.resolve(x, at)
		}
		return r.value(old, at)
	default:
		return cil.LoadVar(r.name(l, cil.Ghost))
	}
	if e := r.behind(l, at); e != nil {
		return e
	}
	return r.value(l, at)
}
