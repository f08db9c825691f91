package entries_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/entries"
)

func load(t *testing.T, text, entry string, opt entries.Options) (*cil.Program, *entries.Harness) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{entry}})
	if err != nil {
		t.Fatal(err)
	}
	h := entries.New(prog, prog.FuncNamed(entry), opt)
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	return prog, h
}

// lines lists the instructions of the harness, in order.
func lines(h *entries.Harness) string {
	var list []string
	for _, n := range h.Func.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			list = append(list, cil.LvalString(in.L)+" = "+cil.ExprString(in.E))
		case *cil.Havoc:
			list = append(list, cil.LvalString(in.L)+" = ?")
		case *cil.Assume:
			list = append(list, "assume "+cil.ExprString(in.E))
		case *cil.Call:
			list = append(list, "call "+in.Callee().Name)
		case *cil.Skip:
			if n == h.End {
				list = append(list, "end")
			}
		}
	}
	return strings.Join(list, "; ")
}

func TestHarness(t *testing.T) {
	const globals = "int g = 3, z; const int c = 4; extern int e; struct s { int a, b[2]; } s = { .b = { 1 } }; int *p = &g; "
	const use = "int use(void) { return g + z + c + e + s.a + *p; } "
	for name, c := range map[string]struct {
		text, entry string
		opt         entries.Options
		want        []string
		not         []string
	}{
		"main": {globals + use + "int main(void) { return use(); }", "main", entries.Options{},
			[]string{"g = 3", "z = 0", "c = 4", "s.a = 0", "s.b[0] = 1", "s.b[1] = 0", "p = &g", "call main; end"}, []string{"e = "}},
		"another entry": {globals + use + "int f(int n) { return use() + n; }", "f", entries.Options{},
			[]string{"c = 4", "n = ?; call f; end"}, []string{"g = ", "z = ", "s.a = ", "p = ", "e = ", "assume"}},
		"another entry, initialised": {globals + use + "int f(void) { return use(); }", "f", entries.Options{InitGlobals: true},
			[]string{"g = 3", "z = 0", "c = 4", "call f; end"}, []string{"e = "}},
		"pointers": {"int f(int *q, int n) { return *q + n; }", "f", entries.Options{},
			[]string{"q = ?; assume q != ", "n = ?; call f; end"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, h := load(t, c.text, c.entry, c.opt)
			got := lines(h)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("%q is missing in %s", w, got)
				}
			}
			for _, w := range c.not {
				if strings.Contains("; "+got, "; "+w) {
					t.Errorf("%q should not be in %s", w, got)
				}
			}
		})
	}
}

// What the harness takes for granted is said.
func TestHarnessAssumptions(t *testing.T) {
	_, h := load(t, "int huge[9000], big[5000], small[9]; int f(int *q) { return *q + huge[0] + big[0] + small[1]; }", "f", entries.Options{InitGlobals: true})
	h.Trim()
	var codes []string
	for _, a := range h.Assumptions {
		codes = append(codes, a.Code)
	}
	if got := strings.Join(codes, " "); got != "large-initialiser entry-pointer large-initialiser" {
		t.Errorf("assumptions: %s", got)
	}
	if len(h.Untracked) != 2 || h.Untracked[0].Name != "huge" || h.Untracked[1].Name != "big" {
		t.Errorf("untracked: %v", h.Untracked)
	}
	if got := lines(h); strings.Contains(got, "big[") || !strings.Contains(got, "small[8] = 0") {
		t.Errorf("the wrong values are left out: %s", got)
	}
}

// A run through the harness prints what a run of main prints, also if the globals had
// other values before.
func TestHarnessRunsMain(t *testing.T) {
	for seed := range uint64(30) {
		text := cgen.Generate(seed, cgen.Options{Funcs: 2, Structs: true, Arrays: true, Pointers: true, Types: true, Print: true})
		prog, h := load(t, text, "main", entries.Options{})
		var want, got bytes.Buffer
		interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &want, Steps: 200_000})
		started := false
		interp.Run(prog, h.Func, interp.Config{Out: &got, Steps: 200_000, Hook: func(s *interp.State, _ *cil.Node) {
			if started {
				return
			}
			started = true
			for _, v := range prog.Globals {
				if cil.IsInteger(v.Type) {
					s.SetVar(v, interp.Value{Int: big.NewInt(77)})
				}
			}
		}})
		if got.String() != want.String() || want.Len() == 0 {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got.String(), want.String())
		}
	}
}
