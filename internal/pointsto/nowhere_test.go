package pointsto_test

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// TestNowhere has pointers that are made of constants: those in the first and the last page of
// memory lead nowhere, and are at no object's address.
func TestNowhere(t *testing.T) {
	for text, want := range map[string]bool{
		"(int *)0": true, "(int *)16": true, "(int *)4095": true, "(int *)-12L": true, "(int *)-4095L": true,
		"(int *)4096": false, "(int *)-4096L": false, "(int *)0x7fff0000": false, "(int *)c": false,
		"(int *)16 + 2": true, "&((struct pair *)16)->b": true, "n > 1 ? (int *)16 : &x": true,
	} {
		prog := loadText(t, "struct pair { int a, b; }; int x; int *p; long c; int main(int n) { p = &x; if (n) p = "+text+"; return *p; }")
		r := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := r.PointsToObject(cil.LoadVar(prog.GlobalNamed("p"))); got != want {
			t.Errorf("%s leads nowhere or to an object: %v", text, got)
		}
	}
}

// TestNowhereIsEqual compares pointers that may lead nowhere: they may be the same number, or one
// that comes from outside, but are no object's address.
func TestNowhereIsEqual(t *testing.T) {
	const decls = `struct s { int a; }; int x, y; struct s *outside(void);
int *p, *q; struct s *r;
int main(int n) { p = &x; q = &y; r = outside(); `
	for text, want := range map[string]bool{
		"": true, "p = (int *)16;": true, "p = (int *)16; q = (int *)16;": false, "p = (int *)16; q = (int *)-12L;": false,
		"p = (int *)16; q = &r->a;": false, "if (n) p = (int *)16; else q = p;": false,
	} {
		prog := loadText(t, decls+text+" return p == q; }")
		res := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := res.NeverEqual(cil.LoadVar(prog.GlobalNamed("p")), cil.LoadVar(prog.GlobalNamed("q"))); got != want {
			t.Errorf("%q: never equal: %v", text, got)
		}
	}
}

// TestNowhereIsUsed uses pointers that lead nowhere and to nothing else, as null: what is behind
// them isn't known, nor what a call through one calls.
func TestNowhereIsUsed(t *testing.T) {
	prog := loadText(t, `int x, *p; void (*f)(void); int main(void) { p = (int *)16; f = (void (*)(void))16; *p = 1; f(); return x; }`)
	main := prog.FuncNamed("main")
	r := pointsto.Analyze(prog, main)
	if r.Valid(&cil.Lval{Mem: cil.LoadVar(prog.GlobalNamed("p"))}) {
		t.Error("*p is valid")
	}
	for _, n := range main.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok && !r.CallsAnything(n) {
			t.Errorf("the call of %s calls nothing", cil.ExprString(c.Fn))
		}
	}
}

// TestNumbers has pointers that are made of variables: those that have only numbers of errors lead nowhere.
func TestNumbers(t *testing.T) {
	const decls = `int x, *p, unknown(void); long c;
static int *error(long n) { return (int *)n; }
static int *small(int n) { return (int *)(long)n; }
static int *masked(unsigned n) { return (int *)(long)n; }
static int *taken(long n) { long *q = &n; *q = c; return (int *)n; }
static int *counted(long n) { n -= 4096; return (int *)n; }
static int *other(long n) { return (int *)n; }
int *(*f)(long) = other;
int main(int n) { int e = -12; int k = unknown(); long m = e; unsigned short w = e; p = &x; if (n) p = `
	for text, want := range map[string]bool{
		"error(-12)": true, "n ? error(-12) : error(0)": true, "error(n > 1 ? -12 : -5)": true, "error(e)": true, "error(m)": true, "small(e)": true, "small(m)": true,
		"error(-12), n > 1 ? p : error(k)": false, "error(n)": false, "error(c)": false, "error(w)": false, "error((unsigned short)e)": false, "masked(-12)": false, "taken(-12)": false,
		"counted(-12)": false, "f(-12), other(-12)": false, "error((char)m)": false, "error(5000)": false, "error((unsigned)e)": false, "error((e = n, e))": false,
	} {
		prog := loadText(t, decls+text+"; return *p; }")
		r := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := r.PointsToObject(cil.LoadVar(prog.GlobalNamed("p"))); got != want {
			t.Errorf("%s leads nowhere or to an object: %v", text, got)
		}
	}
}

// TestConverted has pointers that are made of what has been pointers: they lead where those did, or to no memory; an int has no room
// for the address of memory on the heap.
func TestConverted(t *testing.T) {
	const decls = `void *malloc(unsigned long); int x, *p, *h; long c; int *outside(void); static long number(const void *q) { return (long)q; } static void *pointer(long n) { return (void *)n; }
int main(int n) { h = malloc(4); int *o = outside(); long w = (long)h; int i = (int)(long)h, s = (int)(long)&x, e = (int)(long)o, u = number(h); long k = c; p = `
	const heap, nowhere = "heap@main:1", "outside(void) nowhere" // what is behind a pointer that leads nowhere else isn't known
	for text, want := range map[string]string{
		"(int *)w": "nowhere " + heap, "(int *)(unsigned long)w": "nowhere " + heap, "(int *)(long)i": nowhere, "(int *)(long)s": "nowhere x",
		"(int *)(long)e": nowhere, "(int *)(long)(n ? i : -5)": nowhere, "(int *)(long)(n ? s : i)": "nowhere x",
		"(int *)number(h)": "outside(void) " + heap, "(int *)(long)u": "outside(void)", "pointer(w)": "nowhere " + heap, "pointer(i)": nowhere,
		"(int *)k": "outside(void)", "(int *)(w + 4)": "outside(void) " + heap, "(int *)(long)(unsigned)w": "outside(void)", "(int *)(long)(int)c": "outside(void)",
		"(w = c, (int *)w)": "outside(void) " + heap, "(i = n, (int *)(long)i)": "outside(void)",
	} {
		prog := loadText(t, decls+text+"; return *p; }")
		r := pointsto.Analyze(prog, prog.FuncNamed("main"))
		objs, _ := r.PointsTo(nil, cil.LoadVar(prog.GlobalNamed("p")))
		got := ""
		for _, o := range objs {
			got += " " + o.String()
		}
		if got != " "+want {
			t.Errorf("%s leads to%s, want %s", text, got, want)
		}
	}
}

// TestMathematical: what a predicate says of an address, as a mathematical integer, is about what is there.
func TestMathematical(t *testing.T) {
	prog := loadText(t, `void *malloc(unsigned long); int *h; int main(void) { h = malloc(4); return *h; }`)
	r := pointsto.Analyze(prog, prog.FuncNamed("main"))
	for _, typ := range []cil.Type{prog.Model.Int(cil.ULong), prog.Model.Int(cil.Int)} {
		objs, _ := r.PointsTo(nil, cil.MakeCast(cil.Math, &cil.Cast{T: typ, X: cil.LoadVar(prog.GlobalNamed("h"))}))
		if wide := typ.(*cil.IntType).Bytes == prog.Model.PtrBytes; wide != (len(objs) > 0) {
			t.Errorf("%s leads to %v", typ, objs)
		}
	}
}
