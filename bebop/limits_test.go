package bebop_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/boolprog/interp"
)

func TestNodeLimit(t *testing.T) {
	r := verdict(t, read(t, straight(400)), bebop.Unknown, bebop.Options{MaxNodes: 300})
	if r.Reason != bebop.ReasonNodes {
		t.Errorf("reason %q", r.Reason)
	}
}

func TestCancelled(t *testing.T) {
	for _, backend := range []string{"native", "rudd"} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r, err := bebop.Check(ctx, read(t, levels(300, "assert(T);")), bebop.Options{BDD: backend})
		if err != nil || r.Verdict != bebop.Unknown || r.Reason != bebop.ReasonInterrupted {
			t.Errorf("%s: %v %q, %v", backend, r.Verdict, r.Reason, err)
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	r, err := bebop.Check(ctx, read(t, levels(300, "assert(T);")), bebop.Options{})
	if err != nil || r.Verdict != bebop.Unknown || r.Reason != bebop.ReasonTimeout {
		t.Errorf("%v %q, %v", r.Verdict, r.Reason, err)
	}
}

// TestPathLength has a program whose shortest path doubles with each procedure.
func TestPathLength(t *testing.T) {
	var b strings.Builder
	b.WriteString("void main() begin f0(); assert(F); end\n")
	for i := range 70 {
		fmt.Fprintf(&b, "void f%d() begin f%d(); f%d(); end\n", i, i+1, i+1)
	}
	b.WriteString("void f70() begin skip; end\n")
	p := read(t, b.String())
	r, err := bebop.Check(context.Background(), p, bebop.Options{MaxLength: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != bebop.Unsafe || len(r.Errors) != 0 || r.NoPath != bebop.ReasonLength {
		t.Errorf("%v, %d paths, %q", r.Verdict, len(r.Errors), r.NoPath)
	}
}

func TestBadOptions(t *testing.T) {
	p := read(t, "void main() begin skip; end")
	for _, opt := range []bebop.Options{{Labels: []string{"NONE"}}, {BDD: "cudd"}} {
		if _, err := bebop.Check(context.Background(), p, opt); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
}

const small = `decl g;
void main() begin
  decl {x > 0}, a;
  g := F;
  {x > 0}, a := T, F;
  L1: a := f({x > 0});
  if (a) then M: assert(!g); fi
end
bool f(p) begin
  g := p;
  N: return g;
end
`

// TestText shows what people see.
func TestText(t *testing.T) {
	r := verdict(t, read(t, small), bebop.Unsafe, bebop.Options{Invariants: true})
	var path, invariants, dot bytes.Buffer
	if err := bebop.WritePath(&path, r, 0); err != nil {
		t.Fatal(err)
	}
	want := `error 1: 7 statements
main()
  4: g := F
  5: {x > 0}, a := T, F
  6: a := f({x > 0})
  f(p=T)
    10: g := p
    11: return g
  7: assume(a)
  7: assert(!g)
  the assertion can fail here
`
	if withoutChanges(path.String()) != want {
		t.Errorf("got\n%swant\n%s", path.String(), want)
	}
	if err := bebop.WriteInvariants(&invariants, r); err != nil {
		t.Fatal(err)
	}
	if got, want := invariants.String(), "main, L1: !g & !a & {x > 0}\nmain, M: g & a & {x > 0}\nf, N: g & p\n"; sorted(got) != sorted(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := bebop.WriteDot(&dot, r); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(dot.String(), "digraph program {\n") || !strings.Contains(dot.String(), `label="5: {x > 0}, a := T, F", color=red`) {
		t.Errorf("got\n%s", dot.String())
	}
}

// withoutChanges cuts off the lists of changed variables, which start with arbitrary
// values.
func withoutChanges(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i], _, _ = strings.Cut(l, "    [")
	}
	return strings.Join(lines, "\n")
}

// sorted sorts the letters of a text: the order of literals isn't what is tested.
func sorted(s string) string {
	b := []byte(s)
	slices.Sort(b)
	return string(b)
}

// TestSame runs a program twice and with both back ends: all answers are the same.
func TestSame(t *testing.T) {
	var texts []string
	for _, backend := range []string{"native", "native", "rudd"} {
		r := verdict(t, read(t, small), bebop.Unsafe, bebop.Options{Invariants: true, MaxPaths: 8, BDD: backend})
		texts = append(texts, text(t, r))
	}
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Errorf("answers differ:\n%s\n%s\n%s", texts[0], texts[1], texts[2])
	}
}

// TestBackends compares all answers of both back ends on random programs.
func TestBackends(t *testing.T) {
	programs(t, 60, 11, func(p *boolprog.Program, opt bebop.Options, _ *interp.Result) {
		opt.MaxPaths, opt.Invariants = 8, true
		var texts [2]string
		for i, backend := range []string{"native", "rudd"} {
			opt.BDD = backend
			r, err := bebop.Check(context.Background(), p, opt)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = text(t, r)
		}
		if texts[0] != texts[1] {
			t.Fatalf("answers differ:\n%s\n%s\n%s", texts[0], texts[1], p)
		}
	})
}

// text returns everything that a result says.
func text(t *testing.T, r *bebop.Result) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, r.Verdict)
	for i := range r.Errors {
		if err := bebop.WritePath(&b, r, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := bebop.WriteInvariants(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
