package bdd

import (
	"math/big"
	"slices"
)

// Cube returns the conjunction of variables, which may be in any order.
func Cube(m Manager, vars []int) Node {
	sorted := slices.Clone(vars)
	slices.Sort(sorted)
	cube := True
	for _, v := range slices.Backward(sorted) {
		cube = m.And(m.Var(v), cube)
	}
	return cube
}

// Conjunction returns the conjunction of literals of different variables, in any order.
func Conjunction(m Manager, lits []Literal) Node {
	sorted := slices.Clone(lits)
	slices.SortFunc(sorted, func(a, b Literal) int { return a.Var - b.Var })
	cube := True
	for _, l := range slices.Backward(sorted) {
		if l.Value {
			cube = m.And(m.Var(l.Var), cube)
		} else {
			cube = m.And(m.NotVar(l.Var), cube)
		}
	}
	return cube
}

// Equiv returns f <-> g.
func Equiv(m Manager, f, g Node) Node { return m.Not(m.Xor(f, g)) }

// Implies reports whether f implies g.
func Implies(m Manager, f, g Node) bool { return m.Diff(f, g) == False }

// visit calls f once for each inner node of the given functions, children first.
func visit(m Manager, roots []Node, f func(Node)) {
	seen := map[Node]bool{False: true, True: true}
	var walk func(Node)
	walk = func(n Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		walk(m.Low(n))
		walk(m.High(n))
		f(n)
	}
	for _, r := range roots {
		walk(r)
	}
}

// Support returns the variables that f depends on, in order.
func Support(m Manager, f Node) []int {
	found := map[int]bool{}
	visit(m, []Node{f}, func(n Node) { found[m.Top(n)] = true })
	vars := make([]int, 0, len(found))
	for v := range found {
		vars = append(vars, v)
	}
	slices.Sort(vars)
	return vars
}

// NodeCount returns the number of different inner nodes of some functions.
func NodeCount(m Manager, fs ...Node) int {
	count := 0
	visit(m, fs, func(Node) { count++ })
	return count
}

// SatCount returns the number of assignments to n variables that satisfy f, which
// depends on no others.
func SatCount(m Manager, f Node, n int) *big.Int {
	support := Support(m, f)
	place := make(map[int]int, len(support))
	for i, v := range support {
		place[v] = i
	}
	rank := func(f Node) int {
		if f <= True {
			return len(support)
		}
		return place[m.Top(f)]
	}
	counts := map[Node]*big.Int{False: big.NewInt(0), True: big.NewInt(1)}
	visit(m, []Node{f}, func(f Node) {
		sum, term := new(big.Int), new(big.Int)
		for _, child := range []Node{m.Low(f), m.High(f)} {
			sum.Add(sum, term.Lsh(counts[child], uint(rank(child)-rank(f)-1)))
		}
		counts[f] = sum
	})
	return new(big.Int).Lsh(counts[f], uint(rank(f)+n-len(support)))
}

// PickCube returns literals whose conjunction implies f, in the order of variables: the
// path to True that turns to false as long as it can. f isn't False.
func PickCube(m Manager, f Node) []Literal {
	if f == False {
		panic("bdd: False has no cube")
	}
	var lits []Literal
	for f != True {
		l := Literal{m.Top(f), m.Low(f) == False}
		lits = append(lits, l)
		if l.Value {
			f = m.High(f)
		} else {
			f = m.Low(f)
		}
	}
	return lits
}

// Eval returns the value of f under an assignment.
func Eval(m Manager, f Node, value func(v int) bool) bool {
	for f > True {
		if value(m.Top(f)) {
			f = m.High(f)
		} else {
			f = m.Low(f)
		}
	}
	return f == True
}
