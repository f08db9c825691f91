package cfront

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hardbop/internal/need"
)

// BenchmarkLoad loads the largest file of the benchmark suites.
func BenchmarkLoad(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(need.Suites(b), "*/*.c"))
	if err != nil {
		b.Fatal(err)
	}
	var largest []byte
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		if bytes.Count(text, []byte("\n")) > bytes.Count(largest, []byte("\n")) {
			largest = text
		}
	}
	for b.Loop() {
		if _, err := Load([]File{{Name: "largest.c", Text: largest}}, Config{Model: "ILP32"}); err != nil {
			b.Fatal(err)
		}
	}
	lines := float64(bytes.Count(largest, []byte("\n")) * b.N)
	b.ReportMetric(lines/b.Elapsed().Seconds(), "lines/s")
}
