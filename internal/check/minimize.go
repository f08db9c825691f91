package check

import (
	"context"
	"slices"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/predmin"
	"hardbop/internal/smt"
	"hardbop/newton"
)

// Minimize says how the predicates of the next round are chosen.
type Minimize string

// All that were seen, as few of them as is easy, or as few as can be.
const (
	KeepAll Minimize = "none"
	Greedy  Minimize = "greedy"
	Optimal Minimize = "optimal"
)

// minimizer chooses the predicates of the next round: it implements cegar.Minimizer, and
// predmin.Eliminator for the strategy that it asks. Candidates are the conditions of the
// program and every predicate that was seen; each comes with those inferred from it.
type minimizer struct {
	ctx      context.Context
	opt      Options
	lines    *c2bp.Lines
	alone    map[int]*c2bp.LineSet // of single candidates
	last     *c2bp.LineSet         // of lastSet
	lastSet  predmin.Set
	strategy predmin.Strategy
	infer    *inference
	slicer   *newton.Slicer
	cands    []*candidate
	number   map[string]int // of a candidate, by scope and text
	traces   []*spurious
	seen     *pred.Set
	chosen   predmin.Set
	before   predmin.Set // the set chosen before that
	proved   predmin.Set // the smallest set that was enough
}

// candidate is a predicate; all has also those that are inferred from it, once it is asked for.
type candidate struct {
	own   *pred.Pred
	all   *pred.Set
	made  bool // a constant is assigned that makes it true
	above bool // it is x > c, for a condition x == c
	uses  int  // paths that it rules out alone
}

// spurious is a path that can't be run.
type spurious struct {
	path      *path.Path
	line      *c2bp.Line
	needs     map[*cil.Var]bool // what the path's slice speaks of
	explained predmin.Set       // the predicates that explain it
}

func (p *Prepared) minimizer(ctx context.Context, opt Options, ab *c2bp.Abstracter, slicer *newton.Slicer, start *pred.Set, b smt.Backend) *minimizer {
	m := &minimizer{ctx: ctx, opt: opt, lines: ab.Lines(), alone: map[int]*c2bp.LineSet{}, slicer: slicer, infer: newInference(p, opt.Wrap), number: map[string]int{}, seen: &pred.Set{}}
	if opt.Minimize == Greedy {
		m.strategy = predmin.NewGreedy(m)
	} else {
		m.strategy = predmin.NewOptimal(m, predmin.Limits{Sub: opt.MaxSub, Elm: opt.MaxElm}, b)
		m.conditions(p, opt.Wrap)
	}
	if start != nil {
		m.see(start)
	}
	return m
}

// conditions makes candidates of what the branches and assumptions of the program compare.
// Where x == c does so, and x is assigned c, it adds x > c, which excludes it.
func (m *minimizer) conditions(p *Prepared, wrap bool) {
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			e := condition(n)
			if e == nil {
				continue
			}
			for _, q := range m.infer.atoms(e, f) {
				c := m.cands[m.candidate(q)]
				if above := m.infer.above(q); above != nil && m.complete(c).made {
					m.cands[m.candidate(above)].above = true
				}
			}
		}
	}
}

// condition returns the condition of a branch or an assumption; nil for other nodes.
func condition(n *cil.Node) cil.Expr {
	switch in := n.Instr.(type) {
	case *cil.Branch:
		return in.E
	case *cil.Assume:
		return in.E
	}
	return nil
}

// complete infers what comes with a candidate.
func (m *minimizer) complete(c *candidate) *candidate {
	if c.all == nil {
		c.all, c.made = m.infer.from(c.own)
	}
	return c
}

// candidate returns the number of q, a new one if it is new.
func (m *minimizer) candidate(q *pred.Pred) int {
	key := q.String()
	if q.Scope != nil {
		key = q.Scope.Name + ": " + key
	}
	k, ok := m.number[key]
	if !ok {
		k = len(m.cands)
		m.number[key] = k
		m.cands = append(m.cands, &candidate{own: q})
	}
	return k
}

// see makes candidates of predicates, and returns their numbers.
func (m *minimizer) see(preds *pred.Set) predmin.Set {
	m.seen.Add(preds)
	var set predmin.Set
	for _, q := range preds.Preds {
		set = append(set, m.candidate(q))
	}
	return set
}

// with returns the predicates of a set of candidates, with the ghosts that they speak of.
func (m *minimizer) with(set predmin.Set) *pred.Set {
	out := &pred.Set{}
	for _, k := range set {
		out.Add(m.complete(m.cands[k]).all)
	}
	m.ghosts(out)
	return out
}

// ghosts adds those that the predicates speak of.
func (m *minimizer) ghosts(out *pred.Set) {
	read := map[*cil.Var]bool{}
	for _, q := range out.Preds {
		for _, v := range cil.Vars(q.E) {
			read[v] = true
		}
	}
	for _, g := range m.seen.Ghosts {
		if read[g.V] {
			out.AddGhost(g)
		}
	}
}

// Eliminates implements predmin.Eliminator.
func (m *minimizer) Eliminates(trace int, set predmin.Set) bool {
	out := m.ruledOut(m.lineSet(set), m.traces[trace])
	if out && len(set) == 1 {
		m.cands[set[0]].uses++
	}
	return out
}

// ruledOut reports whether the abstraction with the set doesn't have the path. What takes too
// much memory is left to bebop, and all if the decision diagrams are to be others.
func (m *minimizer) ruledOut(set *c2bp.LineSet, s *spurious) bool {
	if !m.opt.RuddBDD {
		if runs, known := set.Runs(s.line); known {
			return !runs
		}
	}
	bp := set.Along(s.path)
	if err := boolprog.Check(bp, ""); err != nil {
		panic("c2bp made a program of a path that is not right: " + err.Error())
	}
	r, err := bebop.Check(m.ctx, bp, bebop.Options{BDD: m.opt.bdd(), MaxPaths: -1})
	if err != nil {
		panic("bebop: " + err.Error())
	}
	return r.Verdict == bebop.Safe
}

// lineSet returns what abstracts paths with a set of candidates. Single ones are asked about
// for each path, larger sets for one path after the other.
func (m *minimizer) lineSet(set predmin.Set) *c2bp.LineSet {
	if len(set) == 1 {
		if m.alone[set[0]] == nil {
			m.alone[set[0]] = m.lines.For(m.with(set))
		}
		return m.alone[set[0]]
	}
	if m.last == nil || !slices.Equal(set, m.lastSet) {
		m.last, m.lastSet = m.lines.For(m.with(set)), set
	}
	return m.last
}

// Add implements cegar.Minimizer.
func (m *minimizer) Add(p *path.Path, preds *pred.Set) {
	t := len(m.traces) - 1
	for t >= 0 && m.traces[t].path != p {
		t--
	}
	if t < 0 {
		t = len(m.traces)
		m.traces = append(m.traces, &spurious{path: p, line: m.lines.Line(p), needs: m.needs(p)})
	}
	s := m.traces[t]
	s.explained = append(s.explained, m.see(preds)...)
	known := predmin.Union(s.explained, nil)
	m.strategy.Add(t, m.relevant(s), known)
}

// Choose implements cegar.Minimizer.
func (m *minimizer) Choose() (*pred.Set, []*path.Path, bool) {
	set, open, ok := m.strategy.Choose()
	var paths []*path.Path
	for _, t := range open {
		paths = append(paths, m.traces[t].path)
	}
	if !ok {
		return nil, paths, false
	}
	m.before, m.chosen = m.chosen, set
	return m.with(set), nil, true
}

// Least implements cegar.Minimizer.
func (m *minimizer) Least() (*pred.Set, bool) {
	set, ok := m.strategy.Least()
	if !ok {
		return nil, false
	}
	m.chosen = set
	return m.with(set), true
}

// Proved implements cegar.Minimizer.
func (m *minimizer) Proved() (*pred.Set, bool) {
	m.proved = m.chosen
	set, ok := m.strategy.Proved()
	if !ok {
		return nil, false
	}
	m.before, m.chosen = m.chosen, set
	return m.with(set), true
}

// size is the number of candidates whose predicates are those of the outcome, or all of these
// if they weren't chosen.
func (m *minimizer) size(out *cegar.Outcome) int {
	for _, set := range []predmin.Set{m.proved, m.chosen, m.before} {
		if len(set) <= len(out.Preds.Preds) && m.with(set).Same(out.Preds) {
			return len(set)
		}
	}
	return len(out.Preds.Preds)
}

// Seen implements cegar.Minimizer.
func (m *minimizer) Seen() *pred.Set { return m.seen }

// needs returns the variables that the steps in the slice of p speak of.
func (m *minimizer) needs(p *path.Path) map[*cil.Var]bool {
	vars := map[*cil.Var]bool{}
	for i, in := range m.slicer.Slice(p) {
		if !in {
			continue
		}
		cil.EachExpr(p.Steps[i].Node.Instr, func(e cil.Expr) {
			for _, v := range cil.Vars(e) {
				vars[v] = true
			}
		})
	}
	return vars
}

// relevant lists the candidates that may matter to a path: first those that explain it, then
// the conditions that share a variable with its slice, then what is above those that are
// compared, the most useful first.
func (m *minimizer) relevant(s *spurious) []int {
	list := append([]int(nil), predmin.Union(s.explained, nil)...)
	in := map[int]bool{}
	for _, k := range list {
		in[k] = true
	}
	var above []int
	for k, c := range m.cands {
		switch {
		case in[k] || !sharesVar(c.own.E, s.needs):
		case c.above:
			above = append(above, k)
		default:
			list = append(list, k)
		}
	}
	slices.SortStableFunc(above, func(a, b int) int { return m.cands[b].uses - m.cands[a].uses })
	return append(list, above...)
}

func sharesVar(e cil.Expr, vars map[*cil.Var]bool) bool {
	for _, v := range cil.Vars(e) {
		if vars[v] {
			return true
		}
	}
	return false
}
