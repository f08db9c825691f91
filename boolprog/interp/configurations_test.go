package interp

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/bpgen"
)

// config is a whole configuration of a program: a stack of states, the running one last.
type config struct {
	stack boolprog.Path
	dist  int
}

// explorer visits configurations in order of distance, without summaries.
type explorer struct {
	graphs []*boolprog.Graph
	seen   map[string]bool
	queue  [][]config // by distance
}

// maxStack and maxConfigs bound an exploration.
const (
	maxStack   = 5
	maxConfigs = 5000
)

// nearest returns the length of the shortest run to a failing assert, or false if none
// is found before a bound; complete says that no bound was reached before the answer.
func (x *explorer) nearest() (length int, found, complete bool) {
	complete = true
	for d := 0; d < len(x.queue); d++ {
		for len(x.queue[d]) > 0 {
			c := x.queue[d][0]
			x.queue[d] = x.queue[d][1:]
			if !x.visit(c) {
				continue
			}
			if len(c.stack) > maxStack || len(x.seen) > maxConfigs {
				complete = false
				continue
			}
			top := c.stack[len(c.stack)-1]
			if fails(x.graphs[top.Proc], top.Node, top.Values) {
				return d + 1, true, complete
			}
			x.expand(c, top)
		}
	}
	return 0, false, complete
}

// visit reports whether a configuration exists and is new.
func (x *explorer) visit(c config) bool {
	top := c.stack[len(c.stack)-1]
	key := stackKey(c.stack)
	if x.seen[key] || !enforced(x.graphs[top.Proc], top.Node, top.Values) {
		return false
	}
	x.seen[key] = true
	return true
}

// stackKey returns a text that identifies a stack of small procedures.
func stackKey(stack boolprog.Path) string {
	var key []byte
	for _, s := range stack {
		key = binary.AppendUvarint(key, uint64(s.Proc))
		key = binary.AppendUvarint(key, uint64(s.Node))
		key = binary.AppendUvarint(key, word(s.Values))
	}
	return string(key)
}

// push queues a configuration.
func (x *explorer) push(stack boolprog.Path, dist int) {
	for len(x.queue) <= dist {
		x.queue = append(x.queue, nil)
	}
	x.queue[dist] = append(x.queue[dist], config{slices.Clone(stack), dist})
}

// expand queues what follows a configuration.
func (x *explorer) expand(c config, top boolprog.Step) {
	g := x.graphs[top.Proc]
	n := &g.Nodes[top.Node]
	below := c.stack[:len(c.stack)-1]
	switch n.Kind {
	case boolprog.NodeCall:
		for _, v := range enter(g, x.graphs[n.Callee], top.Node, top.Values) {
			x.enter(c.stack, n.Callee, v, c.dist+1)
		}
	case boolprog.NodeExit:
		if len(below) == 0 {
			return
		}
		from := below[len(below)-1]
		caller := x.graphs[from.Proc]
		v := leave(caller, g, from.Node, from.Values, top.Values)
		x.follow(below[:len(below)-1], from, v, c.dist)
	default:
		for _, v := range step(g, top.Node, top.Values) {
			x.follow(below, top, v, c.dist+n.Weight())
		}
	}
}

// follow queues the successors of state from, with values v, on top of a stack.
func (x *explorer) follow(below boolprog.Path, from boolprog.Step, v boolprog.Valuation, dist int) {
	for _, succ := range x.graphs[from.Proc].Nodes[from.Node].Succs {
		x.push(append(slices.Clone(below), boolprog.Step{Proc: from.Proc, Node: succ, Values: v}), dist)
	}
}

// enter queues the entry of a procedure with all values of its locals.
func (x *explorer) enter(stack boolprog.Path, proc int, v boolprog.Valuation, dist int) {
	g := x.graphs[proc]
	first := len(g.Prog.Globals) + len(g.Proc.Formals)
	for _, w := range new(search).spread(v, first, len(g.Proc.Locals)) {
		x.push(append(slices.Clone(stack), boolprog.Step{Proc: proc, Node: g.Entry, Values: w}), dist)
	}
}

// TestConfigurations compares verdict and length with an exploration of whole stacks.
func TestConfigurations(t *testing.T) {
	compared := 0
	for seed := range uint64(400) {
		p := bpgen.Program(rand.New(rand.NewPCG(seed, 1)), bpgen.Small())
		if err := boolprog.Check(p, ""); err != nil {
			t.Fatal(err)
		}
		graphs := boolprog.BuildGraphs(p)
		r, err := Check(graphs, Options{MaxEdges: 1 << 14})
		if err != nil {
			continue
		}
		x := &explorer{graphs: graphs, seen: map[string]bool{}}
		g := graphs[0]
		for _, v := range new(search).spread(boolprog.NewValuation(g.NumSlots()), 0, len(p.Globals)) {
			x.enter(nil, 0, v, 0)
		}
		length, found, complete := x.nearest()
		switch {
		case found && !r.Unsafe, found && complete && length != r.Length, found && length < r.Length, complete && !found && r.Unsafe:
			t.Fatalf("seed %d: stacks say %v %d, path edges %v %d\n%s", seed, found, length, r.Unsafe, r.Length, p)
		case complete:
			compared++
		}
	}
	t.Logf("%d programs compared", compared)
	if compared < 150 {
		t.Errorf("only %d programs were compared", compared)
	}
}

// TestReplayRejects changes one step of a path in each possible place: a path with a
// flipped value, a missing step or another node must not pass unless it is a run too,
// which the steps themselves decide.
func TestReplayRejects(t *testing.T) {
	const text = `decl g; void main() begin decl a; enforce T; g, a := F, T; a := f(a); goto L; L: assert(a); end
		bool f(x) begin assume(x); g := x; return !x; end`
	p, err := boolprog.Read("p.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	graphs := boolprog.BuildGraphs(p)
	r, err := Check(graphs, Options{})
	if err != nil || !r.Unsafe {
		t.Fatalf("no path: %v", err)
	}
	if err := Replay(graphs, nil); err == nil {
		t.Error("an empty path passes")
	}
	for i := range r.Path {
		short := append(slices.Clone(r.Path[:i]), r.Path[i+1:]...)
		if err := Replay(graphs, short); err == nil && i < len(r.Path)-1 {
			t.Errorf("the path without step %d passes", i+1)
		}
		g := graphs[r.Path[i].Proc]
		other := slices.Clone(r.Path)
		other[i].Node = (other[i].Node + 1) % len(g.Nodes)
		if err := Replay(graphs, other); err == nil {
			t.Errorf("the path with another node at step %d passes", i+1)
		}
		for slot := range g.FirstResult() { // any value will do at the entry of main
			other := slices.Clone(r.Path)
			other[i].Values = slices.Clone(other[i].Values)
			other[i].Values.Set(slot, !other[i].Values.Get(slot))
			if err := Replay(graphs, other); err == nil && i > 0 {
				t.Errorf("the path with another value of %s at step %d passes", g.SlotName(slot), i+1)
			}
		}
	}
	err = Replay(graphs, r.Path[1:])
	if err == nil || !strings.Contains(err.Error(), "starts at the entry of main") {
		t.Errorf("a path from the middle: %v", err)
	}
}
