package witness

import (
	"fmt"
	"path"
	"slices"

	"hardbop/internal/source"
)

// Mismatch says why a witness doesn't fit the program: a place that isn't there.
type Mismatch struct {
	What string
	Pos  source.Pos // in the witness
}

// Error implements error.
func (m *Mismatch) Error() string { return m.What }

// candidate is what a location may mean, with the offsets at which it may say it is.
type candidate struct {
	stmt *Stmt
	call *Call
	at   []int
}

// kinds says what waypoints and invariants of a type stand at.
var kinds = map[string]string{Assumption: "statement", LocationInvariant: "statement", Branching: "if, while, for, do or switch",
	LoopInvariant: "loop", FunctionEnter: "call", FunctionReturn: "call"}

// find returns what the location of a waypoint or invariant of the type means: what begins there, or
// the one thing on the line where the column isn't known or isn't right.
func (o *Outline) find(typ string, l Location) (*candidate, error) {
	var on []candidate
	for _, c := range o.candidates(typ) {
		if l.Func == "" || l.Func == c.stmt.Func {
			if slices.ContainsFunc(c.at, func(at int) bool { line, _ := o.Place(at); return line == l.Line }) {
				on = append(on, c)
			}
		}
	}
	at := o.Offset(l.Line, l.Col)
	for i, c := range on {
		if l.Col > 0 && slices.Contains(c.at, at) {
			return &on[i], nil
		}
	}
	switch {
	case len(on) == 0 && l.Func != "":
		return nil, fmt.Errorf("no %s of %s at line %d", kinds[typ], l.Func, l.Line)
	case len(on) == 0:
		return nil, fmt.Errorf("no %s at line %d", kinds[typ], l.Line)
	case len(on) > 1 && l.Col > 0:
		return nil, fmt.Errorf("no %s at line %d, column %d, but others on the line", kinds[typ], l.Line, l.Col)
	}
	return &on[0], nil
}

// candidates lists what things of the type may stand at.
func (o *Outline) candidates(typ string) []candidate {
	var list []candidate
	for _, s := range o.Stmts {
		switch typ {
		case Assumption, LocationInvariant:
			if s.Kind != "{" {
				list = append(list, candidate{stmt: s, at: []int{s.Start, s.From}})
			}
		case Branching:
			if s.Cond[1] > s.Cond[0] && s.Kind != "" {
				list = append(list, candidate{stmt: s, at: []int{s.Start}})
			}
		case LoopInvariant:
			if s.Loop() && s.Cond != [2]int{} {
				list = append(list, candidate{stmt: s, at: []int{s.Start}})
			}
		default:
			list = append(list, o.callsOf(s)...)
		}
	}
	return list
}

// callsOf lists the calls in a simple statement or a condition.
func (o *Outline) callsOf(s *Stmt) []candidate {
	from, to := s.Cond[0], s.Cond[1]
	if s.Kind == "" {
		from, to = s.Start, s.End
	}
	var list []candidate
	for _, c := range o.Calls(from, to) {
		list = append(list, candidate{stmt: s, call: &c, at: []int{c.From, c.End, s.Start}})
	}
	return list
}

// sameFile reports whether a witness speaks of a file by this name.
func sameFile(name, file string) bool { return path.Base(name) == path.Base(file) }
