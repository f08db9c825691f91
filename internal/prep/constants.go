package prep

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file is flow-sensitive interprocedural constant propagation (Callahan, Cooper,
// Kennedy, Torczon: Interprocedural Constant Propagation, 1986): a variable whose
// address isn't taken is replaced by its value where it has only one, and branches that
// go only one way are removed. A procedure is analysed once for the join of its call
// sites; what a callee doesn't modify keeps its value over the call.

// Options of the passes. The zero value is the default.
type Options struct {
	// Callees lists what a call node may call.
	Callees func(*cil.Node) []*cil.Func
	// Wrap says that signed overflow wraps instead of being assumed not to happen.
	Wrap bool
}

// Constants propagates constants through what is reachable from entry and returns the
// number of reads and branches that it replaced.
func Constants(prog *cil.Program, entry *cil.Func, opt Options) int {
	c := &constants{opt: opt, in: map[*cil.Node]env{}, entry: map[*cil.Func]env{}, exit: map[*cil.Func]env{},
		mods: map[*cil.Func]map[*cil.Var]bool{}, callers: map[*cil.Func][]*cil.Func{}, queued: map[*cil.Func]bool{}}
	c.modifies(entry)
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
			changed += c.rewrite(f)
		}
	}
	return changed
}

// fact is the only value that a variable has: a number, or an address.
type fact struct {
	num  *big.Int
	addr cil.Expr // of a part of a global variable, or of a function
}

func (a fact) same(b fact) bool {
	if a.num != nil && b.num != nil {
		return a.num.Cmp(b.num) == 0
	}
	return a.addr != nil && b.addr != nil && cil.Equal(a.addr, b.addr)
}

// env maps variables to their only value; a variable that isn't there may have any. A
// nil env is a point that isn't reached.
type env map[*cil.Var]fact

// join keeps in a what b agrees with and reports whether a changed.
func (a env) join(b env) bool {
	changed := false
	for v, x := range a {
		if y, ok := b[v]; !ok || !x.same(y) {
			delete(a, v)
			changed = true
		}
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
	if x != (fact{}) && tracked(v) {
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
	in      map[*cil.Node]env
	entry   map[*cil.Func]env // at the entry; nil if never called
	exit    map[*cil.Func]env // at the exit; nil if it never returns
	mods    map[*cil.Func]map[*cil.Var]bool
	callers map[*cil.Func][]*cil.Func
	queue   []*cil.Func
	queued  map[*cil.Func]bool
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
	} else if c.entry[f].join(e) {
		c.enqueue(f)
	}
}

// analyse propagates through f from its entry.
func (c *constants) analyse(f *cil.Func) {
	c.flow(f.Entry, c.entry[f].clone(), &[]*cil.Node{})
	work := append([]*cil.Node(nil), f.Nodes...)
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		e := c.in[n]
		if e == nil {
			continue
		}
		if n == f.Exit {
			c.leave(f, e)
			continue
		}
		for i, out := range c.transfer(n, e) {
			if out != nil {
				c.flow(n.Succs[i], out, &work)
			}
		}
	}
}

// flow joins e into what holds before n and puts n on the work list if that changed.
func (c *constants) flow(n *cil.Node, e env, work *[]*cil.Node) {
	if c.in[n] == nil {
		c.in[n] = e.clone()
	} else if !c.in[n].join(e) {
		return
	}
	*work = append(*work, n)
}

// leave joins e into the exit of f; callers that were entered look again if that changed.
func (c *constants) leave(f *cil.Func, e env) {
	changed := false
	if c.exit[f] == nil {
		c.exit[f], changed = e.clone(), true
	} else {
		changed = c.exit[f].join(e)
	}
	if changed {
		for _, g := range c.callers[f] {
			if c.entry[g] != nil {
				c.enqueue(g)
			}
		}
	}
}

func (c *constants) eval(e env) *interval.Eval {
	return &interval.Eval{Wrap: c.opt.Wrap, Read: func(l *cil.Lval) (interval.Interval, bool) {
		if l.IsVar(nil) {
			if x := e[l.Base]; x.num != nil {
				return interval.Point(x.num), true
			}
		}
		return interval.Interval{}, false
	}}
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

// value is the only value of x, if that is known.
func (c *constants) value(e env, x cil.Expr) fact {
	if !cil.IsInteger(x.Type()) && !cil.IsPointer(x.Type()) {
		return fact{}
	}
	if v := c.eval(e).Value(x); v.IsPoint() {
		return fact{num: v.Lo}
	}
	return fact{addr: address(e, x)}
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

// assume returns what holds if x's truth is want: nil if it can't be, and a variable
// that is compared with a constant has that value.
func (c *constants) assume(e env, x cil.Expr, want bool) env {
	truth := c.truth(e, x)
	if truth == interval.True && !want || truth == interval.False && want {
		return nil
	}
	b, ok := x.(*cil.Binary)
	if !ok || !(b.Op == cil.Eq && want || b.Op == cil.Ne && !want) {
		return e
	}
	l, isLoad := b.X.(*cil.Load)
	k, isConst := cil.ConstValue(b.Y)
	if !isLoad || !isConst || !l.L.IsVar(nil) || !cil.SameType(b.X.Type(), b.Y.Type()) {
		return e
	}
	out := e.clone()
	out.set(l.L.Base, fact{num: k})
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
			out.join(o)
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
			out[v] = x
		}
	}
	for i, p := range g.Formals {
		if i < len(in.Args) {
			out.set(p, c.value(e, in.Args[i]))
		}
	}
	return out
}

// returning is what the caller knows after g has returned.
func (c *constants) returning(g *cil.Func, in *cil.Call, e env) env {
	out := e.clone()
	for v := range c.mods[g] {
		if x, ok := c.exit[g][v]; ok {
			out[v] = x
		} else {
			delete(out, v)
		}
	}
	if in.Ret == nil {
		return out
	}
	v := fact{}
	if g.Result != nil {
		v = c.exit[g][g.Result]
	}
	return c.assign(out, in.Ret, v)
}

// rewrite replaces what is constant in f, and drops the branches that never go one way.
func (c *constants) rewrite(f *cil.Func) int {
	changed := 0
	for _, n := range f.Nodes {
		e := c.in[n]
		if e == nil {
			continue
		}
		if b, ok := n.Instr.(*cil.Branch); ok && len(n.Succs) == 2 {
			if t := c.truth(e, b.E); t != interval.Maybe {
				keep := n.Succs[0]
				if t == interval.False {
					keep = n.Succs[1]
				}
				n.Instr, n.Succs = &cil.Skip{Text: cil.ExprString(b.E) + " is always " + truthText(t)}, []*cil.Node{keep}
				changed++
				continue
			}
		}
		changed += c.rewriteInstr(n, e)
	}
	f.Finish()
	return changed
}

func truthText(t interval.Truth) string {
	if t == interval.True {
		return "true"
	}
	return "false"
}

// truth decides the condition x.
func (c *constants) truth(e env, x cil.Expr) interval.Truth {
	r := &resolver{env: e}
	return c.eval(e).Truth(r.expr(x))
}

// rewriteInstr replaces reads of constant variables in n.
func (c *constants) rewriteInstr(n *cil.Node, e env) int {
	r := &resolver{env: e, numbers: true}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		n.Instr = &cil.Assign{L: r.lval(in.L), E: r.expr(in.E)}
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
		call := &cil.Call{Ret: in.Ret, Fn: in.Fn}
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
