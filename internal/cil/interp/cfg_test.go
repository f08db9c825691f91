package interp

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/need"
	"hardbop/internal/source"
)

// printer declares printf and a format for an int.
type printer struct {
	printf *cil.Func
	format *cil.Var
}

func newPrinter(b *builder) printer {
	char := b.prog.Model.Int(cil.Char)
	format := &cil.Var{Name: "format", Kind: cil.Literal, Type: &cil.ArrayType{Elem: char, Len: 4}, Init: &cil.Init{}}
	for i, c := range []byte("%d\n") {
		format.Init.Entries = append(format.Init.Entries, cil.InitEntry{
			Path: []cil.Sel{{Index: cil.IntConst(b.int(), int64(i))}}, Expr: cil.IntConst(char, int64(c))})
	}
	b.prog.Globals = []*cil.Var{format}
	printf := &cil.Func{Name: "printf", Type: &cil.FuncType{Ret: b.int(), Params: []cil.Type{&cil.PtrType{Elem: char}}, Variadic: true}}
	b.prog.Funcs = append(b.prog.Funcs, printf)
	return printer{printf, format}
}

// call prints e.
func (p printer) call(e cil.Expr) *cil.Call {
	fn := &cil.FuncAddr{F: p.printf, T: &cil.PtrType{Elem: p.printf.Type}}
	return &cil.Call{Fn: fn, Args: []cil.Expr{cil.MakeAddr(cil.VarLval(p.format)), e}}
}

// randomGraph makes a function with a random control-flow graph of n steps, each of
// which computes, prints, or branches; fuel ends the loops.
func randomGraph(b *builder, p printer, r *rand.Rand, name string, n int) *cil.Func {
	f := b.function(name)
	x, fuel := b.local("x", b.int()), b.local("fuel", b.int())
	b.emit(&cil.Assign{L: cil.VarLval(x), E: b.num(int64(r.IntN(50)))})
	start := b.emit(&cil.Assign{L: cil.VarLval(fuel), E: b.num(30)})
	nodes := make([]*cil.Node, n)
	for i := range nodes {
		nodes[i] = f.NewNode(&cil.Skip{}, source.Pos{Line: i})
	}
	start.Succs = []*cil.Node{nodes[0]}
	last := f.NewNode(&cil.Return{E: cil.LoadVar(x)}, source.Pos{})
	last.Succs = []*cil.Node{f.Exit}
	// near draws a target, mostly the next ones.
	near := func(i int, back bool) *cil.Node {
		if back && r.IntN(3) == 0 {
			return nodes[r.IntN(n)]
		}
		if j := i + 1 + r.IntN(3); j < n {
			return nodes[j]
		}
		return last
	}
	load := cil.LoadVar(x)
	for i, node := range nodes {
		node.Succs = []*cil.Node{near(i, false)}
		switch r.IntN(6) {
		case 0:
			node.Instr = p.call(load)
		case 1:
			node.Instr = &cil.Assign{L: cil.VarLval(x), E: b.bin(cil.Mod, b.bin(cil.Add, b.bin(cil.Mul, load, b.num(7)), b.num(int64(i))), b.num(1001))}
		case 2:
			node.Instr, node.Succs = &cil.Return{E: load}, []*cil.Node{f.Exit}
		default:
			b.cur = node
			node.Succs = nil
			b.emit(&cil.Assign{L: cil.VarLval(fuel), E: b.bin(cil.Sub, cil.LoadVar(fuel), b.num(1))})
			check := b.emit(&cil.Branch{E: b.bin(cil.Gt, cil.LoadVar(fuel), b.num(0))})
			br := b.emit(&cil.Branch{E: b.bin(cil.Lt, b.bin(cil.Mod, load, b.num(7)), b.num(int64(r.IntN(7))))})
			check.Succs = append(check.Succs, f.NewNode(&cil.Return{E: load}, source.Pos{}))
			check.Succs[1].Succs = []*cil.Node{f.Exit}
			br.Succs = []*cil.Node{near(i, true), near(i, true)}
		}
	}
	return f
}

// Random graphs, printed and compiled, do what the interpreter does.
func TestPrintedGraphs(t *testing.T) {
	gcc := need.GCC(t)
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	b := newBuilder(t)
	p := newPrinter(b)
	r := rand.New(rand.NewPCG(1, 1))
	var fs []*cil.Func
	for i := range graphs {
		fs = append(fs, randomGraph(b, p, r, fmt.Sprintf("f%d", i), 3+r.IntN(30)))
	}
	f := b.function("main")
	x := b.local("x", b.int())
	for _, g := range fs {
		b.emit(&cil.Call{Ret: cil.VarLval(x), Fn: &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}})
		b.emit(p.call(cil.LoadVar(x)))
	}
	b.ret(b.num(7))
	var want, got bytes.Buffer
	if stop := Run(b.finish(), f, Config{Out: &want}); stop.Kind != Returned {
		t.Fatal(stop)
	}
	var text strings.Builder
	if err := cil.Print(&text, b.prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(src, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-o", bin, src).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command("timeout", "5", bin)
	cmd.Stdout = &got
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("the exit code is not 7: %v", err)
	}
	if got.String() != want.String() {
		t.Errorf("the printed program gives\n%s\nwant\n%s\n%s", got.String(), want.String(), text.String())
	}
}

// graphs is how many random graphs are printed.
const graphs = 400
