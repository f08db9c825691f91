package pointsto

import (
	"slices"
	"testing"

	"hardbop/internal/cil"
)

// TestPointedAt has the ways in which an address of a variable may come from outside
// though the program takes none.
func TestPointedAt(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"parameter", `int g; short n; void foo(int *p) { g = 1; *p = 3; }`, []string{"g"}},
		{"only reads", `int g; int foo(int *p) { g = 1; return *p; }`, []string{"g"}},
		{"no access", `int g; int foo(int *p) { g = 1; return p == 0; }`, nil},
		{"extern object", `int g; extern int *p; void foo(void) { g = 1; *p = 3; }`, []string{"g"}},
		{"arbitrary global", `int g, *p; void foo(void) { g = 1; *p = 3; }`, []string{"g"}},
		{"its own value", `int *p; void foo(void) { *p = 3; }`, nil},
		{"function's result", `int g, *get(void); void foo(void) { g = 1; *get() = 3; }`, []string{"g"}},
		{"member of an outside object", `int g; struct s { int *p; }; void foo(struct s *s) { g = 1; *s->p = 3; }`, []string{"g"}},
		{"passed on", `int g; void use(int *); void foo(int *p) { g = 1; use(p); }`, []string{"g"}},
		{"passed on, no type", `int g; void use(void *); void foo(void *p) { g = 1; use(p); }`, []string{"g"}},
		{"element and member", `struct s { char c; int a[3]; } g; void foo(int *p) { g.c = 1; p[1] = 3; }`, []string{"g"}},
		{"no type", `int g; void foo(void *p) { g = 1; *(int *)p = 3; }`, []string{"g"}},
		{"integer", `int g; void foo(unsigned long p) { g = 1; *(int *)p = 3; }`, []string{"g"}},
		{"static, not known", `static int g; int h; int foo(int *p) { g = h; *p = 3; return g + h; }`, []string{"h"}},
		{"constant", `const int c = 1; int foo(int *p) { *p = 3; return c; }`, nil},
		{"unreached", `int g; void bar(int *p) { *p = 3; } void foo(void) { g = 1; }`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prog := load(t, tt.text, "foo")
			known := func(v *cil.Var) bool { return v.Kind == cil.Global && !v.Const && !v.Static }
			r := AnalyzeWith(prog, prog.FuncNamed("foo"), Options{ArbitraryGlobals: true, Known: known})
			for _, err := range r.Sanity() {
				t.Error(err)
			}
			var got []string
			for _, v := range r.PointedAt() {
				if v.Name != "p" {
					got = append(got, v.Name)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("pointed at are %v, want %v", got, tt.want)
			}
		})
	}
}
