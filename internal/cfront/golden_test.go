package cfront

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the graphs and notes of small programs with what they were.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden programs")
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := dumpText(t, filepath.Base(name), text)
			golden := strings.TrimSuffix(name, ".c") + ".cil"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if again := dumpText(t, filepath.Base(name), text); again != got {
				t.Error("a second load gives another program")
			}
		})
	}
}

func dumpText(t *testing.T, name string, text []byte) string {
	t.Helper()
	prog, err := Load([]File{{Name: name, Text: text}}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	var b bytes.Buffer
	if err := cil.Dump(&b, prog); err != nil {
		t.Fatal(err)
	}
	for _, n := range prog.Notes {
		fmt.Fprintf(&b, "note %s %s: %s\n", n.Code, n.Pos, n.Text)
	}
	return b.String()
}
