package prep

import (
	"maps"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file looks at a function that dispatches on a variable apart for each value of it (trace
// partitioning; Mauborgne, Rival: Trace Partitioning in Abstract Interpretation Based Static
// Analyzers, ESOP 2005): what holds in one state of a protocol isn't mixed with what holds in
// another.

// states are what may hold before a node: an env for each value of the variable that its
// function dispatches on, and one for all others, "".
type states map[string]env

// point is a part of what may hold before a node.
type point struct {
	node *cil.Node
	part string
}

// maxParts bounds the values that are looked at apart.
const maxParts = 64

// keys lists the parts in a fixed order.
func (s states) keys() []string { return slices.Sorted(maps.Keys(s)) }

// parts splits e by the values of the variable that f dispatches on.
func (c *constants) parts(f *cil.Func, e env) []env {
	v := c.control[f]
	if v == nil || len(e[v].nums) < 2 {
		return []env{e}
	}
	var parts []env
	for _, k := range e[v].nums {
		part := e.clone()
		part[v] = number(k)
		parts = append(parts, part)
	}
	return parts
}

// add joins a part into what holds before n. It returns where, and whether that changed it.
func (c *constants) add(n *cil.Node, e env) (key string, changed bool) {
	s := c.in[n]
	if v := c.control[n.Func]; v != nil {
		if k := e[v].only(); k != nil {
			key = k.String()
		}
	}
	if s[key] == nil && len(s) >= maxParts {
		key = ""
	}
	if s[key] == nil {
		s[key] = e.clone()
		return key, true
	}
	return key, c.join(s[key], e)
}

// whole is what holds before n in all parts; nil if it isn't reached.
func (c *constants) whole(n *cil.Node) env {
	var all env
	for _, k := range c.in[n].keys() {
		if all == nil {
			all = c.in[n][k].clone()
		} else {
			c.join(all, c.in[n][k])
		}
	}
	return all
}

// truthAt decides the condition x of n in all parts.
func (c *constants) truthAt(n *cil.Node, x cil.Expr) interval.Truth {
	keys := c.in[n].keys()
	t := c.truth(c.in[n][keys[0]], x)
	for _, k := range keys[1:] {
		t = either(t, c.truth(c.in[n][k], x))
	}
	return t
}

// minDispatched is the number of constants that a variable is compared with, and assigned, for
// a function to dispatch on it.
const minDispatched = 4

// dispatched returns the variable that f dispatches on: of those that are assigned constants,
// the one that is compared with most. It is nil for none.
func dispatched(f *cil.Func) *cil.Var {
	compared, assigned := map[*cil.Var]map[string]bool{}, map[*cil.Var]map[string]bool{}
	note := func(m map[*cil.Var]map[string]bool, v *cil.Var, k string) {
		if m[v] == nil {
			m[v] = map[string]bool{}
		}
		m[v][k] = true
	}
	var vars []*cil.Var
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if k, ok := cil.ConstValue(in.E); ok && in.L.IsVar(nil) {
				note(assigned, in.L.Base, k.String())
			}
		case *cil.Branch:
			for _, want := range []bool{true, false} {
				if v, k := equated(in.E, want); v != nil && tracked(v) {
					vars = append(vars, v)
					note(compared, v, k.String())
				}
			}
		}
	}
	var best *cil.Var
	for _, v := range vars {
		if len(compared[v]) >= minDispatched && len(assigned[v]) >= minDispatched && (best == nil || len(compared[v]) > len(compared[best])) {
			best = v
		}
	}
	return best
}

// dropUnread takes out the assignments to v, a local variable, whose value nothing reads: they
// would mix what holds for different values of it.
func dropUnread(f *cil.Func, v *cil.Var) {
	if v.Func == nil {
		return
	}
	for _, n := range f.Nodes {
		if a, ok := n.Instr.(*cil.Assign); ok && a.L.IsVar(v) && !ReadAfter(n, v) {
			n.Instr = &cil.Skip{Text: "nothing reads this value of " + v.Name}
		}
	}
}

// ReadAfter reports whether v, to which no pointer leads, may be read behind n before it is
// assigned again.
func ReadAfter(n *cil.Node, v *cil.Var) bool {
	seen := map[*cil.Node]bool{}
	todo := slices.Clone(n.Succs)
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		if reads(m, v) {
			return true
		}
		if a, ok := m.Instr.(*cil.Assign); !ok || !a.L.IsVar(v) {
			todo = append(todo, m.Succs...)
		}
	}
	return false
}

// reads reports whether the instruction of n reads v.
func reads(n *cil.Node, v *cil.Var) bool {
	if a, ok := n.Instr.(*cil.Assign); ok && a.L.IsVar(nil) {
		return slices.Contains(cil.Vars(a.E), v)
	}
	found := false
	cil.EachExpr(n.Instr, func(e cil.Expr) { found = found || slices.Contains(cil.Vars(e), v) })
	return found
}
