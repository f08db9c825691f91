// Package simulation decides whether one labelled transition system weakly simulates another,
// and explains why not (Chaki, Clarke, Groce, Jha, Veith: Modular Verification of Software
// Components in C, sections III and V).
//
// [Check] asks whether the specification can follow each step of the implementation: a
// relation of states is a weak simulation if related states stay related behind each silent
// step of the implementation, where the specification may take silent steps too, and behind
// each action, which the specification takes with silent steps before and behind it. The
// specification is saturated for that ([Saturate]), which makes the definition of the
// paper's section III.D right for specifications with silent steps. The relation is the
// greatest model of a formula in weakly negated Horn form, for the pairs of states that a
// play can reach (package hornsat).
//
// Where there is none, the elimination order of the formula's variables gives a [Strategy]:
// steps of the implementation, one for each way in which the specification may have followed
// those before, up to one that it can't follow.
//
// A specification that is nondeterministic may allow all the traces of the implementation and
// not simulate it. [Determinise] makes it deterministic: simulation by that is inclusion of
// traces, and a strategy against it is one path.
package simulation
