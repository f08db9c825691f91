package environ

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
)

// argument chooses what parameter k of m gets: declarations and statements to put before
// the call, and the expression. The function's own choice is, in this order: what the
// registration handed over, the table itself, the object of the group's life, the object
// of an owner or its part, something new. What has the table's type may be any that the
// driver has: nobody knows which one it has registered.
func (w *writer) argument(g *group, m *member, k int) (before []string, expr string) {
	t := m.cand.Func.Type.Params[k]
	if v := g.handed(k, t); v != "" {
		return nil, w.cast(t, v)
	}
	pt, ok := t.(*cil.PtrType)
	if !ok {
		return w.scalar(m, t, k)
	}
	if c, ok := pt.Elem.(*cil.CompType); ok && !c.Defined && !made(c) {
		if o := w.owner(g, c, map[*group]bool{}); o != nil {
			name := w.handle(o, c)
			return []string{"__VERIFIER_assume(" + name + " != 0);"}, name
		}
	} else if ok && !made(c) {
		if before, e := w.parameter(g, m, c); e != "" {
			return before, w.cast(t, e)
		}
		if e := w.table(g, m, c); e != "" {
			return nil, w.cast(t, e)
		}
		if e := w.object(g, c, map[*group]bool{}); e != "" && (g.keepsTag(c.Tag) || g.giving(c.Tag) == nil) {
			return nil, e
		}
		if d := w.plan.driver; d.keepsTag(c.Tag) {
			return nil, "&" + w.handle(d, c)
		}
		if c.Tag == irpTag && w.irps() {
			name := fmt.Sprintf("a%d", k)
			return []string{"struct " + irpTag + " *" + name + " = " + w.irpArgument(g, m) + ";"}, name
		}
		if c.Size > 0 && c.Tag != m.use.Struct {
			name := fmt.Sprintf("a%d", k)
			return append([]string{named(c) + " " + name + " = " + w.nondet(c) + "();"}, w.gifts(g, c, name, k)...), "&" + name
		}
	}
	return w.pointer(t, k)
}

// handed returns the variable of g's slots that parameter k of type t gets, or "".
func (g *group) handed(k int, t cil.Type) string {
	c, isStruct := pointee(t)
	for _, s := range g.slots {
		for _, v := range s.values {
			vc, ok := pointee(v.typ)
			if v.member == "" && v.param == k || v.param == -1 && ok && isStruct && vc.Tag == c.Tag {
				return v.name
			}
		}
	}
	return ""
}

func pointee(t cil.Type) (*cil.CompType, bool) {
	pt, ok := t.(*cil.PtrType)
	if !ok {
		return nil, false
	}
	c, ok := pt.Elem.(*cil.CompType)
	return c, ok
}

// cast returns the expression as one of type t.
func (w *writer) cast(t cil.Type, expr string) string {
	s, ok := w.types.declare(t, "")
	if !ok {
		return expr
	}
	return "(" + s + ")" + expr
}

// scalar returns an arbitrary value of type t, which is no pointer, for parameter k of m.
func (w *writer) scalar(m *member, t cil.Type, k int) ([]string, string) {
	name := fmt.Sprintf("a%d", k)
	if it, ok := t.(*cil.IntType); ok {
		if l, ok := w.limit(m, it, k); ok {
			return append([]string{it.String() + " " + name + " = " + w.nondet(t) + "();"}, l...), name
		}
		return nil, w.nondet(t) + "()"
	}
	d, ok := w.types.declare(t, name)
	if !ok {
		d, t = "int "+name, &cil.IntType{Kind: cil.Int}
	}
	return []string{d + " = " + w.nondet(t) + "();"}, name
}

// limit returns what the kernel guarantees of a number of type t that it hands to m as parameter k. A
// type that doesn't hold all such numbers would get others.
func (w *writer) limit(m *member, t *cil.IntType, k int) (assumes []string, ok bool) {
	l, ok := w.plan.kinds.Limit(m.use.Struct, m.use.Member, k)
	if !ok || w.types.prog.Model.SizeOf(t) < 4 {
		return nil, false
	}
	name := fmt.Sprintf("a%d", k)
	if l.Low > 0 || t.Signed {
		assumes = append(assumes, fmt.Sprintf("__VERIFIER_assume(%s >= %d);", name, l.Low))
	}
	return append(assumes, fmt.Sprintf("__VERIFIER_assume(%s <= %d);", name, l.High)), true
}

// pointer returns an arbitrary pointer of type t that isn't null. One to numbers, characters or
// pointers is to new memory: what a kernel has filled in, or will look at.
func (w *writer) pointer(t cil.Type, k int) ([]string, string) {
	name := fmt.Sprintf("a%d", k)
	d, ok := w.types.declare(t, name)
	if !ok {
		d, t = "void *"+name, &cil.PtrType{Elem: cil.Void}
	}
	value := w.memory
	if pt, is := t.(*cil.PtrType); !is || !cil.IsScalar(pt.Elem) || w.ownMalloc() {
		value = func() string { return w.nondet(t) + "()" }
	}
	return []string{d + " = " + value() + ";", "__VERIFIER_assume(" + name + " != 0);"}, name
}

// bufferBytes is the size of new memory that callbacks get: more than the page that most of them
// take for granted.
const bufferBytes = 65536

// memory returns a call that allocates new memory with arbitrary contents.
func (w *writer) memory() string {
	if !w.declared["malloc"] && w.types.prog.FuncNamed("malloc") == nil {
		w.declared["malloc"] = true
		w.decls = append(w.decls, "extern void *malloc("+w.types.prog.Model.SizeT().String()+");")
	}
	return fmt.Sprintf("malloc(%d)", bufferBytes)
}

// ownMalloc reports whether the program has a malloc of its own.
func (w *writer) ownMalloc() bool {
	f := w.types.prog.FuncNamed("malloc")
	return f != nil && f.HasBody()
}

// nondet returns the name of a function that returns an arbitrary value of type t, and has
// it declared.
func (w *writer) nondet(t cil.Type) string {
	name := "__VERIFIER_nondet_" + word(t)
	if !w.declared[name] {
		w.declared[name] = true
		d, _ := w.types.declare(&cil.FuncType{Ret: t}, name)
		w.decls = append(w.decls, "extern "+d+";")
	}
	return name
}

// table returns the address of m's table if it is a c, and has a name at file scope.
func (w *writer) table(g *group, m *member, c *cil.CompType) string {
	u := m.use
	if u.Table == nil || u.Table.Base == nil || u.Table.Base.Func != nil || u.Table.Base.Orig != "" || g.unit != w.unit || w.plan.graph.Copied(u.Table.Base) {
		return ""
	}
	for k := len(u.Table.Path); k >= 0; k-- {
		l := &cil.Lval{Base: u.Table.Base, Path: u.Table.Path[:k]}
		if variable(l.Path) {
			continue
		}
		if t, ok := l.Type().(*cil.CompType); ok && t == c {
			return "&" + cil.LvalString(l)
		}
	}
	return ""
}

// variable reports whether an index in path isn't a constant.
func variable(path []cil.Sel) bool {
	return slices.ContainsFunc(path, func(s cil.Sel) bool {
		if s.Field != nil {
			return false
		}
		_, ok := cil.ConstValue(s.Index)
		return !ok
	})
}

// owner returns g, or the owner of it, that has an object which is a c, a struct that isn't
// defined.
func (w *writer) owner(g *group, c *cil.CompType, seen map[*group]bool) *group {
	switch {
	case seen[g]:
		return nil
	case g.keepsTag(c.Tag):
		return g
	}
	seen[g] = true
	for _, o := range g.owners {
		if found := w.owner(o, c, seen); found != nil {
			return found
		}
	}
	return nil
}

// object returns the address of a c that stays the same: an object of g, or of one of its
// owners, or a part of one.
func (w *writer) object(g *group, c *cil.CompType, seen map[*group]bool) string {
	if seen[g] {
		return ""
	}
	seen[g] = true
	if g.keepsTag(c.Tag) {
		return "&" + w.handle(g, c)
	}
	for _, o := range g.owners {
		if e := w.object(o, c, seen); e != "" {
			return e
		}
		for _, h := range o.handles {
			if p := partOf(h, c.Tag, 3); p != "" {
				return "&" + w.handle(o, h) + p
			}
		}
	}
	return ""
}

// keepsTag reports whether an object of g is a struct with the tag.
func (g *group) keepsTag(tag string) bool {
	return slices.ContainsFunc(g.handles, func(h *cil.CompType) bool { return h.Tag == tag })
}

// partOf returns the path of a member of c that is the struct with the tag.
func partOf(c *cil.CompType, tag string, depth int) string {
	if depth == 0 || c.Union {
		return ""
	}
	for _, f := range c.Fields {
		if fc, ok := f.Type.(*cil.CompType); ok && fc.Tag == tag && !made2(f.Name) {
			return "." + f.Name
		}
	}
	for _, f := range c.Fields {
		if fc, ok := f.Type.(*cil.CompType); ok && !made2(f.Name) {
			if p := partOf(fc, tag, depth-1); p != "" {
				return "." + f.Name + p
			}
		}
	}
	return ""
}

// handle returns the name of the object of g that is an h, or of a pointer to it if h isn't
// defined, and has it declared.
func (w *writer) handle(g *group, h *cil.CompType) string {
	name := "hardbop_" + g.name + "_" + h.Tag
	if !w.declared[name] {
		w.declared[name] = true
		star := ""
		if !h.Defined {
			star = "*"
		}
		w.decls = append(w.decls, "extern "+named(h)+" "+star+name+";")
	}
	return name
}
