package certify_test

import (
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/smt"
)

// reluctant is a back end of which every other solver gives up at its second question.
type reluctant struct {
	smt.Backend
	made, gaveUp *int
}

func (b reluctant) Branch() smt.Backend { return reluctant{b.Backend.Branch(), b.made, b.gaveUp} }

func (b reluctant) NewSolver(k smt.Kind) smt.Solver {
	*b.made++
	s := &tired{Solver: b.Backend.NewSolver(k), gaveUp: b.gaveUp}
	if *b.made%2 == 0 {
		s.left = -1
	}
	return s
}

// tired answers one question; any number, where left is negative.
type tired struct {
	smt.Solver
	left   int
	gaveUp *int
}

func (s *tired) CheckAssuming(lits []smt.Term) smt.Result {
	if s.left++; s.left == 2 {
		*s.gaveUp++
		return smt.Result{Reason: "tired"}
	} else if s.left < 1 {
		s.left = -1
	}
	return s.Solver.CheckAssuming(lits)
}

// TestTries has a prover that often gives up, but not where it is asked again: proofs are found and accepted, and
// wrong ones aren't.
func TestTries(t *testing.T) {
	for _, p := range proofs {
		made, gaveUp := 0, 0
		b, sys := reluctant{need.Backend(t), &made, &gaveUp}, system(t, p.text)
		right := found(t, sys, b, p.conds...)
		if err := accepts(t, sys, b, right); err != nil {
			t.Errorf("%s: not accepted: %v", p.name, err)
		}
		if gaveUp == 0 && len(p.conds) > 0 {
			t.Errorf("%s: nothing was asked again", p.name)
		}
	}
	for _, p := range proofs {
		if p.conds == nil {
			continue
		}
		made, gaveUp := 0, 0
		b, sys := reluctant{need.Backend(t), &made, &gaveUp}, system(t, p.text)
		if accepts(t, sys, b, certificate(sys)) == nil {
			t.Errorf("%s: accepted without claims", p.name)
		}
	}
}
