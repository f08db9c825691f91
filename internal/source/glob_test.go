package source

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestGlob has folders whose names look like patterns.
func TestGlob(t *testing.T) {
	for _, name := range []string{"plain", "a[1]", "a*", "a?b", `a\[b`, "[", "a[1]/b*c"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{"x.c", "y.c", "z.h", "sub/w.c"} {
			if err := os.WriteFile(filepath.Join(dir, file), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for pattern, want := range map[string][]string{"*.c": {"x.c", "y.c"}, "s*/*.c": {"sub/w.c"}, "x.c": {"x.c"}, "sub/../[z].h": {"z.h"}, "*.o": nil} {
			for i := range want {
				want[i] = filepath.Join(dir, want[i])
			}
			if got, err := Glob(dir, pattern); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s in %s: %q, %v", pattern, name, got, err)
			}
		}
	}
}
