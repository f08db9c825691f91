package lbe

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
)

// String writes the query for people: what is computed, the ways through, and the predicates
// at the start and, primed, at the end.
func (q *Query) String() string {
	var b strings.Builder
	for _, d := range q.Defs {
		fmt.Fprintf(&b, "%s\n", d)
	}
	for i, l := range q.Locations[1:] {
		for _, st := range l.In {
			fmt.Fprintf(&b, "%s from %s%s\n", q.locationName(i+1), q.locationName(st.From), st)
		}
	}
	for _, p := range q.Src {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, cil.ExprString(p.E))
	}
	for _, p := range q.Dst {
		fmt.Fprintf(&b, "%s: %s\n", p.Name, cil.ExprString(p.E))
	}
	return b.String()
}

func (q *Query) locationName(i int) string {
	switch i {
	case 0:
		return "start"
	case len(q.Locations) - 1:
		return "end"
	}
	return fmt.Sprintf("point %d", q.Locations[i].Point)
}

// String writes the definition as an equation.
func (d Def) String() string { return cil.ExprString(cil.LoadVar(d.V)) + " = " + cil.ExprString(d.E) }

// String writes what has to hold for the step.
func (s Step) String() string {
	var b strings.Builder
	if s.Guard != nil {
		b.WriteString(" if " + cil.ExprString(s.Guard))
	}
	sep := " with "
	for _, d := range s.Phi {
		b.WriteString(sep + d.String())
		sep = ", "
	}
	return b.String()
}
