package wrap

import "hardbop/internal/smt"

// backend decorates the solvers of another back end.
type backend struct {
	smt.Backend
	decorate func(smt.Solver) smt.Solver
}

// NewSolver returns a decorated solver.
func (b backend) NewSolver(k smt.Kind) smt.Solver { return b.decorate(b.Backend.NewSolver(k)) }

// Branch returns a branch whose solvers are decorated too.
func (b backend) Branch() smt.Backend { return backend{b.Backend.Branch(), b.decorate} }

// Unwrap returns the back end that is decorated.
func (b backend) Unwrap() smt.Backend { return b.Backend }

// stack is a solver that remembers what is asserted.
type stack struct {
	smt.Solver
	levels [][]smt.Term
}

func newStack(s smt.Solver) stack { return stack{s, make([][]smt.Term, 1)} }

// Assert adds t to the current level.
func (s *stack) Assert(t smt.Term) {
	top := len(s.levels) - 1
	s.levels[top] = append(s.levels[top], t)
	s.Solver.Assert(t)
}

// Push opens a level.
func (s *stack) Push() {
	s.levels = append(s.levels, nil)
	s.Solver.Push()
}

// Pop takes the last level back.
func (s *stack) Pop() {
	s.levels = s.levels[:len(s.levels)-1]
	s.Solver.Pop()
}

// all returns what is asserted, and lits.
func (s *stack) all(lits []smt.Term) []smt.Term {
	var out []smt.Term
	for _, l := range s.levels {
		out = append(out, l...)
	}
	return append(out, lits...)
}

// Timed returns b with its solvers' checks counted and measured in c.
func Timed(b smt.Backend, c *Counters) smt.Backend {
	return backend{b, func(s smt.Solver) smt.Solver { return timed{s, c} }}
}

type timed struct {
	smt.Solver
	c *Counters
}

// Check checks and counts.
func (t timed) Check() smt.Result { return t.c.check(t.Solver.Check) }

// CheckAssuming checks and counts.
func (t timed) CheckAssuming(lits []smt.Term) smt.Result {
	return t.c.check(func() smt.Result { return t.Solver.CheckAssuming(lits) })
}
