package property

import "hardbop/internal/cil"

// Keep leaves the targets that keep accepts.
func (p *Property) Keep(keep func(Target) bool) {
	var kept []Target
	for _, t := range p.Targets {
		if keep(t) {
			kept = append(kept, t)
		}
	}
	p.Targets = kept
}

// Guard lets only runs in which cond holds come to the targets: others end before.
func (p *Property) Guard(cond cil.Expr) {
	for _, t := range p.Targets {
		f := t.Node.Func
		n := f.NewNode(&cil.Assume{E: cond}, t.Node.Pos)
		for _, pred := range t.Node.Preds {
			for i, s := range pred.Succs {
				if s == t.Node {
					pred.Succs[i] = n
				}
			}
		}
		n.Succs = []*cil.Node{t.Node}
		f.Finish()
	}
}
