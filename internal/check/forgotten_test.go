package check

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDefines tells definitions from declarations, calls and what only the file itself can call.
func TestDefines(t *testing.T) {
	for text, want := range map[string]bool{
		"int f(int x)\n{\n":                    true,
		"struct a *f(struct b *b,\n\tint n) {": true,
		"void\nf (void)\n{":                    true,
		"int f(int x);\n":                      false,
		"static int f(int x)\n{\n":             false,
		"int g(void) { return f(1); }":         false,
		"int ff(int x) {":                      false,
		"\tif (f(x)) {":                        false,
		"int x = f(1); int y() {":              false,
	} {
		if got := defines(text, "f"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestComposites reads what Makefiles link together.
func TestComposites(t *testing.T) {
	for text, want := range map[string]string{
		"obj-m := ring.o\nring-y := a.o b.o\n":                         "[[a.o b.o]]",
		"ring-objs = a.o \\\n  sub/b.o # c.o\nring-$(CONFIG_X) += d.o": "[[a.o sub/b.o d.o]]",
		"z-y := z1.o\na-objs := a1.o $(more)\nobj-y += z.o a.o\n":      "[[a1.o] [z1.o]]",
		"ccflags-y := -I.\nall:\n\tmake -C x\n":                        "[]",
	} {
		if got := fmt.Sprint(composites(text)); got != want && !(want == "[]" && got == "[]") {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestDefinesAsPattern compares it with a regular expression on texts of pieces.
func TestDefinesAsPattern(t *testing.T) {
	pattern := regexp.MustCompile(`(?m)^([A-Za-z_][^;{}()=#]*[\s*])f\s*\([^;{}]*\)[^;{}()]*\{`)
	pieces := []string{"f", "f(", "f(", "f (", ")", ") {", ") {", "\nint ", "\nint ", "\n*", "g", "int ", "static ", "*", " ", "\n", "\n", "(", ")", "{", "}", ";", "=", "#", ",", "_", "\t", "\xff", "1"}
	found := 0
	for seed := range int64(20000) {
		r := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for range r.Intn(25) {
			b.WriteString(pieces[r.Intn(len(pieces))])
		}
		m := pattern.FindStringSubmatch(b.String())
		want := m != nil && !slices.Contains(strings.Fields(m[1]), "static")
		if got := defines(b.String(), "f"); got != want {
			t.Fatalf("%q: %v", b.String(), got)
		}
		if want {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d texts define it", found)
	}
}
