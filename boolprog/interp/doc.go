// Package interp explores Boolean programs state by state. It is slow and simple: the
// oracle that the symbolic model checker is compared with, and the judge of paths.
//
// # What a run is
//
// A state is a node of a procedure's control-flow graph and values for the variables
// in scope ([boolprog.Step]). A state exists only if it fulfils the enforce conditions
// of its node. A run starts at the entry of main with arbitrary values. A step
//
//   - assign: evaluates the right sides in the old state, writes all left sides at
//     once, and is possible if the constrain condition holds of old and new values;
//   - assume: is possible if the condition can be true;
//   - assert: as assume; if the condition can be false, the run may fail here;
//   - call: evaluates the arguments and goes to the callee's entry, with arbitrary
//     locals, and with the globals as they are; the exit of the callee goes on behind
//     the call with the globals of the callee and the results in the left sides. The
//     caller's enforce conditions don't matter during the call;
//   - return: evaluates the values into the results; an implicit return gives
//     arbitrary ones;
//   - dead: gives arbitrary values;
//   - everything else changes nothing.
//
// # Length
//
// The length of a run is the sum of [boolprog.Node.Weight] over the nodes that it
// executes: each skip, print, assign, assume, assert, call, return and dead is 1, entry,
// exit, goto, enforce, the head of an if or while, and the return that isn't written
// at the end of a body are 0. An if or while costs 1, for the assume that is passed. A
// call costs 1 and the steps in the callee. A failing assert is executed and counts; a
// label is reached when its statement has not been executed yet.
//
// So the shortest length from an entry state to an exit state of a procedure (the length of
// a summary) and the shortest length of a run from main to an error are defined.
// [Check] computes both by relaxation over path edges (entry values, node, values),
// the explicit form of the algorithm of Reps, Horwitz and Sagiv (POPL 1995) that Ball and
// Rajamani's Bebop (SPIN 2000) runs on decision diagrams.
package interp
