package enc

import (
	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// Theory says what represents C's integers.
type Theory int

// The theories: mathematical integers or bit vectors.
const (
	Math Theory = iota
	Bits
)

// Overflow says what signed overflow does.
type Overflow int

// Assume takes it that signed overflow doesn't happen, Wrap that it wraps.
const (
	Assume Overflow = iota
	Wrap
)

// Memory is a memory model.
type Memory int

// Typed memory knows byte offsets. In Logical memory p+i is p (the model of the papers).
const (
	Typed Memory = iota
	Logical
)

// Options choose a semantics. The zero value is the default.
type Options struct {
	Theory   Theory
	Overflow Overflow
	Memory   Memory
	// Structs reports whether a pointer to a struct leads to one, or is null, so that the
	// structs at two such pointers are the same or apart; nil to know of none.
	Structs func(p cil.Expr) bool
}

// maxMemo bounds the expressions whose encoding is remembered.
const maxMemo = 1 << 16

// Encoder makes terms of expressions that are evaluated in one state. Two expressions
// encoded by one Encoder speak of the same state. It is not safe for concurrent use.
type Encoder struct {
	c    *coder
	memo map[memoKey]*encoded
	now  *encoded // what is being encoded
}

type memoKey struct {
	e     cil.Expr
	truth bool
}

// encoded is a term with the facts that belong to it.
type encoded struct {
	term  smt.Term
	facts []smt.Term
	seen  map[smt.Term]bool
}

func (r *encoded) add(t smt.Term) {
	if !r.seen[t] {
		r.seen[t] = true
		r.facts = append(r.facts, t)
	}
}

// New returns an Encoder for predicates and expressions of prog.
func New(prog *cil.Program, f *smt.Factory, opt Options) *Encoder {
	e := &Encoder{c: newCoder(f, prog.Model, opt), memo: map[memoKey]*encoded{}}
	e.c.mem = &stateMemory{ids: newIdentities(prog)}
	e.c.fact = func(t smt.Term) { e.now.add(t) }
	return e
}

// Bool returns whether the scalar expression x is different from zero, a Boolean term.
// It means something only together with the facts of [Encoder.Side] for x.
func (e *Encoder) Bool(x cil.Expr) smt.Term { return e.encode(x, true).term }

// Value returns the value of the scalar expression x: an integer, or in the bit theory
// a bit vector of the size of x's type. It means something only together with the facts
// of [Encoder.Side] for x.
func (e *Encoder) Value(x cil.Expr) smt.Term { return e.encode(x, false).term }

// Side returns what holds in every state of the things that xs mention: the ranges of
// types, addresses of objects that aren't null and differ, bounds of operations that are
// encoded as uninterpreted functions. No state of the program is excluded by them.
func (e *Encoder) Side(xs ...cil.Expr) []smt.Term {
	all := &encoded{seen: map[smt.Term]bool{}}
	for _, x := range xs {
		for _, t := range e.encode(x, true).facts {
			all.add(t)
		}
		for _, t := range e.encode(x, false).facts {
			all.add(t)
		}
	}
	for _, t := range e.apart(xs) {
		all.add(t)
	}
	return all.facts
}

func (e *Encoder) encode(x cil.Expr, truth bool) *encoded {
	key := memoKey{x, truth}
	if r := e.memo[key]; r != nil {
		return r
	}
	r := &encoded{seen: map[smt.Term]bool{}}
	e.now = r
	if truth {
		r.term = e.c.truth(x)
	} else {
		r.term = e.c.value(x)
	}
	if len(e.memo) >= maxMemo {
		e.memo = map[memoKey]*encoded{}
	}
	e.memo[key] = r
	return r
}
