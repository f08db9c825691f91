package smttest

import (
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"hardbop/internal/smt"
)

// State gives values to the symbols of random terms: integers x0..x2, truth values p0 and
// p1, bytes u0 and u1, an array a and a function f from integers to integers.
type State struct {
	Ints  [3]int64
	Bools [2]bool
	Bytes [2]uint8
	Array Table
	Func  Table
}

// Table is a function that is Rest but for some points.
type Table struct {
	Rest   int64
	Points map[int64]int64
}

func (t Table) at(i *big.Int) *big.Int {
	if i.IsInt64() {
		if v, ok := t.Points[i.Int64()]; ok {
			return big.NewInt(v)
		}
	}
	return big.NewInt(t.Rest)
}

// DrawState draws a state with small numbers.
func DrawState(t *rapid.T) State {
	var s State
	for i := range s.Ints {
		s.Ints[i] = rapid.Int64Range(-9, 9).Draw(t, "x")
	}
	for i := range s.Bools {
		s.Bools[i] = rapid.Bool().Draw(t, "p")
	}
	for i := range s.Bytes {
		s.Bytes[i] = rapid.Uint8().Draw(t, "u")
	}
	s.Array, s.Func = drawTable(t), drawTable(t)
	return s
}

func drawTable(t *rapid.T) Table {
	small := rapid.Int64Range(-3, 3)
	return Table{small.Draw(t, "rest"), rapid.MapOfN(small, small, 0, 3).Draw(t, "points")}
}

// symbols are the terms of a state's symbols.
type symbols struct {
	ints  [3]smt.Term
	bools [2]smt.Term
	bytes [2]smt.Term
	array smt.Term
}

func symbolsOf(f *smt.Factory) symbols {
	var s symbols
	for i := range s.ints {
		s.ints[i] = f.Var(fmt.Sprintf("x%d", i), f.IntSort())
	}
	for i := range s.bools {
		s.bools[i] = f.Var(fmt.Sprintf("p%d", i), f.BoolSort())
		s.bytes[i] = f.Var(fmt.Sprintf("u%d", i), f.BitVecSort(8))
	}
	s.array = f.Var("a", f.ArraySort(f.IntSort(), f.IntSort()))
	return s
}

func function(f *smt.Factory, x smt.Term) smt.Term { return f.Apply("f", f.IntSort(), x) }

// Model returns the state as a model.
func (s State) Model(f *smt.Factory) *smt.Model {
	m, sym := smt.NewModel(), symbolsOf(f)
	num := func(v int64) smt.Value { return f.IntValue(big.NewInt(v)) }
	for i, x := range sym.ints {
		m.Set(x, num(s.Ints[i]))
	}
	for i := range sym.bools {
		m.Set(sym.bools[i], f.BoolValue(s.Bools[i]))
		m.Set(sym.bytes[i], f.BVValue(big.NewInt(int64(s.Bytes[i])), 8))
	}
	array := smt.ArrayValue(sym.array.Sort(), num(s.Array.Rest))
	for i, v := range s.Array.Points {
		array = array.Store(num(i), num(v))
	}
	m.Set(sym.array, array)
	fn := smt.SymbolOf(function(f, sym.ints[0]))
	m.SetRest(fn, num(s.Func.Rest))
	for i, v := range s.Func.Points {
		m.SetAt(fn, []smt.Value{num(i)}, num(v))
	}
	return m
}

// Facts returns equations that hold in s and fix all values that a solver could choose, but
// for the elements of array and function beyond their points and those of -20 to 20.
func (s State) Facts(f *smt.Factory) []smt.Term {
	sym := symbolsOf(f)
	var out []smt.Term
	for i, x := range sym.ints {
		out = append(out, f.Eq(x, f.Int64(s.Ints[i])))
	}
	for i := range sym.bools {
		out = append(out, f.Eq(sym.bools[i], f.Bool(s.Bools[i])), f.Eq(sym.bytes[i], f.BV64(int64(s.Bytes[i]), 8)))
	}
	array := f.ConstArray(sym.array.Sort(), f.Int64(s.Array.Rest))
	for i := int64(-20); i <= 20; i++ {
		at := f.Int64(i)
		array = f.Store(array, at, f.Int(s.Array.at(big.NewInt(i))))
		out = append(out, f.Eq(function(f, at), f.Int(s.Func.at(big.NewInt(i)))))
	}
	return append(out, f.Eq(sym.array, array))
}

// Sample is a random term, with a function that computes its value in a state, written
// without the package under test: a bool, *big.Int, uint8 or func(*big.Int) *big.Int.
type Sample[V any] struct {
	Term smt.Term
	In   func(State) V
}

type (
	boolean = Sample[bool]
	integer = Sample[*big.Int]
	octet   = Sample[uint8]
	array   = Sample[func(*big.Int) *big.Int]
)

// Terms draws terms of one factory.
type Terms struct {
	F   *smt.Factory
	t   *rapid.T
	sym symbols
	// Functions says whether terms may have the function and the array.
	Functions bool
}

// NewTerms returns a generator of terms of f that draws from t.
func NewTerms(f *smt.Factory, t *rapid.T) *Terms {
	return &Terms{F: f, t: t, sym: symbolsOf(f), Functions: true}
}

func (g *Terms) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

// Bool draws a Boolean term of the given depth.
func (g *Terms) Bool(depth int) Sample[bool] {
	if depth == 0 {
		i := g.pick(4)
		if i > 1 {
			return boolean{g.F.Bool(i == 2), func(State) bool { return i == 2 }}
		}
		return boolean{g.sym.bools[i], func(s State) bool { return s.Bools[i] }}
	}
	switch g.pick(3) {
	case 0:
		return g.connective(depth - 1)
	case 1:
		return g.comparison(g.Int(depth-1), g.Int(depth-1))
	}
	return g.byteComparison(g.Byte(depth-1), g.Byte(depth-1))
}

func (g *Terms) connective(depth int) boolean {
	f, a, b, c := g.F, g.Bool(depth), g.Bool(depth), g.Bool(depth)
	switch g.pick(6) {
	case 0:
		return boolean{f.Not(a.Term), func(s State) bool { return !a.In(s) }}
	case 1:
		return boolean{f.And(a.Term, b.Term, c.Term), func(s State) bool { return a.In(s) && b.In(s) && c.In(s) }}
	case 2:
		return boolean{f.Or(a.Term, b.Term, c.Term), func(s State) bool { return a.In(s) || b.In(s) || c.In(s) }}
	case 3:
		return boolean{f.Implies(a.Term, b.Term), func(s State) bool { return !a.In(s) || b.In(s) }}
	case 4:
		return boolean{f.Eq(a.Term, b.Term), func(s State) bool { return a.In(s) == b.In(s) }}
	}
	return boolean{f.Ite(a.Term, b.Term, c.Term), func(s State) bool { return choose(a.In(s), b.In(s), c.In(s)) }}
}

func choose[V any](c bool, a, b V) V {
	if c {
		return a
	}
	return b
}

func (g *Terms) comparison(a, b integer) boolean {
	f := g.F
	with := func(t smt.Term, ok func(int) bool) boolean {
		return boolean{t, func(s State) bool { return ok(a.In(s).Cmp(b.In(s))) }}
	}
	switch g.pick(6) {
	case 0:
		return with(f.Lt(a.Term, b.Term), func(c int) bool { return c < 0 })
	case 1:
		return with(f.Le(a.Term, b.Term), func(c int) bool { return c <= 0 })
	case 2:
		return with(f.Gt(a.Term, b.Term), func(c int) bool { return c > 0 })
	case 3:
		return with(f.Ge(a.Term, b.Term), func(c int) bool { return c >= 0 })
	case 4:
		return with(f.Distinct(a.Term, b.Term), func(c int) bool { return c != 0 })
	}
	return with(f.Eq(a.Term, b.Term), func(c int) bool { return c == 0 })
}

// Int draws an integer term of the given depth.
func (g *Terms) Int(depth int) Sample[*big.Int] {
	f := g.F
	if depth == 0 {
		if i := g.pick(5); i < len(g.sym.ints) {
			return integer{g.sym.ints[i], func(s State) *big.Int { return big.NewInt(s.Ints[i]) }}
		}
		k := g.constant()
		return integer{f.Int(k), func(State) *big.Int { return k }}
	}
	switch g.pick(4) {
	case 0:
		c, a, b := g.Bool(depth-1), g.Int(depth-1), g.Int(depth-1)
		return integer{f.Ite(c.Term, a.Term, b.Term), func(s State) *big.Int { return choose(c.In(s), a.In(s), b.In(s)) }}
	case 1:
		if g.Functions {
			return g.lookup(depth - 1)
		}
	}
	return g.arithmetic(g.Int(depth-1), g.Int(depth-1))
}

// constant draws mostly small numbers and sometimes one near the bounds of int64.
func (g *Terms) constant() *big.Int {
	k := big.NewInt(rapid.Int64Range(-9, 9).Draw(g.t, "constant"))
	if g.pick(12) == 0 {
		k.Add(k, new(big.Int).Lsh(big.NewInt(choose(g.pick(2) == 0, int64(1), -1)), 63))
	}
	return k
}

func (g *Terms) arithmetic(a, b integer) integer {
	f := g.F
	with := func(t smt.Term, op func(x, y *big.Int) *big.Int) integer {
		return integer{t, func(s State) *big.Int { return op(a.In(s), b.In(s)) }}
	}
	switch g.pick(6) {
	case 0:
		return with(f.Add(a.Term, b.Term), func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) })
	case 1:
		return with(f.Sub(a.Term, b.Term), func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) })
	case 2:
		return with(f.Neg(a.Term), func(x, y *big.Int) *big.Int { return new(big.Int).Neg(x) })
	case 3:
		return with(f.Mul(a.Term, b.Term), func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) })
	case 4:
		return with(f.Div(a.Term, b.Term), func(x, y *big.Int) *big.Int {
			if y.Sign() == 0 {
				return new(big.Int)
			}
			return new(big.Int).Div(x, y)
		})
	}
	return with(f.Mod(a.Term, b.Term), func(x, y *big.Int) *big.Int {
		if y.Sign() == 0 {
			return x
		}
		return new(big.Int).Mod(x, y)
	})
}

// lookup draws an element of an array or a result of the function.
func (g *Terms) lookup(depth int) integer {
	i := g.Int(depth)
	if g.pick(2) == 0 {
		return integer{function(g.F, i.Term), func(s State) *big.Int { return s.Func.at(i.In(s)) }}
	}
	a := g.array(depth)
	return integer{g.F.Select(a.Term, i.Term), func(s State) *big.Int { return a.In(s)(i.In(s)) }}
}

func (g *Terms) array(depth int) array {
	if depth == 0 || g.pick(3) == 0 {
		return array{g.sym.array, func(s State) func(*big.Int) *big.Int { return s.Array.at }}
	}
	a, i, v := g.array(depth-1), g.Int(depth-1), g.Int(depth-1)
	return array{g.F.Store(a.Term, i.Term, v.Term), func(s State) func(*big.Int) *big.Int {
		before, at, elem := a.In(s), i.In(s), v.In(s)
		return func(j *big.Int) *big.Int {
			if j.Cmp(at) == 0 {
				return elem
			}
			return before(j)
		}
	}}
}
