package witness

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// walked has one of each place; its input is x.
const walked = `extern int in(void);
static int calls; /* of twice */
static int twice(int a) { calls++; return 2 * a; }
int run(void)
{
  int x = in(), y = 0, n = 0, r = 0;
  switch (x) {
  case 1: y = twice(3); break;
  case 2: y = twice(twice(1)); /* both */
  default: r = 1; /* all others */
  }
  do
    n++;
  while (n < 3);
  for (int i = 0; !(i >= 2) && x; i++)
    if (x == 3) n = 7; else
      n += i;
  for (;;) {
    if (y || n > 100) break;
    n += 50;
  }
again:
  while (x-- > 0)
    if (x == 2) goto again;
  return 100 * calls + n + r;
}
`

// way is a segment that follows one waypoint.
func way(typ string, line, col int, value string) Segment {
	return Segment{{Type: typ, Action: Follow, At: Location{File: "dir/p.c", Line: line, Col: col, Func: "run"}, Value: value}}
}

// built compiles a woven text with gcc. What it returns runs it: the result, and the state of the
// automaton or whatever else is asked for.
func built(t *testing.T, text, state string) func(input int) (result, at int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	end := "\nint printf(const char *, ...);\nint atoi(const char *);\nstatic int value, failed;\nint in(void) { return value; }\n" +
		"void " + Passed + "(void) {}\nvoid " + Violated + "(int i) { failed |= 1 << i; }\n" +
		"int main(int c, char **v) { value = atoi(v[1]); int r = run(); printf(\"%d %d\", r, " + state + "); return c - 2; }\n"
	if err := os.WriteFile(file, []byte(text+end), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(need.GCC(t), "-w", "-o", file+".out", file).CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", out, text)
	}
	return func(input int) (result, at int) {
		out, err := exec.Command(file+".out", strconv.Itoa(input)).Output()
		if err != nil {
			t.Fatal(err)
		}
		r, a, _ := strings.Cut(string(out), " ")
		result, _ = strconv.Atoi(r)
		at, _ = strconv.Atoi(a)
		return result, at
	}
}

// A program with a violation sequence in it does what it did before, and counts the segments that the
// run passes; gcc says what it does.
func TestWovenSequence(t *testing.T) {
	o := NewOutline(walked)
	original := built(t, walked, "0")
	avoid := func(s Segment, w Segment) Segment { w[0].Action = Avoid; return append(w, s...) }
	for i, c := range []struct {
		segments []Segment
		at       map[int]int // by the input
	}{
		{[]Segment{way(Branching, 7, 3, "1"), way(FunctionEnter, 8, 0, ""), way(FunctionReturn, 8, 0, `\result == 6`), way(Assumption, 12, 3, "n == 0 && y == 6")},
			map[int]int{1: 4, 2: 0, 3: 0, 0: 0}},
		{[]Segment{way(FunctionReturn, 9, 15, `\return == 4`)}, map[int]int{1: 0, 2: 1, 3: 0}},
		{[]Segment{way(FunctionReturn, 9, 21, `\result == 2`), way(FunctionReturn, 9, 15, `\result == 4`)}, map[int]int{1: 0, 2: 2}},
		{[]Segment{way(Branching, 12, 3, "true"), way(Branching, 12, 3, "true"), way(Branching, 12, 3, "false")}, map[int]int{0: 3, 1: 3}},
		{[]Segment{way(Branching, 12, 3, "true"), way(Branching, 12, 3, "true"), way(Branching, 12, 3, "true")}, map[int]int{0: 2}},
		{[]Segment{way(Branching, 15, 0, "true"), way(Branching, 16, 5, "true"), way(Assumption, 16, 17, "i == 1")}, map[int]int{0: 0, 1: 1, 3: 3}},
		{[]Segment{way(Assumption, 17, 7, "i == 1")}, map[int]int{0: 0, 1: 1, 3: 0}},
		{[]Segment{avoid(way(Branching, 19, 5, "true"), way(Assumption, 20, 5, "x == 2"))}, map[int]int{0: 1, 1: 1, 2: 1, 5: 1}},
		{[]Segment{avoid(way(Branching, 19, 5, "true"), way(Branching, 15, 3, "true"))}, map[int]int{0: 1, 1: -1, 2: -1}},
		{[]Segment{way(Assumption, 22, 1, "x == 1"), way(Branching, 24, 5, "false")}, map[int]int{0: 0, 1: 2, 4: 0}},
		{[]Segment{way(Assumption, 22, 1, "x == 2")}, map[int]int{4: 1, 1: 0}},
		{[]Segment{way(Assumption, 22, 1, "x == 77"), way(Assumption, 12, 3, "1")}, map[int]int{0: 0, 77: 1}},
		{[]Segment{way(Branching, 24, 5, "true"), way(Branching, 23, 3, "false")}, map[int]int{0: 0, 2: 0, 4: 2}},
	} {
		w, err := o.WeaveViolation("p.c", &Entry{Segments: append(c.segments, way(Target, 25, 0, ""))}, len(c.segments), true)
		if err != nil {
			t.Errorf("%d: %v", i, err)
			continue
		}
		run := built(t, string(w.Text), State)
		for input, want := range c.at {
			before, _ := original(input)
			if r, at := run(input); r != before || at != want {
				t.Errorf("%d with %d: result %d, before %d; %d segments are passed, want %d\n%s", i, input, r, before, at, want, w.Text)
			}
		}
	}
}

// Invariants are checked where they are to hold, and nothing else is changed.
func TestWovenInvariants(t *testing.T) {
	o := NewOutline(walked)
	inv := func(typ string, line, col int, value string) Invariant {
		return Invariant{Type: typ, At: Location{File: "p.c", Line: line, Col: col}, Value: value}
	}
	e := &Entry{Invariants: []Invariant{
		inv(LoopInvariant, 12, 3, "n >= 0 && n < 3"), inv(LoopInvariant, 12, 3, "n > 0"), inv(LoopInvariant, 15, 3, "i <= 2"),
		inv(LoopInvariant, 15, 3, "i < 2"), inv(LoopInvariant, 18, 3, "y == 0"), inv(LocationInvariant, 17, 7, "x != 3"),
		inv(LocationInvariant, 16, 17, "x != 3"), inv(LoopInvariant, 23, 3, "x >= 0"), inv(LoopInvariant, 23, 3, "x > 0"),
	}}
	w, err := o.WeaveInvariants("p.c", e)
	if err != nil {
		t.Fatal(err)
	}
	original, run := built(t, walked, "0"), built(t, string(w.Text), "failed")
	for input, want := range map[int]int{0: 1<<1 | 1<<8, 1: 1<<1 | 1<<3 | 1<<4 | 1<<8, 2: 1<<1 | 1<<3 | 1<<4 | 1<<8, 3: 1<<1 | 1<<3 | 1<<6 | 1<<8} {
		before, _ := original(input)
		if r, failed := run(input); r != before || failed != want {
			t.Errorf("%d: result %d, before %d; violated %b, want %b\n%s", input, r, before, failed, want, w.Text)
		}
	}
	line, col := o.Place(strings.Index(walked, "x; i++"))
	if now := strings.Index(strings.Split(string(w.Text), "\n")[line-1], "x)); i++") + 1; w.Column(line, now) != col {
		t.Errorf("column %d was %d, want %d", now, w.Column(line, now), col)
	}
}

// What isn't there is said.
func TestMisplaced(t *testing.T) {
	o := NewOutline(walked)
	for _, s := range []Segment{way(Branching, 6, 3, "true"), way(Assumption, 5, 1, "x"), way(FunctionEnter, 12, 0, ""), way(Branching, 7, 3, "true"),
		way(Branching, 16, 5, "3"), {{Type: Assumption, Action: Follow, At: Location{File: "other.c", Line: 6}, Value: "1"}},
		{{Type: Assumption, Action: Follow, At: Location{File: "p.c", Line: 6, Func: "main"}, Value: "1"}}} {
		if _, err := o.WeaveViolation("p.c", &Entry{Segments: []Segment{s}}, 1, false); err == nil {
			t.Errorf("%+v is there", s)
		}
	}
}
