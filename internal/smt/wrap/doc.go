// Package wrap has what stands between the analyses and a prover.
//
// Decorators of back ends: [Timed] counts and measures checks, [Logged] writes each one to
// a file that any SMT-LIB solver reads, [Checked] distrusts the answers: models are
// evaluated by our own evaluator and cores are proved once more by a fresh solver. They can
// be stacked.
//
// [Prover] answers implications, the questions of predicate abstraction, one worker each.
// It asks in this order: the terms' own simplifications, bounds (see decide), the [Cache],
// which all workers share, and last a long-lived solver. An answer that is unknown is asked
// for once more in a fresh solver, and then stays unknown. Answers depend on what is true
// only, never on time, on models or on what was asked before; cores may depend on the
// history, and so may be used for pruning only.
package wrap
