package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/slic"
)

func library(t *testing.T, dirs ...string) *Library {
	t.Helper()
	lib, err := Load(dirs...)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// Every rule of the library explains itself, says its own name, and has nothing in it
// that can't happen.
func TestLibrary(t *testing.T) {
	for _, r := range library(t).Rules {
		if err := r.Doc.Complete(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		if !strings.HasPrefix(r.Text, "// "+r.Name+": ") {
			t.Errorf("%s doesn't begin with its name", r.File)
		}
		for _, n := range Lint(r.Spec) {
			t.Errorf("%s", n)
		}
		if strings.Contains(r.Text, "\t\t\t\t\t") || !strings.HasSuffix(r.Text, "}\n") {
			t.Errorf("%s: the layout isn't that of the others", r.File)
		}
	}
}

// What a Doc lacks is named.
func TestIncomplete(t *testing.T) {
	text := "// a/b: s\n//\n// m\n// Good:\n//\tx\n// Bad:\n//\ty\n// Limits: z\n"
	for part, want := range map[string]string{
		"":             "",
		"// a/b: s\n":  "a summary",
		"// m\n":       "meaning",
		"//\tx\n":      "good",
		"//\ty\n":      "bad",
		"// Limits: z": "limits",
	} {
		short := strings.Replace(text, part, "//\n", 1)
		if part == "" {
			short = text
		}
		err := parseDoc("a/b", short).Complete()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("without %q: %v, expected %q", part, err, want)
		}
	}
}

func TestDoc(t *testing.T) {
	d := parseDoc("x/y", `// x/y: first line
//
// Meaning: one.
//
// Two.
//
// Good:
//
//	f();
//		g();
//
// Bad:
//	h();
// Limits: none
// at all.
state {}
// not this
`)
	want := Doc{"first line", "Meaning: one.\n\nTwo.", "f();\n\tg();", "h();", "none\nat all."}
	if d != want {
		t.Errorf("got  %q\nwant %q", d, want)
	}
}

func TestSelect(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "house")
	write(t, filepath.Join(dir, "lock.slic"), "// house/lock: ours\nl.call { abort; }\n")
	write(t, filepath.Join(dir, "usb", "urb.slic"), "u.call { abort; }\n")
	write(t, filepath.Join(dir, "linux", "mutex.slic"), "// in place of the library's\nm.call { abort; }\n")
	lib := library(t, dir)
	for word, want := range map[string]string{
		"house/lock": "house/lock", "house": "house/lock", "house/*": "house/lock", "us*/urb": "usb/urb", "linux/mut*": "linux/mutex",
	} {
		rs, err := lib.Select(word)
		if err != nil || len(rs) != 1 || rs[0].Name != want {
			t.Errorf("%s: %v %v, expected %s", word, rs, err, want)
		}
	}
	if rs, _ := lib.Select("linux/mutex"); rs[0].Doc.Summary != "in place of the library's" {
		t.Errorf("the library's rule wins: %q", rs[0].Doc.Summary)
	}
	for word, want := range map[string]string{
		"linux/mutx": "did you mean linux/mutex?", "lock": "did you mean house/lock or", "lunix": "did you mean linux?",
		"": "rules list", "[": "expected a file NAME.slic", "house/[": "expected a file", "nothing/like/it": "rules list",
	} {
		if rs, err := lib.Select(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v, expected %q", word, rs, err, want)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that doesn't exist")
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "there is no file") {
		t.Errorf("an empty folder: %v", err)
	}
	write(t, filepath.Join(dir, "bad.slic"), "f.call {\n  stop;\n}\n")
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "bad.slic:2:") {
		t.Errorf("a faulty rule: %v", err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestLint(t *testing.T) {
	for _, c := range []struct {
		rule string
		want []string
	}{
		{`state { enum { A, B } s = A; } f.call { if (s == A) s = B; else abort; } g.call { s = A; }`, nil},
		{`state { enum { A, B, C } s = A; } f.call { if (s == A) s = B; else abort; }`, []string{"r:1:22: s is never C"}},
		{`state { enum { A, B, C } s = A; }
f.call { if (s == A) s = B; }
g.call { if (s == C) abort; s = A; }`, []string{"r:1:22: s is never C", "r:3:22: this abort can't be reached"}},
		{`f.call { halt; abort; f = 1; }`, []string{"r:1:16: this abort can't be reached"}},
		{`state { bool b = 0; } f.call { if (b) { ; reset; } }`, []string{"r:1:43: this reset can't be reached"}},
		{`state { bool b = 0; int n = 0; } f.call { b = n > 0; n = n + 1; } g.call { if (b && n == 7) abort; }`, nil},
		{`state { int n = 0; } f.call { n = 1; }`, []string{"r:1:13: no handler asks for the state variable n"}},
		{`state { enum { A, B } s = A; bool b = 0; } f.call { s, b = B, !b; } g.call { if (s == B && !b && $1) abort; }`, nil},
		{`state { enum { A, B } s = A; } f.call { s = $1 ? A : B; } g.call { if (s == B ? 1 : 0) abort; else if (s == A) ; else { if (*) halt; } }`,
			[]string{"r:1:128: this halt can't be reached"}},
		{`enum { K = 2 } ; state { enum { A = K, B } s = A; } f.call { if (s < 2 || s >= 4 || !(s != 1)) abort; if (-s == -3) halt; s = B; }`,
			[]string{"r:1:96: this abort can't be reached"}},
	} {
		spec, err := slic.Parse("r", c.rule)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range Lint(spec) {
			got = append(got, n.String())
		}
		ok := len(got) == len(c.want)
		for i := 0; ok && i < len(got); i++ {
			ok = strings.HasPrefix(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s\ngot  %q\nwant %q", c.rule, got, c.want)
		}
	}
}

func TestDrivers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fam")
	write(t, filepath.Join(dir, "a_good.c"), "// entry: run\nx; // mutant: drop // mutant: y; y;\n\tz; // mutant: twice\n")
	write(t, filepath.Join(dir, "a_bad_2.c"), "// rule: linux/mutex\n// message: locked\n// a line: that isn't one\n")
	write(t, filepath.Join(dir, "b_bad.c"), "")
	write(t, filepath.Join(dir, "b.slic"), "")
	write(t, filepath.Join(dir, "other.c"), "")
	ds, err := Drivers(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range ds {
		got = append(got, strings.Join([]string{d.Name(), d.Rule, d.Entry, d.Expected(), d.Message}, " "))
	}
	want := []string{"a_bad_2.c linux/mutex main UNSAFE locked", "a_good.c fam/a run SAFE ", "b_bad.c " + filepath.Join(dir, "b.slic") + " main UNSAFE "}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = nil
	for _, m := range append(ds[0].Mutants(), ds[1].Mutants()...) {
		got = append(got, m.Name()+" "+m.Expected()+" "+m.Text)
	}
	want = []string{
		"a_good.c:2 drop UNSAFE // entry: run\n;\n\tz; // mutant: twice\n",
		"a_good.c:2 y; y; UNSAFE // entry: run\ny; y;\n\tz; // mutant: twice\n",
		"a_good.c:3 twice UNSAFE // entry: run\nx; // mutant: drop // mutant: y; y;\n\tz; z;\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if ds[0].Judge("UNSAFE", "it is locked") != "" || ds[0].Judge("UNSAFE", "no") == "" || ds[0].Judge("SAFE", "") == "" || ds[1].Judge("SAFE", "") != "" {
		t.Error("wrong judgement")
	}
}

func TestDriverErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Drivers(dir); err == nil || !strings.Contains(err.Error(), "there is no file") {
		t.Errorf("an empty folder: %v", err)
	}
	write(t, filepath.Join(dir, "a_good.c"), "// message: x\n")
	if _, err := Drivers(dir); err == nil || !strings.Contains(err.Error(), "conforms") {
		t.Errorf("a message of a good driver: %v", err)
	}
	write(t, filepath.Join(dir, "a_good.c"), "// rul: x\n")
	if _, err := Drivers(dir); err == nil || !strings.Contains(err.Error(), "a_good.c:1:4: unexpected") {
		t.Errorf("an unknown key: %v", err)
	}
}
