package interp

import (
	"math/big"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

func TestRecursion(t *testing.T) {
	b := newBuilder(t)
	f := b.factorial()
	stop := Run(b.finish(), f, Config{Args: []Value{IntValue(5)}})
	if stop.Kind != Returned || stop.Code != 120 {
		t.Errorf("factorial of 5: %v, code %d", stop, stop.Code)
	}
	stop = Run(b.prog, f, Config{Args: []Value{IntValue(20)}, CheckOverflow: true})
	if stop.Kind != UB || !strings.Contains(stop.What, "overflow") {
		t.Errorf("factorial of 20: %v", stop)
	}
	if stop = Run(b.prog, f, Config{Args: []Value{IntValue(50)}, Depth: 10}); stop.Kind != OutOfSteps {
		t.Errorf("10 activations: %v", stop)
	}
}

func TestHookEvaluates(t *testing.T) {
	b := newBuilder(t)
	f := b.factorial()
	b.finish()
	ghost := &cil.Var{Name: "$n", Type: b.int(), Kind: cil.Ghost, Func: f}
	sum := b.bin(cil.Add, cil.MakeCast(cil.Math, cil.LoadVar(f.Formals[0])), cil.MakeCast(cil.Math, cil.LoadVar(ghost)))
	var got []int64
	hook := func(s *State, n *cil.Node) {
		if n != f.Exit {
			return
		}
		v, err := s.Eval(sum, map[*cil.Var]Value{ghost: IntValue(1 << 40)})
		ret, err2 := s.Eval(cil.LoadVar(f.Result), nil)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		got = append(got, v.Int.Int64()-1<<40, ret.Int.Int64(), int64(s.Depth()))
	}
	Run(b.prog, f, Config{Args: []Value{IntValue(3)}, Hook: hook})
	want := []int64{1, 1, 3, 2, 2, 2, 3, 6, 1}
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestUndefined(t *testing.T) {
	for _, c := range []struct {
		name string
		expr func(b *builder, p, a *cil.Var) cil.Expr
		want string
	}{
		{"null", func(b *builder, p, a *cil.Var) cil.Expr { return &cil.Load{L: &cil.Lval{Mem: cil.LoadVar(p)}} }, "null pointer"},
		{"bounds", func(b *builder, p, a *cil.Var) cil.Expr {
			return &cil.Load{L: &cil.Lval{Base: a, Path: []cil.Sel{{Index: b.num(3)}}}}
		}, "bytes 12 to 16 of a"},
		{"before", func(b *builder, p, a *cil.Var) cil.Expr {
			return &cil.Load{L: &cil.Lval{Base: a, Path: []cil.Sel{{Index: b.num(-1)}}}}
		}, "points to no object"},
		{"zero", func(b *builder, p, a *cil.Var) cil.Expr { return b.bin(cil.Div, b.num(1), b.num(0)) }, "division by zero"},
		{"shift", func(b *builder, p, a *cil.Var) cil.Expr { return b.bin(cil.Shl, b.num(1), b.num(32)) }, "shifted by 32"},
		{"divide", func(b *builder, p, a *cil.Var) cil.Expr {
			return b.bin(cil.Mod, b.num(-1<<31), b.num(-1))
		}, "is divided by"},
	} {
		b := newBuilder(t)
		f := b.function("main")
		p := b.local("p", &cil.PtrType{Elem: b.int()})
		a := b.local("a", &cil.ArrayType{Elem: b.int(), Len: 3})
		b.ret(c.expr(b, p, a))
		if stop := Run(b.finish(), f, Config{}); stop.Kind != UB || !strings.Contains(stop.What, c.want) {
			t.Errorf("%s: %v", c.name, stop)
		}
	}
}

func TestHavocAndAssume(t *testing.T) {
	b := newBuilder(t)
	f := b.function("main")
	x := b.local("x", b.int())
	b.emit(&cil.Havoc{L: cil.VarLval(x), Why: "test"})
	b.emit(&cil.Assume{E: b.bin(cil.Gt, cil.LoadVar(x), b.num(10))})
	b.ret(cil.LoadVar(x))
	prog := b.finish()
	input := int64(7)
	cfg := Config{Havoc: func(*cil.Node, cil.Type) *big.Int { return big.NewInt(input) }}
	if stop := Run(prog, f, cfg); stop.Kind != Blocked {
		t.Errorf("7 > 10: %v", stop)
	}
	input = 42 + 1<<32
	if stop := Run(prog, f, cfg); stop.Kind != Returned || stop.Code != 42 {
		t.Errorf("42: %v", stop)
	}
}

func TestBitsRoundTrip(t *testing.T) {
	b := []byte{0xff, 0, 0xff, 0}
	storeBits(b, 5, 13, big.NewInt(-3))
	if got := loadBits(b, 5, 13, true); got.Int64() != -3 {
		t.Errorf("read back %v", got)
	}
	if b[0] != 0xbf || b[1] != 0xff || b[2] != 0xff || b[3] != 0 {
		t.Errorf("bytes % x", b)
	}
}
