package cil

import (
	"flag"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/source"
)

var update = flag.Bool("update", false, "write the golden files")

// printProgram is a program with what is hard to print.
func printProgram(t *testing.T) *Program {
	w := newWorld(t)
	m := w.prog.Model
	w.f.Locals = w.f.Locals[:0]
	w.f.Formals = nil
	str := &Var{Name: "__str1", Kind: Literal, Type: &ArrayType{Elem: w.char, Len: 6}, Init: &Init{}}
	for i, c := range []byte("a\"?\n\x01") {
		str.Init.Entries = append(str.Init.Entries, InitEntry{[]Sel{{Index: IntConst(w.long, int64(i))}}, IntConst(w.char, int64(c))})
	}
	packed := &CompType{Tag: "regs", Size: 9, Align: 1, Packed: true, Defined: true}
	packed.Fields = []*Field{
		{Comp: packed, Name: "mode", Type: w.uint, BitField: true, BitOff: 3, BitLen: 5},
		{Comp: packed, Name: "inner", Type: w.long, Index: 1, Offset: 1},
	}
	fp := &PtrType{Elem: &FuncType{Ret: w.intT, Params: []Type{w.intT}}}
	ops := &CompType{Tag: "ops", Size: 24, Align: 8, Defined: true}
	ops.Fields = []*Field{
		{Comp: ops, Name: "f", Type: fp},
		{Comp: ops, Name: "first", Type: &PtrType{Elem: w.node}, Index: 1, Offset: 8},
		{Comp: ops, Name: "regs", Type: packed, Index: 2, Offset: 16},
	}
	ops.Size = 32
	w.prog.Comps = append(w.prog.Comps, ops, packed)
	printf := &Func{Name: "printf", Type: &FuncType{Ret: w.intT, Params: []Type{&PtrType{Elem: w.char}}, Variadic: true}}
	inc := &Func{Name: "int", Static: true, Type: fp.Elem.(*FuncType)}
	inc.Formals = []*Var{{Name: "g", Type: w.intT, Kind: Formal, Func: inc}}
	inc.StartBody(source.Pos{}, source.Pos{})
	w.prog.Funcs = []*Func{w.f, printf, inc}
	w.prog.Globals = append(w.prog.Globals, str,
		&Var{Name: "table", Kind: Global, Type: ops, Init: &Init{Entries: []InitEntry{
			{[]Sel{{Field: ops.Fields[0]}}, &FuncAddr{F: inc, T: fp}},
			{[]Sel{{Field: ops.Fields[2]}, {Field: packed.Fields[1]}}, &Const{T: w.long, Val: new(big.Int).Lsh(big.NewInt(-1), 63)}},
		}}},
		&Var{Name: "rule.state", Kind: Global, Type: w.intT})
	printBodies(w, m, inc, printf)
	for _, f := range w.prog.Funcs {
		f.Finish()
	}
	for _, err := range Sanity(w.prog) {
		t.Error(err)
	}
	return w.prog
}

// printBodies fills f and inc.
func printBodies(w *world, m *DataModel, inc, printf *Func) {
	chain := func(f *Func, ins ...Instr) {
		cur := f.Entry
		for i, in := range ins {
			n := f.NewNode(in, source.Pos{File: "a.c", Line: i + 1})
			cur.Succs = append(cur.Succs, n)
			cur = n
		}
		cur.Succs = append(cur.Succs, f.Exit)
	}
	g, table := w.prog.GlobalNamed("g"), w.prog.GlobalNamed("table")
	local := &Var{Name: "g", Type: w.uint, Kind: Local, Func: w.f}
	small := &Var{Name: "c", Type: w.uchar, Kind: Local, Func: w.f}
	w.f.Locals = []*Var{local, small}
	w.f.StartBody(source.Pos{}, source.Pos{})
	regs := table.Type.(*CompType).Fields[2]
	mode := &Lval{Base: table, Path: []Sel{{Field: regs}, {Field: regs.Type.(*CompType).Fields[0]}}}
	sum := &Binary{Op: Add, X: LoadVar(small), Y: IntConst(w.uchar, 255), T: w.uchar}
	chain(inc, &Return{E: &Binary{Op: Add, X: LoadVar(inc.Formals[0]), Y: IntConst(w.intT, -1<<31), T: w.intT}})
	chain(w.f,
		&Havoc{L: VarLval(local), Why: Uninitialised},
		&Havoc{L: VarLval(small), Why: "test"},
		&Assume{E: &Binary{Op: Gt, X: LoadVar(local), Y: &Const{T: w.uint, Val: big.NewInt(1 << 31)}, T: w.intT}},
		&Assign{L: VarLval(small), E: sum},
		&Assign{L: mode, E: LoadVar(local)},
		&Assign{L: VarLval(g), E: MakeCast(w.intT, &Load{mode})},
		&Call{Ret: VarLval(g), Fn: &Load{&Lval{Base: table, Path: []Sel{{Field: table.Type.(*CompType).Fields[0]}}}}, Args: []Expr{LoadVar(g)}},
		&Call{Fn: &FuncAddr{F: printf, T: &PtrType{Elem: printf.Type}}, Args: []Expr{MakeAddr(VarLval(w.prog.GlobalNamed("__str1")))}},
		&Opaque{Code: "test", What: "strange */ thing"},
		&Return{E: LoadVar(w.prog.GlobalNamed("rule.state"))})
}

func TestPrint(t *testing.T) {
	prog := printProgram(t)
	var b strings.Builder
	if err := Print(&b, prog, PrintOptions{Lines: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "print.c", b.String())
	gcc := need.GCC(t)
	src := filepath.Join(t.TempDir(), "p.c")
	text := b.String() + "_Static_assert(sizeof(struct regs) == 9 && __builtin_offsetof(struct regs, inner) == 1, \"\");\n" +
		"_Static_assert(sizeof(struct ops) == 32 && __builtin_offsetof(struct ops, regs) == 16, \"\");\n"
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-fsyntax-only", src).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestDump(t *testing.T) {
	prog := printProgram(t)
	var b strings.Builder
	if err := Dump(&b, prog); err != nil {
		t.Fatal(err)
	}
	if err := DOT(&b, prog.FuncNamed("int")); err != nil {
		t.Fatal(err)
	}
	golden(t, "dump.txt", b.String())
}

// golden compares text with the file of testdata.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs (-update writes it):\n%s", name, text)
	}
}

// TestSourceText: what conversions of C and of this language add isn't in the text that people read.
func TestSourceText(t *testing.T) {
	w := newWorld(t)
	uchar := w.prog.Model.Int(UChar)
	bytes := &PtrType{Elem: &ArrayType{Elem: uchar}}
	p, q := &Var{Name: "p", Type: &PtrType{Elem: w.char}}, &Var{Name: "q", Type: &PtrType{Elem: w.node}}
	rows := &Var{Name: "rows", Type: &PtrType{Elem: &ArrayType{Elem: w.intT, Len: 4}}}
	one := []Sel{{Index: IntConst(w.long, 1)}}
	elem := func(mem Expr) *Lval { return &Lval{Mem: mem, Path: one} }
	if got := ExactLval(elem(&Cast{T: bytes, X: LoadVar(p)})); got != "(*(unsigned char (*)[0])p)[1]" {
		t.Errorf("got %s", got)
	}
	for _, c := range []struct {
		l    *Lval
		want string
	}{
		{elem(&Cast{T: bytes, X: &Cast{T: &PtrType{Elem: &ArrayType{Elem: w.char}}, X: LoadVar(p)}}), "p[1]"},
		{elem(&Cast{T: bytes, X: LoadVar(q)}), "((unsigned char *)q)[1]"},
		{elem(LoadVar(rows)), "(*rows)[1]"},
		{&Lval{Mem: &Cast{T: bytes, X: LoadVar(p)}}, "*(unsigned char (*)[0])p"},
	} {
		if got := SourceLval(c.l); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	small := &Var{Name: "c", Type: w.char}
	for _, c := range []struct {
		to   Type
		want string
	}{{w.intT, "c"}, {w.long, "(long)c"}} {
		if got := SourceExpr(&Cast{T: c.to, X: LoadVar(small)}); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
