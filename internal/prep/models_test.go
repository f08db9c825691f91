package prep_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/prep"
)

// modelsText has the models of the tests.
const modelsText = `
	#define changes(...) __attribute__((model_harmless, model_changes(__VA_ARGS__)))
	changes(1) int all(void *s);
	changes(2, a, in) void some(int n, void *s);
	__attribute__((model_allocates(1, 2), model_empty(16))) void *get(unsigned long n, unsigned long each);
	__attribute__((model_overrides, model_at_most(2))) unsigned long left(void *s, unsigned long n);
	__attribute__((model_changes(1))) int body(void *s) { return 3; }`

func TestModels(t *testing.T) {
	const types = `struct in { int b; char *p; }; struct s { int a, c, unused; struct in in; int few[3]; struct in many[4]; double d; int *next; };
		int all(struct s *); void some(int, struct s *); void *get(unsigned long, unsigned long); int body(struct s *); unsigned long left(void *, unsigned long);
		int look(struct s *p, int *q) { int *r = &p->few[1]; return p->a + p->c + p->in.b + p->many[2].b + (p->next != 0) + (int)p->d + *r; }
		int f(struct s *p, unsigned long n) { look(p, 0); `
	for _, c := range []struct {
		name, body string
		want       string // the statements
	}{
		{"all members that are read", "all(p);",
			"all(p); p->a = int(); p->c = int(); p->in.b = int(); memory(&p->few, sizeof(p->few)); memory(&p->many, sizeof(p->many)); p->d = double();"},
		{"a variable", "struct s v; all(&v);",
			"all(&v); v.a = int(); v.c = int(); v.in.b = int(); memory(&v.few, sizeof(v.few)); memory(&v.many, sizeof(v.many)); v.d = double();"},
		{"members with these names", "some(1, p);", "some(1, p); p->a = int(); p->in.b = int();"},
		{"null", "some(1, 0);", "some(1, (struct s *)0);"},
		{"a number", "some(1, (struct s *)p->next);", "some(1, (struct s *)p->next); *p->next = int();"},
		{"seen as something else", "*(char *)p = 0; all(p);", "*(char *)p = 0; all(p); p->a = int(); p->c = int(); p->unused = int(); p->in.b = int();"},
		{"the result changes the pointer", "struct s v[2]; int i = 1; i = all(&v[i]);", "i = 1; arg = &v[i]; i = all(&v[i]); arg->a = int();"},
		{"memory of no bytes", "void *m; m = get(n, 4);", "/* m is uninitialised */ m = get(n, 4UL); if (n == 0UL) { m = (void *)16UL; }"},
		{"memory of some bytes", "void *m; m = get(2, 4);", "/* m is uninitialised */ m = get(2UL, 4UL);"},
		{"a number that is left", "n = left(p, n);", "arg = n; n = left((void *)p, n); __VERIFIER_assume(n <= arg);"},
		{"the result changes the size", "void *m = p; m = get((unsigned long)m, n);", "m = (void *)p; arg = (unsigned long)m; m = get((unsigned long)m, n); if (arg == 0UL || n == 0UL) { m = (void *)16UL; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := types + c.body + " return 0; }"
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f"},
				Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(modelsText)}, Own: true}}})
			if err != nil {
				t.Fatal(err)
			}
			prep.Models(prog, func(f *cil.Func) *cil.Alloc { return f.Alloc })
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			var b strings.Builder
			if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(b.String(), "look(p, (int *)0);")
			got, _, _ = strings.Cut(got, "return")
			got = strings.ReplaceAll(strings.Join(strings.Fields(got), " "), "__VERIFIER_nondet_", "")
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
