package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"hardbop/internal/need"
)

// acting is text that would act on a terminal or browser: a script, escapes, marks that turn the
// direction of text, invalid UTF-8.
const acting = "</script><img src=x onerror=alert(1)>\x1b[31m\x07\u202e\u2066\xff"

// actingTask is a program and a rule that hold such text wherever they can: in the files' names and
// comments, in a string, behind #line, in the rule's message.
func actingTask(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	name := strings.ReplaceAll(acting, "/", "\\")
	file, rule := filepath.Join(dir, "d"+name+"\n.c"), filepath.Join(dir, "lock.slic")
	text := "/* " + acting + " */\nvoid lock(char *s);\nint main(void)\n{\n\tlock(\"" + acting + "\");\n# 7 \"" + name + "\"\n\tlock(\"" + acting + "\");\n\treturn 0;\n}\n"
	abort := "// " + acting + "\nstate { int n = 0; }\nlock.call { if (n == 1) abort \"" + acting + "\"; n = 1; }\n"
	for f, text := range map[string]string{file: text, rule: abort} {
		if err := os.WriteFile(f, []byte(text), 0o666); err != nil {
			need.Missing(t, fmt.Errorf("the file system takes no such name: %w", err))
		}
	}
	return []string{"check", "-q", "--replay", "off", "--rule", rule, file}
}

// TestInertOutput has each form of output hold what would act as text.
func TestInertOutput(t *testing.T) {
	task := actingTask(t)
	page := filepath.Join(t.TempDir(), "page.html")
	for _, format := range resultFormats() {
		out, errs, code := tool(append(task, "--format", format, "--html", page)...)
		if code != exitUnsafe {
			t.Fatalf("%s: exit %d\n%s%s", format, code, out, errs)
		}
		inert(t, format, out+errs)
		if (format == "json" || format == "sarif") && (!json.Valid([]byte(out)) || strings.Contains(out, "<")) {
			t.Errorf("%s: not valid, or with a tag:\n%s", format, out)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	inert(t, "html", string(text))
	if n := strings.Count(string(text), "<script"); n != 1 || strings.Contains(string(text), "<img") {
		t.Errorf("the page has tags of the input, and %d scripts", n)
	}
	if out, errs, _ := tool("check", "-q", "--property", "reach", task[len(task)-1]+"x"); !strings.Contains(errs, "no such file") {
		t.Errorf("a file that isn't there: %s%s", out, errs)
	} else {
		inert(t, "complaint", errs)
	}
}

// inert complains about what acts.
func inert(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: no UTF-8", what)
	}
	for i, r := range text {
		if r != '\n' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			t.Errorf("%s: %q in %q", what, r, text[max(0, i-60):min(len(text), i+10)])
			return
		}
	}
}
