// Package magic decides whether a C procedure conforms to a labelled transition system, given
// abstractions of the procedures that it calls, after Chaki, Clarke, Groce, Jha and Veith:
// Modular Verification of Software Components in C (2004).
//
// The steps of the paper, and where they are:
//
//   - A call of a procedure that has an abstraction becomes the abstraction: branches between
//     its guards, points for the states of its transition system, and behind a return action
//     what the call may change and the condition on its value. Points that do actions carry
//     labels. A [Weaver] (weave.go, site.go, returns.go) puts that into the program, so that
//     the rest is analysed as any program is; the calls of others become their bodies
//     (package inline). Actions that the specification doesn't have are silent.
//   - [NewModel] makes the model M_Imp of section IV: predicates at each point, by weakest
//     preconditions from the branches that are chosen (infer.go); states are the valuations
//     of the predicates at a point; steps are those that the prover admits (step.go). Only
//     states that are reached are made.
//   - [Run] is the loop: weak simulation of the model by the specification (package
//     simulation), the path of a counterexample, and more branches if that can't be run.
//
// Four holes of the paper are closed. Predicates on what is returned are exempt from the bound
// on predicates, and a value of which none of the specification's conditions holds is an action
// of its own, return-other. The conditions of return actions may overlap: the model's return
// actions are the combinations of them that are possible ([Returns]). Guards must be disjoint
// and cover all arguments, which is proved. What a call may change is arbitrary behind it.
package magic
