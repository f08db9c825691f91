// Package newton decides whether a path through a C program can be executed, and if not,
// says why, in predicates over the program's variables (Ball, Rajamani: Generating
// Abstract Explanations of Spurious Counterexamples in C Programs, MSR-TR-2002-09).
//
// [Check] works in the phases of the paper's section 6:
//
//   - Phase 1 runs the path symbolically ([simulation], in simulate.go): the store Ω maps
//     places to expressions over symbolic constants and constants (store.go, memory.go),
//     Φ has the conditions, Π the overwritten entries of Ω, and each entry knows which
//     others it was made from (context.go). Conditions go to one prover session as they
//     come; the first that is inconsistent stops the run (prove.go).
//   - Phase 2 makes the set of conditions small ([session.minimise]).
//   - Phase 3 goes back over the dependencies and turns what is found into predicates
//     (explain.go, atoms.go).
//
// Symbolic constants are ghosts of package pred: variables that remember the value of an
// lvalue at a point. Each activation of a function speaks of its own; a value that
// crosses a call gets a fresh one on the other side, so that each predicate fits into
// one scope. What comes back from a call is also carried into the callee, as the caller
// learns of it only by the callee's predicates.
//
// Where it isn't certain which place a pointer means, values are choices by cases over
// the equality of addresses.
//
// More abstract explanations (section 6.1) are looked for afterwards: a condition that is
// redundant gives its variables fresh values only if the path stays infeasible. Taken
// literally, the paper would make b>0; a=b-1; assume(a<b); assume(a==b-2) feasible.
//
// The simulation may know less of memory than the program; never more. So a contradiction
// is one, and what looks feasible is decided by the encoding of internal/enc, which also
// gives the model. Predicates don't have to be right for verdicts to be: they only steer
// the abstraction.
//
// Levels. When predicates of one level don't suffice, the caller asks again with a higher
// one: weakest preconditions along the core (weakest.go), interpolants, and in the end all
// that is known of the path.
//
// Loops. Paths that differ only in the turns of a loop have the same path program
// (pathprogram.go), which is the path with its loops closed. Invariants that rule it out
// (loops.go) explain all these paths at once.
package newton
