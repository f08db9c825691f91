//go:build soak

package paq_test

import (
	"context"
	"testing"
	"time"

	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
)

// TestSoak solves larger queries by all solvers: those that answer agree, and the race answers
// what one of them does.
func TestSoak(t *testing.T) {
	answered := map[string]int{}
	for name, size := range families() {
		for seed := range uint64(40) {
			size.Odd, size.Coef = seed%4 == 3, 1+int64(seed%5)/4
			f := smt.NewFactory()
			b := newBackend(t, f)
			q := paqtest.Fragment(f, 1000+seed, size)
			all := paq.AllSAT{Backend: b}
			var first *paq.Answer
			for who, s := range map[string]paq.Solver{"allsat": all, "minterms": paq.AllSAT{Backend: b, OneByOne: true},
				"ldd-static": paq.LDD{}, "ldd-dynamic": paq.LDD{Dynamic: true}, "min": paq.Min(all, paq.LDD{})} {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				a, _, err := s.Solve(ctx, q, paq.Limits{Nodes: 2_000_000})
				cancel()
				if err != nil {
					continue
				}
				answered[name+" "+who]++
				if first == nil {
					first = a
				} else if !a.Equal(first) {
					t.Errorf("%s %d: %s answers %v, another one %v", name, seed, who, a, first)
				}
			}
		}
	}
	t.Log(answered)
}
