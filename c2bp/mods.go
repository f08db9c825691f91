package c2bp

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// modSet is what a procedure may change that its callers can see, calls included:
// global variables, and memory through pointers.
type modSet struct {
	vars map[*cil.Var]bool
	mem  []*cil.Lval // written through a pointer, or part of a variable whose address is taken
	// own is what is written through formals that keep their values: so each call says
	// where that is.
	own []*cil.Lval
	// here is, of the set of one call, what is written where these lvalues lie before it.
	here []*cil.Lval
}

// maxOwn bounds what is known to be written through formals of one procedure: with
// recursion, or members of members, it may be exponentially much.
const maxOwn = 200

// modTable has the mod sets of all procedures with a body.
type modTable struct {
	sets     map[*cil.Func]*modSet
	assigned map[*cil.Var]bool // the formals that their procedures assign
}

// newMods computes the mod sets by a fixpoint over the call graph.
func newMods(funcs []*cil.Func, callees func(*cil.Node) []*cil.Func, effects func(*cil.Call) []*cil.Lval, assigned map[*cil.Var]bool) *modTable {
	t := &modTable{map[*cil.Func]*modSet{}, assigned}
	for _, f := range funcs {
		t.sets[f] = &modSet{vars: map[*cil.Var]bool{}}
		for _, n := range f.Nodes {
			for _, l := range written(n, effects, callees) {
				t.add(f, l)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range funcs {
			for _, n := range f.Nodes {
				c, ok := n.Instr.(*cil.Call)
				if !ok {
					continue
				}
				for _, g := range callees(n) {
					if g.HasBody() && t.join(f, c, g) {
						changed = true
					}
				}
			}
		}
	}
	return t
}

func (t *modTable) of(f *cil.Func) *modSet { return t.sets[f] }

// at returns what the call c of g may change.
func (t *modTable) at(c *cil.Call, g *cil.Func) *modSet {
	all := t.sets[g]
	m := &modSet{vars: all.vars, mem: all.mem[:len(all.mem):len(all.mem)]}
	actual := actuals(g, c.Args)
	for _, l := range all.own {
		if at, ok := enc.Through(l, actual); ok {
			m.here = append(m.here, at)
		} else {
			m.mem = append(m.mem, l)
		}
	}
	return m
}

// written lists the lvalues that the instruction of n itself writes.
func written(n *cil.Node, effects func(*cil.Call) []*cil.Lval, callees func(*cil.Node) []*cil.Func) []*cil.Lval {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return []*cil.Lval{in.L}
	case *cil.Havoc:
		return []*cil.Lval{in.L}
	case *cil.Call:
		var ls []*cil.Lval
		if in.Ret != nil {
			ls = append(ls, in.Ret)
		}
		for _, g := range callees(n) {
			if !g.HasBody() {
				return append(ls, effects(in)...)
			}
		}
		return ls
	}
	return nil
}

// add notes that f writes l.
func (t *modTable) add(f *cil.Func, l *cil.Lval) {
	m := t.sets[f]
	switch {
	case l.Base == nil && t.byFormals(f, l):
		m.own = withLval(m.own, l)
	case l.Base == nil || l.Base.AddrTaken:
		m.mem = withLval(m.mem, l)
	case l.Base.Func == nil:
		m.vars[l.Base] = true
	}
}

// byFormals reports whether the address of l depends on nothing but formals of f that keep
// their values.
func (t *modTable) byFormals(f *cil.Func, l *cil.Lval) bool {
	return enc.ThroughVars(l, func(v *cil.Var) bool { return v.Kind == cil.Formal && v.Func == f && !t.assigned[v] })
}

func withLval(ls []*cil.Lval, l *cil.Lval) []*cil.Lval {
	for _, k := range ls {
		if cil.EqualLval(k, l) {
			return ls
		}
	}
	return append(ls, l)
}

// join adds what the call c of g in f may change to the set of f, and reports whether that
// grew.
func (t *modTable) join(f *cil.Func, c *cil.Call, g *cil.Func) bool {
	m, o := t.sets[f], t.sets[g]
	before := len(m.vars) + len(m.mem) + len(m.own)
	for v := range o.vars {
		m.vars[v] = true
	}
	for _, l := range o.mem {
		m.mem = withLval(m.mem, l)
	}
	actual := actuals(g, c.Args)
	for _, l := range o.own {
		at, ok := enc.Through(l, actual)
		switch {
		case !ok || !t.byFormals(f, at) || len(m.own) >= maxOwn:
			m.mem = withLval(m.mem, l)
		case at.Base != nil:
			t.add(f, at)
		default:
			m.own = withLval(m.own, at)
		}
	}
	return len(m.vars)+len(m.mem)+len(m.own) > before
}

// modifiedBy reports whether a procedure with the mod set m may change what el reads.
func (ab *Abstracter) modifiedBy(el *element, m *modSet) bool {
	for _, r := range el.reads {
		if ab.changedBy(r, m) {
			return true
		}
	}
	return false
}

// changedBy reports whether a procedure with the mod set m may change the value of r,
// leaving aside the lvalues inside it.
func (ab *Abstracter) changedBy(r *cil.Lval, m *modSet) bool {
	if r.Base != nil && !r.Base.AddrTaken {
		return m.vars[r.Base]
	}
	for _, l := range m.here {
		if ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {
			return true
		}
	}
	return ab.mayMeet(r, m.mem) || ab.mayMeet(r, m.own)
}

// mayMeet reports whether one of the lvalues in ls, which are evaluated in other states, may
// share memory with r.
func (ab *Abstracter) mayMeet(r *cil.Lval, ls []*cil.Lval) bool {
	for _, l := range ls {
		if l.Base == nil && r.Base == nil {
			if !ab.opt.Alias.Apart(l, r) {
				return true
			}
			continue
		}
		if ab.opt.Alias.MayAlias(nil, l, r) != enc.Never {
			return true
		}
	}
	return false
}
