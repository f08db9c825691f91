package cil

import "testing"

// world is a program of declarations to write expressions about.
type world struct {
	prog       *Program
	f          *Func
	node       *CompType
	intT, uint *IntType
	long, char *IntType
	uchar      *IntType
}

func newWorld(t testing.TB) *world {
	m, err := NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{prog: &Program{Model: m}, intT: m.Int(Int), uint: m.Int(UInt), long: m.Int(Long), char: m.Int(Char), uchar: m.Int(UChar)}
	w.node = &CompType{Tag: "node", Size: 48, Align: 8, Defined: true}
	field := func(name string, t Type, off int64) {
		w.node.Fields = append(w.node.Fields, &Field{Comp: w.node, Name: name, Type: t, Index: len(w.node.Fields), Offset: off})
	}
	field("val", w.intT, 0)
	field("next", &PtrType{Elem: w.node}, 8)
	field("arr", &ArrayType{Elem: w.intT, Len: 4}, 16)
	field("u", w.uint, 32)
	w.prog.Comps = []*CompType{w.node}
	w.f = &Func{Name: "f", Type: &FuncType{Ret: w.intT}}
	w.prog.Funcs = []*Func{w.f}
	global := func(name string, t Type) {
		w.prog.Globals = append(w.prog.Globals, &Var{Name: name, Type: t, Kind: Global})
	}
	local := func(name string, t Type) {
		w.f.Locals = append(w.f.Locals, &Var{Name: name, Type: t, Kind: Local, Func: w.f})
	}
	global("g", w.intT)
	global("gu", w.uint)
	global("list", &PtrType{Elem: w.node})
	local("x", w.intT)
	local("y", w.intT)
	local("c", w.char)
	local("uc", w.uchar)
	local("l", w.long)
	local("u", w.uint)
	local("b", m.Int(Bool))
	local("p", &PtrType{Elem: w.intT})
	local("q", &PtrType{Elem: w.intT})
	local("pp", &PtrType{Elem: &PtrType{Elem: w.intT}})
	local("v", &PtrType{Elem: Void})
	local("s", w.node)
	local("n", &PtrType{Elem: w.node})
	local("a", &ArrayType{Elem: w.intT, Len: 10})
	local("m", &ArrayType{Elem: &ArrayType{Elem: w.intT, Len: 3}, Len: 2})
	local("d", &FloatType{Bits: 64, Bytes: 8})
	w.f.Formals = []*Var{{Name: "arg", Type: w.intT, Kind: Formal, Func: w.f}}
	w.f.Result = &Var{Name: "ret", Type: w.intT, Kind: Result, Func: w.f}
	for _, name := range []string{"x", "p"} {
		of := VarLval(w.prog.Lookup(w.f, name))
		w.f.Locals = append(w.f.Locals, &Var{Name: GhostName(of, 1), Type: of.Type(), Kind: Ghost, Func: w.f, Of: of})
	}
	deref := &Lval{Mem: LoadVar(w.prog.Lookup(w.f, "p"))}
	w.f.Locals = append(w.f.Locals, &Var{Name: GhostName(deref, 2), Type: w.intT, Kind: Ghost, Func: w.f, Of: deref})
	return w
}
