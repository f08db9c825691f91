package bebop

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/source"
)

// WritePath writes the path to error i of a result for people: a line for each
// statement that is executed, indented by the depth of calls, with its position, the
// variables that it changes and what it stands for.
func WritePath(w io.Writer, r *Result, i int) error {
	out := bufio.NewWriter(w)
	e := r.Errors[i]
	fmt.Fprintf(out, "error %d: %d statements\n", i+1, e.Length)
	depth := 0
	for k, s := range e.Path {
		n := &r.Graphs[s.Proc].Nodes[s.Node]
		last := k == len(e.Path)-1
		switch {
		case n.Kind == boolprog.NodeEntry:
			fmt.Fprintf(out, "%s%s\n", indent(depth), entryText(r.Graphs[s.Proc], s.Values))
			depth++
		case n.Kind == boolprog.NodeExit:
			depth--
		case n.Weight() > 0 || last:
			fmt.Fprintf(out, "%s%s%s%s\n", indent(depth), nodeText(n), changes(r.Graphs, e.Path, k), origin(n))
		}
	}
	fmt.Fprintf(out, "%s%s\n", indent(depth), endText(e))
	return out.Flush()
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// entryText names a procedure with the values of its formals.
func entryText(g *boolprog.Graph, v boolprog.Valuation) string {
	first := len(g.Prog.Globals)
	args := make([]string, len(g.Proc.Formals))
	for i, f := range g.Proc.Formals {
		args[i] = f.Name + "=" + valueText(v.Get(first+i))
	}
	return fmt.Sprintf("%s(%s)", g.Proc.Name, strings.Join(args, ", "))
}

func valueText(b bool) string {
	if b {
		return "T"
	}
	return "F"
}

// endText says what the error is.
func endText(e Error) string {
	if e.Assert {
		return "the assertion can fail here"
	}
	return "the label is reached here"
}

// nodeText returns position and statement; of an if or while the condition that is
// passed.
func nodeText(n *boolprog.Node) string {
	text := ""
	if n.Stmt != nil {
		text = n.Stmt.String()
	}
	if n.Kind == boolprog.NodeAssume {
		text = fmt.Sprintf("assume(%s)", n.Cond)
	}
	if n.Stmt == nil || !n.Stmt.Pos.IsValid() {
		return text
	}
	return fmt.Sprintf("%d: %s", n.Stmt.Pos.Line, text)
}

// origin returns the comment on a statement that has an origin: what it stands for.
func origin(n *boolprog.Node) string {
	if n.Stmt == nil || n.Stmt.Origin == "" || n.Stmt.Comment == "" {
		return ""
	}
	return "    // " + source.Printable(n.Stmt.Comment)
}

// changes returns the variables that have another value behind step k.
func changes(graphs []*boolprog.Graph, p boolprog.Path, k int) string {
	g := graphs[p[k].Proc]
	if k+1 == len(p) || p[k+1].Proc != p[k].Proc || g.Nodes[p[k].Node].Kind == boolprog.NodeCall {
		return ""
	}
	var list []string
	for slot := range g.FirstResult() {
		if value := p[k+1].Values.Get(slot); value != p[k].Values.Get(slot) {
			list = append(list, g.SlotName(slot)+"="+valueText(value))
		}
	}
	if list == nil {
		return ""
	}
	return "    [" + strings.Join(list, ", ") + "]"
}

// WriteInvariants writes the reachable states at each label of each procedure, in the
// order of the program. It needs [Options.Invariants].
func WriteInvariants(w io.Writer, r *Result) error {
	out := bufio.NewWriter(w)
	for p, g := range r.Graphs {
		for n := range g.Nodes {
			labels := labelsAt(g, n)
			if len(labels) == 0 {
				continue
			}
			fmt.Fprintf(out, "%s, %s: %s\n", g.Proc.Name, strings.Join(labels, ", "), r.invariant(p, n))
		}
	}
	return out.Flush()
}

// invariant writes the reachable states at a node, or why that isn't possible.
func (r *Result) invariant(proc, node int) string {
	e, err := r.Reachable(proc, node)
	if err != nil {
		return fmt.Sprintf("not written: %v", err)
	}
	return e.String()
}

// labelsAt returns the labels before a node.
func labelsAt(g *boolprog.Graph, n int) []string {
	s := g.Nodes[n].Stmt
	if s == nil {
		return nil
	}
	var labels []string
	for _, l := range s.Labels {
		if at, ok := g.LabelNode(l); ok && at == n {
			labels = append(labels, l)
		}
	}
	return labels
}

// WriteDot writes the control-flow graphs for Graphviz, with the nodes of the first
// error path in red. With [Options.Invariants], nodes that aren't reached are grey.
func WriteDot(w io.Writer, r *Result) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph program {\n  node [shape=box, fontname=monospace]")
	onPath := map[place]bool{}
	if len(r.Errors) > 0 {
		for _, s := range r.Errors[0].Path {
			onPath[place{s.Proc, s.Node}] = true
		}
	}
	for p, g := range r.Graphs {
		fmt.Fprintf(out, "  subgraph cluster%d {\n    label=%s\n", p, quote(g.Proc.Name))
		for n := range g.Nodes {
			color := "black"
			switch {
			case onPath[place{p, n}]:
				color = "red"
			case r.states != nil && !r.states.reached(p, n):
				color = "grey"
			}
			fmt.Fprintf(out, "    n%d_%d [label=%s, color=%s]\n", p, n, quote(dotText(&g.Nodes[n])), color)
		}
		writeEdges(out, p, g)
		fmt.Fprintln(out, "  }")
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

func writeEdges(out *bufio.Writer, p int, g *boolprog.Graph) {
	for n := range g.Nodes {
		for _, s := range g.Nodes[n].Succs {
			fmt.Fprintf(out, "    n%d_%d -> n%d_%d\n", p, n, p, s)
		}
	}
}

func dotText(n *boolprog.Node) string {
	switch n.Kind {
	case boolprog.NodeEntry:
		return "entry"
	case boolprog.NodeExit:
		return "exit"
	}
	return nodeText(n)
}

// quote returns a string of the dot language.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
