package paq_test

import (
	"context"
	"testing"

	"hardbop/internal/paq"
	"hardbop/internal/smt"
)

// TestRelax: what isn't a comparison of two unknowns is arbitrary, the same where it is the same.
func TestRelax(t *testing.T) {
	for name, c := range map[string]struct{ script, cubes string }{
		"two unknowns":         {"(assert (< x y))(assert (= b (< x 0)))(assert (= c (< y 0)))", "b;!c"},
		"a load":               {"(declare-fun f (Int) Int)(assert (= b (= (f x) 2)))(assert (= c (= (f x) 3)))", "!b;!c"},
		"congruence is lost":   {"(declare-fun f (Int) Int)(assert (= x y))(assert (= b (= (f x) 2)))(assert (= c (= (f y) 2)))", "true"},
		"a remainder":          {"(assert (= b (< (mod x 2) 5)))(assert (= c b))", "!b !c;b c"},
		"a product":            {"(assert (= b (= (* x y) 2)))(assert (= c (= (* y x) 2)))", "!b !c;b c"},
		"three unknowns":       {"(declare-const z Int)(assert (= z (+ x y)))(assert (> x 0))(assert (> y 0))(assert (= b (> z 0)))(assert (= c (> x 0)))", "c"},
		"a conjunct of three":  {"(declare-const z Int)(assert (< (+ x y) z))(assert (= b (< x y)))(assert (not c))", "!c"},
		"elements of an array": {"(declare-const a (Array Int Int))(assert (= b (= (select (store a x 1) x) 1)))(assert (= c (= a (store a y 0))))", "b"},
	} {
		f := smt.NewFactory()
		relaxed := paq.Relax(read(t, f, c.script))
		if err := relaxed.Validate(); err != nil {
			t.Fatal(err)
		}
		a, _, err := paq.LDD{}.Solve(context.Background(), relaxed, paq.Limits{})
		if err != nil || format(a, relaxed) != c.cubes {
			t.Errorf("%s: %v: %v", name, format(a, relaxed), err)
		}
	}
}
