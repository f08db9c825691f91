package prep_test

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/prep"
)

// TestNewMemory looks at what a pointer may be behind a wait in which others store something there: any, or what an allocator returns.
func TestNewMemory(t *testing.T) {
	const types = `void *kzalloc(unsigned long, unsigned), *kmalloc(unsigned long, unsigned), *kmemdup(const void *, unsigned long, unsigned), *krealloc(void *, unsigned long, unsigned); void kfree(const void *), pause(void), use(int **), fill(struct dev *), any(struct dev *);
		struct node { struct node *next; }; struct dev { int ready; int *p, *q; struct node *node; union { int *u; long v; } w; } *kept, whole; static int *s, one; int *open;
		static int *make(void) { return kzalloc(16, 0); } static int *pass(int *x) { return x; } static void keep(int *x) { int *y = x; s = y; } static int look(int *x) { int *y = x; if (y) y[0] = 3; return x[1]; } void unknown(int *);
		int f(struct dev *d, int k) { while (!d->ready) pause(); return (LOOK) != 0; }
		int g(struct dev *d, int k) { int *x = kzalloc(16, 3); struct dev *new = kzalloc(sizeof *new, 0), *copy; DO; d->ready = 1; return 0; }`
	for _, c := range []struct{ look, do, want string }{
		{"d->p", "d->p = x", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x", "kzalloc(16, 3), not null"},
		{"d->p", "if (!x) return 1; d->p = x", "kzalloc(16, 3), not null"},
		{"d->p", "if (!x) d->p = x", "kzalloc(16, 3)"},
		{"d->p", "if (x || k) d->p = x", "kzalloc(16, 3)"},
		{"d->p", "if (x) { x = kmalloc(16, 3); d->p = x; }", "kzalloc(16, 3) kmalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; if (k) d->p = 0", "kzalloc(16, 3)"},
		{"d->p", "d->p = 0", "any"},
		{"d->p", "if (x) d->p = x; new->p = 0; kept = new", "kzalloc(16, 3), not null"},
		{"d->p", "if (x) d->p = x; kept = new; new->p = 0", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; copy = new; kept = copy; new->p = 0", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; copy = new; kept = new; copy->p = 0", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; kept = k ? new : d; new->p = 0", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; if (new->ready && new) new->p = 0", "kzalloc(16, 3), not null"},
		{"d->p", "if (x) d->p = x; if (k) new = kept; new->p = 0", "kzalloc(16, 3)"},
		{"d->p", "if (x) d->p = x; use(&new->q); new->p = 0", "kzalloc(16, 3)"},
		{"d->p", "d->p = kmalloc(k, 1)", "kmalloc(given, 1)"},
		{"d->p", "d->p = kmalloc(8, 1); d->p = kmalloc(8, k)", "kmalloc(8, given)"},
		{"d->p", "d->p = kmalloc(8, 1); d->p = kmalloc(9, 1)", "kmalloc(given, 1)"},
		{"d->p", "d->p = make()", "any"},
		{"d->p", "d->p = pass(x)", "any"},
		{"d->p", "d->p = d->q", "any"},
		{"d->p", "d->p = x; d->p = &one", "any"},
		{"d->p", "d->p = x; use(&d->p)", "any"},
		{"d->p", "d->p = x; fill(d)", "any"},
		{"d->p", "d->p = x; kfree(d)", "kzalloc(16, 3)"},
		{"d->p", "d->p = x; *d = whole", "any"},
		{"d->p", "d->p = kmemdup(x, 16, 0)", "any"},
		{"d->p", "d->p = x + 1", "any"},
		{"d->p", "d->p = x; d->q = x", "any"},
		{"d->p", "d->p = x; d->q = d->p", "any"},
		{"d->p", "d->p = x; s = d->p + 1", "any"},
		{"d->p", "d->p = x; open = &d->p[k]", "any"},
		{"d->p", "d->p = x; open = (int *)&((struct dev *)d->p)->q", "any"},
		{"d->p", "d->p = x; if (k) d->p = x", "any"},
		{"d->p", "kfree(x); d->p = x", "any"},
		{"d->p", "d->p = x; if (k) kfree(x)", "any"},
		{"d->p", "d->p = x; unknown(x)", "any"},
		{"d->p", "if (k) { kfree(x); return 0; } d->p = x", "kzalloc(16, 3)"},
		{"d->p", "int *old = d->p; d->p = x; kfree(old)", "kzalloc(16, 3)"},
		{"d->p", "int *old = d->p; s = old; d->p = x", "any"},
		{"d->p", "d->p = x; keep(d->p)", "any"},
		{"d->p", "d->p = x; keep(d->p + 1)", "any"},
		{"d->p", "d->p = x; look(d->p); k = d->p == d->q", "kzalloc(16, 3)"},
		{"d->p", "d->p = x; s = pass(d->p)", "any"},
		{"d->p", "d->p = x; d->ready = d->p[k]", "kzalloc(16, 3)"},
		{"d->node", "d->node = kzalloc(8, 0)", "any"},
		{"d->w.u", "d->w.u = x", "any"},
		{"s", "s = x", "kzalloc(16, 3)"},
		{"s", "s = x; use(&s)", "any"},
		{"open", "open = x", "any"},
	} {
		text := strings.NewReplacer("LOOK", c.look, "DO", c.do).Replace(types)
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"f", "g"},
			Models: []cfront.Model{{File: cfront.File{Name: "m.c", Text: []byte(`__attribute__((model_harmless, model_waits)) void pause(void); __attribute__((model_overrides, model_filled, model_allocates(2))) void *kmemdup(const void *, unsigned long, unsigned);`)}, Own: true}}})
		if err != nil {
			t.Fatal(err)
		}
		prep.Waits(prog, "environment", prep.Memory{Allocation: enc.Allocation, Modelled: enc.Modelled, Spares: enc.Spares})
		for _, err := range cil.Sanity(prog) {
			t.Error(err)
		}
		if got := given(prog.FuncNamed("f"), c.look); got != c.want {
			t.Errorf("%s; %s: %q, want %q", c.look, c.do, got, c.want)
		}
	}
}

// given says what f gives the pointer called look that others may have stored.
func given(f *cil.Func, look string) string {
	var got []string
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Havoc:
			if prep.ByOthers(in) && cil.LvalString(in.L) == look {
				got = append(got, "any")
			}
		case *cil.Assume:
			got[len(got)-1] += ", not null"
		case *cil.Call:
			if in.As != nil {
				var args []string
				for _, e := range in.Args {
					args = append(args, strings.TrimRight(cil.ExprString(e), "_0123456789UL"))
					if _, constant := cil.ConstValue(e); constant {
						args[len(args)-1] = cil.ExprString(e)
					}
				}
				got = append(got, fmt.Sprintf("%s(%s)", in.As.Name, strings.Join(args, ", ")))
			}
		}
	}
	return strings.Join(got, " ")
}
