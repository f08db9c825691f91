package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// conformed runs conform and returns the gravest verdict with what was printed.
func conformed(t *testing.T, args ...string) (verdict, out string) {
	t.Helper()
	out, errs, code := tool(append([]string{"conform", "-q", "--timeout", "60"}, args...)...)
	verdict = map[int]string{exitOK: "CONFORMS", exitUnsafe: "UNSAFE", exitUnknown: "UNKNOWN"}[code]
	return verdict, out + errs
}

// TestConform compares the procedures in testdata/conform with their specifications; those in
// files that end in _fault have one.
func TestConform(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conform/*.c")
	if err != nil || len(files) != 10 {
		t.Fatalf("%d procedures: %v", len(files), err)
	}
	for _, file := range files {
		name, faulty := strings.CutSuffix(strings.TrimSuffix(file, ".c"), "_fault")
		want := "CONFORMS"
		if faulty {
			want = "UNSAFE"
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			if got, out := conformed(t, file, "--spec", name+".fsp"); got != want {
				t.Errorf("expected %s:\n%s", want, out)
			}
		})
	}
}

// TestConformCases checks the small programs in testdata/conform/cases.txtar. Each line at the
// top has a name, the gravest verdict, and the arguments of conform.
func TestConformCases(t *testing.T) {
	a, err := txtar.ParseFile("../../testdata/conform/cases.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
		words := strings.Fields(line)
		t.Run(words[0], func(t *testing.T) {
			args := checkArgs(dir, words[2:])[4:]
			if got, out := conformed(t, args...); got != words[1] {
				t.Errorf("expected %s:\n%s", words[1], out)
			}
		})
	}
}
