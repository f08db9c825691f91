// Package cegar is the refinement loop, and nothing but the loop: abstract, check,
// explain (Ball, Rajamani: Automatically Validating Temporal Safety Properties of
// Interfaces, SPIN 2001; Clarke, Grumberg, Jha, Lu, Veith, CAV 2000).
//
//	P := start predicates
//	repeat
//	    B := Abstract(P)                       c2bp
//	    if no error is reachable in B: SAFE    bebop
//	    for some error paths of B:
//	        if the path can be run: check it bit by bit: UNSAFE    newton, enc
//	        else P := P + what explains that it can't
//	until nothing new is learnt, or a limit is reached: UNKNOWN
//
// With a [Minimizer] P doesn't grow: what explains a path is told to it, and it chooses the
// next P (Sample-and-Eliminate of Chaki, Clarke, Groce, Strichman: Predicate Abstraction with
// Minimum Predicates, CHARME 2003). After SAFE it may ask for rounds with fewer predicates;
// the proof with the fewest counts. Where it finds none, the loop goes on as above with all
// that explained a path.
//
// A point that stands for something which is not modelled (cil.Opaque) is an error of
// its own kind: if a run can get there, the verdict can't be SAFE.
//
// The loop decides by counted steps only, so that the same input gives the same result.
package cegar
