package magic

import (
	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// Kind is an answer.
type Kind int

// The answers: the specification simulates the procedure; it doesn't, but allows all its
// traces; there is a run that it doesn't allow; none of these is known.
const (
	Unknown Kind = iota
	Conforms
	ByTraces
	Violated
)

// Outcome is what is known of a procedure.
type Outcome struct {
	Kind Kind
	// Path is a run that isn't allowed, of Violated; Expected are the actions that the
	// specification allows where the run does the last of Actions.
	Path              *path.Path
	Actions, Expected []string
	// Strategy shows why the specification doesn't simulate the procedure, of ByTraces.
	Strategy []string
	// Code and Why are the reason of Unknown; At is a place for it, or nil.
	Code, Why string
	At        *cil.Node

	Iterations int
	States     int
	// Model is the last one, or the one that is in favour. Chosen is that of Set, and need not be
	// built: of Violated, these may be fewer predicates, which rule out all other paths.
	Model, Chosen *Model
	Set           Set
	Queries       int
}

// Answer is what an analyst knows of a path.
type Answer struct {
	Kind AnswerKind
	// Core are points of a path that can't be run whose conditions contradict each other.
	Core []*cil.Node
	// Seeds finds predicates that may rule out a path that can't be run; nil for none.
	Seeds     func() []cil.Expr
	Code, Why string // of Undecided
}

// AnswerKind says whether a path can be run.
type AnswerKind int

// The answers about a path.
const (
	Undecided AnswerKind = iota
	Feasible
	Infeasible
)

// Analyst decides whether paths can be run.
type Analyst interface {
	Analyse(p *path.Path) Answer
}

// Chooser chooses the predicates of the rounds.
type Chooser interface {
	// Choose returns predicates that rule out the traces so far, which can't be run; false if
	// it finds none.
	Choose(Round) (Set, bool)
	// Proved tells that the predicates of this round are enough. It returns fewer that may be.
	Proved() (Set, bool)
	// Least returns the fewest predicates that it knows to rule out the traces so far.
	Least() (Set, bool)
}

// Round is what a choice rests on.
type Round struct {
	// Now is the set of this round, Model makes a model of another one, that isn't built yet.
	Now   Set
	Model func(Set) *Model
	// Traces are those so far that can't be run. Of the last one, Core are points that
	// contradict each other, and Seeds finds predicates that may help; it may be nil.
	Traces []*path.Path
	Core   []*cil.Node
	Seeds  func() []cil.Expr
	// Bound is that on the predicates at a point.
	Bound int
}

// Task is a question.
type Task struct {
	Prog *cil.Program
	// Func starts the target, with bodies and abstractions in the places of calls.
	Func          *cil.Func
	Weaver        *Weaver
	Origins       Origins
	Env           Env
	Analyst       Analyst
	Choose        Chooser // nil for one that adds to the set
	Start         Set
	MaxIterations int
	// Progress is told of each round; nil for nobody.
	Progress func(iteration, states, pairs, predicates int)
}
