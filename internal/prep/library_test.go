package prep_test

import (
	"bytes"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/prep"
)

const libraryDecls = `
int printf(const char *, ...);
void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
struct t { short h; char c; int *p; unsigned b : 5; };
struct s { struct s *self; int i; struct t t; long a[3]; } x, y;
int n, arr[6];
char buf[8];
static void show(struct s *s)
{
	printf("%d %d %d %d %d %d ", s->self == &x, s->i, s->t.h, s->t.c, s->t.p == &n, s->t.b);
	printf("%ld %ld %ld\n", s->a[0], s->a[1], s->a[2]);
}
static void set(struct s *s, int k)
{
	s->self = &x; s->i = k; s->t.h = k + 1; s->t.c = k + 2; s->t.p = &n; s->t.b = k + 3; s->a[0] = s->a[1] = s->a[2] = k + 4;
}
`

// The calls become assignments that do the same.
func TestLibrary(t *testing.T) {
	tests := map[string]struct {
		body     string
		replaced int
	}{
		"struct":                    {"memset(&x, 0, sizeof x);", 1},
		"by pointer":                {"struct s *p = &x; memset(p, 0, sizeof *p);", 1},
		"member":                    {"memset(&x.t, 0, sizeof x.t);", 1},
		"pointer in itself":         {"memset(x.self, 0, sizeof *x.self);", 1},
		"array":                     {"memset(x.a, -1, sizeof x.a);", 1},
		"byte":                      {"memset(&x.i, 0x41, sizeof x.i);", 1},
		"minus one":                 {"memset(&x.t.h, -1, sizeof x.t.h);", 1},
		"characters":                {`memset(buf, 'a', sizeof buf); printf("%d %d\n", buf[0], buf[7]);`, 1},
		"characters, by a variable": {`n = 300; memset(buf, n, sizeof buf); printf("%d %d\n", buf[0], buf[7]);`, 1},
		"by a byte of itself":       {"struct { char n, c; } v = {4, 0}; memset(&v, v.n + 1, sizeof v); printf(\"%d %d\\n\", v.n, v.c);", 1},
		"element":                   {"int i = 2; memset(&x.a[i], 0, sizeof x.a[i]);", 1},
		"first of a whole":          {"memset(&x.self, 0, sizeof x);", 1},
		"part of an array":          {`arr[2] = 7; arr[3] = 8; memset(arr, 0, 3 * sizeof(int)); printf("%d %d\n", arr[2], arr[3]);`, 0},
		"unknown size":              {"n = sizeof x; memset(&x, 0, n);", 0},
		"nothing":                   {"memset(&x, 0, 0);", 0},
		"copy":                      {"memcpy(&y, &x, sizeof x);", 1},
		"copy of a member":          {"memcpy(&y.t, &x.t, sizeof x.t);", 1},
		"copy of a scalar":          {"memmove(&y.i, &x.i, sizeof(int));", 1},
		"copy by pointers":          {"struct s *p = &y, *q = &x; memcpy(p, q, sizeof *p);", 1},
		"copy to itself":            {"memmove(x.self, &x, sizeof x);", 1},
		"copy of the first members": {"memcpy(&y, &x, __builtin_offsetof(struct s, a));", 1},
		"copy up to a member":       {"struct s *p = &y, *q = &x; memcpy(p, q, __builtin_offsetof(struct s, t.p));", 1},
		"copy of two":               {"struct s v[2], w[2] = {y, x}, *p = v, *q = w; memcpy(p, q, sizeof v); show(&v[1]);", 0},
		"fill of two":               {"struct s v[2] = {y, x}, *p = v; memset(p, 0, sizeof v); show(&v[1]);", 0},
		"copy into a member":        {"memcpy(&y, &x, 9);", 0},
		"copy of a cut array":       {"memcpy(&y, &x, sizeof x - 8);", 0},
		"copy as other type":        {"memcpy(&y.a[0], &x.self, sizeof(long));", 0},
		"result":                    {`struct s *p = memset(x.self, 0, sizeof x); printf("%d\n", p == &x);`, 1},
		"result of a copy":          {`x.self = memcpy(&y, &x, sizeof x); printf("%d\n", x.self == &y);`, 1},
		"result of unknown size":    {`n = sizeof x; struct s *p = memcpy(&y, &x, n); printf("%d\n", p == &y);`, 1},
		"result by what is filled":  {`n = sizeof x; struct s *p = memset(x.self, 0, n); printf("%d\n", p == &x);`, 1},
		"result in the argument":    {`struct s *p = &y; n = sizeof x; p = memset(p + 0, 0, n); p = memmove(p, &x, n); printf("%d\n", p == &y);`, 2},
		"builtin":                   {"__builtin_memset(&x, 0, sizeof x);", 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text := libraryDecls + "int main(void)\n{\n\tset(&x, 10);\n\tset(&y, 20);\n\t" + tt.body + "\n\tshow(&x);\n\tshow(&y);\n\treturn 0;\n}\n"
			before, hb := load(t, text)
			after, ha := load(t, text)
			if n := prep.Library(after); n != tt.replaced {
				t.Errorf("%d calls were replaced, want %d", n, tt.replaced)
			}
			for _, err := range cil.Sanity(after) {
				t.Error(err)
			}
			if got, want := run(after, ha, 1), run(before, hb, 1); got != want {
				t.Errorf("got %v\n%s\nwant %v\n%s\n%s", got.kind, got.out, want.kind, want.out, printed(after))
			}
		})
	}
}

// A function of the program that has such a name is left alone.
func TestLibraryLeavesBodies(t *testing.T) {
	prog, _ := load(t, "void *memset(void *p, int c, unsigned long n) { return 0; } int x; int main(void) { memset(&x, 0, sizeof x); return 0; }")
	if n := prep.Library(prog); n != 0 {
		t.Errorf("%d calls of a function with a body were replaced", n)
	}
}

func printed(prog *cil.Program) string {
	var b bytes.Buffer
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		return err.Error()
	}
	_, main, _ := strings.Cut(b.String(), "int main")
	return main
}
