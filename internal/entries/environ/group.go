package environ

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// state names a group's state variable: 0 before its object lives, 1 while it does, 2 while
// it is suspended, 3 while ends what is managed.
func (g *group) state() string { return "hardbop_state_" + g.name }
func (g *group) step() string  { return "hardbop_step_" + g.name }

// step writes the function that calls one of g's callbacks.
func (w *writer) step(g *group) {
	w.printf("\n/* %s */\n", title(g))
	w.printf("void %s(void)\n{\n", g.step())
	if cond := w.registered(g); cond != "" && !g.lives {
		w.printf("\tif (!(%s))\n\t\treturn;\n", cond)
	}
	members := g.called()
	if len(members) == 1 && !g.silent {
		w.printf("\t/* %s */\n", origin(members[0]))
		w.member(g, members[0], "\t", "return")
		w.printf("}\n")
		return
	}
	w.printf("\tswitch (__VERIFIER_nondet_int()) {\n")
	for i, m := range members {
		w.printf("\tcase %d: /* %s */\n", i, origin(m))
		w.member(g, m, "\t\t", "break")
		w.printf("\t\tbreak;\n")
	}
	if g.silent {
		w.printf("\tcase %d: /* it ends */\n\t\t%s();\n\t\tbreak;\n", len(members), w.ender(g))
	}
	w.printf("\t}\n}\n")
}

// title says what g is.
func title(g *group) string {
	u := g.members[0].use
	switch {
	case g.tag != "" && g.base() != nil:
		return "struct " + g.tag + " " + g.base().Name + pathText(g.path()) + ", " + u.Pos.String()
	case g.tag != "":
		return "struct " + g.tag + " in " + find.SourceName(u.In) + ", " + u.Pos.String()
	case u.How == find.Call:
		return "registered by " + u.Callee + ", " + u.Pos.String()
	case g.registration != nil:
		return "started by " + g.registration.Function
	case u.How == find.Role:
		return "a " + u.Text + ", " + u.Pos.String()
	}
	return "functions for other modules"
}

func pathText(path []cil.Sel) string {
	var b strings.Builder
	for _, s := range path {
		if s.Field != nil {
			b.WriteString("." + s.Field.Name)
		} else {
			b.WriteString("[" + cil.ExprString(s.Index) + "]")
		}
	}
	return b.String()
}

// origin says where m was found.
func origin(m *member) string {
	u := m.use
	what := string(u.How)
	switch u.How {
	case find.Table:
		what = "." + u.Member
		if u.Index >= 0 {
			what += fmt.Sprintf("[%d]", u.Index)
		}
	case find.Call:
		what = u.Callee
	}
	return m.cand.Name() + " is " + what + ", " + u.Pos.String()
}

// registered returns the condition under which g can be used at all; "" if always.
func (w *writer) registered(g *group) string {
	var conds []string
	var alts []string
	for _, o := range g.needed() {
		if cond := w.stateOf(o) + " != 0"; !slices.Contains(alts, cond) {
			alts = append(alts, cond)
		}
	}
	if len(alts) > 0 {
		conds = append(conds, strings.Join(alts, " || "))
	}
	for _, s := range g.slots {
		conds = append(conds, s.name)
		if s.sleeps {
			conds = append(conds, s.woken())
		}
		if s.blocks {
			conds = append(conds, s.values[0].name+" != "+s.blocked())
		}
	}
	if len(alts) > 1 {
		conds[0] = "(" + conds[0] + ")"
	}
	return strings.Join(conds, " && ")
}

// armed reports whether g's callbacks run once for each time that they were armed, also when who armed them
// is gone.
func (g *group) armed() bool { return slices.ContainsFunc(g.slots, (*slot).armed) }

// last reports whether g's callback runs when the life of its owner ends, and not before.
func (g *group) last() bool {
	return len(g.living()) > 0 && slices.ContainsFunc(g.slots, func(s *slot) bool { return s.last })
}

// managed reports whether g's callbacks are there until the kernel ends what is managed.
func (g *group) managed() bool {
	return len(g.living()) > 0 && slices.ContainsFunc(g.slots, func(s *slot) bool { return s.managed })
}

// needed returns the groups of which one must be alive when g is used; nil if it can be used at any time.
func (g *group) needed() []*group {
	switch {
	case g.last():
		return nil
	case g.managed():
		return g.roots()
	case g.armed(), g.remains:
		return nil
	}
	return g.living()
}

// stateOf returns the state variable of g, and has it declared.
func (w *writer) stateOf(g *group) string {
	name := g.state()
	if !w.declared[name] {
		w.declared[name] = true
		d := "int " + name + ";"
		if g.unit != w.unit {
			d = "extern " + d
		}
		w.decls = append(w.decls, d)
	}
	return name
}

// member writes the statements that call m; leave is the statement that ends them.
func (w *writer) member(g *group, m *member, indent, leave string) {
	if cond := w.turn(g, m); cond != "" {
		w.printf("%sif (!(%s))\n%s\t%s;\n", indent, cond, indent, leave)
	}
	w.printf("%s{\n", indent)
	w.invoke(g, m, indent+"\t")
	w.printf("%s}\n", indent)
}

// invoke writes the call of m, with what it begins or ends, each line behind indent.
func (w *writer) invoke(g *group, m *member, indent string) {
	w.indent = indent
	if m.kind.Role == kinds.Init {
		if g.lives && !g.ends() { // whose last life, if there was one, ends here
			w.line("%s = 0;", w.stateOf(g))
		}
		var gifts []string
		for _, h := range g.handles {
			if g.handed(-2, &cil.PtrType{Elem: h}) != "" {
				continue
			}
			name, t := w.handle(g, h), cil.Type(h)
			if !h.Defined {
				t = &cil.PtrType{Elem: h}
			}
			w.line("%s = %s();", name, w.nondet(t))
			if h.Defined {
				gifts = append(gifts, w.gifts(g, h, name, noParam)...)
			}
		}
		for _, s := range gifts {
			w.line("%s", s)
		}
	}
	call, args := w.call(g, m)
	w.during(m.kind.Context, 1)
	defer w.during(m.kind.Context, 0)
	switch {
	case w.windows(g, m, call, args):
	case m.kind.Undone && g.teardown() != nil:
		w.line("%s = 1;", w.stateOf(g))
		w.line("if (%s < 0) {", call)
		w.indent += "\t"
		w.ended(g)
		w.indent = indent
		w.line("}")
	case m.kind.Role == kinds.Init:
		w.success(m.cand.Func.Type.Ret, call, w.stateOf(g)+" = 1;")
		if cil.IsScalar(m.cand.Func.Type.Ret) {
			w.failure(g)
		}
	case m.kind.Role == kinds.Pause && g.pauses:
		w.success(m.cand.Func.Type.Ret, call, w.stateOf(g)+" = 2;")
	case m.kind.Role == kinds.Resume && g.pauses:
		w.line("%s;", call)
		w.line("%s = 1;", w.stateOf(g))
	case m.kind.Role == kinds.Teardown && g.lives:
		w.line("%s;", call)
		w.over(g)
	case m.kind.Role == kinds.Before && g.after() != nil:
		w.success(m.cand.Func.Type.Ret, call, "{")
		after := *g.after()
		after.kind.Role = kinds.Run
		w.invoke(g, &after, indent+"\t")
		w.indent = indent
		w.line("}")
	case w.reports(m):
		w.line("%s(%s);", ResultMark, call)
	case g.again() != nil:
		w.line("if (%s)", call)
		w.line("\t%s = 1;", g.again().name)
	default:
		w.line("%s;", call)
	}
}

// after returns the member that follows another one at once; nil if there is none.
func (g *group) after() *member {
	for _, m := range g.members {
		if m.kind.Role == kinds.After {
			return m
		}
	}
	return nil
}

// called returns the members that are called by themselves: all but one that another brings with it.
func (g *group) called() []*member {
	if !slices.ContainsFunc(g.members, func(m *member) bool { return m.kind.Role == kinds.Before }) {
		return g.members
	}
	return slices.DeleteFunc(slices.Clone(g.members), func(m *member) bool { return m.kind.Role == kinds.After })
}

// again returns the slot of g that is filled again if the callback returns another value than 0; nil if there is
// none, or it returns nothing.
func (g *group) again() *slot {
	for _, s := range g.slots {
		if s.again && returns(g.members[0].cand.Func.Type) {
			return s
		}
	}
	return nil
}

// ResultMark is called with what a callback returns to a process that called the kernel.
const ResultMark = "hardbop_callback_result"

// reports reports whether rules may want to know m's result: it is a number, and one of the units, which may be
// another than m's, copies from or to such a process.
func (w *writer) reports(m *member) bool {
	if _, number := m.cand.Func.Type.Ret.(*cil.IntType); !number {
		return false
	}
	copies := false
	for i := range w.plan.units {
		called := w.plan.called(i)
		copies = copies || called["copy_from_user"] != nil || called["copy_to_user"] != nil
	}
	if !copies {
		return false
	}
	if !w.declared[ResultMark] {
		w.declared[ResultMark] = true
		w.decls = append(w.decls, "extern void "+ResultMark+"(long);")
	}
	return true
}

// turn returns the condition under which m may be called in the life of its object.
func (w *writer) turn(g *group, m *member) string {
	state := ""
	switch r := m.kind.Role; {
	case g.pauses && r == kinds.Resume:
		state = " == 2"
	case g.lives && r == kinds.Init:
		if g.ends() { // without an end, a next life may begin at any time
			state = " == 0"
		}
	case g.lives && (r == kinds.Pause || r == kinds.Teardown):
		state = " == 1"
	case g.pauses && r == kinds.Pause:
		state = " != 2"
	case g.lives && r != kinds.Early:
		state = " != 0"
	}
	cond := ""
	if g.lives && (m.kind.Role == kinds.Early || m.kind.Role == kinds.Init) {
		cond = w.registered(g)
	}
	if g.lives && m.kind.Role == kinds.Teardown {
		cond = w.awake(g)
	}
	switch {
	case state == "":
		return cond
	case cond != "":
		return w.stateOf(g) + state + " && " + cond
	}
	return w.stateOf(g) + state
}

// awake returns the condition that no table that belongs to g, such as that of its power
// management, has been paused; "" if there is none.
func (w *writer) awake(g *group) string {
	var conds []string
	for _, o := range w.plan.groups {
		if o.pauses && !o.lives && slices.Contains(o.owners, g) {
			conds = append(conds, w.stateOf(o)+" != 2")
		}
	}
	return strings.Join(conds, " && ")
}

// memberOfArg matches an assignment to a member of an argument.
var memberOfArg = regexp.MustCompile(`^a\d+\.`)

// call writes what comes before the call of m, and returns the call and its arguments.
func (w *writer) call(g *group, m *member) (call string, args []string) {
	var inits []string
	for k := range m.cand.Func.Type.Params {
		before, e := w.argument(g, m, k)
		for _, s := range before {
			if strings.HasPrefix(s, "__VERIFIER_assume") || memberOfArg.MatchString(s) {
				inits = append(inits, s)
			} else {
				w.line("%s", s)
			}
		}
		args = append(args, e)
	}
	for _, s := range inits {
		w.line("%s", s)
	}
	for _, s := range g.slots {
		switch {
		case s.deep:
			args = w.popped(s, args)
		case s.once:
			w.line("%s = 0;", s.name)
		}
		if s.loses != "" {
			w.line("%s->%s = 0;", s.values[0].name, s.loses)
		}
	}
	w.context(m.kind.Context)
	return m.cand.Name() + "(" + strings.Join(args, ", ") + ")", args
}

// context tells rules the context of what follows.
func (w *writer) context(c kinds.Context) {
	if c == kinds.ProcessOrAtomic {
		w.line("if (__VERIFIER_nondet_int())")
		w.line("\thardbop_context_atomic();")
		w.line("else")
		w.line("\thardbop_context_process();")
		return
	}
	w.line("hardbop_context_%s();", c)
}

// success writes the call, and what follows if it succeeds.
func (w *writer) success(ret cil.Type, call, then string) {
	switch ret.(type) {
	case *cil.IntType:
		w.line("if (%s == 0)", call)
		w.line("\t%s", then)
	case *cil.PtrType:
		w.line("if (%s != 0)", call)
		w.line("\t%s", then)
	default:
		w.line("%s;", call)
		w.line("%s", then)
	}
}
