package smt_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"hardbop/internal/smt"
	"hardbop/internal/source"
)

func TestReaderErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(assert x)", "f:1:9: x is not declared"},
		{"(declare-const x Int)\n(assert (and true x))", "f:2:19: argument of and is Int"},
		{"(declare-const x Int)(assert x)", "the term is Int, expected Bool"},
		{"(declare-const x Int)(declare-const x Bool)", "x is declared twice"},
		{"(declare-const and Int)", "and can't be declared"},
		{"(declare-const x (_ BitVec 0))", "at least one bit"},
		{"(declare-const x (_ BitVec 99999999))", "expected a number up to"},
		{"(assert (or true", "'(' without ')'"},
		{")", "unexpected ')'"},
		{"(assert |x", "'|' without an end"},
		{"(push 1)", "unknown command \"push\""},
		{"(assert (= 1 true))", "argument of = is Bool"},
		{"(assert (= #b12 #b11))", "bad digit"},
		{"(assert (bvult (_ bv1 4) (_ bv1 5)))", "argument of bvult"},
		{"(assert (= ((_ extract 4 0) #b1111) #b1))", "expected extract"},
		{"(assert (let ((x 1) y) true))", "expected (name term)"},
		{"(declare-fun f (Int) Int)(assert (= (f true) 1))", "argument is Bool, expected Int"},
		{"(declare-fun f (Int) Int)(assert (= f 1))", "f needs 1 arguments"},
		{"(assert (forall ((x Int)) true))", "expected"},
		{strings.Repeat("(", 100000), "parentheses nest deeper than"},
	} {
		_, err := smt.ReadScript(smt.NewFactory(), "f", c.text)
		var list source.ErrorList
		if !errors.As(err, &list) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: got %v, want %q", c.text, err, c.want)
		}
	}
}

// TestNames writes and reads symbols with names that SMT-LIB can't have as they are, and
// symbols that differ in their signature only.
func TestNames(t *testing.T) {
	f := smt.NewFactory()
	var parts []smt.Term
	for _, name := range []string{"", "a|b", `a\b`, "50%", "and", "?1", ".1", "a b", "é", "\x00", "bvadd", "1x", "p->q[3]"} {
		parts = append(parts, f.Eq(f.Var(name, f.IntSort()), f.Int64(int64(len(parts)))))
	}
	all := f.And(parts...)
	var b bytes.Buffer
	if err := smt.WriteScript(&b, nil, all); err != nil {
		t.Fatal(err)
	}
	s, err := smt.ReadScript(f, "f", b.String())
	if err != nil || s.Asserts[0] != all {
		t.Errorf("%v\n%s", err, b.String())
	}
	one, x := f.Var(".1", f.IntSort()), f.Var("?1", f.IntSort())
	twice := f.Le(f.Add(one, x), f.Int64(3))
	b.Reset()
	if err := smt.WriteScript(&b, nil, f.Or(f.Eq(one, x), twice), f.Or(f.Eq(x, f.Int64(1)), twice)); err != nil {
		t.Fatal(err)
	}
	if s, err := smt.ReadScript(f, "f", b.String()); err != nil || s.Asserts[1] != f.Or(f.Eq(x, f.Int64(1)), twice) {
		t.Errorf("the printer's own names: %v\n%s", err, b.String())
	}
	clash := f.And(f.Var("x", f.BoolSort()), f.Eq(f.Var("x", f.IntSort()), f.Int64(1)))
	b.Reset()
	if err := smt.WriteScript(&b, nil, clash); err != nil {
		t.Fatal(err)
	}
	if _, err := smt.ReadScript(f, "f", b.String()); err != nil {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// FuzzReadScript checks that any text is read or refused with positions, and that what was
// read comes back from its own text.
func FuzzReadScript(f *testing.F) {
	f.Add(printedSyms + "(assert (let ((z (+ x (f x y)))) (and (< z 3) (= (select a z) x))))")
	f.Add("(declare-const u (_ BitVec 8))(assert (bvult ((_ zero_extend 4) u) #x0ff))(check-sat)")
	f.Add("(declare-fun |a b| () Bool)(define-fun d () Bool (not |a b|))(assert (! d :named n))(exit)")
	f.Add("; comment\n(set-info :source \"a string\")(assert (distinct 1 2 (- 3) (div 7 2) (mod 7 (- 2)) (abs 4)))")
	f.Add("(declare-const a (Array Int Bool))(assert (select (store a 1 true) 2))(assert (= a ((as const (Array Int Bool)) false)))")
	f.Fuzz(func(t *testing.T, text string) {
		fac := smt.NewFactory()
		s, err := smt.ReadScript(fac, "f", text)
		if err != nil {
			var list source.ErrorList
			if !errors.As(err, &list) {
				t.Fatalf("error without a position: %v", err)
			}
			return
		}
		var b bytes.Buffer
		if err := smt.WriteScript(&b, nil, s.Asserts...); err != nil {
			t.Fatal(err)
		}
		back, err := smt.ReadScript(fac, "again", b.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		for i, a := range s.Asserts {
			if back.Asserts[i] != a {
				t.Fatalf("%s\nreads back as\n%s", a, back.Asserts[i])
			}
		}
	})
}
