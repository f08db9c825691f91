// Package check answers the questions of one command line: it reads the C files, makes
// the harness, weaves in a rule or marks a property, runs the refinement loop with all
// its tools wired up, and makes results of the outcomes.
//
// Each rule is a question of its own, with a program of its own.
package check
