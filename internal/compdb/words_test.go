package compdb

import (
	"slices"
	"strings"
	"testing"
)

func texts(words []word) []string {
	var list []string
	for _, w := range words {
		if w.op {
			list = append(list, "<"+w.text+">")
		} else {
			list = append(list, w.text)
		}
	}
	return list
}

func TestShellWords(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string // words joined by |
	}{
		{`gcc -c a.c`, `gcc|-c|a.c`},
		{`gcc -DN='"a b"' a.c`, `gcc|-DN="a b"|a.c`},
		{`gcc "-DN=\"x\"" a\ b.c`, `gcc|-DN="x"|a b.c`},
		{`gcc "a\c\$HOME" '$x\'`, `gcc|a\c$HOME|$x\`},
		{"gcc \\\n -c # a comment\n a.c", `gcc|-c|<` + "\n" + `>|a.c`},
		{`gcc -c a.c ; tool a.o && x || y & z | w`, `gcc|-c|a.c|<;>|tool|a.o|<&&>|x|<||>|y|<&>|z|<|>|w`},
		{`gcc ""  ''`, `gcc||`},
		{"gcc \"a\\\nb\" c\\\nd", `gcc|ab|cd`},
		{`gcc a#b`, `gcc|a#b`},
		{`gcc end\`, `gcc|end\`},
		{"", ""},
	} {
		words, err := shellWords(c.in)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		} else if got := strings.Join(texts(words), "|"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
	for in, want := range map[string]int{`gcc "a`: 4, `'`: 0, `a b'c`: 3} {
		_, err := shellWords(in)
		if we, ok := err.(*wordError); !ok || we.at != want {
			t.Errorf("%q: got %v, want an error at %d", in, err, want)
		}
	}
}

func TestWindowsWords(t *testing.T) {
	for in, want := range map[string][]string{
		`cl /I C:\inc a.c`:                 {"cl", "/I", `C:\inc`, "a.c"},
		`cl "/IC:\a b\\" /DN=\"x\"`:        {"cl", `/IC:\a b\`, `/DN="x"`},
		`cl /D"A=1 2" \\\"x`:               {"cl", `/DA=1 2`, `\"x`},
		`"C:\Program Files\cl.exe" /c a.c`: {`C:\Program Files\cl.exe`, "/c", "a.c"},
	} {
		if got := texts(windowsWords(in)); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
