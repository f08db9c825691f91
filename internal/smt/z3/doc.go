// Package z3 is the back end of internal/smt on Z3, 4.8.12 or newer. It is the only
// package that uses cgo.
//
// The library is opened at run time: [Open] looks for it, and [MissingError] says what to
// install. A [Context] is Z3's state for one goroutine: a back end over the terms of one
// factory. Its solvers are [smt.Solver]s. It also is an [smt.Interpolator] and an
// [smt.HornSolver], through Z3's Spacer engine.
//
// # References
//
// Z3 counts references to its objects. A context holds one for each term that it has
// translated, in a cache that is emptied as a whole when it has grown to a bound; what is
// made on the way to something else lies in an arena, and is released by the function that
// took the [arena.mark]. There are no finalizers.
//
// # Errors
//
// An error handler that does nothing is set, as the default one ends the process. Where Z3
// returns no object, what is under way ends with its message: a check is then Unknown, with
// that reason.
//
// # Limits
//
// Steps are Z3's own resource count and don't depend on the machine. The time limit of a
// context is for protection only; results must not depend on it.
package z3
