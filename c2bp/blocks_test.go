package c2bp

import "testing"

// compares is a callee that calls bad() if its formals differ by 7.
const compares = `void bad(void); int nondet(void); int h;
	void g(int p, int q) { if (p == q + 7) bad(); }
	int f(int n) { return n; }
	`

// TestLargeBlocks asks of small programs in large blocks whether bad() can be called.
func TestLargeBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text, preds string
		safe              bool
	}{
		{"what a call returns is known behind it", `void bad(void); int f(void) { return 1; }
			int main(void) { int x = f(); if (x == 0) bad(); return 0; }`,
			"f { ret == 0 } main { x == 0 }", true},
		{"what a call gives a variable isn't known for ever", compares + `
			int main(void) { int a = nondet(), b = a, x; x = f(a); if (x == a) h = 1; a = b + 7; x = b; g(a, b); return 0; }`,
			"f { $n = n at entry; n == $n, ret == $n } g { p == q + 7 } main { x == a, x == b, a == b }", false},
		{"what a formal is at the entry isn't known for ever", compares + `
			void k(int x, int a, int b) { a = b + 7; x = b; g(a, b); }
			int main(void) { int a = nondet(); k(a, a, a); return 0; }`,
			"g { p == q + 7 } k { x == a, x == b }", false},
		{"what nobody reads any more isn't known for ever", compares + `
			int main(void) { int a = nondet(), b = a, x = a; g(a, b); if (x == a) h = 1; a = b + 7; g(a, b); return 0; }`,
			"g { p == q + 7 } main { x == a, x == b }", false},
		{"sums that overflow hide no others", `void bad(void); int nondet(void);
			int main(void) { int x = nondet(); if (x < 2147483606) return 0; x = x + 40; while (nondet()) ; if (x == 2147483647) bad(); return x == 0; }`,
			"main { x == 2147483647, x == 2147483600, x == 0 }", false},
		{"sums of pointers beyond the ends of memory hide no others", `void bad(void); int nondet(void); char *mem(void);
			int main(void) { char *p = mem(); p = p - 8; while (nondet()) p = p - 1; if (p == (char *)1000) bad(); if (p == (char *)500) return 1; return 0; }`,
			"main { p == (char *)1000, p == (char *)500, p == (char *)0 }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, bp := badIsSafe(t, c.text, c.preds, true); got != c.safe {
				t.Errorf("safe: got %v, want %v\n%s", got, c.safe, bp)
			}
		})
	}
}
