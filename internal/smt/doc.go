// Package smt has the terms that the analyses hand to a prover, and the interface that
// a prover implements. It knows no C and contains no prover: back ends are children of
// this package (smt/z3), and so are the decorators (smt/wrap) and the battery of tests
// that each back end has to pass (smt/smttest).
//
// # Terms
//
// A [Term] is made by a [Factory] and never changes. Equal terms of a factory are the
// same term: compare them with ==. All constructors check sorts, and panic if they don't
// fit: ill-sorted terms are bugs of the caller. Constructors simplify lightly, always in
// the same way, so that what means the same often is the same term:
//
//   - Boolean structure is in negation normal form over atoms, with And and Or flattened,
//     ordered and free of duplicates; a literal next to its complement decides.
//   - Integer arithmetic is kept in linear form: an [OpSum] is a constant plus a sum of
//     coefficients times atoms, in order. A product of unknowns is an atom, [OpMul].
//   - A comparison of integers is sum <= constant or sum == constant, coefficients
//     without common divisor, the first one positive; x < y, y > x and not (y <= x) are
//     one term.
//   - Bit-vector comparisons are "less than", signed or not, or negations of it.
//
// Division of integers is that of SMT-LIB: the remainder is never negative. Division by
// zero is total: x div 0 is 0 and x mod 0 is x; bit-vector division by zero is what
// SMT-LIB 2.6 fixes.
//
// # Order and names
//
// [Term.Compare] is a structural order, the same in each run, whatever was made first.
// Nothing here depends on addresses or on the order of creation. A symbol is identified
// by its name and its signature.
//
// # Values
//
// [Eval] computes the value of a term in a [Model]; it is total and shares no code with
// the simplifier but the tables of bit-vector operations, so that each can test the
// other.
//
// # Text
//
// [Term.String] and [WriteScript] write SMT-LIB 2, [ReadScript] and [Factory.ParseTerm]
// read that subset back: the same term results.
//
// A factory may be used by any number of goroutines at once.
package smt
