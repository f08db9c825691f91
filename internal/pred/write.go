package pred

import (
	"bufio"
	"fmt"
	"io"

	"hardbop/internal/cil"
)

// Version is the version of the file format that Write writes and Parse reads.
const Version = 1

// Write writes s in the predicate file format: the global group first, then a group for
// each procedure in the order of their first ghost, exact node or predicate.
func Write(w io.Writer, s *Set) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "hardbop-predicates %d\n", Version)
	for _, g := range groupsOf(s) {
		writeGroup(b, g)
	}
	return b.Flush()
}

// group is what stands between braces.
type group struct {
	f      *cil.Func // nil: global
	ghosts []*Ghost
	exact  []*cil.Node
	preds  []*Pred
}

func groupsOf(s *Set) []*group {
	global := &group{}
	of := map[*cil.Func]*group{nil: global}
	order := []*group{global}
	get := func(f *cil.Func) *group {
		g := of[f]
		if g == nil {
			g = &group{f: f}
			of[f] = g
			order = append(order, g)
		}
		return g
	}
	for _, gh := range s.Ghosts {
		g := get(gh.V.Func)
		g.ghosts = append(g.ghosts, gh)
	}
	for _, n := range s.Exact {
		g := get(n.Func)
		g.exact = append(g.exact, n)
	}
	for _, p := range s.Preds {
		g := get(p.Scope)
		g.preds = append(g.preds, p)
	}
	if len(global.preds) == 0 && len(global.ghosts) == 0 {
		order = order[1:]
	}
	return order
}

func writeGroup(b *bufio.Writer, g *group) {
	name := "global"
	if g.f != nil {
		name = g.f.Name
	}
	fmt.Fprintf(b, "\n%s {\n", name)
	for _, gh := range g.ghosts {
		writeGhost(b, g, gh)
	}
	for _, n := range g.exact {
		fmt.Fprintf(b, "    exact node %d;\n", n.ID)
	}
	for i, p := range g.preds {
		comma := ","
		if i == len(g.preds)-1 {
			comma = ""
		}
		fmt.Fprintf(b, "    %s%s\n", p, comma)
	}
	b.WriteString("}\n")
}

func writeGhost(b *bufio.Writer, g *group, gh *Ghost) {
	fmt.Fprintf(b, "    %s = %s at ", gh.V.Name, cil.LvalString(gh.V.Of))
	if gh.At == nil {
		b.WriteString("entry")
	} else {
		fmt.Fprintf(b, "node %d", gh.At.ID)
	}
	if g.f == nil {
		fmt.Fprintf(b, " of %s", gh.Func.Name)
	}
	b.WriteString(";\n")
}
