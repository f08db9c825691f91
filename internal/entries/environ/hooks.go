package environ

import (
	"fmt"
	"sort"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// HookPrefix begins the names of hooks.
const HookPrefix = "hardbop_after_"

// action is what a hook does for one slot.
type action struct {
	s      *slot
	h      hook
	clears bool
}

// hooks writes the slots of the unit, and the functions that fill and empty them.
func (w *writer) hooks() {
	by := map[string][]action{}
	for _, s := range w.plan.slots {
		if s.unit != w.unit {
			continue
		}
		d, _ := w.types.declare(s.typ, s.name)
		w.decls = append(w.decls, "static "+d+";", "static int "+s.name+"_set;")
		for _, h := range s.sets {
			by[find.SourceName(h.fn)] = append(by[find.SourceName(h.fn)], action{s, h, false})
		}
		for _, h := range s.clears {
			by[find.SourceName(h.fn)] = append(by[find.SourceName(h.fn)], action{s, h, true})
		}
	}
	var names []string
	for n := range by {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		w.hook(n, by[n])
	}
}

// hook writes the function that is called after each call of the function called name.
func (w *writer) hook(name string, actions []action) {
	t := actions[0].h.fn.Type
	var params []string
	returns := true
	if _, void := t.Ret.(*cil.VoidType); void {
		returns = false
	} else {
		d, _ := w.types.declare(t.Ret, "result")
		params = append(params, d)
	}
	for k, p := range t.Params {
		d, _ := w.types.declare(p, param(k))
		params = append(params, d)
	}
	suffix := ""
	if w.unit > 0 {
		suffix = fmt.Sprintf("__%d", w.unit+1)
	}
	w.printf("\n/* called after each call of %s */\nvoid %s%s%s(%s)\n{\n", name, HookPrefix, name, suffix, strings.Join(params, ", "))
	for _, a := range actions {
		w.action(a, returns)
	}
	w.printf("}\n")
}

func param(k int) string { return fmt.Sprintf("p%d", k) }

func (w *writer) action(a action, returns bool) {
	value := param(a.h.arg)
	if a.h.member != "" {
		value = "&" + value + "->" + a.h.member
	}
	if a.clears {
		w.printf("\tif (%s == %s)\n\t\t%s_set = 0;\n", w.plain(a.s, value), w.plain(a.s, a.s.name), a.s.name)
		return
	}
	var conds []string
	if a.h.zero && returns {
		conds = append(conds, "result == 0")
	}
	if a.h.callback >= 0 {
		conds = append(conds, param(a.h.callback)+" == "+a.s.group.members[0].cand.Name())
	}
	if a.s.function != "" && w.several(a.s) {
		fn := param(a.h.arg) + "->"
		if a.h.member != "" {
			fn += a.h.member + "."
		}
		conds = append(conds, fn+a.s.function+" == "+a.s.group.members[0].cand.Name())
	}
	conds = append(conds, fmt.Sprintf("(!%s_set || __VERIFIER_nondet_int())", a.s.name))
	w.printf("\tif (%s) {\n\t\t%s = %s;\n\t\t%s_set = 1;\n\t}\n", strings.Join(conds, " && "), a.s.name, w.cast(a.s.typ, value), a.s.name)
}

// plain returns an expression in which pointers of any type can be compared.
func (w *writer) plain(s *slot, expr string) string {
	if cil.IsPointer(s.typ) {
		return "(const void *)" + expr
	}
	return expr
}

// several reports whether another callback of the unit is called for objects of the same struct.
func (w *writer) several(s *slot) bool {
	for _, o := range w.plan.slots {
		if o != s && o.unit == s.unit && o.function == s.function && o.function != "" && cil.SameType(o.typ, s.typ) {
			return true
		}
	}
	return false
}
