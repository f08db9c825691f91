// Package cgen makes random C programs for differential tests, in the manner of Csmith
// (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers, PLDI 2011):
// the program is a function of a seed, it ends, and its behaviour is defined.
//
// Signed overflow is ruled out by bounds: what is stored in a variable of a signed type
// is at most [bound] in absolute value, expressions carry a bound of their value, and
// an expression whose bound grows too large is reduced by %. Loops have counters of
// their own, pointers always point to a living variable of their type, indices are
// masked, divisors are odd.
package cgen
