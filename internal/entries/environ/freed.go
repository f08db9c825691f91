package environ

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// What is armed lies in memory: a timer in the struct of a device. If that memory is freed, or the module goes that has
// the callback, before the callback has run, the kernel calls into what isn't there any more. Rules are told by marks,
// one for each struct of objects: FreedMark with its tag, UnloadedMark with its tag.
const (
	FreedMark    = "hardbop_freed_"
	UnloadedMark = "hardbop_unloaded_"
)

// FreePrefix begins the names of hooks for calls that free memory. They are called where what is freed may be one of the
// structs that they look at, by its type.
const FreePrefix = "hardbop_freed_by_"

// mayFree reports whether the call may free one of the structs that the hook h looks at: its last argument for h points to
// one, to what has such a one in it, or is a part of it, or to void.
func mayFree(h *cil.Func, c *cil.Call) bool {
	k := len(h.Formals) - 1
	if k >= len(c.Args) {
		return false
	}
	freed := pointed(c.Args[k])
	comp, ok := freed.(*cil.CompType)
	may := freed == nil || ok && !comp.Defined
	for _, n := range h.Nodes {
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			cil.Walk(e, func(x cil.Expr) {
				if a, isAddr := x.(*cil.AddrOf); isAddr && a.L.Mem != nil && ok {
					of, isComp := pointee(a.L.Mem.Type())
					may = may || isComp && (of.Tag == comp.Tag || partOf(comp, of.Tag, maxDepth) != "" || partOf(of, comp.Tag, maxDepth) != "")
				}
			})
		})
	}
	return may
}

// maxDepth bounds how deep structs are looked for in others.
const maxDepth = 8

// pointed returns what e points to before it is converted to a pointer to void; nil if it is one.
func pointed(e cil.Expr) cil.Type {
	for {
		p, ok := e.Type().(*cil.PtrType)
		if ok && !cil.SameType(p.Elem, cil.Void) {
			return p.Elem
		}
		c, isCast := e.(*cil.Cast)
		if !isCast {
			return nil
		}
		e = c.X
	}
}

// holder is a struct with an object in it.
type holder struct {
	comp *cil.CompType
	path string // of the object in it
}

// holders returns the structs in which the unit's own functions name an object with the tag, in order.
func (p *plan) holders(unit int, tag string) []holder {
	var list []holder
	for _, f := range p.units[unit].Prog.Funcs {
		if !find.Own(f) {
			continue
		}
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					if h, ok := holding(x, tag); ok && !slices.Contains(list, h) {
						list = append(list, h)
					}
				})
			})
		}
	}
	return list
}

// holding reports what struct has the object with the tag, or the struct that has it, whose address e is.
func holding(e cil.Expr, tag string) (h holder, ok bool) {
	a, ok := e.(*cil.AddrOf)
	if !ok || a.L.Mem == nil || len(a.L.Path) == 0 {
		return holder{}, false
	}
	comp, isComp := pointee(a.L.Mem.Type())
	part, isPart := a.L.Type().(*cil.CompType)
	if !isComp || !isPart || made(comp) || variable(a.L.Path) {
		return holder{}, false
	}
	path := pathText(slices.DeleteFunc(slices.Clone(a.L.Path), func(s cil.Sel) bool { return s.Field != nil && made2(s.Field.Name) }))
	switch {
	case part.Tag == tag:
	case partOf(part, tag, 2) != "":
		path += partOf(part, tag, 2)
	default:
		return holder{}, false
	}
	return holder{comp, path}, true
}

// pendingObjects returns the slots of the unit that have objects which are armed. Windows keeps a driver as long as it
// has any.
func (p *plan) pendingObjects(unit int) []*slot {
	if p.entry != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.slots), func(s *slot) bool {
		return s.unit != unit || !s.object || !s.armed() || s.tag() == ""
	})
}

// freeing writes the functions that tell rules of memory that is freed with something armed in it.
func (w *writer) freeing() {
	called := w.plan.calledNames()
	for _, m := range w.plan.kinds.Memory() {
		switch {
		case !called[m.Function] || !w.plan.holds(w.unit):
		case m.Frees >= 0:
			w.printf("\n/* called after each call of %s */\nvoid %s(%s)\n{\n", m.Function, suffixed(FreePrefix+m.Function, w.unit), pointers(m.Frees+1))
			w.freed(param(m.Frees))
			w.printf("}\n")
		default:
			w.printf("\n/* called after each call of %s: memory that is freed at the end of the device */\nvoid %s(void *result)\n{\n", m.Function, suffixed(HookPrefix+m.Function, w.unit))
			w.printf("\tif (%s == 0 || __VERIFIER_nondet_int())\n\t\t%s = result;\n}\n", w.managedMemory(), w.managedMemory())
		}
	}
	if w.declared[managedName] {
		w.printf("\n/* the end of the device */\nvoid %s(void)\n{\n", suffixed(freeManaged, w.unit))
		w.freed(w.managedMemory())
		w.printf("\t%s = 0;\n}\n", w.managedMemory())
	}
}

// calledNames are the names of the functions that the units call.
func (p *plan) calledNames() map[string]bool {
	names := map[string]bool{}
	for i := range p.units {
		for name := range p.called(i) {
			names[name] = true
		}
	}
	return names
}

// holds reports whether structs of the unit have objects in them that are armed.
func (p *plan) holds(unit int) bool {
	return slices.ContainsFunc(p.pendingObjects(unit), func(s *slot) bool { return len(p.holders(unit, s.tag())) > 0 })
}

// tag returns that of the objects of s; "" if the unit has no such struct.
func (s *slot) tag() string {
	if c, ok := pointee(s.values[0].typ); ok {
		return c.Tag
	}
	return ""
}

// pointers lists n parameters that are pointers.
func pointers(n int) string {
	var list []string
	for k := range n {
		list = append(list, "const void *"+param(k))
	}
	return strings.Join(list, ", ")
}

// freed writes the marks for what is armed in the memory that the expression points to.
func (w *writer) freed(memory string) {
	for _, s := range w.plan.pendingObjects(w.unit) {
		for _, h := range w.plan.holders(w.unit, s.tag()) {
			at := "&(" + w.cast(&cil.PtrType{Elem: h.comp}, memory) + ")->" + strings.TrimPrefix(h.path, ".")
			w.printf("\tif (%s && (const void *)%s == (const void *)%s)\n\t\t%s();\n", s.name, s.values[0].name, at, w.mark(FreedMark+s.tag()))
		}
	}
}

// mark returns the name, which it has declared.
func (w *writer) mark(name string) string {
	w.declare("extern void " + name + "(void);")
	return name
}

const (
	// managedName is the variable with memory that is freed at the end of the device, one of all.
	managedName = "hardbop_managed_memory"
	// freeManaged is the function that is called then.
	freeManaged = "hardbop_free_managed"
)

// managedMemory returns that variable of the unit, and has it declared.
func (w *writer) managedMemory() string {
	if !w.declared[managedName] {
		w.declared[managedName] = true
		w.decls = append(w.decls, "static const void *"+managedName+";")
	}
	return managedName
}

// freesManaged writes the calls of what frees managed memory at the end of g's object.
func (w *writer) freesManaged(g *group) {
	if !w.plan.freesManaged(g) {
		return
	}
	for i := range w.plan.units {
		if w.plan.holds(i) {
			w.declare("extern void " + suffixed(freeManaged, i) + "(void);")
			w.line("%s();", suffixed(freeManaged, i))
		}
	}
}

// freesManaged reports whether memory is freed at the end of g's object in which something may be armed.
func (p *plan) freesManaged(g *group) bool {
	for i := range p.units {
		if p.holds(i) {
			return p.getsManaged(g)
		}
	}
	return false
}

// getsManaged reports whether a callback that begins the life of g's object gets memory that is freed at its end.
func (p *plan) getsManaged(g *group) bool {
	for _, m := range g.members {
		if m.kind.Role != kinds.Init {
			continue
		}
		for f := range p.graph.From(m.cand.Func, func(*cil.Var) bool { return false }).Funcs {
			if p.kinds.Managed(find.SourceName(f)) {
				return true
			}
		}
	}
	return false
}

// unloaded writes the marks for what is armed when the module is gone.
func (w *writer) unloaded() {
	objects := w.plan.pendingObjects(w.unit)
	if len(objects) == 0 {
		return
	}
	w.printf("\n/* the module is gone */\nvoid %s(void)\n{\n", suffixed(gone, w.unit))
	for _, s := range objects {
		w.printf("\tif (%s)\n\t\t%s();\n", s.name, w.mark(UnloadedMark+s.tag()))
	}
	w.printf("}\n")
}

// gone is the function that is called when the module is gone.
const gone = "hardbop_gone"

// tellsUnloaded writes the calls of these functions.
func (w *writer) tellsUnloaded() {
	for i := range w.plan.units {
		if len(w.plan.pendingObjects(i)) > 0 {
			w.declare("extern void " + suffixed(gone, i) + "(void);")
			w.line("%s();", suffixed(gone, i))
		}
	}
}
