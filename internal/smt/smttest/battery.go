package smttest

import (
	"testing"

	"hardbop/internal/smt"
)

// problem is a script and its status.
type problem struct {
	name string
	want smt.Status
	text string
}

const declarations = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
(declare-const p Bool)(declare-const q Bool)
(declare-const a (Array Int Int))(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))
(declare-fun f (Int) Int)(declare-fun g (Int Int) Bool)
`

// problems covers each theory with a satisfiable and a contradictory script.
func problems() []problem {
	return []problem{
		{"propositional", smt.Unsat, "(assert (or p q))(assert (not p))(assert (not q))"},
		{"propositional", smt.Sat, "(assert (xor p q))"},
		{"linear", smt.Unsat, "(assert (< x y))(assert (< y (+ x 1)))"},
		{"linear", smt.Sat, "(assert (< x y))(assert (< y (+ x 2)))"},
		{"parity", smt.Unsat, "(assert (= (+ (* 2 x) (* 4 y)) 7))"},
		{"parity with ite", smt.Unsat, "(assert (= (+ (* 2 x) (ite p 1 3)) (* 2 y)))"},
		{"big numbers", smt.Sat, "(assert (> x 123456789012345678901234567890))(assert (< (* 2 x) 246913578024691357802469135783))"},
		{"big numbers", smt.Unsat, "(assert (> x 123456789012345678901234567890))(assert (< (* 2 x) 246913578024691357802469135782))"},
		{"division", smt.Unsat, "(assert (= (mod x 4) 3))(assert (= (mod x 2) 0))"},
		{"division of negatives", smt.Unsat, "(assert (= x (- 7)))(assert (not (= (div x 2) (- 4))))"},
		{"division", smt.Sat, "(assert (= (div x 3) 5))(assert (= (mod x 3) 2))"},
		{"division by zero", smt.Unsat, "(assert (= y 0))(assert (not (= (div x y) 0)))"},
		{"remainder by zero", smt.Unsat, "(assert (= y 0))(assert (not (= (mod x y) x)))"},
		{"product", smt.Sat, "(assert (= (* x y) 6))(assert (= x 2))"},
		{"congruence", smt.Unsat, "(assert (= x y))(assert (not (= (f x) (f y))))"},
		{"congruence through sums", smt.Unsat, "(assert (<= x y))(assert (<= y x))(assert (not (= (f x) (f y))))"},
		{"functions", smt.Sat, "(assert (= (f 1) 2))(assert (= (f 2) 1))(assert (g (f 1) 7))(assert (not (g 1 7)))"},
		{"arrays", smt.Unsat, "(assert (= (select (store a x 1) y) 2))(assert (= x y))"},
		{"arrays", smt.Sat, "(assert (= (select (store a x 1) y) 2))(assert (= (select a x) 5))"},
		{"extensionality", smt.Unsat, "(assert (not (= (store (store a x 1) y 1) (store (store a y 1) x 1))))"},
		{"constant array", smt.Unsat, "(assert (= a ((as const (Array Int Int)) 0)))(assert (= (select a x) 1))"},
		{"byte array", smt.Sat, "(assert (= (select m u) v))(assert (= (select m (bvadd u #x01)) (bvnot v)))"},
		{"overflow", smt.Sat, "(assert (bvult (bvadd u #x01) u))"},
		{"overflow", smt.Unsat, "(assert (bvult (bvadd u #x01) u))(assert (not (= u #xff)))"},
		{"signs", smt.Unsat, "(assert (bvslt u #x00))(assert (bvult u #x80))"},
		{"bit-vector division by zero", smt.Unsat, "(assert (= v #x00))(assert (not (= (bvudiv u v) #xff)))"},
		{"signed division", smt.Unsat, "(assert (= u #xf9))(assert (not (= (bvsdiv u #x02) #xfd)))"},
		{"shifts", smt.Unsat, "(assert (= u #x90))(assert (not (= (bvashr u #x04) #xf9)))"},
		{"parts", smt.Unsat, "(assert (not (= (concat ((_ extract 7 4) u) ((_ extract 3 0) u)) u)))"},
		{"extension", smt.Unsat, "(assert (bvslt ((_ sign_extend 8) u) #xff80))"},
	}
}

// Battery checks a back end: statuses, models, cores, levels, limits.
func Battery(t *testing.T, open smt.Opener) {
	for _, k := range []smt.Kind{smt.Simple, smt.LinearInt, smt.BitPrecise, smt.Fresh, smt.Large} {
		for _, p := range problems() {
			if p.skip(k) {
				continue
			}
			t.Run(kindName(k)+"/"+p.name+"/"+p.want.String(), func(t *testing.T) { p.run(t, open, k) })
		}
	}
	t.Run("levels", func(t *testing.T) { levels(t, open) })
	t.Run("cores", func(t *testing.T) { cores(t, open) })
	t.Run("repeated models", func(t *testing.T) { repeatedModels(t, open) })
	t.Run("limit", func(t *testing.T) { limit(t, open) })
}

func kindName(k smt.Kind) string {
	return [...]string{"simple", "linear", "bits", "fresh", "apart", "large"}[k]
}

// skip reports whether the problem isn't what solvers of kind k are for.
func (p problem) skip(k smt.Kind) bool {
	switch k {
	case smt.LinearInt:
		return p.name != "linear" && p.name != "parity" && p.name != "big numbers" && p.name != "propositional"
	case smt.BitPrecise:
		switch p.name {
		case "overflow", "signs", "byte array", "bit-vector division by zero", "signed division", "shifts", "parts", "extension":
			return false
		}
		return true
	}
	return false
}

func mustOpen(t *testing.T, open smt.Opener) (*smt.Factory, smt.Backend) {
	t.Helper()
	f := smt.NewFactory()
	b, err := open(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return f, b
}

func mustRead(t *testing.T, f *smt.Factory, text string) []smt.Term {
	t.Helper()
	s, err := smt.ReadScript(f, "script", declarations+text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Asserts
}

func (p problem) run(t *testing.T, open smt.Opener, k smt.Kind) {
	f, b := mustOpen(t, open)
	terms := mustRead(t, f, p.text)
	s := b.NewSolver(k)
	defer s.Close()
	for _, a := range terms {
		s.Assert(a)
	}
	check(t, f, s, s.Check(), p.want, terms)
	check(t, f, s, s.CheckAssuming(nil), p.want, terms)
}

// check compares a result, and evaluates the model if there is one.
func check(t *testing.T, f *smt.Factory, s smt.Solver, got smt.Result, want smt.Status, terms []smt.Term) {
	t.Helper()
	if got.Status != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if want != smt.Sat {
		return
	}
	m := s.Model()
	if m == nil {
		t.Fatal("no model")
	}
	e := smt.NewEvaluator(f, m)
	for _, a := range terms {
		if !e.Holds(a) {
			t.Errorf("%s is false in the model\n%s", a, m)
		}
	}
}

func levels(t *testing.T, open smt.Opener) {
	f, b := mustOpen(t, open)
	terms := mustRead(t, f, "(assert (< x y))(assert (< y x))(assert (= x 3))")
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	s.Assert(terms[0])
	s.Push()
	s.Assert(terms[1])
	check(t, f, s, s.Check(), smt.Unsat, nil)
	s.Pop()
	check(t, f, s, s.Check(), smt.Sat, terms[:1])
	s.Push()
	s.Assert(terms[2])
	check(t, f, s, s.CheckAssuming(terms[1:2]), smt.Unsat, nil)
	check(t, f, s, s.Check(), smt.Sat, []smt.Term{terms[0], terms[2]})
	s.Pop()
}

func cores(t *testing.T, open smt.Opener) {
	f, b := mustOpen(t, open)
	terms := mustRead(t, f, "(assert (< x y))(assert p)(assert (< y z))(assert (or p q))(assert (< z x))(assert (= x 7))")
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	s.Assert(terms[0])
	check(t, f, s, s.CheckAssuming(terms[1:]), smt.Unsat, nil)
	want := map[smt.Term]bool{terms[2]: true, terms[4]: true}
	core := s.Core()
	if len(core) != 2 || !want[core[0]] || !want[core[1]] {
		t.Errorf("core is %v, want %s and %s", core, terms[2], terms[4])
	}
}

// repeatedModels checks that a fresh solver gives the same model whatever came before.
func repeatedModels(t *testing.T, open smt.Opener) {
	f, b := mustOpen(t, open)
	terms := mustRead(t, f, "(assert (< x (f y)))(assert (or p (> y 10)))(assert (= (select a x) z))")
	var models []string
	for range 3 {
		s := b.NewSolver(smt.Fresh)
		for _, a := range terms {
			s.Assert(a)
		}
		check(t, f, s, s.Check(), smt.Sat, terms)
		models = append(models, s.Model().String())
		s.Close()
		other := b.NewSolver(smt.Simple)
		other.Assert(terms[1])
		other.Check()
		other.Close()
	}
	if models[0] != models[1] || models[1] != models[2] {
		t.Errorf("models differ: %q", models)
	}
}

// limit checks that a bound on the work ends a hard check, and only that.
func limit(t *testing.T, open smt.Opener) {
	f, b := mustOpen(t, open)
	var w = 48
	x, y := f.Var("x", f.BitVecSort(w)), f.Var("y", f.BitVecSort(w))
	one := f.BV64(1, w)
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	s.SetLimit(100000)
	s.Push()
	s.Assert(f.Eq(f.BVMul(x, y), f.BV64(140737488355213, w)))
	s.Assert(f.Ult(one, x))
	s.Assert(f.Ult(one, y))
	s.Assert(f.Ult(x, f.BV64(1<<24, w)))
	s.Assert(f.Ult(y, f.BV64(1<<24, w)))
	if r := s.Check(); r.Status != smt.Unknown || r.Reason == "" {
		t.Errorf("got %s under a limit", r)
	}
	s.Pop()
	check(t, f, s, s.Check(), smt.Sat, nil)
}
