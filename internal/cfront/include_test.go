package cfront

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeFiles puts files into a new directory and returns it.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestIncludes(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // part of the error; empty if there is none
	}{
		{"guarded", map[string]string{"a.c": "#include \"a.h\"\n#include \"a.h\"\nint main(void) { return f(); }",
			"a.h": "#ifndef A\n#define A\n#include \"a.h\"\nstruct s { int x; };\nint f(void);\n#endif"}, ""},
		{"once", map[string]string{"a.c": "#include \"a.h\"\n#include \"b.h\"\nint main(void) { return T; }",
			"a.h": "#pragma once\n#include \"b.h\"\nenum { T };", "b.h": "#include \"a.h\"\n"}, ""},
		{"itself", map[string]string{"a.c": "#include \"a.h\"\nint main(void) { return 0; }", "a.h": "int x;\n#include \"a.h\"\n"},
			"a.h:2:10: includes nest more than 200 deep: a.h includes itself\n    #include \"a.h\"\n             ^"},
		{"the main file", map[string]string{"a.c": "int x;\n#include \"a.c\"\nint main(void) { return 0; }"},
			"a.c:2:10: includes nest more than 200 deep: a.c includes itself\n    #include \"a.c\"\n             ^"},
		{"the main file, stopped", map[string]string{"a.c": "#ifndef A\n#define A\n#include \"a.c\"\nint main(void) { return f(); }\n#else\nstatic int f(void) { return 0; }\n#endif"}, ""},
		{"the main file once", map[string]string{"a.c": "#pragma once\n#include \"a.c\"\nint main(void) { return 0; }"}, ""},
		{"two in turn", map[string]string{"a.c": "#include \"a.h\"\nint main(void) { return 0; }", "a.h": "#include \"b.h\"\n", "b.h": "\n#include \"a.h\"\n"},
			"a.h includes itself"},
		{"itself twice", map[string]string{"a.c": "#include \"a.h\"\nint main(void) { return 0; }", "a.h": "#include \"a.h\"\n#include \"a.h\"\n"},
			"includes nest more than 200 deep"},
		{"missing", map[string]string{"a.c": "#include \"b.h\"\nint main(void) { return 0; }"}, "a.c:1:10: include file not found"},
		{"error in header", map[string]string{"a.c": "#include \"b.h\"\nint main(void) { return f(); }", "b.h": "\nstatic int f(void) { return none; }"},
			"b.h:2:29: none is not declared\n    static int f(void) { return none; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := writeFiles(t, c.files)
			_, err := Load([]File{{Name: filepath.Join(dir, "a.c")}}, Config{})
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Includes may name a file by its absolute path, as those that the kernel's Makefiles force
// do where the build has a folder of its own.
func TestAbsoluteIncludes(t *testing.T) {
	dir := writeFiles(t, map[string]string{"a.h": "enum { A = 1 };", "b.h": "enum { B = A };", "forced.h": "enum { FORCED = 2 };"})
	name := func(h string) string { return filepath.Join(dir, h) }
	text := fmt.Sprintf("#include \"%s\"\n#include <%s>\nint main(void) { return A + B + FORCED; }", name("a.h"), name("b.h"))
	for _, f := range []*Flags{{}, {Dir: "/"}, {NoStandardIncludes: true}} {
		f.Forced = []string{name("forced.h")}
		if _, err := Load([]File{{Name: "main.c", Text: []byte(text), Flags: f}}, Config{}); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

func TestLineDirectives(t *testing.T) {
	err := loadText("# 40 \"other.c\" 1\nint main(void) {\n\treturn nowhere;\n}")
	if want := "other.c:41:9: nowhere is not declared"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
