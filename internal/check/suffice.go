package check

import (
	"hardbop/internal/cegar"
	"hardbop/internal/enc"
	"hardbop/internal/result"
	"hardbop/internal/suffice"
)

// suffices checks that the steps that a trace shows suffice for its violation; nil if nothing is
// known that drives a run along the path.
func (p *Prepared) suffices(out *cegar.Outcome, needed []bool, extern enc.ExternPolicy) *result.Slice {
	if out.Script == nil {
		return nil
	}
	gap := suffice.Check(suffice.Question{Prog: p.Prog, Path: out.Path, Script: out.Script, Keep: needed,
		Where: p.where, Extern: extern, Callees: p.Input.Callees})
	if gap == nil {
		return &result.Slice{Proved: true}
	}
	s := &result.Slice{Why: gap.Why}
	if n := out.Path.Steps[min(gap.Step, len(out.Path.Steps)-1)].Node; n.Pos.Line > 0 {
		at := result.At(n.Pos)
		s.Where = &at
	}
	return s
}
