package magic

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// maxCandidates bounds the branches of a path that are tried one by one, maxTogether those that
// are tried at once: the last ones.
const (
	maxCandidates = 64
	maxTogether   = 400
)

// growing is a [Chooser] that adds to the set.
type growing struct{}

// Choose implements Chooser.
func (growing) Choose(r Round) (Set, bool) { return Grow(r) }

// Proved implements Chooser.
func (growing) Proved() (Set, bool) { return Set{}, false }

// Least implements Chooser.
func (growing) Least() (Set, bool) { return Set{}, false }

// Grow adds to the set of the round one branch of the last trace whose condition rules it out,
// those that are known to contradict each other before the others; else those of its branches
// that do so together, as few as leaving out one after the other gives; else also the seeds, at
// the points of the trace. It is false if nothing rules the trace out.
func Grow(r Round) (Set, bool) {
	now, seeds, core := r.Now, r.Seeds, r.Core
	g := &grower{r.Model, r.Traces[len(r.Traces)-1], now}
	cands := g.candidates()
	first := slices.DeleteFunc(slices.Clone(cands), func(n *cil.Node) bool { return !slices.Contains(core, n) })
	if s, ok := g.some(first); ok {
		return s, true
	}
	cands = cands[:min(len(cands), maxTogether)]
	if s, ok := g.some(cands); ok {
		return s, true
	}
	if seeds == nil {
		return now, false
	}
	found := seeds()
	if s, ok := g.with(nil, found); ok {
		return s, true
	}
	return g.with(cands, found)
}

// some adds one of the branches, or some of them together.
func (g *grower) some(branches []*cil.Node) (Set, bool) {
	if len(branches) == 0 {
		return g.now, false
	}
	if len(branches) <= maxCandidates {
		for _, n := range branches {
			if s, ok := g.with([]*cil.Node{n}, nil); ok {
				return s, true
			}
		}
	}
	s, ok := g.with(branches, nil)
	if ok {
		s = g.fewer(branches, s)
	}
	return s, ok
}

type grower struct {
	model func(Set) *Model
	trace *path.Path
	now   Set
}

// candidates lists the branches of the trace that aren't in the set, the last first.
func (g *grower) candidates() []*cil.Node {
	var list []*cil.Node
	seen := map[*cil.Node]bool{}
	m := g.model(g.now)
	for i := len(g.trace.Steps) - 1; i >= 0; i-- {
		n := g.trace.Steps[i].Node
		if !seen[n] && m.candidate(n) && !g.now.Branches[n] {
			list = append(list, n)
		}
		seen[n] = true
	}
	return list
}

// Candidates lists the branches whose conditions can be predicates, in the order of the program.
func (m *Model) Candidates() []*cil.Node {
	return slices.DeleteFunc(slices.Clone(m.f.Nodes), func(n *cil.Node) bool { return !m.candidate(n) })
}

// candidate reports whether n is a branch whose condition can be a predicate.
func (m *Model) candidate(n *cil.Node) bool {
	br, ok := n.Instr.(*cil.Branch)
	if !ok || m.isReturn(n) {
		return false
	}
	for _, v := range cil.Vars(br.E) {
		if m.choice(v) {
			return false
		}
	}
	_, constant := cil.ConstValue(br.E)
	return !constant
}

// with adds to the set, and reports whether the result rules out the trace.
func (g *grower) with(branches []*cil.Node, seeds []cil.Expr) (Set, bool) {
	s := g.now.Clone()
	for _, n := range branches {
		s.Branches[n] = true
	}
	if len(seeds) > 0 {
		seen := map[*cil.Node]bool{}
		for _, st := range g.trace.Steps {
			if !seen[st.Node] {
				seen[st.Node] = true
				s.Seeds[st.Node] = append(s.Seeds[st.Node], seeds...)
			}
		}
	}
	return s, g.model(s).Eliminates(g.trace)
}

// fewer leaves out of the branches those without which the trace is ruled out still.
func (g *grower) fewer(branches []*cil.Node, s Set) Set {
	for i := 0; i < len(branches) && len(branches) <= maxCandidates; {
		rest := append(branches[:i:i], branches[i+1:]...)
		if t, ok := g.with(rest, nil); ok {
			branches, s = rest, t
		} else {
			i++
		}
	}
	return s
}

// Chosen lists the predicates of the set: the conditions of branches, and the others, in the
// order of the program. A condition that several branches have comes as often; others come once.
func (m *Model) Chosen() []cil.Expr {
	var list, seeds []cil.Expr
	seen := map[string]bool{}
	for _, n := range m.f.Nodes {
		if br, ok := n.Instr.(*cil.Branch); ok && m.set.Branches[n] {
			list = append(list, m.normal(br.E))
		}
		for _, e := range m.set.Seeds[n] {
			if text := cil.ExprString(e); !seen[text] {
				seen[text] = true
				seeds = append(seeds, m.normal(e))
			}
		}
	}
	return append(list, seeds...)
}

// Expressions lists the predicates of all points, each once.
func (m *Model) Expressions() []cil.Expr {
	var list []cil.Expr
	seen := map[smt.Term]bool{}
	for _, ps := range m.preds {
		for _, p := range ps.list {
			if !seen[p.term] && !seen[m.prove.f.Not(p.term)] {
				seen[p.term] = true
				list = append(list, p.e)
			}
		}
	}
	return list
}

// Reaches reports whether a predicate of the set is at one of the points.
func (m *Model) Reaches(points map[*cil.Node]bool) bool {
	for n := range points {
		if m.preds[n.ID].bounded > 0 {
			return true
		}
	}
	return false
}
