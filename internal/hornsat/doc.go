// Package hornsat decides formulas in weakly negated Horn form: conjunctions of clauses with
// at most one negative literal each (N-HORNSAT). It takes time and space linear in the
// formula, after Ausiello and Italiano (On-Line Algorithms for Polynomially Solvable
// Satisfiability Problems, 1991): clauses can be added at any time, and answers in between
// don't make later work harder.
//
// A clause (!h | b1 | ... | bk) is a hyperedge: once b1 to bk are false, h is. The variables
// that must be false are those that are reached from the clauses without a b. All others can
// be true at once: that is the greatest model. The order in which variables become false is
// an elimination order: each one follows from some that come before it, by one clause, its
// reason.
package hornsat
