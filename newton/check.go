package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// checker answers one question.
type checker struct {
	prog *cil.Program
	path *path.Path
	env  *Env
}

// check looks at the slice of the path first, and at all of it if the slice has no
// contradiction.
func (c *checker) check() *Outcome {
	if c.env.Slicer != nil {
		env := *c.env
		env.only = c.env.Slicer.Slice(c.path)
		if out := (&checker{c.prog, c.path, &env}).refute(); out.Kind == Infeasible {
			return out
		}
	}
	return c.refute()
}

// refute looks for conditions that contradict each other.
func (c *checker) refute() *Outcome {
	sim := newSimulation(c.prog, c.path, c.env)
	x := newSession(sim)
	defer x.close()
	sim.run()
	if x.refuted == nil && c.env.only != nil {
		return &Outcome{}
	}
	if x.refuted == nil {
		return c.decide(sim, x)
	}
	core := x.minimise()
	out := &Explanation{FailStep: x.refuted.step, Level: c.env.Level}
	out.evidence(x, core)
	if c.interpolated(sim, core, out) {
		return c.infeasible(out)
	}
	if c.env.Level == 0 {
		if abs, y, acore := c.abstracted(sim, x, core); abs != nil {
			sim, x, core = abs, y, acore
			out.evidence(x, core)
		}
	}
	e := newExplainer(sim, out)
	e.explain(core)
	c.escalate(e, sim)
	return c.infeasible(out)
}

func (c *checker) infeasible(e *Explanation) *Outcome {
	c.keepAtCuts(e)
	return &Outcome{Kind: Infeasible, Explanation: e}
}

// interpolated explains by interpolants alone, if they are what is asked for first. It reports
// whether there are any.
func (c *checker) interpolated(sim *simulation, core []*condition, out *Explanation) bool {
	if c.env.Refine != Interpolate || c.env.Level > 0 {
		return false
	}
	e := newExplainer(sim, out)
	e.interpolate()
	if len(out.Preds.Preds) == 0 {
		return false
	}
	e.steps(core, sim.closure(depsOf(core)))
	if c.env.Loops {
		e.loops()
	}
	return true
}

// escalate adds the predicates of the higher levels.
func (c *checker) escalate(e *explainer, sim *simulation) {
	spacer := c.env.Refine != Explain
	if c.env.Level >= 1 {
		e.weakest(append([]int{}, e.out.Core...))
	}
	if c.env.Level >= 2 && spacer {
		e.interpolate()
	}
	if c.env.Loops && spacer {
		e.loops()
	}
	if c.env.Level >= 3 {
		e.everything()
		e.weakest(nil)
	}
}

// evidence records what [Refutes] proves again.
func (e *Explanation) evidence(x *session, core []*condition) {
	e.terms, e.facts, e.limit = x.termsOf(core), x.facts, x.terms.sim.env.Limit
	e.conds = nil
	for _, c := range core {
		e.conds = append(e.conds, c.value)
	}
}

// decide answers for a path whose conditions the simulation found consistent: the exact
// encoding has the last word, as the simulation may know less than the program.
func (c *checker) decide(sim *simulation, x *session) *Outcome {
	if c.env.Runs != nil && c.env.Runs(c.path) {
		return &Outcome{Kind: Feasible}
	}
	form := enc.Encode(c.prog, c.env.Backend.Factory(), c.path, c.pathOptions())
	s := c.env.Backend.NewSolver(smt.Fresh)
	defer s.Close()
	s.SetLimit(c.env.Limit)
	for _, t := range form.Facts {
		s.Assert(t)
	}
	conds := make([]smt.Term, len(form.Conds))
	for i, sc := range form.Conds {
		conds[i] = sc.Cond
	}
	switch r := s.CheckAssuming(conds); r.Status {
	case smt.Sat:
		if c.env.Bits {
			if out := c.decideBits(sim); out.Kind != Feasible {
				return out
			}
		}
		return &Outcome{Kind: Feasible, Model: newModel(c.env.Backend.Factory(), form, s.Model())}
	case smt.Unknown:
		return &Outcome{Why: "the prover gave up: " + r.Reason}
	}
	return c.infeasible(c.fromEncoding(sim, form, s))
}

func (c *checker) pathOptions() enc.PathOptions {
	opt := enc.PathOptions{Options: c.env.Options, Extern: c.env.Extern, AllocFails: c.env.AllocFails, Where: c.env.Where}
	if c.env.Slicer != nil {
		opt.Needed = c.env.Slicer.Needed(c.path)
	}
	return opt
}

// fromEncoding explains a contradiction that only the exact encoding sees, by the
// conditions of its core and what the steps that they depend on assign.
func (c *checker) fromEncoding(sim *simulation, form *enc.Formula, s smt.Solver) *Explanation {
	core := within(form.Conds, s.Core())
	s.SetLimit(c.env.Limit / shares)
	for i := 0; i < len(core); {
		rest := append(append([]enc.StepCond(nil), core[:i]...), core[i+1:]...)
		ts := make([]smt.Term, len(rest))
		for k := range rest {
			ts[k] = rest[k].Cond
		}
		if s.CheckAssuming(ts).Status != smt.Unsat {
			i++
			continue
		}
		needed := s.Core()
		i, core = len(within(rest[:i], needed)), within(rest, needed)
	}
	return c.explainSteps(sim, form, core)
}

// within lists those of conds that are in the core, in order.
func within(conds []enc.StepCond, core []smt.Term) []enc.StepCond {
	in := map[smt.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	var out []enc.StepCond
	for _, sc := range conds {
		if in[sc.Cond] {
			out = append(out, sc)
		}
	}
	return out
}

// explainSteps makes the predicates of all that the given steps do.
func (c *checker) explainSteps(sim *simulation, form *enc.Formula, core []enc.StepCond) *Explanation {
	out := &Explanation{Level: c.env.Level, facts: form.Facts, limit: c.env.Limit}
	isCond, dep := map[int]bool{}, map[int]bool{}
	for _, sc := range core {
		out.FailStep = max(out.FailStep, sc.Step)
		out.terms = append(out.terms, sc.Cond)
		isCond[sc.Step] = true
		for _, d := range sc.Deps {
			dep[d] = true
		}
	}
	var conds []*condition
	for _, k := range sim.conditions {
		if isCond[k.step] {
			conds = append(conds, k)
		}
	}
	x := newExplainer(sim, out)
	x.explain(conds)
	for _, m := range sim.members {
		if dep[m.step] {
			x.member(m)
		}
	}
	c.escalate(x, sim)
	return out
}

// maxAbstract bounds the redundant conditions that are tried, maxImplied those that are
// looked at.
const (
	maxAbstract = 8
	maxImplied  = 32
)

// abstracted looks for a more abstract explanation (section 6.1 of the paper): redundant
// conditions give their variables fresh symbolic constants. Each of them is tried and
// stays only if the path remains infeasible. It returns nil if there is nothing to gain.
func (c *checker) abstracted(sim *simulation, x *session, core []*condition) (*simulation, *session, []*condition) {
	chosen := map[int]bool{}
	var best *simulation
	var bestSession *session
	for _, r := range c.redundant(sim, x, core) {
		chosen[r.step] = true
		s := newSimulation(c.prog, c.path, c.env)
		s.abstract = chosen
		y := newSession(s)
		s.run()
		y.close()
		if y.refuted == nil || y.refuted.step > x.refuted.step {
			delete(chosen, r.step)
			continue
		}
		best, bestSession = s, y
		s.abstract = copySet(chosen)
	}
	if best == nil {
		return nil, nil, nil
	}
	return best, bestSession, bestSession.minimise()
}

func copySet(m map[int]bool) map[int]bool {
	out := map[int]bool{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// redundant lists the conditions that follow from the ones before and speak of variables
// whose values flow into the core.
func (c *checker) redundant(sim *simulation, x *session, core []*condition) []*condition {
	flows := map[int]bool{}
	for _, k := range core {
		for _, m := range sim.closure(k.deps) {
			flows[m.id] = true
		}
	}
	var out []*condition
	tried := 0
	for i, k := range sim.conditions {
		if len(out) == maxAbstract || tried == maxImplied {
			break
		}
		if k == x.refuted || !c.worthAbstracting(sim, k, flows) {
			continue
		}
		tried++
		if c.implied(sim, x, i) {
			out = append(out, k)
		}
	}
	return out
}

// worthAbstracting reports whether some variable in the condition k has a value that isn't
// a symbolic constant yet and that flows into the core.
func (c *checker) worthAbstracting(sim *simulation, k *condition, flows map[int]bool) bool {
	for _, d := range k.deps {
		m := sim.members[d-1]
		y := sim.symbolOf(m.value)
		if flows[d] && !isConstant(m.value) && (y == nil || y.def != nil) && m.place.named() {
			return true
		}
	}
	return false
}

// implied reports whether condition i follows from the ones before.
func (c *checker) implied(sim *simulation, x *session, i int) bool {
	t := x.conds[sim.conditions[i]]
	if t.IsTrue() {
		return true
	}
	s := c.env.Backend.NewSolver(smt.Simple)
	defer s.Close()
	s.SetLimit(c.env.Limit / shares)
	for _, f := range x.facts {
		s.Assert(f)
	}
	for _, k := range sim.conditions[:i] {
		if x.conds[k] == t {
			return true
		}
		s.Assert(x.conds[k])
	}
	s.Assert(x.terms.f.Not(t))
	return s.Check().Status == smt.Unsat
}

// Refutes proves again, with a fresh solver of b, that the conditions of the explanation
// contradict each other. It returns false also if the solver gives up within the limit
// that the explanation was found with.
func Refutes(b smt.Backend, e *Explanation) bool {
	s := b.NewSolver(smt.Fresh)
	defer s.Close()
	s.SetLimit(e.limit)
	for _, t := range e.facts {
		s.Assert(t)
	}
	for _, t := range e.terms {
		s.Assert(t)
	}
	return s.Check().Status == smt.Unsat
}
