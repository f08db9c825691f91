package pointsto

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
)

// driverTypes are what all generated drivers include.
const driverTypes = `
typedef unsigned long size_t;
void *malloc(size_t);
void free(void *);
int *map_registers(unsigned long);
void *memcpy(void *, const void *, size_t);
#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
struct list { struct list *next, *prev; };
struct device;
struct file { void *private; int flags; };
struct ops {
	int (*open)(struct device *, struct file *);
	long (*ioctl)(struct file *, unsigned, unsigned long);
	void (*close)(struct device *);
};
struct device { struct list node; const struct ops *ops; void *data; int id; };
struct work { struct list node; void (*run)(struct work *); };
struct timer { void (*fire)(void *); void *data; };
`

// oneBus is what the drivers of a file share: lists, a pool, a bus with devices, work items
// and timers. B stands for its number.
const oneBus = `
static struct list devicesB = { &devicesB, &devicesB }, queueB = { &queueB, &queueB };
static struct timer *timersB[64];
static int timer_countB;
static inline void list_addB(struct list *n, struct list *head)
{
	n->next = head->next;
	n->prev = head;
	head->next->prev = n;
	head->next = n;
}
static inline void list_delB(struct list *n)
{
	n->next->prev = n->prev;
	n->prev->next = n->next;
}
static void *pool_getB(size_t n) { return malloc(n); }
static int device_registerB(struct device *d, const struct ops *ops, void *data)
{
	d->ops = ops;
	d->data = data;
	list_addB(&d->node, &devicesB);
	return 0;
}
static void scheduleB(struct work *w) { list_addB(&w->node, &queueB); }
static void timer_addB(struct timer *t) { timersB[timer_countB++ & 63] = t; }
static void busB(struct file *f, unsigned cmd, unsigned long arg)
{
	struct list *l;
	int i;
	for (l = devicesB.next; l != &devicesB; l = l->next) {
		struct device *d = container_of(l, struct device, node);
		if (d->ops->open && d->ops->open(d, f) == 0) {
			d->ops->ioctl(f, cmd, arg);
			d->ops->close(d);
		}
	}
	for (l = queueB.next; l != &queueB; l = l->next) {
		struct work *w = container_of(l, struct work, node);
		w->run(w);
	}
	for (i = 0; i < timer_countB; i++)
		timersB[i & 63]->fire(timersB[i & 63]->data);
}
`

// oneDriver is a driver; N stands for its number, B for its bus's.
const oneDriver = `
struct reqN { struct list node; char *buf; size_t len; void (*done)(struct reqN *, int); struct reqN *parent; };
struct privN {
	struct device dev;
	struct list requests;
	struct work work;
	struct timer timer;
	struct { int *regs; struct reqN *ring[16]; unsigned head, tail; } hw;
	struct privN *sibling;
	union { long key; void *cookie; } tag;
};
static struct privN *instanceN;
static int registersN[32];
static const char *const namesN[4] = { "reset driver nr N", "start driver nr N", "stop driver number N", "query driver nr N" };
static void doneN(struct reqN *r, int err)
{
	if (r->parent && err)
		r->parent->done(r->parent, err);
	list_delB(&r->node);
	free(r->buf);
	free(r);
}
static void quietN(struct reqN *r, int err) { r->len = err; }
static struct reqN *submitN(struct privN *p, const char *from, size_t n)
{
	struct reqN *r = malloc(sizeof *r);
	if (!r)
		return 0;
	r->buf = pool_getB(n);
	if (!r->buf) {
		free(r);
		return 0;
	}
	memcpy(r->buf, from, n);
	r->len = n;
	r->parent = p->hw.ring[p->hw.tail & 15];
	r->done = n > 8 ? doneN : quietN;
	p->hw.ring[p->hw.head++ & 15] = r;
	list_addB(&r->node, &p->requests);
	scheduleB(&p->work);
	return r;
}
static void runN(struct work *w)
{
	struct privN *p = container_of(w, struct privN, work);
	struct list *l = p->requests.next;
	while (l != &p->requests) {
		struct reqN *r = container_of(l, struct reqN, node);
		l = l->next;
		r->done(r, *p->hw.regs);
	}
}
static void fireN(void *data)
{
	struct privN *p = data;
	p->hw.regs[3] = p->hw.tail;
	if (p->sibling)
		scheduleB(&p->sibling->work);
}
static int openN(struct device *d, struct file *f)
{
	struct privN *p = container_of(d, struct privN, dev);
	f->private = p;
	p->tag.cookie = f;
	return p->hw.regs[0];
}
static long ioctlN(struct file *f, unsigned cmd, unsigned long arg)
{
	struct privN *p = f->private;
	switch (cmd) {
	case 1: return submitN(p, namesN[arg & 3], 16) != 0;
	case 2: p->hw.regs = map_registers(arg); return 0;
	case 3: p->sibling = instanceN; return p->sibling->hw.head;
	}
	return -1;
}
static void closeN(struct device *d)
{
	struct privN *p = d->data;
	p->hw.regs = registersN;
}
static const struct ops opsN = { .open = openN, .ioctl = ioctlN, .close = closeN };
static int initN(void)
{
	struct privN *p = malloc(sizeof *p);
	if (!p)
		return -12;
	p->hw.regs = &registersN[4];
	p->requests.next = p->requests.prev = &p->requests;
	p->work.run = runN;
	p->timer.fire = fireN;
	p->timer.data = p;
	timer_addB(&p->timer);
	instanceN = p;
	return device_registerB(&p->dev, &opsN, p);
}
`

// driversText makes a program of at least the given number of lines, with so many drivers
// on each bus.
func driversText(lines, onBus int) string {
	var b, calls strings.Builder
	b.WriteString(driverTypes)
	calls.WriteString("int main(int argc, char **argv)\n{\n")
	have := strings.Count(driverTypes, "\n")
	for n := 0; have < lines; n++ {
		bus := fmt.Sprint(n / onBus)
		if n%onBus == 0 {
			b.WriteString(strings.ReplaceAll(oneBus, "B", bus))
			have += strings.Count(oneBus, "\n") + 2
			fmt.Fprintf(&calls, "\tstruct file f%s;\n\tbus%s(&f%s, argc, (unsigned long)argv[0]);\n", bus, bus, bus)
		}
		b.WriteString(strings.NewReplacer("N", fmt.Sprint(n), "B", bus).Replace(oneDriver))
		fmt.Fprintf(&calls, "\tinit%d();\n", n)
		have += strings.Count(oneDriver, "\n") + 1
	}
	return b.String() + calls.String() + "\treturn 0;\n}\n"
}

// TestLump checks results in which merged objects share what they hold.
func TestLump(t *testing.T) {
	prog := load(t, driversText(900, 4), "main")
	r := AnalyzeWith(prog, prog.FuncNamed("main"), Options{Lump: 2})
	if n := lumpedObjects(r); n < 10 {
		t.Errorf("%d objects are lumped", n)
	}
	for _, err := range r.Sanity() {
		t.Error(err)
	}
	apart := AnalyzeWith(prog, prog.FuncNamed("main"), Options{})
	if n := lumpedObjects(apart); n > 0 {
		t.Errorf("%d objects are lumped in a small program", n)
	}
	for n := range apart.callees {
		for _, f := range apart.callees[n] {
			if !slices.Contains(r.callees[n], f) {
				t.Errorf("%s:%d doesn't call %s", n.Func.Name, n.ID, f.Name)
			}
		}
	}
}

// lumpedObjects counts the merged objects that share what they hold.
func lumpedObjects(r *Result) int {
	return r.a.sets.marked(r.a.lumped).size()
}

// TestStoreInLump checks a store of which the analysis learns when all objects that it may
// mean are lumped.
func TestStoreInLump(t *testing.T) {
	prog := load(t, `
		struct a { int *x; long y; } a, b, c, d;
		typedef void (*action)(void);
		char *p;
		int i, x, *r;
		static void late(void) { int **w = (int **)p; *w = &x; }
		int main(int n, char **v) {
			p = n > 1 ? (char *)&a : n > 2 ? (char *)&b : n > 3 ? (char *)&c : (char *)&d;
			p[n] = 0;
			*(action *)p = late;
			(*(action *)p)();
			r = *(int **)p;
			return *r;
		}`, "main")
	r := AnalyzeWith(prog, prog.FuncNamed("main"), Options{Lump: 2})
	if n := lumpedObjects(r); n != 4 {
		t.Errorf("%d objects are lumped", n)
	}
	for _, err := range r.Sanity() {
		t.Error(err)
	}
}

// BenchmarkDrivers analyses programs of 1,000 to 100,000 lines in the style of drivers, of
// which ten share a bus, as in a file. front-s is what reading them takes.
func BenchmarkDrivers(b *testing.B) {
	for _, lines := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) { benchmarkDrivers(b, driversText(lines, 10)) })
	}
}

func benchmarkDrivers(b *testing.B, text string) {
	start := time.Now()
	prog, err := cfront.Load([]cfront.File{{Name: "drivers.c", Text: []byte(text)}}, cfront.Config{Entries: []string{"main"}})
	if err != nil {
		b.Fatal(err)
	}
	front := time.Since(start)
	for b.Loop() {
		Analyze(prog, prog.FuncNamed("main"))
	}
	b.ReportMetric(float64(strings.Count(text, "\n")), "lines")
	b.ReportMetric(float64(nodesOf(prog)), "nodes")
	b.ReportMetric(front.Seconds(), "front-s")
}

func nodesOf(prog *cil.Program) int {
	n := 0
	for _, f := range prog.Funcs {
		n += len(f.Nodes)
	}
	return n
}
