package cfront

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/need"
)

// TestBenchFilesLoad loads every C file of the benchmark suites with the data model
// of its task.
func TestBenchFilesLoad(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(need.Suites(t), "*/*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			prog, err := Load([]File{{Name: name}}, Config{Model: modelOf(t, name)})
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
		})
	}
}

// modelOf reads the data model from the task definition beside the C file.
func modelOf(t *testing.T, name string) string {
	text, err := os.ReadFile(strings.TrimSuffix(name, ".c") + ".yml")
	if err != nil {
		return "ILP32"
	}
	for _, m := range []string{"ILP32", "LP64"} {
		if strings.Contains(string(text), "data_model: "+m) {
			return m
		}
	}
	t.Fatal("no data model")
	return ""
}
