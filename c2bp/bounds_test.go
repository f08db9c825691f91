package c2bp

import (
	"math/rand/v2"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
)

// TestBounds compares what is decided about comparisons with constants with the prover.
func TestBounds(t *testing.T) {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte("int main(void) { unsigned char a; int b; return a + b; }")}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.FuncNamed("main")
	prover := NewProver(need.Backend(t), prog, enc.Options{})
	r := rand.New(rand.NewPCG(7, 7))
	pick := func() cil.Expr {
		v := main.Locals[r.IntN(2)]
		consts := []int64{-1, 0, 1, 2, 3, 254, 255, 256}
		e := &cil.Binary{Op: []cil.BinOp{cil.Eq, cil.Ne, cil.Lt, cil.Le, cil.Gt, cil.Ge}[r.IntN(6)], X: mathValue(cil.LoadVar(v)), Y: &cil.Const{T: cil.Math, Val: cil.IntConst(intResult, consts[r.IntN(len(consts))]).Val}, T: intResult}
		if r.IntN(4) == 0 {
			e.Op, e.X, e.Y = e.Op.Swap(), e.Y, e.X
		}
		return e
	}
	refuted := 0
	for range 2000 {
		q := &question{e: pick()}
		if r.IntN(5) == 0 {
			q.e = cil.IntConst(intResult, 1)
		}
		var cube []cubeLit
		for k := range r.IntN(5) {
			q.cone = append(q.cone, newPlain(main, pick()))
			cube = append(cube, cubeLit{k, r.IntN(2)})
		}
		value := r.IntN(2) == 0
		b := newBounds(q)
		if !b.ok {
			t.Fatalf("not bounds: %s", cil.ExprString(q.e))
		}
		s := newSession(prover, q)
		want := s.unsat(cube, value)
		s.close()
		if got := b.contradict(cube, value); got != want {
			t.Errorf("%s is %v in %v of %v: contradiction %v, the prover says %v", cil.ExprString(q.e), value, cube, q.cone, got, want)
		}
		if want {
			refuted++
		}
	}
	if refuted < 200 {
		t.Errorf("only %d contradictions", refuted)
	}
}
