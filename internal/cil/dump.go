package cil

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Dump writes the control-flow graphs of prog for people to read: a line a node with
// its number, place, instruction and successors.
func Dump(w io.Writer, prog *Program) error {
	b := bufio.NewWriter(w)
	for _, v := range prog.Globals {
		fmt.Fprintf(b, "%s\n", Declare(v.Type, v.Name))
	}
	for _, f := range prog.Funcs {
		DumpFunc(b, f)
	}
	return b.Flush()
}

// DumpFunc writes the graph of f as [Dump] does.
func DumpFunc(w io.Writer, f *Func) {
	fmt.Fprintf(w, "\n%s\n", Declare(f.Type, f.Name))
	for _, v := range f.Locals {
		fmt.Fprintf(w, "\t%s\n", Declare(v.Type, v.Name))
	}
	for _, n := range f.Nodes {
		for _, l := range n.Labels {
			fmt.Fprintf(w, "%s:\n", l)
		}
		fmt.Fprintf(w, "%4d  %-50s %s  %s\n", n.ID, nodeText(n), successors(n), n.Pos)
	}
}

// nodeText names the node's instruction, and says which nodes are entry and exit.
func nodeText(n *Node) string {
	switch {
	case n == n.Func.Entry:
		return "entry"
	case n == n.Func.Exit:
		return "exit"
	}
	if text := InstrString(n.Instr); text != "" {
		return text
	}
	return "skip"
}

func successors(n *Node) string {
	ids := make([]string, len(n.Succs))
	for i, s := range n.Succs {
		ids[i] = fmt.Sprint(s.ID)
	}
	return "-> " + strings.Join(ids, ", ")
}

// DOT writes the graph of f in the language of Graphviz.
func DOT(w io.Writer, f *Func) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %q {\n\tnode [shape=box, fontname=monospace];\n", f.Name)
	for _, n := range f.Nodes {
		fmt.Fprintf(b, "\tn%d [label=\"%d: %s\"];\n", n.ID, n.ID, dotText(nodeText(n)))
		for i, s := range n.Succs {
			label := ""
			if len(n.Succs) == 2 {
				label = [...]string{" [label=true]", " [label=false]"}[i]
			}
			fmt.Fprintf(b, "\tn%d -> n%d%s;\n", n.ID, s.ID, label)
		}
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}

// dotText makes text safe in a quoted string of DOT.
func dotText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text)
}
