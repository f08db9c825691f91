package lbe

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
)

// originsOf counts the cutpoints from which n is reached, for each node.
func originsOf(f *cil.Func, cuts []*cil.Node) map[*cil.Node]int {
	froms := map[*cil.Node]map[*cil.Node]bool{}
	for _, fr := range Fragments(f, cuts) {
		for _, n := range fr.Nodes {
			if froms[n] == nil {
				froms[n] = map[*cil.Node]bool{}
			}
			froms[n][fr.From] = true
		}
	}
	counts := map[*cil.Node]int{}
	for n, from := range froms {
		counts[n] = len(from)
	}
	return counts
}

// No node has too many origins, and each node that is added would have.
func TestNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		most := rapid.IntRange(1, 4).Draw(t, "most")
		cuts := BackEdges(d.f, d.also)
		narrow := Narrow(d.f, cuts, most)
		if wrong := checkCutset(d, narrow); wrong != "" {
			t.Fatal(wrong)
		}
		for n, count := range originsOf(d.f, narrow) {
			if count > most {
				t.Fatalf("%d cutpoints lead to %s", count, n.Labels[0])
			}
		}
		for _, n := range narrow {
			without := slices.DeleteFunc(slices.Clone(narrow), func(c *cil.Node) bool { return c == n })
			if !slices.Contains(cuts, n) && originsOf(d.f, without)[n] <= most {
				t.Fatalf("%s needn't be a cutpoint", n.Labels[0])
			}
		}
	})
}

// Many calls in a row that may be left out have fragments of a bounded size.
func TestOptionalCalls(t *testing.T) {
	const n = 300
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{2*i + 1, 2*i + 2}, []int{2*i + 2})
	}
	f := graph(append(succs, []int{}))
	s := Summarise(f, ByBackEdges, Points{IsCall: func(n *cil.Node) bool { return len(n.Succs) == 1 }})
	nodes := 0
	for _, fr := range s.Edges {
		nodes += len(fr.Nodes)
	}
	if len(s.Cutpoints) > n+n/8 || nodes > mostOrigins*mostOrigins*n {
		t.Errorf("%d cutpoints, %d edges, %d nodes", len(s.Cutpoints), len(s.Edges), nodes)
	}
}

// A join of very many ways takes no longer than they are many.
func TestManyWays(t *testing.T) {
	const n = 100_000
	var succs [][]int
	for i := range n {
		succs = append(succs, []int{i + 1, n})
	}
	f := graph(append(succs, []int{n + 1}, []int{}))
	cuts := Narrow(f, BackEdges(f, func(n *cil.Node) bool { return len(n.Succs) == 2 }), mostOrigins)
	if len(cuts) != n+2 {
		t.Errorf("%d cutpoints, expected %d", len(cuts), n+2)
	}
}

func TestUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.Custom(func(t *rapid.T) []int {
			l := rapid.SliceOfNDistinct(rapid.IntRange(0, 5), 0, 5, rapid.ID).Draw(t, "list")
			slices.Sort(l)
			return l
		})
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		want := slices.Concat(a, b)
		slices.Sort(want)
		if got := union(a, b); !slices.Equal(got, slices.Compact(want)) {
			t.Fatal(got)
		}
	})
}
