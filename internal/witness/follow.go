package witness

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// This file puts a violation sequence into a text, as an automaton: a variable counts the segments
// that the run has passed. A waypoint to follow counts on from its own segment, one to avoid makes
// it -1, from where nothing counts on. The target is left to the caller: it counts if all segments
// before its own are passed.

// spot is a place with what waypoints do there.
type spot struct {
	at    *candidate
	typ   string
	steps []step
}

// step is what a waypoint does to runs that have passed the segments before its own.
type step struct {
	from, to int
	value    string
	last     bool // Passed is called
	pos      source.Pos
}

// WeaveViolation puts the first n segments of e into the text, none of which has the target. With
// told, [Passed] is called when a run has passed them.
func (o *Outline) WeaveViolation(file string, e *Entry, n int, told bool) (*Woven, error) {
	var spots []*spot
	for i, seg := range e.Segments {
		for _, p := range seg {
			if i > n || i == n && p.Action == Follow {
				break
			}
			c, err := o.located(file, p.Type, p.At, p.Pos)
			if err != nil {
				return nil, err
			}
			s := step{from: i, to: i + 1, value: p.Value, last: told && i == n-1, pos: p.Pos}
			if p.Action == Avoid {
				s.to, s.last = -1, false
			}
			spots = addTo(spots, p.Type, c, s)
		}
	}
	w := &Woven{o: o}
	for _, s := range spots {
		if err := w.follow(s); err != nil {
			return nil, err
		}
	}
	return w.finish("extern void " + Passed + "(void); static int " + State + " = 0;"), nil
}

// addTo adds a step to the spot at c, which is new if there is none.
func addTo(spots []*spot, typ string, c *candidate, s step) []*spot {
	for _, t := range spots {
		same := t.at.stmt == c.stmt && (t.at.call == nil) == (c.call == nil) && (c.call == nil || *t.at.call == *c.call)
		if t.typ == typ && same {
			t.steps = append(t.steps, s)
			return spots
		}
	}
	return append(spots, &spot{c, typ, []step{s}})
}

// follow puts the steps of a spot in.
func (w *Woven) follow(s *spot) error {
	switch {
	case s.typ == Assumption:
		w.before(s.at.stmt, s.each(func(t step) string { return t.value }))
	case s.typ == Branching && s.at.stmt.Kind == "switch":
		return w.cases(s)
	case s.typ == Branching:
		return w.sides(s)
	case s.typ == FunctionReturn && !s.bare():
		w.returns(s)
	default:
		w.put(s.at.call.From, callBegins, "(%s, ", s.one(""))
		w.put(s.at.call.End+1, callEnds, ")")
	}
	return nil
}

// bare reports whether none of the steps has a constraint.
func (s *spot) bare() bool {
	return !slices.ContainsFunc(s.steps, func(t step) bool { return t.value != "" })
}

// take writes what a step does.
func (t step) take() string {
	if t.last {
		return fmt.Sprintf("(%s(), %s = %d)", Passed, State, t.to)
	}
	return fmt.Sprintf("(%s = %d)", State, t.to)
}

// one writes the steps with the value: a run takes one of them at most.
func (s *spot) one(value string) string {
	var b strings.Builder
	for _, t := range s.steps {
		if t.value == value {
			fmt.Fprintf(&b, "%s == %d ? %s : ", State, t.from, t.take())
		}
	}
	return "(" + b.String() + "0)"
}

// each writes the steps one after the other, each with its condition.
func (s *spot) each(cond func(step) string) string {
	var parts []string
	for _, t := range s.steps {
		c := cond(t)
		if c == "" {
			c = "1"
		}
		parts = append(parts, fmt.Sprintf("(%s == %d && (%s) ? %s : 0)", State, t.from, c, t.take()))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// sides puts in what happens on the sides of a condition C: C && (that, 1) || (this, 0), which is
// branches only.
func (w *Woven) sides(s *spot) error {
	for _, t := range s.steps {
		if t.value != "true" && t.value != "false" {
			return &Mismatch{fmt.Sprintf("%s has the sides true and false, not %s", s.at.stmt.Kind, t.value), t.pos}
		}
	}
	w.put(s.at.stmt.Cond[0], condBegins, "((")
	w.put(s.at.stmt.Cond[1], condEnds, ") && (%s, 1)) || (%s, 0)", s.one("true"), s.one("false"))
	return nil
}

// cases puts in what happens where a switch has a value.
func (w *Woven) cases(s *spot) error {
	for _, t := range s.steps {
		if t.value == "true" || t.value == "false" {
			return &Mismatch{"switch has numbers, not true and false", t.pos}
		}
	}
	cond := w.o.Text[s.at.stmt.Cond[0]:s.at.stmt.Cond[1]]
	w.put(s.at.stmt.Cond[0], condBegins, "({ __typeof__((%s) + 0) %s = (", flat(cond), switched)
	w.put(s.at.stmt.Cond[1], condEnds, "); %s; %s; })", s.each(func(t step) string { return switched + " == " + t.value }), switched)
	return nil
}

// returns puts in what happens where a call returns a value.
func (w *Woven) returns(s *spot) {
	c := s.at.call
	w.put(c.From, returnBegins, "({ __typeof__(%s) %s = ", flat(w.o.Text[c.From:c.End+1]), returned)
	w.put(c.End+1, returnEnds, "; %s; %s; })", s.each(func(t step) string { return Returned(t.value, returned) }), returned)
}

// flat puts C text on one line: comments are left out.
func flat(text string) string {
	var parts []string
	for _, t := range tokens(text) {
		parts = append(parts, t.text)
	}
	return strings.Join(parts, " ")
}
