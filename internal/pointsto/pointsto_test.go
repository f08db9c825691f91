package pointsto

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func load(t testing.TB, text string, entries ...string) *cil.Program {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: entries})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog
}

// TestGolden compares the whole result of each program in testdata, whose first line
// names its entry, with the file beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			entry := strings.TrimPrefix(first, "// entry ")
			prog := load(t, string(text), entry)
			r := Analyze(prog, prog.FuncNamed(entry))
			for _, err := range r.Sanity() {
				t.Error(err)
			}
			golden(t, strings.TrimSuffix(name, ".c")+".golden", r.String()+callLines(r, prog))
		})
	}
}

// callLines says what the calls through pointers call.
func callLines(r *Result, prog *cil.Program) string {
	var b strings.Builder
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			c, ok := n.Instr.(*cil.Call)
			if !ok || c.Callee() != nil {
				continue
			}
			b.WriteString("call in " + f.Name + ":")
			for _, g := range r.Callees(n) {
				b.WriteString(" " + g.Name)
			}
			if r.CallsUnknown(n) {
				b.WriteString(" and unknown")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}
