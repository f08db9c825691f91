package check

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/path"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/pred"
	"hardbop/internal/predmin"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
	"hardbop/newton"
)

// TestAlong abstracts generated programs that have one path to the error, for random subsets
// of the predicates that explain it: the path alone has a run if and only if the whole
// Boolean program can get to the error.
func TestAlong(t *testing.T) {
	backend := need.Backend(t)
	var safe, unsafe int
	for seed := range uint64(*refuted) {
		r := rand.New(rand.NewPCG(seed, 11))
		prog, p, preds := explainedPath(t, backend, onePath(r))
		if preds == nil {
			continue
		}
		main := prog.FuncNamed("main")
		pts := pointsto.Analyze(prog, main)
		in := c2bp.Input{Prog: prog, Entry: main, Callees: pts.Callees, Targets: []c2bp.Target{{Node: p.Steps[len(p.Steps)-1].Node, Label: "ERROR"}}}
		ab := c2bp.New(in, c2bp.Options{Alias: alias.New(pts), NoDomains: seed%2 == 0}, c2bp.NewProver(backend, prog, enc.Options{}))
		lines := ab.Lines()
		line := lines.Line(p)
		for range 6 {
			some := &pred.Set{Ghosts: preds.Ghosts}
			for _, q := range preds.Preds {
				if r.IntN(5) > 0 {
					some.AddPred(q)
				}
			}
			want := verdictOf(t, ab.Abstract(some).BP)
			set := lines.For(some)
			if got := verdictOf(t, set.Along(p)); got != want {
				t.Errorf("seed %d: the path alone is %s, the program %s, for %v", seed, got, want, some.Preds)
			}
			if runs, known := set.Runs(line); !known || runs != (want == bebop.Unsafe) {
				t.Errorf("seed %d: that the path has runs is %v (known: %v), the program is %s, for %v", seed, runs, known, want, some.Preds)
			}
			if want == bebop.Safe {
				safe++
			} else {
				unsafe++
			}
		}
	}
	if t.Logf("%d sets rule their path out, %d don't", safe, unsafe); safe < *refuted || unsafe < *refuted {
		t.Error("the sets are one-sided")
	}
}

// explainedPath returns a program, its path to bad(), and the predicates that explain why it
// can't be run; none if it can.
func explainedPath(t *testing.T, backend smt.Backend, text string) (*cil.Program, *path.Path, *pred.Set) {
	t.Helper()
	prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	main := prog.FuncNamed("main")
	p := &path.Path{}
	if !follow(main, p) {
		t.Fatalf("no path\n%s", text)
	}
	o := newton.Check(prog, p, &newton.Env{Backend: backend, Alias: alias.New(pointsto.Analyze(prog, main))})
	if o.Kind != newton.Infeasible {
		return prog, p, nil
	}
	return prog, p, o.Explanation.Preds
}

func verdictOf(t *testing.T, bp *boolprog.Program) bebop.Verdict {
	t.Helper()
	if err := boolprog.Check(bp, ""); err != nil {
		t.Fatal(err)
	}
	r, err := bebop.Check(context.Background(), bp, bebop.Options{MaxPaths: -1})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict
}

// machine is a protocol in the style of the handshakes: the error takes two visits of state 2,
// which comes before 3. One predicate for the counter isn't enough, and all states are too many.
const machine = `
extern void reach_error(void); extern int nondet(void);
int main(void) {
  int s = 1, next = 0, seen = 0, save;
  while (1) {
    if (s == 1) { if (nondet()) s = 2; else s = 1; }
    else if (s == 2) { if (seen == 1) reach_error(); next = 4; s = 3; }
    else if (s == 3) { seen = 1; s = next; }
    else if (s == 4) { s = 5; }
    else if (s == 5) { save = s; s = 0; s = save; if (nondet()) s = 6; }
    else return 0;
  }
}
`

// minimized checks the machine and returns the result and what was counted.
func minimized(t *testing.T, text string, opt Options) (*result.Result, Stats) {
	t.Helper()
	need.Z3(t)
	opt.Files = []string{files(t, map[string]string{"t.c": text})["t.c"]}
	opt.Property, opt.Encoding, opt.Inline, opt.Replay = "reach", Small, InlineAuto, ReplayOff
	opt.NoPropagation = true // which needs no predicates for the machine
	limits := predmin.DefaultLimits()
	opt.MaxSub, opt.MaxElm = limits.Sub, limits.Elm
	var got *result.Result
	var stats Stats
	lib := need.Z3(t)
	err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, s Stats) { got, stats = r, s })
	if err != nil {
		t.Fatal(err)
	}
	return got, stats
}

// TestMinimize checks the machine with each strategy, with and without finite domains. The
// optimal one comes out at as few predicates as trying all sets of candidates does.
func TestMinimize(t *testing.T) {
	for _, c := range []struct {
		mode    Minimize
		domains bool
		most    int // predicates
	}{
		{KeepAll, true, 20}, {Greedy, true, 4}, {Optimal, true, 2},
		{KeepAll, false, 30}, {Greedy, false, 6}, {Optimal, false, 3},
	} {
		r, s := minimized(t, machine, Options{Minimize: c.mode, NoDomains: !c.domains})
		again, _ := minimized(t, machine, Options{Minimize: c.mode, NoDomains: !c.domains, Jobs: 3})
		if r.Verdict != result.Safe || s.Chosen > c.most {
			t.Errorf("%s, domains %v: %s with %d predicates chosen: %v", c.mode, c.domains, r.Verdict, s.Chosen, r.Predicates)
		}
		if !reflect.DeepEqual(r.Predicates, again.Predicates) || r.Iterations != again.Iterations {
			t.Errorf("%s, domains %v: %v after %d, another time %v after %d", c.mode, c.domains, r.Predicates, r.Iterations, again.Predicates, again.Iterations)
		}
		bug := strings.Replace(machine, "s = 6;", "s = 2;", 1)
		if r, _ := minimized(t, bug, Options{Minimize: c.mode, NoDomains: !c.domains}); r.Verdict != result.Unsafe {
			t.Errorf("%s, domains %v: %s with the bug: %v", c.mode, c.domains, r.Verdict, r.Reason)
		}
	}
}

// TestInference infers predicates through assignments, arguments and results.
func TestInference(t *testing.T) {
	p, _ := prepared(t, `
extern void reach_error(void); extern int nondet(void);
int global;
int id(int v) { return v; }
int check(int a) { if (a == 7) reach_error(); return a; }
int main(void) {
  int x = nondet(), y = x, z, dead;
  z = id(y);
  dead = x; dead = z; while (x < 9) x = x + 1;
  if (dead == 3) global = z;
  check(z);
  return global;
}
`, Options{NoPropagation: true, NoSlice: true})
	x := newInference(p, false)
	for _, c := range []struct {
		in, of string
		want   string
	}{
		{"main", "dead == 3", "main: dead == 3; main: z == 3; id: ret == 3; id: v == 3; main: y == 3; main: x == 3"},
		{"check", "a == 7", "check: a == 7; main: z == 7; id: ret == 7; id: v == 7; main: y == 7; main: x == 7"},
		{"main", "x > 3", "main: x > 3"},
	} {
		f := p.Prog.FuncNamed(c.in)
		e, err := cil.ParseExpr(p.Prog, f, c.of, f.Pos)
		if err != nil {
			t.Fatal(err)
		}
		all, _ := x.from(&pred.Pred{E: e, Scope: f})
		var got []string
		for _, q := range all.Preds {
			got = append(got, q.Scope.Name+": "+q.String())
		}
		if want := strings.Split(c.want, "; "); !slices.Equal(got, want) {
			t.Errorf("from %s: %q, expected %q", c.of, got, want)
		}
	}
}
