// Package path is a path through a program: the steps of one run, through calls, from
// the entry of the first function to an error. The types stand alone so that encoders,
// refiners and replay can share them.
package path

import "hardbop/internal/cil"

// Path is a sequence of steps. The last step is at the error node.
type Path struct {
	Steps []Step
}

// Step is the execution of one node.
//
// A call of a function with a body is followed by that function's steps, from its
// entry to its exit, and then by the node after the call in the caller.
type Step struct {
	Node *cil.Node
	// Taken is the index of the successor that is taken; it matters for a Branch.
	Taken int
	// Callee is the function that an indirect call calls; nil for direct calls.
	Callee *cil.Func
}
