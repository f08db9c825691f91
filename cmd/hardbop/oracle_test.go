package main

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

var programs = flag.Int("programs", 5, "generated programs to check")

// oracleModes are the meanings of integers under which generated programs are checked:
// options, and whether signed overflow is undefined under them.
var oracleModes = []struct {
	name      string
	options   []string
	undefined bool
}{
	{"math", nil, true},
	{"inline", []string{"--inline=300"}, true},
	{"bits", []string{"--ints=bits"}, true},
	{"wrap", []string{"--overflow=wrap"}, false},
	{"bits-wrap", []string{"--ints=bits", "--overflow=wrap"}, false},
}

// reaches runs the program with random inputs and reports whether a run calls
// reach_error. Signed overflow ends a run if it is undefined, and wraps otherwise.
func reaches(t *testing.T, text string, seed uint64, undefined bool) bool {
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	main := prog.FuncNamed("main")
	r := rand.New(rand.NewPCG(seed, 7))
	for range 30 {
		hit := false
		interp.Run(prog, main, interp.Config{
			Steps: 20000, CheckOverflow: undefined,
			Havoc: func(*cil.Node, cil.Type) *big.Int { return input(r) },
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

// input returns a small number, or sometimes one with many bits.
func input(r *rand.Rand) *big.Int {
	if r.IntN(4) == 0 {
		return new(big.Int).SetUint64(r.Uint64() >> r.IntN(64))
	}
	return big.NewInt(r.Int64N(9) - 4)
}

// TestNoWrongSafe checks generated programs: where a run of the interpreter reaches the
// error, the verdict must not be SAFE.
func TestNoWrongSafe(t *testing.T) {
	for _, mode := range oracleModes {
		t.Run(mode.name, func(t *testing.T) {
			count := map[int]int{}
			for seed := range uint64(*programs) {
				code := noWrongSafe(t, seed, mode.options, mode.undefined)
				count[code]++
			}
			t.Logf("exit codes: %v", count)
		})
	}
}

// noWrongSafe checks the program of one seed and returns the exit code.
func noWrongSafe(t *testing.T, seed uint64, options []string, undefined bool) int {
	text := cgen.Generate(seed, cgen.Options{Funcs: 1, Stmts: 2, Pointers: seed%2 == 0, Structs: seed%3 == 0,
		Arrays: seed%5 == 0, Recursion: seed%4 == 0, Nondet: true, Errors: true})
	file := writeC(t, text)
	args := append([]string{"check", "-q", "--timeout", "2", "--memory", "1G", "--property", "reach"}, options...)
	out, errs, code := tool(append(args, file)...)
	switch {
	case code == exitOK && reaches(t, text, seed, undefined):
		t.Errorf("seed %d: SAFE, but a run reaches the error\n%s", seed, text)
	case code == exitOK, code == exitUnsafe, code == exitUnknown:
	case strings.HasPrefix(out, "NOT-APPLICABLE"): // no call of reach_error was generated
	default:
		t.Errorf("seed %d: exit %d\n%s%s%s", seed, code, out, errs, text)
	}
	return code
}
