package newton

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// atCuts joins the parts between which no cut may be. The step of what it returns is the last
// one before a cut.
func (s *simulation) atCuts(parts []pathPart) []pathPart {
	if s.env.Cuts == nil {
		return parts
	}
	var out []pathPart
	for _, p := range parts {
		for p.step < len(s.frames)-1 && !cutBehind(s.env.Cuts, s.path, p.step) {
			p.step++
		}
		if n := len(out); n > 0 && out[n-1].step == p.step {
			out[n-1].terms = append(out[n-1].terms, p.terms...)
			continue
		}
		out = append(out, p)
	}
	return out
}

// cutBehind reports whether a cut may be between a step of p and the next.
func cutBehind(cuts Cuts, p *path.Path, step int) bool {
	here, next := p.Steps[step].Node, p.Steps[step+1].Node
	_, call := here.Instr.(*cil.Call)
	return cuts.At(next) || (call || here == here.Func.Exit) && cuts.At(here)
}

// keepAtCuts drops the predicates that mean nothing at any cut of the path: there is a variable
// in them that isn't read any more. It keeps all of them on the last level.
func (c *checker) keepAtCuts(out *Explanation) {
	if c.env.Cuts == nil || c.env.Level == Levels-1 {
		return
	}
	all := out.Preds
	at := c.cutNodes()
	out.Preds = &pred.Set{Exact: all.Exact}
	var from [][]int
	for i, p := range all.Preds {
		if c.matters(p, at) {
			out.Preds.Preds, from = append(out.Preds.Preds, p), append(from, out.From[i])
		}
	}
	out.From = from
	for _, g := range all.Ghosts {
		if mentioned(g.V, out.Preds.Preds) {
			out.Preds.AddGhost(g)
		}
	}
}

// cutNodes lists the nodes of the path, each once, before which a cut may be.
func (c *checker) cutNodes() []*cil.Node {
	var at []*cil.Node
	seen := map[*cil.Node]bool{}
	for i, s := range c.path.Steps {
		if !seen[s.Node] && (i == 0 || cutBehind(c.env.Cuts, c.path, i-1)) {
			seen[s.Node] = true
			at = append(at, s.Node)
		}
	}
	return at
}

// matters reports whether all that p speaks of may be read behind one of the nodes.
func (c *checker) matters(p *pred.Pred, at []*cil.Node) bool {
	vars := cil.Vars(p.E)
	return slices.ContainsFunc(at, func(n *cil.Node) bool {
		return (p.Scope == nil || p.Scope == n.Func) && !slices.ContainsFunc(vars, func(v *cil.Var) bool { return !c.env.Cuts.Live(n, v) })
	})
}

func mentioned(v *cil.Var, ps []*pred.Pred) bool {
	return slices.ContainsFunc(ps, func(p *pred.Pred) bool { return slices.Contains(cil.Vars(p.E), v) })
}
