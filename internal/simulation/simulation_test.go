package simulation

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anySystem draws a small system.
func anySystem(t *rapid.T, name string) *System {
	n := rapid.IntRange(1, 5).Draw(t, name)
	s := &System{Edges: make([][]Edge, n)}
	for i := range s.Edges {
		for range rapid.IntRange(0, 3).Draw(t, "edges") {
			s.Edges[i] = append(s.Edges[i], Edge{rapid.IntRange(Silent, 2).Draw(t, "action"), rapid.IntRange(0, n-1).Draw(t, "to")})
		}
	}
	return s
}

// anyPair draws an implementation and a specification. Often the one is the other with an
// edge more or less: of two that have nothing in common one hardly simulates the other.
func anyPair(t *rapid.T) (imp, spec *System) {
	imp = anySystem(t, "imp")
	if rapid.Bool().Draw(t, "apart") {
		return imp, anySystem(t, "spec")
	}
	spec = &System{Edges: make([][]Edge, len(imp.Edges))}
	for i, es := range imp.Edges {
		spec.Edges[i] = slices.Clone(es)
	}
	at := rapid.IntRange(0, len(imp.Edges)-1).Draw(t, "at")
	if es := spec.Edges[at]; len(es) > 0 && rapid.Bool().Draw(t, "less") {
		spec.Edges[at] = es[1:]
	} else {
		spec.Edges[at] = append(spec.Edges[at], Edge{rapid.IntRange(Silent, 2).Draw(t, "action"), rapid.IntRange(0, len(imp.Edges)-1).Draw(t, "to")})
	}
	return imp, spec
}

// follow lists the states that a run with the one action a, and silent steps, leads to; by
// the definition, without saturation.
func follow(s *System, from, a int) []int {
	type at struct {
		state int
		done  bool
	}
	seen := map[at]bool{{from, a == Silent}: true}
	todo := []at{{from, a == Silent}}
	var out []int
	for len(todo) > 0 {
		x := todo[0]
		todo = todo[1:]
		if x.done {
			out = append(out, x.state)
		}
		for _, e := range s.Edges[x.state] {
			next := at{e.To, x.done}
			if e.Action != Silent {
				if x.done || e.Action != a {
					continue
				}
				next.done = true
			}
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return out
}

// naive is the greatest weak simulation: pairs are taken out of the set of all until each
// step of those that are left is followed.
func naive(imp, spec *System) map[[2]int]bool {
	in := map[[2]int]bool{}
	for i := range imp.Edges {
		for j := range spec.Edges {
			in[[2]int{i, j}] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range in {
			if !followed(imp, spec, p, in) {
				delete(in, p)
				changed = true
			}
		}
	}
	return in
}

func followed(imp, spec *System, p [2]int, in map[[2]int]bool) bool {
	for _, e := range imp.Edges[p[0]] {
		if !slices.ContainsFunc(follow(spec, p[1], e.Action), func(t int) bool { return in[[2]int{e.To, t}] }) {
			return false
		}
	}
	return true
}

func TestAgainstNaive(t *testing.T) {
	holds := [2]int{}
	rapid.Check(t, func(t *rapid.T) {
		imp, spec := anyPair(t)
		r := Check(imp, Saturate(spec))
		want := naive(imp, spec)[[2]int{imp.Init, spec.Init}]
		if r.Holds != want || r.Holds != (r.Strategy == nil) {
			t.Fatalf("simulated is %v, the strategy %v; by the definition it is %v\n%v\n%v", r.Holds, r.Strategy, want, imp, spec)
		}
		if !r.Holds {
			replay(t, imp, spec, r.Strategy)
			holds[0]++
		} else {
			holds[1]++
		}
	})
	if holds[0] < 10 || holds[1] < 10 {
		t.Errorf("%d pairs without and %d with a simulation: too few of a kind", holds[0], holds[1])
	}
}

// replay goes through all plays of a strategy: it starts where the systems do, each step is
// one of imp, and its replies are all the ways in which spec follows.
func replay(t *rapid.T, imp, spec *System, s *Strategy) {
	if s.Imp != imp.Init || s.Spec != spec.Init {
		t.Fatalf("the strategy starts in %d and %d", s.Imp, s.Spec)
	}
	seen := map[*Strategy]bool{}
	var walk func(s *Strategy, open map[*Strategy]bool)
	walk = func(s *Strategy, open map[*Strategy]bool) {
		if open[s] {
			t.Fatal("a play has no end")
		}
		if seen[s] {
			return
		}
		seen[s], open[s] = true, true
		if !slices.Contains(imp.Edges[s.Imp], s.Step) {
			t.Fatalf("%d has no step %v", s.Imp, s.Step)
		}
		want := follow(spec, s.Spec, s.Step.Action)
		var got []int
		for _, r := range s.Replies {
			if r.Imp != s.Step.To {
				t.Fatalf("the step %v leads to %d", s.Step, r.Imp)
			}
			got = append(got, r.Spec)
			walk(r, open)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("the replies to %v in %d lead to %v: expected %v", s.Step, s.Spec, got, want)
		}
		delete(open, s)
	}
	walk(s, map[*Strategy]bool{})
}

// after lists the states that a trace leads to.
func after(s *System, trace []int) []int {
	now := s.closure([]int{s.Init})
	for _, a := range trace {
		var next []int
		for _, i := range now {
			next = append(next, follow(s, i, a)...)
		}
		slices.Sort(next)
		now = slices.Compact(next)
	}
	return now
}

// included reports whether spec has the traces of imp: by going through all pairs of a state
// and a set of states, which are few here.
func included(imp, spec *System) bool {
	seen := map[string]bool{}
	var visit func(i int, set []int) bool
	visit = func(i int, set []int) bool {
		key := fmt.Sprint(i, set)
		if seen[key] {
			return true
		}
		seen[key] = true
		for _, e := range imp.Edges[i] {
			next := set
			if e.Action != Silent {
				next = nil
				for _, j := range set {
					next = append(next, follow(spec, j, e.Action)...)
				}
				slices.Sort(next)
				next = slices.Compact(next)
			}
			if len(next) == 0 || !visit(e.To, next) {
				return false
			}
		}
		return true
	}
	return visit(imp.Init, spec.closure([]int{spec.Init}))
}

// A deterministic specification simulates what it has the traces of; a strategy against it
// is one path, whose trace the specification doesn't have.
func TestTraces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		imp, spec := anyPair(t)
		det, sets := Determinise(spec, 1000)
		r := Check(imp, det)
		if want := included(imp, spec); r.Holds != want {
			t.Fatalf("included is %v, expected %v\n%v\n%v", r.Holds, want, imp, spec)
		}
		if r.Holds {
			return
		}
		replay(t, imp, det, r.Strategy)
		var trace []int
		for _, s := range r.Strategy.Path() {
			if len(s.Replies) > 1 {
				t.Fatal("several replies")
			}
			if s.Step.Action != Silent {
				if got := after(spec, trace); !slices.Equal(got, sets[s.Spec]) {
					t.Fatalf("%v leads to %v: the set is %v", trace, got, sets[s.Spec])
				}
				trace = append(trace, s.Step.Action)
			}
		}
		if got := after(spec, trace); len(got) > 0 {
			t.Fatalf("the trace %v leads to %v", trace, got)
		}
	})
}

// Simulation implies inclusion of traces, and not the other way round.
func TestTracesWithoutSimulation(t *testing.T) {
	imp := &System{Edges: [][]Edge{{{0, 1}}, {{1, 2}, {2, 2}}, nil}}
	spec := &System{Edges: [][]Edge{{{0, 1}, {0, 2}}, {{1, 3}}, {{2, 3}}, nil}}
	r := Check(imp, Saturate(spec))
	if det, _ := Determinise(spec, 10); r.Holds || !Check(imp, det).Holds {
		t.Fatal("expected inclusion of traces without simulation")
	}
	var plays [][]int
	all := r.Strategy.Plays(10, func(path []*Strategy) bool {
		var steps []int
		for _, s := range path {
			steps = append(steps, s.Step.Action)
		}
		plays = append(plays, steps)
		return true
	})
	if want := "[[0 2] [0 1]]"; fmt.Sprint(plays) != want || !all {
		t.Errorf("the plays are %v, all is %v: expected %s", plays, all, want)
	}
	if r.Strategy.Plays(1, func([]*Strategy) bool { return true }) || r.Strategy.Plays(9, func([]*Strategy) bool { return false }) {
		t.Error("not all plays were seen, but it says so")
	}
	if det, _ := Determinise(spec, 2); det != nil {
		t.Error("more states than the limit")
	}
}

// What only the silent steps of the specification allow is simulated too.
func TestSilentSteps(t *testing.T) {
	imp := &System{Edges: [][]Edge{{{0, 0}, {1, 0}}}}
	spec := &System{Edges: [][]Edge{{{Silent, 1}}, {{0, 2}}, {{Silent, 3}}, {{1, 0}, {Silent, 0}}}}
	if Check(imp, Saturate(spec)).Holds {
		t.Error("1 can't come first")
	}
	imp.Edges = [][]Edge{{{Silent, 1}}, {{0, 2}}, {{1, 0}, {0, 2}, {Silent, 1}}}
	if r := Check(imp, Saturate(spec)); !r.Holds {
		t.Errorf("not simulated: %v", r.Strategy)
	}
	if Check(imp, spec).Holds {
		t.Error("silent steps before an action were followed without saturation")
	}
}

// grid is a system with n states: each can do one of k actions.
func grid(n, k int) *System {
	s := &System{Edges: make([][]Edge, n)}
	for i := range n {
		for a := range k {
			s.Edges[i] = append(s.Edges[i], Edge{a, (i*k + a + 1) % n}, Edge{Silent, (i + 1) % n})
		}
	}
	return s
}

// The work grows with the number of clauses.
func TestLinear(t *testing.T) {
	spec := grid(20, 3)
	for i := range spec.Edges {
		spec.Edges[i] = slices.DeleteFunc(spec.Edges[i], func(e Edge) bool { return e.Action == Silent })
	}
	imp := func(n int) *System {
		s := grid(n, 3)
		s.Edges[n-1] = []Edge{{9, 0}} // which spec can't follow
		return s
	}
	var rates []float64
	for n := 100; n <= 10_000; n *= 10 {
		r := Check(imp(n), spec)
		if r.Holds || r.Pairs < n {
			t.Fatalf("simulated is %v with %d pairs", r.Holds, r.Pairs)
		}
		rates = append(rates, float64(r.Steps)/float64(r.Clauses))
	}
	if slices.Max(rates) > 4 {
		t.Errorf("steps for each clause: %.2f", rates)
	}
}

// BenchmarkCheck compares systems of more and more states: up to 10 million clauses.
func BenchmarkCheck(b *testing.B) {
	spec := grid(20, 3)
	for i := range spec.Edges {
		spec.Edges[i] = slices.DeleteFunc(spec.Edges[i], func(e Edge) bool { return e.Action == Silent })
	}
	for n := 100; n <= 100_000; n *= 10 {
		imp := grid(n, 3)
		imp.Edges[n-1] = []Edge{{9, 0}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			clauses := 0
			for range b.N {
				clauses = Check(imp, spec).Clauses
			}
			b.ReportMetric(float64(clauses), "clauses")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(clauses), "ns/clause")
		})
	}
}
