// Package pred has the predicates of an abstraction with their scopes, the ghosts that
// they may mention, and their file format.
//
// Scopes are those of NEWTON (Ball, Rajamani: Generating Abstract Explanations of
// Spurious Counterexamples in C Programs, MSR-TR-2002-09, section 6.2): a global
// predicate speaks of globals and their ghosts, a local one also of the variables of its
// procedure and of their ghosts. Ghosts are the symbolic constants of that paper.
//
// [Parse] and [Write] are the file format, described in docs/predicate-file.md.
package pred

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
)

// Pred is a predicate: a condition over the variables of a scope, in the form that
// [cil.DataModel.MathForm] makes.
type Pred struct {
	E     cil.Expr
	Scope *cil.Func // nil for a global predicate
}

// String returns the predicate as C text.
func (p *Pred) String() string { return cil.ExprString(p.E) }

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
	Exact  []*cil.Node      // nodes to be abstracted exactly
	index  map[predKey]bool // of the first Preds, len(index) of them
}

type predKey struct {
	scope *cil.Func
	text  string
}

// Clone returns a set with the same predicates and ghosts.
func (s *Set) Clone() *Set {
	return &Set{Preds: slices.Clone(s.Preds), Ghosts: slices.Clone(s.Ghosts), Exact: slices.Clone(s.Exact)}
}

// Add adds what s doesn't have yet and reports whether there was any predicate or exact
// node.
func (s *Set) Add(o *Set) bool {
	grew := false
	for _, p := range o.Preds {
		grew = s.AddPred(p) || grew
	}
	for _, g := range o.Ghosts {
		s.AddGhost(g)
	}
	for _, n := range o.Exact {
		grew = s.AddExact(n) || grew
	}
	return grew
}

// Same reports whether both sets have the same predicates and exact nodes.
func (s *Set) Same(o *Set) bool {
	if len(s.Preds) != len(o.Preds) || len(s.Exact) != len(o.Exact) {
		return false
	}
	return !s.Clone().Add(o)
}

// AddExact adds a node to be abstracted exactly, and reports whether it is new.
func (s *Set) AddExact(n *cil.Node) bool {
	if slices.Contains(s.Exact, n) {
		return false
	}
	s.Exact = append(s.Exact, n)
	return true
}

// AddPred adds p unless s has it, and reports whether it did.
func (s *Set) AddPred(p *Pred) bool {
	key := predKey{p.Scope, p.String()}
	if s.indexed()[key] {
		return false
	}
	s.Preds = append(s.Preds, p)
	s.index[key] = true
	return true
}

// indexed returns the index, brought up to date with Preds, which anyone may change.
func (s *Set) indexed() map[predKey]bool {
	if len(s.index) != len(s.Preds) || s.index == nil {
		s.index = map[predKey]bool{}
		for _, p := range s.Preds {
			s.index[predKey{p.Scope, p.String()}] = true
		}
	}
	return s.index
}

// AddGhost adds g unless s has it.
func (s *Set) AddGhost(g *Ghost) {
	for _, h := range s.Ghosts {
		if h.V == g.V && h.At == g.At {
			return
		}
	}
	s.Ghosts = append(s.Ghosts, g)
}

// Namer makes ghosts, the same one whenever the same is asked for, so that predicates
// that mention them can be compared over several paths.
type Namer struct {
	ghosts map[ghostKey]*Ghost
	count  map[ghostKey]int // by function and lvalue
}

type ghostKey struct {
	f  *cil.Func
	at *cil.Node
	of string
}

// NewNamer returns a Namer that knows the ghosts of known, which may be nil.
func NewNamer(known *Set) *Namer {
	n := &Namer{ghosts: map[ghostKey]*Ghost{}, count: map[ghostKey]int{}}
	if known != nil {
		for _, g := range known.Ghosts {
			n.add(g)
		}
	}
	return n
}

func (n *Namer) add(g *Ghost) {
	of := cil.LvalString(g.V.Of)
	n.ghosts[ghostKey{g.Func, g.At, of}] = g
	n.count[ghostKey{f: g.Func, of: of}]++
}

// Ghost returns the ghost that gets the value of l before the node at of f, or at the
// entry of f if at is nil. l is a scalar.
func (n *Namer) Ghost(f *cil.Func, at *cil.Node, l *cil.Lval) *Ghost {
	of := cil.LvalString(l)
	if g := n.ghosts[ghostKey{f, at, of}]; g != nil {
		return g
	}
	name := cil.GhostName(l, n.count[ghostKey{f: f, of: of}]+1)
	g := &Ghost{V: &cil.Var{Name: name, Type: l.Type(), Kind: cil.Ghost, Func: f, Of: l}, Func: f, At: at}
	n.add(g)
	return g
}

// Scope returns the scope of a predicate that is found at a point of f: nil if it speaks
// of globals only, f if it also speaks of variables and ghosts of f. It is an error if e
// has variables of another function.
func Scope(e cil.Expr, f *cil.Func) (*cil.Func, error) {
	var scope *cil.Func
	for _, v := range cil.Vars(e) {
		if v.Func == nil {
			continue
		}
		if v.Func != f {
			return nil, fmt.Errorf("'%s' is a variable of %s", v.Name, v.Func.Name)
		}
		scope = f
	}
	return scope, nil
}
