package paq

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"hardbop/internal/ldd"
	"hardbop/internal/smt"
)

// wide is a query over n numbers that stand in two conjuncts each.
func wide(n int) (*Query, []smt.Term) {
	f := smt.NewFactory()
	var cs []smt.Term
	var all []smt.Term
	for i := range n {
		all = append(all, f.Var(fmt.Sprint("x", i), f.IntSort()))
		cs = append(cs, f.Le(all[i], f.Int64(int64(i))))
	}
	return &Query{Factory: f}, append(cs, f.Le(f.Add(all...), f.Int64(0)))
}

// Planning ends where the solver is stopped, as the rest of its work does.
func TestPlanningStops(t *testing.T) {
	q, cs := wide(10)
	asked := 0
	defer func() {
		if e, ok := recover().(*ldd.StopError); !ok || !errors.Is(e, context.Canceled) {
			t.Errorf("%v, expected a StopError", e)
		}
	}()
	t.Error(eliminationOrder(q, cs, func() error {
		if asked++; asked > 3 {
			return context.Canceled
		}
		return nil
	}))
}

// BenchmarkPlan plans for conjuncts that come to have all variables.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{100, 1000} {
		q, cs := wide(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				eliminationOrder(q, cs, context.Background().Err)
			}
		})
	}
}
