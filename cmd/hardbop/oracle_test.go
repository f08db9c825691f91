package main

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

var programs = flag.Int("programs", 12, "generated programs to check")

// reaches runs the program with random inputs and reports whether a run calls
// reach_error.
func reaches(t *testing.T, text string, seed uint64) bool {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.FuncNamed("main")
	r := rand.New(rand.NewPCG(seed, 7))
	for range 30 {
		hit := false
		interp.Run(prog, main, interp.Config{
			Steps: 20000, CheckOverflow: true,
			Havoc: func(*cil.Node, cil.Type) *big.Int { return big.NewInt(r.Int64N(9) - 4) },
			Hook: func(_ *interp.State, n *cil.Node) {
				if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && c.Callee().Name == "reach_error" {
					hit = true
				}
			},
		})
		if hit {
			return true
		}
	}
	return false
}

// TestNoWrongSafe checks generated programs: where a run of the interpreter reaches the
// error, the verdict must not be SAFE.
func TestNoWrongSafe(t *testing.T) {
	count := map[int]int{}
	for seed := range uint64(*programs) {
		text := cgen.Generate(seed, cgen.Options{Funcs: 1, Stmts: 2, Pointers: seed%2 == 0, Structs: seed%3 == 0,
			Arrays: seed%5 == 0, Recursion: seed%4 == 0, Nondet: true, Errors: true})
		file := filepath.Join(t.TempDir(), "t.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, errs, code := tool("check", "-q", "--timeout", "2", "--memory", "1G", "--property", "reach", file)
		count[code]++
		switch code {
		case exitOK:
			if reaches(t, text, seed) {
				t.Errorf("seed %d: SAFE, but a run reaches the error\n%s", seed, text)
			}
		case exitUnsafe, exitUnknown:
		default:
			if strings.HasPrefix(out, "NOT-APPLICABLE") {
				continue // no call of reach_error was generated
			}
			t.Errorf("seed %d: exit %d\n%s%s%s", seed, code, out, errs, text)
		}
	}
	t.Logf("exit codes: %v", count)
}
