package witness

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const program = `#define BAD(x) (!(x))
# 40 "orig.c"
extern int in(void); /* if (a) */
struct s { int a; };
int t[] = { 1, 2 };
static int f(int a) { return a; }
int main(void)
{
  int x = in(), i;
  for (i = 0; i < 3 && x; i++) {
    int y = 1;
    if (!(x == 1) || f(y)) goto out; else x = 2;
  }
  while (1) {
    x--;
    if (BAD(x)) break;
  }
  do x++; while (x < 3);
  switch (x) { case 1: x = in(); default: ; }
out:
  return f(x);
}
`

func TestOutline(t *testing.T) {
	o := NewOutline(program)
	var got []string
	for _, s := range o.Stmts {
		line, col := o.Place(s.Start)
		got = append(got, fmt.Sprintf("%s%d:%d %q", s.Kind, line, col, strings.TrimSpace(o.Text[s.Cond[0]:s.Cond[1]])))
	}
	want := `{6:21 ""|6:23 ""|{8:1 ""|9:3 ""|for10:3 "i < 3 && x"|{10:32 ""|11:5 ""|if12:5 "!(x == 1) || f(y)"|12:28 ""|12:43 ""|` +
		`while14:3 "1"|{14:13 ""|15:5 ""|if16:5 "BAD(x)"|16:17 ""|do18:3 "x < 3"|18:6 ""|switch19:3 "x"|{19:14 ""|19:24 ""|19:43 ""|21:3 ""`
	if strings.Join(got, "|") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "|"), want)
	}
}

// at is the offset of the n-th occurrence of part.
func at(part string, n int) int {
	from := 0
	for range n {
		from += strings.Index(program[from:], part) + len(part)
	}
	return from - len(part)
}

func TestPlacesInOutline(t *testing.T) {
	o := NewOutline(program)
	if s := o.LoopAt(at("x--", 1)); s == nil || s.Kind != "while" {
		t.Errorf("the head of the endless loop: %+v", s)
	}
	if s := o.LoopAt(at("i < 3", 1)); s == nil || s.Kind != "for" {
		t.Errorf("the head of the for: %+v", s)
	}
	if c := o.CallAt(at("in()", 1)); c == nil || c.Name != "in" || program[c.End] != ')' {
		t.Errorf("the call: %+v", c)
	}
	if o.CallAt(at("in(void)", 1)) != nil {
		t.Error("a declaration is a call")
	}
	y := at("y = 1", 1)
	if !o.Visible(y, at("f(y)", 1)) || o.Visible(y, at("x--", 1)) || o.Visible(y, at("i < 3", 1)) {
		t.Error("y is visible in its block, behind it")
	}
	l := NewLines("a.c", program)
	if file, line := l.As(7); file != "orig.c" || line != 44 || !slices.Equal(l.In("orig.c", 44), []int{7}) || len(l.In("a.c", 7)) != 0 {
		t.Errorf("line 7 is %s:%d", file, line)
	}
}

// A condition is decided as soon as its parts decide it.
func TestKnown(t *testing.T) {
	o := NewOutline(program)
	c := o.NewCond(o.CondAt(at("x == 1", 1)))
	one, call := c.Part(at("x == 1", 1)), c.Part(at("f(y)", 1))
	for _, k := range []struct {
		taken map[int]bool
		want  int
	}{
		{map[int]bool{}, -1}, {map[int]bool{one: true}, -1}, {map[int]bool{one: false}, 1},
		{map[int]bool{one: true, call: true}, 1}, {map[int]bool{one: true, call: false}, 0},
	} {
		if got := c.Known(k.taken); got != k.want {
			t.Errorf("%v: got %d, want %d", k.taken, got, k.want)
		}
	}
	const negated = "int f(int a, int b) { if (!a == b) return 1; return 0; }"
	n := NewOutline(negated)
	part := strings.Index(negated, "!a")
	if got := n.NewCond(n.CondAt(part)).Known(map[int]bool{part: true, part + 1: true}); got != -1 {
		t.Errorf("!a == b: got %d", got)
	}
	bad := o.NewCond(o.CondAt(at("BAD(x)", 2)))
	if got := bad.Known(map[int]bool{at("BAD(x)", 2): true}); got != -1 {
		t.Errorf("a macro may hide a negation: got %d", got)
	}
}

func FuzzOutline(f *testing.F) {
	f.Add(program)
	f.Add("int f() { case ) ] } do while ( ; }")
	f.Fuzz(func(t *testing.T, text string) {
		o := NewOutline(text)
		for _, s := range o.Stmts {
			if s.From > s.Start || s.Start > len(text) {
				t.Fatalf("%+v", s)
			}
			o.NewCond(s)
		}
		NewLines("a.c", text)
		_ = CheckExpr(text)
	})
}
