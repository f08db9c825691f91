package content_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/cil/content"
)

// of returns the content of a program that starts at main.
func of(t *testing.T, text string) content.Content {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return content.Of(content.Start{Funcs: append([]*cil.Func{prog.FuncNamed("main")}, prog.Funcs...), More: []any{content.RestOf(prog), prog.Globals}})
}

const base = `struct s { int a; int b; };
union u { int i; char c[4]; };
enum e { A = 1, B };
extern int outside(int, ...);
static int count = 3;
static struct s table[2] = { { 1, 2 }, { 3, 4 } };
const char *text = "hello";
static int add(int x) { return x + count; }
static int sub(int x) { return x - B; }
static int (*op)(int) = add;
int main(void) {
	struct s v = table[1]; union u w; volatile int z = 0;
	w.i = 5;
	if (v.a > 2) goto out;
	for (int i = 0; i < 3; i++) z += op(i);
	outside(1, text, "world");
out:
	return sub(v.b) + w.c[0] + z;
}
`

// TestDifferences changes a program in one place each: what is named is what has changed.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"static int add", "/* adds */\n\n\nstatic int add", ""},
		{"x + count", "x  +\n\tcount", ""},
		{"static int sub", "static int unused(int x) { return x; }\nstatic int sub", ""},
		{"int b; };", "int b; }; struct other { int x; };", ""},
		{"x + count", "count + x", "function add"},
		{"B };", "B = 2 };", ""},
		{"B };", "B = 7 };", "function sub"},
		{"count = 3", "count = 4", "object count"},
		{"static int count", "static volatile int count", "function add, object count"},
		{"{ 3, 4 }", "{ 3, 5 }", "object table"},
		{"int a; int b;", "int b; int a;", "function main, type struct s"},
		{"int a; int b;", "int a; unsigned b;", "function main, object table, type struct s"},
		{"char c[4]", "char c[8]", "type union u"},
		{"char c[4]", "unsigned char c[4]", "type union u"},
		{`"hello"`, `"hallo"`, "object text"},
		{`"world"`, `"work"`, "function main"},
		{"op)(int) = add", "op)(int) = sub", "function add, object count, object op"},
		{"i < 3", "i < 4", "function main"},
		{"volatile int z", "int z", "function main"},
		{"goto out;", "return 0;", "function main"},
		{"outside(int, ...);", "outside(int, ...) __attribute__((noreturn));", "function main, function outside: int (int, ...)"},
		{"v.a > 2", "v.a >= 2", "function main"},
		{"v.b", "v.a", "function main"},
		{"w.i = 5;", "asm(\"nop\"); w.i = 5;", "the rest 0"},
	} {
		if !strings.Contains(base, c.old) {
			t.Fatalf("there is no %q", c.old)
		}
		got := content.Differences(of(t, base), of(t, strings.Replace(base, c.old, c.new, 1)))
		var named []string
		for _, name := range got {
			if name != "the rest 1" { // the list of objects
				named = append(named, name)
			}
		}
		if strings.Join(named, ", ") != c.want {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, named, c.want)
		}
	}
}

// What isn't followed counts by its name alone.
func TestWithin(t *testing.T) {
	start := func(text string) content.Content {
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
		if err != nil {
			t.Fatal(err)
		}
		return content.Of(content.Start{Funcs: []*cil.Func{prog.FuncNamed("main")}, Within: func(f *cil.Func) bool { return f.Name != "add" }})
	}
	old := start(base)
	if got := content.Differences(old, start(strings.Replace(base, "x + count", "x", 1))); len(got) > 0 {
		t.Errorf("what isn't followed: %q", got)
	}
	if got := content.Differences(old, start(strings.Replace(base, "x - B", "x", 1))); strings.Join(got, ", ") != "function sub" {
		t.Errorf("what is followed: %q", got)
	}
}
