package c2bp

import (
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
)

// This file forgets elements that say nothing any more. Elements are linked if they speak of
// the same variable: from x == y and y == z follows x == z, which may matter when y is dead. What
// linked elements say is dead where nothing that their variables hold is read again. States
// that differ in nothing else become one. What speaks of memory or globals is kept, with all that
// is linked to it.

// forget finds what has to be forgotten before each node that prints something.
func (e *emitter) forget() {
	e.dead = map[*cil.Node][]*element{}
	e.topics = topics(e.ab.local[e.f])
	followed := e.followedAfter()
	for _, n := range e.printed() {
		if n == e.f.Exit {
			continue // what is not returned is gone
		}
		for _, el := range e.ab.local[e.f] {
			if followed[n][el] && !e.mayMatter(el, n) && !sets(e.stmts[n], el) {
				e.dead[n] = append(e.dead[n], el)
			}
		}
	}
}

// followedAfter has, by node that prints something, the elements that one before it may know
// something of: those that mattered there or that it set. At the entry, formals are set.
func (e *emitter) followedAfter() map[*cil.Node]map[*element]bool {
	at := map[*cil.Node]map[*element]bool{}
	follow := func(n *cil.Node, el *element) {
		n = e.resolve(n)
		if at[n] == nil {
			at[n] = map[*element]bool{}
		}
		at[n][el] = true
	}
	for _, el := range e.ab.local[e.f] {
		if el.isFormal() {
			follow(e.f.Entry, el)
		}
		for _, n := range e.printed() {
			if e.mayMatter(el, n) || sets(e.stmts[n], el) {
				for _, s := range n.Succs {
					follow(s, el)
				}
			}
		}
	}
	return at
}

// mayMatter reports whether runs from n may still read something that el, or an element linked
// to it, speaks of.
func (e *emitter) mayMatter(el *element, n *cil.Node) bool {
	for v := range el.vars {
		return e.topics[v].mayMatter(e.live, n)
	}
	return true
}

// topic is what linked elements speak of.
type topic struct {
	vars []*cil.Var
	kept bool // and of memory or globals
}

func (t *topic) mayMatter(live *lbe.Live, n *cil.Node) bool {
	return t.kept || slices.ContainsFunc(t.vars, func(v *cil.Var) bool { return live.Before(n, v) })
}

// topics links the elements: it says what each variable's elements, and those linked to them,
// speak of.
func topics(els []*element) map[*cil.Var]*topic {
	of := map[*cil.Var]*topic{}
	for _, el := range els {
		t := &topic{kept: el.mem}
		for v := range el.vars {
			if of[v] == nil {
				of[v] = &topic{vars: []*cil.Var{v}, kept: v.Func == nil}
			}
			t = t.join(of[v], of)
		}
	}
	return of
}

// join makes one topic of two, the larger one, and notes that in of.
func (t *topic) join(o *topic, of map[*cil.Var]*topic) *topic {
	if t == o {
		return t
	}
	if len(t.vars) > len(o.vars) {
		t, o = o, t
	}
	o.kept = o.kept || t.kept
	o.vars = append(o.vars, t.vars...)
	for _, v := range t.vars {
		of[v] = o
	}
	return o
}

// sets reports whether one of the statements gives el a value.
func sets(stmts []*boolprog.Stmt, el *element) bool {
	for _, s := range stmts {
		for _, r := range s.Lhs {
			for _, name := range el.names {
				if r.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// deadBefore is the statement that forgets what is dead before n, or nil.
func (e *emitter) deadBefore(n *cil.Node) *boolprog.Stmt {
	if len(e.dead[n]) == 0 {
		return nil
	}
	s := &boolprog.Stmt{Kind: boolprog.Dead}
	for _, el := range e.dead[n] {
		for _, name := range el.names {
			s.Lhs = append(s.Lhs, boolprog.Ref{Name: name})
		}
	}
	return s
}
