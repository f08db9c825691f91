package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
)

// Levels is the number of levels of explanation, from 0.
const Levels = 4

// Env is what Check works with.
type Env struct {
	Backend smt.Backend
	// Options choose the semantics. The theory is always mathematical integers.
	Options enc.Options
	// Bits asks about a path that mathematical integers allow again, with bit vectors.
	Bits   bool
	Extern enc.ExternPolicy
	// AllocFails lets functions that allocate memory return null.
	AllocFails bool
	// Alias tells which lvalues can't be the same; nil for nothing but types.
	Alias enc.Alias
	// Where says where lvalues may lie in any state; nil for nothing known.
	Where enc.Locator
	// Namer makes the ghosts; the same one for all paths of a program.
	Namer *pred.Namer
	// Level says which predicates to look for: 0 abstract explanations, 1 exact ones and
	// weakest preconditions, 2 also interpolants, 3 preconditions of all conditions.
	Level int
	// Loops asks also for invariants of the loops that the path goes through; see [LoopKey].
	Loops bool
	// Refine says where predicates come from; [Both] if empty.
	Refine Refine
	// Interpolator is nil for Backend, if that is one.
	Interpolator smt.Interpolator
	// Cuts says where predicates matter; nil for everywhere.
	Cuts Cuts
	// Limit bounds the work of a question, in the prover's steps; 0 is no limit.
	Limit uint
	// Slicer finds the conditions that matter; nil to look at all of them at once.
	Slicer *Slicer
	// Runs reports whether it found a run along a path. It is asked about a path whose
	// conditions the simulation finds consistent, before the exact encoding; nil for none.
	Runs func(*path.Path) bool
	// only has the steps whose conditions are looked at; nil means all.
	only []bool
}

// Cuts are the nodes at which predicates matter: before them, and behind a call or the end of a
// function. Interpolants are looked for there only, and predicates are given only if they mean
// something there, but on the last level.
type Cuts interface {
	At(n *cil.Node) bool
	// Live reports whether what v holds before n may still be read.
	Live(n *cil.Node, v *cil.Var) bool
}

// Refine says where predicates come from.
type Refine string

// Explain finds predicates by explanations and weakest preconditions, without Z3's Spacer.
// Interpolate asks for sequence interpolants first, and for the others only where that brings
// nothing or wasn't enough. Both begins with explanations, and asks for interpolants from level
// 2 on.
const (
	Explain     Refine = "newton"
	Interpolate Refine = "interpolate"
	Both        Refine = "both"
)

// Kind is an answer about a path.
type Kind int

// The answers.
const (
	Unknown Kind = iota
	Feasible
	Infeasible
)

// String returns the word for k.
func (k Kind) String() string { return [...]string{"unknown", "feasible", "infeasible"}[k] }

// Outcome is what is known of a path.
type Outcome struct {
	Kind        Kind
	Model       *Model       // of Feasible
	Explanation *Explanation // of Infeasible
	Why         string       // of Unknown
}

// Check decides whether p can be executed, over mathematical integers, and explains why
// not.
func Check(prog *cil.Program, p *path.Path, env *Env) *Outcome {
	e := *env
	e.Options.Theory = enc.Math
	if e.Namer == nil {
		e.Namer = pred.NewNamer(nil)
	}
	c := &checker{prog: prog, path: p, env: &e}
	return c.check()
}
