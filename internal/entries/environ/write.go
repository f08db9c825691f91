package environ

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// Start is the name of the environment's function.
const Start = "hardbop_environment"

// writer writes the part of the environment that goes behind one unit.
type writer struct {
	plan     *plan
	unit     int
	types    *namer
	declared map[string]bool
	decls    []string
	lines    []string
	indent   string
}

func (w *writer) printf(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// line writes a line of a block.
func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, w.indent+fmt.Sprintf(format, args...)+"\n")
}

// part writes what goes behind a unit.
func (p *plan) part(unit int) string {
	w := &writer{plan: p, unit: unit, types: newNamer(p.units[unit].Prog), declared: map[string]bool{}}
	w.hooks()
	w.freeing()
	w.unloaded()
	w.finders()
	w.parameterSetters()
	for _, g := range p.groups {
		if g.unit == unit {
			w.step(g)
			w.end(g)
			w.release(g)
		}
	}
	if unit == p.first() {
		w.afterwards()
		w.start()
		if p.spun() {
			w.atomic()
		}
	}
	if len(w.lines) == 0 {
		return ""
	}
	var b strings.Builder
	seen := map[string]bool{}
	for _, d := range append(contexts(), w.decls...) {
		if !seen[d] {
			seen[d] = true
			b.WriteString(d + "\n")
		}
	}
	b.WriteString(strings.Join(w.lines, ""))
	return b.String()
}

// contexts declares what is called before each callback, and the means of SV-COMP.
func contexts() []string {
	return []string{"extern void hardbop_context_process(void);", "extern void hardbop_context_atomic(void);",
		"extern void hardbop_context_interrupt(void);", "extern int __VERIFIER_nondet_int(void);", "extern void __VERIFIER_assume(int);"}
}

// first returns the unit that has the environment's function: that of the initialisation.
func (p *plan) first() int {
	for _, c := range append(p.starts(), p.exit...) {
		return c.Unit
	}
	return 0
}

// end writes the function that ends the life of g's object, if it has one.
func (w *writer) end(g *group) {
	if !g.ends() {
		return
	}
	w.printf("\nvoid hardbop_end_%s(void)\n{\n\tif (%s == 0)\n\t\treturn;\n", g.name, w.stateOf(g))
	if g.pauses {
		w.printf("\t__VERIFIER_assume(%s != 2);\n", w.stateOf(g))
	}
	if cond := w.awake(g); cond != "" {
		w.printf("\t__VERIFIER_assume(%s);\n", cond)
	}
	if m := g.teardown(); m != nil {
		w.invoke(g, m, "\t")
	} else {
		w.indent = "\t"
		w.over(g)
	}
	w.printf("}\n")
}

// ender returns the function that ends the life of g's object, and has it declared.
func (w *writer) ender(g *group) string {
	name := "hardbop_end_" + g.name
	if !w.declared[name] {
		w.declared[name] = true
		w.decls = append(w.decls, "extern void "+name+"(void);")
	}
	return name
}

// stepper returns the function that calls one of g's callbacks, and has it declared.
func (w *writer) stepper(g *group) string {
	name := g.step()
	if !w.declared[name] {
		w.declared[name] = true
		w.decls = append(w.decls, "extern void "+name+"(void);")
	}
	return name
}

// teardown returns the member that ends the life of g's object; nil if there is none.
func (g *group) teardown() *member {
	for _, m := range g.members {
		if m.kind.Role == kinds.Teardown && g.lives {
			return m
		}
	}
	return nil
}

// start writes the environment's function.
func (w *writer) start() {
	p := w.plan
	w.printf("\nvoid %s(void)\n{\n", Start)
	w.indent = "\t"
	w.loaded()
	for i, c := range p.starts() {
		if i > 0 {
			w.setAll(writes, "\t")
		}
		call, _ := w.call(p.driver, outer(c))
		if c.Func.Result == nil {
			w.line("%s;", call)
		} else {
			w.line("if (%s < 0) {", call)
			w.indent = "\t\t"
			w.pending()
			w.line("return;")
			w.indent = "\t"
			w.line("}")
		}
	}
	w.indent = "\t"
	w.loop(slices.DeleteFunc(slices.Clone(p.groups), (*group).last))
	for _, g := range p.ends() {
		w.ended(g)
	}
	for _, c := range p.exit {
		w.last(c)
	}
	w.pending()
	w.printf("}\n")
}

// last writes the call of a function that ends the driver.
func (w *writer) last(c *find.Candidate) {
	cond := ""
	if w.plan.entry != nil {
		cond = w.unloads()
	}
	if cond != "" {
		w.line("if (%s) {", cond)
		w.indent = "\t\t"
	}
	w.setAll(writes, w.indent)
	call, _ := w.call(w.plan.driver, outer(c))
	w.line("%s;", call)
	w.indent = "\t"
	if cond != "" {
		w.line("}")
	}
}

// loop writes the loop that takes steps of the groups.
func (w *writer) loop(groups []*group) {
	if len(groups) == 0 {
		return
	}
	w.printf("\twhile (__VERIFIER_nondet_int()) {\n")
	w.setAll(writes, "\t\t")
	w.printf("\t\tswitch (__VERIFIER_nondet_int()) {\n")
	w.steps(groups)
	w.printf("\t\t}\n\t}\n")
}

// steps writes the cases of a switch, one for each group.
func (w *writer) steps(groups []*group) {
	for i, g := range groups {
		w.printf("\t\tcase %d:\n\t\t\t%s();\n\t\t\tbreak;\n", i, w.stepper(g))
	}
}

// pendingName is the function that has run what is armed still when the module is gone.
const pendingName = "hardbop_pending"

// pending writes a call of that function, if there can be such.
func (w *writer) pending() {
	w.tellsUnloaded()
	if len(w.plan.armed()) > 0 {
		w.line("%s();", pendingName)
	}
}

// armed returns the groups whose callbacks run once for each time, also when who armed them is gone, or as long as nobody undoes
// it. Windows doesn't unload a driver before.
func (p *plan) armed() []*group {
	if p.entry != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.groups), func(g *group) bool { return !g.armed() && !g.remains })
}

// afterwards writes the function that has run what is armed still when the module is gone.
func (w *writer) afterwards() {
	groups := w.plan.armed()
	if len(groups) == 0 {
		return
	}
	w.printf("\n/* what nobody has taken back */\nvoid %s(void)\n{\n\twhile (__VERIFIER_nondet_int()) {\n\t\tswitch (__VERIFIER_nondet_int()) {\n", pendingName)
	w.steps(groups)
	w.printf("\t\t}\n\t}\n}\n")
}

// ends returns the groups whose objects' lives can be ended, those that depend on others
// first.
func (p *plan) ends() []*group {
	var list []*group
	for _, g := range p.groups {
		if g.ends() {
			list = append(list, g)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].depth(0) > list[j].depth(0) })
	return list
}

// depth returns how far g is from what is always registered.
func (g *group) depth(n int) int {
	if n > 20 {
		return n
	}
	d := n
	for _, o := range g.owners {
		d = max(d, o.depth(n+1))
	}
	return d
}

// callbacks lists the functions that the environment calls, in order.
func (p *plan) callbacks() []*find.Candidate {
	seen := map[*find.Candidate]bool{}
	var list []*find.Candidate
	add := func(c *find.Candidate) {
		if !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	}
	for _, c := range p.starts() {
		add(c)
	}
	for _, g := range p.groups {
		for _, m := range g.members {
			add(m.cand)
		}
	}
	for _, c := range p.exit {
		add(c)
	}
	return list
}
