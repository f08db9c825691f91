package inline_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"hardbop/internal/cfront"
	"hardbop/internal/cgen"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/inline"
)

var programs = flag.Int("programs", 60, "number of generated programs")

// all is a limit that no function of the tests exceeds.
const all = 100_000

func load(t *testing.T, text string) *cil.Program {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return prog
}

// history is what a run prints, how it ends, and the steps it takes: those of the program
// as it was written, with how many functions were active.
type history struct {
	out   string
	kind  interp.StopKind
	code  int
	steps []string
}

// longest is how many steps of a run are compared.
const longest = 200_000

// run interprets main. Inputs are a function of the seed; what only copies need is zero, as
// the interpreter's variables are at first.
func run(prog *cil.Program, r *inline.Result, ids map[*cil.Node]int, seed uint64) history {
	random := rand.New(rand.NewPCG(seed, 3))
	var out bytes.Buffer
	h := history{}
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &out, Steps: 2_000_000,
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if n != nil && r.Origin(n).Part == inline.Glue {
				return new(big.Int)
			}
			return big.NewInt(random.Int64N(41) - 20)
		},
		Hook: func(s *interp.State, n *cil.Node) {
			if o := r.Origin(n); o.Part == inline.Step && len(h.steps) < longest {
				h.steps = append(h.steps, fmt.Sprintf("%s:%d depth %d", o.Func.Name, ids[o.Node], depth(s, r)))
			}
		},
	})
	h.out, h.kind, h.code = out.String(), stop.Kind, stop.Code
	return h
}

// depth is how many functions are active in the program as it was written.
func depth(s *interp.State, r *inline.Result) int {
	d := s.Depth()
	for i := range s.Depth() {
		d += len(r.Origin(s.Node(i)).Chain)
	}
	return d
}

// numbers are the nodes' numbers.
func numbers(prog *cil.Program) map[*cil.Node]int {
	ids := map[*cil.Node]int{}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			ids[n] = n.ID
		}
	}
	return ids
}

// same checks that a program takes the same steps with and without calls replaced, and
// returns the number of those.
func same(t *testing.T, text string, seeds uint64) int {
	t.Helper()
	before, after := load(t, text), load(t, text)
	idsBefore, idsAfter := numbers(before), numbers(after)
	r := inline.Calls(after, inline.Options{Limit: all, Keep: []*cil.Func{after.FuncNamed("main")}})
	for _, err := range cil.Sanity(after) {
		t.Errorf("%v\n%s", err, text)
	}
	for seed := range seeds {
		want, got := run(before, nil, idsBefore, seed), run(after, r, idsAfter, seed)
		if got.out != want.out || got.kind != want.kind || got.code != want.code {
			t.Fatalf("got %v %d\n%s\nwant %v %d\n%s\n%s\n%s", got.kind, got.code, got.out, want.kind, want.code, want.out, text, printed(t, after))
		}
		compareSteps(t, text, got.steps, want.steps)
	}
	return r.Inlined
}

func compareSteps(t *testing.T, text string, got, want []string) {
	t.Helper()
	for i, s := range want {
		if i >= len(got) || got[i] != s {
			t.Fatalf("step %d: got %v, want %s\n%s", i, got[min(i, len(got)):min(i+1, len(got))], s, text)
		}
	}
	if len(got) > len(want) && len(want) < longest {
		t.Fatalf("%d steps more, the first %s\n%s", len(got)-len(want), got[len(want)], text)
	}
}

func printed(t *testing.T, prog *cil.Program) string {
	t.Helper()
	var b strings.Builder
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// shapes are the kinds of generated programs.
var shapes = []cgen.Options{
	{Funcs: 3, Print: true, Nondet: true},
	{Funcs: 4, Print: true, Nondet: true, Recursion: true, Types: true},
	{Funcs: 3, Print: true, Structs: true, Arrays: true, Pointers: true, Recursion: true, Types: true},
	{Funcs: 4, Print: true, Nondet: true, Pointers: true, Structs: true},
}

func TestGeneratedRunsStayTheSame(t *testing.T) {
	inlined := 0
	for seed := range uint64(*programs) {
		inlined += same(t, cgen.Generate(seed, shapes[seed%uint64(len(shapes))]), 3)
	}
	if inlined < *programs {
		t.Errorf("only %d calls were replaced", inlined)
	}
}

// The programs that are compared with gcc elsewhere.
func TestProgramsStayTheSame(t *testing.T) {
	inlined := 0
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) { inlined += same(t, text, 2) })
	}
	if inlined < 400 {
		t.Errorf("only %d calls were replaced", inlined)
	}
}

// corpus are programs by their names.
func corpus(t *testing.T) map[string]string {
	texts := map[string]string{}
	for _, pattern := range []string{"../cfront/testdata/run/*.c", "../cil/interp/testdata/*.c"} {
		for _, name := range files(t, pattern) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.Base(name)] = string(text)
		}
	}
	for _, name := range files(t, "../cfront/testdata/programs/*.txtar") {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			texts[filepath.Base(name)+"/"+f.Name] = string(f.Data)
		}
	}
	return texts
}

func files(t *testing.T, pattern string) []string {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no programs", err)
	}
	return names
}

const decls = "int printf(const char *, ...); int __VERIFIER_nondet_int(void); void abort(void); struct s { int a, b; unsigned c : 3; };\n"

// directed are programs for what others seldom have.
var directed = map[string]string{
	"a local that isn't set": `
		int f(int k) { int x[2]; if (k) x[0] = k; return x[0]; }
		int main(void) { for (int i = 3; i >= 0; i--) printf("%d\n", f(i)); return 0; }`,
	"a scalar behind a goto": `
		int f(int k) { if (k) goto set; goto end; { int x; set: x = k; end: return x; } }
		int main(void) { for (int i = 3; i >= 0; i--) printf("%d\n", f(i)); return 0; }`,
	"part of a local is set": `
		struct s f(int k) { struct s x; if (k) x.a = k; return x; }
		int main(void) { for (int i = 3; i >= 0; i--) printf("%d\n", f(i).a); return 0; }`,
	"one part is set, another read": `
		struct s f(int k) { struct s x; x.a = k; if (k > 1) x.b = k; return x; }
		int main(void) { for (int i = 3; i >= 0; i--) printf("%d\n", f(i).b); return 0; }`,
	"no result": `
		int f(int k) { if (k) return k; }
		int main(void) { int x; for (int i = 3; i >= 0; i--) { x = f(i); printf("%d\n", x); } return 0; }`,
	"pointers to a local": `
		void put(int *p, int k) { if (k) *p = k; }
		int f(int k) { int x[1]; put(x, k); return x[0]; }
		int main(void) { for (int i = 3; i >= 0; i--) printf("%d\n", f(i)); return 0; }`,
	"arguments change places": `
		int sub(int a, int b) { return 10 * a + b; }
		int swap(int a, int b) { return sub(b, a); }
		int main(void) { printf("%d %d\n", swap(1, 2), sub(swap(1, 2), swap(3, 4))); return 0; }`,
	"the result of one is the argument of the next": `
		int inc(int a) { a = a + 1; return a; }
		int main(void) { int a = 1; a = inc(inc(a) + inc(a)); printf("%d\n", a); return 0; }`,
	"where the result goes changes": `
		int i, t[3];
		int next(void) { i = i + 1; return i; }
		int main(void) { t[i] = next(); int *p = t; *p = next(); printf("%d %d %d %d\n", t[0], t[1], t[2], i); return 0; }`,
	"the result goes into a bit-field": `
		int f(int k) { return k; }
		int main(void) { struct s x = {0}; x.c = f(9); char c = f(300); printf("%d %d\n", x.c, c); return 0; }`,
	"conversions": `
		unsigned char f(int k) { return k; }
		long g(signed char c) { return c; }
		int main(void) { printf("%d %ld\n", f(257), g(200)); return 0; }`,
	"structs": `
		struct s f(struct s x, int k) { x.a += k; x.b -= k; return x; }
		int main(void) { struct s x = {1, 2, 3}; x = f(f(x, 1), 2); x = f(x, x.a); printf("%d %d %d\n", x.a, x.b, x.c); return 0; }`,
	"static locals": `
		int f(void) { static int n; n = n + 1; return n; }
		int g(void) { return f() + f(); }
		int main(void) { int n = g(); printf("%d %d\n", n, f()); return 0; }`,
	"through a pointer and directly": `
		int f(int k) { return k + 1; }
		int main(void) { int (*p)(int) = f; printf("%d %d\n", p(1), f(2)); return 0; }`,
	"loops": `
		int sum(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }
		int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += sum(i); printf("%d\n", s); return 0; }`,
	"labels": `
		int f(int n) { again: if (n > 5) { n -= 3; goto again; } return n; }
		int main(void) { int n = f(20); again: if (n < 9) { n += 2; goto again; } n += f(n); printf("%d\n", n); return 0; }`,
	"recursion": `
		int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }
		int fac(int n) { return n ? n * fac(n - 1) : 1; }
		int both(int n) { return fac(n) + even(n); }
		int main(void) { printf("%d\n", both(6)); return 0; }`,
	"doesn't return": `
		void stop(int k) { while (k) { printf("%d\n", k); k--; } abort(); }
		int f(int k) { if (k < 3) return k; stop(k); return 0; }
		int main(void) { int k = f(2); k = f(5); return k; }`,
	"several arguments": `
		int sum(int n, ...) { return n; }
		int f(int n) { return sum(n, n, n); }
		int main(void) { printf("%d\n", f(3)); return 0; }`,
	"a local of the same name as a global": `
		int x = 1; int f(int n) { int x = n; return x; } int g(void) { return x; }
		int main(void) { int f__x = 7; f__x += f(3) + g(); printf("%d %d\n", f__x, x); return 0; }`,
	"inputs": `
		int in(void) { int x = __VERIFIER_nondet_int(); int y; return x; }
		int main(void) { for (int i = 0; i < 3; i++) printf("%d\n", in()); return in() & 7; }`,
}

func TestDirected(t *testing.T) {
	for name, text := range directed {
		t.Run(name, func(t *testing.T) {
			if same(t, decls+text, 2) == 0 {
				t.Error("no call was replaced")
			}
		})
	}
}

// Only functions up to the limit are put in the place of their calls, and the program
// doesn't grow without end.
func TestLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString("int f0(int n) { return n + 1; }\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "int f%d(int n) { return f%d(n) + f%d(n + 1); }\n", i, i-1, i-1)
	}
	b.WriteString("int main(void) { return f40(0); }\n")
	for limit, want := range map[int]struct{ inlined, added int }{0: {0, 0}, 2: {0, 0}, 3: {2, 20}, all: {10_000, 30_000}} {
		prog := load(t, b.String())
		r := inline.Calls(prog, inline.Options{Limit: limit})
		for _, err := range cil.Sanity(prog) {
			t.Error(err)
		}
		if r == nil {
			r = &inline.Result{}
		}
		if r.Inlined > want.inlined || r.Added > want.added || (r.Inlined == 0) != (want.inlined == 0) {
			t.Errorf("limit %d: %d calls were replaced with %d nodes, want up to %d with %d", limit, r.Inlined, r.Added, want.inlined, want.added)
		}
	}
}

// What is replaced doesn't depend on anything but the program.
func TestDeterminism(t *testing.T) {
	text := cgen.Generate(3, shapes[3])
	var texts []string
	for range 5 {
		prog := load(t, text)
		inline.Calls(prog, inline.Options{Limit: all})
		texts = append(texts, printed(t, prog))
	}
	if len(slices.Compact(texts)) > 1 {
		t.Error("the same program was printed in several ways")
	}
}
