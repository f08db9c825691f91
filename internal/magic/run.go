package magic

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/path"
	"hardbop/internal/simulation"
)

// maxSubsets bounds the states of the specification when it is made deterministic, maxPlays
// the plays of a strategy that are looked at.
const (
	maxSubsets = 1 << 14
	maxPlays   = 16
)

// Run answers a question.
func Run(t Task) *Outcome {
	r := newRun(t)
	for r.out.Iterations < r.limit {
		r.out.Iterations++
		if r.round() {
			return r.settled()
		}
	}
	r.unknown("iterations", "the limit of iterations was reached", nil)
	return r.settled()
}

// settled is the answer: the last proof, if there is one. What came of fewer predicates then
// can't be a run that breaks the specification.
func (r *run) settled() *Outcome {
	if r.proof == nil {
		return r.out
	}
	if r.out.Kind == Violated {
		panic("magic: a path breaks the specification that simulates the procedure")
	}
	r.proof.Iterations, r.proof.Queries = r.out.Iterations, r.out.Queries
	return r.proof
}

// roundsForFewer bounds, with the number of rounds that a proof took, those in which one with
// fewer predicates is looked for.
const roundsForFewer = 20

// proved notes an answer in favour. It is true if none with fewer predicates is looked for.
func (r *run) proved() bool {
	if r.proof == nil {
		r.limit = min(r.limit, 2*r.out.Iterations+roundsForFewer)
	}
	if r.proof == nil || r.proof.Kind == ByTraces || r.out.Kind == Conforms {
		proof := *r.out
		r.proof = &proof
	}
	set, ok := r.choose.Proved()
	if ok {
		r.set, r.out.Kind, r.out.Strategy = set, Unknown, nil
	}
	return !ok
}

// run is a question on the way to its answer.
type run struct {
	t         Task
	out       *Outcome
	spec, det *simulation.System
	sets      [][]int
	set       Set
	traces    []*path.Path
	choose    Chooser
	prove     *prover
	core      []*cil.Node // of the path that was looked at last
	limit     int
	proof     *Outcome // one in favour; fewer predicates are looked for
}

func newRun(t Task) *run {
	r := &run{t: t, out: &Outcome{}, set: t.Start.Clone(), choose: t.Choose, limit: t.MaxIterations, prove: newProver(t.Prog, t.Env)}
	if r.choose == nil {
		r.choose = growing{}
	}
	raw := t.Weaver.Specification()
	r.spec = simulation.Saturate(raw)
	r.det, r.sets = simulation.Determinise(raw, maxSubsets)
	return r
}

// Specification is the target's transition system over the actions of models.
func (w *Weaver) Specification() *simulation.System {
	sys := w.target.System()
	out := &simulation.System{Init: sys.Init, Edges: make([][]simulation.Edge, len(sys.States))}
	number, conds := make([]int, len(sys.Actions)), 0
	for i, a := range sys.Actions {
		number[i] = -1
		switch {
		case a.Kind == lts.Basic:
			number[i] = slices.Index(w.Actions[:w.basic], a.Name)
		case a.Kind == lts.Return && a.Cond != nil:
			number[i] = conds
			conds++
		}
	}
	for _, t := range sys.Trans {
		add := func(action int) {
			out.Edges[t.From] = append(out.Edges[t.From], simulation.Edge{Action: action, To: t.To})
		}
		switch sys.Actions[t.Action].Kind {
		case lts.Silent:
			add(simulation.Silent)
		case lts.Basic:
			add(number[t.Action])
		case lts.Return:
			for _, g := range w.Returns.allowed(number[t.Action]) {
				add(w.basic + g)
			}
		}
	}
	return out
}

func (r *run) model(set Set) *Model {
	return newModel(r.t.Prog, r.t.Func, r.t.Weaver, r.t.Origins, set, r.prove)
}

func (r *run) unknown(code, why string, at *cil.Node) *Outcome {
	r.out.Kind, r.out.Code, r.out.Why, r.out.At = Unknown, code, why, at
	return r.out
}

// round makes a model and compares it. It is true if that decides.
func (r *run) round() bool {
	m := r.model(r.set)
	m.Build()
	r.out.Model, r.out.Chosen, r.out.Set, r.out.States = m, m, r.set, len(m.States)
	r.out.Queries = r.prove.asked
	if m.Full {
		return r.fewer()
	}
	sim := simulation.Check(m.System, r.spec)
	if r.t.Progress != nil {
		r.t.Progress(r.out.Iterations, len(m.States), sim.Pairs, m.count())
	}
	if sim.Holds {
		r.out.Kind = Conforms
		return r.proved()
	}
	if r.det == nil {
		return r.plays(m, sim.Strategy, false)
	}
	det := simulation.Check(m.System, r.det)
	if det.Holds {
		return r.plays(m, sim.Strategy, true)
	}
	return r.counterexample(m, det.Strategy.Path())
}

// fewer goes on with half as many predicates at each point, if that isn't too few.
func (r *run) fewer() bool {
	r.prove.full = true
	r.prove.env.MaxPreds = r.prove.env.maxPreds() / 2
	if r.prove.env.MaxPreds < minPreds {
		r.unknown("model-size", "the model has too many states", nil)
		return true
	}
	return false
}

// minPreds is the least bound on predicates that is tried.
const minPreds = 2

// count is the most predicates that a point has.
func (m *Model) count() int {
	n := 0
	for _, ps := range m.preds {
		n = max(n, len(ps.list))
	}
	return n
}

// counterexample looks at a path of the model whose trace isn't allowed.
func (r *run) counterexample(m *Model, play []*simulation.Strategy) bool {
	way := m.Path(play)
	a := r.analyse(way)
	last := way.Steps[len(way.Steps)-1].Node
	if a.Kind == Infeasible {
		return r.refine(way, a.Seeds)
	}
	if o, ok := last.Instr.(*cil.Opaque); ok {
		r.unknown(o.Code, o.What, last)
		return true
	}
	if a.Kind == Undecided {
		r.unknown(a.Code, a.Why, last)
		return true
	}
	r.out.Kind, r.out.Path = Violated, way
	r.out.Actions = r.actions(play)
	r.out.Expected = r.expected(r.sets[play[len(play)-1].Spec])
	if set, ok := r.choose.Least(); ok {
		r.out.Set, r.out.Chosen = set, r.model(set)
	}
	return true
}

// analyse asks about a path.
func (r *run) analyse(way *path.Path) Answer {
	a := r.t.Analyst.Analyse(way)
	r.core = a.Core
	return a
}

// actions lists the actions of a play that aren't silent.
func (r *run) actions(play []*simulation.Strategy) []string {
	var list []string
	for _, s := range play {
		if s.Step.Action != simulation.Silent {
			list = append(list, r.t.Weaver.Actions[s.Step.Action])
		}
	}
	return list
}

// expected lists what the specification allows in a set of its states, as it writes it.
func (r *run) expected(set []int) []string {
	sys := r.t.Weaver.target.System()
	var list []string
	for _, i := range set {
		for _, t := range sys.From(i) {
			if a := sys.Actions[t.Action]; a.Kind != lts.Silent && !slices.Contains(list, a.Name) {
				list = append(list, a.Name)
			}
		}
	}
	return list
}

// plays looks at the plays of a strategy for one that can't be run. If there is none, and the
// traces are all allowed, that is the answer.
func (r *run) plays(m *Model, s *simulation.Strategy, traces bool) bool {
	refined := false
	s.Plays(maxPlays, func(play []*simulation.Strategy) bool {
		way := m.Path(play)
		a := r.analyse(way)
		if a.Kind != Infeasible {
			return true
		}
		refined = r.chosen(way, a.Seeds)
		return !refined
	})
	switch {
	case refined:
		return false
	case traces:
		r.out.Kind, r.out.Strategy = ByTraces, r.describe(s)
		return r.proved()
	default:
		r.unknown("spec-size", "the specification doesn't simulate the procedure, and has too many states to be made deterministic", nil)
	}
	return true
}

// refine looks for predicates that rule out a path.
func (r *run) refine(way *path.Path, seeds func() []cil.Expr) bool {
	if !r.chosen(way, seeds) {
		why := "a path that breaks the specification can't be run, but no predicate rules it out"
		if r.out.Model.Cut {
			why += fmt.Sprintf("; some points have more predicates than the %d that are followed", r.prove.bound(r.set))
		}
		r.unknown("no-progress", why, way.Steps[len(way.Steps)-1].Node)
		return true
	}
	return false
}

// chosen has the predicates of the next round chosen, which rule out one more path. It is
// false if there are none.
func (r *run) chosen(way *path.Path, seeds func() []cil.Expr) bool {
	traces := append(r.traces[:len(r.traces):len(r.traces)], way)
	set, ok := r.choose.Choose(Round{Now: r.set, Model: r.model, Traces: traces, Core: r.core, Seeds: seeds, Bound: r.prove.env.maxPreds()})
	if ok {
		r.traces, r.set = traces, set
	}
	return ok
}
