package cache

import (
	"os"
	"path/filepath"
	"testing"
)

// TestIgnored opens a folder that git must not take for sources, and one of which somebody has said otherwise.
func TestIgnored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	ignore := filepath.Join(dir, ".gitignore")
	for _, want := range []string{"*\n", "# kept\n"} {
		if _, err := Open(dir, 1<<20, "b"); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(ignore)
		if err != nil || string(text) != want {
			t.Errorf("got %q (%v), want %q", text, err, want)
		}
		if err := os.WriteFile(ignore, []byte("# kept\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
