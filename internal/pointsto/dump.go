package pointsto

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
)

// String names the target's object and the member in it.
func (t Target) String() string {
	o := t.Obj
	switch {
	case o.merged || !o.hasData():
		return o.String()
	case t.Cell == Unknown:
		return o.String() + "+?"
	case o.Kind == External && isStruct(o.Type):
		if t.Cell == 0 {
			return o.String()
		}
		return o.String() + "." + o.Type.(*cil.CompType).Fields[t.Cell-1].Name
	case o.layout == nil:
		return o.String()
	}
	return o.String() + memberName(o.layout.root, t.Cell)
}

// memberName names the member of t that is cell number i, the innermost one.
func memberName(t cil.Type, i int) string {
	t = element(t)
	if !isStruct(t) {
		return ""
	}
	for _, f := range t.(*cil.CompType).Fields {
		n := cellCount(f.Type)
		if i < n {
			return "." + f.Name + memberName(f.Type, i)
		}
		i -= n
	}
	return ""
}

// String lists the cells that may hold addresses, each with where they lead.
func (r *Result) String() string {
	var b strings.Builder
	r.eachCell(func(t Target, held answer) {
		var names []string
		for _, u := range held.targets {
			names = append(names, u.String())
		}
		slices.Sort(names)
		fmt.Fprintf(&b, "%s -> %s\n", t, strings.Join(names, ", "))
	})
	return b.String()
}

// Dot returns the objects as a graph for Graphviz: an edge where a cell may hold an
// address in the other object.
func (r *Result) Dot() string {
	var b strings.Builder
	b.WriteString("digraph pointsto {\n  node [shape=box];\n")
	for _, o := range r.a.objects {
		fmt.Fprintf(&b, "  o%d [label=%q];\n", o.ID, o)
	}
	r.eachCell(func(t Target, held answer) {
		for _, u := range held.targets {
			fmt.Fprintf(&b, "  o%d -> o%d [label=%q];\n", t.Obj.ID, u.Obj.ID, strings.TrimPrefix(t.String(), t.Obj.String()))
		}
	})
	b.WriteString("}\n")
	return b.String()
}

// eachCell visits the cells that hold a target, by object and cell.
func (r *Result) eachCell(visit func(Target, answer)) {
	for _, o := range r.a.objects {
		for _, k := range sortedKeys(o.cells) {
			t := Target{Obj: o, Cell: k}
			if r.a.canonical(t) != t {
				continue
			}
			if held := r.contents([]place{{Target: t}}); len(held.targets) > 0 {
				visit(t, held)
			}
		}
	}
}
