package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What bebop prints of a file can't act on a terminal, and --quiet leaves out the paths
// and nothing else.
func TestBebopOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hostile.bp")
	const text = "decl {a\x1b[31m == 1};\nvoid main() begin\n  L: assert({a\x1b[31m == 1}); //@main:1 evil\x1b[2J\nend\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		`  3: assert({a\u001b[31m == 1})    // evil\u001b[2J`: {"bebop", file},
		"main, L: T":     {"bebop", "--quiet", "--invariants", file},
		"digraph":        {"bebop", "--dot", file},
		`"verdict": "UN`: {"bebop", "--format", "json", file},
	} {
		out, errs, code := tool(args...)
		if code != exitUnsafe || errs != "" || !strings.Contains(out, want) {
			t.Errorf("%q: exit %d, expected %q in\n%s%s", args, code, want, out, errs)
		}
		if strings.ContainsRune(out, '\x1b') {
			t.Errorf("%q prints an escape: %q", args, out)
		}
		if strings.Contains(out, "can fail here") != (len(args) == 2) {
			t.Errorf("%q prints a path, or none: %s", args, out)
		}
	}
}
