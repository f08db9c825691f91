package environ_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
)

// TestFreed has calls that free memory, and what rules are told of then.
func TestFreed(t *testing.T) {
	const text = `struct timer_list { void (*function)(struct timer_list *); };
		int mod_timer(struct timer_list *, unsigned long); void kfree(const void *); void kmem_cache_free(void *, void *);
		struct base { int n; }; struct own { struct base base; struct timer_list timer; }; struct around { int n; struct own own; }; struct other { int n; };
		static void tick(struct timer_list *t) { }
		struct file_operations { int (*write)(char *, struct own *, struct around *, struct other *, void *, struct unknown *); };
		static int write(char *c, struct own *d, struct around *r, struct other *o, void *v, struct unknown *u) { r->n = o->n; d->timer.function = tick; mod_timer(&d->timer, 1); FREE; return 0; }
		static const struct file_operations fops = { .write = write };
		const struct file_operations *used; int init_module(void) { used = &fops; return 0; }
`
	for free, told := range map[string]bool{
		"kfree(d)":              true,
		"kfree(v)":              true,
		"kfree(r)":              true,
		"kfree(&d->base)":       true,
		"kmem_cache_free(o, d)": true,
		"kfree(u)":              true,
		"kfree(c)":              false,
		"kfree(o)":              false,
		"kfree((void *)o)":      false,
		"kmem_cache_free(d, o)": false,
		"v = o; kfree(v)":       true,
		"if (v) kmem_cache_free(v, c); else (void)0": false,
	} {
		prog, e := behind(t, cfront.File{Name: "t.c", Text: []byte(strings.Replace(text, "FREE", free, 1))})
		got := false
		for _, n := range prog.FuncNamed("write").Nodes {
			c, ok := n.Instr.(*cil.Call)
			got = got || ok && strings.HasPrefix(c.Callee().Name, environ.FreePrefix)
		}
		if got != told {
			t.Errorf("%s: told %v, want %v", free, got, told)
		}
		if !strings.Contains(e.Text, environ.FreedMark+"timer_list();") || !strings.Contains(e.Text, environ.UnloadedMark+"timer_list();") {
			t.Errorf("%s: no marks in\n%s", free, e.Text)
		}
	}
}
