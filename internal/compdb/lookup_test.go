package compdb

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/source"
)

// find looks a file up in the database in dir.
func find(t *testing.T, dir, file string) (*Unit, int, error) {
	t.Helper()
	db, err := Open(dir)
	if err != nil {
		return nil, 0, err
	}
	return db.Find(file)
}

func TestDatabase(t *testing.T) {
	dir := write(t, map[string]string{
		"compile_commands.json": `[
 {"directory": "build", "file": "../src/a.c", "command": "gcc -DA=\"\\\"x\\\"\" -I. -c ../src/a.c", "output": "a.o"},
 {"directory": "build", "file": "../src/a.c", "command": "gcc -DTWICE -c ../src/a.c"},
 {"directory": ".", "file": "src/b.c", "arguments": ["clang", "-DB c", "-c", "./src/b.c"], "extra": {"x": [1, true, null]}},
 {"directory": ".", "file": "src/c.c", "command": "prepare && gcc -DC -c src/c.c ; objtool src/c.o"}
]`,
		"src/a.c": "", "src/b.c": "", "src/c.c": "",
	})
	t.Chdir(filepath.Join(dir, "src"))
	for _, c := range []struct{ file, dir, name, define string }{
		{"a.c", "build", "../src/a.c", `A="x"`},
		{"src/b.c", "", "src/b.c", "B c"},
		{filepath.Join(dir, "src", "c.c"), "", "src/c.c", "C"},
	} {
		u, others, err := find(t, dir, c.file)
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if u.Dir != filepath.Join(dir, c.dir) || u.File != c.name || len(u.Defines) != 1 || u.Defines[0] != c.define {
			t.Errorf("%s: got %+v", c.file, u)
		}
		if want := map[bool]int{true: 1}[c.file == "a.c"]; others != want {
			t.Errorf("%s: %d other commands, want %d", c.file, others, want)
		}
	}
	for file, want := range map[string]string{
		"other/a.c": "did you mean ../src/a.c?", "bb.c": "did you mean", "nothing-like-it.c": "doesn't say how the file is compiled",
	} {
		_, _, err := find(t, dir, file)
		var list source.ErrorList
		if want = strings.Replace(want, "../src", "src", 1); err == nil || !errors.As(err, &list) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

func TestDatabaseErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                                       "1:1: expected '['",
		`{}`:                                     "1:1: expected '['",
		"[\n {\"file\": 1}]":                     "2:11: expected the file's name as a string",
		`[{"file": "a.c"}]`:                      "1:2: the entry has neither command nor arguments",
		`[{"command": "gcc"}]`:                   "1:2: the entry has no file",
		`[{"file": "a.c" "x"]`:                   "1:17: expected ',' or '}'",
		`[{"file": "a.c`:                         "1:11: the string has no end",
		`[{"file": "\q"}]`:                       "1:11: the string is not one of JSON",
		`[{"x": tru}]`:                           "1:8: expected a value",
		`[] 1`:                                   "1:4: expected the end of the file",
		`[{"file": "a.c", "arguments": []}]`:     "the entry's arguments are empty",
		`[{"file": "a.c", "command": "gcc 'a"}]`: "1:29: the command has a ' without its closing '",
		`[{"file": "a.c", "command": " # nothing"}]`: "the command is empty",
		`[{"x":` + strings.Repeat("[", 200):          "values nest more than 100 deep",
	} {
		dir := write(t, map[string]string{"compile_commands.json": text})
		_, _, err := find(t, dir, filepath.Join(dir, "a.c"))
		var list source.ErrorList
		if err == nil || !errors.As(err, &list) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "no such file or folder") {
		t.Error(err)
	}
	if _, err := Open("/dev/null"); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Error(err)
	}
}

// cmdFile is a .cmd file as Kbuild writes it.
const cmdFile = `savedcmd_drivers/a/b.o := gcc -Wp,-MMD,drivers/a/.b.o.d -nostdinc -I./include \
  -include ./include/k.h -DNAME='"b"' -DHASH='\#x$(pound)y' -DDOLLAR='$$z' -c -o drivers/a/b.o drivers/a/b.c ; ./tools/objtool drivers/a/b.o

source_drivers/a/b.o := drivers/a/b.c

deps_drivers/a/b.o := \
    $(wildcard include/config/X) \
  include/k.h \
`

func TestKbuild(t *testing.T) {
	dir := write(t, map[string]string{"drivers/a/.b.o.cmd": cmdFile, "drivers/a/b.c": "", "drivers/a/.bad.o.cmd": "nothing", "drivers/a/bad.c": "",
		"ext/.m.o.cmd": "cmd_/elsewhere/m.o := gcc -c -o /elsewhere/m.o /elsewhere/m.c\n"})
	for _, open := range []string{dir, filepath.Join(dir, "drivers/a/.b.o.cmd")} {
		u, _, err := find(t, open, "drivers/a/b.c")
		if err != nil {
			t.Fatal(err)
		}
		if want := `NAME="b" HASH=#x#y DOLLAR=$z`; strings.Join(u.Defines, " ") != want {
			t.Errorf("defines %q, want %s", u.Defines, want)
		}
		if u.Dir != dir || u.File != "drivers/a/b.c" || !u.NoStdInc || len(u.Ignored) > 0 {
			t.Errorf("got %+v", u)
		}
	}
	for file, want := range map[string]string{
		"drivers/a/bad.c": ".bad.o.cmd:1:1: no command: expected savedcmd_TARGET",
		"drivers/a/x.c":   "has no compile_commands.json, and there is no .x.o.cmd beside the file",
	} {
		if _, _, err := find(t, dir, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
	if _, _, err := find(t, filepath.Join(dir, "ext/.m.o.cmd"), "m.c"); err == nil || !strings.Contains(err.Error(), "the folder that make ran in is not known") {
		t.Error(err)
	}
	if u, _, err := find(t, dir, "ext/m.c"); err != nil || u.Dir != dir || u.File != "/elsewhere/m.c" {
		t.Errorf("got %+v, %v", u, err)
	}
}

// A command for another file than the one that was asked for is refused, however it was found: a copied folder has the .cmd files of the old one.
func TestOtherFile(t *testing.T) {
	dir := write(t, map[string]string{"old/m.c": "", "new/m.c": "", "gone/m.c": "", "db/m.c": "", "tree/d/x.c": "", "else/d/x.c": "",
		"db/compile_commands.json": `[{"directory": ".", "file": "m.c", "command": "gcc -c m.c"}]`, "tree/d/.x.o.cmd": "cmd_d/x.o := gcc -c -o d/x.o d/x.c\n"})
	cmd := func(at, of string) {
		text := "cmd_" + dir + "/" + of + "/m.o := gcc -c -o m.o " + dir + "/" + of + "/m.c\nsource_" + dir + "/" + of + "/m.o := " + dir + "/" + of + "/m.c\n"
		if err := os.WriteFile(filepath.Join(dir, at, ".m.o.cmd"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd("old", "old")
	cmd("new", "old")
	cmd("gone", "nowhere")
	if err := os.Symlink(filepath.Join(dir, "old"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, database, file, want string }{
		{"old", "old", "m.c", ""},
		{"link", "old", "m.c", ""},
		{"", "old", "link/m.c", ""},
		{"new", "new", "m.c", "old/m.c is compiled, and m.c is another file; build that one too"},
		{"", "new", "new/m.c", "is another file"},
		{"", "new", "m.c", "is another file"}, // relative to the database
		{"else", "tree/d/.x.o.cmd", "d/x.c", "tree/d/x.c is compiled, and d/x.c is another file; build that one too"},
		{"gone", "gone", "m.c", "nowhere/m.c is compiled, which isn't there; build m.c where it is"},
		{"db", "db", "m.c", ""},
		{"new", "db", "m.c", "db/m.c is compiled, and m.c is another"},
		{"tree", "tree", "d/x.c", ""},
		{"else", "tree", "d/x.c", "tree/d/x.c is compiled, and d/x.c is another"},
	} {
		t.Chdir(filepath.Join(dir, c.in))
		_, _, err := find(t, filepath.Join(dir, c.database), c.file)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("in %s, -p %s, %s: got %v, want %q", c.in, c.database, c.file, err, c.want)
		}
	}
}
