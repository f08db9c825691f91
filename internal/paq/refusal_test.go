package paq_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
)

// read makes a query of a script: b and c are important.
func read(t *testing.T, f *smt.Factory, script string) *paq.Query {
	t.Helper()
	s, err := smt.ReadScript(f, "q", "(declare-const b Bool)(declare-const c Bool)(declare-const x Int)(declare-const y Int)"+script)
	if err != nil {
		t.Fatal(err)
	}
	return &paq.Query{Factory: f, Name: "q", Conjuncts: s.Asserts,
		Important: []smt.Term{f.Var("b", f.BoolSort()), f.Var("c", f.BoolSort())}}
}

// TestOddities: what isn't linear as it stands is answered where it can be said, and refused
// with the reason where it can't.
func TestOddities(t *testing.T) {
	for name, c := range map[string]struct{ script, cubes, reason string }{
		"remainders":       {"(assert (= b (= (mod x 2) 0)))(assert (= y (+ x 1)))(assert (= c (= (mod y 2) 0)))", "!b c;b !c", ""},
		"bits of a number": {"(assert (<= 0 x))(assert (< x 16))(assert (= b (= (mod (div x 8) 2) 0)))(assert (= c (= (mod (div x 64) 2) 1)))", "!c", ""},
		"bits of results":  {"(declare-fun f (Int) Int)(assert (= b (= (mod (div (f x) 16) 2) 0)))(assert (= x y))(assert (= c (= (mod (div (f y) 16) 2) 0)))", "!b !c;b c", ""},
		"divisibility":     {"(assert (= b (= (* 2 x) (* 3 y))))(assert (= c (= x 1)))", "", "a variable can't be eliminated exactly"},
		"product":          {"(assert (= b (= (* x y) 2)))", "", "a product of unknowns"},
		"unknown divisor":  {"(assert (= b (= (div x y) 2)))", "", "a division by an unknown"},
		"function":         {"(declare-fun f (Int) Int)(assert (= b (= (f x) (f y))))(assert (= c (= x y)))", "b;!c", ""},
		"relation":         {"(declare-fun p (Int Bool) Bool)(assert (= b (p x true)))(assert (= x y))(assert (= c (p y true)))", "!b !c;b c", ""},
		"array":            {"(declare-const a (Array Int Int))(assert (= b (= (select (store a x 1) y) 1)))(assert (= c (= x y)))", "b;!c", ""},
		"whole arrays":     {"(declare-const a (Array Int Int))(assert (= b (= a ((as const (Array Int Int)) 0))))", "", "an equation of (Array Int Int)s"},
		"bits":             {"(declare-const u (_ BitVec 8))(assert (= b (bvult u #x07)))", "", "a comparison of bit vectors"},
		"many choices": {"(assert (= b (= x (ite (= y 1) 3 (ite (= y 2) 4 (ite (= y 3) 5 (ite (= y 4) 6 (ite (= y 5) 7 (ite (= y 6) 8 (ite (= y 7) 9 (ite (= y 8) 10 (ite (= y 9) 11 y))))))))))))" +
			"(assert (> y 8))(assert (= c (= x y)))", "true", ""},
		"a choice of facts": {"(assert (ite (< x 0) (> y 3) (< y 0)))(assert (= b (> y 1)))(assert (= c (< x 0)))", "!b !c;b c", ""},
		"unmentioned":       {"(assert (= b (< x 0)))(assert (> x 5))", "!b", ""},
		"nothing":           {"(assert b)(assert (not b))", "", ""},
	} {
		f := smt.NewFactory()
		q := read(t, f, c.script)
		a, _, err := paq.LDD{}.Solve(context.Background(), q, paq.Limits{})
		if c.reason != "" {
			var no *paq.RefusedError
			if !errors.As(err, &no) || !strings.HasPrefix(no.Reason, c.reason) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || format(a, q) != c.cubes {
			t.Errorf("%s: %v: %v", name, format(a, q), err)
			continue
		}
		if other, _, err := (paq.AllSAT{Backend: newBackend(t, f)}).Solve(context.Background(), q, paq.Limits{}); err != nil || !other.Equal(a) {
			t.Errorf("%s: AllSAT: %v, LDD: %v; %v", name, format(other, q), format(a, q), err)
		}
	}
}

func format(a *paq.Answer, q *paq.Query) string {
	if a == nil {
		return "none"
	}
	cubes, _ := a.Cubes(100)
	var words []string
	for _, c := range cubes {
		words = append(words, c.Format(q.Important))
	}
	return strings.Join(words, ";")
}

// TestLimits runs each solver into limits.
func TestLimits(t *testing.T) {
	f := smt.NewFactory()
	b := newBackend(t, f)
	q := paqtest.Fragment(f, 3, paqtest.Size{Locations: 12, Vars: 4, Preds: 8, Coef: 1, Const: 5})
	for _, c := range []struct {
		solver paq.Solver
		limits paq.Limits
		what   string
	}{
		{paq.AllSAT{Backend: b}, paq.Limits{Models: 1}, "models"},
		{paq.AllSAT{Backend: b}, paq.Limits{Checks: 10}, "prover steps"},
		{paq.AllSAT{Backend: b}, paq.Limits{Nodes: 20}, "nodes"},
		{paq.LDD{}, paq.Limits{Nodes: 100}, "nodes"},
		{paq.LDD{Dynamic: true}, paq.Limits{Steps: 100}, "steps"},
		{paq.LDD{}, paq.Limits{Heap: 1}, "bytes"},
	} {
		_, stats, err := c.solver.Solve(context.Background(), q, c.limits)
		var limit *paq.LimitError
		if !errors.As(err, &limit) || limit.What != c.what || limit.Solver != c.solver.Name() || stats == nil {
			t.Errorf("%s, %s: %v", c.solver.Name(), c.what, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	big := paqtest.Fragment(f, 0, paqtest.Size{Locations: 40, Vars: 8, Preds: 10, Coef: 1, Const: 5})
	for _, s := range []paq.Solver{paq.AllSAT{Backend: b}, paq.LDD{}, paq.LDD{Dynamic: true}} {
		var no *paq.InterruptedError
		if _, _, err := s.Solve(ended, big, paq.Limits{}); !errors.As(err, &no) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", s.Name(), err)
		}
	}
}

// TestValidate: what isn't a query is told so.
func TestValidate(t *testing.T) {
	f := smt.NewFactory()
	b, x := f.Var("b", f.BoolSort()), f.Var("x", f.IntSort())
	for _, c := range []struct {
		q    paq.Query
		want string
	}{
		{paq.Query{}, "has no factory"},
		{paq.Query{Factory: f, Conjuncts: []smt.Term{x}}, "conjunct 0 isn't Boolean"},
		{paq.Query{Factory: f, Conjuncts: []smt.Term{{}}}, "conjunct 0 isn't Boolean"},
		{paq.Query{Factory: f, Important: []smt.Term{x}}, "important isn't a Boolean constant: x"},
		{paq.Query{Factory: f, Important: []smt.Term{f.Not(b)}}, "important isn't a Boolean constant: (not b)"},
		{paq.Query{Factory: f, Important: []smt.Term{b, b}}, "b is listed as important and as important"},
		{paq.Query{Factory: f, Locations: []smt.Term{b}, Important: []smt.Term{b}}, "b is listed as location and as important"},
		{paq.Query{Factory: f, Conjuncts: []smt.Term{b}, Important: []smt.Term{b}}, ""},
	} {
		err := c.q.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}
