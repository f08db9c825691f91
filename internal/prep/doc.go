// Package prep shrinks a program before it is abstracted, with analyses that ask no
// prover: so far constant propagation.
//
// Each pass changes the program in place, keeps its meaning, and keeps the positions of
// what is left, so that paths still point at the source.
package prep
