package interp

import (
	"math/big"
	"testing"

	"hardbop/internal/cil"

	"pgregory.net/rapid"
)

// constant draws a constant of t, often one near the limits.
func constant(rt *rapid.T, t *cil.IntType, label string) *cil.Const {
	v := big.NewInt(rapid.Int64Range(-70, 70).Draw(rt, label))
	switch rapid.IntRange(0, 3).Draw(rt, label+" near") {
	case 0:
		v.Add(v, t.Min())
	case 1:
		v.Add(v, t.Max())
	}
	return &cil.Const{T: t, Val: t.Wrap(v)}
}

// What the constructors fold is what the interpreter computes, and what is undefined
// isn't folded.
func TestFoldingAgrees(t *testing.T) {
	b := newBuilder(t)
	f := b.function("main")
	b.ret(b.num(0))
	prog := b.finish()
	rapid.Check(t, func(rt *rapid.T) {
		kind := cil.IntKind(rapid.IntRange(int(cil.Int), int(cil.UInt128)).Draw(rt, "type"))
		it := prog.Model.Int(kind)
		x, y := constant(rt, it, "x"), constant(rt, it, "y")
		op := cil.BinOp(rapid.IntRange(int(cil.Add), int(cil.LOr)).Draw(rt, "op"))
		if op >= cil.PtrAdd && op <= cil.PtrDiff {
			return
		}
		result := it
		if op >= cil.Eq {
			result = b.int()
		}
		to := prog.Model.Int(cil.IntKind(rapid.IntRange(0, int(cil.UInt128)).Draw(rt, "cast")))
		for _, c := range []struct{ folded, plain cil.Expr }{
			{cil.MakeBinary(op, x, y, result), &cil.Binary{Op: op, X: x, Y: y, T: result}},
			{cil.MakeUnary(cil.Neg, x, it), &cil.Unary{Op: cil.Neg, X: x, T: it}},
			{cil.MakeUnary(cil.BitNot, x, it), &cil.Unary{Op: cil.BitNot, X: x, T: it}},
			{cil.MakeCast(to, x), &cil.Cast{T: to, X: x}},
			{cil.Not(&cil.Binary{Op: cil.Lt, X: x, Y: y, T: b.int()}), &cil.Unary{Op: cil.LogNot, X: &cil.Binary{Op: cil.Lt, X: x, Y: y, T: b.int()}, T: b.int()}},
		} {
			compareFolded(rt, prog, f, c.folded, c.plain)
		}
	})
}

func compareFolded(rt *rapid.T, prog *cil.Program, f *cil.Func, folded, plain cil.Expr) {
	var want Value
	var err error
	Run(prog, f, Config{CheckOverflow: true, Hook: func(s *State, n *cil.Node) {
		if n == f.Entry {
			want, err = s.Eval(plain, nil)
		}
	}})
	c, ok := folded.(*cil.Const)
	switch {
	case err != nil && ok:
		rt.Fatalf("%s is folded to %s but %v", cil.ExprString(plain), c.Val, err)
	case err == nil && ok && c.Val.Cmp(want.Int) != 0:
		rt.Fatalf("%s is folded to %s, not %s", cil.ExprString(plain), c.Val, want.Int)
	}
}
