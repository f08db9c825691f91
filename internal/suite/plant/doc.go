// Package plant makes faulty copies of C files whose compilation is known: it leaves out a
// call that gives something back, or makes a call twice that takes something.
//
// It is mutation testing of the rules on drivers that people wrote: what a rule says about
// a copy is compared with what it says about the original. Which call is changed follows
// from the file's text alone: the middle one of those that are statements of their own, or
// the one that a number names. Lines keep their numbers.
//
//	list.go   lists of faults
//	calls.go  the calls in a C file's text
//	copy.go   the copies, their compilation database, and their list of drivers
package plant
