package paq_test

import (
	"context"
	"fmt"
	"testing"

	"hardbop/internal/paq"
	"hardbop/internal/smt"
)

// TestChoices: a load that may be from each of several variables takes little more for each.
func TestChoices(t *testing.T) {
	declared, value := "(declare-const v Int)", "y"
	for i := range 7 {
		declared += fmt.Sprintf("(declare-const y%d Int)(assert (<= (- 128) y%d 127))", i, i)
		value = fmt.Sprintf("(ite (= x (+ y %d)) y%d %s)", i, i, value)
	}
	f := smt.NewFactory()
	q := read(t, f, declared+"(assert (= v "+value+"))(assert (= b (= v 0)))(assert (= c (= x (+ y 3))))")
	a, _, err := paq.LDD{}.Solve(context.Background(), q, paq.Limits{Steps: 10_000})
	if err != nil || format(a, q) != "true" {
		t.Errorf("%v: %v", format(a, q), err)
	}
}
