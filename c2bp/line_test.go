package c2bp

import (
	"context"
	"math/rand/v2"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/lbe"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// ignorant is a prover that never knows. Abstractions are loose then, which doesn't matter here.
type ignorant struct{}

func (ignorant) Session([]cil.Expr) Session { return ignorant{} }
func (ignorant) Group() Group               { return nil }
func (ignorant) Way(*lbe.Query, func(string) bool) (ns []*cil.Node, succs []int, ok bool) {
	return nil, nil, false
}
func (ignorant) Cover(*lbe.Query, *boolprog.Expr) []*cil.Node { return nil }
func (ignorant) Check([]Literal) (bool, []interval.Truth)     { return false, nil }
func (ignorant) Exclude([]Literal)                            {}
func (ignorant) Close()                                       {}

// walk is a path that takes any side of branches and any callee, up to so many steps.
func walk(r *rand.Rand, in Input, steps int) *path.Path {
	p := &path.Path{}
	var open []*cil.Node
	for n := in.Entry.Entry; len(p.Steps) < steps; {
		st := path.Step{Node: n}
		var next *cil.Node
		switch n.Instr.(type) {
		case *cil.Branch:
			st.Taken = r.IntN(2)
		case *cil.Call:
			if gs := in.Callees(n); len(gs) > 0 && gs[r.IntN(len(gs))].HasBody() && len(open) < 6 {
				next = gs[0].Entry
				st.Callee = gs[0]
				open = append(open, n)
			}
		}
		p.Steps = append(p.Steps, st)
		switch {
		case next != nil:
			n = next
		case n == n.Func.Exit && len(open) == 0:
			return p
		case n == n.Func.Exit:
			n = open[len(open)-1].Succs[0]
			open = open[:len(open)-1]
		default:
			n = n.Succs[st.Taken]
		}
	}
	return p
}

// conditionsOn makes predicates of what a path assumes, some of it.
func conditionsOn(r *rand.Rand, p *path.Path, set *pred.Set) {
	for _, st := range p.Steps {
		if b, ok := st.Node.Instr.(*cil.Branch); ok && r.IntN(2) == 0 {
			if scope, err := pred.Scope(b.E, st.Node.Func); err == nil && len(cil.Vars(b.E)) > 0 {
				set.AddPred(&pred.Pred{E: b.E, Scope: scope})
			}
		}
	}
}

// alongRuns asks bebop whether the program of a path alone has a run.
func alongRuns(t *testing.T, bp *boolprog.Program) bool {
	t.Helper()
	if err := boolprog.Check(bp, ""); err != nil {
		t.Fatal(err)
	}
	res, err := bebop.Check(context.Background(), bp, bebop.Options{MaxPaths: -1})
	if err != nil || res.Verdict == bebop.Unknown {
		t.Fatal(res.Verdict, err)
	}
	return res.Verdict == bebop.Unsafe
}

// TestLineRuns follows paths of generated programs, for several sets of predicates each, and
// compares with bebop on the programs of the paths. Where memory doesn't do, it says so.
func TestLineRuns(t *testing.T) {
	var runs, stops, unknown int
	for seed := *oracleFirst; seed < *oracleFirst+uint64(5**oraclePrograms); seed++ {
		s := oracleSubject(t, seed)
		r := rand.New(rand.NewPCG(seed, 17))
		s.opt.NoDomains = seed%2 == 0
		lines := New(s.in, s.opt, ignorant{}).Lines()
		if seed%5 == 0 {
			lines.maxNodes = 20
		}
		var paths []*path.Path
		for range 4 {
			paths = append(paths, walk(r, s.in, 10+r.IntN(80)))
		}
		for range 3 {
			preds := randomPreds(r, s, r.IntN(3))
			conditionsOn(r, paths[0], preds)
			set := lines.For(preds)
			for _, p := range paths {
				got, known := set.Runs(lines.Line(p))
				want := alongRuns(t, set.Along(p))
				switch {
				case !known && lines.maxNodes == maxLineNodes:
					t.Errorf("seed %d: not known", seed)
				case !known:
					unknown++
				case got != want:
					t.Errorf("seed %d: that the path has runs is %v, the model checker says %v\npredicates:\n%s\n%s", seed, got, want, predsText(preds), s.text)
				case got:
					runs++
				default:
					stops++
				}
			}
		}
	}
	if t.Logf("%d paths have runs, %d don't, for %d memory is too small", runs, stops, unknown); runs == 0 || stops == 0 || unknown == 0 {
		t.Error("the paths are one-sided")
	}
}

// TestLineCalls follows paths on which what a call is given, what it returns, and that values
// contradict each other rules paths out.
func TestLineCalls(t *testing.T) {
	s := newSubject(t, `
int nondet(void);
int pick(int a) { int r = 3; if (a == 1) r = 2; return r; }
int down(int n) { int m = 5; if (n == 0) return 7; m = down(0); if (m == 7) return 8; return 9; }
int main(void) {
  int x = 1, y, z, w = nondet();
  if (w == 1) { if (w == 4) return 3; }
  if (nondet()) x = 4;
  y = pick(x);
  if (y == 2) z = down(y); else z = 6;
  if (z == 8) { if (y == 3) return 1; return 2; }
  return 0;
}
`, false)
	preds, err := pred.Parse(s.prog, "t.preds", `hardbop-predicates 1
main { w == 1, w == 4, x == 1, x == 4, y == 2, y == 3, z == 6, z == 8 }
pick { a == 1, r == 2, r == 3, ret == 2, ret == 3 }
down { n == 0, m == 7, ret == 7, ret == 8 }
`)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 19))
	lines := New(s.in, Options{Alias: s.opt.Alias, NoDomains: true}, ignorant{}).Lines()
	var runs, stops int
	for range 300 {
		some := &pred.Set{}
		for _, q := range preds.Preds {
			if r.IntN(5) > 0 {
				some.AddPred(q)
			}
		}
		set, p := lines.For(some), walk(r, s.in, 20+r.IntN(40))
		got, known := set.Runs(lines.Line(p))
		if want := alongRuns(t, set.Along(p)); !known || got != want {
			t.Errorf("that the path has runs is %v, the model checker says %v\npredicates:\n%s", got, want, predsText(some))
		}
		if got {
			runs++
		} else {
			stops++
		}
	}
	if t.Logf("%d paths have runs, %d don't", runs, stops); runs < 30 || stops < 30 {
		t.Error("the paths are one-sided")
	}
}
