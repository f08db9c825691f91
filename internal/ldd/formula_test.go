package ldd

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// theory is a class of atoms.
type theory int

const (
	difference theory = iota // x - y <= k
	utvpi                    // +-x +-y <= k
	twoVars                  // a*x + b*y <= k
	general
)

// world is a manager with a few variables.
type world struct {
	*Manager
	bools, ints []Var
}

const (
	numBools = 2
	numInts  = 3
	box      = 2 // integers of states are from -box to box
)

func newWorld(c Config) *world {
	w := &world{Manager: New(c)}
	for i := range numInts {
		w.ints = append(w.ints, w.NewInt(fmt.Sprintf("x%d", i)))
	}
	for i := range numBools {
		w.bools = append(w.bools, w.NewBool(fmt.Sprintf("p%d", i)))
	}
	return w
}

// formula is a tree.
type formula struct {
	op   string // p, <=, not, and, or, xor, ite
	args []*formula
	p    int
	sum  [numInts]int64
	k    int64
}

// state is an assignment.
type state struct {
	bools [numBools]bool
	ints  [numInts]int64
}

// states are all states within the box.
var states = allStates()

func allStates() []state {
	var all []state
	n := int64(2*box + 1)
	for i := range n * n * n << numBools {
		var s state
		for b := range s.bools {
			s.bools[b] = i>>b&1 == 1
		}
		rest := i >> numBools
		for x := range s.ints {
			s.ints[x] = rest%n - box
			rest /= n
		}
		all = append(all, s)
	}
	return all
}

func (f *formula) holds(s state) bool {
	arg := func(i int) bool { return f.args[i].holds(s) }
	switch f.op {
	case "p":
		return s.bools[f.p]
	case "<=":
		var sum int64
		for i, c := range f.sum {
			sum += c * s.ints[i]
		}
		return sum <= f.k
	case "not":
		return !arg(0)
	case "and":
		return arg(0) && arg(1)
	case "or":
		return arg(0) || arg(1)
	case "xor":
		return arg(0) != arg(1)
	}
	if arg(0) {
		return arg(1)
	}
	return arg(2)
}

// node builds the diagram.
func (f *formula) node(w *world) Node {
	var args []Node
	for _, a := range f.args {
		args = append(args, a.node(w))
	}
	switch f.op {
	case "p":
		return w.Bool(w.bools[f.p])
	case "<=":
		var sum []Monomial
		for i, c := range f.sum {
			sum = append(sum, Times(c, w.ints[i]))
		}
		return w.AtMost(sum, big.NewInt(f.k))
	case "not":
		return w.Not(args[0])
	case "and":
		return w.And(args...)
	case "or":
		return w.Or(args...)
	case "xor":
		return w.Xor(args[0], args[1])
	}
	return w.Ite(args[0], args[1], args[2])
}

func (f *formula) String() string {
	switch f.op {
	case "p":
		return fmt.Sprintf("p%d", f.p)
	case "<=":
		return fmt.Sprintf("%v<=%d", f.sum, f.k)
	}
	var args []string
	for _, a := range f.args {
		args = append(args, a.String())
	}
	return f.op + "(" + strings.Join(args, ", ") + ")"
}

func join(op string, args ...*formula) *formula { return &formula{op: op, args: args} }

// drawAtom draws an atom of a theory.
func drawAtom(t *rapid.T, th theory) *formula {
	f := &formula{op: "<=", k: rapid.Int64Range(-6, 6).Draw(t, "k")}
	vars := rapid.Permutation([]int{0, 1, 2}).Draw(t, "vars")[:rapid.IntRange(1, 2).Draw(t, "n")]
	coef := rapid.SampledFrom([]int64{-1, 1})
	if th >= twoVars {
		coef = rapid.SampledFrom([]int64{-3, -2, -1, 1, 2, 3})
	}
	if th == general {
		vars = []int{0, 1, 2}
	}
	for _, v := range vars {
		f.sum[v] = coef.Draw(t, "coef")
	}
	if th == difference && len(vars) == 2 {
		f.sum[vars[1]] = -f.sum[vars[0]]
	}
	return f
}

// drawFormula draws a tree of the given depth with atoms of theories up to th.
func drawFormula(t *rapid.T, th theory, depth int) *formula {
	if depth == 0 {
		if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
			return &formula{op: "p", p: rapid.IntRange(0, numBools-1).Draw(t, "p")}
		}
		return drawAtom(t, theory(rapid.IntRange(0, int(th)).Draw(t, "theory")))
	}
	op := rapid.SampledFrom([]string{"not", "and", "or", "xor", "ite"}).Draw(t, "op")
	f := &formula{op: op}
	for range map[string]int{"not": 1, "and": 2, "or": 2, "xor": 2, "ite": 3}[op] {
		f.args = append(f.args, drawFormula(t, th, rapid.IntRange(0, depth-1).Draw(t, "depth")))
	}
	return f
}

func drawTheory(t *rapid.T) theory {
	return theory(rapid.IntRange(0, int(general)).Draw(t, "theory"))
}

// boxed returns f where integers are in the box.
func boxed(f *formula, ints ...int) *formula {
	for _, x := range ints {
		for _, sign := range []int64{-1, 1} {
			atom := &formula{op: "<=", k: box}
			atom.sum[x] = sign
			f = join("and", f, atom)
		}
	}
	return f
}

// model returns the state as a model.
func (s state) model(w *world) Model {
	m := Model{map[Var]bool{}, map[Var]*big.Int{}}
	for i, v := range s.bools {
		m.Bools[w.bools[i]] = v
	}
	for i, v := range s.ints {
		m.Ints[w.ints[i]] = big.NewInt(v)
	}
	return m
}

// complaint returns what is wrong with the diagram of f, if anything is: with its form, or
// with its value in a state of the box.
func (w *world) complaint(n Node, holds func(state) bool) string {
	if s := w.malformed(n); s != "" {
		return s
	}
	for i, s := range states {
		got := w.value(n, s)
		if got != holds(s) {
			return fmt.Sprintf("%v in %v", got, s)
		}
		if i%97 == 0 && w.Eval(n, s.model(w)) != got {
			return fmt.Sprintf("not what Eval says in %v", s)
		}
	}
	return ""
}

// value is Eval for a state.
func (w *world) value(f Node, s state) bool {
	for f > True {
		a := w.top(f)
		holds := false
		if x := w.terms[w.atoms[a].term]; x.sum == nil {
			holds = s.bools[int(x.v)-numInts]
		} else {
			var sum int64
			for _, t := range x.sum {
				sum += t.coef.small * s.ints[t.v]
			}
			holds = sum <= w.atoms[a].bound.small
		}
		if holds {
			f = w.High(f)
		} else {
			f = w.Low(f)
		}
	}
	return f == True
}

// malformed says what is wrong with the form of a diagram.
func (m *Manager) malformed(fs ...Node) string {
	var bad []string
	seen := map[node]bool{}
	m.visit(fs, func(i uint32) {
		n := m.nodes[i]
		level := m.level(Node(i << 1))
		high, low := m.level(n.high), m.level(n.low)
		same := low == level
		content := node{atom: n.atom, high: n.high, low: n.low}
		switch {
		case n.atom == 0:
			bad = append(bad, fmt.Sprintf("node %d is free", i))
		case seen[content]:
			bad = append(bad, fmt.Sprintf("node %d is there twice", i))
		case n.high&1 == 1 || n.high == n.low:
			bad = append(bad, fmt.Sprintf("node %d isn't reduced", i))
		case high <= level || low < level:
			bad = append(bad, fmt.Sprintf("node %d isn't in order", i))
		case same && !m.precedes(n.atom, m.top(n.low)):
			bad = append(bad, fmt.Sprintf("node %d has bounds that don't rise", i))
		case same && m.High(n.low) == n.high:
			bad = append(bad, fmt.Sprintf("node %d is redundant", i))
		case m.lookup(content) != i:
			bad = append(bad, fmt.Sprintf("node %d isn't found", i))
		}
		seen[content] = true
	})
	slices.Sort(bad)
	return strings.Join(bad, "; ")
}
