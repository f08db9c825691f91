// Package lts has specifications of procedures as labelled transition systems, in the
// notation of MAGIC (Chaki, Clarke, Groce, Jha, Veith: Modular Verification of Software
// Components in C), which is that of FSP (Magee, Kramer: Concurrency) with return actions
// and procedure abstractions. docs/lts.md describes it for users.
//
// [Parse] reads a [File], checks it and complains with places; [File.String] prints it, and
// what is printed reads the same. [File.LTS] builds the transition system of a process:
// indices and guards are gone in it, states are numbered. [WriteDot] and [WriteSVG] draw it.
//
// A transition system describes a procedure, so that each obeys: an action leads to STOP if
// and only if it is a return action.
//
// The guards of abstractions and the conditions of return actions are expressions of C over
// $1, $2, ... and $0, the value that is returned. They are kept as trees; what their names
// mean is for the one to find out who knows the program ([Expr.C]).
//
// The files: ast.go, expr.go (what is read), scan.go, parse.go, parseexpr.go (reading),
// check.go (what is wrong with it), build.go and system.go (transition systems), print.go,
// dot.go, svg.go (writing).
package lts
