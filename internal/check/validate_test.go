package check

import (
	"context"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// steered has two errors, each behind a condition, and a loop with a condition of three parts.
const steered = `extern int in(void);
extern void reach_error(void);
static unsigned char small(int a) { return a; }
int main(void)
{
  int x = in(), y = in(), n = 0;
  unsigned char c = small(x);
  while (!(n >= 2) && (x || y))
    n++;
  if (!(x == 4))
    goto out;
  if (n < 1 || y != 3)
    return 0;
  reach_error();
out:
  if (y == 7 && c > 250)
    reach_error();
  return 0;
}
`

// proved needs an invariant that small blocks find.
const proved = `extern unsigned in(void);
extern void reach_error(void);
int main(void)
{
  unsigned x = in(), y = in();
  if (y > x)
    return 0;
  while (y < x)
    y++;
  if (y != x)
    reach_error();
  return 0;
}
`

// witnessOf is what check would write about a program.
func witnessOf(t *testing.T, file string) *witness.Entry {
	t.Helper()
	e := &witness.Entry{Type: witness.ViolationSequence}
	opt := Options{Files: []string{file}, Property: "reach", Evidence: true, Witness: true, Encoding: Small, MaxIterations: 50}
	err := Run(context.Background(), opt, need.Z3(t).Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
		for _, c := range r.Evidence.Claims {
			at := witness.Location{File: file, Line: c.Where.Line, Col: c.Where.Col, Func: c.Func}
			if r.Verdict == result.Safe {
				e.Type = witness.InvariantSet
				e.Invariants = append(e.Invariants, witness.Invariant{Type: c.Type, At: at, Value: c.Value})
				continue
			}
			e.Segments = append(e.Segments, witness.Segment{{Type: c.Type, Action: witness.Follow, At: at, Value: c.Value}})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func validated(t *testing.T, file string, e *witness.Entry) *result.Witness {
	t.Helper()
	spec, err := property.ParseSpec("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Files: []string{file}, Encoding: Auto, Inline: InlineAuto, MaxIterations: 50}
	r, err := Validate(context.Background(), opt, spec, e, need.Z3(t).Opener(z3.Options{}), obs.NewEnv(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	return r.Witness
}

// What the claims say is so, and what says otherwise is refused.
func TestClaimsAreConfirmed(t *testing.T) {
	file := files(t, map[string]string{"t.c": steered})["t.c"]
	e := witnessOf(t, file)
	if len(e.Segments) < 5 {
		t.Fatalf("few segments: %+v", e.Segments)
	}
	if w := validated(t, file, e); w.Answer != Confirmed {
		t.Errorf("%+v of %+v", w, e.Segments)
	}
	// What decides in this run is the value of each input, and the last branches.
	for i := range e.Segments {
		p := &e.Segments[i][0]
		old := *p
		switch {
		case p.Type == witness.FunctionReturn:
			p.Value = `\result == 5`
		case p.Type == witness.Branching && p.At.Line > 9:
			p.Value = map[string]string{"true": "false", "false": "true"}[p.Value]
		case p.Type == witness.Target:
			p.At.Line = map[int]int{14: 17, 17: 14}[p.At.Line]
		default:
			continue
		}
		if w := validated(t, file, e); w.Answer != Refused {
			t.Errorf("%+v with %+v", w, *p)
		}
		*p = old
	}
}

// An invariant of ours is valid; its negation, and what doesn't hold at first or later, isn't.
func TestClaimedInvariants(t *testing.T) {
	file := files(t, map[string]string{"t.c": proved})["t.c"]
	e := witnessOf(t, file)
	if len(e.Invariants) != 1 {
		t.Fatalf("%+v", e.Invariants)
	}
	inv := &e.Invariants[0]
	if w := validated(t, file, e); w.Answer != Valid {
		t.Errorf("%+v of %s", w, inv.Value)
	}
	for _, value := range []string{"!(" + inv.Value + ")", "y < x", "y == x", "x == 0", "0"} {
		inv.Value = value
		if w := validated(t, file, e); w.Answer != Invalid {
			t.Errorf("%+v with %s", w, value)
		}
	}
	inv.Value, inv.At.Line = "1", 4
	if w := validated(t, file, e); w.Answer != Invalid {
		t.Errorf("%+v at a place that isn't there", w)
	}
}

// A term fits int or long long only if no evaluation leaves them.
func TestTerms(t *testing.T) {
	p, _ := prepared(t, "extern void reach_error(void); int main(void) { int i = 0; unsigned u = 0; long l = 0; unsigned long m = 0; unsigned char c = 0; if (i + u + l + m + c) reach_error(); return 0; }", Options{})
	text, err := source.ReadRegular(p.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	w := &witnessing{p: p, o: witness.NewOutline(string(text)), lines: witness.NewLines(p.Files[0], string(text))}
	f := p.Prog.FuncNamed("main")
	c := &inC{w: w, node: f.Exit, at: strings.Index(string(text), "if (")}
	for pred, want := range map[string]string{
		"i < 3": "i < 3", "c == 200": "c == 200", "u < 3": "(long long)u < 3LL", "i < u": "(long long)i < (long long)u", "l < 5": "(long long)l < 5LL",
		"i + 1 < c": "((long long)i + 1LL) < (long long)c", "l + 1 < 5": "", "m == 5": "", "i < 4000000000": "(long long)i < 4000000000LL",
	} {
		e, err := cil.ParseExpr(p.Prog, f, pred, source.Pos{})
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := c.condition(e); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %s, %v, want %s", pred, got, ok, want)
		}
	}
}
