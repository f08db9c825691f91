package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// violated checks a file, whose entry is put, and returns its violation.
func violated(t *testing.T, text, rule string, inlined int) *result.Result {
	t.Helper()
	f := files(t, map[string]string{"d.c": text, "r.slic": rule})
	opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["r.slic"]}, Entry: "put", Inline: inlined, Replay: ReplayOff}
	var got *result.Result
	err := Run(context.Background(), opt, need.Z3(t).Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) { got = r })
	if err != nil || got.Verdict != result.Unsafe {
		t.Fatalf("%v, %v\n%s", got, err, text)
	}
	return got
}

// shownSteps are the lines and texts of the steps in brief, with their notes.
func shownSteps(r *result.Result) string {
	var b strings.Builder
	for _, s := range r.Trace {
		if s.Brief {
			b.WriteString(strings.TrimPrefix(s.Place.String(), s.Place.File+":") + " " + s.Words() + " [" + s.Note + "]\n")
		}
	}
	return b.String()
}

// TestEnds: a program without an environment ends at the return that was taken, and which of several returns a function was left by is shown.
func TestEnds(t *testing.T) {
	const head = "void take(void); void give(void); static int h; int only(int k);\nstatic int help(int k) {\nif (k)\nreturn 1;\nreturn 2;\n}\n" +
		"static int lock(int k) {\ntake();\nif (k)\nreturn 1;\nif (h)\ngive();\nreturn 2;\n}\n"
	for _, test := range []struct {
		name, put string
		line      int
		shown     string
	}{
		{"a return", "int put(int k) {\ntake();\nif (k)\nreturn help(k);\ngive();\nreturn 3;\n}", 18, ""},
		{"one of no value", "void put(int k) {\ntake();\nif (k)\nreturn;\nhelp(k);\ngive();\n}", 18, ""},
		{"the brace", "void put(int k) {\ntake();\nif (k) {\ngive();\nreturn; }\nhelp(k);\nh = 3;\n}", 22, ""},
		{"in a function that it calls", "int put(int k) {\nh = 1;\nreturn lock(k);\n}", 17, "10 return 1"},
		{"in one that only takes", "int put(int k) {\ntake();\ngive();\nonly(k);\nreturn 3;\n}\nint only(int k) {\ntake();\nif (k)\nreturn 9;\nif (h)\nreturn 9;\nreturn 9;\n}", 19, "return 9"},
	} {
		for _, inlined := range []int{InlineAuto, 0} {
			r := violated(t, head+test.put, queueRule, inlined)
			if got := shownSteps(r); r.Where.Line != test.line || !strings.Contains(got, test.shown) {
				t.Errorf("%s, bodies of %d: at line %d, expected %d\n%s", test.name, inlined, r.Where.Line, test.line, got)
			}
		}
	}
}

// TestHollow: what nothing depends on is left out before the search, and no value is told that is made of it.
func TestHollow(t *testing.T) {
	const text = `void take(void); void give(void); int in(void), __VERIFIER_nondet_int(void); static int kept, seen, other;
static int gone(int k) { int err = 0; take(); if (k) err = -16; return err; }
static int live(int k) { int err = kept; return err; }
static int fixed(int k) { return 7; }
static int noisy(void) { kept = __VERIFIER_nondet_int(); return other; }
static void pass(int lost, int k) { if (k) seen = lost; }
int put(int k) {
other = in();
int h = noisy();
pass(kept + k, 5);
if (kept) {
int x = in() ? 40 : 50;
pass(x, 6);
live(k);
fixed(k);
return gone(k);
}
return live(3);
}`
	for _, inlined := range []int{InlineAuto, 0} {
		var notes []string
		for _, s := range violated(t, text, queueRule, inlined).Trace {
			for _, note := range strings.Split(s.Note, ", ") {
				if name, _, ok := strings.Cut(note, " = "); ok && slices.Contains([]string{"ret", "lost", "err", "seen", "x", "h"}, name) || strings.HasPrefix(note, "returns ") {
					notes = append(notes, strings.TrimPrefix(s.Place.String(), s.Place.File+":")+" "+note)
				}
			}
		}
		if want := []string{"10 lost = 62", "12 returns 0", "4 ret = 7"}; !slices.Equal(notes, want) {
			t.Errorf("bodies of %d: told are %q, expected %q", inlined, notes, want)
		}
	}
}

// TestTelling: of what gives many values those are told that something behind it reads, unless these are elements of which nobody knows
// which one matters.
func TestTelling(t *testing.T) {
	const text = `void take(void); void give(void);
struct s { int a, b; char name[12]; struct { short x, y; } in; };
int fill(struct s *, int), peek(struct s *), text(char *);
static struct s g, h; static char line[8];
int put(int k) {
h.b = 4;
g = h;
if (g.b != 4) return 1;
int n = fill(&g, 3);
if (g.in.y == 6) k = peek(&h);
if (k) text(line);
take();
if (g.b == 7 && g.in.y == 6 && n == 2 && k == 5 && line[3] == 'x')
return 2;
give();
return 0;
}`
	for _, inlined := range []int{InlineAuto, 0} {
		var notes []string
		for _, s := range violated(t, text, queueRule, inlined).Trace {
			line := strings.TrimPrefix(s.Place.String(), s.Place.File+":")
			if s.Note != "" && slices.Contains([]string{"7", "9", "10", "11"}, line) && !strings.HasPrefix(s.Text, "if ") {
				notes = append(notes, line+" "+s.Note)
			}
		}
		if want := []string{"7 g.b = 4, g.in.y = 0", "9 g.b = 7, g.in.y = 6, n = 2", "10 k: 0 -> 5"}; !slices.Equal(notes, want) {
			t.Errorf("bodies of %d: told are %q, expected %q", inlined, notes, want)
		}
	}
}
