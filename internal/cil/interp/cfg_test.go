package interp

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// randomGraph makes main with a random control-flow graph of n steps, each of which
// computes, prints, or branches; fuel ends the loops.
func randomGraph(b *builder, r *rand.Rand, n int) *cil.Func {
	char := b.prog.Model.Int(cil.Char)
	format := &cil.Var{Name: "format", Kind: cil.Literal, Type: &cil.ArrayType{Elem: char, Len: 4}, Init: &cil.Init{}}
	for i, c := range []byte("%d\n") {
		format.Init.Entries = append(format.Init.Entries, cil.InitEntry{
			Path: []cil.Sel{{Index: cil.IntConst(b.int(), int64(i))}}, Expr: cil.IntConst(char, int64(c))})
	}
	b.prog.Globals = []*cil.Var{format}
	printf := &cil.Func{Name: "printf", Type: &cil.FuncType{Ret: b.int(), Params: []cil.Type{&cil.PtrType{Elem: char}}, Variadic: true}}
	f := b.function("main")
	b.prog.Funcs = append(b.prog.Funcs, printf)
	x, fuel := b.local("x", b.int()), b.local("fuel", b.int())
	b.emit(&cil.Assign{L: cil.VarLval(x), E: b.num(int64(r.IntN(50)))})
	start := b.emit(&cil.Assign{L: cil.VarLval(fuel), E: b.num(30)})
	nodes := make([]*cil.Node, n)
	for i := range nodes {
		nodes[i] = f.NewNode(&cil.Skip{}, source.Pos{Line: i})
	}
	start.Succs = []*cil.Node{nodes[0]}
	// near draws a target, mostly the next ones.
	near := func(i int, back bool) *cil.Node {
		if back && r.IntN(3) == 0 {
			return nodes[r.IntN(n)]
		}
		if j := i + 1 + r.IntN(3); j < n {
			return nodes[j]
		}
		return f.Exit
	}
	load := cil.LoadVar(x)
	for i, node := range nodes {
		node.Succs = []*cil.Node{near(i, false)}
		switch r.IntN(6) {
		case 0:
			node.Instr = &cil.Call{Fn: &cil.FuncAddr{F: printf, T: &cil.PtrType{Elem: printf.Type}}, Args: []cil.Expr{cil.MakeAddr(cil.VarLval(format)), load}}
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
			check.Succs = append(check.Succs, f.Exit)
			br.Succs = []*cil.Node{near(i, true), near(i, true)}
		}
	}
	return f
}

// Random graphs, printed and compiled, do what the interpreter does.
func TestPrintedGraphs(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	for seed := range uint64(graphs) {
		b := newBuilder(t)
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomGraph(b, r, 3+r.IntN(30))
		var want, got bytes.Buffer
		stop := Run(b.finish(), f, Config{Out: &want})
		var text strings.Builder
		if err := cil.Print(&text, b.prog, cil.PrintOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(src, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(gcc, "-w", "-o", bin, src).CombinedOutput(); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, out, text.String())
		}
		cmd := exec.Command("timeout", "5", bin)
		cmd.Stdout = &got
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		code := cmd.ProcessState.ExitCode()
		if got.String() != want.String() || code != stop.Code || stop.Kind != Returned {
			t.Fatalf("seed %d: code %d, want %d\n%s\nwant\n%s\n%s", seed, code, stop.Code, got.String(), want.String(), text.String())
		}
	}
}

// graphs is how many random graphs are printed.
const graphs = 25
