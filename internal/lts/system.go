package lts

import (
	"slices"

	"hardbop/internal/source"
)

// Kind says what an action is.
type Kind int

// The kinds of actions: what is seen, the end of the procedure, and what isn't seen.
const (
	Basic Kind = iota
	Return
	Silent
)

// Action is an action of a transition system.
type Action struct {
	Kind Kind
	// Name is the action as it is written; that of the silent one is tau.
	Name string
	// Cond is the condition on $0 of a return action, nil for return {}.
	Cond Expr
	Pos  source.Pos
}

// State is a state of a transition system.
type State struct {
	Name string
	Pos  source.Pos
}

// Transition leads from one state to another by an action. All three are indices.
type Transition struct{ From, Action, To int }

// System is a labelled transition system. States, actions and transitions are in the order
// in which they are found from the first state on.
type System struct {
	Name   string
	States []State
	Init   int
	// Stop is the state behind return actions, -1 if there is none.
	Stop  int
	Trans []Transition
	// Actions are those of the transitions, and then others of the alphabet.
	Actions []Action
}

// Alphabet lists the actions but the silent one, by index.
func (s *System) Alphabet() []int {
	var all []int
	for i, a := range s.Actions {
		if a.Kind != Silent {
			all = append(all, i)
		}
	}
	return all
}

// ActionNamed returns the index of the basic action of a name, -1 if the alphabet doesn't
// have it.
func (s *System) ActionNamed(name string) int {
	return slices.IndexFunc(s.Actions, func(a Action) bool { return a.Kind == Basic && a.Name == name })
}

// From lists the transitions that lead away from a state.
func (s *System) From(state int) []Transition {
	var out []Transition
	for _, t := range s.Trans {
		if t.From == state {
			out = append(out, t)
		}
	}
	return out
}
