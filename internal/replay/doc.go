// Package replay turns the error path of an UNSAFE verdict into a C program, a harness,
// that goes the path under a real compiler.
//
// A harness is the analysed program as [cil.Print] writes it, with the rule's monitor,
// without what the path doesn't reach. All that the program leaves open has the value of
// the model ([enc.Script]): each Havoc and each call of a function without a body takes
// the next answer of a table, and a run that asks for another one than the path does has
// diverged. Memory lies where the model has it: variables that pointers may reach, and
// what is outside of the program, are at the model's addresses, so that pointers are the
// same numbers and compare as they do there. At the error the harness says so and ends.
//
// It is freestanding: no library, no headers, its own start, two system calls to map
// memory and to say how it ended. Inline assembly of the program is not in cil, so none
// comes into a harness.
//
// Reading order: harness.go (the parts of the text), table.go (the answers), rewrite.go
// (statements), parts (what each harness has), build.go (the compiler),
// run.go (the sandbox and what the end means), kept.go (ends of earlier runs).
package replay
