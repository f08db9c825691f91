package ldd

import (
	"fmt"
	"math/big"
	"slices"
)

// Node is a handle of a formula: an edge of the diagram, whose lowest bit says that it
// means the negation of what it points to.
type Node uint32

// The constant formulas.
const (
	False Node = 0
	True  Node = 1
)

// Var is a variable of a manager, a Boolean or an integer one. Variables are numbered
// from 0 in the order in which they were made.
type Var int32

// Config says how a manager works.
type Config struct {
	MaxNodes int          // 0 for no limit below 2^30
	MaxSteps int64        // bounds the work, in recursive calls that no cache answered; 0 for no limit
	Stop     func() error // asked every few thousand steps; an error stops the operation; may be nil
	// Reorder lets [Manager.Eliminate] sift the order of terms when diagrams have grown.
	Reorder bool
}

// Manager owns the diagrams over one set of variables. It belongs to one goroutine.
//
// Operations panic with a [*LimitError], a [*StopError] or a [*RefusalError]; the manager
// stays usable. [Guard] turns these into errors. Nodes and variables of another manager
// are a bug.
type Manager struct {
	config Config
	vars   []variable

	terms   []term
	atoms   []atom
	termsBy map[uint64][]uint32 // candidates by hash
	atomsBy map[uint64][]uint32
	order   []uint32 // terms, first to last

	store
	cache cache
	sets  quantSets
	refs  map[uint32]int // references from outside, by index of the node

	reorderAt int // nodes in use at which Eliminate is interrupted to reorder; 0 for never
	collectAt int // nodes in use at which Eliminate collects garbage

	steps int64
	stats Stats
}

// variable is what is known of a Var.
type variable struct {
	name  string
	isInt bool
	term  uint32 // of a Boolean, where it has one
	bound bool   // a Boolean that has a term
}

// Stats are counters of a manager.
type Stats struct {
	Nodes        int   // in use, live or not
	Peak         int   // the most that were in use
	Terms        int   // that were ever made, one for each Boolean and each linear term
	Steps        int64 // see [Config.MaxSteps]
	TheoryChecks int64 // conjunctions of constraints that were decided
	Resolvents   int64 // pairs of bounds that were resolved
	Refusals     int   // operations that ended with a RefusalError
	Collections  int   // of garbage
	Reorderings  int
}

// New returns a manager without variables.
func New(c Config) *Manager {
	m := &Manager{config: c, termsBy: map[uint64][]uint32{}, atomsBy: map[uint64][]uint32{}, refs: map[uint32]int{}}
	m.collectAt = firstCollection
	m.store.init(c.MaxNodes)
	m.cache.grow(firstTable)
	m.addAtom(atom{}) // of the constant
	return m
}

// NewBool returns a new Boolean variable. The name is for printing only.
func (m *Manager) NewBool(name string) Var { return m.newVar(variable{name: name}) }

// NewInt returns a new integer variable.
func (m *Manager) NewInt(name string) Var { return m.newVar(variable{name: name, isInt: true}) }

func (m *Manager) newVar(v variable) Var {
	m.vars = append(m.vars, v)
	return Var(len(m.vars) - 1)
}

// Name returns the name that v was made with.
func (m *Manager) Name(v Var) string { return m.vars[v].name }

// IsInt reports whether v is an integer.
func (m *Manager) IsInt(v Var) bool { return m.vars[v].isInt }

// Stats returns the counters.
func (m *Manager) Stats() Stats {
	s := m.stats
	s.Nodes, s.Peak, s.Terms, s.Steps = m.used, m.peak, len(m.terms), m.steps
	return s
}

// Bool returns the formula of a Boolean variable.
func (m *Manager) Bool(v Var) Node {
	x := &m.vars[v]
	if x.isInt {
		panic("ldd: " + x.name + " is an integer")
	}
	if !x.bound {
		x.term, x.bound = m.addTerm(term{v: v}, len(m.order)), true
	}
	return m.mk(m.atom(x.term, num{}), True, False)
}

// Monomial is a coefficient times an integer variable.
type Monomial struct {
	Coef *big.Int
	Var  Var
}

// Times returns the monomial c*v.
func Times(c int64, v Var) Monomial { return Monomial{big.NewInt(c), v} }

// AtMost returns the formula sum <= bound. A variable may be in the sum more than once.
func (m *Manager) AtMost(sum []Monomial, bound *big.Int) Node {
	return m.node(constraint{m.linear(sum), number(new(big.Int).Set(bound))})
}

// Equal returns the formula sum = value.
func (m *Manager) Equal(sum []Monomial, value *big.Int) Node {
	c := constraint{m.linear(sum), number(new(big.Int).Set(value))}
	below := constraint{c.sum, c.bound.sub(num{small: 1})}
	return m.And(m.node(c), m.Not(m.node(below)))
}

// linear returns the normal form of a sum.
func (m *Manager) linear(sum []Monomial) linear {
	sorted := slices.Clone(sum)
	slices.SortStableFunc(sorted, func(a, b Monomial) int { return int(a.Var - b.Var) })
	var l linear
	for _, t := range sorted {
		if !m.vars[t.Var].isInt {
			panic("ldd: " + m.vars[t.Var].name + " is Boolean")
		}
		if t.Coef.Sign() != 0 {
			l = l.plus(linear{{number(new(big.Int).Set(t.Coef)), t.Var}})
		}
	}
	return l
}

// LimitError says that an operation needed more than it was allowed.
type LimitError struct {
	Max  int64
	What string // what there may be Max of: nodes or steps
}

const (
	nodeLimit = "nodes"
	stepLimit = "steps"
)

func (e *LimitError) Error() string { return fmt.Sprintf("more than %d LDD %s", e.Max, e.What) }

// StopError says that an operation was stopped by [Config.Stop].
type StopError struct{ Err error }

func (e *StopError) Error() string { return e.Err.Error() }

// Unwrap returns the error of Config.Stop.
func (e *StopError) Unwrap() error { return e.Err }

// Reason says why an operation refuses to answer.
type Reason string

// The reasons.
const (
	// ReasonInexact: to eliminate an integer variable from a pair of bounds, neither of
	// which has it with coefficient 1 or -1, takes divisibility, which no atom can say.
	ReasonInexact Reason = "a variable can't be eliminated exactly"
	// ReasonUndecided: constraints have a rational solution, and whether they have an
	// integer one wasn't found out.
	ReasonUndecided Reason = "constraints aren't decided over the integers"
	// ReasonSize: a number got more than 1024 bits.
	ReasonSize Reason = "numbers get too large"
)

// RefusalError says that an operation can't be done exactly and therefore wasn't done.
type RefusalError struct {
	Reason Reason
	Atoms  []string // what it is about, printed; may be empty
}

func (e *RefusalError) Error() string {
	if len(e.Atoms) == 0 {
		return string(e.Reason)
	}
	return fmt.Sprintf("%s: %s", e.Reason, e.Atoms)
}

// refuse panics with a RefusalError about constraints.
func (m *Manager) refuse(r Reason, about ...constraint) {
	e := &RefusalError{Reason: r}
	for _, c := range about {
		e.Atoms = append(e.Atoms, c.sum.format(m.Name)+" <= "+c.bound.String())
	}
	panic(e)
}

// Guard calls f and returns the LimitError, StopError or RefusalError that an operation in
// it panicked with, or nil.
func (m *Manager) Guard(f func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *LimitError:
			err = e
		case *StopError:
			err = e
		case *RefusalError:
			m.stats.Refusals++
			err = e
		default:
			panic(e)
		}
	}()
	f()
	return nil
}
