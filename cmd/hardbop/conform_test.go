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
			t.Parallel()
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
			t.Parallel()
			args := checkArgs(dir, words[2:])[4:]
			if got, out := conformed(t, args...); got != words[1] {
				t.Errorf("expected %s:\n%s", words[1], out)
			}
		})
	}
}

// TestConformHandshake proves that both sides of a handshake conform to their specifications,
// and refutes faulty ones.
func TestConformHandshake(t *testing.T) {
	const dir = "../../testdata/conform/handshake/"
	for side, faults := range map[string][]struct{ what, old, new string }{
		"server": {
			{"", "", ""},
			{"old sessions don't go on", " | keys -> Keys |", " |"},
			{"certificates are proved twice", "Verified = ( get_finished -> Received", "Verified = ( verify -> Received"},
			{"keys change before the client has finished", "Key = ( get_finished -> Received", "Key = ( keys -> LastKeys"},
			{"nothing is flushed at the end", "LastFinished = ( flush -> Last |", "LastFinished = ( cleanup -> Clean |"},
			{"a handshake may not fail", "Accept = ( client_hello -> ServerHello | return {$0 <= 0} -> STOP ),", "Accept = ( client_hello -> ServerHello ),"},
			{"there is another value at the end", "Clean = ( return {1} -> STOP ),", "Clean = ( return {$0 > 1} -> STOP ),"},
		},
		"client": {
			{"", "", ""},
			{"flushing doesn't wait", "OldSent = ( flush -> Last | cleanup -> Clean |", "OldSent = ( flush -> Last |"},
			{"certificates are always proved", "CertificateKey = ( verify -> Key | keys -> Keys |", "CertificateKey = ( verify -> Key |"},
			{"keys change late", "OldFinished = ( keys -> OldKeys |", "OldFinished = ( change_cipher -> OldKeys |"},
			{"no certificate is sent", "AskedDone = ( certificate -> Certificate |", "AskedDone = ("},
		},
	} {
		text, err := os.ReadFile(dir + side + ".fsp")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults {
			t.Run(side+"/"+f.what, func(t *testing.T) {
				t.Parallel()
				spec, want := filepath.Join(t.TempDir(), "spec.fsp"), "CONFORMS"
				if f.what != "" {
					want = "UNSAFE"
				}
				if n := strings.Count(string(text), f.old); f.what != "" && n != 1 {
					t.Fatalf("%q is in the specification %d times", f.old, n)
				}
				changed := strings.Replace(string(text), f.old, f.new, 1)
				if err := os.WriteFile(spec, []byte(changed), 0o666); err != nil {
					t.Fatal(err)
				}
				if got, out := conformed(t, dir+side+".c", "--spec", spec, "--spec", dir+"routines.fsp"); got != want {
					t.Errorf("expected %s:\n%s", want, out)
				}
			})
		}
	}
}

// TestConformFigure1 is the paper's example of compositional verification: each procedure is
// compared with its own abstraction, with those of the others for their calls, in any order. A
// fault in one shows where that one is compared, and nowhere else.
func TestConformFigure1(t *testing.T) {
	const dir = "../../testdata/papers/magic/"
	verdicts := func(file string, args ...string) string {
		_, out := conformed(t, append([]string{file, "--spec", dir + "figure1"}, args...)...)
		var list []string
		for line := range strings.Lines(out) {
			v, rest, _ := strings.Cut(line, "  ")
			if proc, _, ok := strings.Cut(rest, ", abstraction "); ok && v != "" {
				list = append(list, v+" "+proc)
			}
		}
		return strings.Join(list, ", ")
	}
	const all = "CONFORMS foo, CONFORMS bar, CONFORMS baz, CONFORMS baz"
	if got := verdicts(dir + "figure1.c"); got != all {
		t.Errorf("got %s", got)
	}
	if got := verdicts(dir+"figure1.c", "-j", "3", "--proc", "baz", "--proc", "foo"); got != "CONFORMS baz, CONFORMS baz, CONFORMS foo" {
		t.Errorf("in another order: %s", got)
	}
	text, err := os.ReadFile(dir + "figure1.c")
	if err != nil {
		t.Fatal(err)
	}
	faulty := filepath.Join(t.TempDir(), "faulty.c")
	if err := os.WriteFile(faulty, []byte(strings.Replace(string(text), "\tlib_use();\n", "", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := verdicts(faulty); got != strings.Replace(all, "CONFORMS bar", "UNSAFE bar", 1) {
		t.Errorf("with a fault in bar: %s", got)
	}
}
