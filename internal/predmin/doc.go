// Package predmin chooses few predicates that rule out every spurious error path that was
// seen (S. Chaki, E. Clarke, A. Groce, O. Strichman: Predicate Abstraction with Minimum
// Predicates, CHARME 2003).
//
// It knows neither programs nor predicates: candidates and traces are numbers, and an
// [Eliminator] says whether the abstraction with a set of candidates rules out a trace.
// That is TraceEliminate of the paper, figure 4. The loop around it, Sample-and-Eliminate
// of figure 5, is the caller's: whenever a trace turns out to be spurious, it is added to
// a [Strategy], whose next choice takes the place of the predicates so far.
//
// # Reader's guide
//
//	predmin.go    what a strategy is, and what it asks
//	optimal.go    section 3.2: which sets rule out which trace, in order of size
//	smallest.go   formula (1) with objective (2), on an SMT solver
//	search.go     the same by branch and bound, which is tried first
//	greedy.go     figure 6
//	merge.go      mutually exclusive predicates as one with many values
package predmin
