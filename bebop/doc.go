// Package bebop decides whether a Boolean program can fail: a symbolic model checker
// with procedures and recursion, after T. Ball and S. Rajamani, "Bebop: A Symbolic Model
// Checker for Boolean Programs" (SPIN 2000), which runs the interprocedural reachability
// algorithm of T. Reps, S. Horwitz and M. Sagiv, "Precise Interprocedural Dataflow
// Analysis via Graph Reachability" (POPL 1995), on sets of valuations as binary decision
// diagrams.
//
// # Reader's guide
//
//   - bebop.go: [Check], [Options], [Result];
//   - space.go, modref.go, order.go, levels.go: which variables the diagrams have, and in
//     which order;
//   - compile.go, step.go, call.go: what statements and calls do to sets of states;
//   - block.go, graph.go: chains of nodes, and the order in which they are looked at;
//   - engine.go, reach.go: the search for the verdict;
//   - layers.go, index.go, trace.go, values.go, branch.go: the search for shortest paths, and the paths;
//   - states.go: reachable states as formulas; write.go: paths, invariants, graphs as text.
//
// # Rules
//
// The code refers to these by number.
//
//  1. An expression in a set of states is a pair: states where some choices make it true,
//     states where some make it false. Occurrences of * are independent, so pairs
//     compose, and no diagram variable stands for a choice.
//  2. A parallel assignment is a relation between the current values, which all right
//     sides read, and the next values of the variables that it writes. Its image forgets
//     the written current values and renames next to current; nothing says that other
//     variables keep their values. dead gives arbitrary values.
//  3. constrain is conjoined with the relation; a primed variable that isn't written is
//     the current one.
//  4. Variables of which enforce says that exactly one is true are encoded as a number.
//     A write to one of them writes the number; combinations with none or several true
//     don't exist.
//  5. A path edge relates values at the entry of a procedure with values at a point of it
//     (SPIN 2000, section 3). Entry values of a global are recorded only if the
//     procedure or what it calls may write it, of a formal only if it is written: else
//     the current value is the entry value. Globals that are neither read nor written
//     are no part of its path edges. enforce cuts down the states at each point.
//  6. A call enters the callee with the values of its globals and formals that haven't been
//     seen; procedures are explored for those only.
//  7. The path edges at the exit, without locals, are the summary. Behind a call are the
//     states before it joined with the summary: written globals and left sides get the
//     values from there, everything else of the caller stays.
//  8. Path edges are stored where blocks begin: entry, exit, calls, joins, branches. Only
//     new ones are propagated. Inner loops come before outer ones, callees before callers.
//  9. The length of a path is the number of statements executed (package
//     boolprog/interp defines it). States are found in the order of their distance from
//     the start; an entry is explored from the distance where it is first reached, and
//     runs through procedures are kept by length.
//  10. A path is made backwards, one state at a time: a state's predecessor is in a layer
//     that was found earlier and nearer by the weight of the block, or by the length of
//     a run through the callee, which is then walked through from its exit.
package bebop
