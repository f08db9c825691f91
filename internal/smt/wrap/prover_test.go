package wrap_test

import (
	"math/rand"
	"os"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/smttest"
	"hardbop/internal/smt/wrap"
	"hardbop/internal/smt/z3"
)

func backend(tb testing.TB) smt.Backend {
	tb.Helper()
	b := need.Z3(tb).NewContext(smt.NewFactory(), z3.Options{})
	tb.Cleanup(b.Close)
	return b
}

// TestDecoratedBattery runs the battery through all decorators at once.
func TestDecoratedBattery(t *testing.T) {
	lib, dir, counters := need.Z3(t), t.TempDir(), &wrap.Counters{}
	smttest.Battery(t, func(f *smt.Factory) (smt.Backend, error) {
		b := wrap.Timed(lib.NewContext(f, z3.Options{}), counters)
		return wrap.Checked(wrap.Logged(b, dir, func(err error) { t.Error(err) })), nil
	})
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 30 {
		t.Errorf("%d queries were logged (%v)", len(files), err)
	}
	for _, file := range files[:20] {
		text, err := os.ReadFile(dir + "/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := smt.ReadScript(smt.NewFactory(), file.Name(), string(text)); err != nil {
			t.Error(err)
		}
	}
	if s := counters.Stats(); s.Checks == 0 || s.Sat+s.Unsat+s.Unknown != s.Checks || s.Seconds <= 0 {
		t.Errorf("counters: %+v", s)
	}
}

// cubes makes random implications between linear literals over few variables.
type cubes struct {
	f     *smt.Factory
	r     *rand.Rand
	preds []smt.Term
}

func newCubes(f *smt.Factory, seed int64, preds int) *cubes {
	c := &cubes{f: f, r: rand.New(rand.NewSource(seed))}
	for range preds {
		c.preds = append(c.preds, c.predicate())
	}
	return c
}

func (c *cubes) predicate() smt.Term {
	x, y := c.variable(), c.variable()
	k := c.f.Int64(c.r.Int63n(9) - 4)
	switch c.r.Intn(4) {
	case 0:
		return c.f.Le(c.f.Add(x, k), y)
	case 1:
		return c.f.Eq(x, k)
	case 2:
		return c.f.Lt(x, c.f.Add(c.f.Mul(c.f.Int64(2), y), k))
	}
	return c.f.Eq(x, c.f.Add(y, k))
}

func (c *cubes) variable() smt.Term {
	return c.f.Var(string(rune('a'+c.r.Intn(6))), c.f.IntSort())
}

func (c *cubes) literal() smt.Term {
	p := c.preds[c.r.Intn(len(c.preds))]
	if c.r.Intn(2) == 0 {
		return c.f.Not(p)
	}
	return p
}

func (c *cubes) cube() []smt.Term {
	var out []smt.Term
	for range 1 + c.r.Intn(4) {
		out = append(out, c.literal())
	}
	return out
}

// TestProver compares a prover's answers with those of one solver for each question, and
// proves cores once more.
func TestProver(t *testing.T) {
	b := backend(t)
	f := b.Factory()
	cache, counters := wrap.NewCache(nil), &wrap.Counters{}
	p := wrap.NewProver(b, wrap.Options{Cache: cache, Counters: counters})
	defer p.Close()
	c := newCubes(f, 1, 14)
	for range 40 {
		facts := c.cube()[:1]
		p.SetFacts(facts...)
		for range 40 {
			hyps, goal := c.cube(), c.literal()
			got, core := p.Implies(hyps, goal)
			if want := implied(b, append(facts[:1:1], hyps...), goal); got != want {
				t.Fatalf("%v |- %s: got %s, want %s", hyps, goal, got, want)
			}
			if got == wrap.Yes && implied(b, append(facts[:1:1], core...), goal) != wrap.Yes {
				t.Fatalf("core %v of %v doesn't imply %s", core, hyps, goal)
			}
		}
	}
	if s := counters.Stats(); s.Hits == 0 || s.Simple == 0 || s.Checks == 0 {
		t.Errorf("counters: %+v", s)
	}
}

func implied(b smt.Backend, hyps []smt.Term, goal smt.Term) wrap.Answer {
	s := b.NewSolver(smt.Simple)
	defer s.Close()
	for _, h := range hyps {
		s.Assert(h)
	}
	s.Assert(b.Factory().Not(goal))
	switch s.Check().Status {
	case smt.Unsat:
		return wrap.Yes
	case smt.Sat:
		return wrap.No
	}
	return wrap.Unsure
}

// TestCachedCoreOfOtherSplit asks the same question split differently into hypotheses and
// goal: the core has to fit each.
func TestCachedCoreOfOtherSplit(t *testing.T) {
	b := backend(t)
	f := b.Factory()
	p := wrap.NewProver(b, wrap.Options{NoBounds: true})
	defer p.Close()
	x, y, z := f.Var("x", f.IntSort()), f.Var("y", f.IntSort()), f.Var("z", f.IntSort())
	xy, yz, xz, q := f.Lt(x, y), f.Lt(y, z), f.Lt(x, z), f.Var("q", f.BoolSort())
	for _, c := range []struct {
		hyps []smt.Term
		goal smt.Term
		core int
	}{
		{[]smt.Term{xy, yz, q}, xz, 2},
		{[]smt.Term{xy, f.Not(xz), q}, f.Not(yz), 2},
		{[]smt.Term{f.And(xy, yz, q)}, xz, 1},
		{[]smt.Term{f.And(xy, q), yz}, xz, 2},
	} {
		a, core := p.Implies(c.hyps, c.goal)
		if a != wrap.Yes || len(core) != c.core || implied(b, core, c.goal) != wrap.Yes {
			t.Errorf("%v |- %s: %s because of %v", c.hyps, c.goal, a, core)
		}
	}
}

// mapStore is a store in memory.
type mapStore map[wrap.Key]smt.Status

func (m mapStore) Get(k wrap.Key) (smt.Status, bool) { s, ok := m[k]; return s, ok }
func (m mapStore) Put(k wrap.Key, s smt.Status)      { m[k] = s }

// TestStore asks the same questions in two runs: the second needs no solver, gives the same
// answers, and its cores are cores.
func TestStore(t *testing.T) {
	store := mapStore{}
	var answers []wrap.Answer
	for run := range 2 {
		b, counters := backend(t), &wrap.Counters{}
		p := wrap.NewProver(b, wrap.Options{Cache: wrap.NewCache(store), Counters: counters})
		c := newCubes(b.Factory(), 3, 10)
		fact := c.literal()
		p.SetFacts(fact)
		for i := range 300 {
			hyps, goal := c.cube(), c.literal()
			a, core := p.Implies(hyps, goal)
			if run == 0 {
				answers = append(answers, a)
				continue
			}
			if a != answers[i] {
				t.Fatalf("%v |- %s: %s, then %s", hyps, goal, answers[i], a)
			}
			if a == wrap.Yes && implied(b, append(core[:len(core):len(core)], fact), goal) != wrap.Yes {
				t.Fatalf("core %v of %v doesn't imply %s", core, hyps, goal)
			}
		}
		if n := counters.Stats().Checks; (n > 0) != (run == 0) {
			t.Errorf("run %d: %d checks", run, n)
		}
		p.Close()
	}
}

// BenchmarkProver asks about small linear cubes, each one new.
func BenchmarkProver(b *testing.B) {
	for _, mode := range []struct {
		name   string
		bounds bool
	}{{"solver", false}, {"all", true}} {
		b.Run(mode.name, func(b *testing.B) {
			back := backend(b)
			c := newCubes(back.Factory(), 2, 40)
			p := wrap.NewProver(back, wrap.Options{NoBounds: !mode.bounds})
			defer p.Close()
			b.ResetTimer()
			for range b.N {
				p.Implies(c.cube(), c.literal())
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
		})
	}
}
