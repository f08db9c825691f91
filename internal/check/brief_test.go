package check

import (
	"strings"
	"testing"

	"hardbop/internal/enc"
	"hardbop/internal/result"
)

// briefCases are programs that get to reach_error, with the steps that a trace in brief shows.
var briefCases = map[string]struct {
	text, entry string
	want        []string
}{
	"an arbitrary value is told by the branch that reads it": {`int main(void) { int x, y = 0; if (x == 3) y = 1; if (y) reach_error(); return 0; }`, "main",
		[]string{"if (x == 3) [true, x = 3]", "y = 1 [y: 0 -> 1]", "if (y) [true]"}},
	"conditions and what is returned are as written": {`#define BUSY 16
int f(int n) { if (!n) return 0; if (n == 3) return -BUSY; return 1; } int main(void) { int y = f(get()), z; z = 1; if (!(y)) z = 0; if (y == -16) if (!!z) reach_error(); return 0; }`, "main",
		[]string{"tmp = get() [tmp = 3]", "y = f(tmp) [n = 3]", "if (!n) [false]", "if (n == 3) [true]", "return -BUSY [ret = -16]", "z = 1 [z = 1]", "if (!(y)) [false]", "if (y == -16) [true]", "if (!!z) [true]"}},
	"unless something else reads it first": {`int main(void) { int x, y; y = x + 1; if (y == 3) if (x == 2) reach_error(); return 0; }`, "main",
		[]string{"x = ? (uninitialised) [x = 2]", "y = x + 1 [y = 3]", "if (y == 3) [true]", "if (x == 2) [true]"}},
	"of a switch the last case tells it": {`int main(void) { int x; switch (x) { case 1: return 0; case 2: return 1; case 3: reach_error(); } return 0; }`, "main",
		[]string{"if (x == 3) [true, x = 3]"}},
	"a call that just returns something": {`int any(void) { int x; return x; } int main(void) { int y = any(); if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"y = any() [y = 3]", "if (y == 3) [true]"}},
	"a call that does more": {`int three(int n) { if (n == 5) return 3; return 0; } int main(void) { int y = three(get()); if (y == 3) reach_error(); return 0; }`, "main",
		[]string{"tmp = get() [tmp = 5]", "y = three(tmp) [n = 5]", "if (n == 5) [true]", "return 3 [ret = 3]", "if (y == 3) [true]"}},
	"a call that leads to what is shown": {`void f(int n) { if (n == 5) reach_error(); } int main(void) { f(get()); return 0; }`, "main",
		[]string{"tmp = get() [tmp = 5]", "f(tmp) [n = 5]", "if (n == 5) [true]"}},
	"a body in the place of a call": {`int g; void f(void) { if (g == 5) reach_error(); } int main(void) { g = get(); f(); return 0; }`, "main",
		[]string{"g = get() [g = 5]", "f()", "if (g == 5) [true]"}},
	"the entry is called": {`int g; int f(int n, int *p) { g = 1; if (n == 4) reach_error(); return 0; }`, "f",
		[]string{"call of f [n = 4]", "if (n == 4) [true]"}},
	"where a pointer leads": {`int a, b; int main(void) { int *p = get() ? &a : &b; if (p == &b) reach_error(); return 0; }`, "main",
		[]string{"tmp = get() [tmp = 0]", "p = tmp != 0 ? &a : &b [p = &b]", "if (p == &b) [true]"}},
}

// TestBrief looks at the steps in brief.
func TestBrief(t *testing.T) {
	for name, c := range briefCases {
		t.Run(name, func(t *testing.T) {
			dir := files(t, map[string]string{"t.c": "void reach_error(void); int get(void);\n" + c.text + "\n"})
			p, out := errorPath(t, Options{Property: "reach", Entry: c.entry, Inline: 100, Files: []string{dir["t.c"]}})
			if out.Verdict != result.Unsafe {
				t.Fatal(out.Verdict)
			}
			var got []string
			for _, s := range p.trace(out.Path, out.Notes, p.needed(out.Path, enc.ExternOneLevel)) {
				if line := s.Words(); s.Brief {
					if about := s.Remarks(); about != "" {
						line += " [" + about + "]"
					}
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
