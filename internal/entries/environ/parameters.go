package environ

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// The loader sets a module's parameters before the initialisation, and sysfs those that may be written whenever
// it likes; here, between two calls. What is set by functions of the kernel is set to any value, what a function of
// the driver sets is set by calls of that.

// Names of the functions that set parameters: as the loader does, and as sysfs does.
const (
	loads  = "hardbop_load_parameters"
	writes = "hardbop_write_parameters"
)

// loaded is the variable that says that the loader is done.
const loaded = "hardbop_loaded"

// Names of the struct of a parameter and of the table of functions that set it.
const (
	parameterTag    = "kernel_param"
	parameterOpsTag = "kernel_param_ops"
)

// Written are the variables that the environment sets as sysfs does.
func Written(prog *cil.Program) map[*cil.Var]bool {
	set := map[*cil.Var]bool{}
	for _, f := range prog.Funcs {
		if !strings.HasPrefix(find.SourceName(f), writes) {
			continue
		}
		for _, n := range f.Nodes {
			if l := cil.Stored(n.Instr); l != nil && l.Base != nil && l.Base.Kind == cil.Global {
				set[l.Base] = true
			}
		}
	}
	return set
}

// parameterSetters writes the functions that set the parameters of the unit, and those behind functions of the kernel that
// functions of the driver call to do so.
func (w *writer) parameterSetters() {
	w.parameterHooks()
	w.setter(loads, "/* sets the parameters as the loader does, before the initialisation */")
	w.setter(writes, "/* sets the parameters that sysfs can write, between two calls */")
}

// setter writes a function that sets parameters of the unit, if there are any for it.
func (w *writer) setter(name, title string) {
	list := w.plan.settable(name, w.unit)
	if len(list) == 0 {
		return
	}
	w.printf("\n%s\nvoid %s(void)\n{\n", title, suffixed(name, w.unit))
	for _, q := range list {
		w.printf("\t%s /* %s, %s */\n", w.arbitrary(q), q.Name(), q.Var.Pos)
	}
	w.printf("}\n")
}

// settable lists the parameters of the unit that the function called name is to set: those that functions of the kernel set
// if what has the value can be named.
func (p *plan) settable(name string, unit int) []*find.Parameter {
	var list []*find.Parameter
	for _, q := range p.parameters {
		if q.Unit != unit || !q.Kernel() || name == writes && !q.Writable {
			continue
		}
		if _, ok := spelled(q.Value); ok {
			list = append(list, q)
		}
	}
	return list
}

// suffixed tells the functions of several files apart.
func suffixed(name string, unit int) string {
	if unit > 0 {
		name += fmt.Sprintf("__%d", unit+1)
	}
	return name
}

// setAll calls the functions called name of all units, where they have been written.
func (w *writer) setAll(name, indent string) {
	for i := range w.plan.units {
		if len(w.plan.settable(name, i)) == 0 {
			continue
		}
		n := suffixed(name, i)
		if i != w.unit {
			w.decls = append(w.decls, "extern void "+n+"(void);")
		}
		w.printf("%s%s();\n", indent, n)
	}
}

// loaded sets the parameters as the loader does.
func (w *writer) loaded() {
	w.setAll(loads, "\t")
	for _, g := range w.plan.groups {
		if g.tag != parameterOpsTag {
			continue
		}
		if g.unit != w.unit {
			w.decls = append(w.decls, "extern void "+g.step()+"(void);")
		}
		for range max(1, len(w.plan.setBy(g))) {
			w.line("if (__VERIFIER_nondet_int())")
			w.line("\t%s();", g.step())
		}
	}
	if w.plan.restricted() {
		w.declare("int " + loaded + ";")
		w.line("%s = 1;", loaded)
	}
}

// setBy lists the parameters that the functions of the table g set.
func (p *plan) setBy(g *group) []*find.Parameter {
	var list []*find.Parameter
	for _, q := range p.parameters {
		if g.tag == parameterOpsTag && q.Ops != nil && q.Ops == g.base() && q.Unit == g.unit && q.Var.Orig == "" {
			list = append(list, q)
		}
	}
	return list
}

// parameter returns the address of the parameter that m of g, a table of functions that set parameters, is to
// set; "" if it isn't known. The loader sets all; those that sysfs can't write, nobody else.
func (w *writer) parameter(g *group, m *member, c *cil.CompType) (before []string, text string) {
	if c.Tag != parameterTag || g.unit != w.unit {
		return nil, ""
	}
	all := w.plan.setBy(g)
	writable := slices.DeleteFunc(slices.Clone(all), func(q *find.Parameter) bool { return !q.Writable })
	switch {
	case m.use.Member != "set" || len(writable) == len(all):
		return nil, oneOf(all)
	case len(writable) == 0:
		return []string{"__VERIFIER_assume(" + w.loading() + ");"}, oneOf(all)
	}
	return nil, "(" + w.loading() + " ? " + oneOf(all) + " : " + oneOf(writable) + ")"
}

// oneOf returns the address of any of the parameters; "" if there are none.
func oneOf(list []*find.Parameter) string {
	text := ""
	for _, q := range list {
		if text != "" {
			text = "__VERIFIER_nondet_int() ? " + text + " : "
		}
		text += "&" + q.Var.Name
	}
	if strings.Contains(text, "?") {
		text = "(" + text + ")"
	}
	return text
}

// loading returns the condition that the loader sets the parameters, and has its variable declared.
func (w *writer) loading() string {
	w.declare("int " + loaded + ";")
	return loaded + " == 0"
}

// restricted reports whether functions of the driver set a parameter that only the loader may set.
func (p *plan) restricted() bool {
	return slices.ContainsFunc(p.groups, func(g *group) bool {
		return slices.ContainsFunc(p.setBy(g), func(q *find.Parameter) bool { return !q.Writable })
	})
}

// arbitrary returns statements that give q a value of its kind.
func (w *writer) arbitrary(q *find.Parameter) string {
	w.standsIn(q.Value)
	name, _ := spelled(q.Value)
	a, isArray := q.Value.Type().(*cil.ArrayType)
	_, isComp := q.Value.Type().(*cil.CompType)
	switch {
	case isComp:
		return w.anyBytes("&"+name, "sizeof("+name+")")
	case !isArray:
		return w.anyValue(name, q.Value.Type(), q.Ops)
	}
	fill := ""
	if cil.IsPointer(a.Elem) || len(q.Value.Path) > 0 && cil.IsScalar(a.Elem) { // members beside the array stay
		fill = w.anyElement(name, a, q.Elem)
	} else {
		fill = w.anyBytes(name, "sizeof("+name+")")
	}
	if q.String && q.Max > 0 {
		return fill + fmt.Sprintf(" %s[%d] = 0;", name, min(q.Max, a.Len)-1)
	}
	return fill + w.anyCount(q)
}

// spelled returns l as the files have it, or a name that stands for it if they can't name it everywhere; ok is false if they must not write it.
func spelled(l *cil.Lval) (text string, ok bool) {
	if l == nil || l.Base.Const || variable(l.Path) {
		return "", false
	}
	if l.Base.Orig != "" {
		return standIn(l), numbers(l.Type())
	}
	if c, ok := l.Type().(*cil.CompType); ok && c.Size == 0 {
		return "", false
	}
	path := slices.DeleteFunc(slices.Clone(l.Path), func(s cil.Sel) bool { return s.Field != nil && strings.HasPrefix(s.Field.Name, "__anon") })
	return l.Base.Name + pathText(path), true
}

// ended writes the call that ends the life of g's object, in the same step as another call.
func (w *writer) ended(g *group) {
	w.setAll(writes, w.indent)
	w.line("%s();", w.ender(g))
}

// anyValue returns statements that store an arbitrary value of type t in the variable called name, as ops do.
func (w *writer) anyValue(name string, t cil.Type, ops *cil.Var) string {
	if pt, ok := t.(*cil.PtrType); ok {
		if it, ok := pt.Elem.(*cil.IntType); ok && it.Bytes == 1 && !w.ownMalloc() {
			return fmt.Sprintf("if (__VERIFIER_nondet_int()) %s = %s;", name, w.cast(t, w.anyText()))
		}
	}
	if ops != nil && ops.Name == "param_ops_bint" {
		return fmt.Sprintf("if (__VERIFIER_nondet_int()) %s = __VERIFIER_nondet_int() != 0;", name)
	}
	return fmt.Sprintf("%s = %s();", name, w.nondet(t))
}

// anyText returns a call of a function that returns the address of a text that nobody else has, or null.
func (w *writer) anyText() string {
	name := suffixed("hardbop_text", w.unit)
	if !w.declared[name] {
		w.declared[name] = true
		m := w.memory()
		w.decls = append(w.decls, fmt.Sprintf("\n/* any text, or null if there is no memory */\nchar *%s(void)\n{\n\tchar *text = %s;\n\tif (text != 0)\n\t\ttext[%d] = 0;\n\treturn text;\n}\n", name, m, bufferBytes-1))
	}
	return name + "()"
}

// anyElement returns statements that store arbitrary values in elements of the array called name.
func (w *writer) anyElement(name string, a *cil.ArrayType, ops *cil.Var) string {
	s := w.anyValue(name+"[i]", a.Elem, ops)
	n := w.nondet(w.types.prog.Model.Int(cil.UInt))
	return fmt.Sprintf("while (__VERIFIER_nondet_int()) { unsigned int i = %s(); __VERIFIER_assume(i < %d); %s }", n, a.Len, s)
}

// anyBytes returns a statement that fills what is at an address with arbitrary bytes.
func (w *writer) anyBytes(at, size string) string {
	const f = "__VERIFIER_nondet_memory"
	if !w.declared[f] {
		w.declared[f] = true
		w.decls = append(w.decls, "extern void "+f+"(void *, "+w.types.prog.Model.SizeT().String()+");")
	}
	return fmt.Sprintf("%s(%s, %s);", f, at, size)
}

// anyCount returns statements that store how many elements of q have been set.
func (w *writer) anyCount(q *find.Parameter) string {
	name, ok := spelled(q.Count)
	if !ok {
		return ""
	}
	w.standsIn(q.Count)
	if _, ok := q.Count.Type().(*cil.IntType); !ok {
		return ""
	}
	n := w.nondet(w.types.prog.Model.Int(cil.UInt))
	return fmt.Sprintf(" if (__VERIFIER_nondet_int()) { unsigned int n = %s(); __VERIFIER_assume(n <= %d); %s = n; }", n, q.Max, name)
}

// has reports whether c, or what is in it without a name, has a member called name.
func has(c *cil.CompType, name string) bool {
	return slices.ContainsFunc(c.Fields, func(f *cil.Field) bool {
		fc, isComp := f.Type.(*cil.CompType)
		return f.Name == name || isComp && made(fc) && has(fc, name)
	})
}

// setAs are the types of what functions of the kernel set: param_set_T.
var setAs = map[string]cil.IntKind{
	"param_set_byte": cil.UChar, "param_set_short": cil.Short, "param_set_ushort": cil.UShort, "param_set_int": cil.Int, "param_set_uint": cil.UInt,
	"param_set_uint_minmax": cil.UInt, "param_set_hexint": cil.UInt, "param_set_long": cil.Long, "param_set_ulong": cil.ULong,
	"param_set_ullong": cil.ULongLong, "param_set_bool": cil.Bool, "param_set_bool_enable_only": cil.Bool, "param_set_invbool": cil.Bool, "param_set_bint": cil.Int,
}

// parameterHooks writes the functions that are called after calls of param_set_T: what the parameter leads to is any T.
func (w *writer) parameterHooks() {
	called := w.plan.called(w.unit)
	var names []string
	for name, f := range called {
		_, number := setAs[name]
		if (number || name == "param_set_charp" || name == "param_set_copystring") && sets(f) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f := called[name]
		ret, _ := w.types.declare(f.Type.Ret, "result")
		for k, p := range f.Type.Params {
			d, _ := w.types.declare(p, param(k))
			ret += ", " + d
		}
		w.printf("\n/* called after each call of %s */\nvoid %s(%s)\n{\n", name, suffixed(HookPrefix+name, w.unit), ret)
		w.printf("\tif (result == 0)\n\t\t%s\n}\n", w.stored(name))
	}
}

// sets reports whether f, without a body, may set what its second argument, a parameter, leads to.
func sets(f *cil.Func) bool {
	if f.HasBody() || len(f.Type.Params) < 2 || !returns(f.Type) {
		return false
	}
	c, ok := pointee(f.Type.Params[1])
	return ok && c.Tag == parameterTag && has(c, "arg") && has(c, "str")
}

// stored returns a statement that stores what the function called name does for the parameter p1.
func (w *writer) stored(name string) string {
	switch {
	case name == "param_set_copystring":
		return w.anyBytes("p1->str->string", "p1->str->maxlen")
	case name == "param_set_charp" && w.ownMalloc():
		return "*(char **)p1->arg = " + w.nondet(&cil.PtrType{Elem: w.types.prog.Model.Int(cil.Char)}) + "();"
	case name == "param_set_charp":
		return "*(char **)p1->arg = " + w.anyText() + ";"
	}
	t := w.types.prog.Model.Int(setAs[name])
	if name == "param_set_uint_minmax" {
		return fmt.Sprintf("{ %s n = %s(); __VERIFIER_assume(p2 <= n && n <= p3); *(%s *)p1->arg = n; }", t, w.nondet(t), t)
	}
	return fmt.Sprintf("*(%s *)p1->arg = %s();", t, w.nondet(t))
}
