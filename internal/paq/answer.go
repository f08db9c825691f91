package paq

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/bdd"
	"hardbop/internal/smt"
)

// Answer is a set of valuations of the important constants of a query, which are known by
// their places. It is a reduced ordered decision diagram in the order of the places, its nodes
// numbered by a walk: equal sets are equal in every part, whoever found them.
type Answer struct {
	vars  int
	nodes []Node
	root  int
}

// Node decides an important constant: it leads to High where that is true, else to Low. 0 is
// the empty set, 1 is the set of all valuations, i+2 is node i.
type Node struct{ Var, Low, High int }

// The numbers of the sets that have no node.
const (
	none = iota
	all
	firstNode
)

// Literal is an important constant, by its place, or its negation.
type Literal struct {
	Var   int
	Value bool
}

// Cube is a conjunction of literals, in order.
type Cube []Literal

// newAnswer returns the set that f describes.
func newAnswer(m bdd.Manager, f bdd.Node, vars int) *Answer {
	a := &Answer{vars: vars}
	number := map[bdd.Node]int{bdd.False: none, bdd.True: all}
	var walk func(f bdd.Node) int
	walk = func(f bdd.Node) int {
		n, ok := number[f]
		if !ok {
			low := walk(m.Low(f))
			high := walk(m.High(f))
			n = len(a.nodes) + firstNode
			a.nodes = append(a.nodes, Node{m.Top(f), low, high})
			number[f] = n
		}
		return n
	}
	a.root = walk(f)
	return a
}

// NumVars returns the number of important constants.
func (a *Answer) NumVars() int { return a.vars }

// Nodes returns the diagram's nodes, each after those that it leads to, and the number of the
// one that stands for the answer.
func (a *Answer) Nodes() (nodes []Node, root int) { return slices.Clone(a.nodes), a.root }

// IsEmpty reports whether no valuation is in the answer.
func (a *Answer) IsEmpty() bool { return a.root == none }

// Equal reports whether a and b are the same set.
func (a *Answer) Equal(b *Answer) bool {
	return a.vars == b.vars && a.root == b.root && slices.Equal(a.nodes, b.nodes)
}

// Holds reports whether a valuation, by places, is in the answer.
func (a *Answer) Holds(values []bool) bool {
	at := a.root
	for at >= firstNode {
		n := a.nodes[at-firstNode]
		if at = n.Low; values[n.Var] {
			at = n.High
		}
	}
	return at == all
}

// Minterms returns the number of valuations in the answer.
func (a *Answer) Minterms() *big.Int {
	counts := []*big.Int{big.NewInt(0), big.NewInt(1)}
	level := func(n int) int {
		if n < firstNode {
			return a.vars
		}
		return a.nodes[n-firstNode].Var
	}
	below := func(child, from int) *big.Int {
		return new(big.Int).Lsh(counts[child], uint(level(child)-from))
	}
	for _, n := range a.nodes {
		counts = append(counts, new(big.Int).Add(below(n.Low, n.Var+1), below(n.High, n.Var+1)))
	}
	return below(a.root, 0)
}

// Support returns the places of the constants that the answer depends on, in order.
func (a *Answer) Support() []int {
	var places []int
	for _, n := range a.nodes {
		places = append(places, n.Var)
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// Cubes returns an irredundant list of prime cubes whose union is the answer. It depends on
// the answer only. It fails if there were more than limit.
func (a *Answer) Cubes(limit int) (cubes []Cube, err error) {
	m, f := a.diagram()
	err = bdd.Guard(func() {
		for _, c := range bdd.Cover(m, f, f, limit) {
			cubes = append(cubes, cubeOf(c))
		}
	})
	return cubes, err
}

func cubeOf(lits []bdd.Literal) Cube {
	c := make(Cube, len(lits))
	for i, l := range lits {
		c[i] = Literal(l)
	}
	return c
}

// diagram returns the answer in a manager of its own.
func (a *Answer) diagram() (bdd.Manager, bdd.Node) {
	m := newDiagrams(a.vars, bdd.Config{})
	fs := []bdd.Node{bdd.False, bdd.True}
	for _, n := range a.nodes {
		fs = append(fs, m.Ite(m.Var(n.Var), fs[n.High], fs[n.Low]))
	}
	return m, fs[a.root]
}

// newDiagrams returns a manager of the native kernel with a variable for each important constant.
func newDiagrams(vars int, c bdd.Config) bdd.Manager {
	m, err := bdd.New(c)
	if err != nil {
		panic("paq: " + err.Error())
	}
	m.AddVars(vars)
	return m
}

// Term returns the answer as a formula over the terms that are given for the important
// constants, with parts that are used more than once shared.
func (a *Answer) Term(f *smt.Factory, important []smt.Term) smt.Term {
	terms := []smt.Term{f.False(), f.True()}
	for _, n := range a.nodes {
		terms = append(terms, f.Ite(important[n.Var], terms[n.High], terms[n.Low]))
	}
	return terms[a.root]
}

// Format writes the cube with the names of the important constants.
func (c Cube) Format(important []smt.Term) string {
	if len(c) == 0 {
		return "true"
	}
	words := make([]string, len(c))
	for i, l := range c {
		words[i] = important[l.Var].String()
		if !l.Value {
			words[i] = "!" + words[i]
		}
	}
	return strings.Join(words, " ")
}

// String describes the answer in a line.
func (a *Answer) String() string {
	return fmt.Sprintf("%s of 2^%d valuations, %d nodes", a.Minterms(), a.vars, len(a.nodes))
}
