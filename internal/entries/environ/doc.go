// Package environ writes the environment of a driver as C: a function that initialises the
// driver, then calls what it has registered in any sequence, then ends it.
//
// The text goes behind the driver's own, so that its static functions and its types are
// visible. It is made to be read, and changed: each callback has a comment that says where
// it was found.
//
// The callbacks of one table, or of one registration, form a group, which has one object
// and a step: a function that calls one of them, if its turn can have come. State
// variables say what has begun and not ended. Arguments that a registration call hands
// over are remembered by hooks: a function hardbop_after_F is called after each call of F,
// with F's result, if it has one, and F's arguments. Weave puts these calls into the program.
//
// Before each callback one of the functions hardbop_context_process, _atomic and _interrupt
// is called, for rules to watch.
//
// The files: environ.go is the way from C files to the text; plan.go outside.go slots.go owners.go
// find out what there is to call when; write.go group.go args.go types.go hooks.go parameters.go standin.go write
// it; release.go devres.go write what ends with a life, and in which order; wdm.go is what is different for Windows; weave.go through.go call the hooks; waits.go behind.go locks.go write what runs while a call waits; remains.go finds
// what stays when its owner is gone.
package environ
