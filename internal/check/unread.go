package check

import (
	"hardbop/internal/cil"
)

// dropUnread takes the initial values of variables out of the harness that nothing in the
// program reads, such as the texts of messages: they would only make paths longer.
func (p *Prepared) dropUnread() {
	read := map[*cil.Var]bool{}
	for _, f := range p.Prog.Funcs {
		if f == p.Harness.Func || !f.HasBody() || !p.pointers.Reached(f) {
			continue
		}
		objs, ok := p.pointers.Loads(f)
		if !ok {
			return
		}
		for o := range objs {
			if o.Var != nil {
				read[o.Var] = true
			}
		}
	}
	h := p.Harness.Func
	for _, n := range h.Nodes {
		if a, ok := n.Instr.(*cil.Assign); ok && a.L.Base != nil && a.L.Base.Func == nil && !read[a.L.Base] {
			bypass(n)
		}
	}
	h.Finish()
}

// bypass takes a node with one successor out of its graph.
func bypass(n *cil.Node) {
	for _, from := range n.Preds {
		for i, s := range from.Succs {
			if s == n {
				from.Succs[i] = n.Succs[0]
			}
		}
	}
	n.Succs[0].Preds = n.Preds
}
