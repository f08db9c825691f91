package boolprog_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/boolprog"
	"hardbop/internal/need"
)

// benchFiles returns the Boolean programs of a shared suite, or skips the test.
func benchFiles(t *testing.T, suite string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(need.Suite(t, suite), "*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// BenchmarkRead reads, checks and makes the graph of a flat procedure of 100,000
// statements.
func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	text.WriteString("decl g;\nvoid main() begin\ndecl a, b, c;\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "L%d: a, b := b & !c, schoose[a, g]; // line %d\n", i, i)
	}
	text.WriteString("end\n")
	b.ReportAllocs()
	for b.Loop() {
		p, err := boolprog.Read("big.bp", text.String(), boolprog.Options{})
		if err != nil {
			b.Fatal(err)
		}
		boolprog.BuildGraphs(p)
	}
}
