package pointsto_test

import (
	"testing"

	"hardbop/internal/pointsto"
)

// TestBytes makes pointers to characters of pointers to structs that start with an array of characters: arithmetic
// with them leads through the whole struct, with one to the array it doesn't.
func TestBytes(t *testing.T) {
	const decls = `struct s { char name[4]; long state; } s, *h; struct in { char c[2]; }; struct out { struct in in; long state; } o; struct two { long x; struct s e[2]; long y; } t2;
struct { int a[2]; long state; } w; char *p; void *v; unsigned long n; void *malloc(unsigned long); int main(void) { `
	for _, c := range []struct {
		set, b string
		apart  bool
	}{
		{"p = (char *)&s + n;", "s.state", false},
		{"p = (char *)&s; p = p + 9;", "s.state", false},
		{"v = &s; p = v; p += n;", "s.state", false},
		{"p = (char *)(unsigned long)&s; p += n;", "s.state", false},
		{"p = (char *)&t2.e[1] + n;", "t2.e[1].state", false},
		{"p = (char *)&o + n;", "o.state", false},
		{"p = (char *)&w + n;", "w.state", false},
		{"v = malloc(16); p = v; h = v; h->state = 0; p += n;", "h->state", false},
		{"v = malloc(16); h = v; h->state = 0; p = v; p += n;", "h->state", false},
		{"p = s.name; p += n;", "s.state", true},
		{"p = s.name + n;", "s.state", true},
		{"p = (char *)&s.name + n;", "s.state", true},
		{"p = (char *)&o.in + n;", "o.state", true},
		{"p = (char *)&s + n;", "t2.y", true},
		{"h = &s; p = (char *)h + n;", "s.state", false},
	} {
		prog := loadText(t, decls+c.set+" *p = 1; return s.state + o.state + w.state + t2.y + t2.e[0].state + (h ? h->state : 0); }")
		res := pointsto.Analyze(prog, prog.FuncNamed("main"))
		if got := res.Overlap(parse(t, prog, "*p"), parse(t, prog, c.b)) == pointsto.Apart; got != c.apart {
			t.Errorf("%s *p and %s are apart: %v", c.set, c.b, got)
		}
		for _, err := range res.Sanity() {
			t.Errorf("%s %v", c.set, err)
		}
	}
}
