package smt_test

import (
	"strings"
	"testing"

	"hardbop/internal/smt"
)

// printed has terms in the text that a user might write and in the normal form.
var printed = []struct{ in, out string }{
	{"(< x y)", "(< x y)"},
	{"(> y x)", "(< x y)"},
	{"(not (<= y x))", "(< x y)"},
	{"(<= (+ x 1) y)", "(< x y)"},
	{"(>= x y)", "(>= x y)"},
	{"(<= (* 2 x) 5)", "(<= x 2)"},
	{"(>= x 3)", "(> x 2)"},
	{"(= (* 2 x) 5)", "false"},
	{"(= (* 2 x) (* 4 y))", "(= x (* 2 y))"},
	{"(and p (or q p) (not p))", "false"},
	{"(=> p p)", "true"},
	{"(not (and p (not q)))", "(or q (not p))"},
	{"(= (ite p 1 0) 0)", "(not p)"},
	{"(< (ite p 1 0) 1)", "(not p)"},
	{"(xor p q)", "(not (= p q))"},
	{"(= (not p) q)", "(not (= p q))"},
	{"(mod (+ x 12) 8)", "(mod (+ x 4) 8)"},
	{"(div (+ (* 8 x) y 9) 8)", "(+ x (div (+ y 1) 8) 1)"},
	{"(div x (- 2))", "(* (- 1) (div x 2))"},
	{"(* x (+ y 1) 2)", "(* 2 (* x (+ y 1)))"},
	{"(select (store a 1 x) 2)", "(select a 2)"},
	{"(bvsub b b)", "(_ bv0 8)"},
	{"((_ extract 3 0) ((_ zero_extend 8) b))", "((_ extract 3 0) b)"},
	{"(bvsle b c)", "(not (bvslt c b))"},
	{"(f x (+ y 0))", "(f x y)"},
}

const printedSyms = `(declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-const q Bool)
(declare-const a (Array Int Int))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 8))(declare-fun f (Int Int) Int)`

// TestNormalForm checks what constructors make of a text, and that the result reads back.
func TestNormalForm(t *testing.T) {
	f := smt.NewFactory()
	s, err := smt.ReadScript(f, "symbols", printedSyms)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range printed {
		got, err := f.ParseTerm("in", c.in, s.Symbols)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if got.String() != c.out {
			t.Errorf("%s: got %s, want %s", c.in, got, c.out)
		}
		if back, err := f.ParseTerm("out", got.String(), s.Symbols); err != nil || back != got {
			t.Errorf("%s reads back as %s (%v)", got, back, err)
		}
		if n := f.Not; got.Sort().Kind() == smt.BoolSort && n(n(got)) != got {
			t.Errorf("double negation of %s", got)
		}
	}
}

func TestScriptRoundTrip(t *testing.T) {
	f := smt.NewFactory()
	text := printedSyms + "(assert (let ((z (+ x (f x y)))) (and (< z (f z z)) (= z (* z z)) (= (select a z) |odd name|))))"
	s, err := smt.ReadScript(f, "s", "(declare-const |odd name| Int)"+text)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := smt.WriteScript(&b, []string{"a comment"}, s.Asserts...); err != nil {
		t.Fatal(err)
	}
	back, err := smt.ReadScript(f, "again", b.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if back.Asserts[0] != s.Asserts[0] {
		t.Errorf("got %s\nwant %s\n%s", back.Asserts[0], s.Asserts[0], b.String())
	}
}
