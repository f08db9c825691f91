package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/source"
)

func keys() []*Key {
	file := func(v string) bool { return strings.HasSuffix(v, ".slic") }
	return []*Key{
		{Name: "rules", Kind: List, Path: file},
		{Name: "entries", Kind: List},
		{Name: "strict", Kind: Truth},
		{Name: "encoding", Check: func(v string) error {
			if v != "small" && v != "large" {
				return errors.New("expected small or large")
			}
			return nil
		}},
		{Name: "cc", Refused: "it names a program to run"},
		{Name: "limits.timeout"},
		{Name: "limits.iterations", Kind: Number},
	}
}

func TestParse(t *testing.T) {
	f, err := Parse("../p/hardbop.yaml", []byte("rules: [linux/mutex, rules/a.slic, /b.slic]\nentries: auto\nstrict: true\nlimits:\n  timeout: 60\n  iterations: 7\n"), keys())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		values string
		line   int
	}{"rules": {"linux/mutex,../p/rules/a.slic,/b.slic", 1}, "entries": {"auto", 2}, "strict": {"true", 3}, "limits.timeout": {"60", 5}, "limits.iterations": {"7", 6}} {
		s := f.Get(name)
		if s == nil || strings.Join(s.Values, ",") != want.values || s.Pos.Line != want.line || s.Pos.File != "../p/hardbop.yaml" {
			t.Errorf("%s: got %+v", name, s)
		}
	}
	for _, empty := range []string{"", "# nothing\n", "limits:\n"} {
		if f, err := Parse("x", []byte(empty), keys()); err != nil || len(f.Settings) > 0 {
			t.Errorf("%q: %v, %v", empty, f, err)
		}
	}
}

// Errors have a place, a caret, and what was expected.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"rule: a":                         "h.yaml:1:1: unknown key rule; did you mean rules?\n    rule: a\n    ^",
		"strict: true\ntimeout: 3":        "h.yaml:2:1: unknown key timeout; did you mean limits.timeout?",
		"entry: a":                        "h.yaml:1:1: unknown key entry; did you mean entries?",
		"limits: {timout: 3}":             "h.yaml:1:10: unknown key limits.timout; did you mean limits.timeout?",
		"limits: {limits: 3}":             "h.yaml:1:10: unknown key limits.limits",
		"limits: 3":                       "h.yaml:1:9: expected keys with values",
		"strict: yes":                     "h.yaml:1:9: expected true or false for strict\n    strict: yes\n            ^",
		"strict: [true]":                  "h.yaml:1:9: expected true or false for strict",
		"encoding: medium":                "h.yaml:1:11: encoding: expected small or large\n    encoding: medium\n              ^",
		"encoding: ":                      "h.yaml:1:10: expected a text for encoding",
		"rules: {a: b}":                   "h.yaml:1:8: expected a text or a list of texts for rules",
		"rules: [[a]]":                    "h.yaml:1:9: expected a text or a list of texts for rules",
		"limits: {iterations: many}":      "h.yaml:1:22: expected a number for limits.iterations",
		"- a":                             "h.yaml:1:1: expected keys with values",
		"strict: true\nstrict: true":      "h.yaml:2:1: strict stands here twice",
		"rules: &a [x]\nentries: *a":      "h.yaml:2:10: expected a text or a list of texts for entries; aliases aren't followed",
		"cc: ./x":                         "h.yaml:1:1: cc can't be set in a file: it names a program to run",
		"a: [":                            "h.yaml:1: ",
		"strict: true\n---\nstrict: true": "h.yaml: expected one document",
		"\x1b[31m: x":                     "h.yaml:1: ",
		"? [a]\n: b":                      "h.yaml:1:3: expected a key",
	} {
		_, err := Parse("h.yaml", []byte(text), keys())
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("rules: [a, b]\nlimits: {timeout: 3}\n")
	f.Add("a: &a [*a, *a]\n<<: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Parse("h.yaml", []byte(text), keys())
		if err != nil && source.Printable(strings.ReplaceAll(err.Error(), "\n", "")) != strings.ReplaceAll(err.Error(), "\n", "") {
			t.Errorf("%q: a message that acts on a terminal: %q", text, err)
		}
	})
}

// The file is looked for up to the root of the project.
func TestFind(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "project", "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	put := func(name string) {
		if err := os.WriteFile(filepath.Join(top, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	find := func(want string) {
		t.Helper()
		if got, err := Find(deep); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	put("hardbop.yaml")
	find("../../../hardbop.yaml")
	put("project/.git") // a worktree's is a file
	find("")
	put("project/hardbop.yaml")
	find("../../hardbop.yaml")
	put("project/a/b/hardbop.yaml")
	find("hardbop.yaml")
	if os.Getuid() == 0 {
		if err := os.Chown(filepath.Join(deep, "hardbop.yaml"), 12345, 0); err != nil {
			t.Fatal(err)
		}
		if got, err := Find(deep); err == nil || !strings.Contains(err.Error(), "another user") {
			t.Errorf("another user's: %q, %v", got, err)
		}
		_ = os.Chown(deep, 12345, 0)
		find("hardbop.yaml")
	}
}
