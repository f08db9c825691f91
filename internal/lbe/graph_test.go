package lbe

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// graph makes a function with the given successors: node 0 is the entry, the last one the
// exit, which has none. A node is labelled with its number.
func graph(succs [][]int) *cil.Func {
	f := &cil.Func{Name: "f", Type: &cil.FuncType{Ret: &cil.VoidType{}}}
	for i, to := range succs {
		n := f.NewNode(&cil.Skip{}, source.Pos{})
		n.Labels = []string{fmt.Sprint(i)}
		if len(to) > 1 {
			n.Instr = &cil.Branch{}
		}
	}
	for i, to := range succs {
		for _, j := range to {
			f.Nodes[i].Succs = append(f.Nodes[i].Succs, f.Nodes[j])
		}
	}
	f.Entry, f.Exit = f.Nodes[0], f.Nodes[len(succs)-1]
	f.Finish()
	return f
}

// names are the numbers that nodes had in the graph.
func names(ns []*cil.Node) string {
	var all []string
	for _, n := range ns {
		all = append(all, n.Labels[0])
	}
	return strings.Join(all, " ")
}

// drawn is a generated function, with nodes that are to be cutpoints.
type drawn struct {
	f     *cil.Func
	asked []bool // by ID
}

func (d drawn) also(n *cil.Node) bool { return d.asked[n.ID] }

// draw makes a small function: any graph, reducible or not, in which most edges lead to one
// of the next few nodes.
func draw(t *rapid.T) drawn {
	n := rapid.IntRange(2, 12).Draw(t, "nodes")
	succs := make([][]int, n)
	for i := range n - 1 {
		near := rapid.IntRange(i+1, min(i+3, n-1))
		to := rapid.OneOf(near, near, near, rapid.IntRange(0, n-1))
		succs[i] = rapid.SliceOfN(to, 1, 2).Draw(t, "succs")
	}
	d := drawn{f: graph(succs)}
	rare := rapid.IntRange(1, 5).Draw(t, "rare")
	asked := rapid.SliceOfN(rapid.IntRange(0, rare), len(d.f.Nodes), len(d.f.Nodes)).Draw(t, "asked")
	for _, k := range asked {
		d.asked = append(d.asked, k == 0)
	}
	return d
}

// cutsets are the cutsets of d.
func (d drawn) cutsets() map[string][]*cil.Node {
	return map[string][]*cil.Node{"BackEdges": BackEdges(d.f, d.also), "RuleCutset": RuleCutset(d.f, d.also)}
}

// acyclic reports whether the nodes of f that aren't cut have no cycle: taking away those
// to which no other leads, one by one, leaves nothing.
func acyclic(f *cil.Func, cuts []*cil.Node) bool {
	left := slices.DeleteFunc(slices.Clone(f.Nodes), func(n *cil.Node) bool { return slices.Contains(cuts, n) })
	for {
		next := slices.DeleteFunc(slices.Clone(left), func(n *cil.Node) bool {
			return !slices.ContainsFunc(left, func(p *cil.Node) bool { return slices.Contains(p.Succs, n) })
		})
		if len(next) == len(left) {
			return len(left) == 0
		}
		left = next
	}
}

// checkCutset says what is wrong with a cutset of d, if anything is.
func checkCutset(d drawn, cuts []*cil.Node) string {
	last := -1
	for _, n := range cuts {
		if n.ID <= last {
			return "not in the order of the nodes"
		}
		last = n.ID
	}
	for _, n := range d.f.Nodes {
		if (n == d.f.Entry || n == d.f.Exit || d.asked[n.ID]) && !slices.Contains(cuts, n) {
			return "without " + n.Labels[0]
		}
	}
	if !acyclic(d.f, cuts) {
		return "a cycle is left"
	}
	return ""
}

func TestCutsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		for name, cuts := range d.cutsets() {
			if wrong := checkCutset(d, cuts); wrong != "" {
				t.Fatalf("%s: %s: %s", name, names(cuts), wrong)
			}
		}
	})
}

// The locations of the rule summary subsume those of the back-edge summary (section 3).
func TestBackEdgesAmongRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		rule := literalRule(t, d)
		for _, n := range BackEdges(d.f, d.also) {
			if !slices.Contains(rule, n) {
				t.Fatalf("%s isn't among %s", n.Labels[0], names(rule))
			}
		}
	})
}

// literalHeads marks the destinations of the edges that lead back from n, or from what is
// searched after it, to what is open.
func literalHeads(n *cil.Node, open, seen, heads map[*cil.Node]bool) {
	open[n], seen[n] = true, true
	for _, s := range n.Succs {
		if open[s] {
			heads[s] = true
		} else if !seen[s] {
			literalHeads(s, open, seen, heads)
		}
	}
	open[n] = false
}

func TestBackEdgesAgainstRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		heads := map[*cil.Node]bool{}
		literalHeads(d.f.Entry, map[*cil.Node]bool{}, map[*cil.Node]bool{}, heads)
		want := choose(d.f, d.also, func(n *cil.Node) bool { return heads[n] })
		if got := BackEdges(d.f, d.also); !slices.Equal(got, want) {
			t.Fatalf("%s, expected %s", names(got), names(want))
		}
	})
}

// edge is an edge of a summary; there may be several between two locations.
type edge struct{ from, to *cil.Node }

// literalRule applies SEQ and CHOICE as definition 3 has them, anywhere, until none does.
func literalRule(t *rapid.T, d drawn) []*cil.Node {
	left := slices.Clone(d.f.Nodes)
	var edges []edge
	for _, n := range left {
		for _, s := range n.Succs {
			edges = append(edges, edge{n, s})
		}
	}
	for {
		if e := repeated(edges); e >= 0 {
			edges = slices.Delete(edges, e, e+1)
			continue
		}
		ways := sequences(d, edges)
		if len(ways) == 0 {
			return left
		}
		e := rapid.SampledFrom(ways).Draw(t, "SEQ")
		edges = merge(edges, e)
		left = slices.DeleteFunc(left, func(n *cil.Node) bool { return n == e.to })
	}
}

// repeated is the index of an edge that is there twice, or -1.
func repeated(edges []edge) int {
	for i, e := range edges {
		if slices.Contains(edges[:i], e) {
			return i
		}
	}
	return -1
}

// sequences lists the edges that SEQ applies to.
func sequences(d drawn, edges []edge) []edge {
	var found []edge
	for _, e := range edges {
		in, out := 0, 0
		for _, x := range edges {
			if x.to == e.to {
				in++
			}
			if x.from == e.to {
				out++
			}
		}
		if e.from != e.to && in == 1 && out > 0 && e.to != d.f.Entry && !d.asked[e.to.ID] {
			found = append(found, e)
		}
	}
	return found
}

// merge takes the end of e into its beginning.
func merge(edges []edge, e edge) []edge {
	var all []edge
	for _, x := range edges {
		switch {
		case x == e:
		case x.from == e.to:
			all = append(all, edge{e.from, x.to})
		default:
			all = append(all, x)
		}
	}
	return all
}

func TestRuleAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		got, want := RuleCutset(d.f, d.also), literalRule(t, d)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, expected %s", names(got), names(want))
		}
	})
}
