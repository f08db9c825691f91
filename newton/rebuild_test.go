package newton

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
)

// TestThroughWide has conditions on pointers that go through integers: those as wide as they change nothing.
func TestThroughWide(t *testing.T) {
	for text, want := range map[string]string{
		"(unsigned long)(void *)(unsigned long)p > 9":           "(unsigned long)p > 9",
		"(unsigned long)(void *)(long)p > 9":                    "(unsigned long)p > 9",
		"(int *)(unsigned long)p == q":                          "p == q",
		"(int *)(long)(int *)(unsigned long)p == q":             "p == q",
		"(unsigned long)(void *)(long)(int)(long)p > 9":         "(unsigned long)(int)(long)p > 9",
		"(unsigned long)(void *)n > 9":                          "(unsigned long)n > 9",
		"(unsigned long)(void *)w > 9":                          "w > 9",
		"(int *)(long)(int)(long)p == q":                        "(int *)(int)(long)p == q",
		"(unsigned)(unsigned long)(void *)(unsigned long)p > 9": "(unsigned int)(unsigned long)p > 9",
	} {
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte("int *p, *q, n; unsigned long w; int main(void) { if (" + text + ") n = 1; return 0; }")}}, cfront.Config{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range prog.FuncNamed("main").Nodes {
			if b, ok := n.Instr.(*cil.Branch); ok {
				for _, a := range Atoms(prog.Model, b.E, false) {
					got += " " + cil.ExprString(a)
				}
			}
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
