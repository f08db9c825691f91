package suffice

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// detour leaves out the branch at step i with all that lies before the next step of the activation
// that is kept, or its end, and returns that step. Whatever ways lead there from the branch, what
// they may change isn't known; ways that lead elsewhere are a gap.
func (r *run) detour(i int) int {
	next := r.nextKept(i)
	if next < 0 {
		r.fail("behind a branch that is left out no step of the function is kept")
		return len(r.Path.Steps)
	}
	n, to := r.Path.Steps[i].Node, r.Path.Steps[next].Node
	ahead := cil.Reach(n, to, func(x *cil.Node) []*cil.Node { return x.Succs })
	if to != n.Func.Exit && ahead.Has(n.Func.Exit) {
		r.fail("%s is left out, but its other side misses the next step that is kept", cil.SourceInstr(n.Instr))
	}
	behind := cil.Reach(to, nil, func(x *cil.Node) []*cil.Node { return x.Preds })
	for _, x := range n.Func.Nodes {
		if x != to && ahead.Has(x) && behind.Has(x) {
			r.may(x)
		}
	}
	return next
}

// nextKept returns the first step behind i, in the same activation, that is kept or leaves it; -1
// if there is none.
func (r *run) nextKept(i int) int {
	depth := 0
	for k := i + 1; k < len(r.Path.Steps); k++ {
		n := r.Path.Steps[k].Node
		if depth == 0 && (r.kept(k) || n == n.Func.Exit) {
			return k
		}
		if r.Path.Enters(k) {
			depth++
		} else if r.Path.Leaves(k) {
			depth--
		}
	}
	return -1
}

// may forgets what the statement at n, which runs may come to any number of times, changes.
func (r *run) may(n *cil.Node) {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		r.mayChange(in.L)
	case *cil.Havoc:
		r.mayChange(in.L)
	case *cil.Return:
		if res := n.Func.Result; in.E != nil && res != nil {
			r.mayChange(cil.VarLval(res))
		}
	case *cil.Call:
		r.leftOut(n, in)
	case *cil.Clobber, *cil.Opaque:
		r.fail("what %s does isn't known", cil.SourceInstr(in))
	}
}

// mayChange forgets what l may be at any time.
func (r *run) mayChange(l *cil.Lval) {
	switch {
	case cil.IsAnyMemory(l):
		r.anywhere()
	case !r.byName(l):
		r.mem.forget(r.mem.region(l))
	default:
		r.forget(l)
	}
}

// leftOut forgets all that the call at n may change.
func (r *run) leftOut(n *cil.Node, in *cil.Call) {
	fs := r.Callees(n)
	if len(fs) == 0 && in.Callee() != nil {
		fs = []*cil.Func{in.Callee()}
	}
	if len(fs) == 0 {
		r.fail("whom %s calls isn't known", cil.ExprString(in.Fn))
	}
	for _, f := range fs {
		if f.HasBody() {
			r.undergo(r.effectOf(f))
		}
	}
	for _, l := range enc.ExternEffect(in, r.Extern) { // of those without a body
		if fs[0].HasBody() && len(fs) == 1 {
			break
		}
		r.mayChange(l)
	}
	if in.Ret != nil {
		r.mayChange(in.Ret)
	}
}

// effect is what a function may change, with all that it calls.
type effect struct {
	globals []*cil.Lval // those that are reached by name only
	memory  []*cil.Lval
	all     bool
	unknown bool
}

func (r *run) undergo(e *effect) {
	if e.unknown {
		r.fail("what a call that is left out does isn't known")
	}
	if e.all {
		r.anywhere()
	}
	for _, l := range e.globals {
		r.forget(l)
	}
	for _, l := range e.memory {
		r.mem.forget(r.mem.region(l))
	}
}

// effectOf collects the effect of f.
func (r *run) effectOf(f *cil.Func) *effect {
	if e := r.effects[f]; e != nil {
		return e
	}
	e := &effect{}
	r.effects[f] = e
	seen := map[*cil.Func]bool{f: true}
	for todo := []*cil.Func{f}; len(todo) > 0; todo = todo[1:] {
		for _, n := range todo[0].Nodes {
			for _, g := range r.collect(e, n) {
				if !seen[g] {
					seen[g] = true
					todo = append(todo, g)
				}
			}
		}
	}
	return e
}

// collect adds what the statement at n changes, and returns the functions with a body that it
// calls.
func (r *run) collect(e *effect, n *cil.Node) []*cil.Func {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		e.add(in.L)
	case *cil.Havoc:
		e.add(in.L)
	case *cil.Clobber, *cil.Opaque:
		e.unknown = true
	case *cil.Call:
		if in.Ret != nil {
			e.add(in.Ret)
		}
		return r.collectCall(e, n, in)
	}
	return nil
}

func (r *run) collectCall(e *effect, n *cil.Node, in *cil.Call) []*cil.Func {
	var bodies []*cil.Func
	fs := r.Callees(n)
	e.unknown = e.unknown || len(fs) == 0
	for _, f := range fs {
		if f.HasBody() {
			bodies = append(bodies, f)
		}
	}
	if len(bodies) < len(fs) {
		for _, l := range enc.ExternEffect(in, r.Extern) {
			e.add(l)
		}
	}
	return bodies
}

// add adds l, unless it is a variable of an activation that nobody else sees.
func (e *effect) add(l *cil.Lval) {
	l = normal(l)
	switch {
	case cil.IsAnyMemory(l):
		e.all = true
	case l.Base == nil || enc.InMemory(l.Base):
		e.memory = append(e.memory, l)
	case l.Base.Func == nil:
		e.globals = append(e.globals, l)
	}
}
