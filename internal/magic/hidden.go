package magic

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
)

// Hidden lists the procedures with a body whose abstraction is used, and that may do actions of
// the target's alphabet that their own doesn't have: comparing them with their abstraction, in
// which such actions are silent, doesn't say that they don't. Calls through pointers have
// become direct.
func (w *Weaver) Hidden() []Gap {
	var list []Gap
	for _, f := range w.prog.Funcs {
		p := w.specs.Of(SourceName(f))
		if p == nil || !f.HasBody() || f == w.target.Func || !slices.Contains(w.Used, SourceName(f)) {
			continue
		}
		for _, a := range w.mayDo(f) {
			if !slices.Contains(p.alphabet(), a) {
				list = append(list, Gap{p.Name, p.Pos, p.Name + " may do " + a + ", which its abstraction doesn't have"})
			}
		}
	}
	return list
}

// alphabet lists the basic actions that the abstractions of p have.
func (p *Procedure) alphabet() []string {
	var list []string
	for _, s := range p.Systems {
		for _, a := range s.Actions {
			if a.Kind == lts.Basic {
				list = append(list, a.Name)
			}
		}
	}
	return list
}

// mayDo lists the actions of the target's alphabet that f may do, by its calls and those of
// what it calls.
func (w *Weaver) mayDo(f *cil.Func) []string {
	var list []string
	add := func(name string) {
		if slices.Contains(w.Actions[:w.basic], name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	seen := map[*cil.Func]bool{f: true}
	for todo := []*cil.Func{f}; len(todo) > 0; {
		g := todo[0]
		todo = todo[1:]
		for _, n := range g.Nodes {
			c, _ := n.Instr.(*cil.Call)
			h := callee(c)
			if h == nil || seen[h] {
				continue
			}
			seen[h] = true
			todo = append(todo, h)
			if p := w.specs.Of(SourceName(h)); p == nil {
				add(SourceName(h))
			} else {
				for _, a := range p.alphabet() {
					add(a)
				}
			}
		}
	}
	return list
}
