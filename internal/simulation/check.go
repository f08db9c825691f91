package simulation

import (
	"hardbop/internal/hornsat"
)

// Result is what is known of two systems.
type Result struct {
	// Holds says that the specification simulates the implementation.
	Holds bool
	// Strategy shows why not; nil if it does.
	Strategy *Strategy
	// Pairs and Clauses count what was looked at, Steps the work of the decision.
	Pairs, Clauses int
	Steps          int64
}

// Strategy is a step of the implementation that the specification has to follow, where they
// are in a pair of states. Strategies share parts: as a tree they may be much larger.
type Strategy struct {
	Imp, Spec int
	Step      Edge
	// Replies are the ways in which the specification can follow, each with how the
	// implementation goes on; none if it can't follow.
	Replies []*Strategy
}

// Check decides whether spec weakly simulates imp. spec is saturated, or has no silent steps.
func Check(imp, spec *System) *Result {
	c := &checker{imp: imp, spec: spec, byAction: replies(spec), vars: make([][]int32, len(imp.Edges)), s: hornsat.New(0)}
	root := c.variable(imp.Init, spec.Init)
	for v := 0; v < len(c.pairs); v++ {
		c.clauses(v)
	}
	c.s.AddClause(hornsat.None, root)
	r := &Result{Holds: c.s.Satisfiable(), Pairs: len(c.pairs), Clauses: c.s.Clauses(), Steps: c.s.Steps()}
	if !r.Holds {
		r.Strategy = c.strategy(root)
	}
	return r
}

// pair is a pair of states with the number of its first clause: it has one for each step of
// imp, in order.
type pair struct {
	imp, spec int32
	clause    int
}

// checker makes the formula: a variable says of a pair that it is in a relation.
type checker struct {
	imp, spec *System
	byAction  []map[int][]int // of spec: the states behind each action
	pairs     []pair
	vars      [][]int32 // by states: 1 and the number of the pair, or 0; made when they are needed
	s         *hornsat.Solver
}

// replies lists for each state of spec what each action leads to; silent steps lead also to
// the state itself.
func replies(spec *System) []map[int][]int {
	out := make([]map[int][]int, len(spec.Edges))
	for i, edges := range spec.Edges {
		out[i] = map[int][]int{Silent: {i}}
		for _, e := range edges {
			out[i][e.Action] = append(out[i][e.Action], e.To)
		}
	}
	return out
}

// variable returns that of a pair.
func (c *checker) variable(imp, spec int) int {
	if c.vars[imp] == nil {
		c.vars[imp] = make([]int32, len(c.spec.Edges))
	}
	if v := c.vars[imp][spec]; v != 0 {
		return int(v - 1)
	}
	c.pairs = append(c.pairs, pair{imp: int32(imp), spec: int32(spec)})
	v := c.s.NewVar()
	c.vars[imp][spec] = int32(v + 1)
	return v
}

// clauses says that each step of imp from the pair v is followed.
func (c *checker) clauses(v int) {
	p := &c.pairs[v]
	p.clause = c.s.Clauses()
	imp, spec := int(p.imp), int(p.spec)
	var next []int
	for _, e := range c.imp.Edges[imp] {
		next = next[:0]
		for _, t := range c.byAction[spec][e.Action] {
			next = append(next, c.variable(e.To, t))
		}
		c.s.AddClause(v, next...)
	}
}

// strategy makes the strategy from a pair that is in no relation, and those that it needs:
// from the reasons of the variables that became false, in their order.
func (c *checker) strategy(root int) *Strategy {
	made := map[int]*Strategy{}
	for _, v := range c.s.Order() {
		p := c.pairs[v]
		st := &Strategy{Imp: int(p.imp), Spec: int(p.spec), Step: c.imp.Edges[p.imp][c.s.Reason(v)-p.clause]}
		_, next := c.s.Clause(c.s.Reason(v))
		for _, n := range next {
			st.Replies = append(st.Replies, made[n])
		}
		if made[v] = st; v == root {
			break
		}
	}
	return made[root]
}

// Path returns the steps of the play in which the specification follows by its first reply
// each time.
func (s *Strategy) Path() []*Strategy {
	var path []*Strategy
	for ; s != nil; s = s.first() {
		path = append(path, s)
	}
	return path
}

func (s *Strategy) first() *Strategy {
	if len(s.Replies) == 0 {
		return nil
	}
	return s.Replies[0]
}

// Plays calls f with the steps of the plays of s, one for each way to reply, until f returns
// false or limit plays were seen. It reports whether these were all.
func (s *Strategy) Plays(limit int, f func(path []*Strategy) bool) bool {
	w := &walker{left: limit, f: f}
	w.walk(s, nil)
	return !w.cut
}

// walker lists plays.
type walker struct {
	left int
	f    func([]*Strategy) bool
	cut  bool
}

func (w *walker) walk(s *Strategy, before []*Strategy) {
	path := append(before[:len(before):len(before)], s)
	if len(s.Replies) > 0 {
		for _, r := range s.Replies {
			if w.walk(r, path); w.cut {
				return
			}
		}
		return
	}
	if w.left == 0 || !w.f(path) {
		w.cut = true
		return
	}
	w.left--
}
