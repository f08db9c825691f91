package paq_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/need"
	"hardbop/internal/paq"
	"hardbop/internal/paq/paqtest"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

func written(t interface{ Fatal(...any) }, q *paq.Query) string {
	var b bytes.Buffer
	if err := paq.Write(&b, q); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// same reports whether two queries of one factory are equal.
func same(a, b *paq.Query) bool {
	return a.Name == b.Name && slices.Equal(a.Conjuncts, b.Conjuncts) && slices.Equal(a.Locations, b.Locations) &&
		slices.Equal(a.Important, b.Important)
}

// renamed returns a query with odd names for its symbols.
func renamed(t *rapid.T, q *paq.Query) *paq.Query {
	f, by, taken := q.Factory, map[smt.Term]smt.Term{}, map[string]bool{}
	for _, v := range smt.Vars(append(slices.Clone(q.Conjuncts), q.Important...)...) {
		name := rapid.StringOfN(rapid.RuneFrom([]rune(`ab |\%"()1.;é`)), 0, 6, -1).Draw(t, "name")
		for taken[name] {
			name += "'"
		}
		taken[name] = true
		by[v] = f.Var(name, v.Sort())
	}
	put := func(ts []smt.Term) []smt.Term {
		out := make([]smt.Term, len(ts))
		for i, t := range ts {
			out[i] = f.Subst(t, by)
		}
		return out
	}
	return &paq.Query{Factory: f, Name: rapid.String().Draw(t, "query"), Conjuncts: put(q.Conjuncts), Locations: put(q.Locations), Important: put(q.Important)}
}

// TestRoundTrip reads back what was written, whatever the names are.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := smt.NewFactory()
		q := drawFragment(t, f)
		if rapid.Bool().Draw(t, "rename") {
			q = renamed(t, q)
		}
		text := written(t, q)
		back, err := paq.Read(f, "q.smt2", text)
		if err != nil || !same(q, back) {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := back.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestReaderErrors: errors have their places.
func TestReaderErrors(t *testing.T) {
	const head = "(set-info :hardbop-query q)(declare-const b Bool)(declare-const x Int)(declare-fun p (Int) Bool)\n"
	for text, want := range map[string]string{
		"(declare-const b Bool)(assert b)":                                       "q: not a query: expected (set-info :hardbop-query name)",
		head + "(set-info :hardbop-important c)":                                 "q:2:30: c isn't declared",
		head + "(set-info :hardbop-important x)":                                 "q:2:30: x isn't a Boolean constant",
		head + "(set-info :hardbop-location p)":                                  "q:2:29: p isn't a Boolean constant",
		head + "(set-info :hardbop-query again)":                                 "q:2:26: the query has two names",
		head + "(assert (= 1 true))":                                             "q:2:14: argument of = is Bool",
		head + "(define-fun d () Bool b)(set-info :hardbop-important d)":         "q:2:54: d isn't declared",
		head + "(set-info :hardbop-important b)\n(set-info :hardbop-location b)": "q:3:29: b has a role already",
		head + "(set-info :hardbop-important b)(assert (= x 1)":                  "q:2:32: '(' without ')'",
	} {
		_, err := paq.Read(smt.NewFactory(), "q", text)
		var list source.ErrorList
		if !errors.As(err, &list) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, expected %s", text, err, want)
		}
	}
}

// TestZ3Reads: Z3 takes the files for ordinary ones.
func TestZ3Reads(t *testing.T) {
	z3 := need.Z3Command(t)
	f := smt.NewFactory()
	b := newBackend(t, f)
	for seed := range uint64(8) {
		q := paqtest.Fragment(f, seed, paqtest.Size{Locations: 5, Vars: 2, Preds: 3, Coef: 2, Const: 3, Odd: seed%2 == 0})
		q.Name = "a | strange\nname"
		file := filepath.Join(t.TempDir(), "q.smt2")
		if err := os.WriteFile(file, []byte(written(t, q)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(z3, "-T:20", file).CombinedOutput()
		a, _, serr := paq.AllSAT{Backend: b}.Solve(context.Background(), q, paq.Limits{})
		if serr != nil {
			t.Fatal(serr)
		}
		want := map[bool]string{true: "unsat\n", false: "sat\n"}[a.IsEmpty()]
		if err != nil || string(out) != want {
			t.Errorf("%v: %s, expected %s", err, out, want)
		}
	}
}

// FuzzRead: any text is read or refused with places, and what was read comes back.
func FuzzRead(f *testing.F) {
	fac := smt.NewFactory()
	for seed := range uint64(4) {
		f.Add(written(f, paqtest.Fragment(fac, seed, paqtest.Size{Locations: 4, Vars: 2, Preds: 2, Coef: 2, Const: 3, Odd: seed%2 == 0})))
	}
	f.Add("(set-info :hardbop-query |%0a|)(set-info :status sat)(set-info :x ((a)))(set-info :hardbop-query)")
	f.Add("(declare-const |a b| Bool)(set-info :hardbop-important |a b|)(set-info :hardbop-query \"s\")")
	f.Fuzz(func(t *testing.T, text string) {
		fac := smt.NewFactory()
		q, err := paq.Read(fac, "f", text)
		if err != nil {
			var list source.ErrorList
			if !errors.As(err, &list) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if err := q.Validate(); err != nil {
			t.Fatal(err)
		}
		again := written(t, q)
		if back, err := paq.Read(fac, "again", again); err != nil || !same(q, back) {
			t.Fatalf("%v\n%s", err, again)
		}
	})
}
