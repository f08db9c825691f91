package enc

import (
	"context"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/source"
)

// extern declares a function without a body.
func (k *kit) extern(name string, ret cil.Type, params ...cil.Type) *cil.Func {
	f := &cil.Func{Name: name, Type: &cil.FuncType{Ret: ret, Params: params}}
	k.prog.Funcs = append(k.prog.Funcs, f)
	return f
}

func callOf(f *cil.Func, ret *cil.Lval, args ...cil.Expr) cil.Instr {
	return &cil.Call{Ret: ret, Fn: &cil.FuncAddr{F: f, T: ptrTo(f.Type)}, Args: args}
}

// TestPathThroughCalls goes through a recursive function: inc(n) { l = n; if (n) inc(n-1); return l; }
// must return n, whatever the inner activation did to its own l.
func TestPathThroughCalls(t *testing.T) {
	b := prover(t)
	k := newKit()
	y := k.global("y", k.int, false)
	inc := &cil.Func{Name: "inc", Type: &cil.FuncType{Ret: k.int, Params: []cil.Type{k.int}}}
	k.prog.Funcs = append(k.prog.Funcs, inc)
	n := &cil.Var{Name: "n", Type: k.int, Kind: cil.Formal, Func: inc}
	l := &cil.Var{Name: "l", Type: k.int, Kind: cil.Local, Func: inc, AddrTaken: true}
	inc.Formals, inc.Locals = []*cil.Var{n}, []*cil.Var{l}
	inc.StartBody(source.Pos{}, source.Pos{})
	node := func(in cil.Instr) *cil.Node { return inc.NewNode(in, source.Pos{}) }
	set1 := node(set(l, cil.LoadVar(n)))
	br := node(&cil.Branch{E: cil.LoadVar(n)})
	rec := node(callOf(inc, nil, k.op(cil.Sub, cil.LoadVar(n), k.num(1))))
	ret := node(&cil.Return{E: cil.LoadVar(l)})
	steps := func(nodes ...path.Step) []path.Step { return nodes }
	at := func(n *cil.Node) path.Step { return path.Step{Node: n} }
	inner := steps(at(inc.Entry), at(set1), path.Step{Node: br, Taken: 1}, at(ret), at(inc.Exit))
	body := append(steps(at(inc.Entry), at(set1), path.Step{Node: br}, at(rec)), inner...)
	body = append(body, at(ret), at(inc.Exit))
	for _, c := range []struct {
		result int64
		want   Outcome
	}{{1, PathFeasible}, {0, PathInfeasible}} {
		_, p := straight(k.prog, "main", callOf(inc, cil.VarLval(y), k.num(1)), &cil.Assume{E: k.op(cil.Eq, cil.LoadVar(y), k.num(c.result))})
		all := append(append(append([]path.Step(nil), p.Steps[:2]...), body...), p.Steps[2:]...)
		got := Recheck(context.Background(), b, k.prog, &path.Path{Steps: all}, RecheckOptions{})
		if got.Outcome != c.want {
			t.Errorf("result %d: %s (%s), want %s", c.result, got.Outcome, got.Reason, c.want)
		}
	}
}

// TestExternalCalls checks what calls of functions without a body may do.
func TestExternalCalls(t *testing.T) {
	b := prover(t)
	k := newKit()
	x, y := k.global("x", k.int, true), k.global("y", k.int, false)
	p, q := k.global("p", ptrTo(k.int), false), k.global("q", ptrTo(k.int), false)
	local := &cil.Var{Name: "local", Type: k.int, Kind: cil.Local, AddrTaken: true}
	long := k.prog.Model.SizeT()
	get := k.extern("get", ptrTo(k.int))
	fill := k.extern("fill", cil.Void, ptrTo(k.int))
	change := k.extern("change", cil.Void, ptrTo(ptrTo(k.int)), ptrTo(k.int))
	r, z := k.global("r", ptrTo(k.int), true), k.global("z", k.int, true)
	null := &cil.Cast{T: p.Type, X: k.num(0)}
	look := k.extern("look", cil.Void, &cil.PtrType{Elem: k.int, Const: true})
	malloc := k.extern("malloc", ptrTo(cil.Void), long)
	calloc := k.extern("calloc", ptrTo(k.int), long, long)
	void := k.global("v", ptrTo(cil.Void), false)
	size := func(n int64) cil.Expr { return cil.IntConst(long, n) }
	alloc := callOf(malloc, cil.VarLval(void), size(4))
	isNull := func(v *cil.Var) cil.Expr {
		return k.op(cil.Eq, cil.LoadVar(v), &cil.Cast{T: v.Type, X: k.num(0)})
	}
	oneLevel := RecheckOptions{PathOptions: PathOptions{Extern: ExternOneLevel}}
	failing := RecheckOptions{PathOptions: PathOptions{AllocFails: true}}
	assumeEq := func(e cil.Expr, n int64) cil.Instr { return &cil.Assume{E: k.op(cil.Eq, e, k.num(n))} }
	for _, c := range []struct {
		name string
		opt  RecheckOptions
		ins  []cil.Instr
		want Outcome
	}{
		{"fills its argument", oneLevel, []cil.Instr{set(x, k.num(1)), callOf(fill, nil, addr(cil.VarLval(x))), assumeEq(cil.LoadVar(x), 2)}, PathFeasible},
		{"convention of SV-COMP", RecheckOptions{}, []cil.Instr{set(x, k.num(1)), callOf(fill, nil, addr(cil.VarLval(x))), assumeEq(cil.LoadVar(x), 2)}, PathInfeasible},
		{"const argument", oneLevel, []cil.Instr{set(x, k.num(1)), callOf(look, nil, addr(cil.VarLval(x))), assumeEq(cil.LoadVar(x), 2)}, PathInfeasible},
		{"other variables", oneLevel, []cil.Instr{set(y, k.num(1)), callOf(fill, nil, addr(cil.VarLval(x))), assumeEq(cil.LoadVar(y), 2)}, PathInfeasible},
		{"null", oneLevel, []cil.Instr{set(p, null), set(x, k.num(1)), callOf(fill, nil, cil.LoadVar(p)), assumeEq(cil.LoadVar(x), 2)}, PathInfeasible},
		{"after a write through null", oneLevel, []cil.Instr{set(p, null), set(y, k.num(1)),
			&cil.Assign{L: &cil.Lval{Mem: cil.LoadVar(p)}, E: k.num(5)}, assumeEq(cil.LoadVar(y), 2)}, PathInfeasible},
		{"what an argument led to", oneLevel, []cil.Instr{set(r, addr(cil.VarLval(x))), set(x, k.num(1)), callOf(change, nil, addr(cil.VarLval(r)), cil.LoadVar(r)),
			&cil.Assume{E: k.op(cil.Eq, cil.LoadVar(r), addr(cil.VarLval(z)))}, assumeEq(cil.LoadVar(x), 2)}, PathFeasible},
		{"what an argument leads to after the call", oneLevel, []cil.Instr{set(r, addr(cil.VarLval(x))), set(z, k.num(1)), callOf(change, nil, addr(cil.VarLval(r)), cil.LoadVar(r)),
			&cil.Assume{E: k.op(cil.Eq, cil.LoadVar(r), addr(cil.VarLval(z)))}, assumeEq(cil.LoadVar(z), 2)}, PathInfeasible},
		{"outside can't know a local", oneLevel, []cil.Instr{set(local, k.num(0)), callOf(get, cil.VarLval(p)),
			&cil.Assign{L: &cil.Lval{Mem: cil.LoadVar(p)}, E: k.num(5)}, assumeEq(cil.LoadVar(local), 5)}, PathInfeasible},
		{"outside may know a global", oneLevel, []cil.Instr{set(x, k.num(0)), callOf(get, cil.VarLval(p)),
			&cil.Assign{L: &cil.Lval{Mem: cil.LoadVar(p)}, E: k.num(5)}, assumeEq(cil.LoadVar(x), 5)}, PathFeasible},
		{"memory is new", RecheckOptions{}, []cil.Instr{alloc, set(p, &cil.Cast{T: p.Type, X: cil.LoadVar(void)}),
			&cil.Assign{L: &cil.Lval{Mem: cil.LoadVar(p)}, E: k.num(1)}, alloc, set(q, &cil.Cast{T: p.Type, X: cil.LoadVar(void)}),
			&cil.Assign{L: &cil.Lval{Mem: cil.LoadVar(q)}, E: k.num(2)}, assumeEq(deref(cil.LoadVar(p)), 2)}, PathInfeasible},
		{"allocation succeeds", RecheckOptions{}, []cil.Instr{alloc, &cil.Assume{E: isNull(void)}}, PathInfeasible},
		{"allocation fails", failing, []cil.Instr{alloc, &cil.Assume{E: isNull(void)}}, PathFeasible},
		{"zeroed memory", RecheckOptions{}, []cil.Instr{callOf(calloc, cil.VarLval(p), size(2), size(4)),
			&cil.Assume{E: k.op(cil.Ne, deref(&cil.Binary{Op: cil.PtrAdd, X: cil.LoadVar(p), Y: k.num(1), T: p.Type}), k.num(0))}}, PathInfeasible},
	} {
		f, pt := straight(k.prog, "f", c.ins...)
		local.Func = f
		f.Locals = []*cil.Var{local}
		got := Recheck(context.Background(), b, k.prog, pt, c.opt)
		if got.Outcome != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got.Outcome, got.Reason, c.want)
		}
	}
}
