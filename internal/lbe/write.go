package lbe

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Write writes the summaries for people: the cutpoints of each function with their
// numbers in the function's graph, and its edges with the size of their fragments.
func Write(w io.Writer, all []*Summary) error {
	out := bufio.NewWriter(w)
	var cutpoints, edges int
	for _, s := range all {
		s.write(out)
		cutpoints += len(s.Cutpoints)
		edges += len(s.Edges)
	}
	fmt.Fprintf(out, "in all: %s, %s, %s\n", count(len(all), "function"), count(cutpoints, "cutpoint"), count(edges, "edge"))
	return out.Flush()
}

func (s *Summary) write(out *bufio.Writer) {
	fmt.Fprintf(out, "%s: %s, %s, %s\n", source.Printable(s.Func.Name),
		count(len(s.Func.Nodes), "node"), count(len(s.Cutpoints), "cutpoint"), count(len(s.Edges), "edge"))
	for _, c := range s.Cutpoints {
		fmt.Fprintf(out, "  %4d  %s\n", c.Node.ID, source.Printable(strings.Join(c.parts(), ": ")))
	}
	for _, e := range s.Edges {
		fmt.Fprintf(out, "  %4d -> %d: %s\n", e.From.ID, e.To.ID, e.size())
	}
	fmt.Fprintln(out)
}

// parts say where c is, why it is one, and what is executed there.
func (c Cutpoint) parts() []string {
	kinds := make([]string, len(c.Kinds))
	for i, k := range c.Kinds {
		kinds[i] = string(k)
	}
	parts := []string{c.Node.Pos.String(), strings.Join(kinds, ", ")}
	if in := cil.InstrString(c.Node.Instr); in != "" {
		parts = append(parts, in)
	}
	return parts
}

// size says how large the fragment is.
func (fr *Fragment) size() string {
	paths := fr.Paths()
	what := " paths"
	if paths.IsInt64() && paths.Int64() == 1 {
		what = " path"
	}
	return count(len(fr.Nodes), "node") + ", " + numeral(paths) + what
}

// numeral writes n, with three digits and an exponent if it is too long to be read.
func numeral(n *big.Int) string {
	if n.IsInt64() {
		return n.String()
	}
	return new(big.Float).SetInt(n).Text('e', 2)
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// WriteDot writes the summaries for Graphviz, a cluster for each function. Error points
// are red.
func WriteDot(w io.Writer, all []*Summary) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph summary {\n  node [shape=box, fontname=monospace]")
	for k, s := range all {
		fmt.Fprintf(out, "  subgraph cluster%d {\n    label=%s\n", k, quote(s.Func.Name))
		for _, c := range s.Cutpoints {
			color := "black"
			if slices.Contains(c.Kinds, Error) {
				color = "red"
			}
			fmt.Fprintf(out, "    n%d_%d [label=%s, color=%s]\n", k, c.Node.ID, quote(c.parts()...), color)
		}
		for _, e := range s.Edges {
			fmt.Fprintf(out, "    n%d_%d -> n%d_%d [label=%s]\n", k, e.From.ID, k, e.To.ID, quote(e.size()))
		}
		fmt.Fprintln(out, "  }")
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
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
