package path

import (
	"fmt"

	"hardbop/internal/cil"
)

// Validate checks that p is a path of its program: it starts at the entry of a function,
// each step is a successor of the one before, calls and returns nest. It returns the
// index of the first step that doesn't fit and what is wrong with it.
func (p *Path) Validate() (step int, err error) {
	if len(p.Steps) == 0 {
		return 0, fmt.Errorf("the path has no steps")
	}
	if n := p.Steps[0].Node; n != n.Func.Entry {
		return 0, fmt.Errorf("the path starts at node %d of %s: expected the entry, node %d", n.ID, n.Func.Name, n.Func.Entry.ID)
	}
	var calls []*cil.Node
	for i, s := range p.Steps {
		if err := validateTaken(s); err != nil {
			return i, err
		}
		if i+1 == len(p.Steps) {
			break
		}
		if calls, err = advance(calls, s, p.Steps[i+1].Node); err != nil {
			return i + 1, err
		}
	}
	return 0, nil
}

// validateTaken checks the number of the successor that is taken.
func validateTaken(s Step) error {
	if s.Taken != 0 && (s.Taken < 0 || s.Taken >= len(s.Node.Succs)) {
		return fmt.Errorf("node %d of %s has %d successors: expected 'taken' below that, found %d",
			s.Node.ID, s.Node.Func.Name, len(s.Node.Succs), s.Taken)
	}
	return nil
}

// advance checks that next may follow the step s, and returns the open calls after it.
func advance(calls []*cil.Node, s Step, next *cil.Node) ([]*cil.Node, error) {
	n := s.Node
	if call, ok := n.Instr.(*cil.Call); ok {
		if g := calleeOf(call, s, next); g != nil && g.HasBody() {
			return append(calls, n), follows(n, g.Entry, next)
		}
	}
	if n == n.Func.Exit {
		if len(calls) == 0 {
			return calls, fmt.Errorf("the first function, %s, has returned: expected no more steps", n.Func.Name)
		}
		last := len(calls) - 1
		return calls[:last], follows(n, successor(calls[last], 0), next)
	}
	return calls, follows(n, successor(n, s.Taken), next)
}

// calleeOf returns the function that the call at s calls: for an indirect call whose
// callee isn't named, the one that is entered next, or nil.
func calleeOf(call *cil.Call, s Step, next *cil.Node) *cil.Func {
	switch g := call.Callee(); {
	case g != nil:
		return g
	case s.Callee != nil:
		return s.Callee
	case next == next.Func.Entry && next != successor(s.Node, 0):
		return next.Func
	}
	return nil
}

func successor(n *cil.Node, i int) *cil.Node {
	if i >= len(n.Succs) {
		return nil
	}
	return n.Succs[i]
}

func follows(n, want, next *cil.Node) error {
	if want == next {
		return nil
	}
	after := fmt.Sprintf("after node %d of %s", n.ID, n.Func.Name)
	if want == nil {
		return fmt.Errorf("expected no step %s, which has no successor", after)
	}
	return fmt.Errorf("expected node %d of %s %s, found node %d of %s", want.ID, want.Func.Name, after, next.ID, next.Func.Name)
}
