package c2bp

import (
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/lbe"
)

// Prover answers the questions that syntax can't. It belongs to one goroutine.
type Prover interface {
	// Session begins questions about the conditions, which are called by their numbers.
	Session(conds []cil.Expr) Session
	// Group begins questions about fragments that are near to each other.
	Group() Group
	// Way finds a run through a fragment between states of the predicates of its query: its
	// nodes, and the successor that each goes on to. It is false if there is none, or it
	// isn't found.
	Way(q *lbe.Query, holds func(name string) bool) (nodes []*cil.Node, successors []int, found bool)
	// Cover lists the nodes that runs through a fragment pass from some of the states at its
	// start, and more where it doesn't know.
	Cover(q *lbe.Query, states *boolprog.Expr) []*cil.Node
}

// Session is a set of conditions with a prover that is asked about them.
type Session interface {
	// Check reports whether no state satisfies all of the literals. unsat is false if the
	// prover doesn't know. If it has found a state, it says which conditions hold there;
	// Maybe where it can't tell.
	Check(lits []Literal) (unsat bool, state []interval.Truth)
	// Exclude rules out, from now on, the states that satisfy all of the literals.
	Exclude(lits []Literal)
	Close()
}

// Literal is a condition of a session, or its negation.
type Literal struct {
	Cond    int
	Negated bool
}

// session is a Session about a question, which remembers the states that were found. The
// conditions are those of the elements' values, the parts that the question assumes, and
// last its condition.
type session struct {
	prover  Prover
	q       *question
	open    Session // nil before the first question
	first   []int   // number of each element's first condition
	assumed int     // number of the first assumed condition
	total   int
	states  int
	yes     [][]uint64 // by condition: the states in which it holds
	no      [][]uint64
}

func newSession(p Prover, q *question) *session {
	s := &session{prover: p, q: q}
	for _, el := range q.cone {
		s.first = append(s.first, s.total)
		if el.v != nil {
			s.total += el.size()
		} else {
			s.total++
		}
	}
	s.assumed = s.total
	s.total += len(q.at) + 1
	s.yes, s.no = make([][]uint64, s.total), make([][]uint64, s.total)
	return s
}

func (s *session) close() {
	if s.open != nil {
		s.open.Close()
	}
}

func (s *session) conditions() []cil.Expr {
	var conds []cil.Expr
	for _, el := range s.q.cone {
		if el.v == nil {
			conds = append(conds, el.pred)
			continue
		}
		for i := range el.parts {
			conds = append(conds, el.meaning(i))
		}
	}
	for _, p := range s.q.at {
		conds = append(conds, p.el.meaning(p.i))
	}
	return append(conds, s.q.e)
}

// literal returns the condition that l stands for.
func (s *session) literal(l cubeLit) Literal {
	if s.q.cone[l.el].v == nil {
		return Literal{s.first[l.el], l.i == 1}
	}
	return Literal{s.first[l.el] + l.i, false}
}

// literals returns the cube and that the question's condition has the value.
func (s *session) literals(c []cubeLit, value bool) []Literal {
	var lits []Literal
	for _, l := range c {
		lits = append(lits, s.literal(l))
	}
	for k := s.assumed; k < s.total-1; k++ {
		lits = append(lits, Literal{k, false})
	}
	return append(lits, Literal{s.total - 1, !value})
}

// seen reports whether a state is known in which the cube holds and the condition has
// the value.
func (s *session) seen(c []cubeLit, value bool) bool {
	lits := s.literals(c, value)
	for w := range (s.states + 63) / 64 {
		all := ^uint64(0)
		for _, l := range lits {
			all &= s.where(l)[w]
		}
		if all != 0 {
			return true
		}
	}
	return false
}

// where returns the states in which l is known to hold.
func (s *session) where(l Literal) []uint64 {
	if l.Negated {
		return s.no[l.Cond]
	}
	return s.yes[l.Cond]
}

// unsat asks the prover whether no state is in the cube where the condition has the value.
func (s *session) unsat(c []cubeLit, value bool) bool {
	if s.open == nil {
		s.open = s.prover.Session(s.conditions())
	}
	unsat, state := s.open.Check(s.literals(c, value))
	if !unsat && state != nil {
		s.remember(state)
	}
	return unsat
}

func (s *session) remember(state []interval.Truth) {
	if s.states%64 == 0 {
		for k := range s.total {
			s.yes[k], s.no[k] = append(s.yes[k], 0), append(s.no[k], 0)
		}
	}
	w, bit := s.states/64, uint64(1)<<(s.states%64)
	for k, t := range state {
		switch t {
		case interval.True:
			s.yes[k][w] |= bit
		case interval.False:
			s.no[k][w] |= bit
		}
	}
	s.states++
}
