package compdb

import (
	"strings"
	"testing"
)

// The fuzz targets look for panics, endless work, and errors without a place. What is
// read is never run.

func FuzzDatabase(f *testing.F) {
	f.Add(`[{"directory": "/d", "file": "a.c", "command": "gcc -DA='b c' -c a.c"}]`)
	f.Add(`[{"directory": "d", "file": "/a.c", "arguments": ["cl", "/Ix", "/Zp4", "a.c"], "x": {"y": [1.5e3, null]}}]`)
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := readEntries("db", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "db:") {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		db := &Database{dir: "/nowhere", name: "db", text: text, entries: entries}
		for _, e := range entries {
			if c, err := db.commandOf(e); err == nil {
				c.Dir = "/nowhere"
				_, _ = c.Unit()
			}
		}
	})
}

func FuzzKbuild(f *testing.F) {
	f.Add(cmdFile)
	f.Add("cmd_a.o := gcc \\\n")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := parseKbuild("/nowhere/.a.o.cmd", text)
		if err != nil {
			return
		}
		if k.line < 1 || k.line > strings.Count(text, "\n")+1 {
			t.Errorf("line %d", k.line)
		}
		if c, err := k.commandOf("/nowhere/.a.o.cmd", text, "/nowhere"); err == nil {
			_, _ = c.Unit()
		}
	})
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{`gcc -D'a b' "c\"d" e\ f`, `a;b&&c #d`, "a\\\nb", `cl "/I a\\" \\"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words, err := shellWords(s)
		for _, w := range words {
			if w.at < 0 || w.at >= len(s) {
				t.Errorf("a word at %d", w.at)
			}
		}
		if err == nil && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz -=./") == "" && !strings.Contains(s, "\n") {
			if got := strings.Join(texts(words), " "); got != strings.Join(strings.Fields(s), " ") {
				t.Errorf("plain words changed: %q", got)
			}
		}
		windowsWords(s)
		_, _ = responseWords(s, false)
		_, _ = responseWords(s, true)
	})
}
