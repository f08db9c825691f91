package pointsto_test

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// TestHeads takes a member for the beginning of a larger struct, as the head of a list is for an item that there isn't:
// in the middle of an object, and wherever it is certain what the object is, nothing but the member is accessed; elsewhere
// whatever is there. The same with a member that isn't first.
func TestHeads(t *testing.T) {
	const decls = `struct node { struct node *next, *prev; }; struct item { struct node links; long a, b; }; struct late { long a; struct node links; };
struct owner { long x; struct node head; long count, more; } o; struct last { long x; struct node head; } l; struct first { struct node head; long count, more; } f;
struct row { long x; struct node head[2]; long count, more; } r; struct holder { struct owner in; long y, z; } h; struct typed { long x; struct item it; long y, z; } t;
struct title { long kind; }; struct message { struct title head; long body; } *k; struct envelope { long x; struct title head; long body, y; } m;
struct rowed { long a; struct node links[2]; long e; } w; struct outer { long z; struct rowed in; long e; } wo; struct wrap { struct owner in; long c; } *u; struct flat { struct node links; long a; } fl; struct queue { long z; struct { struct node head; long n; } q; long e; } qu;
struct { long x; struct node head[2]; int count, more; } ri; struct twice { struct node one; long n; struct node two; } *v; struct rowed *rp; struct pre { long pre; struct owner in; long c; } *pw; struct flexible { long x; struct node head; int data[]; } *fx;
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
		{"p = (struct item *)&l.head;", "p->a", "l.x", true},
		{"p = (struct item *)&f.head;", "p->a", "f.count", false},
		{"f.count = 1; v = (struct twice *)&fl.links;", "v->n", "fl.a", false},
		{"v = (struct twice *)&l.head;", "v->n", "l.x", true},
		{"p = (struct item *)&r.head[1];", "p->a", "r.count", false},
		{"p = (struct item *)&ri.head[1];", "p->a", "ri.count", true},
		{"p = (struct item *)&r.head[1];", "p->links.next", "r.head[0].next", false},
		{"p = (struct item *)&qu.q.head;", "p->a", "qu.e", false},
		{"q = (struct late *)((char *)&o.head - 8);", "q->a", "o.x", true},
		{"q = (struct late *)((char *)&o.head - 8);", "q->a", "o.count", true},
		{"q = (struct late *)((char *)&o.head - 8);", "q->links.next", "o.head.next", false},
		{"q = (struct late *)((char *)&o.head - 8);", "q->links.prev", "o.head.next", true},
		{"q = (struct late *)((char *)&o.head - 16);", "q->a", "o.count", false},
		{"q = (struct late *)((long *)&o.head - 8);", "q->a", "o.count", false},
		{"q = (struct late *)((char *)&f.head - 8);", "q->a", "f.count", true},
		{"q = (struct late *)((char *)&l.head - 8);", "q->a", "l.x", true},
		{"q = (struct late *)((char *)&r.head[1] - 8);", "q->a", "r.x", true},
		{"q = (struct late *)((char *)&r.head[1] - 8);", "q->links.next", "r.head[0].next", false},
		{"p = (struct item *)((char *)&t.it.b - 24);", "p->b", "t.it.b", false},
		{"p = (struct item *)((char *)&t.it.b - 24);", "p->b", "t.y", true},
		{"rp = (struct rowed *)((char *)&w.links[1] - 24);", "rp->a", "w.a", false},
		{"rp = (struct rowed *)((char *)&wo.in.links[1] - 24);", "rp->a", "wo.in.a", false},
		{"rp = (struct rowed *)((char *)&wo.in.links[1] - 24);", "rp->links[0].next", "wo.in.links[0].next", false},
		{"s = malloc(100); s->x = 1; u = (struct wrap *)((char *)&s->head - 8);", "u->in.x", "s->x", false},
		{"s = malloc(100); s->x = 1; u = (struct wrap *)((char *)&s->head - 8); u->c = 1;", "u->c", "s->more", true},
		{"s = malloc(100); s->x = 1; pw = (struct pre *)((char *)&s->head - 16);", "pw->in.x", "s->x", false},
		{"big = malloc(sizeof(*big)); big->x = 1; p = (struct item *)&big->head;", "p->a", "big->x", true},
		{"fx = malloc(100); fx->x = 1; p = (struct item *)&fx->head;", "p->a", "fx->data[0]", false},
		{"big = malloc(100); big->x = 1; q = (struct late *)((char *)&big->head - 8);", "q->a", "big->x", false},
		{"p = (struct item *)&t.it.links;", "p->a", "t.it.a", false},
		{"k = (struct message *)&m.head;", "k->body", "m.body", false},
		{"q = (struct late *)&o.head;", "q->a", "o.count", false},
		{"s = (struct owner *)&t.it;", "s->count", "t.y", false},
		{"big = malloc(100); big->x = 1; p = (struct item *)&big->head;", "p->a", "big->x", false},
	} {
		text := decls + c.set + " return (p ? p->a + p->links.next->next->prev != 0 : 0) + (q ? q->a : 0) + (s ? s->count : 0) + (u ? u->in.x : 0) + (v ? v->n : 0) + (pw ? pw->in.x : 0) + (fx ? fx->data[0] : 0) + (rp ? rp->a + (rp->links[0].next != 0) : 0) + fl.a + w.a + wo.in.a + qu.e + ri.count + o.count + l.x + f.count + r.count + t.y + h.in.count + i.a + (k ? k->body : 0) + m.body; }"
		prog := loadText(t, text)
		if f := prog.FuncNamed("malloc"); f != nil {
			f.Alloc = &cil.Alloc{Size: []int{0}}
		}
		res := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := res.Overlap(parse(t, prog, c.a), parse(t, prog, c.b)) == pointsto.Apart; got != c.apart {
			t.Errorf("%s %s and %s are apart: %v", c.set, c.a, c.b, got)
		}
		for _, err := range res.Sanity() {
			t.Errorf("%s %v", c.set, err)
		}
	}
}

// TestHeadOfNoSize looks at a head at the end of memory that is allocated by a call which doesn't say its size (C17 6.5.2.2p6).
func TestHeadOfNoSize(t *testing.T) {
	prog := loadText(t, `void *malloc(); struct node { struct node *next, *prev; }; struct item { struct node links; long a; }; struct last { long x; struct node head; } *big; struct item *p;
		int main(void) { big = malloc(); big->x = 1; p = (struct item *)&big->head; return p->a; }`)
	prog.FuncNamed("malloc").Alloc = &cil.Alloc{Size: []int{0}}
	res := pointsto.Analyze(prog, prog.FuncNamed("main"))
	if res.Overlap(parse(t, prog, "p->a"), parse(t, prog, "big->x")) == pointsto.Apart {
		t.Error("nothing but links is accessed in memory of unknown size")
	}
}
