package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// outsideDecls are the objects of the programs that [TestNoWrongSafeOutside] makes.
const outsideDecls = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct s { int a, *p; struct s *next; };
int g, h, *gp;
static int own;
struct s gs, *gq;
`

// outsideCaller calls foo in one of the ways in which the outside may. Pointers are not
// null, and point to the program's objects and to others.
const outsideCaller = `
static int o1, o2;
static struct s os;
static int *some(void)
{
	switch (__VERIFIER_nondet_int() & 7) {
	case 0: return &g;
	case 1: return &h;
	case 2: return &own;
	case 3: return &gs.a;
	case 4: return &os.a;
	case 5: return &o1;
	}
	return &o2;
}
static struct s *one(void) { return __VERIFIER_nondet_int() & 1 ? &gs : &os; }
int main(void)
{
	g = __VERIFIER_nondet_int() & 3;
	h = __VERIFIER_nondet_int() & 3;
	own = __VERIFIER_nondet_int() & 3;
	o1 = __VERIFIER_nondet_int() & 3;
	gs.a = __VERIFIER_nondet_int() & 3;
	gp = some();
	gs.p = some();
	os.p = some();
	gs.next = one();
	os.next = one();
	gq = one();
	foo(some(), one(), __VERIFIER_nondet_int() & 3);
	return 0;
}
`

// The lvalues of foo, by their type.
var (
	outsideNamed    = []string{"g", "h", "own", "gs.a", "x"}
	outsideInts     = []string{"*gp", "gq->a", "*gq->p", "*gs.p", "*p", "q->a", "*q->p", "q->next->a", "*y"}
	outsidePointers = []string{"gp", "gq->p", "gs.p", "p", "q->p", "y"}
	outsideStructs  = []string{"gq", "q", "q->next"}
)

// outsideProgram makes a function foo that sets the program's objects, then uses what it
// gets from outside, and looks at one of them.
func outsideProgram(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var b strings.Builder
	b.WriteString("void foo(int *p, struct s *q, int n)\n{\n\tint x, *y = &x;\n")
	for _, l := range outsideNamed {
		fmt.Fprintf(&b, "\t%s = %d;\n", l, r.IntN(2))
	}
	for range 1 + r.IntN(3) {
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, "\tif (%s == %d)\n\t", pick(outsideInts...), r.IntN(4))
		}
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "\t%s = %s;\n", pick(outsidePointers...), pick(pick(outsidePointers...), "&own"))
		case 1:
			fmt.Fprintf(&b, "\t%s = %s;\n", pick(outsideStructs...), pick(pick(outsideStructs...), "&gs"))
		default:
			fmt.Fprintf(&b, "\t%s = %s;\n", pick(outsideInts...), pick("2", "3", "n", pick(outsideNamed...)))
		}
	}
	fmt.Fprintf(&b, "\tif (%s == %d)\n\t\treach_error();\n}\n", pick(outsideNamed...), 1+r.IntN(3))
	return b.String()
}

// TestNoWrongSafeOutside checks generated functions as entries: where a call with the
// program's own objects reaches the error, the verdict must not be SAFE.
func TestNoWrongSafeOutside(t *testing.T) {
	count := map[int]int{}
	for seed := range uint64(*programs) * 4 {
		foo := outsideDecls + outsideProgram(rand.New(rand.NewPCG(seed, 3)))
		file := writeC(t, foo)
		_, errs, code := tool("check", "-q", "--timeout", "5", "--property", "reach", "--entry", "foo", file)
		count[code]++
		switch {
		case code == exitOK && reaches(t, foo+outsideCaller, seed, true):
			t.Errorf("seed %d: SAFE, but a run reaches the error\n%s", seed, foo)
		case code > exitUnknown:
			t.Errorf("seed %d: exit %d\n%s%s", seed, code, errs, foo)
		}
	}
	t.Logf("exit codes: %v", count)
}
