package magic

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// maxCandidates bounds the branches of a path that are tried one by one, maxTogether those that
// are tried at once: the last ones.
const (
	maxCandidates = 64
	maxTogether   = 400
)

// Grow is a [Chooser] that adds to the set: one branch of the last trace whose condition rules
// it out; else those of its branches that do so together, as few as leaving out one after the
// other gives; else also the seeds, at the points of the trace.
func Grow(model func(Set) *Model, traces []*path.Path, now Set, seeds func() []cil.Expr) (Set, bool) {
	return grow(model, traces, now, seeds, nil)
}

// grow is Grow where some points of the trace are known that contradict each other: their
// branches are tried before the others.
func grow(model func(Set) *Model, traces []*path.Path, now Set, seeds func() []cil.Expr, core []*cil.Node) (Set, bool) {
	g := &grower{model, traces[len(traces)-1], now}
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
		if !seen[n] && m.Candidate(n) && !g.now.Branches[n] {
			list = append(list, n)
		}
		seen[n] = true
	}
	return list
}

// Candidate reports whether n is a branch whose condition can be a predicate.
func (m *Model) Candidate(n *cil.Node) bool {
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

// Branches lists the conditions of the branches in the model's set, in the order of the
// program.
func (m *Model) Branches() []cil.Expr {
	var list []cil.Expr
	for _, n := range m.f.Nodes {
		if br, ok := n.Instr.(*cil.Branch); ok && m.set.Branches[n] {
			list = append(list, m.normal(br.E))
		}
	}
	return list
}
