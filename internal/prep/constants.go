package prep

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file is flow-sensitive interprocedural constant propagation (Callahan, Cooper,
// Kennedy, Torczon: Interprocedural Constant Propagation, 1986), with a few values for each
// variable instead of one: a variable whose address isn't taken is replaced by its value
// where it has only one, and branches that go only one way are removed. A procedure is
// analysed once for the join of its call sites; what a callee doesn't modify keeps its
// values over the call.

// Options of the passes. The zero value is the default.
type Options struct {
	// Callees lists what a call node may call.
	Callees func(*cil.Node) []*cil.Func
	// Wrap says that signed overflow wraps instead of being assumed not to happen.
	Wrap bool
	// Known gets the value that a variable has wherever ways come together in a function; nil for
	// nobody.
	Known func(f *cil.Func, v *cil.Var, value *big.Int)
}

// Constants propagates constants through what is reachable from entry and returns the
// number of reads and branches that it replaced.
func Constants(prog *cil.Program, entry *cil.Func, opt Options) int {
	c := &constants{opt: opt, in: map[*cil.Node]states{}, literals: map[string]bool{}, control: map[*cil.Func]*cil.Var{}, entry: map[*cil.Func]env{}, exit: map[*cil.Func]env{},
		mods: map[*cil.Func]map[*cil.Var]bool{}, callers: map[*cil.Func][]*cil.Func{}, queued: map[*cil.Func]bool{}}
	c.modifies(entry)
	for f := range c.mods {
		c.literalsOf(f)
		if v := dispatched(f); v != nil {
			c.control[f] = v
			dropUnread(f, v)
		}
	}
	c.enter(entry, env{})
	for len(c.queue) > 0 {
		f := c.queue[0]
		c.queue = c.queue[1:]
		c.queued[f] = false
		c.analyse(f)
	}
	changed := 0
	for _, f := range prog.Funcs {
		if c.entry[f] != nil {
			if opt.Known != nil {
				c.tell(f)
			}
			changed += c.rewrite(f)
		}
	}
	return changed
}

// tell hands over what has the same value wherever ways come together in f, in a fixed order.
func (c *constants) tell(f *cil.Func) {
	var all env
	for _, n := range f.Nodes {
		if e := c.whole(n); len(n.Preds) > 1 && e != nil {
			if all == nil {
				all = e.clone()
			} else {
				c.join(all, e)
			}
		}
	}
	vars := slices.SortedFunc(maps.Keys(all), func(v, w *cil.Var) int {
		return cmp.Or(cmp.Compare(place(v), place(w)), cmp.Compare(v.Name, w.Name))
	})
	for _, v := range vars {
		if k := all[v].only(); k != nil {
			c.opt.Known(f, v, k)
		}
	}
}

// place is the name of the function that v belongs to; "" for globals.
func place(v *cil.Var) string {
	if v.Func == nil {
		return ""
	}
	return v.Func.Name
}

// env maps variables to the values that they may have; a variable that isn't there may have
// any. A nil env is a point that isn't reached.
type env map[*cil.Var]fact

// join keeps in a what b agrees with and reports whether a changed.
func (c *constants) join(a, b env) bool {
	changed := false
	for v, x := range a {
		y, ok := b[v]
		if ok && y.within(x) {
			continue
		}
		if z := c.either(x, y); ok && !z.unknown() {
			a[v] = z
		} else {
			delete(a, v)
		}
		changed = true
	}
	return changed
}

func (a env) clone() env {
	b := make(env, len(a))
	for v, x := range a {
		b[v] = x
	}
	return b
}

func (a env) set(v *cil.Var, x fact) {
	if !x.unknown() && tracked(v) {
		a[v] = x
	} else {
		delete(a, v)
	}
}

// tracked reports whether only assignments by name change v.
func tracked(v *cil.Var) bool {
	return !v.AddrTaken && !v.Volatile && (cil.IsInteger(v.Type) || cil.IsPointer(v.Type))
}

type constants struct {
	opt     Options
	in      map[*cil.Node]states
	entry   map[*cil.Func]env // at the entry; nil if never called
	exit    map[*cil.Func]env // at the exit; nil if it never returns
	mods    map[*cil.Func]map[*cil.Var]bool
	callers map[*cil.Func][]*cil.Func
	queue   []*cil.Func
	queued  map[*cil.Func]bool
	// literals are the constants that variables are assigned, as text.
	literals map[string]bool
	control  map[*cil.Func]*cil.Var // by whose values a function is looked at apart
	several  bool                   // the function that is looked at may have several values for a variable
}

// modifies finds the globals that each reachable function may change, and the callers.
func (c *constants) modifies(entry *cil.Func) {
	list := []*cil.Func{entry}
	c.mods[entry] = map[*cil.Var]bool{}
	for i := 0; i < len(list); i++ {
		f := list[i]
		for _, n := range f.Nodes {
			for _, v := range writes(n) {
				if v.Func == nil {
					c.mods[f][v] = true
				}
			}
			for _, g := range c.bodies(n) {
				c.callers[g] = append(c.callers[g], f)
				if c.mods[g] == nil {
					c.mods[g] = map[*cil.Var]bool{}
					list = append(list, g)
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, g := range list {
			for _, f := range c.callers[g] {
				for v := range c.mods[g] {
					if !c.mods[f][v] {
						c.mods[f][v], changed = true, true
					}
				}
			}
		}
	}
}

// writes lists the variables that n itself writes by name.
func writes(n *cil.Node) []*cil.Var {
	var l *cil.Lval
	switch in := n.Instr.(type) {
	case *cil.Assign:
		l = in.L
	case *cil.Havoc:
		l = in.L
	case *cil.Call:
		l = in.Ret
	}
	if l == nil || l.Base == nil {
		return nil
	}
	return []*cil.Var{l.Base}
}

// bodies lists the functions with a body that n may call.
func (c *constants) bodies(n *cil.Node) []*cil.Func {
	if _, ok := n.Instr.(*cil.Call); !ok {
		return nil
	}
	var fs []*cil.Func
	for _, g := range c.opt.Callees(n) {
		if g.HasBody() {
			fs = append(fs, g)
		}
	}
	return fs
}

func (c *constants) enqueue(f *cil.Func) {
	if !c.queued[f] {
		c.queued[f] = true
		c.queue = append(c.queue, f)
	}
}

// enter joins e into the entry of f.
func (c *constants) enter(f *cil.Func, e env) {
	if c.entry[f] == nil {
		c.entry[f] = e
		c.enqueue(f)
	} else if c.join(c.entry[f], e) {
		c.enqueue(f)
	}
}

// analyse propagates through f from its entry.
func (c *constants) analyse(f *cil.Func) {
	c.several = c.control[f] != nil
	c.flow(f.Entry, c.entry[f].clone(), &[]point{})
	var work []point
	for _, n := range f.Nodes {
		for _, k := range c.in[n].keys() {
			work = append(work, point{n, k})
		}
	}
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		if at.node == f.Exit {
			c.leave(f, c.in[at.node][at.part])
			continue
		}
		for i, out := range c.transfer(at.node, c.in[at.node][at.part]) {
			if out != nil {
				c.flow(at.node.Succs[i], out, &work)
			}
		}
	}
}

// flow joins e into what holds before n and puts what changed on the work list.
func (c *constants) flow(n *cil.Node, e env, work *[]point) {
	if c.in[n] == nil {
		c.in[n] = states{}
	}
	for _, part := range c.parts(n.Func, e) {
		if key, changed := c.add(n, part); changed {
			*work = append(*work, point{n, key})
		}
	}
}

// leave joins e into the exit of f; callers that were entered look again if that changed.
func (c *constants) leave(f *cil.Func, e env) {
	changed := false
	if c.exit[f] == nil {
		c.exit[f], changed = e.clone(), true
	} else {
		changed = c.join(c.exit[f], e)
	}
	if changed {
		for _, g := range c.callers[f] {
			if c.entry[g] != nil {
				c.enqueue(g)
			}
		}
	}
}

// transfer returns what holds on each edge out of n; nil where no run goes.
func (c *constants) transfer(n *cil.Node, e env) []env {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return []env{c.assign(e, in.L, c.value(e, in.E))}
	case *cil.Havoc:
		return []env{c.assign(e, in.L, fact{})}
	case *cil.Return:
		out := e.clone()
		if n.Func.Result != nil {
			v := fact{}
			if in.E != nil {
				v = c.value(e, in.E)
			}
			out.set(n.Func.Result, v)
		}
		return []env{out}
	case *cil.Assume:
		return []env{c.assume(e, in.E, true)}
	case *cil.Branch:
		if len(n.Succs) == 2 {
			return []env{c.assume(e, in.E, true), c.assume(e, in.E, false)}
		}
	case *cil.Call:
		return []env{c.call(n, in, e)}
	}
	out := make([]env, len(n.Succs))
	for i := range out {
		out[i] = e
	}
	return out
}

func (c *constants) assign(e env, l *cil.Lval, v fact) env {
	if l.Base == nil {
		return e // tracked variables are never written through pointers
	}
	out := e.clone()
	if len(l.Path) > 0 {
		v = fact{}
	}
	out.set(l.Base, v)
	return out
}

// call passes constants into the callees and takes what they leave.
func (c *constants) call(n *cil.Node, in *cil.Call, e env) env {
	targets := c.opt.Callees(n)
	var out env
	join := func(o env) {
		if out == nil {
			out = o
		} else {
			c.join(out, o)
		}
	}
	external := len(targets) == 0
	for _, g := range targets {
		if !g.HasBody() {
			external = true
			continue
		}
		c.enter(g, c.entering(g, in, e))
		if c.exit[g] != nil {
			join(c.returning(g, in, e))
		}
	}
	if external {
		o := e.clone()
		if in.Ret != nil {
			o = c.assign(o, in.Ret, fact{})
		}
		join(o)
	}
	return out
}

// entering is what g knows at its entry: the globals and its formals.
func (c *constants) entering(g *cil.Func, in *cil.Call, e env) env {
	out := env{}
	for v, x := range e {
		if v.Func == nil {
			out.set(v, x.single())
		}
	}
	for i, p := range g.Formals {
		if i < len(in.Args) {
			out.set(p, c.value(e, in.Args[i]).single())
		}
	}
	return out
}

// returning is what the caller knows after g has returned.
func (c *constants) returning(g *cil.Func, in *cil.Call, e env) env {
	out := e.clone()
	for v := range c.mods[g] {
		out.set(v, c.exit[g][v].single())
	}
	if in.Ret == nil {
		return out
	}
	v := fact{}
	if g.Result != nil {
		v = c.exit[g][g.Result].single()
	}
	return c.assign(out, in.Ret, v)
}

// rewrite replaces what is constant in f, and drops the branches that never go one way.
func (c *constants) rewrite(f *cil.Func) int {
	changed := 0
	for _, n := range f.Nodes {
		e := c.whole(n)
		if e == nil {
			continue
		}
		if b, ok := n.Instr.(*cil.Branch); ok && len(n.Succs) == 2 {
			if t := c.truthAt(n, b.E); t != interval.Maybe {
				keep := n.Succs[0]
				if t == interval.False {
					keep = n.Succs[1]
				}
				n.Instr, n.Succs = c.decided(f, b.E, t), []*cil.Node{keep}
				changed++
				continue
			}
		}
		changed += c.rewriteInstr(n, e)
	}
	f.Finish()
	return changed
}

// decided takes the place of a branch of f whose condition has always the truth t. Where f
// dispatches on a variable, that a variable has a value stays as an assumption: when other
// values are ruled out, that is the last place that speaks of it, and few predicates about it
// are enough.
func (c *constants) decided(f *cil.Func, x cil.Expr, t interval.Truth) cil.Instr {
	if v, _ := equated(x, t == interval.True); v != nil && c.control[f] != nil {
		b := x.(*cil.Binary)
		return &cil.Assume{E: &cil.Binary{Op: cil.Eq, X: b.X, Y: b.Y, T: b.T}}
	}
	return &cil.Skip{Text: cil.ExprString(x) + " is always " + truthText(t)}
}

func truthText(t interval.Truth) string {
	if t == interval.True {
		return "true"
	}
	return "false"
}

// rewriteInstr replaces reads of constant variables in n.
func (c *constants) rewriteInstr(n *cil.Node, e env) int {
	r := &resolver{env: e, numbers: true}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		n.Instr = &cil.Assign{L: r.lval(in.L), E: r.expr(in.E), Why: in.Why}
	case *cil.Havoc:
		n.Instr = &cil.Havoc{L: r.lval(in.L), Why: in.Why, Of: in.Of}
	case *cil.Assume:
		n.Instr = &cil.Assume{E: r.expr(in.E)}
	case *cil.Branch:
		n.Instr = &cil.Branch{E: r.expr(in.E)}
	case *cil.Return:
		if in.E != nil {
			n.Instr = &cil.Return{E: r.expr(in.E)}
		}
	case *cil.Call:
		call := &cil.Call{Ret: in.Ret, Fn: in.Fn, As: in.As}
		if in.Ret != nil {
			call.Ret = r.lval(in.Ret)
		}
		for _, a := range in.Args {
			call.Args = append(call.Args, r.expr(a))
		}
		n.Instr = call
	}
	return r.changed
}
