package slic

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"hardbop/internal/cil"
)

// stubs stand for the functions that a printed testProgram doesn't define. A failed
// assumption, which abort and halt become, ends the run.
const stubs = `
#include <stdio.h>
#include <stdlib.h>
void acquire(struct dev *p) {}
void release(struct dev *p) {}
void pair(struct dev *p, struct dev *q) {}
void old(void) {}
int try_acquire(struct dev *p, int n) { return 7; }
int __VERIFIER_nondet_int(void) { return 1; }
void __VERIFIER_assume(int c) { if (!c) { printf("stop"); exit(0); } }
`

// followed is the object that is followed in the printed programs.
const followed = 3

// TestPrintedPrograms prints the instrumented programs of the directed scenarios as C,
// compiles them with gcc and runs them: they do what the machine of these tests does.
func TestPrintedPrograms(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(directed)) {
		d := directed[name]
		t.Run(name, func(t *testing.T) {
			s := newScenario(t)
			d.calls(s)
			s.end()
			res := weave(t, s, Config{}, d.rule)
			m := machine{choose: func() bool { return true }, extern: func(string) int64 { return 7 }, objects: []int64{followed}}
			want := "stop"
			if m.start(s.prog, s.entry) == "end" {
				want = "end"
				for _, v := range ints(res.State) {
					want += fmt.Sprintf(" %s=%d", v.Name, m.globals[v])
				}
			}
			if got := compileAndRun(t, s.prog, ints(res.State)); got != want {
				t.Errorf("gcc says %q, the machine %q", got, want)
			}
		})
	}
}

// ints returns the integers among vs.
func ints(vs []*cil.Var) []*cil.Var {
	return slices.DeleteFunc(slices.Clone(vs), func(v *cil.Var) bool { return !cil.IsInteger(v.Type) || v.Orig == "object" })
}

func compileAndRun(t *testing.T, prog *cil.Program, show []*cil.Var) string {
	t.Helper()
	var text bytes.Buffer
	if err := cil.Print(&text, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, v := range prog.Globals {
		if v.Orig == "object" {
			text.WriteString(v.Type.String() + " " + v.Name + " = " + strconv.Itoa(followed) + ";\n")
		}
	}
	main := stubs + "int main(void) { entry(); printf(\"end\");"
	for _, v := range show {
		main += fmt.Sprintf(" printf(\" %s=%%d\", %s);", v.Name, v.Name)
	}
	file := filepath.Join(dir, "prog.c")
	if err := os.WriteFile(file, []byte(text.String()+main+" return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "prog")
	if out, err := exec.Command("gcc", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s\n%s", err, out, text.String())
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestPrintedText shows what a user of hardbop slic reads.
func TestPrintedText(t *testing.T) {
	s := newScenario(t)
	s.lock("acquire", false, 1)
	s.lock("release", true, 1)
	s.try(1, 1, 2, 1)
	s.end()
	weave(t, s, Config{}, `state { enum { FREE, HELD } lock = FREE; } watch acquire.$1, try_acquire.return.$1;
acquire.call [guard $1] { if (lock == HELD) abort "twice"; lock = HELD; }
try_acquire.return [guard $1] { if ($return != 0) lock = HELD; }
release.call [guard $1] { if (lock == FREE) abort "not held"; lock = FREE; }
program.end { if (lock == HELD) abort "held at the end"; }
`)
	var text bytes.Buffer
	if err := cil.Print(&text, s.prog, cil.PrintOptions{Lines: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/woven.golden", text.String())
}
