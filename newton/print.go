package newton

import (
	"bufio"
	"fmt"
	"io"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// WriteText writes what is known of p for people: the contradiction with its source lines
// and the predicates, the inputs of a run, or why nothing is known.
func (o *Outcome) WriteText(w io.Writer, p *path.Path) error {
	b := bufio.NewWriter(w)
	switch o.Kind {
	case Feasible:
		o.Model.write(b)
	case Infeasible:
		o.Explanation.write(b, p)
	default:
		fmt.Fprintf(b, "unknown: %s\n", o.Why)
	}
	return b.Flush()
}

func (m *Model) write(b *bufio.Writer) {
	b.WriteString("feasible: the path can be executed\n")
	if len(m.Inputs) > 0 {
		b.WriteString("with these values from outside:\n")
	}
	for _, v := range m.Inputs {
		if v.Val != nil {
			fmt.Fprintf(b, "    %s = %s", cil.LvalString(v.L), v.Val)
			if v.Why != "" {
				fmt.Fprintf(b, "    (%s)", v.Why)
			}
			b.WriteByte('\n')
		}
	}
}

func (e *Explanation) write(b *bufio.Writer, p *path.Path) {
	b.WriteString("infeasible: these steps contradict each other:\n")
	calls := matchCalls(p)
	for _, i := range e.Depends {
		mark := " "
		if containsInt(e.Core, i) {
			mark = "*"
		}
		if n, text := shownStep(p, calls, i); text != "" {
			fmt.Fprintf(b, "  %s %s: %s: %s\n", mark, n.Pos, n.Func.Name, text)
		}
	}
	b.WriteString("(* marks conditions; the others give them their values)\n")
	if len(e.Preds.Ghosts) > 0 {
		b.WriteString("with names for earlier values:\n")
	}
	for _, g := range e.Preds.Ghosts {
		fmt.Fprintf(b, "    %s: %s is %s %s\n", g.Func.Name, g.V.Name, cil.LvalString(g.V.Of), ghostPoint(g))
	}
	b.WriteString("predicates:\n")
	for _, q := range e.Preds.Preds {
		scope := "global"
		if q.Scope != nil {
			scope = q.Scope.Name
		}
		fmt.Fprintf(b, "    %s: %s\n", scope, q)
	}
}

// shownStep returns what is shown for step i: for the entry and the exit of a function
// the call. calls maps exits to calls.
func shownStep(p *path.Path, calls map[int]int, i int) (*cil.Node, string) {
	n := p.Steps[i].Node
	if c, ok := calls[i]; ok {
		call := p.Steps[c]
		return call.Node, stepText(call) + " returns"
	}
	if i > 0 && p.Enters(i-1) {
		n, i = p.Steps[i-1].Node, i-1
	}
	return n, stepText(p.Steps[i])
}

// ghostPoint says where a ghost gets its value.
func ghostPoint(g *pred.Ghost) string {
	switch {
	case g.At == nil:
		return "at entry"
	case g.At.Pos.IsValid():
		return fmt.Sprintf("before node %d, %s", g.At.ID, g.At.Pos)
	}
	return fmt.Sprintf("before node %d", g.At.ID)
}
