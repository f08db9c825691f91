package boolprog_test

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/boolprog"
)

// read reads a program that is right.
func read(t *testing.T, text string) *boolprog.Program {
	t.Helper()
	p, err := boolprog.Read("p.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// nodes writes a graph, a node per line.
func nodes(g *boolprog.Graph) string {
	var b strings.Builder
	for i := range g.Nodes {
		n := &g.Nodes[i]
		what := map[boolprog.NodeKind]string{boolprog.NodeEntry: "entry", boolprog.NodeExit: "exit"}[n.Kind]
		switch {
		case n.Kind == boolprog.NodeAssume:
			what = "assume " + n.Cond.String()
		case n.Implicit:
			what = "(" + n.Stmt.String() + ")"
		case n.Stmt != nil:
			what = n.Stmt.String()
		}
		fmt.Fprintf(&b, "%d %s -> %v w%d", i, what, n.Succs, n.Weight())
		for _, e := range n.Enforce {
			b.WriteString(" [" + e.String() + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestGraph(t *testing.T) {
	p := read(t, `decl g;
bool main() begin
  decl a;
  enforce g;
  while (a) do
    enforce a;
    if (*) then return T; else goto L; fi
  od
  L: a := main();
end`)
	g := boolprog.BuildGraphs(p)[0]
	const want = `0 entry -> [2] w0 [g]
1 exit -> [] w0 [g]
2 while (a) do -> [3 10] w0 [g]
3 assume a -> [4] w1 [g]
4 enforce a -> [5] w0 [g]
5 if (*) then -> [6 8] w0 [g] [a]
6 assume * -> [7] w1 [g] [a]
7 return T -> [1] w1 [g] [a]
8 assume !* -> [9] w1 [g] [a]
9 goto L -> [11] w0 [g] [a]
10 assume !a -> [11] w1 [g]
11 a := main() -> [12] w1 [g]
12 (return *) -> [1] w0 [g]
`
	if got := nodes(g); got != want {
		t.Errorf("got\n%s", got)
	}
	if n, ok := g.LabelNode("L"); !ok || g.Nodes[n].Kind != boolprog.NodeCall {
		t.Errorf("label L is at node %d (%v)", n, ok)
	}
	if g.NumSlots() != 3 || g.SlotName(0) != "g" || g.SlotName(1) != "a" || g.SlotName(2) != "result 1" {
		t.Errorf("%d slots: %s %s %s", g.NumSlots(), g.SlotName(0), g.SlotName(1), g.SlotName(2))
	}
}

func TestGroups(t *testing.T) {
	p := read(t, `decl a, b, c, d;
void main() begin
  decl x, y;
  enforce one[a, b, c] & (x | y) & !(y & x) & (a | d) & one[x, x] & one[a, !b];
  f(T);
end
void f(d) begin enforce one[c, b, a]; end`)
	if got := fmt.Sprint(names(boolprog.ExactlyOneGroups(p.Procs[0]))); got != "[[a b c] [x y]]" {
		t.Errorf("groups of main: %s", got)
	}
	if got := fmt.Sprint(names(boolprog.SharedGroups(p))); got != "[[a b c]]" {
		t.Errorf("shared groups: %s", got)
	}
	p.AddGroup(nil, "a", "d")
	if got := fmt.Sprint(names(boolprog.ExactlyOneGroups(p.Procs[1]))); got != "[[c b a]]" {
		t.Errorf("f hides d, its groups: %s", got)
	}
	if err := boolprog.Check(p, ""); err != nil { // resolves the new conjuncts
		t.Fatal(err)
	}
	if got := fmt.Sprint(names(boolprog.ExactlyOneGroups(p.Procs[0]))); got != "[[a b c] [x y] [a d]]" {
		t.Errorf("groups of main: %s", got)
	}
	if got := fmt.Sprint(names(boolprog.SharedGroups(p))); got != "[[a b c]]" {
		t.Errorf("shared groups: %s", got)
	}
	p.AddGroup(p.Procs[1], "d", "a")
	if got := p.Procs[1].Enforce.String(); got != "one[c, b, a] & one[d, a]" {
		t.Errorf("enforce of f: %s", got)
	}
}

// names returns the names of the variables in groups.
func names(groups [][]boolprog.Ref) [][]string {
	var list [][]string
	for _, g := range groups {
		var one []string
		for _, r := range g {
			one = append(one, r.Name)
		}
		list = append(list, one)
	}
	return list
}
