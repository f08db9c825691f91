package predmin

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hardbop/internal/need"
)

var instances = flag.Int("instances", 150, "generated instances")

// world knows which sets rule out which trace: those that have one of the least.
type world struct {
	least [][]Set
	asked int
	odd   []Set // sets that rule out nothing, whatever they have
}

// Eliminates implements Eliminator.
func (w *world) Eliminates(trace int, set Set) bool {
	w.asked++
	if slices.ContainsFunc(w.odd, func(o Set) bool { return slices.Equal(o, set) }) {
		return false
	}
	return slices.ContainsFunc(w.least[trace], func(s Set) bool { return within(s, set) })
}

func within(s, set Set) bool {
	for _, c := range s {
		if !slices.Contains(set, c) {
			return false
		}
	}
	return true
}

// all reports whether the set rules out all traces.
func (w *world) all(set Set) bool {
	for t := range w.least {
		if !w.Eliminates(t, set) {
			return false
		}
	}
	return true
}

// tell tells the strategy of all traces, over n candidates.
func (w *world) tell(s Strategy, n int) {
	for t := range w.least {
		s.Add(t, upTo(n), upTo(n))
	}
}

func upTo(n int) Set {
	var all Set
	for i := range n {
		all = append(all, i)
	}
	return all
}

// exampleFive reads the example: the traces and the smallest choice.
func exampleFive(t *testing.T) (*world, Set) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "papers", "predmin", "example5.txt"))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{}
	for line := range strings.Lines(string(text)) {
		if want, ok := strings.CutPrefix(line, "smallest"); ok {
			return w, readSet(t, want)
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		var sets []Set
		for _, s := range strings.Split(line, "|") {
			sets = append(sets, readSet(t, s))
		}
		w.least = append(w.least, sets)
	}
	t.Fatal("no smallest choice")
	return nil, nil
}

func readSet(t *testing.T, text string) Set {
	t.Helper()
	var s Set
	for _, f := range strings.Fields(text) {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		s = append(s, n)
	}
	return s
}

// TestExample5 solves the paper's example. Of its formula there are two smallest solutions;
// the paper's is the one that the search in order of size leaves.
func TestExample5(t *testing.T) {
	b := need.Backend(t)
	w, paper := exampleFive(t)
	if got, ok := Smallest(b, Problem{Options: w.least}); !ok || !reflect.DeepEqual(got, Set{2, 3, 5}) {
		t.Errorf("the first smallest choice is %v", got)
	}
	if got, ok := Smallest(b, Problem{Options: w.least, Excluded: []Set{{2, 3, 5}}}); !ok || !reflect.DeepEqual(got, paper) {
		t.Errorf("the second smallest choice is %v, expected %v", got, paper)
	}
	s := NewOptimal(w, DefaultLimits(), b)
	w.tell(s, 6)
	if got, _, ok := s.Choose(); !ok || !reflect.DeepEqual(got, paper) {
		t.Errorf("chosen %v, expected %v", got, paper)
	}
}

// generate draws a world over n candidates.
func generate(r *rand.Rand, n int) *world {
	w := &world{}
	for range 1 + r.IntN(4) {
		var sets []Set
		size := 1 + r.IntN(3)
		for range 1 + r.IntN(4) {
			sets = append(sets, slices.Sorted(slices.Values(Set(r.Perm(n)[:min(n, size+r.IntN(2))]))))
		}
		w.least = append(w.least, sets)
	}
	return w
}

// bruteForce returns the first of the smallest sets that good accepts.
func bruteForce(n int, good func(Set) bool) (Set, bool) {
	for size := 0; size <= n; size++ {
		var best Set
		for bits := range 1 << n {
			set := Set{}
			for i := range n {
				if bits>>i&1 == 1 {
					set = append(set, i)
				}
			}
			if len(set) == size && good(set) && (best == nil || slices.Compare(set, best) < 0) {
				best = set
			}
		}
		if best != nil {
			return best, true
		}
	}
	return nil, false
}

// TestSmallest compares the solver's choice with trying all sets.
func TestSmallest(t *testing.T) {
	b := need.Backend(t)
	for seed := range uint64(*instances) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(7)
		w := generate(r, n)
		p := Problem{Options: w.least}
		for range r.IntN(3) {
			if s, ok := Smallest(b, p); ok {
				p.Excluded = append(p.Excluded, s)
			}
		}
		want, exists := bruteForce(n, func(set Set) bool {
			return w.all(set) && within(set, occurring(p)) && !slices.ContainsFunc(p.Excluded, func(x Set) bool { return slices.Equal(x, set) })
		})
		if r.IntN(2) == 0 {
			p.Order = occurring(p)
		}
		got, ok := Smallest(b, p)
		if ok != exists || !slices.Equal(got, want) {
			t.Errorf("seed %d: %v %v, expected %v %v of %+v", seed, got, ok, want, exists, p)
		}
		p.Order = occurring(p)
		if got, ok := solved(b, p); ok != exists || !slices.Equal(got, want) {
			t.Errorf("seed %d: the solver has %v %v, expected %v %v of %+v", seed, got, ok, want, exists, p)
		}
	}
}

// TestSearch compares the search with the solver, in orders of all kinds, on problems with more
// candidates than trying all sets could take.
func TestSearch(t *testing.T) {
	b := need.Backend(t)
	searched := 0
	for seed := range uint64(*instances) {
		r := rand.New(rand.NewPCG(seed, 5))
		n := 5 + r.IntN(90)
		p := Problem{}
		for range 1 + r.IntN(4) {
			p.Options = append(p.Options, generate(r, n).least...)
		}
		p.Order = occurring(p)
		r.Shuffle(len(p.Order), func(i, k int) { p.Order[i], p.Order[k] = p.Order[k], p.Order[i] })
		got, ok := newSearcher(p, p.Order).smallest()
		if !ok {
			continue
		}
		searched++
		if want, ok := solved(b, p); !ok || !slices.Equal(got, want) {
			t.Errorf("seed %d: %v, expected %v %v of %+v", seed, got, want, ok, p)
		}
	}
	if searched < *instances*8/10 {
		t.Errorf("only %d of %d were searched", searched, *instances)
	}
}

// leastOf keeps of each trace's sets those of the least size: all that the paper's search
// looks at.
func (w *world) leastOf() *world {
	short := &world{}
	for _, sets := range w.least {
		size := len(slices.MinFunc(sets, func(a, b Set) int { return len(a) - len(b) }))
		short.least = append(short.least, slices.DeleteFunc(slices.Clone(sets), func(s Set) bool { return len(s) > size }))
	}
	return short
}

// TestOptimal compares the optimal strategy with trying all sets.
func TestOptimal(t *testing.T) {
	b := need.Backend(t)
	for seed := range uint64(*instances) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 1 + r.IntN(7)
		w := generate(r, n)
		s := NewOptimal(w, Limits{Sub: 1 << n, Elm: 1 << n}, b)
		w.tell(s, n)
		got, open, ok := s.Choose()
		least := w.leastOf()
		want, _ := bruteForce(n, least.all)
		if !ok || len(open) > 0 || len(got) != len(want) || !least.all(got) {
			t.Errorf("seed %d: %v %v %v, expected %v of %v", seed, got, open, ok, want, w.least)
		}
		asked := w.asked
		if again, _, _ := s.Choose(); !slices.Equal(again, got) || w.asked != asked {
			t.Errorf("seed %d: the second choice is %v after %d more questions", seed, again, w.asked-asked)
		}
	}
}

// TestSample runs the loop of the paper's figure 5 on worlds whose traces are found one by one:
// it ends with a smallest set for all of them, whatever the order.
func TestSample(t *testing.T) {
	b := need.Backend(t)
	for seed := range uint64(*instances) {
		r := rand.New(rand.NewPCG(seed, 4))
		n := 2 + r.IntN(6)
		w := &world{}
		for range 1 + r.IntN(12) {
			var sets []Set
			for _, c := range r.Perm(n)[:1+r.IntN(n)] {
				sets = append(sets, Set{c})
			}
			w.least = append(w.least, sets)
		}
		s := NewOptimal(w, Limits{Sub: 1 << n, Elm: 1 << n}, b)
		want, _ := bruteForce(n, w.all)
		if got, rounds := sample(t, w, s, n); len(got) != len(want) || !w.all(got) || rounds > 8*len(w.least) {
			t.Errorf("seed %d: %v after %d rounds, expected %v of %v", seed, got, rounds, want, w.least)
		}
	}
}

// sample tells s of one trace after the other that it doesn't rule out. It returns the smallest
// set that rules out all, and the number of rounds.
func sample(t *testing.T, w *world, s Strategy, n int) (best Set, rounds int) {
	set, ok := Set{}, true
	for ; ok; rounds++ {
		found := slices.IndexFunc(w.least, func(sets []Set) bool {
			return !slices.ContainsFunc(sets, func(x Set) bool { return within(x, set) })
		})
		if found < 0 {
			best = set
			set, ok = s.Proved()
			continue
		}
		s.Add(found, upTo(n), upTo(n))
		var open []int
		if set, open, ok = s.Choose(); len(open) > 0 {
			t.Fatalf("nothing rules out %v", open)
		}
	}
	return best, rounds
}

// TestLimits bounds what is tried and found.
func TestLimits(t *testing.T) {
	b := need.Backend(t)
	w := &world{least: [][]Set{{{5, 6, 7}, {1, 2}}}}
	for _, c := range []struct {
		limits Limits
		known  Set
		want   string
	}{
		{DefaultLimits(), nil, "[1 2] true"},
		{Limits{Sub: 11, Elm: 20}, nil, "[] false"},                 // the empty set, ten single ones
		{Limits{Sub: 21, Elm: 20}, nil, "[1 2] true"},               // {0, 1} to {0, 9}, and {1, 2}
		{Limits{Sub: 11, Elm: 20}, Set{1, 5, 6, 7}, "[5 6 7] true"}, // what is known, as small as can be
		{Limits{Sub: 11, Elm: 20}, Set{1, 5}, "[] false"},
	} {
		w.asked = 0
		s := NewOptimal(w, c.limits, b)
		s.Add(0, upTo(10), c.known)
		set, open, ok := s.Choose()
		if got := fmt.Sprint([]int(set), ok); got != c.want || ok == (len(open) > 0) {
			t.Errorf("%+v, known %v: %s %v, expected %s", c.limits, c.known, got, open, c.want)
		}
	}
	many := &world{least: [][]Set{{{0, 1}, {1, 2}, {2, 3}, {0, 3}}}}
	s := NewOptimal(many, Limits{Sub: 1000, Elm: 2}, b)
	s.Add(0, Set{3, 2, 1, 0}, nil)
	if set, _, _ := s.Choose(); !slices.Equal(set, Set{0, 3}) || many.asked != 8 {
		t.Errorf("%v after %d questions, expected the first two of the promising ones to be found", set, many.asked)
	}
	single := &world{least: [][]Set{{{0}, {1}, {2}, {3}}, {{0}}}}
	s = NewOptimal(single, Limits{Sub: 1000, Elm: 2}, b)
	s.Add(0, Set{3, 2, 1, 0}, nil)
	s.Add(1, Set{3, 2, 1, 0}, nil)
	if set, _, _ := s.Choose(); !slices.Equal(set, Set{0}) {
		t.Errorf("%v, expected all single ones to be found", set)
	}
}

// TestExcluded has sets that rule out nothing though a part of them does: they are no
// answer, and where nothing else is found either, there is none.
func TestExcluded(t *testing.T) {
	b := need.Backend(t)
	w := &world{least: [][]Set{{{0}, {1}}, {{2}, {3}}}, odd: []Set{{0, 2}, {0, 3}}}
	s := NewOptimal(w, DefaultLimits(), b)
	w.tell(s, 4)
	if set, _, ok := s.Choose(); !ok || !slices.Equal(set, Set{1, 2}) {
		t.Errorf("chosen %v %v", set, ok)
	}
	w.odd = []Set{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}}
	s = NewOptimal(w, DefaultLimits(), b)
	w.tell(s, 4)
	if set, open, ok := s.Choose(); ok || len(open) > 0 {
		t.Errorf("chosen %v, open %v", set, open)
	}
}

// TestComesBack grows a choice that rules out nothing, though its parts do: the trace comes back,
// and then the choice is given up.
func TestComesBack(t *testing.T) {
	w := &world{least: [][]Set{{{0}}, {{1}}}, odd: []Set{{0, 1}}}
	s := NewOptimal(w, DefaultLimits(), need.Backend(t))
	for trace, want := range []Set{{0}, {0, 1}} {
		s.Add(trace, upTo(3), nil)
		if set, _, ok := s.Choose(); !ok || !slices.Equal(set, want) {
			t.Fatalf("chosen %v %v, expected %v", set, ok, want)
		}
	}
	s.Add(1, upTo(3), Set{0, 1, 2})
	if set, open, ok := s.Choose(); ok || len(open) > 0 {
		t.Errorf("chosen %v, open %v", set, open)
	}
}

// TestGreedy finds sets of which no element can be left out, the same ones every time.
func TestGreedy(t *testing.T) {
	for seed := range uint64(*instances) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 1 + r.IntN(9)
		w := generate(r, n)
		var sets [2]Set
		for k := range sets {
			s := NewGreedy(w)
			for t := range w.least {
				s.Add(t, nil, w.least[t][0])
			}
			sets[k], _, _ = s.Choose()
		}
		if !slices.Equal(sets[0], sets[1]) || !w.all(sets[0]) {
			t.Fatalf("seed %d: %v and %v of %v", seed, sets[0], sets[1], w.least)
		}
		for i := range sets[0] {
			if rest := without(sets[0], i); w.all(rest) {
				t.Errorf("seed %d: %v is enough, not %v, of %v", seed, rest, sets[0], w.least)
			}
		}
	}
}

// TestGreedyOpen doesn't choose where what is known isn't enough.
func TestGreedyOpen(t *testing.T) {
	w := &world{least: [][]Set{{{0}}, {{1, 2}}}}
	s := NewGreedy(w)
	s.Add(0, nil, Set{0})
	s.Add(1, nil, Set{1})
	if set, open, ok := s.Choose(); ok || !slices.Equal(open, []int{1}) {
		t.Errorf("%v, open %v", set, open)
	}
	s.Add(1, nil, Set{2})
	if set, _, ok := s.Choose(); !ok || !slices.Equal(set, Set{0, 1, 2}) {
		t.Errorf("%v", set)
	}
}

// TestMerge groups x == 1, y == 1, x < 1, x > 1, x < 2, and what excludes some of a group.
func TestMerge(t *testing.T) {
	excluded := map[[2]int]bool{{0, 2}: true, {0, 3}: true, {2, 3}: true, {3, 4}: true, {3, 5}: true, {0, 5}: true, {4, 5}: true}
	groups := Merge(6, func(i, j int) bool { return excluded[[2]int{i, j}] })
	if want := [][]int{{0, 2, 3}, {1}, {4, 5}}; !reflect.DeepEqual(groups, want) {
		t.Errorf("groups %v, expected %v", groups, want)
	}
}
