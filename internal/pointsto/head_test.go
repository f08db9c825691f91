package pointsto_test

import (
	"testing"

	"hardbop/internal/pointsto"
)

// TestHeads takes a member for the beginning of a larger struct, as the head of a list is for an item that there isn't:
// in the middle of an object nothing but the member is accessed, elsewhere whatever is there.
func TestHeads(t *testing.T) {
	const decls = `struct node { struct node *next, *prev; }; struct item { struct node links; long a, b; }; struct late { long a; struct node links; };
struct owner { long x; struct node head; long count, more; } o; struct last { long x; struct node head; } l; struct first { struct node head; long count, more; } f;
struct row { long x; struct node head[2]; long count, more; } r; struct holder { struct owner in; long y, z; } h; struct typed { long x; struct item it; long y, z; } t;
struct title { long kind; }; struct message { struct title head; long body; } *k; struct envelope { long x; struct title head; long body, y; } m;
struct item i; void *malloc(unsigned long); struct last *big; struct item *p; struct late *q; struct owner *s; long *n; int main(void) { `
	for _, c := range []struct {
		set, a, b string
		apart     bool
	}{
		{"p = (struct item *)&o.head;", "p->a", "o.count", true},
		{"p = (struct item *)&o.head;", "p->a", "o.head.next", true},
		{"p = (struct item *)&o.head;", "p->links.next", "o.head.next", false},
		{"p = (struct item *)&o.head;", "p->links.prev", "o.head.next", true},
		{"p = (struct item *)&h.in.head;", "p->a", "h.in.count", true},
		{"p = (struct item *)&o.head; if (*n) p = &i;", "p->a", "i.a", false},
		{"p = (struct item *)&l.head;", "p->a", "l.x", false},
		{"p = (struct item *)&f.head;", "p->a", "f.count", false},
		{"p = (struct item *)&r.head[1];", "p->a", "r.count", false},
		{"p = (struct item *)&t.it.links;", "p->a", "t.it.a", false},
		{"k = (struct message *)&m.head;", "k->body", "m.body", false},
		{"q = (struct late *)&o.head;", "q->a", "o.count", false},
		{"s = (struct owner *)&t.it;", "s->count", "t.y", false},
		{"big = malloc(100); big->x = 1; p = (struct item *)&big->head;", "p->a", "big->x", false},
	} {
		text := decls + c.set + " return (p ? p->a + p->links.next->next->prev != 0 : 0) + (q ? q->a : 0) + (s ? s->count : 0) + o.count + l.x + f.count + r.count + t.y + h.in.count + i.a + (k ? k->body : 0) + m.body; }"
		prog := loadText(t, text)
		res := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := res.Overlap(parse(t, prog, c.a), parse(t, prog, c.b)) == pointsto.Apart; got != c.apart {
			t.Errorf("%s %s and %s are apart: %v", c.set, c.a, c.b, got)
		}
		for _, err := range res.Sanity() {
			t.Errorf("%s %v", c.set, err)
		}
	}
}
