package cfront

import (
	"bytes"
	"testing"

	"hardbop/internal/cil"
)

const sharedDriver = `
typedef unsigned long word;
typedef struct device { int state; word flags; } device_t;
#define lock(d) do { (d)->state = 1; } while (0)
#define unlock(d) __unlock(d)
#define take hold
#define LIMIT (sizeof(word) * BASE)
#define BASE ((word)4)
#define NAMED(x, rest...) call(#x, ##rest)
void __unlock(device_t *d);
void hold(device_t *d);
int call(const char *name, ...);
static device_t the;
static int probe(device_t *d, word w) { lock(d); take(d); unlock(d); return NAMED(one  two, 3) + w; }
`

const sharedBehind = `#line 1 "environment"
int main(void)
{
	device_t *d = &the;
	word *w = &d->flags;
	if (probe(d, LIMIT))
		unlock(d);
	lock(d);
	return (word)*w + NAMED(a, 1, 2) + __LINE__;
}
`

// loaded prints what a Load makes of the driver with the text behind it.
func loaded(t *testing.T, f File, cfg Config) string {
	t.Helper()
	prog, err := Load([]File{f}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if s, ok := n.Instr.(*cil.Skip); ok && s.Mark != nil {
				b.WriteString(n.Pos.String() + " " + s.Mark.Macro.Name + "\n")
			}
		}
	}
	for name, v := range prog.Constants {
		b.WriteString(name + " " + v.String() + "\n")
	}
	return b.String()
}

// TestTreesAreShared loads a driver alone and with an environment, for several rules, with
// one tree and without: the programs are the same as when the text is one file.
func TestTreesAreShared(t *testing.T) {
	trees := NewTrees([]string{"lock", "unlock", "take"})
	whole := File{Name: "driver.c", Text: []byte(sharedDriver + sharedBehind)}
	parts := File{Name: "driver.c", Text: []byte(sharedDriver), Behind: []byte(sharedBehind)}
	alone := File{Name: "driver.c", Text: []byte(sharedDriver)}
	for _, events := range [][]string{nil, {"lock"}, {"unlock", "take"}, {"lock", "unlock", "take"}} {
		cfg := Config{Events: events, Names: []string{"LIMIT"}}
		want := loaded(t, whole, cfg)
		cfg.Trees = trees
		if got := loaded(t, parts, cfg); got != want {
			t.Errorf("events %v: got\n%s\nwant\n%s", events, got, want)
		}
		cfg.Own = true
		got := loaded(t, alone, cfg)
		cfg.Trees = nil
		if want := loaded(t, alone, cfg); got != want {
			t.Errorf("alone, events %v: got\n%s\nwant\n%s", events, got, want)
		}
	}
	if trees.files["driver.c"] == nil {
		t.Error("no tree is shared")
	}
}

// TestTreesOfWrongFiles has files whose trees can't be shared.
func TestTreesOfWrongFiles(t *testing.T) {
	trees := NewTrees([]string{"m"})
	for text, want := range map[string]string{
		"int main(void) { return 0 }\n":                                    "driver.c:1:27",
		"#define m(x) x +\nint main(void) { return m(1) 2; }\n":            "",
		"#define m(x) case x:\nint main(void) { return 0; }\n":             "",
		"#define m(x) x y\nint main(void) { int m(z) = 1; return y; }\n":   "driver.c:2:22",
		"#define m (1 ? a : b)\nint a, b; int main(void) { return m; }\n":  "",
		"#define m(x) (x)\nint t[m(2)]; int main(void) { return t[1]; }\n": "",
	} {
		f := File{Name: "driver.c", Text: []byte(text)}
		plain, err := Load([]File{f}, Config{Events: []string{"m"}})
		_, again := Load([]File{f}, Config{Events: []string{"m"}, Trees: trees})
		if (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() {
			t.Errorf("%s: %v, with trees %v", text, err, again)
		}
		if (plain == nil) != (want != "") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestBehindWithHeader has text that can't be parsed by itself.
func TestBehindWithHeader(t *testing.T) {
	f := File{Name: "driver.c", Text: []byte(sharedDriver), Behind: []byte("#include <stddef.h>\nsize_t n;\n" + sharedBehind)}
	loaded(t, f, Config{Trees: NewTrees(nil)})
	f.Behind = []byte("#line 7 \"environment\"\nint main(void) { return wrong; }\n")
	if _, err := Load([]File{f}, Config{Trees: NewTrees(nil)}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("environment:7:25")) {
		t.Errorf("got %v", err)
	}
	f.Behind = []byte("#line 7 \"environment\"\nint main(void) { return }\n")
	if _, err := Load([]File{f}, Config{Trees: NewTrees(nil)}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("environment:7:")) {
		t.Errorf("got %v", err)
	}
}
