// Package paq has predicate abstraction queries and their solvers, after A. Gurfinkel,
// S. Chaki, S. Sapra, "Efficient Predicate Abstraction of Program Summaries" (NFM 2011).
//
// A query is a formula over the symbols of a fragment of a program, over constants B that say
// which of its locations are visited, and over constants b that stand for predicates before
// and after it. Its answer is the set of valuations of the b that some run of the fragment
// has: the other symbols are quantified away.
//
// # Reader's guide
//
//   - query.go, answer.go: [Query] and [Answer]; solver.go: the interface, limits, errors;
//   - allsat.go, shape.go, parts.go: [AllSAT], model by model with an SMT solver;
//   - ldd.go, purify.go, diagrams.go, order.go: [LDD], by linear decision diagrams;
//   - race.go: [Race], several at once;
//   - file.go: queries as SMT-LIB 2; report.go: what solvers took, as a table.
//
// # One answer
//
// An answer is a function of its query: a set of valuations, in one canonical form. So it
// doesn't matter which solver finds it. A solver that can't be exact refuses, with the reason.
package paq
