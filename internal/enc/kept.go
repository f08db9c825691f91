package enc

import "hardbop/internal/cil"

// This file leaves out of what functions without a body change the members of structs that
// are kept for the program (see [cil.Field.Kept]).

// withoutKept lists the parts of l, which the outside may change, that aren't kept: l itself
// if all of it may be. A struct with a kept member behind a pointer is one, not the first of
// an array.
func withoutKept(l *cil.Lval) []*cil.Lval {
	t := l.Type()
	if a, ok := t.(*cil.ArrayType); ok && a.Len < 0 && l.Mem != nil && len(l.Path) == 0 && hasKept(a.Elem) {
		l, t = &cil.Lval{Mem: cil.MakeCast(&cil.PtrType{Elem: a.Elem}, cil.WithoutPointerCasts(l.Mem))}, a.Elem
	}
	c, ok := t.(*cil.CompType)
	if !ok || !hasKept(c) {
		return []*cil.Lval{l}
	}
	var out []*cil.Lval
	for _, f := range c.Fields {
		if !f.Kept && !isFlexible(f.Type) {
			out = append(out, withoutKept(part(l, []cil.Sel{{Field: f}}))...)
		}
	}
	return out
}

// hasKept reports whether t is a struct with a kept member, in structs inside too.
func hasKept(t cil.Type) bool {
	c, ok := t.(*cil.CompType)
	if !ok || c.Union {
		return false
	}
	for _, f := range c.Fields {
		if f.Kept || hasKept(f.Type) {
			return true
		}
	}
	return false
}

func isFlexible(t cil.Type) bool {
	a, ok := t.(*cil.ArrayType)
	return ok && a.Len < 0
}

// KeptBy lists the kept members of the structs that the call c hands to a function without
// a body, each once.
func KeptBy(c *cil.Call) []*cil.Field {
	var out []*cil.Field
	seen := map[*cil.Field]bool{}
	var add func(t cil.Type)
	add = func(t cil.Type) {
		c, ok := t.(*cil.CompType)
		if !ok || !hasKept(c) {
			return
		}
		for _, f := range c.Fields {
			if f.Kept && !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
			add(f.Type)
		}
	}
	for i, a := range c.Args {
		if l, ok := pointedAt(a, paramType(c, i)); ok {
			t := l.Type()
			if a, isArray := t.(*cil.ArrayType); isArray {
				t = a.Elem
			}
			add(t)
		}
	}
	return out
}
