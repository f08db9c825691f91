package lbe

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// kinds shows why the cutpoints of a summary are ones.
func kinds(s *Summary) string {
	var all []string
	for _, c := range s.Cutpoints {
		all = append(all, fmt.Sprintf("%s%v", c.Node.Labels[0], c.Kinds))
	}
	return strings.Join(all, " ")
}

// A node may be a cutpoint for several reasons.
func TestKinds(t *testing.T) {
	f := graph([][]int{{1, 3}, {2, 3}, {1, 4}, {4}, {5}, {}})
	is := func(labels string) func(*cil.Node) bool {
		return func(n *cil.Node) bool { return strings.Contains(labels, n.Labels[0]) }
	}
	for _, c := range []struct {
		cutset Cutset
		points Points
		want   string
	}{
		{ByBackEdges, Points{}, "0[entry] 1[loop head] 5[exit]"},
		{ByRules, Points{}, "0[entry] 1[loop head] 3[join] 4[join] 5[exit]"},
		{ByBackEdges, Points{IsError: is("3"), IsCall: is("1")}, "0[entry] 1[loop head call] 3[error point] 5[exit]"},
		{ByBackEdges, Points{IsError: is("4"), IsCall: is("04")}, "0[entry call] 1[loop head] 4[error point call] 5[exit]"},
	} {
		if got := kinds(Summarise(f, c.cutset, c.points)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.cutset, got, c.want)
		}
	}
}

// Only the rules leave joins, and a summary has its cutset's cutpoints.
func TestSummaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		points := Points{IsCall: d.also}
		for _, c := range []Cutset{ByBackEdges, ByRules} {
			s := Summarise(d.f, c, points)
			var nodes []*cil.Node
			for _, p := range s.Cutpoints {
				nodes = append(nodes, p.Node)
			}
			if names(nodes) != names(c.Cuts(d.f, d.also)) || show(s.Edges) != show(Fragments(d.f, nodes)) {
				t.Fatalf("%s: %s\n%s", c, kinds(s), show(s.Edges))
			}
			if c == ByBackEdges && strings.Contains(kinds(s), string(Join)) {
				t.Fatal(kinds(s))
			}
		}
	})
}

func TestNumeral(t *testing.T) {
	two := big.NewInt(2)
	for want, n := range map[string]*big.Int{
		"0":                   new(big.Int),
		"9223372036854775807": big.NewInt(1<<63 - 1),
		"9.22e+18":            new(big.Int).Exp(two, big.NewInt(63), nil),
		"2.00e+3010":          new(big.Int).Exp(two, big.NewInt(10_000), nil),
	} {
		if got := numeral(n); got != want {
			t.Errorf("got %s, expected %s", got, want)
		}
	}
}

// Text from an input acts neither on a terminal nor on Graphviz.
func TestWriteHostile(t *testing.T) {
	f := graph([][]int{{1}, {}})
	f.Entry.Instr = &cil.Skip{Text: "a \"b\" \\ \x1b[2J \u202e c"}
	f.Entry.Pos = source.Pos{File: "d\ne.c", Line: 1}
	all := []*Summary{Summarise(f, ByBackEdges, Points{})}
	var text, dot strings.Builder
	if err := Write(&text, all); err != nil {
		t.Fatal(err)
	}
	if err := WriteDot(&dot, all); err != nil {
		t.Fatal(err)
	}
	for want, got := range map[string]string{
		`     0  d\u000ae.c:1: entry: a "b" \ \u001b[2J \u202e c` + "\n":                     text.String(),
		`label="d\\u000ae.c:1\nentry\na \"b\" \\ \\u001b[2J \\u202e c", color=black]` + "\n": dot.String(),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("expected %s in\n%s", want, got)
		}
	}
}
