package enc

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/need"
	"hardbop/internal/smt"
)

func prover(tb testing.TB) smt.Backend { return need.Backend(tb) }

// exprWorld has one variable of each integer type and draws expressions over them.
type exprWorld struct {
	prog  *cil.Program
	vars  []*cil.Var
	types []*cil.IntType
	math  bool // use mathematical integers too
}

func newExprWorld() *exprWorld {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	w := &exprWorld{prog: &cil.Program{Model: m}}
	for k := cil.Bool; k < cil.Int128; k++ {
		v := &cil.Var{Name: "v" + string(rune('a'+int(k))), Type: m.Int(k)}
		w.vars = append(w.vars, v)
		if k >= cil.Int {
			w.types = append(w.types, m.Int(k))
		}
	}
	w.prog.Globals = w.vars
	return w
}

// leaf draws a constant or a variable, converted to typ.
func (w *exprWorld) leaf(t *rapid.T, typ *cil.IntType) cil.Expr {
	if rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
		return &cil.Const{T: typ, Val: typ.Wrap(interesting(t))}
	}
	return cil.MakeCast(typ, cil.LoadVar(pick(t, "variable", w.vars)))
}

// interesting draws a number near a power of two or a small one.
func interesting(t *rapid.T) *big.Int {
	v := power(pick(t, "power", []int{0, 1, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64}))
	v.Add(v, big.NewInt(rapid.Int64Range(-2, 2).Draw(t, "near")))
	if rapid.Bool().Draw(t, "negative") {
		v.Neg(v)
	}
	return v
}

func (w *exprWorld) anyType(t *rapid.T) *cil.IntType {
	if w.math && rapid.IntRange(0, 3).Draw(t, "math") == 0 {
		return cil.Math
	}
	return pick(t, "type", w.types)
}

// expr draws an expression of type typ.
func (w *exprWorld) expr(t *rapid.T, typ *cil.IntType, depth int) cil.Expr {
	if depth == 0 {
		return w.leaf(t, typ)
	}
	sub := func(typ *cil.IntType) cil.Expr { return w.expr(t, typ, depth-1) }
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return cil.MakeCast(typ, sub(w.anyType(t)))
	case 1:
		return &cil.Unary{Op: pick(t, "unary", []cil.UnOp{cil.Neg, cil.BitNot}), X: sub(typ), T: typ}
	case 2:
		return &cil.Cond{C: w.truth(t, depth-1), A: sub(typ), B: sub(typ), T: typ}
	case 3:
		narrow := w.prog.Model.Int(pick(t, "narrow", []cil.IntKind{cil.Bool, cil.SChar, cil.UChar, cil.Short, cil.UShort}))
		return cil.MakeCast(typ, cil.MakeCast(narrow, sub(w.anyType(t))))
	case 4:
		return cil.MakeCast(typ, w.truth(t, depth-1))
	case 5:
		count := cil.IntConst(intType, rapid.Int64Range(0, 34).Draw(t, "count"))
		if rapid.Bool().Draw(t, "variable count") {
			return &cil.Binary{Op: pick(t, "shift", []cil.BinOp{cil.Shl, cil.Shr}), X: sub(typ), Y: w.leaf(t, intType), T: typ}
		}
		return &cil.Binary{Op: pick(t, "shift", []cil.BinOp{cil.Shl, cil.Shr}), X: sub(typ), Y: count, T: typ}
	}
	op := pick(t, "operator", []cil.BinOp{cil.Add, cil.Sub, cil.Mul, cil.Div, cil.Mod, cil.BitAnd, cil.BitOr, cil.BitXor})
	x, y := sub(typ), sub(typ)
	if rapid.Bool().Draw(t, "constant operand") {
		y = &cil.Const{T: typ, Val: typ.Wrap(interesting(t))}
	}
	return &cil.Binary{Op: op, X: x, Y: y, T: typ}
}

func (w *exprWorld) truth(t *rapid.T, depth int) cil.Expr {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "connective") == 0 {
		op := pick(t, "op", []cil.BinOp{cil.LAnd, cil.LOr})
		return &cil.Binary{Op: op, X: w.truth(t, depth-1), Y: w.truth(t, depth-1), T: intType}
	}
	typ := w.anyType(t)
	op := cil.Eq + cil.BinOp(rapid.IntRange(0, 5).Draw(t, "comparison"))
	return &cil.Binary{Op: op, X: w.expr(t, typ, depth), Y: w.expr(t, typ, depth), T: intType}
}

func (w *exprWorld) state(t *rapid.T) *machine {
	m := newMachine(w.prog.Model)
	for i, v := range w.vars {
		m.base[v] = uint64(0x1000 + 16*i)
		it := v.Type.(*cil.IntType)
		m.store(cil.VarLval(v), m.base[v], it.Wrap(interesting(t)))
	}
	return m
}

// uninterpreted reports whether t has a function that isn't known, variables aside.
func uninterpreted(t smt.Term) bool {
	if t.Op() == smt.OpApply {
		return true
	}
	for _, a := range t.Args() {
		if uninterpreted(a) {
			return true
		}
	}
	return false
}

// valueTerm is the term for v as a value of type t.
func valueTerm(c *coder, t *cil.IntType, v *big.Int, like smt.Term) smt.Term {
	if c.opt.Theory == Bits {
		return c.f.BV(v, like.Sort().Width())
	}
	return c.th.lit(t, v)
}

// valueLimit bounds each question of [TestValuesAreC] in the prover's steps: products of products
// may take it for ever. What it doesn't answer counts as not exact.
const valueLimit = 20_000_000

// TestValuesAreC evaluates random expressions in random states: the facts must hold, the
// value that C gives must be possible, and no other one unless something is uninterpreted.
func TestValuesAreC(t *testing.T) {
	b := prover(t)
	for _, opt := range []Options{{}, {Overflow: Wrap}, {Theory: Bits}, {Theory: Bits, Overflow: Wrap}} {
		solver := b.NewSolver(smt.Fresh)
		defer solver.Close()
		solver.SetLimit(valueLimit)
		exact, total := 0, 0
		check := func(t *rapid.T) {
			w := newExprWorld()
			w.math = true
			typ := w.anyType(t)
			e, m := w.expr(t, typ, rapid.IntRange(0, 3).Draw(t, "depth")), w.state(t)
			want := m.value(e)
			if want.BitLen() > 400 {
				return
			}
			coding := New(w.prog, b.Factory(), opt)
			term, truth := coding.Value(e), coding.Bool(e)
			solver.Push()
			defer solver.Pop()
			for _, s := range coding.Side(e) {
				solver.Assert(s)
			}
			for _, v := range w.vars {
				ld := coding.Value(cil.LoadVar(v))
				solver.Assert(coding.c.f.Eq(ld, valueTerm(coding.c, v.Type.(*cil.IntType), m.value(cil.LoadVar(v)), ld)))
			}
			if solver.Check().Status == smt.Unsat {
				t.Fatalf("%v: the facts exclude a state for %s", opt, cil.ExprString(e))
			}
			if m.undefined || m.overflow && opt.Theory == Math && opt.Overflow == Assume {
				return
			}
			f := coding.c.f
			right := f.And(f.Eq(term, valueTerm(coding.c, typ, want, term)), f.Iff(truth, f.Bool(want.Sign() != 0)))
			if solver.CheckAssuming([]smt.Term{right}).Status == smt.Unsat {
				t.Fatalf("%v: %s can't be %s\nterm %s", opt, cil.ExprString(e), want, term)
			}
			total++
			if uninterpreted(term) {
				return
			}
			switch solver.CheckAssuming([]smt.Term{f.Not(right)}).Status {
			case smt.Sat:
				t.Fatalf("%v: %s need not be %s\nterm %s", opt, cil.ExprString(e), want, term)
			case smt.Unsat:
				exact++
			}
		}
		rapid.Check(t, check)
		if exact*2 < total {
			t.Errorf("%v: only %d of %d values are exact", opt, exact, total)
		}
	}
}
