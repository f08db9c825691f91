package hornsat

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// clause is one of a generated formula.
type clause struct {
	neg int
	pos []int
}

func anyFormula(t *rapid.T) (vars int, all []clause) {
	vars = rapid.IntRange(1, 8).Draw(t, "vars")
	for range rapid.IntRange(0, 16).Draw(t, "clauses") {
		c := clause{neg: rapid.IntRange(None, vars-1).Draw(t, "neg")}
		for range rapid.IntRange(0, 3).Draw(t, "literals") {
			c.pos = append(c.pos, rapid.IntRange(0, vars-1).Draw(t, "pos"))
		}
		all = append(all, c)
	}
	return vars, all
}

// holds reports whether a valuation, a set of bits, satisfies c.
func (c clause) holds(valuation int) bool {
	if c.neg != None && valuation>>c.neg&1 == 0 {
		return true
	}
	return slices.ContainsFunc(c.pos, func(v int) bool { return valuation>>v&1 != 0 })
}

// greatest is the union of all models of the clauses with a negative literal, which is one.
func greatest(vars int, all []clause) int {
	union := 0
	for m := range 1 << vars {
		if !slices.ContainsFunc(all, func(c clause) bool { return c.neg != None && !c.holds(m) }) {
			union |= m
		}
	}
	return union
}

// checkAgainst compares s with all valuations.
func checkAgainst(t *rapid.T, s *Solver, vars int, all []clause) {
	g := greatest(vars, all)
	for v := range vars {
		if s.May(v) != (g>>v&1 != 0) {
			t.Fatalf("variable %d: may be true is %v in %v", v, s.May(v), all)
		}
	}
	sat := !slices.ContainsFunc(all, func(c clause) bool { return !c.holds(g) })
	if s.Satisfiable() != sat {
		t.Fatalf("satisfiable is %v for %v", s.Satisfiable(), all)
	}
	if f := s.Failed(); (f != None) == sat || f != None && all[f].holds(g) {
		t.Fatalf("clause %d is said to fail, satisfiable is %v", f, sat)
	}
	checkOrder(t, s, all)
}

// checkOrder sees that each variable in the elimination order follows from those before.
func checkOrder(t *rapid.T, s *Solver, all []clause) {
	before := map[int]bool{}
	for _, v := range s.Order() {
		r := s.Reason(v)
		if r == None || all[r].neg != v {
			t.Fatalf("%d has the reason %d", v, r)
		}
		for _, p := range all[r].pos {
			if !before[p] {
				t.Fatalf("%d comes before %d, which its reason %v has", v, p, all[r])
			}
		}
		before[v] = true
	}
}

func TestAgainstAllValuations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars, all := anyFormula(t)
		s := New(vars)
		for i, c := range all {
			if n := s.AddClause(c.neg, c.pos...); n != i {
				t.Fatalf("clause %d has the number %d", i, n)
			}
		}
		checkAgainst(t, s, vars, all)
	})
}

// Answers in between don't change later ones.
func TestOnline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars, all := anyFormula(t)
		s := New(0)
		for range vars {
			s.NewVar()
		}
		for i, c := range all {
			s.AddClause(c.neg, c.pos...)
			if rapid.Bool().Draw(t, "ask") {
				checkAgainst(t, s, vars, all[:i+1])
			}
		}
		checkAgainst(t, s, vars, all)
	})
}

// The order is by the least number of clauses, if all were added first.
func TestOrderByRank(t *testing.T) {
	s := New(5)
	s.AddClause(0, 1)
	s.AddClause(1, 2)
	s.AddClause(2)
	s.AddClause(3)
	s.AddClause(0, 3)
	s.AddClause(4, 0, 4)
	if got := s.Order(); !slices.Equal(got, []int{2, 3, 1, 0}) || s.Reason(0) != 4 || s.Reason(4) != None {
		t.Errorf("the order is %v, the reason of 0 is clause %d", got, s.Reason(0))
	}
	if neg, pos := s.Clause(5); neg != 4 || !slices.Equal(pos, []int{0, 4}) || s.String() != "5 variables, 6 clauses, 5 positive literals" {
		t.Errorf("clause 5 is %d %v of %v", neg, pos, s)
	}
}

// pair adds the clauses that compare two generated transition systems, up to a number: a
// grid of states in which each pair asks for some of the pairs behind it.
func pair(s *Solver, clauses int) {
	r := rand.New(rand.NewSource(1))
	n := clauses / 2
	for range n {
		s.NewVar()
	}
	for v := range n {
		for range 2 {
			switch {
			case v == n-1:
				s.AddClause(v)
			case v%3 == 0:
				s.AddClause(v, v+1)
			default:
				s.AddClause(v, v+1, v+1+r.Intn(n-v-1))
			}
		}
	}
	s.AddClause(None, 0)
}

// The steps grow with the formula: each variable, clause and literal is looked at once when
// it is added, and variables and literals once more when they become false.
func TestLinear(t *testing.T) {
	for n := 1000; n <= 1_000_000; n *= 10 {
		s := New(0)
		pair(s, n)
		s.Satisfiable()
		size := s.Vars() + s.Clauses() + s.Literals()
		if per := float64(s.Steps()) / float64(size); per > 2 {
			t.Errorf("%v take %d steps: %.2f for each of them", s, s.Steps(), per)
		}
		if len(s.Order()) != s.Vars() {
			t.Errorf("%d of %d variables are false: nothing is measured", len(s.Order()), s.Vars())
		}
	}
}

// BenchmarkPairs shows that time grows with the formula, up to 10 million clauses.
func BenchmarkPairs(b *testing.B) {
	for n := 10_000; n <= 10_000_000; n *= 10 {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				s := New(0)
				pair(s, n)
				s.Satisfiable()
				b.ReportMetric(float64(s.Steps())/float64(s.Clauses()), "steps/clause")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/clause")
		})
	}
}
