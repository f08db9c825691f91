package c2bp

import (
	"slices"
	"testing"

	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// TestMods compares mod sets with a fixpoint that joins everything again in each round.
func TestMods(t *testing.T) {
	var mem, own int
	for seed := range uint64(40) {
		s := newSubject(t, cgen.Generate(seed, cgen.Options{Funcs: 6, Stmts: 4, Pointers: true, Structs: true, Recursion: seed%2 == 0, Nondet: true}), false)
		ab := New(s.in, s.opt)
		got, want := ab.mods(), slowMods(ab)
		for _, f := range ab.funcs {
			g, w := got.of(f), want[f]
			mem, own = mem+len(w.mem), own+len(w.own)
			if !sameLvals(g.mem.list, w.mem) || !sameLvals(g.own.list, w.own) || len(g.vars) != len(w.vars) {
				t.Fatalf("seed %d: %s changes %d, %d, %d; want %d, %d, %d\n%s", seed, f.Name, len(g.vars), len(g.mem.list), len(g.own.list), len(w.vars), len(w.mem), len(w.own), s.text)
			}
		}
	}
	if mem == 0 || own == 0 {
		t.Errorf("%d lvalues in memory, %d through formals", mem, own)
	}
}

// slowSet is a modSet in lists.
type slowSet struct {
	vars     map[*cil.Var]bool
	mem, own []*cil.Lval
}

func slowMods(ab *Abstracter) map[*cil.Func]*slowSet {
	sets := map[*cil.Func]*slowSet{}
	for _, f := range ab.funcs {
		sets[f] = &slowSet{vars: map[*cil.Var]bool{}}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range ab.funcs {
			m := sets[f]
			before := len(m.vars) + len(m.mem) + len(m.own)
			for _, n := range f.Nodes {
				for _, l := range written(n, ab.opt.Effects, ab.in.Callees) {
					m.add(ab, f, l)
				}
				for _, g := range ab.in.Callees(n) {
					if g.HasBody() {
						m.join(ab, f, sets[g], actuals(g, n.Instr.(*cil.Call).Args))
					}
				}
			}
			changed = changed || len(m.vars)+len(m.mem)+len(m.own) > before
		}
	}
	return sets
}

func (m *slowSet) add(ab *Abstracter, f *cil.Func, l *cil.Lval) {
	keeps := func(v *cil.Var) bool { return v.Kind == cil.Formal && v.Func == f && !ab.assigned[v] }
	switch {
	case l.Base != nil && !l.Base.AddrTaken:
		if l.Base.Func == nil {
			m.vars[l.Base] = true
		}
	case l.Base == nil && enc.ThroughVars(l, keeps):
		m.own = slowAdd(m.own, l)
	default:
		m.mem = slowAdd(m.mem, l)
	}
}

func (m *slowSet) join(ab *Abstracter, f *cil.Func, o *slowSet, actual map[*cil.Var]cil.Expr) {
	for v := range o.vars {
		m.vars[v] = true
	}
	for _, l := range o.mem {
		m.mem = slowAdd(m.mem, l)
	}
	for _, l := range o.own {
		at, ok := enc.Through(l, actual)
		if !ok || !enc.ThroughVars(at, func(v *cil.Var) bool { return v.Kind == cil.Formal && v.Func == f && !ab.assigned[v] }) {
			m.mem = slowAdd(m.mem, l)
			continue
		}
		m.add(ab, f, at)
	}
}

func slowAdd(ls []*cil.Lval, l *cil.Lval) []*cil.Lval {
	if slices.ContainsFunc(ls, func(k *cil.Lval) bool { return cil.EqualLval(k, l) }) {
		return ls
	}
	return append(ls, l)
}

func sameLvals(a, b []*cil.Lval) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(l *cil.Lval) bool {
		return !slices.ContainsFunc(b, func(k *cil.Lval) bool { return cil.EqualLval(k, l) })
	})
}
