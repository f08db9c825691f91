package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hardbop/internal/need"
)

// TestBenchExec asks the tool-info module what BenchExec asks it, with a stub of BenchExec.
func TestBenchExec(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		need.Missing(t, err)
	}
	hardbop, err := exec.LookPath("hardbop")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := map[string]string{
		"p.prp":  "CHECK( init(main()), LTL(G ! call(reach_error())) )",
		"safe.c": "extern void reach_error(void); int main(void) { int x = 1; if (sizeof(long) != 4) reach_error(); return x; }",
		"bug.c":  "extern void reach_error(void); int main(void) { reach_error(); return 0; }",
		"bad.c":  "int main(void) { return",
	}
	var args []string
	for _, name := range []string{"p.prp", "safe.c", "bug.c", "bad.c"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(files[name]), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	root := filepath.Join("..", "..")
	cmd := exec.Command(python, append([]string{filepath.Join(root, "testdata", "benchexec", "run.py"), hardbop, filepath.Join(root, "contrib", "benchexec")}, args...)...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	want := "Hardbop " + version + "\ntrue\nfalse(unreach-call)\nERROR (exit code 3)\nERROR (exit code 9)\nTIMEOUT\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}
