package wrap

import (
	"fmt"
	"strings"

	"hardbop/internal/smt"
)

// CheckError is the panic of a checked solver that caught a wrong answer.
type CheckError struct {
	Answer smt.Status
	Terms  []smt.Term // what was asserted
	Why    string
}

// Error describes the answer, and the query as a script.
func (e *CheckError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "wrong answer of the solver: %s: %s\n", e.Answer, e.Why)
	if err := smt.WriteScript(&b, nil, e.Terms...); err != nil {
		return b.String() + err.Error()
	}
	return b.String()
}

// Checked returns b with the answers of its solvers checked: where one is satisfiable, the
// model must satisfy all assertions, where one is not, the core must be contradictory to a
// fresh solver too, if that can tell. A wrong answer panics with a *[CheckError].
func Checked(b smt.Backend) smt.Backend {
	return backend{b, func(s smt.Solver) smt.Solver { return &checked{newStack(s), b, nil} }}
}

type checked struct {
	stack
	b    smt.Backend
	core []smt.Term
}

// Check checks, and checks the answer.
func (c *checked) Check() smt.Result { return c.examine(c.Solver.Check(), nil) }

// CheckAssuming checks, and checks the answer.
func (c *checked) CheckAssuming(lits []smt.Term) smt.Result {
	return c.examine(c.Solver.CheckAssuming(lits), lits)
}

// Core returns the core that was checked.
func (c *checked) Core() []smt.Term { return c.core }

func (c *checked) examine(r smt.Result, lits []smt.Term) smt.Result {
	c.core = nil
	switch r.Status {
	case smt.Sat:
		c.examineModel(lits)
	case smt.Unsat:
		c.core = c.Solver.Core()
		c.examineCore(c.core)
	}
	return r
}

func (c *checked) examineModel(lits []smt.Term) {
	m := c.Solver.Model()
	if m == nil {
		return
	}
	e := smt.NewEvaluator(c.b.Factory(), m)
	for _, t := range c.all(lits) {
		if !e.Holds(t) {
			panic(&CheckError{smt.Sat, c.all(lits), fmt.Sprintf("%s is false in the model\n%s", t, m)})
		}
	}
}

func (c *checked) examineCore(core []smt.Term) {
	s := c.b.NewSolver(smt.Fresh)
	defer s.Close()
	for _, t := range c.all(core) {
		s.Assert(t)
	}
	if s.Check().Status == smt.Sat {
		panic(&CheckError{smt.Unsat, c.all(core), "a fresh solver finds a model"})
	}
}
