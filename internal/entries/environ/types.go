package environ

import (
	"strings"

	"hardbop/internal/cil"
)

// namer spells types of one unit in C. Anonymous structs have no name in the source; they
// are spelled by a member of another struct that has their type.
type namer struct {
	prog *cil.Program
	by   map[*cil.CompType]string
}

func newNamer(prog *cil.Program) *namer {
	n := &namer{prog, map[*cil.CompType]string{}}
	for _, c := range prog.Comps {
		if made(c) {
			continue
		}
		for _, f := range c.Fields {
			if fc, ok := f.Type.(*cil.CompType); ok && made(fc) && n.by[fc] == "" && !made2(f.Name) {
				n.by[fc] = "__typeof__(((" + named(c) + " *)0)->" + f.Name + ")"
			}
		}
	}
	return n
}

// made reports whether the source has no name for c, so that its tag was made up by the front end.
func made(c *cil.CompType) bool { return c.Anonymous && c.Typedef == "" }

// named returns c's name in the source.
func named(c *cil.CompType) string {
	if c.Anonymous {
		return c.Typedef
	}
	return c.String()
}

func made2(name string) bool { return name == "anon" || strings.HasPrefix(name, "anon_") }

// declare returns the declaration of name with type t; ok is false if C has no words for
// it here.
func (n *namer) declare(t cil.Type, name string) (text string, ok bool) {
	switch t := t.(type) {
	case *cil.PtrType:
		d := "*" + name
		switch t.Elem.(type) {
		case *cil.ArrayType, *cil.FuncType:
			d = "(" + d + ")"
		}
		text, ok = n.declare(t.Elem, d)
		if t.Volatile {
			text = "volatile " + text
		}
		if _, isFunc := t.Elem.(*cil.FuncType); t.Const && !isFunc {
			text = "const " + text
		}
		return text, ok
	case *cil.FuncType:
		ps := make([]string, len(t.Params))
		ok = true
		for i, p := range t.Params {
			s, good := n.declare(p, "")
			ps[i], ok = s, ok && good
		}
		if t.Variadic {
			ps = append(ps, "...")
		}
		if len(ps) == 0 && !t.NoProto {
			ps = []string{"void"}
		}
		s, good := n.declare(t.Ret, name+"("+strings.Join(ps, ", ")+")")
		return s, ok && good
	case *cil.ArrayType:
		return n.declare(t.Elem, name+strings.TrimPrefix(cil.Declare(t, ""), cil.Declare(t.Elem, "")+" "))
	case *cil.CompType:
		if !made(t) {
			return strings.TrimSpace(named(t) + " " + name), true
		}
		by := n.by[t]
		return strings.TrimSpace(by + " " + name), by != ""
	}
	return strings.TrimSpace(t.String() + " " + name), true
}

// word returns a word for t, for names.
func word(t cil.Type) string {
	switch t := t.(type) {
	case *cil.PtrType:
		return word(t.Elem) + "_ptr"
	case *cil.CompType:
		return t.Tag
	case *cil.FuncType:
		return "function"
	case *cil.ArrayType:
		return word(t.Elem) + "_array"
	}
	return strings.NewReplacer("unsigned ", "u", "signed ", "s", " ", "", "_Bool", "bool").Replace(t.String())
}
