package certify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRunsWithAllocationsAreNotCertified is TestRunsAreNotCertified for programs that allocate.
func TestRunsWithAllocationsAreNotCertified(t *testing.T) { heapRuns(t, 0, 6) }

// heapRuns is runsAreNotCertified for programs whose structs are in allocated memory.
func heapRuns(t *testing.T, first, end uint64) {
	notCertified(t, first, end, 300_000, func(seed uint64) (string, []string) {
		r := rand.New(rand.NewPCG(seed, 3))
		text := heapProgram(r)
		return text, []string{pick(r, "p == q", "p == w", "q == w"), pick(r, "p == 0", "q == 0", "i == 0"), pick(r, "p == &v", "i == &p->b", "(unsigned long)p == k"), pick(r, "p->n == q", "q->n == w", "*i == 1", "p->b == 1", "*h == 1")}
	})
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// heapProgram writes a program. What it does out of bounds ends a run.
func heapProgram(r *rand.Rand) string {
	return `void *malloc(unsigned long); int __VERIFIER_nondet_int(void); int nd(void) { return __VERIFIER_nondet_int(); }
struct s { int a; struct s *n; short h; int b; char c[4]; } v, *p, *q, *w; int x, *i; short *h; char *c; unsigned long k;
struct s *mk(void) { struct s *m = malloc(sizeof *m); if (m) m->n = q; return m; }
struct s *deep(int n) { if (n > 0) return deep(n - 1); return malloc(sizeof(struct s)); }
int main(void)
{
` + heapBlock(r, 8, 2) + "\treturn 0;\n}\n"
}

func heapBlock(r *rand.Rand, n, depth int) string {
	var b strings.Builder
	for range n {
		switch k := r.IntN(10); {
		case k < 2 && depth > 0:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", heapCond(r), heapBlock(r, 3, depth-1), heapBlock(r, 2, depth-1))
		case k < 3 && depth > 0:
			fmt.Fprintf(&b, "while (nd() > 0) {\n%s}\n", heapBlock(r, 4, depth-1))
		default:
			b.WriteString(heapStatement(r) + "\n")
		}
	}
	return b.String()
}

func heapStatement(r *rand.Rand) string {
	text := pick(r, "P = malloc(sizeof *P);", "P = malloc(sizeof *P);", "P = malloc(16);", "P = mk();", "P = deep(2);", "P = Q;", "P = &v;", "P = P->n;", "P->n = Q;", "P->n = malloc(sizeof *P);", "P->a = N;", "P->b = N;", "P->h = N;",
		"i = &P->a;", "i = &P->b;", "i = (int *)P;", "i = malloc(4);", "i = &x;", "*i = N;", "c = (char *)P;", "c = (char *)i;", "c = P->c;", "c[nd() & 7] = N;", "c += 4;", "h = (short *)i;", "h = &P->h;", "*h = N;",
		"k = (unsigned long)P;", "P = (struct s *)k;", "P = (struct s *)((char *)i - (unsigned long)&((struct s *)0)->b);", "*P = *Q;", "v = *P;", "i++;", "h--;", "*(char *)i = N;", "*(long *)P = N;")
	guard := ""
	for _, p := range []string{"P->", "*P =", "= *P", "(long *)P", "&P"} {
		if strings.Contains(text, p) {
			guard = "if (P) "
		}
	}
	for _, p := range []string{"*i", "*h", "c["} {
		if strings.HasPrefix(text, p) {
			guard = "if (" + strings.Trim(p, "*[") + ") "
		}
	}
	if strings.Contains(text, "*Q") {
		guard = "if (P && Q) "
	}
	return named(r, guard+text)
}

func heapCond(r *rand.Rand) string {
	return named(r, pick(r, "nd() > 0", "P == Q", "P && P->a == N", "P && P->b == N", "P && Q && P->b != Q->b", "i && *i == N", "P && P->n == Q", "P && i == &P->b", "P && i == &P->a", "h && *h == N", "P && Q && P->n == Q->n", "(void *)i == (void *)Q", "(unsigned long)P == k", "P == &v", "P && P->h == N"))
}

// named puts variables and numbers for the letters.
func named(r *rand.Rand, text string) string {
	return strings.NewReplacer("P", pick(r, "p", "q", "w"), "Q", pick(r, "p", "q", "w"), "N", pick(r, "0", "1", "2")).Replace(text)
}
