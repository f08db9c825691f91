package prep

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Where all that the program stores in a pointer is memory that an allocator has just returned, or null, that is what another
// thread has stored there while a function waits: no pointer to what is known already, and nothing that was freed. So the
// waiter gets memory by a call of that allocator, whose result a rule sees.

// maxCopies bounds how far values are followed.
const maxCopies = 4

// maxAllocators bounds those that a pointer's memory comes from.
const maxAllocators = 3

// Memory says what functions without a body do to memory.
type Memory struct {
	Allocation func(*cil.Func) *cil.Alloc // how the function returns new memory; nil if it doesn't
	Modelled   func(*cil.Func) bool       // that it allocates, releases, or changes nothing
	Spares     func(*cil.Func) bool       // that it releases nothing
}

// allocators are those from which all that is stored somewhere comes, in the program's order.
type allocators struct {
	*waiting
	list  []allocator
	null  bool              // null is stored too, as far as others can see
	taken map[*cil.Var]bool // see takes
}

// allocator is a function that returns new memory, with the arguments that it gets; nil for those that aren't the same constant in all calls.
type allocator struct {
	f    *cil.Func
	args []cil.Expr
}

// insertNew has the pointer l keep its value or get new memory of one of the allocators, where the node n is, which does nothing.
func (a *allocators) insertNew(n *cil.Node, l *cil.Lval, why string) {
	for _, x := range a.list {
		n = a.maybe(n, why, a.allocated(l, x, n, why))
	}
}

// maybe puts ins where the node n is, which does nothing, as what happens or doesn't, for the reason why. It returns the node behind.
func (w *waiting) maybe(n *cil.Node, why string, ins []cil.Instr) *cil.Node {
	f, next := n.Func, n.Succs
	does := f.NewTemp("others", w.model.Int(cil.Int), n.Pos)
	n.Instr = &cil.Havoc{L: cil.VarLval(does), Why: why}
	branch := f.NewNode(&cil.Branch{E: cil.LoadVar(does)}, source.Pos{}) // not a branch of the program
	first, done := f.NewNode(ins[0], n.Pos), f.NewNode(&cil.Skip{}, n.Pos)
	n.Succs, branch.Succs, first.Succs, done.Succs = []*cil.Node{branch}, []*cil.Node{first, done}, []*cil.Node{done}, next
	insertBehind(first, ins[1:])
	return done
}

// allocated stores in l what a call of x returns; nothing is known of what is in there.
func (a *allocators) allocated(l *cil.Lval, x allocator, n *cil.Node, why string) []cil.Instr {
	g := a.others(x.f)
	call := &cil.Call{Fn: &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}, Ret: cil.VarLval(n.Func.NewTemp("new", g.Type.Ret, n.Pos)), As: x.f}
	var ins []cil.Instr
	for i, t := range g.Type.Params {
		arg := x.args[i]
		if arg == nil {
			v := n.Func.NewTemp("given", t, n.Pos)
			ins, arg = append(ins, &cil.Havoc{L: cil.VarLval(v), Why: told}), cil.LoadVar(v)
		}
		call.Args = append(call.Args, arg)
	}
	ins = append(ins, call)
	if !a.null {
		ins = append(ins, &cil.Assume{E: cil.Truth(&cil.Load{L: call.Ret})})
	}
	return append(ins, &cil.Assign{L: l, E: cil.MakeCast(l.Type(), &cil.Load{L: call.Ret}), Why: why})
}

// others is the allocator f as other threads call it: nothing is known of what is in the memory.
func (w *waiting) others(f *cil.Func) *cil.Func {
	if g := w.made[f]; g != nil {
		return g
	}
	name := "others_" + f.Name
	for w.prog.FuncNamed(name) != nil {
		name += "_"
	}
	how := *w.Allocation(f)
	how.Zeroed, how.ZeroFlag = false, 0
	g := &cil.Func{Name: name, Type: f.Type, Pos: f.Pos, Alloc: &how, Model: f.Model}
	w.prog.Funcs = append(w.prog.Funcs, g)
	w.made[f] = g
	return g
}

// allocatorsOf lists the functions that return all that the program stores in the pointer l, apart from null: l is a member of a struct, or a static
// variable, whose address isn't taken, and leads to memory without pointers. nil if something else may be stored there.
func (w *waiting) allocatorsOf(l *cil.Lval) *allocators {
	t, ok := l.Type().(*cil.PtrType)
	if !ok || w.Allocation == nil || hasPointers(t.Elem) {
		return nil
	}
	x := nameOf(l)
	field, _ := x.of.(*cil.Field)
	if w.environment == "" || w.addressed()[x] || field == nil && (l.Base == nil || l.Base.Func != nil || !l.Base.Static) || field != nil && field.Comp.Union {
		return nil
	}
	found, known := w.news[x]
	if !known {
		a := &allocators{waiting: w, taken: map[*cil.Var]bool{}}
		if a.fill(l, field) && a.isOwned(l) && len(a.list) > 0 && len(a.list) <= maxAllocators {
			found = a
		}
		w.news[x] = found
	}
	return found
}

// hasPointers reports whether a value of type t may be, or have in it, a pointer.
func hasPointers(t cil.Type) bool {
	switch t := t.(type) {
	case *cil.ArrayType:
		return hasPointers(t.Elem)
	case *cil.CompType:
		return !t.Defined || slices.ContainsFunc(t.Fields, func(f *cil.Field) bool { return hasPointers(f.Type) })
	case *cil.IntType, *cil.FloatType:
		return false
	}
	return true
}

// fill finds them; false if something else may be stored in l.
func (a *allocators) fill(l *cil.Lval, field *cil.Field) bool {
	for _, f := range a.prog.Funcs {
		for _, n := range f.Nodes {
			if !a.storesNew(n, l, field) {
				return false
			}
			if to := cil.Stored(n.Instr); to != nil && sameNames(to, l) && !a.null {
				a.null = a.storesNull(n)
			}
		}
	}
	return true
}

// storesNew reports whether n stores new memory or null in l, if it may store anything there.
func (a *allocators) storesNew(n *cil.Node, l *cil.Lval, field *cil.Field) bool {
	if c, ok := n.Instr.(*cil.Call); ok && field != nil && a.mayFill(n, c, field.Comp) {
		return false
	}
	to := cil.Stored(n.Instr)
	whole := to != nil && holds(to.Type(), field)
	if to == nil || !whole && !sameNames(to, l) {
		return true
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		return !whole && a.isNew(n.Func, in.E, maxCopies)
	case *cil.Call:
		return !whole && a.returnsNew(n, maxCopies)
	case *cil.Havoc:
		return in.Why == cil.Uninitialised || ByOthers(in)
	}
	return false
}

// mayFill reports whether a function without a body gets a struct of type c, or one that has such in it, at n.
func (w *waiting) mayFill(n *cil.Node, call *cil.Call, c *cil.CompType) bool {
	if f := call.Callee(); f != nil && (f.HasBody() || w.Modelled(f) && (f.Alloc == nil || !f.Alloc.Filled)) {
		return false
	}
	return slices.ContainsFunc(call.Args, func(e cil.Expr) bool {
		t, ok := cil.WithoutPointerCasts(e).Type().(*cil.PtrType)
		return ok && holds(t.Elem, &cil.Field{Comp: c})
	})
}

// holds reports whether t is the struct of the member field, or has such in it.
func holds(t cil.Type, field *cil.Field) bool {
	switch t := t.(type) {
	case *cil.ArrayType:
		return holds(t.Elem, field)
	case *cil.CompType:
		return field != nil && (cil.SameType(t, field.Comp) || slices.ContainsFunc(t.Fields, func(f *cil.Field) bool { return holds(f.Type, field) }))
	}
	return false
}

// isNew reports whether e is null or new memory: a variable of f's own that calls of allocators set.
func (a *allocators) isNew(f *cil.Func, e cil.Expr, calls int) bool {
	if cil.IsZero(e) {
		return true
	}
	read, ok := cil.WithoutPointerCasts(e).(*cil.Load)
	if !ok || calls == 0 || !read.L.IsVar(nil) {
		return false
	}
	v := read.L.Base
	if v.Func != f || v.AddrTaken || v.Kind == cil.Formal {
		return false
	}
	return !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool {
		if to := cil.Stored(n.Instr); to == nil || to.Base != v {
			return false
		}
		switch in := n.Instr.(type) {
		case *cil.Assign:
			return !a.isNew(f, in.E, calls-1)
		case *cil.Call:
			return !a.returnsNew(n, calls)
		case *cil.Havoc:
			return in.Why != cil.Uninitialised
		}
		return true
	})
}

// returnsNew reports whether the functions called at n return new memory or null.
func (a *allocators) returnsNew(n *cil.Node, calls int) bool {
	f := calleeAt(n)
	if f == nil || calls == 0 {
		return false
	}
	if !f.HasBody() {
		return a.add(f, n.Instr.(*cil.Call).Args)
	}
	return false
}

// add adds f, if it is an allocator of memory that nobody knows yet, and may fail as a value of null says. It got args.
func (a *allocators) add(f *cil.Func, args []cil.Expr) bool {
	how := a.Allocation(f)
	if how == nil || how.Error || how.NeverFails || how.Filled || how.Kept || len(args) != len(f.Type.Params) {
		return false
	}
	at := slices.IndexFunc(a.list, func(x allocator) bool { return x.f == f })
	if at < 0 {
		at = len(a.list)
		a.list = append(a.list, allocator{f, slices.Clone(args)})
	}
	for i, e := range a.list[at].args {
		if _, constant := cil.ConstValue(args[i]); e != nil && !(constant && cil.Equal(e, args[i])) {
			a.list[at].args[i] = nil
		}
	}
	return true
}
