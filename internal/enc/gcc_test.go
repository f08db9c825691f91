package enc

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/need"
)

// TestOracleIsGCC compares the evaluator that the other tests trust with what gcc makes of
// a table of expressions.
func TestOracleIsGCC(t *testing.T) {
	gcc := need.GCC(t)
	w := newExprWorld()
	var want []string
	var ins []cil.Instr
	var results []*cil.Var
	gen := rapid.Custom(func(t *rapid.T) bool {
		m := w.state(t)
		typ := w.anyType(t)
		e := w.expr(t, typ, 3)
		v := m.value(e)
		if m.undefined {
			return false
		}
		for _, x := range w.vars {
			ins = append(ins, set(x, &cil.Const{T: x.Type.(*cil.IntType), Val: m.value(cil.LoadVar(x))}))
		}
		r := &cil.Var{Name: fmt.Sprintf("r%d", len(results)), Type: typ}
		results = append(results, r)
		ins = append(ins, set(r, e))
		want = append(want, new(big.Int).Mod(v, power(64)).String())
		return true
	})
	for seed := 0; seed < 300; seed++ {
		gen.Example(seed)
	}
	w.prog.Globals = append(w.prog.Globals, results...)
	f, _ := straight(w.prog, "compute", ins...)
	f.Finish()
	var text bytes.Buffer
	if err := cil.Print(&text, w.prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	text.WriteString("\nint printf(const char *, ...);\nint main(void) { compute();\n")
	for _, r := range results {
		fmt.Fprintf(&text, "printf(\"%%llu\\n\", (unsigned long long)%s);\n", r.Name)
	}
	text.WriteString("return 0; }\n")
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
	if err := os.WriteFile(src, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-O0", "-fwrapv", "-o", exe, src).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(out))
	if len(got) != len(want) || len(want) < 100 {
		t.Fatalf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			e := ins[(i+1)*(len(w.vars)+1)-1].(*cil.Assign).E
			t.Errorf("%s: gcc says %s, the evaluator %s", cil.ExprString(e), got[i], want[i])
		}
	}
}
