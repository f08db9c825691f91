package c2bp

import (
	"maps"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// modSet is what a procedure may change that its callers can see, calls included:
// global variables, and memory through pointers.
type modSet struct {
	vars map[*cil.Var]bool
	mem  lvalSet // written through a pointer, or part of a variable whose address is taken
	// own is what is written through formals that keep their values: so each call says
	// where that is.
	own lvalSet
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
	joined   map[callOf]modSize
}

// callOf is a call as one of a procedure; modSize is how much of that one's set the caller's has. Sets only grow, at
// their ends.
type (
	callOf struct {
		by   *cil.Func
		call *cil.Call
		of   *cil.Func
	}
	modSize struct{ vars, mem, own int }
)

func (m *modSet) size() modSize { return modSize{len(m.vars), len(m.mem.list), len(m.own.list)} }

// newMods computes the mod sets by a fixpoint over the call graph.
func newMods(funcs []*cil.Func, callees func(*cil.Node) []*cil.Func, effects func(*cil.Call) []*cil.Lval, assigned map[*cil.Var]bool) *modTable {
	t := &modTable{map[*cil.Func]*modSet{}, assigned, map[callOf]modSize{}}
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
	m := &modSet{vars: all.vars, mem: lvalSet{list: slices.Clip(all.mem.list)}}
	actual := actuals(g, c.Args)
	for _, l := range all.own.list {
		if at, ok := enc.Through(l, actual); ok {
			m.here = append(m.here, at)
		} else {
			m.mem.list = append(m.mem.list, l)
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
		m.own.add(l)
	case l.Base == nil || l.Base.AddrTaken:
		m.mem.add(l)
	case l.Base.Func == nil:
		m.vars[l.Base] = true
	}
}

// byFormals reports whether the address of l depends on nothing but formals of f that keep
// their values.
func (t *modTable) byFormals(f *cil.Func, l *cil.Lval) bool {
	return enc.ThroughVars(l, func(v *cil.Var) bool { return v.Kind == cil.Formal && v.Func == f && !t.assigned[v] })
}

// join adds what the call c of g in f may change to the set of f, as far as it wasn't joined before, and reports
// whether that grew.
func (t *modTable) join(f *cil.Func, c *cil.Call, g *cil.Func) bool {
	m, o := t.sets[f], t.sets[g]
	at := callOf{f, c, g}
	had, before, now := t.joined[at], m.size(), o.size()
	if had == now {
		return false
	}
	t.joined[at] = now
	if had.vars < now.vars {
		maps.Copy(m.vars, o.vars)
	}
	for _, l := range o.mem.list[had.mem:now.mem] {
		m.mem.add(l)
	}
	actual := actuals(g, c.Args)
	for _, l := range o.own.list[had.own:now.own] {
		t.joinOwn(f, l, actual)
	}
	return m.size() != before
}

// joinOwn adds l, which the callee writes through its formals, to the set of the caller f.
func (t *modTable) joinOwn(f *cil.Func, l *cil.Lval, actual map[*cil.Var]cil.Expr) {
	m := t.sets[f]
	at, ok := enc.Through(l, actual)
	switch {
	case !ok || !t.byFormals(f, at) || len(m.own.list) >= maxOwn:
		m.mem.add(l)
	case at.Base != nil:
		t.add(f, at)
	default:
		m.own.add(at)
	}
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
	return ab.mayMeet(r, m.mem.list) || ab.mayMeet(r, m.own.list)
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
