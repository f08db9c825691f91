package smt

import (
	"fmt"
	"math/big"
	"sort"
	"strings"
)

// Value is an element of a sort. Values are never changed.
type Value struct {
	sort  Sort
	truth bool
	n     *big.Int
	array *arrayValue
}

// arrayValue is a function that is rest but for finitely many indexes. No element of
// cells equals rest.
type arrayValue struct {
	rest  Value
	cells map[string]cell // by the key of the index
}

type cell struct{ index, elem Value }

// BoolValue returns the truth value b.
func (f *Factory) BoolValue(b bool) Value { return Value{sort: f.BoolSort(), truth: b} }

// IntValue returns the integer v.
func (f *Factory) IntValue(v *big.Int) Value { return Value{sort: f.IntSort(), n: new(big.Int).Set(v)} }

// BVValue returns the bit vector of the given width for v modulo 2^width.
func (f *Factory) BVValue(v *big.Int, width int) Value {
	return Value{sort: f.BitVecSort(width), n: new(big.Int).Set(wrap(v, width))}
}

// ArrayValue returns the array of sort s that is rest everywhere.
func ArrayValue(s Sort, rest Value) Value {
	return Value{sort: s, array: &arrayValue{rest: rest}}
}

// DefaultValue returns false, 0, or the array of that.
func DefaultValue(s Sort) Value {
	switch s.kind {
	case BoolSort:
		return Value{sort: s}
	case ArraySort:
		return ArrayValue(s, DefaultValue(s.To()))
	}
	return Value{sort: s, n: new(big.Int)}
}

// Sort returns the sort of v.
func (v Value) Sort() Sort { return v.sort }

// Bool reports whether v is true.
func (v Value) Bool() bool { return v.truth }

// Int returns the number of an integer or bit vector (there in [0, 2^width)), else nil.
func (v Value) Int() *big.Int {
	if v.n == nil {
		return nil
	}
	return new(big.Int).Set(v.n)
}

// Select returns the element of array v at index i.
func (v Value) Select(i Value) Value {
	if c, ok := v.array.cells[i.key()]; ok {
		return c.elem
	}
	return v.array.rest
}

// Store returns array v with elem at index i.
func (v Value) Store(i, elem Value) Value {
	a := &arrayValue{rest: v.array.rest, cells: make(map[string]cell, len(v.array.cells)+1)}
	for k, c := range v.array.cells {
		a.cells[k] = c
	}
	if k := i.key(); elem.Equal(a.rest) {
		delete(a.cells, k)
	} else {
		a.cells[k] = cell{i, elem}
	}
	return Value{sort: v.sort, array: a}
}

// Rest returns the element that array v has at all but finitely many indexes.
func (v Value) Rest() Value { return v.array.rest }

// Indexes returns the indexes at which array v differs from its rest, in order.
func (v Value) Indexes() []Value {
	out := make([]Value, 0, len(v.array.cells))
	for _, c := range v.array.cells {
		out = append(out, c.index)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].before(out[j]) })
	return out
}

func (v Value) before(w Value) bool {
	if v.n != nil && w.n != nil {
		return v.n.Cmp(w.n) < 0
	}
	return v.key() < w.key()
}

// Equal reports whether v and w are the same element; arrays are equal if they have
// equal elements everywhere.
func (v Value) Equal(w Value) bool {
	switch {
	case v.sort != w.sort:
		return false
	case v.n != nil:
		return v.n.Cmp(w.n) == 0
	case v.array == nil:
		return v.truth == w.truth
	}
	union := map[string]bool{}
	for _, side := range []*arrayValue{v.array, w.array} {
		for k, c := range side.cells {
			union[k] = true
			if !v.Select(c.index).Equal(w.Select(c.index)) {
				return false
			}
		}
	}
	return isDomain(v.sort.From(), len(union)) || v.array.rest.Equal(w.array.rest)
}

// isDomain reports whether a sort has only n elements.
func isDomain(s Sort, n int) bool {
	switch s.kind {
	case BoolSort:
		return n == 2
	case BitVecSort:
		return s.width < 62 && int64(n) == 1<<s.width
	}
	return false
}

// key identifies v among the values of its sort.
func (v Value) key() string {
	switch {
	case v.n != nil:
		return v.n.String()
	case v.array == nil:
		return fmt.Sprint(v.truth)
	}
	return v.String()
}

// String returns the value in SMT-LIB's syntax.
func (v Value) String() string {
	switch v.sort.kind {
	case BoolSort:
		return fmt.Sprint(v.truth)
	case IntSort:
		return integer(v.n)
	case BitVecSort:
		return fmt.Sprintf("(_ bv%s %d)", v.n, v.sort.width)
	case ArraySort:
		s := fmt.Sprintf("((as const %s) %s)", v.sort, v.array.rest)
		for _, i := range v.Indexes() {
			s = fmt.Sprintf("(store %s %s %s)", s, i, v.Select(i))
		}
		return s
	}
	return "no value"
}

func integer(v *big.Int) string {
	if v.Sign() < 0 {
		return fmt.Sprintf("(- %s)", new(big.Int).Neg(v))
	}
	return v.String()
}

// Constant returns the term of value v.
func (f *Factory) Constant(v Value) Term {
	switch v.sort.kind {
	case BoolSort:
		return f.Bool(v.truth)
	case IntSort:
		return f.Int(v.n)
	case BitVecSort:
		return f.BV(v.n, v.sort.Width())
	}
	t := f.ConstArray(v.sort, f.Constant(v.array.rest))
	for _, i := range v.Indexes() {
		t = f.Store(t, f.Constant(i), f.Constant(v.Select(i)))
	}
	return t
}

// Model gives meaning to symbols. What it doesn't mention is false, 0 or an array or
// function of that. A nil *Model is an empty one that can't be changed.
type Model struct {
	vars  map[string]binding
	funcs map[string]*function
}

type binding struct {
	sym   Symbol
	value Value
}

type function struct {
	sym    Symbol
	rest   Value
	points map[string]point
}

type point struct {
	args   []Value
	result Value
}

// NewModel returns an empty model.
func NewModel() *Model {
	return &Model{vars: map[string]binding{}, funcs: map[string]*function{}}
}

// Set gives the variable x, an OpVar, the value v.
func (m *Model) Set(x Term, v Value) {
	if x.n.op != OpVar || x.n.sort != v.sort {
		panic(fmt.Sprintf("smt: value %s for %s", v, describe(x)))
	}
	s := SymbolOf(x)
	m.vars[s.Key()] = binding{s, v}
}

// SetRest makes rest the result of function s wherever SetAt says nothing.
func (m *Model) SetRest(s Symbol, rest Value) { m.function(s).rest = rest }

// SetAt makes result the result of function s for args.
func (m *Model) SetAt(s Symbol, args []Value, result Value) {
	m.function(s).points[pointKey(args)] = point{args, result}
}

func (m *Model) function(s Symbol) *function {
	k := s.Key()
	fn := m.funcs[k]
	if fn == nil {
		fn = &function{s, DefaultValue(s.Result), map[string]point{}}
		m.funcs[k] = fn
	}
	return fn
}

func pointKey(args []Value) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.key())
		b.WriteByte(',')
	}
	return b.String()
}

// Value returns the value of variable x, and whether m mentions it.
func (m *Model) Value(x Term) (Value, bool) {
	if m != nil {
		if b, ok := m.vars[SymbolOf(x).Key()]; ok {
			return b.value, true
		}
	}
	return DefaultValue(x.n.sort), false
}

// Apply returns the result of function s for args.
func (m *Model) Apply(s Symbol, args []Value) Value {
	if m != nil {
		if fn := m.funcs[s.Key()]; fn != nil {
			if p, ok := fn.points[pointKey(args)]; ok {
				return p.result
			}
			return fn.rest
		}
	}
	return DefaultValue(s.Result)
}

// String lists the variables and functions of m in order, one on a line.
func (m *Model) String() string {
	var lines []string
	for _, b := range m.vars {
		lines = append(lines, fmt.Sprintf("%s = %s\n", quoted(b.sym.Name), b.value))
	}
	for _, fn := range m.funcs {
		for _, p := range fn.points {
			lines = append(lines, fmt.Sprintf("%s(%s) = %s\n", quoted(fn.sym.Name), list(p.args), p.result))
		}
		lines = append(lines, fmt.Sprintf("%s(_) = %s\n", quoted(fn.sym.Name), fn.rest))
	}
	sort.Strings(lines)
	return strings.Join(lines, "")
}

func list(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.String()
	}
	return strings.Join(parts, ", ")
}
