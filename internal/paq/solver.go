package paq

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hardbop/internal/bdd"
	"hardbop/internal/ldd"
)

// Solver answers queries. It belongs to one goroutine at a time.
type Solver interface {
	// Name returns the name by which statistics and errors call the solver.
	Name() string
	// Solve answers a valid query. The answer depends on the query only. Errors are a
	// [*RefusedError], a [*LimitError], an [*InterruptedError] or, of a [Race], a
	// [*LostError]; there are statistics then, too.
	Solve(ctx context.Context, q *Query, lim Limits) (*Answer, *Stats, error)
}

// Limits bound the work for one query in counts, so that where they are reached doesn't depend
// on the machine; 0 is no limit. Time is the context's.
type Limits struct {
	Models int   // that AllSAT may find
	Checks uint  // steps of the prover for each of its checks
	Nodes  int   // of decision diagrams
	Steps  int64 // of operations on linear decision diagrams
	// Heap is how many bytes the program may take, without what provers do, while it works on
	// linear decision diagrams.
	Heap int64
}

// Stats tell what it took.
type Stats struct {
	Solver string // who found the answer
	Models int    // of AllSAT: models of the whole query
	Checks int    // of AllSAT: all that the prover was asked
	Nodes  int    // the most that were in use at once, of whichever diagrams
	Steps  int64  // of linear decision diagrams
}

// RefusedError says that a solver can't answer a query exactly.
type RefusedError struct{ Solver, Reason string }

func (e *RefusedError) Error() string { return fmt.Sprintf("%s refuses: %s", e.Solver, e.Reason) }

// LimitError says that one of [Limits] was reached.
type LimitError struct {
	Solver string
	What   string // models, prover steps, nodes, steps, bytes
	Max    int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: more than %d %s", e.Solver, e.Max, e.What)
}

// InterruptedError says that the context ended.
type InterruptedError struct {
	Solver string
	Err    error // of the context
}

func (e *InterruptedError) Error() string { return fmt.Sprintf("%s: interrupted: %v", e.Solver, e.Err) }

// Unwrap returns the context's error.
func (e *InterruptedError) Unwrap() error { return e.Err }

// LostError says that each of several solvers failed.
type LostError struct{ Errs []error }

func (e *LostError) Error() string {
	words := make([]string, len(e.Errs))
	for i, err := range e.Errs {
		words[i] = err.Error()
	}
	return strings.Join(words, "; ")
}

// Unwrap returns the solvers' errors.
func (e *LostError) Unwrap() []error { return e.Errs }

// explain turns what a package of diagrams says into an error of this package.
func explain(solver string, err error) error {
	var stopped *bdd.StopError
	var full *bdd.LimitError
	var halted *ldd.StopError
	var over *ldd.LimitError
	var limit *LimitError
	var refused *ldd.RefusalError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &stopped):
		return &InterruptedError{solver, stopped.Err}
	case errors.As(err, &halted) && errors.As(halted.Err, &limit):
		return limit
	case errors.As(err, &halted):
		return &InterruptedError{solver, halted.Err}
	case errors.As(err, &full):
		return &LimitError{solver, "nodes", int64(full.MaxNodes)}
	case errors.As(err, &over):
		return &LimitError{solver, over.What, over.Max}
	case errors.As(err, &refused):
		return &RefusedError{solver, refused.Error()}
	}
	return err
}
