package suite

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// folder makes a folder with files and returns its name.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load1 loads the only task of a definition.
func load1(t *testing.T, files map[string]string) (*Task, string) {
	t.Helper()
	dir := folder(t, files)
	tasks, err := Load([]string{dir}, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 1 {
		t.Fatalf("%d tasks, expected 1", len(tasks))
	}
	return tasks[0], dir
}

func TestSVCOMPTask(t *testing.T) {
	task, dir := load1(t, map[string]string{"a.yml": `format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: props/reach.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
`})
	prp, c := filepath.Join(dir, "props/reach.prp"), filepath.Join(dir, "a.c")
	want := &Task{Suite: "set", Name: "a", Property: "reach", Expected: "UNSAFE",
		Args: []string{"check", "--spec", prp, "--data-model", "ILP32", c}, Files: []string{prp, c}}
	if !reflect.DeepEqual(task, want) {
		t.Errorf("got  %+v\nwant %+v", task, want)
	}
}

func TestOwnTask(t *testing.T) {
	dir := folder(t, map[string]string{"b.yml": `files: [b.c, c.c]
rules: [lock.slic, irql.slic, linux/mutex]
entry: dispatch
expected: {lock: UNSAFE, irql: SAFE, linux/mutex: SAFE}
expected_line: {lock: 12}
args: [--ints, bits]
tags: [driver]
`})
	tasks, err := Load([]string{dir}, "")
	if err != nil || len(tasks) != 3 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	irql, library, lock := tasks[0], tasks[1], tasks[2]
	if library.Expected != "SAFE" || !slices.Contains(library.Args, "linux/mutex") || len(library.Files) != 2 {
		t.Errorf("got %+v", library)
	}
	if irql.ID() != "set/b/irql" || irql.Expected != "SAFE" || irql.ExpectedLine != 0 {
		t.Errorf("got %+v", irql)
	}
	b, c, rule := filepath.Join(dir, "b.c"), filepath.Join(dir, "c.c"), filepath.Join(dir, "lock.slic")
	want := &Task{Suite: "set", Name: "b", Property: "lock", Expected: "UNSAFE", ExpectedLine: 12, Tags: []string{"driver"},
		Args: []string{"check", "--rule", rule, "--ints", "bits", "--entry", "dispatch", b, c}, Files: []string{b, c, rule}}
	if !reflect.DeepEqual(lock, want) {
		t.Errorf("got  %+v\nwant %+v", lock, want)
	}
}

func TestTable(t *testing.T) {
	dir := folder(t, map[string]string{"tasks.tsv": "task\texpected\toptions\nGoto\tfalse\t-l ERROR\nCall\ttrue\t\n"})
	tasks, err := Load([]string{dir}, "")
	if err != nil || len(tasks) != 2 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	file := filepath.Join(dir, "Goto.bp")
	want := &Task{Suite: "set", Name: "Goto", Property: "boolprog", Expected: "UNSAFE",
		Args: []string{"bebop", "--dialect", "boppo", file, "--label", "ERROR"}, Files: []string{file}}
	if !reflect.DeepEqual(tasks[1], want) {
		t.Errorf("got  %+v\nwant %+v", tasks[1], want)
	}
}

func TestSet(t *testing.T) {
	own := "files: x.c\nproperty: reach\n"
	dir := folder(t, map[string]string{"all.set": "# the tasks\n\nsub/*.yml\n", "sub/b.yml": own, "sub/a.yml": own, "sub/witness.yml": "entry_type: x\n"})
	if _, err := Load([]string{filepath.Join(dir, "all.set")}, ""); err == nil || !strings.Contains(err.Error(), "witness.yml") {
		t.Errorf("a pattern that matches something else: got %v", err)
	}
	tasks, err := Load([]string{dir}, "")
	if err != nil || len(tasks) != 2 || tasks[0].ID() != "sub/a/reach" || tasks[1].ID() != "sub/b/reach" {
		t.Errorf("got %v, %v", tasks, err)
	}
}

// Each wrong definition is an error that says where.
func TestLoadErrors(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"syntax":          {"a.yml", "files: [\n", "a.yml:"},
		"unknown key":     {"a.yml", "files: a.c\nrulez: b\n", "a.yml:2:1: unknown key rulez\n    rulez: b\n    ^"},
		"two wrong":       {"a.yml", "files: a.c\nrulez: b\nentri: c\n", "a.yml:3:1: unknown key entri"},
		"type":            {"a.yml", "files: a.c\nproperty: reach\nexpected_line: {reach: x}\n", "a.yml:3:1: cannot"},
		"no properties":   {"a.yml", "\ninput_files: a.c\n", "a.yml:2:1: no properties"},
		"nothing to do":   {"a.yml", "files: a.c\n", "a.yml:1:1: nothing to check: expected rules or property"},
		"data model":      {"a.yml", "files: a.c\nproperty: reach\noptions:\n  data_model: LP32\n", `a.yml:4:1: unknown data model "LP32"`},
		"expectation":     {"a.yml", "files: a.c\nproperty: reach\nexpected:\n  reech: SAFE\n", `a.yml:4:1: an expectation for "reech"`},
		"verdict":         {"a.yml", "files: a.c\nproperty: reach\nexpected:\n  reach: SAVE\n", `a.yml:4:1: unknown verdict "SAVE"`},
		"table":           {"tasks.tsv", "task\texpected\nGoto\tmaybe\n", "tasks.tsv:2:1: expected a task, a tab, and true or false"},
		"table, one":      {"tasks.tsv", "task\texpected\nGoto\n", "tasks.tsv:2:1: expected a task"},
		"pattern":         {"a.set", "\n*.yml\n", "a.set:2:1: pattern \"*.yml\" matches no file"},
		"nothing":         {"readme", "", "no tasks"},
		"not a task file": {"readme", "", "expected a folder, a .set file, a .yml task definition or a .txt list of drivers"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, map[string]string{c.file: c.text})
			arg := dir
			if strings.HasSuffix(c.file, ".set") || name == "not a task file" {
				arg = filepath.Join(dir, c.file)
			}
			if _, err := Load([]string{arg}, ""); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
	if _, err := Load([]string{"/nonexistent"}, ""); err == nil || !strings.Contains(err.Error(), "no such file or folder") {
		t.Errorf("got %v", err)
	}
}

// Inputs are identified by content.
func TestHash(t *testing.T) {
	files := map[string]string{"a.yml": "files: a.c\nproperty: reach\n", "a.c": "int x;"}
	task, dir := load1(t, files)
	before := task.Hash()
	if other, _ := load1(t, files); other.Hash() != before {
		t.Error("the same files in another folder have another hash")
	}
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte("int y;"), 0o600); err != nil {
		t.Fatal(err)
	}
	if task.Hash() == before {
		t.Error("a changed file has the same hash")
	}
}
