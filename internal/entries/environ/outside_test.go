package environ_test

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestOutside has a driver that lets the address of f get outside in some way: f is called, or it is told that it isn't, or neither.
func TestOutside(t *testing.T) {
	const text = `struct thing { void *ops; struct bus *bus; }; struct bus { void (*set)(int (*)(int)); void (*put)(void *); };
		struct id { const char *name; const void *data; }; struct file { void *private_data; };
		struct visitor { void (*visit)(int (*)(int)); int (*keep)(int (*)(int)); };
		void reg(void *), named(void *, const char *), number(unsigned long), all(void **, int), each(int (*)(void *), void *), some(int, ...), say(const char *, ...);
		void *memcpy(void *, const void *, unsigned long), *debugfs_create_file(const char *, int, void *, void *, void *);
		int request_irq(unsigned, int (*)(int), unsigned long, const char *, void *);
		struct thing *find_thing(void); int (**find_slot(void))(int); extern int (*theirs)(int); int (*ours)(int); static int (*own)(int);
		static struct thing t; static int f(int x) { return x; } static int g(void *p) { return 0; }
		static void visit(int (*h)(int)) { if (h) own = 0; } static int keep(int (*h)(int)) { own = h; return 0; } static const struct visitor visitors = { visit, keep };
		static void hand_on(void *p) { reg(p); } static inline void put(void *p) { t.ops = p; }
		struct file_operations { int (*open)(void); };
		static int op(void) { USE; return 0; }
		const struct file_operations ops = { .open = op };`
	for use, want := range map[string]string{
		"reg((void *)f)":                            "called",
		"named(f, \"x\")":                           "called",
		"number((unsigned long)f)":                  "called",
		"void *p = f; reg(&p)":                      "called",
		"void *p[1] = { f }; all(p, 1)":             "called",
		"void *p[1] = { f }; find_thing()->ops = p": "called",
		"some(1, f)":                                "called",
		"say(\"%p\", f)":                            "",
		"hand_on(f)":                                "called",
		"t.bus->set(f)":                             "called",
		"t.bus->put(f)":                             "called",
		"theirs = f":                                "called",
		"ours = f":                                  "called", "ours = f; ours(1)": "kept", "theirs = f; theirs(1)": "called",
		"own = f":          "",
		"*find_slot() = f": "called", "*find_slot() = f; own(1)": "kept", "void **p = (void **)find_thing(); p[0] = f": "called",
		"each(g, f)":                                                 "kept",
		"memcpy(&t, f, 8)":                                           "kept",
		"debugfs_create_file(\"x\", 0, 0, f, 0)":                     "kept",
		"const struct visitor *v = &visitors; v->visit(f)":           "kept",
		"const struct visitor *v = &visitors; v->keep(f)":            "called",
		"request_irq(1, f, 0, \"x\", (void *)f)":                     "called",
		"request_irq(1, f, 0, \"x\", 0); reg((void *)f); theirs = f": "called",
		"t.ops = f; int (*h)(int) = t.ops; h(1)":                     "",
	} {
		us := units(t, cfront.File{Name: "t.c", Text: []byte(strings.Replace(text, "USE", use, 1))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if n := strings.Count(e.Text, "\tf("); n == 1 {
			got = append(got, "called")
		} else if n > 1 {
			got = append(got, "called often")
		}
		if slices.Contains(e.Kept, "f") {
			got = append(got, "kept")
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %q, want %q\n%s", use, got, want, e.Text)
		}
	}
}

// TestOuter has drivers that call through a member in which they have a function of their own: others call it too if they know the struct.
func TestOuter(t *testing.T) {
	const text = `struct ops { int (*get)(int); }; struct thing { int n; const struct ops *ops; }; struct file_operations { int (*open)(void); };
		void use(DECL *); DECL *made(void); void kfree(const void *), take(void *), cookie(int (*)(void), void *); static void through(void *p) { void *q = p; take(q); }
		static int f(int x) { return x; } static const struct ops table = { f }; struct thing t;
		static int op(void) { t.ops = &table; USE; return t.ops->get(1); }
		const struct file_operations ops = { .open = op };`
	for use, want := range map[string]bool{
		"struct ops/use((void *)&table)":  true,
		"struct thing/use(&t)":            true,
		"struct thing/made()":             true,
		"struct thing/0":                  false,
		"void/use(&t)":                    false,
		"void/use((void *)&table)":        true,
		"void/through((void *)&table)":    true,
		"void/kfree(&table)":              false,
		"void/cookie(op, (void *)&table)": false,
	} {
		decl, use, _ := strings.Cut(use, "/")
		us := units(t, cfront.File{Name: "t.c", Text: []byte(strings.NewReplacer("DECL", decl, "USE", use).Replace(text))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(e.Text, "\tf("); got != want {
			t.Errorf("%s, %s: called: %v\n%s", decl, use, got, e.Text)
		}
	}
}
