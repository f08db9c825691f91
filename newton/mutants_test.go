//go:build soak

package newton

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutant is a planted fault: text of a file that is replaced.
type mutant struct{ name, file, old, new string }

var mutants = []mutant{
	{"possible aliases are taken for different", "memory.go", "case r == enc.Never:", "case r == enc.Never || r == enc.May:"},
	{"both sides of a branch are the true one", "simulate.go", "if !holds {", "if false {"},
	{"an overwritten variable stands for its old value", "explain.go", "if m.overwritten || !s.current(m) {", "if !s.current(m) {"},
	{"values of a callee stay as they are", "context.go", "if y.frame == f || y.def == nil || y.large {", "if true {"},
	{"abstraction stays though it makes the path possible", "check.go", "if y.refuted == nil || y.refuted.step > x.refuted.step {", "if false {"},
	{"dependencies are followed for one step only", "explain.go", "todo = append(todo, s.members[id-1].deps...)", "_ = todo"},
	{"arguments are passed in the wrong order", "simulate.go", "args[i], _ = s.parts(in.Args[i])", "args[i], _ = s.parts(in.Args[len(in.Args)-1-i])"},
	{"a write leaves the place as it was", "store.go", "s.store.named[namedKey{p.base, p.key}] = m\n\t\treturn m", "return m"},
	{"a condition too many is left out of the core", "prove.go", "if s.CheckAssuming(x.termsOf(rest)).Status == smt.Unsat {", "if len(rest) > 0 {"},
}

// TestMutants plants each fault and expects the other tests to fail.
func TestMutants(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			src, err := os.ReadFile(m.file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Count(string(src), m.old) != 1 {
				t.Fatalf("%s: %q is there %d times", m.file, m.old, strings.Count(string(src), m.old))
			}
			dir := t.TempDir()
			mutated := filepath.Join(dir, m.file)
			if err := os.WriteFile(mutated, []byte(strings.Replace(string(src), m.old, m.new, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			here, err := filepath.Abs(m.file)
			if err != nil {
				t.Fatal(err)
			}
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{here: mutated}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "overlay.json")
			if err := os.WriteFile(file, overlay, 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("go", "test", "-count=1", "-overlay", file, ".", "-rapid.checks=600", "-rapid.nofailfile").CombinedOutput()
			if err == nil {
				t.Errorf("no test fails:\n%s", out)
			} else if strings.Contains(string(out), "[build failed]") {
				t.Errorf("the mutant doesn't build:\n%s", out)
			}
		})
	}
}
