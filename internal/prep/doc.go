// Package prep shrinks a program before it is abstracted, with analyses that ask no
// prover: constants are propagated, calls of functions that copy and fill memory become
// assignments, and memory that is zero when it is new is set to zero. What models of
// functions say by attributes becomes statements, too.
//
// Each pass changes the program in place, keeps its meaning, and keeps the positions of
// what is left, so that paths still point at the source.
package prep
