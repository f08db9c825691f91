package find_test

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/find"
)

// found lists the candidates of the texts, each with how it was found.
func found(t *testing.T, texts ...string) string {
	t.Helper()
	var us []find.Unit
	for i, text := range texts {
		f := cfront.File{Name: fmt.Sprintf("%c.c", 'a'+i), Text: []byte(text)}
		prog, err := cfront.Load([]cfront.File{f}, cfront.Config{Own: true})
		if err != nil {
			t.Fatal(err)
		}
		us = append(us, find.Unit{Name: f.Name, Prog: prog})
	}
	var lines []string
	for _, c := range find.Candidates(us) {
		for _, u := range c.Uses {
			lines = append(lines, c.Name()+" "+u.String())
		}
	}
	return strings.Join(lines, "\n")
}

func TestCandidates(t *testing.T) {
	const head = "typedef int role(int); struct ops { int (*get)(int); int (*array[2])(int); struct { int (*inner)(int); }; }; int reg(int (*f)(int)); void *keep(void *);\n"
	for name, c := range map[string]struct{ text, want string }{
		"initialiser":     {"static int f(int x) { return x; }\nstruct ops o = { .get = f };", "f .get of struct ops o (a.c:3:12)"},
		"array":           {"static int f(int x) { return x; }\nstruct ops o = { .array = { [1] = f } };", "f .array[1] of struct ops o (a.c:3:12)"},
		"anonymous":       {"static int f(int x) { return x; }\nstruct ops o = { .inner = f };", "f .inner of struct ops o (a.c:3:12)"},
		"assignment":      {"static int f(int x) { return x; }\nvoid g(struct ops *p) { p->get = f; }", "f .get of struct ops *p (a.c:3:25)\ng other files can call it"},
		"call":            {"static int f(int x) { return x; }\nint g(void) { return reg(f); }", "f argument 1 of reg (a.c:3:22)\ng other files can call it"},
		"no function":     {"static int f(int x) { return x; }\nvoid *g(void) { return keep(f); }", "f argument 1 of keep (a.c:3:24)\ng other files can call it"},
		"role":            {"role f;\nint f(int x) { return x; }", "f declared by the type role (a.c:3:5)"},
		"variable":        {"static int f(int x) { return x; }\nstatic int (*v)(int) = f;", "f its address is taken (a.c:3:14)"},
		"open variable":   {"static int f(int x) { return x; }\nint (*v)(int) = f;", "f others find its address (a.c:3:7)"},
		"uncalled":        {"static int f(int x) { return f(x - 1); }", "f nobody calls it"},
		"called":          {"static int f(int x) { return x; }\nint main(void) { return f(1); }", "main where a program starts, by its name"},
		"module":          {"static int f(void) { return 0; }\nstatic inline int (*__inittest(void))(void) { return f; }", "f initialises the module (a.c:3:21)"},
		"module, by name": {"int init_module(void) { return 0; }\nvoid cleanup_module(void) {}", "init_module initialises the module (a.c:2:5)\ncleanup_module ends the module (a.c:3:6)"},
		"module, kept": {"static void f(void) {}\nvoid cleanup_module(void) __attribute__((alias(\"f\")));\nstatic void *__UNIQUE_ID___addressable_cleanup_module7 = (void *)&cleanup_module;",
			"f ends the module (a.c:4:14)"},
		"in the kernel": {"static int f(void) { return 0; }\nstatic void g(void) {}\nstatic void *__UNIQUE_ID___addressable_f12 = (void *)&f;\nstatic void (*__exitcall_g)(void) = g;",
			"f initialises the module (a.c:4:14)\ng ends the module (a.c:5:15)"},
		"by a variable": {"static int f(int x) { return x; }\nint g(int c) { int (*v)(int) = f; return reg(v); }", "f its address is taken (a.c:3:20)\nf argument 1 of reg (a.c:3:42)\ng other files can call it"},
		"by a member":   {"static int f(int x) { return x; }\nint g(struct ops *p) { p->get = f; return reg(p->get); }", "f .get of struct ops *p (a.c:3:24)\nf argument 1 of reg (a.c:3:43)\ng other files can call it"},
		"by members": {"struct own { int (*go)(int), (*in)(int); };\nstatic int f(int x) { return x; }\nvoid h(struct ops *p, struct own *o) { p->get = o->go; o->go = o->in; }\nvoid g(struct own *o) { o->in = f; }",
			"f .get of struct ops *p (a.c:4:40)\nf .go of struct own *o (a.c:4:56)\nf .in of struct own *o (a.c:5:25)\nh other files can call it\ng other files can call it"},
		"by a choice": {"static int f(int x) { return x; }\nint g(struct ops *p) { return reg(p->get ?: f); }", "f argument 1 of reg (a.c:3:31)\ng other files can call it"},
		"by a global": {"static int f(int x) { return x; }\nstatic int (*v)(int);\nint g(int c) { v = f; return reg(v); }", "f its address is taken (a.c:4:16)\nf argument 1 of reg (a.c:4:30)\ng other files can call it"},
		"of a row": {"static int f(int x) { return x; }\nstatic int h(int x) { return x; }\nstatic int (*v[2])(int) = { f, h };\nint g(int c) { return reg(v[c & 1]); }",
			"f its address is taken (a.c:4:14)\nf argument 1 of reg (a.c:5:23)\nh its address is taken (a.c:4:14)\nh argument 1 of reg (a.c:5:23)\ng other files can call it"},
		"by a function": {"static int f(int x) { return x; }\nstatic int (*get(void))(int) { return f; }\nint g(void) { return reg(get()); }", "f argument 1 of reg (a.c:4:22)\ng other files can call it"},
		"by one after the other": {"static int f(int x) { return x; }\nstatic int (*a)(int), (*b)(int);\nstatic int (*get(void))(int) { return b; }\nstatic int h(void) { return reg(get()); }\nint g(void) { b = a; a = f; return h(); }",
			"f argument 1 of reg (a.c:5:29)\nf its address is taken (a.c:6:15)\nf its address is taken (a.c:6:22)\ng other files can call it"},
		"by an array":             {"static int f(int x) { return x; }\nint g(void) { int (*v[2])(int) = { 0, f }; keep(v); return 0; }", "f its address is taken (a.c:3:19)\nf argument 1 of keep (a.c:3:44)\ng other files can call it"},
		"by a variable's pointer": {"static int f(int x) { return x; }\nint g(void) { void *v = 0, **w = &v; *w = f; keep(w); return 0; }", "f its address is taken (a.c:3:38)\nf argument 1 of keep (a.c:3:46)\ng other files can call it"},
		"by a member's pointer":   {"static int f(int x) { return x; }\nstatic void *v[] = { f };\nstruct t { void **p; } t = { v };", "f its address is taken (a.c:3:14)\nf others find its address (a.c:4:24)"},
		"by a pointer":            {"static int f(int x) { return x; }\nint g(struct ops *p, int (**to)(int)) { *to = f; return 0; }", "f others find its address (a.c:3:41)\ng other files can call it"},
		"by a parameter":          {"static int f(int x) { return x; }\nstatic void h(void *p, unsigned long n) { keep((void *)n); }\nint g(void) { h(0, (unsigned long)f); return 0; }", "f argument 1 of keep (a.c:3:43)\nf its address is taken (a.c:4:15)\ng other files can call it"},
		"by a call of a pointer":  {"static int f(int x) { return x; }\nint g(int (*c)(int (*)(int), void *)) { return c(f, f); }", "f argument 1 of c (a.c:3:48)\nf argument 2 of c (a.c:3:48)\ng other files can call it"},
		"by arithmetic":           {"static int f(int x) { return x; }\nint g(void) { keep((char *)f + 1); keep((void *)(long)(f == 0)); return 0; }", "f argument 1 of keep (a.c:3:15)\ng other files can call it"},
		"by what others call":     {"static int f(int x) { return x; }\nstatic int h(int x) { return x; }\nstatic void *i(void) { return (void *)h; }\nvoid *g(void) { return (void *)f; }", "f others find its address (a.c:5:17)\ni nobody calls it\ng other files can call it"},
		"by what is stored":       {"static int f(int x) { return x; }\nvoid *g(void);\nstruct ret { void *(*get)(void); } r = { g };\nvoid *g(void) { static void *v[1]; v[0] = f; return v; }", "f its address is taken (a.c:5:36)\nf others find its address (a.c:5:46)\ng .get of struct ret r (a.c:4:36)"},
		"exported":                {"int f(int x) { return x; }\nstatic void *__UNIQUE_ID___addressable_f12 = (void *)&f;\nint g(void) { return f(1); }", "f other files can call it\ng other files can call it"},
		"exchanged":               {"void *InterlockedExchangePointer(void **, void *);\nstatic int f(int x) { return x; }\nvoid g(struct ops *p) { InterlockedExchangePointer((void **)&p->get, (void *)f); }", "f .get of struct ops *p (a.c:4:25)\ng other files can call it"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := found(t, head+c.text); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// What a function of another file gets is followed into it.
func TestFollowed(t *testing.T) {
	got := found(t, "void keep(void *);\nvoid reg(void *p) { keep(p); }\nextern void *v; void reg2(void) { keep(v); }",
		"void reg(void *); void *v;\nstatic int f(int x) { return x; }\nstatic int g(int x) { return x; }\nint h(void) { reg(f); v = g; return 0; }")
	want := "reg2 other files can call it\nf argument 1 of keep (a.c:2:21)\nf its address is taken (b.c:4:15)\ng argument 1 of keep (a.c:3:35)\ng others find its address (b.c:4:23)\nh other files can call it"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A function that one file defines and another has in a table is found once.
func TestSeveralFiles(t *testing.T) {
	got := found(t, "int f(int x) { return x; }\nstatic int g(int x) { return x; }",
		"extern int f(int);\nstruct ops { int (*get)(int); } o = { f };\nstatic int g(int x) { return x; }\nint (*v)(int) = g;")
	want := "f .get of struct ops o (b.c:2:33)\ng nobody calls it\ng others find its address (b.c:4:7)"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
