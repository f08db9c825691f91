package cfront

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"hardbop/internal/cil"
)

// fuzzEvents lists the macros of text, if it is to have events.
func fuzzEvents(text string) []string {
	var names []string
	for _, m := range definition.FindAllStringSubmatch(text, 9) {
		if len(text)%2 == 0 {
			names = append(names, m[1])
		}
	}
	return names
}

// FuzzLoad reads arbitrary text: it must not panic, and what it accepts must be sane.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/run/*.c", "testdata/golden/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for _, name := range bundles(f) {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range ar.Files {
			f.Add(string(file.Data))
		}
	}
	for _, text := range []string{
		"int main(void) { return 0; }", "struct s { int a : 3; } v = { 1 }; int main(void) { return v.a; }",
		"int main(a) { switch (a) { case 1: x: goto x; } }", "int f(), main() { return f(1, 2.0, \"x\"); }", "enum e { A = sizeof(enum e) } x; int main(void) { return x; }",
		"int a[] = { [3] = 1, 2 }; int main(void) { return ({ int b = a[0]; b; }); }", "typedef int T; int main(T T) { { T: return (T)1; } }",
		"struct s { struct s t; } x; int main(void) { return sizeof x; }", "int a[sizeof a]; int main(void) { return a[0]; }", "int x = x; int main(void) { return 'abc'; }",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, model := range []string{"LP64", "ILP32", "LLP64"} {
			prog, err := Load([]File{{Name: "t.c", Text: []byte(text)}}, Config{Model: model, Whole: true, MaxExpansion: 1 << 16, Events: fuzzEvents(text)})
			if err != nil {
				continue
			}
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
		}
	})
}
