package lbe

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
)

// path is a path from a cutpoint to the next one, a branch's side for each node.
type path []*cil.Node

// paths lists the paths from n to the next cutpoint, where so leads to n.
func paths(so path, n *cil.Node, cuts []*cil.Node) []path {
	so = append(slices.Clip(so), n)
	var all []path
	for _, s := range n.Succs {
		if slices.Contains(cuts, s) {
			all = append(all, append(slices.Clip(so), s))
		} else {
			all = append(all, paths(so, s, cuts)...)
		}
	}
	return all
}

// checkFragments says what is wrong with the fragments of f, if anything is: each path from
// a cutpoint to the next is in the one fragment between the two, and each node of a
// fragment is on such a path.
func checkFragments(f *cil.Func, cuts []*cil.Node) string {
	type key struct{ from, to *cil.Node }
	want := map[key][]path{}
	for _, c := range cuts {
		for _, p := range paths(nil, c, cuts) {
			k := key{c, p[len(p)-1]}
			want[k] = append(want[k], p)
		}
	}
	for _, fr := range Fragments(f, cuts) {
		k := key{fr.From, fr.To}
		if wrong := checkFragment(fr, want[k]); wrong != "" {
			return fmt.Sprintf("from %s to %s: %s", fr.From.Labels[0], fr.To.Labels[0], wrong)
		}
		delete(want, k)
	}
	if len(want) > 0 {
		return fmt.Sprintf("%d fragments are missing", len(want))
	}
	return ""
}

func checkFragment(fr *Fragment, want []path) string {
	if len(want) == 0 {
		return "there twice, or without a path"
	}
	if n := fr.Paths(); n.Int64() != int64(len(want)) {
		return fmt.Sprintf("%v paths, expected %d", n, len(want))
	}
	on := map[*cil.Node]bool{}
	for _, p := range want {
		last := -1
		for _, n := range p[1 : len(p)-1] {
			i := slices.Index(fr.Nodes, n)
			if i <= last {
				return "missing, or out of order: " + n.Labels[0]
			}
			last, on[n] = i, true
		}
	}
	if len(on) != len(fr.Nodes) {
		return "nodes that are on no path: " + names(fr.Nodes)
	}
	return ""
}

func TestFragments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		for name, cuts := range d.cutsets() {
			if wrong := checkFragments(d.f, cuts); wrong != "" {
				t.Fatalf("%s: %s: %s", name, names(cuts), wrong)
			}
		}
	})
}

// BACK-EDGE-AT-END: an edge of a fragment leads to its end or to a later node.
func TestBackEdgeAtEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		for _, cuts := range d.cutsets() {
			for _, fr := range Fragments(d.f, cuts) {
				for i, n := range fr.Nodes {
					if slices.Contains(cuts, n) || slices.ContainsFunc(n.Succs, func(s *cil.Node) bool {
						at := slices.Index(fr.Nodes, s)
						return at >= 0 && at <= i
					}) {
						t.Fatalf("from %s to %s: an edge back from %s", fr.From.Labels[0], fr.To.Labels[0], n.Labels[0])
					}
				}
			}
		}
	})
}

// The fragments come in the order of the nodes of their ends, and the same each time.
func TestFragmentOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		cuts := BackEdges(d.f, d.also)
		all := Fragments(d.f, cuts)
		if !slices.IsSortedFunc(all, func(a, b *Fragment) int {
			return (a.From.ID-b.From.ID)*len(d.f.Nodes) + a.To.ID - b.To.ID
		}) {
			t.Fatal("not in order")
		}
		if show(all) != show(Fragments(d.f, cuts)) {
			t.Fatal("not the same again")
		}
	})
}

// show lists the fragments with their nodes.
func show(all []*Fragment) string {
	var b strings.Builder
	for _, fr := range all {
		fmt.Fprintf(&b, "%s -> %s: %s\n", fr.From.Labels[0], fr.To.Labels[0], names(fr.Nodes))
	}
	return b.String()
}

// A cycle that the cuts leave isn't put into some order in silence.
func TestCycleLeft(t *testing.T) {
	f := graph([][]int{{1}, {2}, {1, 3}, {}})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Fragments(f, []*cil.Node{f.Entry, f.Exit})
}

// Ten thousand diamonds one after the other are one fragment with 2^10000 paths.
func TestDiamonds(t *testing.T) {
	const n = 10_000
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{3*i + 1, 3*i + 2}, []int{3*i + 3}, []int{3*i + 3})
	}
	f := graph(append(succs, []int{}))
	for name, cuts := range (drawn{f: f, asked: make([]bool, len(f.Nodes))}).cutsets() {
		frs := Fragments(f, cuts)
		if len(frs) != 1 || len(frs[0].Nodes) != len(f.Nodes)-2 {
			t.Fatalf("%s: %d cutpoints, %d fragments", name, len(cuts), len(frs))
		}
		if p := frs[0].Paths(); p.BitLen() != n+1 || p.TrailingZeroBits() != n {
			t.Errorf("%s: a number of paths of %d bits", name, p.BitLen())
		}
	}
}

// A million nodes in loops within loops don't need a deep stack.
func TestMillionNodes(t *testing.T) {
	const n = 500_000
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{i + 1, 2*n - i}) // the head of a loop
	}
	succs = append(succs, []int{n + 1})
	for i := range n - 1 {
		succs = append(succs, []int{n - 1 - i}) // its end
	}
	succs = append(succs, []int{})
	f := graph(succs)
	cuts := BackEdges(f, nil)
	if len(cuts) != n+1 {
		t.Errorf("%d cutpoints, expected %d", len(cuts), n+1)
	}
	if rule := RuleCutset(f, nil); len(rule) < len(cuts) {
		t.Errorf("%d cutpoints by rules", len(rule))
	}
	nodes := 0
	for _, fr := range Fragments(f, cuts) {
		nodes += len(fr.Nodes)
	}
	if nodes > 4*n {
		t.Errorf("%d nodes in fragments", nodes)
	}
}

// Where each of many cutpoints leads to one exit, that has that many predecessors, which
// are gone through once and not for each cutpoint. (For each, this would take minutes.)
func TestCommonExit(t *testing.T) {
	const n = 300_000
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{i + 1, n})
	}
	f := graph(append(succs, []int{}))
	frs := Fragments(f, BackEdges(f, func(*cil.Node) bool { return true }))
	if len(frs) != 2*n-1 {
		t.Errorf("%d fragments, expected %d", len(frs), 2*n-1)
	}
}
