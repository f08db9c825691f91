package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// node is a variable of the solver: a cell, or the value of an expression.
type node struct {
	pts     *set
	done    *set // of pts, what the successors have
	pending *set // of pts, what the constraints haven't seen
	succs   []int
	has     map[int]bool // the successors, once there are many
	rules   []*rule
	byKey   map[ruleKey]*rule // those of the rules that others can share
	fresh   []*rule           // rules that haven't seen pts
}

// rule is a constraint that acts on each target of its node.
type rule struct {
	op    op
	typ   cil.Type  // of the access, or of the elements that arithmetic counts
	index bool      // of arithmetic: the number of elements isn't a constant
	back  int64     // of arithmetic on bytes: by how many, if they are a constant and it leads back
	path  []cil.Sel // after the dereference
	other int       // the node that gets or gives the value, made for this rule
	call  *callSite
}

// op says what a rule does with a target t of its node.
type op int

const (
	loads   op = iota // other includes what t's part holds
	stores            // t's part includes other
	members           // other includes the address of t's part
	shifts            // other includes t after pointer arithmetic
	blurs             // other includes an unknown place in t's object
	lows              // other includes t if its address may be narrow
	counts            // other does unless t is a number from the outside, which is added to a pointer
	views             // other includes where t leads as a pointer to characters
	calls             // the call may call t
	escapes           // t becomes known to the outside
	hands             // t is an argument of code outside; index says that it may change all of it
)

// accesses reports whether the rule looks at what the target is.
func (o op) accesses() bool { return o == loads || o == stores || o == members || o == calls }

// manySuccs is the number of successors above which a node keeps them as a set too.
const manySuccs = 16

func (a *analysis) newNode() int {
	a.nodes = append(a.nodes, &node{})
	a.parent = append(a.parent, len(a.parent))
	return len(a.parent) - 1
}

// find returns the node that stands for n.
func (a *analysis) find(n int) int {
	for a.parent[n] != n {
		a.parent[n] = a.parent[a.parent[n]]
		n = a.parent[n]
	}
	return n
}

func (a *analysis) targetID(t Target) int {
	id, ok := a.ids[t]
	if !ok {
		id = len(a.targets)
		a.ids[t] = id
		a.targets = append(a.targets, t)
		t.Obj.targets = append(t.Obj.targets, id)
		if t.Obj.Kind == Function {
			a.functions.add(id)
		}
	}
	return id
}

func (a *analysis) addTarget(n int, t Target) {
	if id := a.targetID(a.canonical(t)); !a.nodes[a.find(n)].pts.has(id) {
		a.addTargets(n, a.sets.of(id))
	}
}

func (a *analysis) addTargets(n int, ts *set) {
	to := a.nodes[a.find(n)]
	if all := a.sets.union(to.pts, ts); all != to.pts {
		to.pts = all
		a.changed = true
	}
}

// edge makes the targets of from targets of to.
func (a *analysis) edge(from, to int) {
	from, to = a.find(from), a.find(to)
	if from == to || !a.nodes[from].addSucc(to) {
		return
	}
	a.newEdges = append(a.newEdges, [2]int{from, to})
	a.changed = true
}

// catchUp passes over new edges what the successors of their sources have already.
func (a *analysis) catchUp() {
	for _, e := range a.newEdges {
		if from, to := a.find(e[0]), a.find(e[1]); from != to {
			a.nodes[to].pts = a.sets.union(a.nodes[to].pts, a.nodes[from].done)
		}
	}
	a.newEdges = a.newEdges[:0]
}

// addSucc adds a successor and reports whether it is new.
func (n *node) addSucc(to int) bool {
	if n.has == nil {
		if slices.Contains(n.succs, to) {
			return false
		}
		if n.succs = append(n.succs, to); len(n.succs) > manySuccs {
			n.has = map[int]bool{}
			for _, s := range n.succs {
				n.has[s] = true
			}
		}
		return true
	}
	if n.has[to] {
		return false
	}
	n.has[to] = true
	n.succs = append(n.succs, to)
	return true
}

func (a *analysis) addRule(n int, r *rule) {
	n = a.find(n)
	a.nodes[n].fresh = append(a.nodes[n].fresh, r)
	a.changed = true
}

// join makes one node of n and m.
func (a *analysis) join(n, m int) {
	n, m = a.find(n), a.find(m)
	if n == m {
		return
	}
	x, y := a.nodes[n], a.nodes[m]
	x.done = a.sets.common(x.done, y.done)
	// What one side's rules haven't seen, they see now; the other's see it again.
	seen := a.sets.common(a.sets.minus(x.pts, x.pending), a.sets.minus(y.pts, y.pending))
	x.pts = a.sets.union(x.pts, y.pts)
	x.pending = a.sets.minus(x.pts, seen)
	x.fresh = append(x.fresh, y.fresh...)
	a.parent[m] = n
	for _, r := range y.rules {
		a.attach(x, r)
	}
	for _, s := range y.succs {
		if s = a.find(s); s != n {
			x.addSucc(s)
		}
	}
	a.nodes[m] = nil
	a.changed = true
}

// solve propagates until nothing changes: copies in topological order, with the cycles
// made one node each, then the rules, which add copies.
func (a *analysis) solve() {
	for a.changed {
		a.changed = false
		a.tidy()
		a.sweep()
		order := a.collapseCycles()
		a.catchUp()
		a.propagate(order)
		a.applyRules()
	}
}

// propagate passes on what is new, in the given order.
func (a *analysis) propagate(order []int) {
	for _, i := range order {
		n := a.nodes[i]
		delta := a.sets.minus(n.pts, n.done)
		if delta.empty() {
			continue
		}
		n.done = n.pts
		n.pending = a.sets.union(n.pending, delta)
		for _, s := range n.succs {
			if s = a.find(s); s != i {
				a.nodes[s].pts = a.sets.union(a.nodes[s].pts, delta)
			}
		}
	}
}

// tidy forgets the sets that are no longer in use, if they are many.
func (a *analysis) tidy() {
	if !a.sets.isFull() {
		return
	}
	a.sets.keep(func(yield func(*set) bool) {
		for _, n := range a.nodes {
			if n != nil && !(yield(n.pts) && yield(n.done) && yield(n.pending)) {
				return
			}
		}
	})
}

// applyRules shows each rule the targets that it hasn't seen.
func (a *analysis) applyRules() {
	for i := 0; i < len(a.nodes); i++ {
		n := a.nodes[i]
		if n == nil {
			continue
		}
		if len(n.rules) > 0 && !n.pending.empty() {
			pending := n.pending
			n.pending = nil
			a.applyEach(n.rules[:len(n.rules):len(n.rules)], pending, n.pts)
		} else {
			n.pending = nil
		}
		// The node may have become part of another one: its fresh rules went there.
		if n = a.nodes[i]; n != nil && len(n.fresh) > 0 {
			var fresh []*rule
			for _, r := range n.fresh {
				if a.attach(n, r) {
					fresh = append(fresh, r)
				}
			}
			n.fresh = nil
			a.applyEach(fresh, n.pts, n.pts)
		}
	}
}

// applyEach applies the rules to the targets, which are some of all those of their node.
func (a *analysis) applyEach(rules []*rule, targets, all *set) {
	if len(rules) == 0 {
		return
	}
	a.lump(all)
	g, merges := a.group(targets), a.merges
	for _, r := range rules {
		if a.merges > merges { // the rules before have merged objects
			a.lump(all)
			g, merges = a.group(targets), a.merges
		}
		for _, t := range g.each {
			a.apply(r, a.targets[t])
		}
		if !g.lumped.empty() {
			a.applyLump(r, g.lumped)
		}
		if !g.functions.empty() {
			a.applyFunctions(r, g.functions, all)
		}
	}
}

// groups are targets, by how rules are applied to them.
type groups struct {
	each      []int // one by one
	lumped    *set
	functions *set
}

// group finds how rules are applied to the targets. They will see what stands for stale ones.
func (a *analysis) group(targets *set) groups {
	g := groups{lumped: a.sets.among(targets, a.lumped), functions: a.sets.among(targets, a.functions)}
	for id := range a.sets.minus(a.sets.minus(targets, g.lumped), g.functions).elements() {
		if !a.stale.has(id) {
			g.each = append(g.each, id)
		}
	}
	return g
}

// applyFunctions is apply for functions: there is no data in them, and no other place to go
// to.
func (a *analysis) applyFunctions(r *rule, functions, all *set) {
	switch r.op {
	case shifts, blurs, lows, counts, views:
		a.addTargets(r.other, functions)
	case calls:
		a.bindAll(r.call, functions, all)
	case escapes, hands:
		for id := range functions.elements() {
			a.apply(r, a.targets[id])
		}
	}
}

func (a *analysis) apply(r *rule, t Target) {
	if t.Obj == a.nowhere {
		if r.op == members || r.op == shifts || r.op == blurs || r.op == lows || r.op == counts || r.op == views {
			a.addTarget(r.other, t)
		}
		return
	}
	if a.isAnything(t) && r.op.accesses() {
		a.applyAnything(r)
		return
	}
	switch r.op {
	case loads:
		if at, ok := a.access(t, r.typ, r.path); ok {
			a.edge(a.cell(at), r.other)
		}
	case stores:
		if at, ok := a.access(t, r.typ, r.path); ok {
			a.edge(r.other, a.cell(at))
		}
	case members:
		if at, ok := a.access(t, r.typ, r.path); ok || t.Cell == Unknown {
			a.addTarget(r.other, at.astray())
		}
	case shifts:
		a.addTarget(r.other, a.shift(t, step{r.typ, r.index, r.back}, true))
	case blurs:
		a.addTarget(r.other, blur(t))
	case lows:
		if isLow(t) {
			a.addTarget(r.other, t)
		}
	case counts:
		if !isNumber(t) {
			a.addTarget(r.other, blur(t))
		}
	case views:
		a.view(t, r.other)
	case calls:
		a.bindUnknown(r.call)
	case escapes:
		a.meet(t.Obj)
	case hands:
		a.hand(t, r.typ, r.index)
	}
}

// blur returns an unknown place in the target's object.
func blur(t Target) Target {
	if !t.Obj.hasData() || t.Obj.merged {
		return Target{Obj: t.Obj}
	}
	return Target{Obj: t.Obj, Cell: Unknown}
}

// ruleKey is the same for rules that do the same, but for the node that gets the result.
type ruleKey struct {
	op    op
	typ   cil.Type
	index bool
	back  int64
	path  [3]*cil.Field
}

// key returns r's key; ok is false if it shares its work with no other rule.
func (r *rule) key() (k ruleKey, ok bool) {
	if r.op == calls || r.op == escapes || r.op == hands {
		return k, false
	}
	k.op, k.typ, k.index, k.back = r.op, r.typ, r.index, r.back
	n := 0
	for _, s := range r.path {
		if s.Field == nil {
			continue
		}
		if n == len(k.path) {
			return k, false
		}
		k.path[n] = s.Field
		n++
	}
	return k, true
}

// attach gives n the rule r and reports whether it is a new one: if n has such a rule
// already, r's node is linked to that rule's, which no other rule uses.
func (a *analysis) attach(n *node, r *rule) bool {
	k, ok := r.key()
	if !ok {
		n.rules = append(n.rules, r)
		return true
	}
	if old := n.byKey[k]; old != nil && old != r {
		if r.op == stores {
			a.edge(r.other, old.other)
		} else {
			a.edge(old.other, r.other)
		}
		return false
	}
	if n.byKey == nil {
		n.byKey = map[ruleKey]*rule{}
	}
	n.byKey[k] = r
	n.rules = append(n.rules, r)
	return true
}

// collapseCycles makes each cycle of copies one node, and returns the nodes in
// topological order. It is Tarjan's algorithm with a stack of its own.
func (a *analysis) collapseCycles() []int {
	t := newTarjan(len(a.nodes), func(n int) []int { return a.nodes[n].succs }, a.find)
	for i := range a.nodes {
		if a.nodes[i] != nil && t.index[i] == 0 {
			t.search(i)
		}
	}
	var order []int
	for i := len(t.groups) - 1; i >= 0; i-- {
		g := t.groups[i]
		for _, m := range g[1:] {
			a.join(g[0], m)
		}
		order = append(order, a.find(g[0]))
	}
	return order
}
