package smt

import "fmt"

// SortKind is the kind of a sort.
type SortKind uint8

// The kinds of sorts. NoSort is the kind of the zero Sort.
const (
	NoSort SortKind = iota
	BoolSort
	IntSort    // the mathematical integers
	BitVecSort // bit vectors of a fixed width
	ArraySort  // total functions from one sort to another
)

// Sort is the sort of a term. Sorts of one factory are comparable with ==.
type Sort struct {
	kind  SortKind
	width int32
	array *arraySort
}

type arraySort struct{ from, to Sort }

// Kind returns the kind of s.
func (s Sort) Kind() SortKind { return s.kind }

// Width returns the width of a bit-vector sort, in bits, and 0 for any other sort.
func (s Sort) Width() int { return int(s.width) }

// From returns the index sort of an array sort.
func (s Sort) From() Sort { return s.array.from }

// To returns the element sort of an array sort.
func (s Sort) To() Sort { return s.array.to }

// String returns the sort in SMT-LIB's syntax.
func (s Sort) String() string {
	switch s.kind {
	case BoolSort:
		return "Bool"
	case IntSort:
		return "Int"
	case BitVecSort:
		return fmt.Sprintf("(_ BitVec %d)", s.width)
	case ArraySort:
		return fmt.Sprintf("(Array %s %s)", s.array.from, s.array.to)
	}
	return "no sort"
}

// Compare orders sorts by structure.
func (s Sort) Compare(t Sort) int {
	if s == t {
		return 0
	}
	if s.kind != t.kind {
		return int(s.kind) - int(t.kind)
	}
	if s.kind == BitVecSort {
		return int(s.width) - int(t.width)
	}
	if c := s.From().Compare(t.From()); c != 0 {
		return c
	}
	return s.To().Compare(t.To())
}

func (s Sort) hash() uint64 {
	h := mix(uint64(s.kind), uint64(s.width))
	if s.array != nil {
		h = mix(mix(h, s.array.from.hash()), s.array.to.hash())
	}
	return h
}

// BoolSort returns the sort of truth values.
func (f *Factory) BoolSort() Sort { return Sort{kind: BoolSort} }

// IntSort returns the sort of the integers.
func (f *Factory) IntSort() Sort { return Sort{kind: IntSort} }

// maxWidth bounds the width of bit vectors, in bits.
const maxWidth = 1 << 20

// BitVecSort returns the sort of bit vectors of the given width, at least 1.
func (f *Factory) BitVecSort(width int) Sort {
	if width < 1 || width > maxWidth {
		panic(fmt.Sprintf("smt: bit-vector sort of width %d", width))
	}
	return Sort{kind: BitVecSort, width: int32(width)}
}

// ArraySort returns the sort of arrays from one sort to another.
func (f *Factory) ArraySort(from, to Sort) Sort {
	f.sortMu.Lock()
	defer f.sortMu.Unlock()
	key := arraySort{from, to}
	a := f.arrays[key]
	if a == nil {
		a = &key
		f.arrays[key] = a
	}
	return Sort{kind: ArraySort, array: a}
}
