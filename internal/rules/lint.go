package rules

import (
	"fmt"
	"slices"

	"hardbop/internal/source"
	"hardbop/slic"
)

// Note is something suspicious in a rule.
type Note struct {
	Pos  source.Pos
	Text string
}

// String returns the note as a line for people.
func (n Note) String() string { return n.Pos.String() + ": " + n.Text }

// Lint says what in a rule can never happen, whatever the program does: states that are
// never entered, statements that are never run, and state that is never asked for. It
// runs the handlers in every order, from the initial state, on the variables that have
// few values, and takes everything else for arbitrary.
func Lint(spec *slic.Spec) []Note {
	e := newExplorer(spec)
	e.explore()
	var notes []Note
	notes = append(notes, e.unentered()...)
	notes = append(notes, e.unrun()...)
	notes = append(notes, e.unread()...)
	slices.SortStableFunc(notes, func(a, b Note) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
	return notes
}

// unentered reports the enumerators of state variables that no run gives them.
func (e *explorer) unentered() []Note {
	var notes []Note
	for i, v := range e.vars {
		if v.decl.Type.Enum == nil || e.gaveUp {
			continue
		}
		for _, item := range v.decl.Type.Enum.Items {
			if value := e.constants[item.Name]; !e.entered[i][value] {
				notes = append(notes, Note{item.Pos, fmt.Sprintf("%s is never %s: no handler that can run sets it", v.decl.Name, item.Name)})
			}
		}
	}
	return notes
}

// unrun reports the statements that aren't run, of each part that isn't the first one.
func (e *explorer) unrun() []Note {
	var notes []Note
	for _, h := range e.spec.Handlers {
		notes = append(notes, e.unrunIn(h.Body)...)
	}
	return notes
}

func (e *explorer) unrunIn(s slic.Stmt) []Note {
	if e.gaveUp {
		return nil
	}
	if !e.ran[s] {
		if pos, what := describe(s); what != "" {
			return []Note{{pos, what + " can't be reached"}}
		}
		return nil
	}
	var notes []Note
	switch s := s.(type) {
	case *slic.Block:
		for _, s := range s.Stmts {
			if found := e.unrunIn(s); len(found) > 0 {
				notes = append(notes, found...)
				if !e.ran[s] {
					break
				}
			}
		}
	case *slic.If:
		notes = append(notes, e.unrunIn(s.Then)...)
		if s.Else != nil {
			notes = append(notes, e.unrunIn(s.Else)...)
		}
	}
	return notes
}

// describe returns the place of a statement, and what it is; "" for one that does nothing.
func describe(s slic.Stmt) (source.Pos, string) {
	switch s := s.(type) {
	case *slic.Block:
		for _, s := range s.Stmts {
			if pos, what := describe(s); what != "" {
				return pos, what
			}
		}
	case *slic.Assign:
		return s.L[0].Pos, "the assignment"
	case *slic.If:
		if s.Cond == nil {
			return describe(s.Then)
		}
		return s.Cond.At(), "the test"
	case *slic.Abort:
		return s.Pos, "this abort"
	case *slic.Halt:
		return s.Pos, "this halt"
	case *slic.Reset:
		return s.Pos, "this reset"
	}
	return source.Pos{}, ""
}

// unread reports the state variables that no handler asks for.
func (e *explorer) unread() []Note {
	var notes []Note
	for _, v := range e.spec.State {
		if !e.read[v.Name] {
			notes = append(notes, Note{v.Pos, "no handler asks for the state variable " + v.Name})
		}
	}
	return notes
}
