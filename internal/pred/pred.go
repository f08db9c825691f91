// Package pred has the predicates of an abstraction with their scopes.
package pred

import "hardbop/internal/cil"

// Pred is a predicate: a condition over the variables of a scope.
type Pred struct {
	E     cil.Expr
	Scope *cil.Func // nil for a global predicate
}

// Ghost is a symbolic constant of NEWTON: a variable that is given the value of V.Of
// each time its point is passed.
type Ghost struct {
	V    *cil.Var
	Func *cil.Func
	At   *cil.Node // assigned before this node; nil means at the entry of Func
}

// Set is a set of predicates in the order in which they were found.
type Set struct {
	Preds  []*Pred
	Ghosts []*Ghost
}

// Clone returns a set with the same predicates and ghosts.
func (s *Set) Clone() *Set {
	return &Set{Preds: append([]*Pred(nil), s.Preds...), Ghosts: append([]*Ghost(nil), s.Ghosts...)}
}

// Add adds what s doesn't have yet and reports whether there was any.
func (s *Set) Add(o *Set) bool {
	grew := false
	for _, p := range o.Preds {
		if !s.has(p) {
			s.Preds = append(s.Preds, p)
			grew = true
		}
	}
	for _, g := range o.Ghosts {
		if !s.hasGhost(g) {
			s.Ghosts = append(s.Ghosts, g)
		}
	}
	return grew
}

func (s *Set) has(p *Pred) bool {
	for _, q := range s.Preds {
		if q.Scope == p.Scope && cil.ExprString(q.E) == cil.ExprString(p.E) {
			return true
		}
	}
	return false
}

func (s *Set) hasGhost(g *Ghost) bool {
	for _, h := range s.Ghosts {
		if h.V == g.V && h.At == g.At {
			return true
		}
	}
	return false
}
