package paq_test

import (
	"context"
	"testing"
	"time"

	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
)

// families are kinds of queries that the solvers find hard in different ways.
func families() map[string]paqtest.Size {
	return map[string]paqtest.Size{
		// A handful of variables that are compared with each other.
		"mixed": {Locations: 10, Vars: 4, Preds: 6, Coef: 1, Const: 5},
		// Variables that have nothing to do with each other: many valuations.
		"islands": {Locations: 25, Vars: 8, Preds: 10, Coef: 1, Const: 5, Islands: true},
		// Few locations and many comparisons.
		"dense": {Locations: 6, Vars: 5, Preds: 12, Coef: 1, Const: 5},
		// A long fragment with few predicates.
		"long": {Locations: 40, Vars: 4, Preds: 2, Coef: 1, Const: 5},
	}
}

// BenchmarkSolve solves eight queries of each family. What isn't solved in a second is given
// up, and told.
func BenchmarkSolve(b *testing.B) {
	for name, size := range families() {
		for _, solver := range []string{"allsat", "minterms", "ldd", "ldd-dynamic", "min"} {
			b.Run(name+"/"+solver, func(b *testing.B) {
				failed := 0
				for range b.N {
					failed = 0
					for seed := range uint64(8) {
						if !solves(b, solver, seed, size) {
							failed++
						}
					}
				}
				b.ReportMetric(float64(failed), "failed")
			})
		}
	}
}

func solves(b *testing.B, solver string, seed uint64, size paqtest.Size) bool {
	f := smt.NewFactory()
	prover := newBackend(b, f)
	all := paq.AllSAT{Backend: prover, OneByOne: solver == "minterms"}
	s := map[string]paq.Solver{"allsat": all, "minterms": all, "ldd": paq.LDD{}, "ldd-dynamic": paq.LDD{Dynamic: true},
		"min": paq.Min(all, paq.LDD{})}[solver]
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _, err := s.Solve(ctx, paqtest.Fragment(f, seed, size), paq.Limits{})
	return err == nil
}
