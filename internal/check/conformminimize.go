package check

import (
	"cmp"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/magic"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/predmin"
	"hardbop/internal/smt"
)

// branchMinimizer chooses few predicates for a comparison with a specification: it implements
// magic.Chooser, and predmin.Eliminator for the strategy that it asks. Candidates are the
// branches of the program, as in section 2.1 of the paper, and where branches don't do, what
// explains a path, at the points of that path.
type branchMinimizer struct {
	start    func(predmin.Eliminator) predmin.Strategy
	env      *obs.Env
	strategy predmin.Strategy
	round    magic.Round
	cands    []branchCandidate
	branches map[*cil.Node]int
	alone    map[int]*magic.Model // of single candidates
	last     *magic.Model         // of lastSet
	lastSet  predmin.Set
	traces   []*branchTrace
	chosen   predmin.Set
	// proved says that a set was enough: only smaller ones are looked for.
	proved bool
	// all says that everything that was found is kept from here on.
	all bool
}

// branchCandidate is a branch, or a predicate at points.
type branchCandidate struct {
	branch *cil.Node // nil for a predicate
	seed   cil.Expr
	at     []*cil.Node
}

// branchTrace is a path that can't be run.
type branchTrace struct {
	path      *path.Path
	core      []*cil.Node
	seeds     func() []cil.Expr
	points    map[*cil.Node]bool
	explained predmin.Set // what rules it out; nil if that wasn't looked for
}

// branchMinimizer is nil if all predicates are kept.
func (opt Options) branchMinimizer(b smt.Backend, env *obs.Env) magic.Chooser {
	m := &branchMinimizer{env: env, branches: map[*cil.Node]int{}}
	switch opt.Minimize {
	case Greedy:
		m.start = predmin.NewGreedy
	case Optimal:
		m.start = func(e predmin.Eliminator) predmin.Strategy {
			return predmin.NewOptimal(e, predmin.Limits{Sub: opt.MaxSub, Elm: opt.MaxElm}, b)
		}
	default:
		return nil
	}
	return m
}

// Choose implements magic.Chooser. Where nothing few is found, all that was seen is kept, or if
// there is a proof that is it.
func (m *branchMinimizer) Choose(r magic.Round) (magic.Set, bool) {
	bound := m.round.Bound
	m.round = r
	if m.all {
		return magic.Grow(r)
	}
	if m.strategy == nil || r.Bound != bound {
		m.begin()
	}
	for _, p := range r.Traces[len(m.traces):] {
		m.add(p)
	}
	set, ok := m.few()
	switch {
	case ok && !slices.Equal(set, m.chosen):
	case m.proved:
		return magic.Set{}, false
	default:
		return m.keepAll()
	}
	m.chosen = set
	return m.set(set), true
}

// begin makes candidates of all branches, and forgets what was found out: with another bound on
// predicates it isn't so any more.
func (m *branchMinimizer) begin() {
	for _, n := range m.round.Model(magic.Set{}).Candidates() {
		m.branch(n)
	}
	m.strategy, m.alone, m.last = m.start(m), map[int]*magic.Model{}, nil
	for t := range m.traces {
		m.traces[t].explained = nil
		m.strategy.Add(t, m.relevant(t), nil)
	}
}

// add tells of the last trace of the round.
func (m *branchMinimizer) add(p *path.Path) {
	t := &branchTrace{path: p, core: m.round.Core, seeds: m.round.Seeds, points: map[*cil.Node]bool{}}
	for _, s := range p.Steps {
		t.points[s.Node] = true
	}
	m.traces = append(m.traces, t)
	m.strategy.Add(len(m.traces)-1, m.relevant(len(m.traces)-1), nil)
}

// few asks the strategy, and tells it what rules out the traces for which it finds nothing.
func (m *branchMinimizer) few() (predmin.Set, bool) {
	for {
		set, open, ok := m.strategy.Choose()
		if ok || len(open) == 0 {
			return set, ok
		}
		for _, t := range open {
			if m.traces[t].explained != nil || !m.explain(t) {
				return nil, false
			}
			m.strategy.Add(t, m.relevant(t), m.traces[t].explained)
		}
	}
}

// explain finds what rules out a trace, beside what is chosen.
func (m *branchMinimizer) explain(t int) bool {
	tr := m.traces[t]
	r := m.round
	r.Now, r.Traces, r.Core, r.Seeds = m.set(m.chosen), []*path.Path{tr.path}, tr.core, tr.seeds
	grown, ok := magic.Grow(r)
	if ok {
		tr.explained = m.numbers(grown, tr.path)
	}
	return ok
}

// numbers returns the candidates that a set grew by along a path, with those that are chosen.
func (m *branchMinimizer) numbers(grown magic.Set, p *path.Path) predmin.Set {
	set := m.chosen
	for _, s := range p.Steps {
		if n := s.Node; grown.Branches[n] {
			set = predmin.Union(set, predmin.Set{m.branch(n)})
		}
	}
	for _, e := range grown.Seeds[p.Steps[0].Node] {
		set = predmin.Union(set, predmin.Set{m.seed(e, p)})
	}
	return set
}

// branch returns the number of a branch.
func (m *branchMinimizer) branch(n *cil.Node) int {
	k, ok := m.branches[n]
	if !ok {
		k = len(m.cands)
		m.branches[n] = k
		m.cands = append(m.cands, branchCandidate{branch: n})
	}
	return k
}

// seed returns the number of a predicate at the points of a path: that of a candidate which
// has them all, or a new one.
func (m *branchMinimizer) seed(e cil.Expr, p *path.Path) int {
	text := cil.ExprString(e)
	at := points(p)
	for k, c := range slices.Backward(m.cands) {
		if c.branch != nil || cil.ExprString(c.seed) != text {
			continue
		}
		missing := slices.DeleteFunc(slices.Clone(at), func(n *cil.Node) bool { return slices.Contains(c.at, n) })
		if len(missing) == 0 {
			return k
		}
		at = slices.Concat(c.at, missing)
		break
	}
	m.cands = append(m.cands, branchCandidate{seed: e, at: at})
	return len(m.cands) - 1
}

// points lists those of a path, each once.
func points(p *path.Path) []*cil.Node {
	var list []*cil.Node
	seen := map[*cil.Node]bool{}
	for _, s := range p.Steps {
		if !seen[s.Node] {
			seen[s.Node] = true
			list = append(list, s.Node)
		}
	}
	return list
}

// set is what a set of candidates stands for.
func (m *branchMinimizer) set(of predmin.Set) magic.Set {
	s := magic.Set{}.Clone()
	for _, k := range of {
		c := m.cands[k]
		if c.branch != nil {
			s.Branches[c.branch] = true
		}
		for _, n := range c.at {
			s.Seeds[n] = append(s.Seeds[n], c.seed)
		}
	}
	return s
}

// Eliminates implements predmin.Eliminator: it is algorithm TraceEliminate of the paper
// (figure 4).
func (m *branchMinimizer) Eliminates(trace int, set predmin.Set) bool {
	return m.model(set).Eliminates(m.traces[trace].path)
}

// model is that of a set of candidates. Single ones are asked about for each trace, larger
// sets for one trace after the other.
func (m *branchMinimizer) model(set predmin.Set) *magic.Model {
	if len(set) != 1 {
		if m.last == nil || !slices.Equal(set, m.lastSet) {
			m.last, m.lastSet = m.round.Model(m.set(set)), set
		}
		return m.last
	}
	if m.alone[set[0]] == nil {
		m.alone[set[0]] = m.round.Model(m.set(set))
	}
	return m.alone[set[0]]
}

// relevant lists the candidates that may matter to a trace: the branches that are known to
// contradict each other, its other branches, the last first, what explains it, and then the
// branches elsewhere whose predicates get to its points.
func (m *branchMinimizer) relevant(t int) []int {
	tr := m.traces[t]
	var list []int
	for _, n := range slices.Backward(points(tr.path)) {
		if k, ok := m.branches[n]; ok {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(m.outside(tr, a), m.outside(tr, b)) })
	in := map[int]bool{}
	for _, k := range append(list, tr.explained...) {
		in[k] = true
	}
	for _, k := range tr.explained {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	for k, c := range m.cands {
		if !in[k] && c.branch != nil && m.model(predmin.Set{k}).Reaches(tr.points) {
			list = append(list, k)
		}
	}
	return list
}

// outside is 0 for a branch that is known to take part in a contradiction, 1 for others.
func (m *branchMinimizer) outside(tr *branchTrace, k int) int {
	if slices.Contains(tr.core, m.cands[k].branch) {
		return 0
	}
	return 1
}

// keepAll gives few predicates up: from here on all are kept that were chosen, or that explain
// a path.
func (m *branchMinimizer) keepAll() (magic.Set, bool) {
	m.env.Note("no few predicates rule out all paths so far: from here on all are kept")
	m.all = true
	every := m.chosen
	for _, t := range m.traces {
		every = predmin.Union(every, t.explained)
	}
	r := m.round
	r.Now = m.set(every)
	return magic.Grow(r)
}

// Proved implements magic.Chooser.
func (m *branchMinimizer) Proved() (magic.Set, bool) {
	if m.all || m.strategy == nil {
		return magic.Set{}, false
	}
	m.proved = true
	set, ok := m.strategy.Proved()
	if !ok {
		return magic.Set{}, false
	}
	m.chosen = set
	return m.set(set), true
}

// Least implements magic.Chooser.
func (m *branchMinimizer) Least() (magic.Set, bool) {
	if m.all || m.strategy == nil {
		return magic.Set{}, false
	}
	set, ok := m.strategy.Least()
	return m.set(set), ok
}
