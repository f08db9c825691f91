package c2bp

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pred"
)

// reachedIn lists the nodes of the Boolean program's graphs that runs reach.
func reachedIn(t *testing.T, bp *boolprog.Program) bebop.Reached {
	t.Helper()
	if err := boolprog.Check(bp, ""); err != nil {
		t.Fatal(err)
	}
	r, reason, err := bebop.Reach(context.Background(), bp, bebop.Options{})
	if err != nil || reason != "" {
		t.Fatal(err, reason)
	}
	return r
}

// withoutDead returns the program with skip instead of dead, and the number of those.
func withoutDead(bp *boolprog.Program) (*boolprog.Program, int) {
	out, n := *bp, 0
	out.Procs = nil
	for _, p := range bp.Procs {
		c := *p
		c.Body = nil
		for _, s := range p.Body {
			k := *s
			if s.Kind == boolprog.Dead {
				k, n = boolprog.Stmt{Kind: boolprog.Skip, Labels: s.Labels}, n+1
			}
			c.Body = append(c.Body, &k)
		}
		out.Procs = append(out.Procs, &c)
	}
	return &out, n
}

// TestForgettingChangesNothing takes the statements dead away: runs must reach the same, as what
// they forget tells nothing of what is read later.
func TestForgettingChangesNothing(t *testing.T) {
	backend := need.Backend(t)
	dead, unreached := 0, 0
	for seed := *oracleFirst; seed < *oracleFirst+uint64(5**oraclePrograms); seed++ {
		s := oracleSubject(t, seed)
		s.opt.CubeLength = 1
		set := randomPreds(rand.New(rand.NewPCG(seed, 17)), s, 6)
		bp := New(s.in, s.opt, NewProver(backend, s.prog, enc.Options{})).Abstract(set).BP
		other, n := withoutDead(bp)
		got, want := reachedIn(t, bp), reachedIn(t, other)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: runs reach others without dead\npredicates:\n%s\n%s\n%s", seed, predsText(set), s.text, bp)
		}
		dead += n
		for _, nodes := range got {
			for _, in := range nodes {
				if !in {
					unreached++
				}
			}
		}
	}
	if dead == 0 || unreached == 0 {
		t.Errorf("%d statements dead in all, %d nodes are not reached", dead, unreached)
	}
	t.Logf("%d statements dead, %d nodes are not reached", dead, unreached)
}

// TestDead says what is forgotten where: by the text of the statement behind it.
func TestDead(t *testing.T) {
	const text = `int nondet(void); int g; struct s { int f; } *q;
int id(int x) { int y = x; if (y == 1) g = 2; if (x == 1) g = 3; return x; }
int main(void) {
	int a = nondet(), b, c, *p = &c; struct s *r = q;
	b = a;
	if (a == 1) g = 1;
	if (b == 1) g = 2;
	if (r->f == 1) g = 3;
	c = id(4);
	return *p;
}`
	for _, test := range []struct{ name, preds, dead string }{
		{"nothing that is read again", "main { a == 1, b == 1 }", "{a == 1} before if (b == 1)|{b == 1} before if (r->f == 1)"},
		{"what is linked dies together", "main { a == b, b == 1 }", "{a == b} {b == 1} before if (r->f == 1)"},
		{"memory is kept", "main { r->f == 1, c == 1 }", ""},
		{"and what is linked to it", "main { a == 1, a == r->f }", ""},
		{"what is read only once", "id { x == 1, y == 1 }", "{y == 1} before if (x == 1)"},
		{"what is returned to callers is kept", "id { ret == 1, x == 1 }", ""},
	} {
		s := newSubject(t, text, false)
		set, err := pred.Parse(s.prog, "t.preds", "hardbop-predicates 1\n"+test.preds)
		if err != nil {
			t.Fatal(err)
		}
		bp := New(s.in, Options{NoDomains: true}, NewProver(need.Backend(t), s.prog, enc.Options{})).Abstract(set).BP
		if got := deadTexts(bp); got != test.dead {
			t.Errorf("%s: dead are %q, want %q\n%s", test.name, got, test.dead, bp)
		}
	}
}

// deadTexts lists what is dead before which statement.
func deadTexts(bp *boolprog.Program) string {
	var all []string
	for _, p := range bp.Procs {
		for i, s := range p.Body {
			if s.Kind == boolprog.Dead {
				var names []string
				for _, r := range s.Lhs {
					names = append(names, r.Name)
				}
				_, next, _ := strings.Cut(p.Body[i+1].Comment, ": ")
				all = append(all, strings.Join(names, " ")+" before "+next)
			}
		}
	}
	return strings.Join(all, "|")
}
