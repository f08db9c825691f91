// Package certify checks proofs. A [Certificate] says what holds at some points of a program;
// [System.Check] decides with a prover whether that shows that no error is reached. It is
// Floyd's method (Assigning Meanings to Programs, 1967), with Hoare's rule for procedures
// (Procedures and Parameters: An Axiomatic Approach, 1971) where a procedure is recursive.
//
// It shares nothing with what finds proofs but the language (cil), its meaning (enc) and the
// terms: no Boolean program, no predicate abstraction, no slicer, no propagation, no cache. The
// program is as the front end and the rule left it. What can't be checked isn't certified.
//
// The rules, which rules.go follows line by line:
//
//	Entry  what is claimed at the start of the program holds of all states.
//	Step   for points A and B with claims, and all ways from A to B that pass no other point
//	       with a claim: if the claim at A holds before, that at B holds behind.
//	Call   at a call of a recursive procedure, what it requires holds of the arguments.
//	Return behind the call, what the procedure may modify is arbitrary but for what it ensures.
//	Error  if the claim at A holds, no way from A gets to an error, or to what isn't modelled.
//
// All loop heads, the entry and the exit of procedures are points with claims; what the
// certificate doesn't speak of is claimed to be true.
//
// The files: certificate.go has the format; unfold.go makes a graph without calls of a program,
// rename.go its copies of variables, objects.go tells what is allocated apart; region.go finds what
// lies between points, values.go what variables and memory hold there; formula.go makes terms;
// rules.go has the rules.
package certify
