// Package infer finds what a certificate claims. It is given candidates: conditions that may
// matter, such as the predicates of a proof. At each point with a claim it begins with nothing,
// and adds the valuations of the candidates that runs bring there, until no run brings another:
// predicate abstraction (Graf, Saidi: Construction of Abstract State Graphs with PVS, 1997) of
// whole regions, on the certifier's own formulas. Nothing relies on it: what it says is checked.
//
// Candidates that speak of a variable that isn't read again before it is written are left out at
// a point (live.go). Those that speak of a place are also tried of locals that hold what was read
// there (copies.go). Valuations that differ in one candidate become one (merge.go).
package infer
