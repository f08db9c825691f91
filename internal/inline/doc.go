// Package inline replaces calls of small functions by the functions' bodies, so that
// analyses that go through one function at a time see more of a run at once.
//
// [Calls] changes a program in place. A direct call of a function that is small enough and
// not recursive becomes a Skip that stands for the call, and behind it come
//
//   - assignments of the arguments to copies of the formals,
//   - a Havoc for each copy of a local that starts an activation with any value and may be
//     read before it is set: the copy would still have that of the activation before,
//   - the copy of the body, in which a Return is a Skip that stands for it and an
//     assignment to the copy of the result,
//   - the assignment of the result.
//
// A variable whose activation has ended stays what it is, as everywhere in the tools; here
// the next activation in the same place uses it again.
//
// The functions themselves stay in the program: they may still be called through pointers.
// [Result] says what each node of the program is a copy of, and in which calls it stands,
// so that people can be shown the program as it was written.
//
// The files: inline.go (which calls), copy.go (the copy of a body), fresh.go (which locals
// need a Havoc), rename.go (expressions over other variables), origin.go (the way back).
package inline
