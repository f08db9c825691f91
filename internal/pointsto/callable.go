package pointsto

import (
	"strings"

	"hardbop/internal/cil"
)

// This file is about which functions a call through a pointer may be of: those whose type is
// like that of the pointer (6.3.2.3p8 leaves the call of others undefined), and those whose
// address the program itself converts to another type, if their number of arguments fits.

// accepts reports whether the call in, which is through a pointer, may be of f.
func (a *analysis) accepts(f *cil.Func, in *cil.Call) bool {
	n, m := len(f.Type.Params), len(in.Args)
	if !f.Type.NoProto && n != m && (!f.Type.Variadic || n > m) {
		return false
	}
	g, ok := pointee(in.Fn).(*cil.FuncType)
	return !ok || g.NoProto || a.callable(f.Type, g)
}

// callable reports whether a function of type f may be called as one of type g.
func (a *analysis) callable(f, g *cil.FuncType) bool {
	return f.NoProto || g.NoProto || signaturesAgree(f, g, a.prog.Model.PtrBytes) || a.isRecast(f)
}

// isRecast reports whether the program converts addresses of functions of type f.
func (a *analysis) isRecast(f *cil.FuncType) bool {
	is, ok := a.recastTypes[f]
	if !ok {
		is = a.recast[f.String()]
		a.recastTypes[f] = is
	}
	return is
}

// signaturesAgree reports whether f takes what is passed to a g, in the same way, and returns
// as one.
func signaturesAgree(f, g *cil.FuncType, ptrBytes int) bool {
	if len(f.Params) != len(g.Params) && !(f.Variadic && len(g.Params) >= len(f.Params)) && !g.Variadic {
		return false
	}
	if !isVoid(g.Ret) && (isVoid(f.Ret) || !passedAlike(f.Ret, g.Ret, ptrBytes)) {
		return false
	}
	for i := range min(len(f.Params), len(g.Params)) {
		if !passedAlike(f.Params[i], g.Params[i], ptrBytes) {
			return false
		}
	}
	return true
}

// passedAlike reports whether an argument of type a may be taken for one of type b: not
// pointers to two different structs, nor arguments of different classes, nor a pointer for an integer
// of another size.
func passedAlike(a, b cil.Type, ptrBytes int) bool {
	pa, ok1 := a.(*cil.PtrType)
	pb, ok2 := b.(*cil.PtrType)
	switch {
	case ok1 && ok2:
		ca, ok1 := pa.Elem.(*cil.CompType)
		cb, ok2 := pb.Elem.(*cil.CompType)
		return !ok1 || !ok2 || sameTag(ca, cb)
	case ok1 && cil.IsInteger(b):
		return b.(*cil.IntType).Bytes == ptrBytes
	case ok2 && cil.IsInteger(a):
		return a.(*cil.IntType).Bytes == ptrBytes
	case isComp(a) && isComp(b):
		return sameTag(a.(*cil.CompType), b.(*cil.CompType))
	}
	return isUnion(a) || isUnion(b) || isFloat(a) == isFloat(b) && isComp(a) == isComp(b)
}

// sameTag reports whether c and d may be what the source calls by one name.
func sameTag(c, d *cil.CompType) bool { return c == d || sourceTag(c) == sourceTag(d) }

// sourceTag is the tag of c without the number that tells it from those of other scopes and
// files.
func sourceTag(c *cil.CompType) string {
	name := strings.TrimRight(c.Tag, "0123456789")
	if strings.HasSuffix(name, "_") && name != c.Tag {
		return strings.TrimSuffix(name, "_")
	}
	return c.Tag
}

func isFloat(t cil.Type) bool { _, ok := t.(*cil.FloatType); return ok }

// recasts returns the types of functions whose addresses prog converts to another type, or has
// in unions, by their texts. What is compared only isn't called as the other type.
func recasts(prog *cil.Program) map[string]bool {
	types, compared := map[string]bool{}, map[cil.Expr]bool{}
	look := func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			switch x := x.(type) {
			case *cil.Binary:
				if x.Op == cil.Eq || x.Op == cil.Ne {
					compared[x.X], compared[x.Y] = true, true
				}
			case *cil.Cast:
				from := x.X.Type()
				if cil.IsFuncPointer(from) && !compared[x] && !cil.SameType(x.T, from) {
					types[pointeeText(from)] = true
				}
			}
		})
	}
	for _, c := range prog.Comps {
		for _, f := range c.Fields {
			if c.Union && cil.IsFuncPointer(f.Type) {
				types[pointeeText(f.Type)] = true
			}
		}
	}
	for _, v := range prog.Globals {
		if v.Init == nil {
			continue
		}
		if v.Init.Expr != nil {
			look(v.Init.Expr)
		}
		for _, e := range v.Init.Entries {
			look(e.Expr)
		}
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, look)
		}
	}
	return types
}

func pointeeText(t cil.Type) string { return t.(*cil.PtrType).Elem.String() }
