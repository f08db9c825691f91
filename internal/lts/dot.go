package lts

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/source"
)

// WriteDot writes the systems for Graphviz, a cluster for each. Transitions between the same
// states are one edge.
func WriteDot(w io.Writer, all []*System) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph lts {\n  node [shape=box, style=rounded, fontname=monospace]\n  edge [fontname=monospace]")
	for k, s := range all {
		fmt.Fprintf(out, "  subgraph cluster%d {\n    label=%s\n", k, quote(s.Name))
		fmt.Fprintf(out, "    start%d [shape=point]\n", k)
		for i, st := range s.States {
			shape := ""
			if i == s.Stop {
				shape = ", peripheries=2"
			}
			fmt.Fprintf(out, "    s%d_%d [label=%s%s]\n", k, i, quote(st.Name), shape)
		}
		fmt.Fprintf(out, "    start%d -> s%d_%d\n", k, k, s.Init)
		for _, e := range s.edges() {
			fmt.Fprintf(out, "    s%d_%d -> s%d_%d [label=%s]\n", k, e.from, k, e.to, quote(e.labels...))
		}
		fmt.Fprintln(out, "  }")
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// edge is what leads from one state to another.
type edge struct {
	from, to int
	labels   []string
}

// edges lists the edges in the order of the transitions.
func (s *System) edges() []*edge {
	var list []*edge
	at := map[[2]int]*edge{}
	for _, t := range s.Trans {
		key := [2]int{t.From, t.To}
		if at[key] == nil {
			at[key] = &edge{from: t.From, to: t.To}
			list = append(list, at[key])
		}
		at[key].labels = append(at[key].labels, s.Actions[t.Action].Name)
	}
	return list
}

// quote returns a string of the dot language with these lines, in which nothing acts on a
// terminal.
func quote(lines ...string) string {
	inert := make([]string, len(lines))
	for i, l := range lines {
		inert[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(source.Printable(l))
	}
	return `"` + strings.Join(inert, `\n`) + `"`
}
