package environ

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// HookPrefix begins the names of hooks that are called behind a call, beforePrefix those of hooks that are called
// at its beginning, behindPrefix those that are called last, if no lock may be held.
const (
	HookPrefix   = "hardbop_after_"
	beforePrefix = "hardbop_before_"
	behindPrefix = "hardbop_behind_"
)

// given and result are what the variables are called that keep a call's arguments and its result for a hook.
const (
	given  = "given"
	result = "result"
)

// Kept reports whether l is a variable that keeps a call's result for a hook alone.
func Kept(l *cil.Lval) bool {
	return l != nil && l.IsVar(nil) && l.Base.Kind == cil.Temp && strings.HasPrefix(l.Base.Name, result)
}

// Woven reports whether in is a call of a hook, or keeps an argument for one, or asks what is called.
func Woven(in cil.Instr) bool {
	switch in := in.(type) {
	case *cil.Call:
		return in.Callee() != nil && isHook(in.Callee().Name)
	case *cil.Assign:
		return in.L.Base != nil && keeps(in.L.Base)
	case *cil.Branch:
		return slices.ContainsFunc(cil.Vars(in.E), keeps)
	}
	return false
}

// Hooked returns the name of the function of whose calls the hook that in calls is told; "" if it calls none.
func Hooked(in cil.Instr) string {
	c, ok := in.(*cil.Call)
	if !ok || c.Callee() == nil {
		return ""
	}
	name, _ := hooked(c.Callee())
	return name
}

// Ends reports whether in calls a hook of what runs at the end of a call, which doesn't wait for that.
func Ends(in cil.Instr) bool {
	c, ok := in.(*cil.Call)
	return ok && c.Callee() != nil && isBehind(c.Callee())
}

// keeps reports whether v is a variable that keeps an argument, or what is called.
func keeps(v *cil.Var) bool { return v.Kind == cil.Temp && strings.HasPrefix(v.Name, given) }

// hookPrefixes are what the names of all hooks begin with.
func hookPrefixes() []string { return []string{HookPrefix, FreePrefix, beforePrefix, behindPrefix} }

// isHook reports whether name is that of a hook.
func isHook(name string) bool {
	return slices.ContainsFunc(hookPrefixes(), func(p string) bool { return strings.HasPrefix(name, p) })
}

// action is what a hook does for one slot.
type action struct {
	s    *slot
	h    hook
	does does
}

// does is what an action does: it fills the slot, empties it, or nothing.
type does int

const (
	toSet does = iota
	toClear
	toAsk
)

// hooks writes the slots of the unit, and the functions that fill and empty them.
func (w *writer) hooks() {
	by := map[string][]action{}
	var names []string
	add := func(a action) {
		n := find.SourceName(a.h.fn)
		if by[n] == nil {
			names = append(names, n)
		}
		by[n] = append(by[n], a)
	}
	for _, s := range w.plan.slots {
		if s.unit != w.unit {
			continue
		}
		w.variables(s)
		for _, h := range s.sets {
			add(action{s, h, toSet})
		}
		for _, h := range s.clears {
			add(action{s, h, toClear})
		}
		for _, h := range s.asks {
			add(action{s, h, toAsk})
		}
	}
	sort.Strings(names)
	for _, n := range names {
		w.before(n, by[n])
		w.hook(n, by[n])
		w.behind(n, by[n])
	}
}

// variables declares those of s.
func (w *writer) variables(s *slot) {
	for _, v := range s.values {
		d, _ := w.types.declare(v.typ, v.name)
		w.decls = append(w.decls, "static "+d+";")
	}
	static := "static "
	if len(w.plan.units) > 1 {
		static = "" // the owner's end may be in another unit
	}
	w.decls = append(w.decls, static+"int "+s.name+";")
	if s.sleeps {
		w.decls = append(w.decls, "static int "+s.woken()+";")
	}
	if s.blocks {
		d, _ := w.types.declare(s.values[0].typ, s.blocked())
		w.decls = append(w.decls, "static "+d+";")
	}
	if s.deep {
		w.older(s)
	}
}

// hook writes the function that is called after each call of the function called name.
func (w *writer) hook(name string, actions []action) {
	t := actions[0].h.fn.Type
	var params []string
	if returns(t) {
		d, _ := w.types.declare(t.Ret, "result")
		params = append(params, d)
	}
	hook := suffixed(HookPrefix+name, w.unit)
	head, tells := "void "+hook, w.tells(name, actions)
	if tells {
		head, _ = w.types.declare(t.Ret, hook)
	}
	w.printf("\n/* called after each call of %s */\n%s(%s)\n{\n", name, head, strings.Join(append(params, w.params(t)...), ", "))
	if tells {
		w.found(actions)
	}
	w.act(actions)
	if tells {
		w.tell(actions[0])
	}
	w.printf("}\n")
}

// act writes what a hook does.
func (w *writer) act(actions []action) {
	arms := actions[0].does == toSet && actions[0].s.told()
	if arms {
		w.displaced(actions)
	}
	if on := drained(actions); len(on) > 0 {
		w.drain(on)
	}
	for _, a := range actions {
		switch a.does {
		case toClear:
			w.clear(a)
		case toSet:
			w.set(a)
		case toAsk:
			w.block(a)
		}
	}
	if arms {
		w.missed(actions)
	}
}

// params declares the parameters of a function of type t.
func (w *writer) params(t *cil.FuncType) []string {
	var params []string
	for k, p := range t.Params {
		d, _ := w.types.declare(p, param(k))
		params = append(params, d)
	}
	return params
}

func returns(t *cil.FuncType) bool {
	_, void := t.Ret.(*cil.VoidType)
	return !void
}

func param(k int) string { return fmt.Sprintf("p%d", k) }

// object is the expression of the hook's argument.
func (h hook) object() string {
	switch {
	case h.deref:
		return "*" + param(h.arg)
	case h.member != "":
		return "&" + param(h.arg) + "->" + h.member
	}
	return param(h.arg)
}

// from is the expression of what v gets.
func (h hook) from(v value) string {
	switch {
	case v.arg == ofHook:
		return h.object()
	case v.arg == ofResult:
		return "result"
	case v.arg >= 0:
		return param(v.arg)
	case h.queue >= 0 && h.delays:
		return fmt.Sprintf("(%s == 0 ? (void *)%s : 0)", param(h.delay), param(h.queue))
	case h.queue >= 0:
		return param(h.queue)
	}
	return "0"
}

// same is the condition that the hook's argument is what the slot has.
func (a action) same() string {
	if a.h.arg < 0 {
		return a.s.name // it takes what there is
	}
	v := a.s.values[a.h.value]
	x, y := a.h.object(), v.name
	if a.h.of != "" {
		y += "->" + a.h.of
	}
	if cil.IsPointer(v.typ) {
		x, y = "(const void *)"+x, "(const void *)"+y
	}
	if a.h.callback >= 0 {
		return x + " == " + y + " && " + param(a.h.callback) + " == " + a.s.callback.Name()
	}
	return x + " == " + y
}

// clear empties a slot if the hook's argument is what it has.
func (w *writer) clear(a action) {
	conds := append(success(a.h), a.same())
	if a.h.runs || a.h.of != "" {
		conds = append([]string{a.s.name}, conds...)
	}
	if a.s.deep {
		w.dig(a.s, a.h.object())
	}
	w.printf("\tif (%s) {\n", strings.Join(conds, " && "))
	if a.h.runs {
		w.run(a)
	}
	if a.h.ends {
		for _, g := range w.plan.groups {
			if slices.Contains(g.slots, a.s) && g.ends() {
				w.printf("\t\t%s();\n", w.ender(g))
			}
		}
	}
	switch {
	case a.h.stays:
	case a.s.deep && !a.h.runs:
		w.printf("\t\t%s();\n", a.s.pop())
	case !a.s.deep:
		w.printf("\t\t%s = 0;\n", a.s.name)
	}
	w.printf("\t}\n")
	w.block(a)
}

// success returns the conditions under which the call of h did what it is called for.
func success(h hook) []string {
	if !returns(h.fn.Type) {
		return nil
	}
	switch h.success {
	case kinds.Zero:
		return []string{"result == 0"}
	case kinds.NotZero:
		return []string{"result != 0"}
	case kinds.NotNegative:
		return []string{"result >= 0"}
	case kinds.NoError:
		return []string{"result != 0", "(unsigned long)result < -4095ul"}
	}
	return nil
}

// set fills a slot. What was in it may stay instead.
func (w *writer) set(a action) {
	conds := success(a.h)
	if a.h.callback >= 0 {
		conds = append(conds, param(a.h.callback)+" == "+a.s.callback.Name())
	}
	if a.h.tableName != "" {
		table := param(a.h.table)
		if a.h.tableMember != "" {
			table += "->" + a.h.tableMember
		}
		conds = append(conds, "(const void *)"+table+" == (const void *)&"+a.h.tableName)
	}
	if a.s.function != "" && w.several(a.s) {
		conds = append(conds, "("+a.h.object()+")->"+a.s.function+" == "+a.s.callback.Name())
	}
	if !a.s.deep {
		conds = append(conds, fmt.Sprintf("(!%s || %s__VERIFIER_nondet_int())", a.s.name, a.moves()))
	}
	w.printf("\tif (%s) {\n", strings.Join(conds, " && "))
	if a.s.deep {
		w.printf("\t\t%s();\n", a.s.push())
	}
	for _, v := range a.s.values {
		w.printf("\t\t%s = %s;\n", v.name, w.cast(v.typ, a.h.from(v)))
	}
	if a.s.sleeps {
		w.printf("\t\t%s = 0;\n", a.s.woken())
	}
	w.printf("\t\t%s = 1;\n\t}\n", a.s.name)
}

// moves is what the choice of what stays in the slot depends on where an object may wait for its time or be on a queue: what is there
// already stays as it is, or is what the call moves.
func (a action) moves() string {
	switch {
	case !slices.ContainsFunc(a.s.sets, func(h hook) bool { return h.delays }):
		return ""
	case a.h.told == kinds.Armed:
		return a.same() + " || "
	}
	return "!(" + a.same() + ") && "
}

// several reports whether another callback of the unit is called for objects of the same struct.
func (w *writer) several(s *slot) bool {
	for _, o := range w.plan.slots {
		if o != s && o.unit == s.unit && o.function == s.function && o.function != "" && cil.SameType(o.values[0].typ, s.values[0].typ) {
			return true
		}
	}
	return false
}
