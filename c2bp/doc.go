// Package c2bp is predicate abstraction: it makes a Boolean program from a C program
// and a set of predicates (Ball, Majumdar, Millstein, Rajamani: Automatic Predicate
// Abstraction of C Programs, PLDI 2001).
//
// The Boolean program has the control flow of the C program. Its variables stand for
// elements, each with a scope (global or a procedure):
//
//   - a plain element is a predicate, one Boolean variable with the predicate's text in
//     braces as its name;
//   - a domain element is a variable with a finite domain: the partition of its values
//     into the constants that it is compared with and the gaps between them, one Boolean
//     variable a part, exactly one of them true (enforce). Two parts need one variable.
//
// Each statement is abstracted on its own, for the elements that it can change:
//
//	(1) assignment  l = e: element p becomes choose[F(wp p), F(wp !p)], all in parallel
//	(2) branch      on e: one side assumes G(e) = !F(!e), the other G(!e)
//	(3) assume      of e: assume G(e)
//	(4) call        formal elements are passed as of the actuals; elements over the result,
//	                ghosts, globals and memory come back as results; one update after the
//	                call sets what the result and the callee's effects can change; effects
//	                through formals that keep their values lie where the actuals lead (mods.go)
//	(5) unknown     whatever is not understood makes the elements that it can change *
//
// F(e) is the weakest combination of the elements in scope that implies e; decide.go
// computes F(e) and F(!e) together, by syntax, by the parts of finite domains, and by
// cubes with the prover, in this order. F may come out too strong (the cube length is
// bounded, the prover may not answer), never too weak: the Boolean program allows every
// run of the C program.
//
// The Boolean program comes in two steps (demand.go): a draft with what syntax says, then
// the questions of those nodes that the draft's runs reach, put to all provers side by
// side. Values of elements that contradict each other are ruled out by enforce
// (enforce.go). Nodes can be abstracted exactly: then the new values of all elements that
// an assignment changes are related to each other and to the old ones (exact.go).
//
// What elements say of variables that are not read again is forgotten by statements dead, where
// nothing else can be told from it (dead.go).
//
// Symbolic constants of NEWTON (ghosts) are variables that are assigned where their
// annotation says, like any other assignment; they are never assumed.
package c2bp
