// Package slic is the rule language: it reads a rule, checks it against a C program
// and weaves it into the program.
//
// The language is SLIC (Ball, Rajamani: SLIC, a specification language for interface
// checking (of C), MSR-TR-2001-21, 2002): a rule is a small automaton over the calls
// that a program makes. It declares state variables and handlers; a handler names the
// events that run it and has a body that tests and sets the state. A body that gets to
// an abort statement has found a violation. The grammar is in grammar.txt, the manual
// in docs/slic.md. Rules state safety only: nothing is said about what must happen
// eventually.
//
//	state { enum { Unlocked, Locked } s = Unlocked; }
//	acquire.call { if (s == Locked) abort "acquired twice"; s = Locked; }
//	release.call { if (s == Unlocked) abort "released, not held"; s = Unlocked; }
//
// Three steps, a function each:
//
//	Parse       text to [Spec]; errors of form
//	Check       the names and types of a Spec against the C program's [Declarations]
//	Instrument  a Spec into a cil program: state variables become globals, and for each
//	            function and event a procedure SLIC_<function>_<event> with the bodies of
//	            its handlers in the order of the file; calls of these procedures are put
//	            at the event's points
//
// Instrument returns a property for each abort statement. Its targets are the nodes
// whose reachability means that the rule is violated; no run continues after one.
//
// Points of the events. Call and Return are at the call sites, direct or through
// pointers; Entry and Exit are in the function's body. Of a function without a body,
// Entry is Call and Exit is Return. In all of them $k is the argument's value when the
// function was called. The event program.end is at the end of the entry function.
//
// A rule may read the program's globals and what its arguments point to, and can't
// change them: instrumentation doesn't change what the program does, except that runs
// end at abort and halt.
package slic
