// Package entries makes the place where runs start.
//
// A run doesn't start at the entry function itself but in a harness around it, a
// function of the program like any other: it gives global variables their initial
// values, picks arguments, calls the entry, and ends at a point that rules know as the
// event program.end. What the harness leaves alone is arbitrary, as DESIGN decides:
// with an entry other than main, writable globals; always, extern objects and arguments.
package entries
