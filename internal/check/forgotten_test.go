package check

import (
	"fmt"
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
