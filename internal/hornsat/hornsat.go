package hornsat

import "fmt"

// None is the negative literal of a clause that has none, and the reason of a variable that
// may be true.
const None = -1

// Solver holds a formula. The zero Solver holds the empty one.
type Solver struct {
	// By variable: its first occurrence as a positive literal, and the clause that makes it
	// false.
	first, reason []int32
	// By clause: its negative literal, where its positive ones begin, and how many of them
	// may still be true.
	head, start, left []int32
	// By positive literal: its variable, its clause, and the next occurrence of the variable.
	lits, owner, next []int32

	order []int32 // the variables that are false
	done  int     // how many of them were looked at
	fails int     // the first clause without a negative literal that is false, or None
	steps int64
}

// New returns a solver with n variables, 0 to n-1.
func New(n int) *Solver {
	s := &Solver{fails: None}
	for range n {
		s.NewVar()
	}
	return s
}

// NewVar adds a variable and returns it.
func (s *Solver) NewVar() int {
	s.first, s.reason = append(s.first, None), append(s.reason, None)
	return len(s.first) - 1
}

// Vars is the number of variables, Clauses that of clauses, Literals that of positive
// literals, Steps how many variables, clauses and literals were looked at.
func (s *Solver) Vars() int     { return len(s.first) }
func (s *Solver) Clauses() int  { return len(s.head) }
func (s *Solver) Literals() int { return len(s.lits) }
func (s *Solver) Steps() int64  { return s.steps }

// AddClause adds the clause in which neg, if it isn't None, is negative and pos are positive,
// and returns its number.
func (s *Solver) AddClause(neg int, pos ...int) int {
	c := len(s.head)
	s.head, s.start, s.left = append(s.head, int32(neg)), append(s.start, int32(len(s.lits))), append(s.left, 0)
	s.steps++
	for _, v := range pos {
		s.addLiteral(c, v)
	}
	if s.left[c] == 0 {
		s.empty(c)
	}
	return c
}

func (s *Solver) addLiteral(c, v int) {
	s.steps++
	s.lits, s.owner = append(s.lits, int32(v)), append(s.owner, int32(c))
	s.next = append(s.next, s.first[v])
	s.first[v] = int32(len(s.lits) - 1)
	if s.reason[v] == None || !s.seen(v) {
		s.left[c]++
	}
}

// seen reports whether the occurrences of v, which is false, were taken off their clauses.
func (s *Solver) seen(v int) bool { return s.reason[v] <= -2 }

// empty notes that no positive literal of clause c may be true.
func (s *Solver) empty(c int) {
	switch h := s.head[c]; {
	case h == None && s.fails == None:
		s.fails = c
	case h != None && s.reason[h] == None:
		s.reason[h] = int32(c)
		s.order = append(s.order, h)
	}
}

// propagate finds all variables that must be false.
func (s *Solver) propagate() {
	for ; s.done < len(s.order); s.done++ {
		v := s.order[s.done]
		s.steps++
		s.reason[v] = -2 - s.reason[v]
		for o := s.first[v]; o != None; o = s.next[o] {
			s.steps++
			c := s.owner[o]
			if s.left[c]--; s.left[c] == 0 {
				s.empty(int(c))
			}
		}
	}
}

// Satisfiable reports whether the formula has a model.
func (s *Solver) Satisfiable() bool {
	s.propagate()
	return s.fails == None
}

// Failed returns the number of a clause that is false in the greatest model of all clauses
// with a negative literal, None if there is none.
func (s *Solver) Failed() int {
	s.propagate()
	return s.fails
}

// May reports whether v may be true in a model of the clauses with a negative literal.
func (s *Solver) May(v int) bool {
	s.propagate()
	return s.reason[v] == None
}

// Reason returns the number of the clause that makes v false: all its positive literals were
// made false before v. It is None if v may be true.
func (s *Solver) Reason(v int) int {
	s.propagate()
	if s.reason[v] == None {
		return None
	}
	return int(-2 - s.reason[v])
}

// Order returns the variables that must be false, each behind those that its reason has.
// While no clause is added between two answers, variables come by the least number of
// clauses, one behind the other, that it takes.
func (s *Solver) Order() []int {
	s.propagate()
	out := make([]int, len(s.order))
	for i, v := range s.order {
		out[i] = int(v)
	}
	return out
}

// Clause returns the literals of a clause.
func (s *Solver) Clause(c int) (neg int, pos []int) {
	end := len(s.lits)
	if c+1 < len(s.start) {
		end = int(s.start[c+1])
	}
	for _, v := range s.lits[s.start[c]:end] {
		pos = append(pos, int(v))
	}
	return int(s.head[c]), pos
}

// String counts what the formula has.
func (s *Solver) String() string {
	return fmt.Sprintf("%d variables, %d clauses, %d positive literals", s.Vars(), s.Clauses(), s.Literals())
}
