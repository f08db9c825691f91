// Package path is a path through a program: the steps of one run, through calls, from
// the entry of the first function to an error. The types stand alone so that encoders,
// refiners and replay can share them. [Read] and [Write] are its file format, described
// in docs/path-file.md; [Path.Validate] says what makes a sequence of steps a path.
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
	// Callee is the function that an indirect call calls; it may be nil for direct calls.
	Callee *cil.Func
}

// Enters reports whether step i is a call whose callee's steps follow.
func (p *Path) Enters(i int) bool {
	if _, ok := p.Steps[i].Node.Instr.(*cil.Call); !ok || i+1 >= len(p.Steps) {
		return false
	}
	next := p.Steps[i+1].Node
	return next == next.Func.Entry
}

// Leaves reports whether step i is the exit of a function that returns to a caller.
func (p *Path) Leaves(i int) bool {
	n := p.Steps[i].Node
	return n == n.Func.Exit && i+1 < len(p.Steps)
}
