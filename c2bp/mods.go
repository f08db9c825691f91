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
}

// modTable has the mod sets of all procedures with a body.
type modTable map[*cil.Func]*modSet

// newMods computes the mod sets by a fixpoint over the call graph.
func newMods(funcs []*cil.Func, callees func(*cil.Node) []*cil.Func, effects func(*cil.Call) []*cil.Lval) modTable {
	t := modTable{}
	for _, f := range funcs {
		t[f] = &modSet{vars: map[*cil.Var]bool{}}
		for _, n := range f.Nodes {
			for _, l := range written(n, effects, callees) {
				t[f].add(l)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range funcs {
			for _, n := range f.Nodes {
				if _, ok := n.Instr.(*cil.Call); !ok {
					continue
				}
				for _, g := range callees(n) {
					if g.HasBody() && t[f].join(t[g]) {
						changed = true
					}
				}
			}
		}
	}
	return t
}

func (t modTable) of(f *cil.Func) *modSet { return t[f] }

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

func (m *modSet) add(l *cil.Lval) {
	if l.Base == nil || l.Base.AddrTaken {
		m.addMem(l)
	} else if l.Base.Func == nil {
		m.vars[l.Base] = true
	}
}

func (m *modSet) addMem(l *cil.Lval) bool {
	for _, k := range m.mem {
		if cil.EqualLval(k, l) {
			return false
		}
	}
	m.mem = append(m.mem, l)
	return true
}

// join adds o to m and reports whether m grew.
func (m *modSet) join(o *modSet) bool {
	grew := false
	for v := range o.vars {
		if !m.vars[v] {
			m.vars[v], grew = true, true
		}
	}
	for _, l := range o.mem {
		grew = m.addMem(l) || grew
	}
	return grew
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
	for _, l := range m.mem {
		if l.Base == nil && r.Base == nil { // the pointers are evaluated in different states
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
