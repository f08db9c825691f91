package paq

import (
	"fmt"

	"hardbop/internal/smt"
)

// Query asks which valuations of the important constants agree with the conjuncts:
//
//	exists all symbols but Important . and(Conjuncts)
//
// It is a question about the integers, not about machine words, unless the conjuncts say so.
type Query struct {
	Factory *smt.Factory
	Name    string
	// Conjuncts are Boolean terms. Their order is that in which diagrams meet their atoms: the
	// data flow of a fragment, the constraints of its locations in topological order, what the
	// predicates mean at its source, and at its destination.
	Conjuncts []smt.Term
	// Locations are the Boolean constants that say which locations are visited, in
	// topological order.
	Locations []smt.Term
	// Important are Boolean constants, in the order of the answer's diagram: constants that
	// have much to do with each other should stand side by side.
	Important []smt.Term
}

// Validate returns what is wrong with the query, or nil. Solvers take valid queries only.
func (q *Query) Validate() error {
	if q.Factory == nil {
		return fmt.Errorf("query %q has no factory", q.Name)
	}
	for i, c := range q.Conjuncts {
		if !c.IsValid() || c.Sort() != q.Factory.BoolSort() {
			return fmt.Errorf("query %q: conjunct %d isn't Boolean", q.Name, i)
		}
	}
	seen := map[smt.Term]string{}
	for _, l := range q.Locations {
		if err := q.constant(l, "location", seen); err != nil {
			return err
		}
	}
	for _, b := range q.Important {
		if err := q.constant(b, "important", seen); err != nil {
			return err
		}
	}
	return nil
}

// constant checks that t is a Boolean constant that wasn't seen yet.
func (q *Query) constant(t smt.Term, role string, seen map[smt.Term]string) error {
	switch {
	case !t.IsValid() || t.Op() != smt.OpVar || t.Sort() != q.Factory.BoolSort():
		return fmt.Errorf("query %q: %s isn't a Boolean constant: %s", q.Name, role, t)
	case seen[t] != "":
		return fmt.Errorf("query %q: %s is listed as %s and as %s", q.Name, t, seen[t], role)
	}
	seen[t] = role
	return nil
}

// indexOf returns the places of the important constants.
func (q *Query) indexOf() map[smt.Term]int {
	index := make(map[smt.Term]int, len(q.Important))
	for i, b := range q.Important {
		index[b] = i
	}
	return index
}
