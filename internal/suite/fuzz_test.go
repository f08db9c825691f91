package suite

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzDefinition reads arbitrary task definitions: none may panic, and what is accepted
// has something to run.
func FuzzDefinition(f *testing.F) {
	for _, text := range []string{
		"files: a.c\nproperty: reach\nexpected: {reach: SAFE}\n",
		"files: [a.c, b.c]\nrules: [x.slic]\nentry: f\nexpected_line: {x: 3}\nargs: [-q]\ntags: [t]\n",
		"format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: false\noptions: {language: C, data_model: LP64}\n",
		"a: &a [*a]\nfiles: *a\n", "files: {a: b}\n", "---\n", "\xff", "files: a.c\nfiles: b.c\n",
	} {
		f.Add(text)
	}
	file := filepath.Join(f.TempDir(), "a.yml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		tasks, err := loadYAML(file)
		if err == nil && len(tasks) == 0 {
			t.Error("neither tasks nor an error")
		}
		for _, task := range tasks {
			if len(task.Args) == 0 || len(task.Files) == 0 {
				t.Errorf("%+v has nothing to run", task)
			}
		}
	})
}

// FuzzTable reads arbitrary tables of Boolean programs.
func FuzzTable(f *testing.F) {
	for _, text := range []string{"task\texpected\nA\ttrue\n", "task\texpected\toptions\nA\tfalse\t-l X\nB\ttrue\t-l\n", "", "\n\n", "a\tb\tc\n\t\t\n"} {
		f.Add(text)
	}
	file := filepath.Join(f.TempDir(), "tasks.tsv")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		tasks, err := loadTSV(file)
		for _, task := range tasks {
			if err != nil || task.Expected == "" || task.Args[0] != "bebop" {
				t.Errorf("%+v with %v", task, err)
			}
		}
	})
}
