package c2bp

import (
	"fmt"
	"strconv"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/path"
)

// Abstraction is a Boolean program and the way back to C.
type Abstraction struct {
	BP      *boolprog.Program
	origins map[string]origin
	blocks  map[string]*block // by origin
	// restore makes a block that isn't among blocks yet; nil if all are.
	restore func(origin) *block
	// covers has what the prover said of fragments, by origin.
	covers map[string][]*cil.Node
	prover Prover
	// semantics is that of fragments, without ghosts.
	semantics lbe.Semantics
}

// Taken is a statement of a path of the Boolean program, with the variables that are true
// before and after it.
type Taken struct {
	Origin        string
	Before, After []string
}

// origin says what a statement of the Boolean program stands for.
type origin struct {
	node *cil.Node
	kind originKind
	k    int // taken side of a branch, or which callee
}

type originKind int

const (
	whole   originKind = iota // the node's instruction
	before                    // a ghost, the split of a branch or choice: before the instruction
	side                      // one side of a branch
	enter                     // a call of a function with a body
	after                     // the update after a call, the choice between fragments
	target                    // an error point
	through                   // a fragment; k is the node that it leads to
)

func newOrigin(n *cil.Node, suffix string) origin {
	switch {
	case suffix == "":
		if _, ok := n.Instr.(*cil.Branch); ok {
			return origin{n, before, 0}
		}
		return origin{n, whole, 0}
	case suffix == "+":
		return origin{n, side, 0}
	case suffix == "-":
		return origin{n, side, 1}
	case suffix == ")" || suffix == choiceSuffix:
		return origin{n, after, 0}
	case suffix == "!":
		return origin{n, target, 0}
	case suffix[0] == '>':
		k, _ := strconv.Atoi(suffix[1:])
		return origin{n, through, k}
	case suffix[0] == '(':
		k, _ := strconv.Atoi(suffix[1:])
		return origin{n, enter, k}
	}
	return origin{n, before, 0}
}

// Nodes returns the nodes that statements with these origins stand for.
func (a *Abstraction) Nodes(origins []string) map[*cil.Node]bool {
	nodes := map[*cil.Node]bool{}
	for _, o := range origins {
		nodes[a.origins[o].node] = true
	}
	return nodes
}

// Passed returns the nodes that runs of the C program may pass if those of the Boolean
// program reach these origins: nodes that printed nothing too, if what comes behind them
// is reached.
func (a *Abstraction) Passed(in Input, origins []string) map[*cil.Node]bool {
	printed := map[*cil.Node]bool{}
	for _, o := range a.origins {
		printed[o.node] = true
	}
	reached := a.Nodes(origins)
	covered := a.covered(origins)
	passed := map[*cil.Node]bool{}
	todo := []*cil.Node{in.Entry.Entry}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if passed[n] || printed[n] && !reached[n] || !printed[n] && covered != nil && !covered[n] {
			continue
		}
		passed[n] = true
		todo = append(todo, n.Succs...)
		if _, call := n.Instr.(*cil.Call); call {
			for _, f := range in.calleesOf(n) {
				if f.HasBody() {
					todo = append(todo, f.Entry)
				}
			}
		}
	}
	for n := range passed {
		if !printed[n] && covered == nil && !arrives(n, printed, passed) {
			delete(passed, n)
		}
	}
	return passed
}

// covered returns the nodes inside of fragments that runs pass, given the origins that are
// reached; nil without fragments.
func (a *Abstraction) covered(origins []string) map[*cil.Node]bool {
	if !a.large() {
		return nil
	}
	covered := map[*cil.Node]bool{}
	for _, o := range origins {
		if a.origins[o].kind != through {
			continue
		}
		if _, ok := a.covers[o]; !ok {
			b := a.block(o)
			a.covers[o] = a.prover.Cover(b.query, b.states)
		}
		for _, n := range a.covers[o] {
			covered[n] = true
		}
	}
	return covered
}

// large reports whether the abstraction has fragments.
func (a *Abstraction) large() bool { return len(a.blocks) > 0 || a.restore != nil }

// block returns the block of a statement that stands for a fragment.
func (a *Abstraction) block(of string) *block {
	b := a.blocks[of]
	if b == nil && a.restore != nil {
		b = a.restore(a.origins[of])
		a.blocks[of] = b
	}
	return b
}

// arrives reports whether the way from n through nodes that printed nothing leads to one
// that is passed, or ends.
func arrives(n *cil.Node, printed, passed map[*cil.Node]bool) bool {
	for range len(n.Func.Nodes) {
		if printed[n] {
			return passed[n]
		}
		if len(n.Succs) != 1 {
			return true
		}
		n = n.Succs[0]
	}
	return true
}

// Path turns the statements along a path of the Boolean program into the path of the C
// program. Nodes that printed nothing are filled in: they have one successor. Through a
// fragment it takes the way that ways has for the statement's index, or one that goes with the
// variables' values. The path ends at the node of the last statement. It returns nil if the
// prover doesn't find a way.
func (a *Abstraction) Path(in Input, taken []Taken, ways map[int]Way) *path.Path {
	b := &pathBuilder{in: in, at: in.Entry.Entry, p: &path.Path{}}
	for i, t := range taken {
		org, ok := a.origins[t.Origin]
		switch {
		case !ok:
		case org.kind == through:
			w, ok := ways[i]
			if !ok {
				w, ok = a.wayThrough(t)
			}
			if !ok {
				return nil
			}
			b.through(w)
		case !b.step(org):
			panic("c2bp: the path of the Boolean program leaves the C program")
		}
	}
	return b.p
}

// Way is a way through a fragment: its nodes, and the successor that each goes on to.
type Way struct {
	Nodes      []*cil.Node
	Successors []int
}

// wayThrough asks the prover for a way through a fragment that goes with the values of the
// variables before and after it.
func (a *Abstraction) wayThrough(t Taken) (w Way, ok bool) {
	holds := map[string]bool{}
	for _, n := range t.Before {
		holds[n] = true
	}
	for _, n := range t.After {
		holds[n+"'"] = true
	}
	w.Nodes, w.Successors, ok = a.prover.Way(a.block(t.Origin).query, func(name string) bool { return holds[name] })
	return w, ok
}

// through takes the steps of a way through a fragment.
func (b *pathBuilder) through(w Way) {
	for i, n := range w.Nodes {
		if i == 0 && b.at != n {
			continue // the call's step is taken already
		}
		b.add(path.Step{Node: n, Taken: w.Successors[i]})
		b.at = n.Succs[w.Successors[i]]
	}
}

// ReadPath is [Abstraction.Path] for origins that were read from a file. The error says
// which of them doesn't fit the program.
func ReadPath(in Input, origins []string) (*path.Path, error) {
	b := &pathBuilder{in: in, at: in.Entry.Entry, p: &path.Path{}}
	for i, o := range origins {
		org, ok := parseOrigin(in, o)
		if ok && org.kind == through {
			return nil, fmt.Errorf("origin %d, %q, stands for a fragment, not for statements: take the path that check --dump leaves", i+1, o)
		}
		if !ok || !b.step(org) {
			return nil, fmt.Errorf("origin %d, %q, doesn't fit the program", i+1, o)
		}
	}
	if len(b.p.Steps) == 0 {
		return nil, fmt.Errorf("no origins")
	}
	return b.p, nil
}

// parseOrigin takes FUNCTION:NODE and a suffix apart.
func parseOrigin(in Input, text string) (origin, bool) {
	name, rest, ok := strings.Cut(text, ":")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	id, err := strconv.Atoi(rest[:digits])
	if !ok || err != nil {
		return origin{}, false
	}
	for _, f := range Reachable(in) {
		if f.Name == name && id < len(f.Nodes) {
			o := newOrigin(f.Nodes[id], rest[digits:])
			return o, o.fits(in)
		}
	}
	return origin{}, false
}

// fits reports whether the origin's side or callee exists.
func (o origin) fits(in Input) bool {
	switch o.kind {
	case side:
		return o.k < len(o.node.Succs)
	case enter:
		if _, ok := o.node.Instr.(*cil.Call); !ok {
			return false
		}
		cs := in.calleesOf(o.node)
		return o.k < len(cs) && cs[o.k].HasBody()
	}
	return true
}

// pathBuilder walks the C program along the origins.
type pathBuilder struct {
	in    Input
	p     *path.Path
	at    *cil.Node   // the next node to take
	stack []*cil.Node // calls that have not returned
}

// step takes the step of an origin. It reports false if the program has no such way.
func (b *pathBuilder) step(o origin) bool {
	if o.kind == after {
		return true // the call's step is taken already
	}
	if !b.fill(o.node) {
		return false
	}
	switch o.kind {
	case target:
		b.add(path.Step{Node: o.node})
	case side:
		b.add(path.Step{Node: o.node, Taken: o.k})
		b.at = o.node.Succs[o.k]
	case enter:
		g := b.in.calleesOf(o.node)[o.k]
		b.add(path.Step{Node: o.node, Callee: g})
		b.stack = append(b.stack, o.node)
		b.at = g.Entry
	case whole:
		b.add(path.Step{Node: o.node})
		b.leave(o.node)
	}
	return true
}

// leave goes on behind a node; from a function's exit to behind its call.
func (b *pathBuilder) leave(n *cil.Node) {
	if n != n.Func.Exit {
		if len(n.Succs) > 0 {
			b.at = n.Succs[0]
		}
		return
	}
	if len(b.stack) == 0 {
		return
	}
	call := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	b.at = call.Succs[0]
}

// fill takes the silent nodes up to n. It reports false if they don't lead there.
func (b *pathBuilder) fill(n *cil.Node) bool {
	for steps := 0; b.at != n; steps++ {
		if len(b.at.Succs) != 1 || steps > len(b.at.Func.Nodes) {
			return false
		}
		b.add(path.Step{Node: b.at})
		b.at = b.at.Succs[0]
	}
	return true
}

func (b *pathBuilder) add(s path.Step) { b.p.Steps = append(b.p.Steps, s) }

func (in Input) calleesOf(n *cil.Node) []*cil.Func {
	if in.Callees == nil {
		return directCallees(n)
	}
	return in.Callees(n)
}
