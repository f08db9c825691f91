package check

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/replay"
	"hardbop/internal/result"
	"hardbop/internal/sandbox"
)

// TestMain lets the test binary be the launcher of the sandbox.
func TestMain(m *testing.M) {
	if sandbox.IsLauncher() {
		sandbox.Launch()
	}
	os.Exit(m.Run())
}

// errorPath finds the error path of a program, with its script.
func errorPath(t *testing.T, opt Options) (*Prepared, *cegar.Outcome) {
	t.Helper()
	opt.MaxIterations, opt.CubeLength, opt.Jobs, opt.Replay = 100, 3, 1, ReplayAuto
	qs, err := opt.questions()
	if err != nil {
		t.Fatal(err)
	}
	p, err := prepare(opt, qs[0])
	if err != nil {
		t.Fatal(err)
	}
	b := need.Backend(t)
	env := obs.NewEnv(io.Discard, func(string) {})
	out, _, _, err := p.decide(run{context.Background(), opt, qs[0], backends{b}, env, nil, nil}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, out
}

// simple reports whether a script is one that the interpreter can follow, which has
// addresses of its own: no memory comes from outside.
func simple(way *path.Path, s *enc.Script) bool {
	if len(s.Start) > 0 {
		return false
	}
	for _, v := range s.Values {
		if len(v.L.Path) > 0 || !cil.IsInteger(v.L.Type()) {
			return false
		}
	}
	for _, e := range s.Events {
		if len(e.Answer.Memory) > 0 || e.Entered == nil && !simpleAnswer(way.Steps[e.Step].Node, e.Answer) {
			return false
		}
	}
	return true
}

// simpleAnswer reports whether the answer to n is one number that is no address.
func simpleAnswer(n *cil.Node, a enc.Answer) bool {
	switch in := n.Instr.(type) {
	case *cil.Havoc:
		return len(a.Value) == 1 && cil.IsScalar(in.L.Type()) && (!cil.IsPointer(in.L.Type()) || a.Value[0].Val.Sign() == 0)
	case *cil.Call:
		if f := in.Callee(); f != nil && enc.Allocation(f) != nil {
			// The interpreter has to have the function, and to know how much.
			return len(enc.Allocation(f).Size) > 0 && slices.Contains([]string{"malloc", "calloc", "alloca"}, f.Name)
		}
		return len(a.Value) == 0 || len(a.Value) == 1 && cil.IsInteger(in.Ret.Type())
	}
	return false
}

// follower is an interpreter's run along a script.
type follower struct {
	p      *path.Path
	events []enc.Event
	values []enc.Value
	at     int // the next step
	wrong  string
}

// next returns the answer to node n.
func (f *follower) next(n *cil.Node) *big.Int {
	for len(f.events) > 0 && f.events[0].Entered != nil {
		f.events = f.events[1:]
	}
	if len(f.events) == 0 || f.p.Steps[f.events[0].Step].Node != n {
		f.fail("the script has no answer for " + cil.InstrString(n.Instr))
		return new(big.Int)
	}
	a := f.events[0].Answer
	f.events = f.events[1:]
	if len(a.Value) == 0 {
		return new(big.Int)
	}
	return a.Value[0].Val
}

func (f *follower) fail(why string) {
	if f.wrong == "" {
		f.wrong = fmt.Sprintf("step %d: %s", f.at, why)
	}
}

func (f *follower) hook(s *interp.State, n *cil.Node) {
	if f.at == 0 {
		for _, v := range f.values {
			s.SetVar(v.L.Base, interp.Value{Int: v.Val})
		}
	}
	if f.at < len(f.p.Steps) && f.p.Steps[f.at].Node != n {
		f.fail("the run is at " + n.Pos.String() + " " + cil.InstrString(n.Instr))
	}
	f.at++
}

func (f *follower) extern(s *interp.State, n *cil.Node, fn *cil.Func, _ []interp.Value) (interp.Value, bool) {
	if !enc.Answers(fn, n.Instr.(*cil.Call).Ret) {
		return interp.Value{}, enc.Allocation(fn) == nil
	}
	v := f.next(n)
	if enc.Allocation(fn) != nil && v.Sign() != 0 {
		return interp.Value{}, false // memory of the interpreter
	}
	if t, ok := fn.Type.Ret.(*cil.IntType); ok {
		v = t.Wrap(v)
	}
	return interp.Value{Int: v}, true
}

// followScript runs the program along the script and returns what went wrong.
func followScript(p *Prepared, way *path.Path, s *enc.Script) string {
	f := &follower{p: way, events: s.Events, values: s.Values}
	stop := interp.Run(p.Prog, p.Harness.Func, interp.Config{Steps: len(way.Steps), Hook: f.hook, Extern: f.extern,
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int { return f.next(n) }})
	if f.wrong == "" && f.at < len(way.Steps) {
		f.wrong = fmt.Sprintf("the run ends after %d of %d steps: %v", f.at, len(way.Steps), stop)
	}
	return f.wrong
}

var scripts = flag.Int("scripts", 7, "one of how many programs of testdata/verdicts has its script followed")

// plainVerdict matches the lines of testdata/verdicts that take no other options.
var plainVerdict = regexp.MustCompile(`(?m)^(\S+) UNSAFE --property (\S+) --entry (\S+) (\S+\.c)$`)

// TestScripts lets the interpreter follow the scripts of small programs: it goes the same
// path. A script without its first answer is noticed.
func TestScripts(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/verdicts/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	var n, followed, noticed int
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, f := range a.Files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range plainVerdict.FindAllStringSubmatch(string(a.Comment), -1) {
			if m[3] == "auto" {
				continue // it has no environment here
			}
			if n++; n%*scripts != 0 {
				continue
			}
			t.Run(m[1], func(t *testing.T) {
				ok, saw := checkScript(t, Options{Property: m[2], Entry: m[3], Files: []string{filepath.Join(dir, m[4])}})
				followed += ok
				noticed += saw
			})
		}
	}
	t.Logf("%d followed, %d noticed", followed, noticed)
	if followed < 10 || noticed < 5 {
		t.Errorf("only %d scripts could be followed, %d lack something", followed, noticed)
	}
}

// checkScript proves that the short trace is a slice. It returns 1 if the script could be followed, and 1 if a script that lacks an
// answer was noticed.
func checkScript(t *testing.T, opt Options) (followed, noticed int) {
	p, out := errorPath(t, opt)
	if out.Verdict == result.Unsafe && out.Script != nil {
		if s := p.suffices(out, p.needed(out.Path, enc.ExternOneLevel), enc.ExternOneLevel); !s.Proved {
			t.Errorf("it isn't proved that the trace is a slice: %+v", s)
		}
	}
	if out.Verdict != result.Unsafe || out.Script == nil || out.Undefined != nil || !simple(out.Path, out.Script) {
		return 0, 0
	}
	if wrong := followScript(p, out.Path, out.Script); wrong != "" {
		t.Error(wrong)
	}
	for i, e := range out.Script.Events {
		if e.Entered == nil {
			less := *out.Script
			less.Events = append(append([]enc.Event(nil), less.Events[:i]...), less.Events[i+1:]...)
			if followScript(p, out.Path, &less) == "" {
				t.Errorf("the script without answer %d goes the path too", i)
			}
			return 1, 1
		}
	}
	return 1, 0
}

// features are programs that get to reach_error in ways that are hard to replay.
var features = map[string]string{
	"scalars":       `int main(void) { int x = get(), y = get(); if (x > 3) if (y == x * 2 - 1) reach_error(); return 0; }`,
	"narrow":        `int main(void) { signed char c = get(); unsigned short s = get(); if (c == -5) if (s == 65000) reach_error(); return 0; }`,
	"wide":          `long long far(void); int main(void) { long long v = far(); if (v / 3 == 0x123456789abcLL) if (v % 3 == 2) reach_error(); return 0; }`,
	"addresses":     `void set(int *p, int v) { *p = v; } int main(void) { int x, y; set(&x, get()); set(&y, get()); if (x < y) if (&x != &y) reach_error(); return 0; }`,
	"recursion":     `int down(int n, int *sum) { int mine = n; *sum += n; if (n > 0) down(n - 1, &mine); return mine; } int main(void) { int s = 0; int r = down(2, &s); if (r == 3) if (s == 2) reach_error(); return 0; }`,
	"uninitialised": `int main(void) { int a[4]; struct { int x, y; } s; if (a[2] == 7) if (s.y == a[1]) if (s.x == 9) reach_error(); return 0; }`,
	"bit-fields":    `struct b { unsigned a : 3; int b : 5; unsigned c : 9; }; int main(void) { struct b s, *p = &s; if (s.b == -3) if (p->c == 300) if (p->a == 5) reach_error(); return 0; }`,
	"heap":          `void *malloc(unsigned long); struct n { struct n *next; int v; }; int main(void) { struct n *a = malloc(16), *b = malloc(16); if (a) if (b) if (a != b) { a->next = b; b->v = get(); if (a->next->v == 3) reach_error(); } return 0; }`,
	"failure":       `void *malloc(unsigned long); int main(void) { int *a = malloc(4), *b = malloc(4); if (a) if (!b) reach_error(); return 0; }`,
	"outside":       `struct n { struct n *next; int v; }; struct n *first(void); int main(void) { struct n *p = first(); if (p) if (p->next) if (p->next->v == p->v + 1) if (p->next != p) reach_error(); return 0; }`,
	"effects":       `void fill(int *p); int main(void) { int x = 1; fill(&x); if (x == 77) reach_error(); return 0; }`,
	"globals":       `int g = 5; extern int e; struct { int a; char *b; } s = { 3, "abc" }; int main(void) { if (g == 5) if (e == 6) if (s.b[1] == 'b') if (s.a == 3) reach_error(); return 0; }`,
	"functions":     `static int one(int x) { return x + 1; } static int two(int x) { return x + 2; } int (*table[2])(int) = { one, two }; int main(void) { int i = get(); int (*f)(int) = table[1]; if (f != one) if (f(i) == 9) reach_error(); return 0; }`,
	"structs":       `struct p { int x; char c[3]; } ; struct p make(void); int main(void) { struct p a = make(), b = a; if (b.x == 4) if (b.c[2] == 'z') reach_error(); return 0; }`,
	"names":         `int hb_now; int memcpy_(int x) { return x; } int hb_next(int memset) { return memset + hb_now; } int main(void) { int _start = get(); if (hb_next(_start) == 12) reach_error(); return 0; }`,
	"void":          `void note(const char *s); int main(void) { note("a \"quoted\" */ text"); if (get() == 1) { note("b"); reach_error(); } return 0; }`,
}

// inAllModels are the features that are replayed in each data model, instead of LP64 only.
var inAllModels = map[string]bool{"wide": true, "bit-fields": true, "heap": true, "functions": true, "structs": true}

// TestFeatures replays the features.
func TestFeatures(t *testing.T) {
	cc := need.GCC(t)
	for _, model := range []string{"ILP32", "LP64", "LLP64"} {
		for what, text := range features {
			if model != "LP64" && !inAllModels[what] {
				continue
			}
			t.Run(model+"/"+what, func(t *testing.T) {
				h := featureHarness(t, model, text)
				if out := h.Run(context.Background(), cc, nil); out.Reason != nil {
					t.Errorf("not replayed: %v\n%s", out.Reason, h.Text)
				}
			})
		}
	}
}

// featureHarness makes the harness of a feature.
func featureHarness(t *testing.T, model, text string) *replay.Harness {
	t.Helper()
	file := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(file, []byte("int get(void); void reach_error(void);\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, out := errorPath(t, Options{Property: "reach", Files: []string{file}, Model: model})
	if out.Verdict != result.Unsafe {
		t.Fatalf("%s: %+v", out.Verdict, out.Reason)
	}
	h, err := p.harness(out, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Lines of the tables of a harness.
var (
	eventLine  = regexp.MustCompile(`(?m)^\t\{\d+, \d+, \d+, \d+\} /\* \d+ \*/,\n`)
	eventCount = regexp.MustCompile(`hb_events_count (\d+)`)
)

// A harness that lacks one of its answers doesn't get to the error, whichever it is.
func TestDroppedAnswers(t *testing.T) {
	cc := need.GCC(t)
	for _, what := range []string{"scalars", "heap", "recursion"} {
		h := featureHarness(t, "LP64", features[what])
		lines := eventLine.FindAllStringIndex(h.Text, -1)
		if len(lines) < 2 {
			t.Fatalf("%s: %d events", what, len(lines))
		}
		for i, at := range lines {
			text := h.Text[:at[0]] + h.Text[at[1]:]
			text = eventCount.ReplaceAllString(text, fmt.Sprintf("hb_events_count %d", len(lines)-1))
			less, err := replay.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			var why replay.Reason
			if out := less.Run(context.Background(), cc, nil); !errors.As(out.Reason, &why) || why.Code != replay.Diverged {
				t.Errorf("%s without answer %d: %v", what, i, out.Reason)
			}
		}
	}
}

// A harness with another answer leaves the path, where the answer matters.
func TestChangedAnswers(t *testing.T) {
	cc := need.GCC(t)
	h := featureHarness(t, "LP64", features["scalars"])
	writes := regexp.MustCompile(`(?m)^(\t\{0x0ULL, )(0x[0-9a-f]+)(ULL, 0x0ULL, 4, 0, 0\},)$`)
	for i, at := range writes.FindAllStringSubmatchIndex(h.Text, -1) {
		text := h.Text[:at[4]] + "0x80000000" + h.Text[at[5]:]
		other, err := replay.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if out := other.Run(context.Background(), cc, nil); out.Reason == nil {
			t.Errorf("another answer %d goes the path too", i)
		}
	}
	if !writes.MatchString(h.Text) {
		t.Error("no answers found")
	}
}
