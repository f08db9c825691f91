package interp

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// builder makes small programs by hand.
type builder struct {
	t    *testing.T
	prog *cil.Program
	f    *cil.Func
	cur  *cil.Node
}

func newBuilder(t *testing.T) *builder {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	return &builder{t: t, prog: &cil.Program{Model: m}}
}

func (b *builder) int() *cil.IntType { return b.prog.Model.Int(cil.Int) }

// function starts a function that returns int and has int formals.
func (b *builder) function(name string, formals ...string) *cil.Func {
	f := &cil.Func{Name: name, Type: &cil.FuncType{Ret: b.int()}}
	for _, n := range formals {
		f.Type.Params = append(f.Type.Params, b.int())
		f.Formals = append(f.Formals, &cil.Var{Name: n, Type: b.int(), Kind: cil.Formal, Func: f})
	}
	f.StartBody(source.Pos{}, source.Pos{})
	b.prog.Funcs = append(b.prog.Funcs, f)
	b.f, b.cur = f, f.Entry
	return f
}

func (b *builder) local(name string, t cil.Type) *cil.Var { return b.f.NewTemp(name, t, source.Pos{}) }

func (b *builder) emit(in cil.Instr) *cil.Node {
	n := b.f.NewNode(in, source.Pos{Line: len(b.f.Nodes)})
	b.cur.Succs = append(b.cur.Succs, n)
	b.cur = n
	return n
}

func (b *builder) ret(e cil.Expr) {
	n := b.emit(&cil.Return{E: e})
	n.Succs = []*cil.Node{b.f.Exit}
}

func (b *builder) num(v int64) cil.Expr { return cil.IntConst(b.int(), v) }

func (b *builder) bin(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return &cil.Binary{Op: op, X: x, Y: y, T: x.Type()}
}

// finish finishes and checks the program.
func (b *builder) finish() *cil.Program {
	for _, f := range b.prog.Funcs {
		f.Finish()
	}
	for _, err := range cil.Sanity(b.prog) {
		b.t.Error(err)
	}
	return b.prog
}

// factorial defines fact by recursion.
func (b *builder) factorial() *cil.Func {
	f := b.function("fact", "n")
	n := cil.LoadVar(f.Formals[0])
	r := b.local("r", b.int())
	br := b.emit(&cil.Branch{E: b.bin(cil.Lt, n, b.num(2))})
	b.ret(b.num(1))
	b.cur = br
	fa := &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}
	b.emit(&cil.Call{Ret: cil.VarLval(r), Fn: fa, Args: []cil.Expr{b.bin(cil.Sub, n, b.num(1))}})
	b.ret(b.bin(cil.Mul, n, cil.LoadVar(r)))
	return f
}
