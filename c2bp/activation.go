package c2bp

import (
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
)

// Activation is what one activation of a function does along a path, as far as it is abstracted
// by fragments.
type Activation struct {
	Links []lbe.Link
	// Taken has for each link the index of its statement in the path; for a call, of where it
	// returns.
	Taken []int
	// Semantics is what the statements in the fragments mean.
	Semantics lbe.Semantics
}

// Activations lists the activations along a path through large blocks, by where they end; those
// without fragments are left out.
func (a *Abstraction) Activations(in Input, taken []Taken) []*Activation {
	if !a.large() {
		return nil
	}
	w := &activations{in: in, stack: []*Activation{{Semantics: a.semantics}}, calls: []*cil.Node{nil}}
	for i, t := range taken {
		switch org, ok := a.origins[t.Origin]; {
		case !ok:
		case org.kind == through:
			w.link(lbe.Link{Fragment: a.block(t.Origin).frag}, i)
		case org.kind == enter:
			w.stack, w.calls = append(w.stack, &Activation{Semantics: a.semantics}), append(w.calls, org.node)
		case org.kind == whole && org.node == org.node.Func.Exit:
			w.leave(i)
		case org.kind == whole && in.outside(org.node):
			w.link(lbe.Link{Node: org.node}, i)
		}
	}
	for len(w.stack) > 0 {
		w.leave(len(taken))
	}
	return w.done
}

// activations are those that haven't ended yet, with the calls that they began with, and those
// that have.
type activations struct {
	in    Input
	stack []*Activation
	calls []*cil.Node
	done  []*Activation
}

// link adds a link to the present activation.
func (w *activations) link(l lbe.Link, at int) {
	if len(w.stack) == 0 {
		return
	}
	a := w.stack[len(w.stack)-1]
	a.Links, a.Taken = append(a.Links, l), append(a.Taken, at)
}

// leave ends the present activation. For the one before it was a call.
func (w *activations) leave(at int) {
	n := len(w.stack) - 1
	if n < 0 {
		return
	}
	a, call := w.stack[n], w.calls[n]
	w.stack, w.calls = w.stack[:n], w.calls[:n]
	for _, l := range a.Links {
		if l.Fragment != nil {
			w.done = append(w.done, a)
			break
		}
	}
	if call != nil {
		w.link(lbe.Link{Node: call}, at)
	}
}
