// Package suffice decides whether the steps that a trace shows suffice for its violation: whether
// every run that does these, with anything in the place of the others, gets to the end of the path
// or never comes to an end; to that belongs that a call which is left out ends it, by exit or abort. That is what makes a path slice (Jhala and Majumdar, Path Slicing,
// PLDI 2005) a reason; package newton finds slices, this one checks them, and shares no code with
// it but the semantics of calls without a body.
//
// [Check] goes along the path with values that are numbers out of the model ([enc.Script]), or not
// known. Steps that are kept are executed: what comes from outside is the model's. What others
// assign isn't known from there on. A branch that is left out may take either side: what the ways
// from it to the next step that is kept may change isn't known either, and all of them have to get
// there. Each condition that is kept has to be known, and true: so it holds whatever the others do.
//
// What isn't known is written to places that aren't known; then whatever may lie there isn't
// known, as far as the points-to analysis can tell ([enc.Locator]).
//
// Reading order: suffice.go (the walk), calls.go, detour.go (branches that are left out), memory.go,
// values.go (expressions).
package suffice
