package enc

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// straight makes a function of the given instructions in a row, and the path through it.
func straight(prog *cil.Program, name string, ins ...cil.Instr) (*cil.Func, *path.Path) {
	f := &cil.Func{Name: name, Type: &cil.FuncType{Ret: cil.Void}}
	prog.Funcs = append(prog.Funcs, f)
	f.StartBody(source.Pos{}, source.Pos{})
	at := f.Entry
	p := &path.Path{Steps: []path.Step{{Node: f.Entry}}}
	for _, in := range ins {
		n := f.NewNode(in, source.Pos{})
		at.Succs = []*cil.Node{n}
		at = n
		p.Steps = append(p.Steps, path.Step{Node: n})
	}
	at.Succs = []*cil.Node{f.Exit}
	p.Steps = append(p.Steps, path.Step{Node: f.Exit})
	return f, p
}

// initialAssignments assigns what m holds to all scalars of w's variables.
func (w *world) initialAssignments(m *machine) []cil.Instr {
	targets := map[string]cil.Expr{}
	for _, e := range append(append([]cil.Expr(nil), w.ints[2:6]...), w.nodes[2:4]...) {
		targets[m.value(e).String()] = e
	}
	targets[fmt.Sprint(m.base[w.named["p"]])] = w.pps[1]
	var out []cil.Instr
	for _, v := range w.vars {
		leaves, _ := scalarParts(cil.VarLval(v))
		for _, l := range leaves {
			var e cil.Expr
			if it, ok := l.Type().(*cil.IntType); ok {
				e = &cil.Const{T: it, Val: m.load(l)}
			} else {
				e = cil.MakeCast(l.Type(), targets[m.load(l).String()])
			}
			out = append(out, &cil.Assign{L: l, E: e})
		}
	}
	return out
}

// TestPathsAreC executes random assignments in a known state; assuming what a predicate
// is afterwards must be feasible, and assuming the contrary infeasible.
func TestPathsAreC(t *testing.T) {
	b := prover(t)
	rapid.Check(t, func(t *rapid.T) {
		theory := pick(t, "theory", []Theory{Bits, Math})
		w := newWorld()
		if theory == Math { // no type punning there
			w.ints = w.ints[:len(w.ints)-1]
		}
		m := w.state(t)
		ins := w.initialAssignments(m)
		var last *cil.Lval
		for i := rapid.IntRange(1, 4).Draw(t, "length"); i > 0; i-- {
			a := w.assignment(t)
			ins = append(ins, &cil.Assign{L: a.l, E: a.e})
			m.assign(a.l, a.e)
			last = a.l
		}
		phi := w.pred(t, last)
		holds := m.true(phi)
		for _, want := range []bool{holds, !holds} {
			e := phi
			if !want {
				e = cil.Not(phi)
			}
			_, p := straight(w.prog, "f", append(ins[:len(ins):len(ins)], &cil.Assume{E: e})...)
			if theory == Math {
				checkMathPath(t, b, w.prog, p, want == holds)
				continue
			}
			got := Recheck(context.Background(), b, w.prog, p, RecheckOptions{})
			if expect := map[bool]Outcome{true: PathFeasible, false: PathInfeasible}[want == holds]; got.Outcome != expect {
				t.Fatalf("assume %s: %s (%s), want %s\n%s", cil.ExprString(e), got.Outcome, got.Reason, expect, pathText(p))
			}
			if got.Outcome == PathFeasible {
				compareValues(t, w, m, got)
			}
		}
	})
}

// checkMathPath checks the formula over mathematical integers, with addresses as they may be.
func checkMathPath(t *rapid.T, b smt.Backend, prog *cil.Program, p *path.Path, feasible bool) {
	form := Encode(prog, b.Factory(), p, PathOptions{})
	s := b.NewSolver(smt.Fresh)
	defer s.Close()
	for _, x := range form.Facts {
		s.Assert(x)
	}
	for _, c := range form.Conds {
		s.Assert(c.Cond)
	}
	want := map[bool]smt.Status{true: smt.Sat, false: smt.Unsat}[feasible]
	if got := s.Check(); got.Status != want {
		t.Fatalf("%s, want %s\n%s", got, want, pathText(p))
	}
}

// compareValues compares the last integer that was assigned to each variable with m.
func compareValues(t *rapid.T, w *world, m *machine, v *Verdict) {
	last := map[*cil.Var]*big.Int{}
	for _, x := range v.Values {
		if x.L.IsVar(nil) && cil.IsInteger(x.L.Type()) && !x.L.Base.AddrTaken {
			last[x.L.Base] = x.Val
		}
	}
	for _, x := range w.vars {
		if n := last[x]; n != nil && n.Cmp(m.load(cil.VarLval(x))) != 0 {
			t.Fatalf("the model has %s = %s, want %s", x.Name, n, m.load(cil.VarLval(x)))
		}
	}
}

func pathText(p *path.Path) string {
	var b strings.Builder
	for i, s := range p.Steps {
		switch in := s.Node.Instr.(type) {
		case *cil.Assign:
			fmt.Fprintf(&b, "%d: %s = %s\n", i, cil.LvalString(in.L), cil.ExprString(in.E))
		case *cil.Assume:
			fmt.Fprintf(&b, "%d: assume %s\n", i, cil.ExprString(in.E))
		}
	}
	return b.String()
}

// kit has what hand-made paths need.
type kit struct {
	prog *cil.Program
	int  *cil.IntType
}

func newKit() *kit {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	return &kit{prog: &cil.Program{Model: m}, int: m.Int(cil.Int)}
}

func (k *kit) global(name string, t cil.Type, taken bool) *cil.Var {
	v := &cil.Var{Name: name, Type: t, AddrTaken: taken}
	k.prog.Globals = append(k.prog.Globals, v)
	return v
}

func set(v *cil.Var, e cil.Expr) cil.Instr { return &cil.Assign{L: cil.VarLval(v), E: e} }

func (k *kit) num(n int64) cil.Expr { return cil.IntConst(k.int, n) }

func (k *kit) op(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return &cil.Binary{Op: op, X: x, Y: y, T: k.int}
}

func deref(p cil.Expr) cil.Expr { return &cil.Load{L: &cil.Lval{Mem: p}} }

// TestRecheck decides paths that need what mathematical integers don't have, and others
// whose answer depends on layout or undefined behaviour.
func TestRecheck(t *testing.T) {
	b := prover(t)
	k := newKit()
	char := k.prog.Model.Int(cil.Char)
	x, y := k.global("x", k.int, true), k.global("y", k.int, false)
	u := k.global("u", k.prog.Model.Int(cil.UInt), false)
	p, q := k.global("p", ptrTo(k.int), false), k.global("q", ptrTo(k.int), false)
	d := k.global("d", &cil.FloatType{Bits: 64, Bytes: 8}, false)
	tab := k.global("tab", &cil.ArrayType{Elem: k.int, Len: 3}, false)
	tab.Const = true
	tab.Init = &cil.Init{Entries: []cil.InitEntry{{Path: []cil.Sel{{Index: k.num(1)}}, Expr: k.num(7)}}}
	rd := cil.LoadVar
	one := k.num(1)
	next := k.op(cil.Add, rd(y), one)
	byteOf := func(i int64) cil.Expr {
		return deref(&cil.Binary{Op: cil.PtrAdd, X: &cil.Cast{T: ptrTo(char), X: addr(cil.VarLval(x))}, Y: k.num(i), T: ptrTo(char)})
	}
	arr := k.global("arr", tab.Type, false)
	at := func(i cil.Expr) *cil.Lval { return &cil.Lval{Base: arr, Path: []cil.Sel{{Index: i}}} }
	elem1 := &cil.Load{L: at(one)}
	store := func(i, v int64) cil.Instr { return &cil.Assign{L: at(k.num(i)), E: k.num(v)} }
	elem := func(i cil.Expr) cil.Expr { return &cil.Load{L: &cil.Lval{Base: tab, Path: []cil.Sel{{Index: i}}}} }
	assume := func(e cil.Expr) cil.Instr { return &cil.Assume{E: e} }
	for _, c := range []struct {
		name string
		opt  RecheckOptions
		ins  []cil.Instr
		want Outcome
		core []int
	}{
		{name: "overflow is assumed away", ins: []cil.Instr{assume(k.op(cil.Lt, next, rd(y)))}, want: PathInfeasible, core: []int{1}},
		{name: "overflow wraps", opt: wrapping(), ins: []cil.Instr{assume(k.op(cil.Lt, next, rd(y)))}, want: PathFeasible},
		{name: "unsigned wraps", want: PathFeasible, ins: []cil.Instr{
			set(u, &cil.Binary{Op: cil.Add, X: rd(u), Y: cil.IntConst(u.Type.(*cil.IntType), 1), T: u.Type}),
			assume(k.op(cil.Eq, rd(u), cil.IntConst(u.Type.(*cil.IntType), 0)))}},
		{name: "core leaves out what doesn't matter", want: PathInfeasible, core: []int{1, 3}, ins: []cil.Instr{
			set(y, one), set(u, cil.IntConst(u.Type.(*cil.IntType), 3)), assume(k.op(cil.Eq, rd(y), k.num(2)))}},
		{name: "same pointer", want: PathInfeasible, core: []int{1, 2, 4, 5}, ins: []cil.Instr{
			set(p, addr(cil.VarLval(x))), set(q, rd(p)), &cil.Assign{L: &cil.Lval{Mem: rd(p)}, E: one},
			&cil.Assign{L: &cil.Lval{Mem: rd(q)}, E: k.num(2)}, assume(k.op(cil.Eq, rd(x), one))}},
		{name: "pointers may be the same", want: PathFeasible, ins: []cil.Instr{
			&cil.Assign{L: &cil.Lval{Mem: rd(p)}, E: one}, &cil.Assign{L: &cil.Lval{Mem: rd(q)}, E: k.num(2)},
			assume(k.op(cil.Eq, deref(rd(p)), k.num(2)))}},
		{name: "pointers may differ", want: PathFeasible, ins: []cil.Instr{
			&cil.Assign{L: &cil.Lval{Mem: rd(p)}, E: one}, &cil.Assign{L: &cil.Lval{Mem: rd(q)}, E: k.num(2)},
			assume(k.op(cil.Eq, deref(rd(p)), one))}},
		{name: "little endian", want: PathInfeasible, ins: []cil.Instr{
			set(x, k.num(0x01020304)), assume(k.op(cil.Ne, byteOf(0), cil.IntConst(char, 4)))}},
		{name: "other bytes", want: PathFeasible, ins: []cil.Instr{
			set(x, k.num(0x01020304)), assume(k.op(cil.Eq, byteOf(3), cil.IntConst(char, 1)))}},
		{name: "a byte of an int", want: PathInfeasible, ins: []cil.Instr{
			set(x, k.num(0x01020304)), &cil.Assign{L: byteOf(1).(*cil.Load).L, E: cil.IntConst(char, 0)},
			assume(k.op(cil.Ne, rd(x), k.num(0x01020004)))}},
		{name: "element at an unknown index", want: PathFeasible, ins: []cil.Instr{
			store(1, 1), &cil.Assign{L: at(rd(y)), E: k.num(2)}, assume(k.op(cil.Eq, elem1, k.num(2)))}},
		{name: "element at another index", want: PathFeasible, ins: []cil.Instr{
			store(1, 1), &cil.Assign{L: at(rd(y)), E: k.num(2)}, assume(k.op(cil.Eq, elem1, one))}},
		{name: "element at the same index", want: PathInfeasible, ins: []cil.Instr{
			store(1, 1), assume(k.op(cil.Eq, rd(y), one)), &cil.Assign{L: at(rd(y)), E: k.num(2)}, assume(k.op(cil.Eq, elem1, one))}},
		{name: "objects aren't null", want: PathInfeasible, ins: []cil.Instr{
			set(p, addr(cil.VarLval(x))), assume(k.op(cil.Eq, rd(p), &cil.Cast{T: p.Type, X: k.num(0)}))}},
		{name: "constant table", want: PathInfeasible, ins: []cil.Instr{
			assume(k.op(cil.Le, k.num(0), rd(y))), assume(k.op(cil.Lt, rd(y), k.num(3))),
			assume(k.op(cil.Eq, elem(rd(y)), k.num(5)))}},
		{name: "constant table entry", want: PathFeasible, ins: []cil.Instr{assume(k.op(cil.Eq, elem(rd(y)), k.num(7)))}},
		{name: "floats are unknown", want: PathUnknown, ins: []cil.Instr{
			assume(k.op(cil.Lt, rd(d), &cil.FloatConst{T: d.Type.(*cil.FloatType), Text: "0.5"}))}},
		{name: "floats that don't matter", want: PathFeasible, ins: []cil.Instr{
			set(d, &cil.FloatConst{T: d.Type.(*cil.FloatType), Text: "0.5"}), assume(k.op(cil.Eq, rd(y), one))}},
		{name: "opaque", want: PathUnknown, ins: []cil.Instr{&cil.Opaque{Code: "setjmp"}}},
		{name: "havoc", want: PathFeasible, ins: []cil.Instr{
			set(y, one), &cil.Havoc{L: cil.VarLval(y), Why: "input"}, assume(k.op(cil.Eq, rd(y), k.num(5)))}},
	} {
		_, pt := straight(k.prog, "f", c.ins...)
		got := Recheck(context.Background(), b, k.prog, pt, c.opt)
		if got.Outcome != c.want || c.core != nil && !reflect.DeepEqual(got.Core, c.core) {
			t.Errorf("%s: %s %v (%s), want %s %v", c.name, got.Outcome, got.Core, got.Reason, c.want, c.core)
		}
	}
}

func wrapping() RecheckOptions {
	var o RecheckOptions
	o.Overflow = Wrap
	return o
}
