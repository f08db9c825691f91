package prep_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/prep"
)

func TestZeroed(t *testing.T) {
	const types = `struct in { int b, never; }; union u { int x; char c; };
		struct dev { int a; struct dev *next; struct in in; unsigned f : 3; int few[2]; char many[100]; union u u; double d; };
		void *calloc(unsigned long, unsigned long); void *malloc(unsigned long);
		void event(void *); int look(struct dev *d) { return d->a + (d->next != 0) + d->in.b + d->f + d->few[1] + d->many[0] + d->u.x + (int)d->d; }
		int main(void) { `
	for _, c := range []struct {
		name, body string
		calls      int
		want       []string // lines of the program
	}{
		{"a struct", "struct dev *d = calloc(1, sizeof *d); return look(d);", 1,
			[]string{"->a = 0;", "->next = (struct dev *)0;", "->in.b = 0;", "->f = 0U;", "->few[0] = 0;", "->few[1] = 0;", "if ((struct dev *)tmp != 0)"}},
		{"an event between", "struct dev *d; void *m; m = calloc(1, sizeof(struct dev)); event(m); event(0); d = m; return look(d);", 1,
			[]string{"->a = 0;", "->next = (struct dev *)0;"}},
		{"in itself", "void *m = calloc(1, sizeof(struct dev)); ((struct dev *)m)->next = m; return look(m);", 1,
			[]string{"m = calloc(1UL, 152UL);\n\tif (", "->next = (struct dev *)0;"}},
		{"a way around", "struct dev *d; void *m; m = calloc(1, sizeof(struct dev)); if (look(0)) event(m); d = m; return look(d);", 0, nil},
		{"a scalar", "int *p = calloc(2, 2); return *p;", 1, []string{"*(int *)tmp = 0;"}},
		{"another size", "struct dev *d = calloc(2, sizeof *d); return look(d);", 0, nil},
		{"a size that isn't constant", "int n = look(0); struct dev *d = calloc(n, sizeof *d); return look(d);", 0, nil},
		{"not zero", "struct dev *d = malloc(sizeof *d); return look(d);", 0, nil},
		{"the type isn't known", "void *d = calloc(1, sizeof(struct dev)); return d != 0;", 0, nil},
		{"nothing is read", "struct in *p = calloc(1, sizeof *p); return p != 0;", 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := types + c.body + " }"
			if c.name == "nothing is read" {
				text = "struct in { int b; }; void *calloc(unsigned long, unsigned long); int main(void) { " + c.body + " }"
			}
			prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
			if err != nil {
				t.Fatal(err)
			}
			if n := prep.Zeroed(prog); n != c.calls {
				t.Errorf("%d calls, want %d", n, c.calls)
			}
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			var b strings.Builder
			if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
				t.Fatal(err)
			}
			for _, w := range c.want {
				if !strings.Contains(b.String(), w) {
					t.Errorf("no %s in\n%s", w, b.String())
				}
			}
			for _, w := range []string{"never = ", "many[0] = ", "u.x = ", "->d = "} {
				if strings.Contains(b.String(), w) {
					t.Errorf("%s in\n%s", w, b.String())
				}
			}
		})
	}
}
