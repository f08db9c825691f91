package check

import "testing"

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
