// Package interp runs cil programs: a naive reference interpreter, the oracle of tests
// and the way to replay a model of a path.
//
// Memory is byte-accurate. Each variable, string literal and allocation is an object at
// an address of its own; a pointer is an address, and what it may access is the object
// that the address lies in. Integers wrap to their types, floats are rounded to theirs
// (long double is computed as double). The values that a program doesn't determine come
// from [Config.Havoc].
//
// A run ends in a [Stop] that says why: the program returned or exited, an assumption
// failed, the steps ran out, or the next step is undefined behaviour: an access outside
// of an object, a division by zero, a shift by too much, a conversion of a float that
// doesn't fit. Signed overflow wraps unless [Config.CheckOverflow] is set.
//
// Reading order: run.go (the loop and the instructions), state.go (frames and
// lvalues), eval.go and arith.go (expressions), memory.go, lib.go and printf.go (C's
// library, as far as tests need it).
package interp
