package enc

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// TestStateMemory gives the encoder's memory the contents and addresses of a random state:
// no fact may exclude it, and a predicate must have the value that it has there.
func TestStateMemory(t *testing.T) {
	b := prover(t)
	for _, opt := range []Options{{}, {Theory: Bits}} {
		solver := b.NewSolver(smt.Fresh)
		defer solver.Close()
		rapid.Check(t, func(t *rapid.T) {
			w := newWorld()
			w.ints = w.ints[:len(w.ints)-1] // a read of another type is only known to be something
			m := w.state(t)
			phi := w.pred(t, w.intLval(t))
			coding := New(w.prog, b.Factory(), opt)
			f := coding.c.f
			solver.Push()
			defer solver.Pop()
			bind := func(e cil.Expr, v *big.Int) {
				for _, s := range coding.Side(e) {
					solver.Assert(s)
				}
				x := coding.Value(e)
				solver.Assert(f.Eq(x, valueTerm(coding.c, cil.Math, v, x)))
			}
			for _, v := range w.vars {
				bind(addr(cil.VarLval(v)), new(big.Int).SetUint64(m.base[v]))
				leaves, _ := scalarParts(cil.VarLval(v))
				for _, l := range leaves {
					bind(&cil.Load{L: l}, m.load(l))
				}
			}
			for _, s := range coding.Side(phi) {
				solver.Assert(s)
			}
			if got := solver.Check().Status; got != smt.Sat {
				t.Fatalf("%v: the facts exclude a state for %s: %s", opt, cil.ExprString(phi), got)
			}
			wrong := f.Iff(coding.Bool(phi), f.Bool(!m.true(phi)))
			if solver.CheckAssuming([]smt.Term{wrong}).Status != smt.Unsat {
				t.Fatalf("%v: %s need not be %v\n%s", opt, cil.ExprString(phi), m.true(phi), stateText(m, w))
			}
		})
	}
}

// TestProvable lists what must follow from the facts, and what must not.
func TestProvable(t *testing.T) {
	b := prover(t)
	w := newWorld()
	lit := &cil.Var{Name: "lit", Type: &cil.ArrayType{Elem: w.prog.Model.Int(cil.Char), Len: 4}, Kind: cil.Literal, AddrTaken: true}
	lit2 := &cil.Var{Name: "lit2", Type: lit.Type, Kind: cil.Literal, AddrTaken: true}
	f1, f2 := &cil.Func{Name: "f1", Type: &cil.FuncType{Ret: cil.Void}}, &cil.Func{Name: "f2", Type: &cil.FuncType{Ret: cil.Void}}
	w.prog.Globals = append(w.prog.Globals, lit, lit2)
	w.prog.Funcs = append(w.prog.Funcs, f1, f2)
	v := func(name string) cil.Expr { return cil.LoadVar(w.named[name]) }
	at := func(v *cil.Var, sels ...cil.Sel) cil.Expr { return addr(&cil.Lval{Base: v, Path: sels}) }
	op := func(op cil.BinOp, x, y cil.Expr) cil.Expr { return &cil.Binary{Op: op, X: x, Y: y, T: w.int} }
	long := w.prog.Model.Int(cil.Long)
	asLong := func(e cil.Expr) cil.Expr { return &cil.Cast{T: long, X: e} }
	null := &cil.Cast{T: ptrTo(w.int), X: cil.IntConst(w.int, 0)}
	fa := func(f *cil.Func) cil.Expr { return &cil.FuncAddr{F: f, T: ptrTo(f.Type)} }
	double := &cil.FloatType{Bits: 64, Bytes: 8}
	d1 := &cil.Load{L: cil.VarLval(&cil.Var{Name: "d1", Type: double})}
	d2 := &cil.Load{L: cil.VarLval(&cil.Var{Name: "d2", Type: double})}
	a, bb, s := w.named["a"], w.named["b"], w.named["s"]
	for _, c := range []struct {
		e    cil.Expr
		want bool
	}{
		{op(cil.Ne, at(a), at(bb)), true},
		{op(cil.Ne, at(a), null), true},
		{op(cil.Ne, at(a), at(s, cil.Sel{Field: w.data[1]})), true},
		{op(cil.Ne, at(s, cil.Sel{Field: w.data[0]}), at(s, cil.Sel{Field: w.data[1]})), true},
		{op(cil.Ne, fa(f1), fa(f2)), true},
		{op(cil.Ne, at(lit), at(w.named["ar"])), true},
		{op(cil.LOr, op(cil.Ne, at(lit), at(lit2)), cil.IntConst(w.int, 0)), false},
		{op(cil.Lt, at(a), at(bb)), false},
		{op(cil.LOr, op(cil.Lt, at(a), at(bb)), op(cil.Lt, at(bb), at(a))), true},
		{op(cil.Gt, asLong(at(a)), &cil.Const{T: long, Val: new(big.Int)}), false}, // the upper half is negative
		{op(cil.Ne, asLong(at(a)), &cil.Const{T: long, Val: new(big.Int)}), true},
		{op(cil.Ne, asLong(at(a)), &cil.Const{T: long, Val: big.NewInt(4096)}), false},
		{op(cil.Eq, d1, d1), false},
		{op(cil.LOr, op(cil.Lt, d1, d2), op(cil.Ge, d1, d2)), false},
		{op(cil.LOr, op(cil.Eq, d1, d2), op(cil.Ne, d1, d2)), true},
		{op(cil.Lt, op(cil.BitAnd, v("c"), cil.IntConst(w.int, 12)), cil.IntConst(w.int, 13)), true},
		{op(cil.LOr, op(cil.Lt, v("c"), cil.IntConst(w.int, 0)), op(cil.Le, op(cil.BitAnd, v("c"), v("k")), v("c"))), true},
	} {
		for _, theory := range []Theory{Math, Bits} {
			coding := New(w.prog, b.Factory(), Options{Theory: theory})
			solver := b.NewSolver(smt.Fresh)
			for _, s := range coding.Side(c.e) {
				solver.Assert(s)
			}
			solver.Assert(coding.c.f.Not(coding.Bool(c.e)))
			if got := solver.Check(); (got.Status == smt.Unsat) != c.want || got.Status == smt.Unknown {
				t.Errorf("theory %d: %s: not it is %s, want provable %v", theory, cil.ExprString(c.e), got, c.want)
			}
			solver.Close()
		}
	}
}

// TestLogicalMemory checks that p+i is p in the model of the papers.
func TestLogicalMemory(t *testing.T) {
	w := newWorld()
	p := cil.LoadVar(w.named["q"])
	moved := &cil.Binary{Op: cil.PtrAdd, X: p, Y: cil.LoadVar(w.named["k"]), T: p.Type()}
	for _, memory := range []Memory{Typed, Logical} {
		coding := New(w.prog, smt.NewFactory(), Options{Memory: memory})
		if got := coding.Value(p) == coding.Value(moved); got != (memory == Logical) {
			t.Errorf("memory model %d: p+k is p: %v", memory, got)
		}
	}
}

// TestMayOverflow lists the operations that need an assumption.
func TestMayOverflow(t *testing.T) {
	w := newWorld()
	c, k := cil.LoadVar(w.named["c"]), cil.LoadVar(w.named["k"])
	sum := &cil.Binary{Op: cil.Add, X: c, Y: k, T: w.int}
	small := &cil.Binary{Op: cil.Mod, X: c, Y: cil.IntConst(w.int, 10), T: w.int}
	safe := &cil.Binary{Op: cil.Mul, X: small, Y: small, T: w.int}
	e := &cil.Binary{Op: cil.LAnd, X: sum, Y: safe, T: w.int}
	ranges := newCoder(smt.NewFactory(), w.prog.Model, Options{}).ranges
	if got := fmt.Sprint(len(MayOverflow(e, ranges))); got != "1" {
		t.Errorf("%s operations may overflow, want 1", got)
	}
}

// TestBelowNull looks for structs by way of members whose addresses are null: nothing is known then of where they are.
func TestBelowNull(t *testing.T) {
	b := prover(t)
	w := newWorld()
	comp := w.data[0].Comp
	char := ptrTo(w.prog.Model.Int(cil.Char))
	member := func(name string, offset int64) (by *cil.Var, at cil.Expr) {
		by = &cil.Var{Name: name, Type: char}
		p := &cil.Binary{Op: cil.PtrAdd, X: cil.LoadVar(by), Y: cil.IntConst(w.int, -offset), T: char}
		return by, addr(&cil.Lval{Mem: &cil.Cast{T: ptrTo(comp), X: p}, Path: []cil.Sel{{Field: w.data[1]}}})
	}
	x, first := member("x", comp.Size)
	y, second := member("y", comp.Size/2)
	e := &cil.Binary{Op: cil.Ne, X: first, Y: second, T: w.int}
	for _, theory := range []Theory{Math, Bits} {
		for _, null := range []bool{true, false} {
			coding := New(w.prog, b.Factory(), Options{Theory: theory, Structs: func(cil.Expr) bool { return true }})
			solver := b.NewSolver(smt.Fresh)
			for _, s := range coding.Side(e) {
				solver.Assert(s)
			}
			for _, v := range []*cil.Var{x, y} {
				at := cil.IntConst(w.prog.Model.Int(cil.Long), 4096)
				if null {
					at = cil.IntConst(w.prog.Model.Int(cil.Long), 0)
				}
				solver.Assert(coding.Bool(&cil.Binary{Op: cil.Eq, X: cil.LoadVar(v), Y: &cil.Cast{T: char, X: at}, T: w.int}))
			}
			if got := solver.Check(); (got.Status == smt.Sat) != null {
				t.Errorf("theory %d, null %v: %s", theory, null, got)
			}
			solver.Close()
		}
	}
}
