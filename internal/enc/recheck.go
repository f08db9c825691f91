package enc

import (
	"context"
	"math/big"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// Outcome says whether a path can be executed.
type Outcome int

// The outcomes.
const (
	PathUnknown Outcome = iota
	PathFeasible
	PathInfeasible
)

// String returns the word for o.
func (o Outcome) String() string {
	return [...]string{"unknown", "feasible", "infeasible"}[o]
}

// Value is what an lvalue has in the run that a model describes.
type Value struct {
	Observed
	Val *big.Int // for floats the bits of the representation
}

// Verdict is the answer of [Recheck].
type Verdict struct {
	Outcome Outcome
	Reason  string // why it is unknown
	// GaveUp says that it is unknown because the prover reached a limit.
	GaveUp bool
	// Core lists the steps of an infeasible path that contradict each other, in order.
	Core []int
	// OneLayout says that the path was found infeasible only for the layouts of memory that
	// were tried, where no pointer from outside reaches a local.
	OneLayout bool
	// Undefined says that every run along the feasible path that was found has undefined
	// behaviour other than signed overflow, such as reading through a null pointer.
	Undefined *Breach
	// Inputs are the values from outside that drive a run along the feasible path,
	// Values what its steps assign.
	Inputs, Values []Value
	// Script drives a run along the feasible path, if one was asked for.
	Script *Script
}

// Breach is undefined behaviour that no run along a path goes round.
type Breach struct {
	Step int    // the first step that every run has it at, or at one before; -1 if that isn't known
	What string // what the step does: "divides by zero"
}

// RecheckOptions choose the semantics and the effort of [Recheck]. The theory is always bits.
type RecheckOptions struct {
	PathOptions
	// Limit bounds the work of each query in the prover's steps; 0 is no limit.
	Limit uint
	// Script asks for a [Script].
	Script bool
}

// Recheck decides with exact bit vectors whether p can be executed. It tries two layouts
// of memory, as any layout that C allows makes the path real. A path that is infeasible
// there is then shown infeasible in all layouts, if the prover can do that.
//
// What can't be encoded exactly, or a limit that is reached, gives PathUnknown. When ctx
// is done the present query is given up.
func Recheck(ctx context.Context, b smt.Backend, prog *cil.Program, p *path.Path, opt RecheckOptions) *Verdict {
	stop := context.AfterFunc(ctx, b.Interrupt)
	defer stop()
	rc := newRechecker(ctx, b, prog, p, opt)
	if v := rc.placed(); v != nil {
		return v
	}
	var unknown *Verdict // the first one
	last := &Verdict{}
	for _, layout := range []Layout{Ascending, Descending} {
		for _, fails := range []bool{false, true} {
			if fails && !opt.AllocFails {
				continue
			}
			last = rc.inLayout(layout, fails)
			switch {
			case last.Outcome == PathFeasible:
				return last
			case last.Outcome == PathUnknown && unknown == nil:
				unknown = last
			}
		}
	}
	if unknown != nil {
		return unknown
	}
	return rc.inAnyLayout(last)
}

// FindRun looks for a run along p, with exact bit vectors, whose behaviour is defined and in
// which each pointer from outside leads to an object of its own or to where the path's
// conditions want it. It returns nil if none is found, which says nothing of other runs.
func FindRun(ctx context.Context, b smt.Backend, prog *cil.Program, p *path.Path, opt RecheckOptions) *Verdict {
	stop := context.AfterFunc(ctx, b.Interrupt)
	defer stop()
	return newRechecker(ctx, b, prog, p, opt).placed()
}

func newRechecker(ctx context.Context, b smt.Backend, prog *cil.Program, p *path.Path, opt RecheckOptions) *rechecker {
	opt.Theory = Bits
	return &rechecker{ctx: ctx, b: b, prog: prog, p: p, opt: opt}
}

type rechecker struct {
	ctx  context.Context
	b    smt.Backend
	prog *cil.Program
	p    *path.Path
	opt  RecheckOptions
}

func (rc *rechecker) encode(layout Layout, fails bool) *Formula {
	opt := rc.opt.PathOptions
	opt.Layout, opt.AllocFails, opt.script = layout, fails, rc.opt.Script
	return Encode(rc.prog, rc.b.Factory(), rc.p, opt)
}

// solver returns a solver for form, and the conditions of its steps.
func (rc *rechecker) solver(form *Formula) (smt.Solver, []smt.Term) {
	s := rc.b.NewSolver(smt.BitPrecise)
	s.SetLimit(rc.opt.Limit)
	for _, t := range form.Facts {
		s.Assert(t)
	}
	conds := make([]smt.Term, len(form.Conds))
	for i, c := range form.Conds {
		conds[i] = c.Cond
	}
	return s, conds
}

// inLayout decides the path in a fixed layout, with and without undefined behaviour.
func (rc *rechecker) inLayout(layout Layout, fails bool) *Verdict {
	form := rc.encode(layout, fails)
	s, conds := rc.solver(form)
	defer s.Close()
	if v := rc.wellDefined(s, form); v != nil {
		return v
	}
	if rc.opt.Limit == 0 || rc.opt.Limit > layoutLimit {
		s.SetLimit(layoutLimit)
	}
	core, res := rc.core(s, conds)
	switch res.Status {
	case smt.Sat:
		v := rc.found(form, s.Model())
		if v.Outcome == PathFeasible {
			v.Undefined = rc.breach(s, form)
		}
		return v
	case smt.Unknown:
		return &Verdict{Reason: "the prover gave up: " + res.Reason, GaveUp: true}
	}
	if len(form.Partial) > 0 {
		return &Verdict{Reason: "not encoded in full: " + strings.Join(form.Partial, ", ")}
	}
	return &Verdict{Outcome: PathInfeasible, Core: stepsOf(form, core), OneLayout: true}
}

func (rc *rechecker) check(s smt.Solver, assuming []smt.Term) smt.Result {
	if err := rc.ctx.Err(); err != nil {
		return smt.Result{Reason: err.Error()}
	}
	if len(assuming) == 0 {
		return s.Check() // without a level for the assumptions Z3 need not be incremental
	}
	return s.CheckAssuming(assuming)
}

// found turns a model into a verdict.
func (rc *rechecker) found(form *Formula, m *smt.Model) *Verdict {
	if why := doubts(form); why != "" {
		return &Verdict{Reason: "not encoded exactly: " + why}
	}
	v := &Verdict{Outcome: PathFeasible}
	if m == nil {
		return v
	}
	ev := smt.NewEvaluator(rc.b.Factory(), m)
	for _, c := range form.Conds {
		if !ev.Holds(c.Cond) {
			return &Verdict{Reason: "the prover's model doesn't satisfy the path"}
		}
	}
	v.Inputs = valuesOf(ev, form.Inputs)
	v.Values = valuesOf(ev, form.Values)
	if rc.opt.Script {
		v.Script = form.run.script(ev)
	}
	return v
}

func valuesOf(ev *smt.Evaluator, os []Observed) []Value {
	out := make([]Value, len(os))
	for i, o := range os {
		n := ev.Eval(o.Term).Int()
		if t, ok := o.L.Type().(*cil.IntType); ok && t.Signed {
			n = (&cil.IntType{Kind: t.Kind, Bits: 8 * t.Bytes, Bytes: t.Bytes, Signed: true}).Wrap(n)
		}
		out[i] = Value{o, n}
	}
	return out
}

// doubts returns why a model of form need not be a run, or "".
func doubts(form *Formula) string {
	if len(form.Inexact) > 0 {
		return strings.Join(form.Inexact, ", ")
	}
	seen := map[smt.Term]bool{}
	for _, c := range form.Conds {
		if mentionsFloat(c.Cond, seen) {
			return "floating-point arithmetic"
		}
	}
	return ""
}

// mentionsFloat reports whether an operation on floating-point values occurs in t.
func mentionsFloat(t smt.Term, seen map[smt.Term]bool) bool {
	stack := []smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if isFloatSymbol(t) {
			return true
		}
		stack = append(stack, t.Args()...)
	}
	return false
}

func isFloatSymbol(t smt.Term) bool {
	return strings.HasPrefix(t.Name(), floatPrefix)
}

// wellDefined looks for a run whose behaviour is defined. It returns nil if none is found.
func (rc *rechecker) wellDefined(s smt.Solver, form *Formula) *Verdict {
	s.Push()
	defer s.Pop()
	for _, c := range form.Conds {
		s.Assert(c.Cond)
	}
	for _, d := range form.Defined {
		s.Assert(d.cond)
	}
	if v := rc.mappable(s, form); v != nil {
		return v
	}
	if rc.check(s, nil).Status != smt.Sat {
		return nil
	}
	return rc.found(form, s.Model())
}

// mappable looks for a run whose pointers lead to where a process can have memory, so
// that a script is one that can be run. It returns nil if none is found.
func (rc *rechecker) mappable(s smt.Solver, form *Formula) *Verdict {
	if len(form.Mappable) == 0 {
		return nil
	}
	s.Push()
	defer s.Pop()
	for _, t := range form.Mappable {
		s.Assert(t)
	}
	if rc.opt.Limit == 0 || rc.opt.Limit > layoutLimit {
		s.SetLimit(layoutLimit)
		defer s.SetLimit(rc.opt.Limit)
	}
	if rc.check(s, nil).Status != smt.Sat {
		return nil
	}
	return rc.found(form, s.Model())
}

// inAnyLayout tries to show that p, which is infeasible in fixed layouts, is so in all.
func (rc *rechecker) inAnyLayout(fixed *Verdict) *Verdict {
	form := rc.encode(AnyLayout, rc.opt.AllocFails)
	s, conds := rc.solver(form)
	defer s.Close()
	if rc.opt.Limit == 0 || rc.opt.Limit > anyLayoutLimit {
		s.SetLimit(anyLayoutLimit)
	}
	core, res := rc.core(s, conds)
	if res.Status != smt.Unsat {
		return fixed
	}
	return &Verdict{Outcome: PathInfeasible, Core: stepsOf(form, core)}
}

// layoutLimit bounds the search for runs with undefined behaviour in one layout, in the
// prover's steps: reads at addresses that mean nothing make it hard.
const layoutLimit = 5_000_000

// anyLayoutLimit bounds the search for a proof that doesn't depend on the layout, in the
// prover's steps.
const anyLayoutLimit = 2_000_000

// coreRounds is how often a core is made smaller, coreLimit the work that each time may
// take, in the prover's steps: a smaller core can be much harder.
const (
	coreRounds = 3
	coreLimit  = 500_000
)

// core returns conditions that contradict each other, if conds do.
func (rc *rechecker) core(s smt.Solver, conds []smt.Term) ([]smt.Term, smt.Result) {
	res := rc.check(s, conds)
	var smaller []smt.Term
	if res.Status == smt.Unsat {
		smaller = s.Core()
		s.SetLimit(coreLimit)
	}
	for i := 0; res.Status == smt.Unsat && i < coreRounds; i++ {
		if len(smaller) >= len(conds) {
			break
		}
		conds = smaller
		if rc.check(s, conds).Status != smt.Unsat {
			break
		}
		smaller = s.Core()
	}
	return conds, res
}

// stepsOf lists the steps that the conditions in core depend on.
func stepsOf(form *Formula, core []smt.Term) []int {
	in := map[smt.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	steps := new(big.Int)
	for _, c := range form.Conds {
		if in[c.Cond] {
			for _, d := range c.Deps {
				steps.SetBit(steps, d, 1)
			}
		}
	}
	return setBits(steps)
}

// setBits lists the bits that are set in b, in order.
func setBits(b *big.Int) []int {
	var out []int
	for i := 0; i < b.BitLen(); i++ {
		if b.Bit(i) == 1 {
			out = append(out, i)
		}
	}
	return out
}
