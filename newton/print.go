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
// and, as a predicate file, what explains it; the inputs of a run and the values along it;
// or why nothing is known.
func (o *Outcome) WriteText(w io.Writer, p *path.Path) error {
	b := bufio.NewWriter(w)
	switch o.Kind {
	case Feasible:
		o.Model.write(b, p)
	case Infeasible:
		o.Explanation.write(b, p)
	default:
		fmt.Fprintf(b, "unknown: %s\n", o.Why)
	}
	if err := b.Flush(); err != nil || o.Kind != Infeasible {
		return err
	}
	return pred.Write(w, o.Explanation.Preds)
}

func (m *Model) write(b *bufio.Writer, p *path.Path) {
	b.WriteString("feasible: the path can be executed\n")
	title := "with these values from outside:\n"
	for _, v := range m.Inputs {
		if v.Val == nil {
			continue
		}
		fmt.Fprintf(b, "%s    %s = %s", title, cil.LvalString(v.L), v.Val)
		if v.Why != "" {
			fmt.Fprintf(b, "    (%s)", v.Why)
		}
		b.WriteByte('\n')
		title = ""
	}
	title = "along the path:\n"
	calls := matchCalls(p)
	for _, v := range m.Assigned {
		if text := v.shown(p, calls); text != "" {
			fmt.Fprintf(b, "%s    %s\n", title, text)
			title = ""
		}
	}
}

// shown is the line for a value that a step of p assigns, with its place in the source;
// empty if it has none. calls is that of [shownStep].
func (v Value) shown(p *path.Path, calls map[int]int) string {
	if v.Val == nil || v.Step < 0 || v.Step >= len(p.Steps) {
		return ""
	}
	n, _ := shownStep(p, calls, v.Step)
	if !n.Pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s: %s: %s = %s", n.Pos, v.Func.Name, cil.LvalString(v.L), v.Val)
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
	b.WriteString("(* marks conditions; the others give them their values)\n\n")
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
