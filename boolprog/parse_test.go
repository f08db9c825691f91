package boolprog_test

import (
	"os"
	"path/filepath"
	"testing"

	"hardbop/boolprog"
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

func TestSuitesParseAndPrint(t *testing.T) {
	for _, suite := range []string{"boolprog", "boolprog-satabs"} {
		for _, file := range benchFiles(t, suite) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := boolprog.Read(file, string(text), boolprog.Options{})
			if err != nil {
				t.Errorf("%s", err)
				continue
			}
			q, err := boolprog.Read(file, p.String(), boolprog.Options{})
			if err != nil {
				t.Errorf("printed: %s", err)
				continue
			}
			if !boolprog.Equal(p, q) {
				t.Errorf("%s: the printed program parses as another one", file)
			}
		}
	}
}
