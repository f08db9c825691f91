package slic

import (
	"math/big"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// testProgram is a program in cil, made by hand, with functions for events:
//
//	struct dev { int status; unsigned flag : 3; struct dev *next; volatile int reg; int tab[4]; };
//	void acquire(struct dev *lock);            no body
//	void release(struct dev *lock);            no body
//	int  try_acquire(struct dev *lock, int n); no body
//	int  helper(int a, struct dev *d) { a = a + 1; return a; }
//	void pair(struct dev *p, struct dev *q);   no body
//	void old();                                no body, no prototype
//	int  count;  struct dev device;  volatile int port;  int table[8];
//	void entry(void) { ... }                   the calls of addCall
type testProgram struct {
	prog  *cil.Program
	int   *cil.IntType
	dev   *cil.CompType
	entry *cil.Func
	last  *cil.Node // the calls are appended after it
}

func newTestProgram(t testing.TB) *testProgram {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	p := &testProgram{prog: &cil.Program{Model: m}, int: m.Int(cil.Int)}
	p.dev = &cil.CompType{Tag: "dev", Defined: true, Size: 48, Align: 8}
	for i, f := range []*cil.Field{{Name: "status", Type: p.int}, {Name: "flag", Type: m.Int(cil.UInt), BitField: true, BitLen: 3, Offset: 4},
		{Name: "next", Type: p.devPtr(), Offset: 8}, {Name: "reg", Type: p.int, Offset: 16, Volatile: true},
		{Name: "tab", Type: &cil.ArrayType{Elem: p.int, Len: 4}, Offset: 20}} {
		f.Comp, f.Index = p.dev, i
		p.dev.Fields = append(p.dev.Fields, f)
	}
	p.prog.Comps = []*cil.CompType{p.dev}
	p.global("count", p.int)
	p.global("device", p.dev)
	p.global("port", p.int).Volatile = true
	p.global("table", &cil.ArrayType{Elem: p.int, Len: 8})
	p.declare("acquire", cil.Void, p.devPtr())
	p.declare("release", cil.Void, p.devPtr())
	p.declare("try_acquire", p.int, p.devPtr(), p.int)
	p.declare("pair", cil.Void, p.devPtr(), p.devPtr())
	p.declare("old", cil.Void).Type.NoProto = true
	p.helper()
	p.entry = p.declare("entry", cil.Void)
	p.entry.StartBody(source.Pos{File: "t.c", Line: 1}, source.Pos{File: "t.c", Line: 99})
	p.last = p.entry.Entry
	return p
}

func (p *testProgram) devPtr() cil.Type { return &cil.PtrType{Elem: p.dev} }

func (p *testProgram) global(name string, t cil.Type) *cil.Var {
	v := &cil.Var{Name: name, Type: t, Kind: cil.Global}
	p.prog.Globals = append(p.prog.Globals, v)
	return v
}

func (p *testProgram) declare(name string, ret cil.Type, params ...cil.Type) *cil.Func {
	f := &cil.Func{Name: name, Type: &cil.FuncType{Ret: ret, Params: params}}
	for i, t := range params {
		f.Formals = append(f.Formals, &cil.Var{Name: string(rune('a' + i)), Type: t, Kind: cil.Formal, Func: f})
	}
	p.prog.Funcs = append(p.prog.Funcs, f)
	return f
}

func (p *testProgram) helper() {
	f := p.declare("helper", p.int, p.int, p.devPtr())
	f.StartBody(source.Pos{File: "t.c", Line: 50}, source.Pos{File: "t.c", Line: 53})
	a := f.Formals[0]
	sum := &cil.Binary{Op: cil.Add, X: cil.LoadVar(a), Y: cil.IntConst(p.int, 1), T: p.int}
	inc := f.NewNode(&cil.Assign{L: cil.VarLval(a), E: sum}, source.Pos{File: "t.c", Line: 51})
	ret := f.NewNode(&cil.Return{E: cil.LoadVar(a)}, source.Pos{File: "t.c", Line: 52})
	f.Entry.Succs, inc.Succs, ret.Succs = []*cil.Node{inc}, []*cil.Node{ret}, []*cil.Node{f.Exit}
	f.Finish()
}

func (p *testProgram) fn(name string) *cil.Func { return p.prog.FuncNamed(name) }

// emit appends an instruction to entry.
func (p *testProgram) emit(in cil.Instr) *cil.Node {
	n := p.entry.NewNode(in, source.Pos{File: "t.c", Line: 10 + len(p.entry.Nodes)})
	p.last.Succs = []*cil.Node{n}
	p.last = n
	return n
}

// call appends a direct call to entry.
func (p *testProgram) call(ret *cil.Lval, name string, args ...cil.Expr) *cil.Node {
	f := p.fn(name)
	return p.emit(&cil.Call{Ret: ret, Fn: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}, Args: args})
}

// addr returns the address of a global.
func (p *testProgram) addr(name string) cil.Expr {
	v := p.prog.GlobalNamed(name)
	v.AddrTaken = true
	return &cil.AddrOf{L: cil.VarLval(v), T: &cil.PtrType{Elem: v.Type}}
}

// finish ends entry.
func (p *testProgram) finish() *cil.Program {
	p.emit(&cil.Return{})
	p.last.Succs = []*cil.Node{p.entry.Exit}
	p.entry.Finish()
	return p.prog
}

// testDecls are the declarations of a testProgram with a constant.
func testDecls(t testing.TB) *ProgramDeclarations {
	p := newTestProgram(t)
	return &ProgramDeclarations{Prog: p.finish(), Constants: map[string]*big.Int{"PENDING": big.NewInt(0x103)},
		Types: map[string]cil.Type{"PDEV": p.devPtr()}}
}
