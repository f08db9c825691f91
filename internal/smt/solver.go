package smt

import "fmt"

// Status is what a prover found out about a set of assertions.
type Status uint8

// The statuses. The zero Status is Unknown.
const (
	Unknown Status = iota
	Sat            // there is a model
	Unsat          // there is none
)

// String returns the word that SMT-LIB uses.
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Result is the outcome of a check.
type Result struct {
	Status Status
	Reason string // why the status is Unknown, in the prover's words; else empty
}

// String returns the status, with the reason if there is one.
func (r Result) String() string {
	if r.Reason != "" {
		return fmt.Sprintf("%s (%s)", r.Status, r.Reason)
	}
	return r.Status.String()
}

// Solver is a stack of assertions that can be checked. It belongs to one goroutine.
type Solver interface {
	// Assert adds the Boolean term t to the current level.
	Assert(t Term)
	// Push opens a level, Pop takes back the last one with its assertions.
	Push()
	Pop()
	// Check decides the assertions.
	Check() Result
	// CheckAssuming decides the assertions together with lits, any Boolean terms, which
	// hold for this check only.
	CheckAssuming(lits []Term) Result
	// Core returns, after CheckAssuming said Unsat, some of its lits that together with
	// the assertions have no model. It need not be minimal.
	Core() []Term
	// Model returns a model, after a check said Sat. Symbols that don't matter may be
	// missing from it. It may be nil if the prover can't represent its model.
	Model() *Model
	// Bools returns the values of Boolean variables in some model, after a check said Sat,
	// and of which of them it knows one.
	Bools(vars []Term) (values, known []bool)
	// SetLimit bounds the work of each later check, in the prover's own steps, which
	// don't depend on the machine's speed; 0 is no limit.
	SetLimit(steps uint)
	// Close releases the solver. It must not be used afterwards.
	Close()
}

// Kind says what a solver is for.
type Kind uint8

// The kinds of solvers.
const (
	Simple     Kind = iota // long-lived, for many small queries under push and pop
	LinearInt              // enumeration of models over linear integer arithmetic
	BitPrecise             // bit vectors and arrays
	Fresh                  // one query, with a fixed seed: for models that are shown
	Apart                  // as Simple, but answers don't depend on what others were asked
	Large                  // long-lived, for questions about one formula with many cases, without quantifiers
)

// Backend makes solvers over the terms of one factory. It and its solvers belong to one
// goroutine at a time; only Interrupt may be called from another.
type Backend interface {
	// Factory returns the factory of the terms that go in and out.
	Factory() *Factory
	// NewSolver returns an empty solver.
	NewSolver(k Kind) Solver
	// Branch returns a back end over the same terms, whose answers don't depend on what this
	// one was asked. An interrupt of this one reaches it.
	Branch() Backend
	// Interrupt makes the check that is running now, if any, return Unknown soon. Later
	// checks aren't affected.
	Interrupt()
	// Version names the prover and its version.
	Version() string
	// Close releases the back end and what it made.
	Close()
}

// Opener makes back ends over f: one for each goroutine.
type Opener func(f *Factory) (Backend, error)

// Interpolator is what a back end implements that can explain why a sequence of formulas
// is contradictory.
type Interpolator interface {
	// Interpolate returns Unsat and the sequence interpolants of parts, if their
	// conjunction has no model: terms I_1 .. I_{n-1}, where I_i follows from parts[:i],
	// contradicts parts[i:], has symbols only that both have, and I_i and parts[i] imply
	// I_{i+1}.
	Interpolate(parts []Term, limit uint) ([]Term, Result)
}

// Relation is an unknown relation of a system of Horn clauses.
type Relation struct {
	Name string // unique in its system
	Args []Sort
}

// RelApp is the application of a relation to terms.
type RelApp struct {
	Rel  *Relation
	Args []Term
}

// Clause says that Body and Constraint imply Head, for all values of their variables.
type Clause struct {
	Body       []RelApp
	Constraint Term
	Head       *RelApp // nil for false: the clause is a query
}

// Definition gives a relation as a formula over parameters.
type Definition struct {
	Params []Term // variables, one for each argument
	Body   Term
}

// HornSolver is what a back end implements that can solve constrained Horn clauses.
type HornSolver interface {
	// SolveHorn returns Sat and a definition for each relation that makes all clauses
	// true, or Unsat if there is none: a query is reachable.
	SolveHorn(clauses []Clause, limit uint) (map[*Relation]Definition, Result)
}

// Decorator is a back end that adds something to another one.
type Decorator interface{ Unwrap() Backend }

// InterpolatorOf returns the interpolator of b, or of a back end that b decorates.
func InterpolatorOf(b Backend) (Interpolator, bool) { return find[Interpolator](b) }

// HornSolverOf returns the Horn solver of b, or of a back end that b decorates.
func HornSolverOf(b Backend) (HornSolver, bool) { return find[HornSolver](b) }

func find[T any](b Backend) (T, bool) {
	for {
		if x, ok := b.(T); ok {
			return x, true
		}
		d, ok := b.(Decorator)
		if !ok {
			var none T
			return none, false
		}
		b = d.Unwrap()
	}
}
