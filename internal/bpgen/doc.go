// Package bpgen makes random Boolean programs for tests: small enough for the explicit
// checker in boolprog/interp, with every construct of the language: recursion, results,
// parallel assignment, schoose, constrain, enforce, groups, dead, goto in all
// directions. Every program passes boolprog.Check and parses back from its print.
package bpgen
