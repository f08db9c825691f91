package pointsto

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// TestOutsideCasts relates places in memory from outside that is used as other types.
func TestOutsideCasts(t *testing.T) {
	tests := []struct {
		name, text, a, b string
		apart            bool
	}{
		{"byte of an integer", "void f(int *s) { *s = 0; ((char *)s)[3] = 1; }", "*s", "*((char *)s + 3)", false},
		{"byte of a member", "struct s { int a, b; }; void f(struct s *s) { s->b = 0; ((char *)s)[4] = 1; }", "s->b", "*((char *)s + 4)", false},
		{"integer over members", "struct s { int a, b; }; void f(struct s *s) { int *p = (int *)s; s->b = 0; p[1] = 1; }", "s->b", "*(p + 1)", false},
		{"byte of no type", "struct s { int a, b; }; void f(void *v) { struct s *s = v; char *p = v; s->b = 0; p[4] = 1; }", "s->b", "*(p + 4)", false},
		{"unit of bit-fields", "struct s { unsigned a : 8, b : 8; }; void f(struct s *s) { s->b = 0; *(unsigned *)s = 1; }", "s->b", "*(unsigned int *)s", false},
		{"array in a union", "union u { int i[2]; long l; }; void f(union u *u) { int *p = u->i; u->l = 0; p[1] = 1; }", "u->l", "*(p + 1)", false},
		{"the struct around a member", "struct s { int a, b; }; struct t { long x; struct s s; }; void f(struct s *s) { struct t *p = (struct t *)((char *)s - 8); p->s.a = 0; s->a = 1; }", "p->s.a", "s->a", false},
		{"another member", "struct s { int a, b; }; void f(struct s *s, struct s *p) { s->a = 0; p->b = 1; }", "s->a", "p->b", true},
		{"another type", "void f(short *s, int *p) { *s = 0; *p = 1; }", "*s", "*p", true},
		{"the struct around a member, another one", "struct s { int a, b; }; struct t { long x; struct s s; }; void f(struct s *s) { struct t *p = (struct t *)((char *)s - 8); p->x = 0; s->a = 1; }", "p->x", "s->a", true},
		{"an integer that assembly writes", "void f(void *v, int **h) { *h = 0; __asm__(\"movl $1,%0\" : \"=m\"(*(unsigned *)v)); }", "*h", "*(unsigned int *)v", true},
		{"what a global holds", "int *h, *ip(void); void f(void) { int x; h = &x; x = 1; int *p = ip(); *p = 2; }", "x", "*p", false},
		{"what a static holds", "static int *h; int *ip(void); void f(void) { int x; h = &x; x = 1; int *p = ip(); *p = 2; }", "x", "*p", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prog := load(t, tt.text, "f")
			f := prog.FuncNamed("f")
			known := func(v *cil.Var) bool { return v.Kind == cil.Global && !v.Static }
			r := AnalyzeWith(prog, f, Options{Known: known})
			for _, err := range r.Sanity() {
				t.Error(err)
			}
			var ls []*cil.Lval
			for _, text := range []string{tt.a, tt.b} {
				l, err := cil.ParseLval(prog, f, text, source.Pos{})
				if err != nil {
					t.Fatal(err)
				}
				ls = append(ls, l)
			}
			if got := r.Overlap(ls[0], ls[1]); (got == Apart) != tt.apart {
				t.Errorf("%s and %s: %d", tt.a, tt.b, got)
			}
		})
	}
}
