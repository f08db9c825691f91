package interval

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
)

func model(t *testing.T) *cil.DataModel {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kinds are small enough to be enumerated.
var kinds = []cil.IntKind{cil.SChar, cil.UChar, cil.Bool}

// concrete evaluates an expression over two variables exactly, with wrapping; ok is
// false where C leaves the behaviour undefined.
func concrete(e cil.Expr, env map[*cil.Var]*big.Int) (v *big.Int, ok bool) {
	switch e := e.(type) {
	case *cil.Const:
		return e.Val, true
	case *cil.Load:
		return env[e.L.Base], true
	case *cil.Cast:
		x, ok := concrete(e.X, env)
		return e.T.(*cil.IntType).Wrap(x), ok
	case *cil.Unary:
		x, ok := concrete(e.X, env)
		switch e.Op {
		case cil.Neg:
			x = new(big.Int).Neg(x)
		case cil.BitNot:
			x = new(big.Int).Not(x)
		case cil.LogNot:
			x = big.NewInt(int64(1 - x.Sign()*x.Sign()))
		}
		return e.T.(*cil.IntType).Wrap(x), ok
	case *cil.Binary:
		x, ok1 := concrete(e.X, env)
		y, ok2 := concrete(e.Y, env)
		folded := cil.MakeBinary(e.Op, &cil.Const{T: e.X.Type().(*cil.IntType), Val: x}, &cil.Const{T: e.Y.Type().(*cil.IntType), Val: y}, e.T)
		c, isConst := folded.(*cil.Const)
		if !isConst {
			return new(big.Int), false
		}
		return c.Val, ok1 && ok2
	}
	panic("not in these tests")
}

// expr draws an expression of type t over vars.
func expr(t *rapid.T, m *cil.DataModel, vars []*cil.Var, ty *cil.IntType, depth int) cil.Expr {
	pick := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		pick %= 2
	}
	switch pick {
	case 0:
		return cil.IntConst(ty, int64(rapid.IntRange(-200, 300).Draw(t, "constant")))
	case 1:
		return &cil.Cast{T: ty, X: cil.LoadVar(vars[rapid.IntRange(0, len(vars)-1).Draw(t, "variable")])}
	case 2:
		op := []cil.UnOp{cil.Neg, cil.BitNot}[rapid.IntRange(0, 1).Draw(t, "unary")]
		return &cil.Unary{Op: op, X: expr(t, m, vars, ty, depth-1), T: ty}
	case 3:
		op := cil.Eq + cil.BinOp(rapid.IntRange(0, 5).Draw(t, "comparison"))
		return &cil.Cast{T: ty, X: &cil.Binary{Op: op, X: expr(t, m, vars, ty, depth-1), Y: expr(t, m, vars, ty, depth-1), T: m.Int(cil.Int)}}
	}
	op := cil.Add + cil.BinOp(rapid.IntRange(0, 9).Draw(t, "binary"))
	return &cil.Binary{Op: op, X: expr(t, m, vars, ty, depth-1), Y: expr(t, m, vars, ty, depth-1), T: ty}
}

// TestEvalIsSound compares with all concrete values in random intervals.
func TestEvalIsSound(t *testing.T) {
	m := model(t)
	rapid.Check(t, func(t *rapid.T) {
		vars := []*cil.Var{
			{Name: "a", Type: m.Int(kinds[rapid.IntRange(0, 2).Draw(t, "type of a")])},
			{Name: "b", Type: m.Int(kinds[rapid.IntRange(0, 2).Draw(t, "type of b")])},
		}
		in := map[*cil.Var]Interval{}
		for _, v := range vars {
			r := Range(v.Type.(*cil.IntType))
			lo := rapid.Int64Range(r.Lo.Int64(), r.Hi.Int64()).Draw(t, "lo")
			in[v] = Of(lo, min(r.Hi.Int64(), lo+rapid.Int64Range(0, 12).Draw(t, "width")))
		}
		ty := m.Int([]cil.IntKind{cil.SChar, cil.UChar, cil.Int, cil.UInt}[rapid.IntRange(0, 3).Draw(t, "type")])
		e := expr(t, m, vars, ty, 3)
		ev := &Eval{Wrap: true, Read: func(l *cil.Lval) (Interval, bool) { x, ok := in[l.Base]; return x, ok }}
		got := ev.Value(e)
		for a := in[vars[0]].Lo.Int64(); a <= in[vars[0]].Hi.Int64(); a++ {
			for b := in[vars[1]].Lo.Int64(); b <= in[vars[1]].Hi.Int64(); b++ {
				v, ok := concrete(e, map[*cil.Var]*big.Int{vars[0]: big.NewInt(a), vars[1]: big.NewInt(b)})
				if ok && got.Intersect(Point(v)).Empty() {
					t.Fatalf("%s with a = %d, b = %d is %s, outside of [%v, %v]", cil.ExprString(e), a, b, v, got.Lo, got.Hi)
				}
			}
		}
	})
}

func TestTruth(t *testing.T) {
	for _, c := range []struct {
		in   Interval
		want Truth
	}{
		{Of(0, 0), False}, {Of(1, 5), True}, {Of(-3, -1), True}, {Of(0, 1), Maybe}, {Interval{}, Maybe},
	} {
		if got := c.in.Truth(); got != c.want {
			t.Errorf("truth of [%v, %v]: got %v, want %v", c.in.Lo, c.in.Hi, got, c.want)
		}
	}
}

func TestComparePrecision(t *testing.T) {
	m := model(t)
	x := &cil.Var{Name: "x", Type: m.Int(cil.Int)}
	ev := &Eval{Read: func(*cil.Lval) (Interval, bool) { return Of(3, 7), true }}
	for _, c := range []struct {
		op   cil.BinOp
		k    int64
		want Truth
	}{
		{cil.Lt, 8, True}, {cil.Lt, 7, Maybe}, {cil.Lt, 3, False}, {cil.Le, 7, True}, {cil.Gt, 7, False},
		{cil.Ge, 3, True}, {cil.Eq, 8, False}, {cil.Ne, 8, True}, {cil.Eq, 5, Maybe},
	} {
		e := &cil.Binary{Op: c.op, X: cil.LoadVar(x), Y: cil.IntConst(m.Int(cil.Int), c.k), T: m.Int(cil.Int)}
		if got := ev.Truth(e); got != c.want {
			t.Errorf("%s for x in [3, 7]: got %v, want %v", cil.ExprString(e), got, c.want)
		}
	}
}

// TestErrorPointers converts numbers to addresses: a negative one, as an error number is, counts from the end of memory.
func TestErrorPointers(t *testing.T) {
	m := model(t)
	for _, c := range []struct {
		n     int64
		bytes int
		want  string
	}{{-12, 8, "18446744073709551604"}, {-12, 4, "4294967284"}, {16, 8, "16"}, {0, 0, "0"}, {-12, 0, ""}, {16, 0, ""}} {
		ev := Eval{PtrBytes: c.bytes}
		v := ev.Value(&cil.Cast{T: &cil.PtrType{Elem: cil.Void}, X: cil.IntConst(m.Int(cil.Long), c.n)})
		if got := v.IsPoint(); got != (c.want != "") || got && v.Lo.String() != c.want {
			t.Errorf("%d as an address of %d bytes: %v, want %q", c.n, c.bytes, v, c.want)
		}
	}
}
