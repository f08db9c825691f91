package check

import (
	"math/big"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/internal/source"
)

// This file tells what several violations of a rule have in common: a callback that returned with the rule's state
// as no later one can rightly find it. A mutex that a callback leaves locked is locked again by the next one, and is still locked at the
// end: that is one defect, and it is at the return.

// stateValue is a variable of a rule's state with its value, as notes tell them.
type stateValue struct{ name, value string }

// leftBy lists what a change of the rule's state, such as "lock: FREE -> HELD", has left behind.
func leftBy(note string) []stateValue {
	var left []stateValue
	for _, part := range strings.Split(note, ", ") {
		name, change, _ := strings.Cut(part, ": ")
		if _, value, ok := strings.Cut(change, " -> "); ok && name != "bound" {
			left = append(left, stateValue{name, value})
		}
	}
	return left
}

// lasting reports whether no callback can begin with an event that rightly ends what was left, nor the environment do so:
// a mutex that is held is let go by mutex_unlock, and no callback begins with that. What a probe function
// leaves is for another callback to end, and what a function leaves that the program calls too may be for its caller to end.
func (p *Prepared) lasting(callback string, left []stateValue) bool {
	return p.unended(left) && !p.callsItself(callback)
}

// unended reports whether no callback begins with an event that rightly ends what was left, nor the environment does so.
func (p *Prepared) unended(left []stateValue) bool {
	if p.environment == "" || p.Rule == nil || len(left) == 0 || p.holds(left) == nil {
		return false
	}
	m := rules.MachineOf(p.Rule.Rule)
	if m == nil {
		return false
	}
	for _, event := range p.beginnings() {
		if ends(m, left, event) {
			return false
		}
	}
	return true
}

// callsItself reports whether the program calls the function, and not only its environment.
func (p *Prepared) callsItself(callback string) bool {
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			c := p.inlined.Call(n)
			if c == nil || p.outside(p.inlined.Func(n).Pos.File) || p.inlined.Func(n).Name == entries.Name {
				continue
			}
			callees := []*cil.Func{c.Callee()}
			if c.Callee() == nil {
				callees = p.Input.Callees(n)
			}
			if slices.ContainsFunc(callees, func(g *cil.Func) bool { return g != nil && g.Name == callback }) {
				return true
			}
		}
	}
	return false
}

// ends reports whether the event may rightly take a rule from a state as left to another one. Of an event that
// the automaton doesn't have nothing is known.
func ends(m *rules.Machine, left []stateValue, event string) bool {
	known := false
	for _, e := range m.Edges {
		known = known || e.Event == event
		if e.Event != event || !within(m, e.From, left) || e.To == rules.Violation {
			continue
		}
		if e.To == rules.More || !within(m, e.To, left) {
			return true
		}
	}
	return !known
}

// within reports whether the variables have these values in state i.
func within(m *rules.Machine, i int, left []stateValue) bool {
	return !slices.ContainsFunc(left, func(l stateValue) bool {
		k := slices.Index(m.Vars, l.name)
		return k < 0 || m.States[i][k] != l.value
	})
}

// beginnings lists the rule's events that may be the first one of a callback, and those that happen in the environment.
func (p *Prepared) beginnings() []string {
	b := beginner{p: p, rule: p.procedures(), seen: map[*cil.Node]bool{}, events: map[string]bool{}}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			if c := p.inlined.Call(n); c != nil && p.inlined.Func(n).Pos.File == p.environment {
				b.outside(n, c)
			}
		}
	}
	b.findQuiet()
	for ; len(b.todo) > 0; b.todo = b.todo[1:] {
		b.visit(b.todo[0])
	}
	var list []string
	for e := range b.events {
		list = append(list, e)
	}
	slices.Sort(list)
	return list
}

// beginner looks for the first events of callbacks.
type beginner struct {
	p      *Prepared
	rule   map[*cil.Func]bool
	seen   map[*cil.Node]bool
	todo   []*cil.Node
	quiet  map[*cil.Func]bool // may return without an event
	events map[string]bool
}

// outside looks at a call in the environment.
func (b *beginner) outside(n *cil.Node, c *cil.Call) {
	switch f := c.Callee(); {
	case f == nil || !f.HasBody():
	case b.rule[f]:
		b.events[b.p.Rule.EventNames[f]] = true
	case b.p.inlined.Replaced(n) != nil:
		b.todo = append(b.todo, n.Succs...)
	default:
		b.todo = append(b.todo, f.Entry)
	}
}

// visit goes on from n to where the next event may be. What comes behind a callback counts too: that is more than there is.
func (b *beginner) visit(n *cil.Node) {
	if b.seen[n] {
		return
	}
	b.seen[n] = true
	if c := b.p.inlined.Call(n); c != nil && b.rule[c.Callee()] {
		b.events[b.p.Rule.EventNames[c.Callee()]] = true
		return
	}
	behind := true
	if _, ok := n.Instr.(*cil.Call); ok {
		behind = b.passes(n)
		for _, f := range b.p.Input.Callees(n) {
			if f.HasBody() {
				b.todo = append(b.todo, f.Entry)
			}
		}
	}
	if behind {
		b.todo = append(b.todo, n.Succs...)
	}
}

// passes reports whether the call at n may return without an event.
func (b *beginner) passes(n *cil.Node) bool {
	list := b.p.Input.Callees(n)
	return len(list) == 0 || slices.ContainsFunc(list, func(f *cil.Func) bool { return !f.HasBody() || b.quiet[f] })
}

// findQuiet finds the functions that may return without an event, the fewest that can be.
func (b *beginner) findQuiet() {
	b.quiet = map[*cil.Func]bool{}
	for grown := true; grown; {
		grown = false
		for _, f := range c2bp.Reachable(b.p.Input) {
			if f.HasBody() && !b.quiet[f] && b.returnsQuietly(f) {
				b.quiet[f], grown = true, true
			}
		}
	}
}

// returnsQuietly reports whether f may return without an event, if of what it calls only what is known to be quiet does.
func (b *beginner) returnsQuietly(f *cil.Func) bool {
	seen, todo := map[*cil.Node]bool{}, []*cil.Node{f.Entry}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == f.Exit {
			return true
		}
		c := b.p.inlined.Call(n)
		_, isCall := n.Instr.(*cil.Call)
		if seen[n] || c != nil && b.rule[c.Callee()] || isCall && !b.passes(n) {
			continue
		}
		seen[n] = true
		todo = append(todo, n.Succs...)
	}
	return false
}

// holds is the condition that the rule's state is as left; nil if that can't be said.
func (p *Prepared) holds(left []stateValue) cil.Expr {
	var all cil.Expr
	for _, l := range left {
		k := slices.IndexFunc(p.Rule.State, func(v *cil.Var) bool { return cil.SourceLval(cil.VarLval(v)) == l.name })
		if k < 0 {
			return nil
		}
		v := p.Rule.State[k]
		t, isInt := v.Type.(*cil.IntType)
		number, ok := p.number(v, l.value)
		if !isInt || !ok {
			return nil
		}
		here := cil.MakeBinary(cil.Eq, cil.LoadVar(v), &cil.Const{T: t, Val: number}, p.Prog.Model.Int(cil.Int))
		if all == nil {
			all = here
		} else {
			all = cil.MakeBinary(cil.LAnd, all, here, p.Prog.Model.Int(cil.Int))
		}
	}
	return all
}

// number is the value that traces call so.
func (p *Prepared) number(v *cil.Var, called string) (*big.Int, bool) {
	for val, name := range p.Rule.Enumerators[v] {
		if name == called {
			called = val
			break
		}
	}
	return new(big.Int).SetString(called, 10)
}

// block has runs end at returns that are known to leave the rule's state so that what follows is wrong.
func (p *Prepared) block(known map[defect]bool) {
	own := p.procedures()
	for _, f := range p.Prog.Funcs {
		if own[f] || p.outside(f.Pos.File) {
			continue
		}
		changed := false
		for _, n := range slices.Clone(f.Nodes) {
			if _, ok := n.Instr.(*cil.Return); ok {
				changed = p.blockAt(n, known) || changed
			}
		}
		if changed {
			f.Finish()
		}
	}
}

// blockAt puts conditions before the return at n.
func (p *Prepared) blockAt(n *cil.Node, known map[defect]bool) bool {
	var conds []cil.Expr
	for d := range known {
		if d.left != "" && d.place == result.At(n.Pos) {
			conds = append(conds, cil.Not(p.holds(leftBy(d.left))))
		}
	}
	slices.SortFunc(conds, func(a, b cil.Expr) int { return strings.Compare(cil.ExprString(a), cil.ExprString(b)) })
	for _, e := range conds {
		ret := n.Func.NewNode(n.Instr, n.Pos)
		ret.Succs = n.Succs
		n.Instr, n.Succs, n.Pos = &cil.Assume{E: e}, []*cil.Node{ret}, source.Pos{}
		n = ret
	}
	return len(conds) > 0
}
