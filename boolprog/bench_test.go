package boolprog_test

import (
	"path/filepath"
	"testing"
)

// benchFiles returns the Boolean programs of a shared suite, or skips the test.
func benchFiles(t *testing.T, suite string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "shared", "bench", suite, "*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("skipped: no suite ../shared/bench/%s beside the repository", suite)
	}
	return files
}
