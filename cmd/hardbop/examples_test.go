package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples checks the programs in testdata/safe and testdata/unsafe: each has to get
// the verdict that its folder says.
func TestExamples(t *testing.T) {
	for dir, want := range map[string]int{"safe": exitOK, "unsafe": exitUnsafe} {
		files, err := filepath.Glob(filepath.Join("..", "..", "testdata", dir, "*.c"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in testdata/%s (%v)", dir, err)
		}
		for _, file := range files {
			t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
				t.Parallel()
				out, errs, code := tool("check", "-q", "--timeout", "60", "--property", "reach", file)
				if code != want {
					t.Errorf("exit %d, expected %d\n%s%s", code, want, out, errs)
				}
			})
		}
	}
}
