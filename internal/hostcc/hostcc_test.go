package hostcc

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
)

func TestAsk(t *testing.T) {
	gcc := need.GCC(t)
	a, err := Ask(context.Background(), gcc, []string{"-std=gnu11", "-m32", "-funsigned-char"})
	if err != nil {
		t.Fatal(err)
	}
	if a.Model() != "ILP32" || !a.UnsignedChar() || a.Macro("__STDC_VERSION__") != "201112L" || a.Macro("no such macro") != "" {
		t.Errorf("model %s, unsigned char %v, %s", a.Model(), a.UnsignedChar(), a.Macro("__STDC_VERSION__"))
	}
	if len(a.Folders) == 0 || !slices.ContainsFunc(a.Folders, func(d string) bool { return strings.Contains(d, "gcc") }) {
		t.Errorf("folders %q", a.Folders)
	}
	for _, cc := range []string{"no-such-compiler", filepath.Join(t.TempDir(), "cc")} {
		if _, err := Ask(context.Background(), cc, nil); err == nil || !strings.Contains(err.Error(), "can't ask the compiler") {
			t.Errorf("%s: %v", cc, err)
		}
	}
	if _, err := Ask(context.Background(), gcc, []string{"-m5"}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// TestLoudCompiler checks that a compiler that prints without end is given up.
func TestLoudCompiler(t *testing.T) {
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\nyes\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(context.Background(), cc, nil); err == nil {
		t.Error("no error")
	}
}

func TestSearchList(t *testing.T) {
	text := "ignoring nonexistent directory \"/x\"\n#include \"...\" search starts here:\n#include <...> search starts here:\n /usr/lib/cc/include\n /a/../b (framework directory)\nEnd of search list.\n /no\n"
	if got := searchList(text); !slices.Equal(got, []string{"/usr/lib/cc/include", "/b"}) {
		t.Errorf("got %q", got)
	}
}

func TestFolders(t *testing.T) {
	root := t.TempDir()
	for _, d := range []string{"usr/include", "usr/include/x86_64-linux-gnu", "usr/share/mingw-w64/include"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	in := func(names ...string) (dirs []string) {
		for _, n := range names {
			dirs = append(dirs, filepath.Join(root, n))
		}
		return dirs
	}
	for model, want := range map[string][]string{
		"LP64":  in("usr/include/x86_64-linux-gnu", "usr/include"),
		"ILP32": in("usr/include/x86_64-linux-gnu", "usr/include"),
		"LLP64": in("usr/share/mingw-w64/include"),
	} {
		if got := Folders(model, root); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", model, got, want)
		}
	}
}
