package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNotText(t *testing.T) {
	for data, want := range map[string]string{
		"":                    "",
		"int x;\n":            "",
		"/* \xc3\xa9 \xe9 */": "", // other encodings of text stay with their readers
		"\x7fELF\x02\x01":     "an ELF object",
		"!<arch>\nx.o/":       "an archive of objects",
		"\x1f\x8b\x08":        "compressed by gzip",
		"a\nb\x00":            "it has a zero byte in line 2",
		"\xff\xfei\x00":       "in UTF-16, and expected in ASCII or UTF-8",
	} {
		if got := NotText([]byte(data)); got != want {
			t.Errorf("NotText(%q) = %q, want %q", data, got, want)
		}
	}
}

func TestReadText(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text": "int x;\n", "object": "\x7fELF\x02"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := ReadText(filepath.Join(dir, "text")); err != nil || string(got) != "int x;\n" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := ReadText(filepath.Join(dir, "object")); err == nil || err.Error() != "not a text file: an ELF object" {
		t.Errorf("got %v", err)
	}
	if _, err := ReadText(filepath.Join(dir, "none")); err == nil || err.Error() != "no such file" {
		t.Errorf("got %v", err)
	}
}
