package pointsto

import (
	"strings"

	"hardbop/internal/cil"
)

// callSite is a call and what is known of its callees.
type callSite struct {
	node  *cil.Node
	in    *cil.Call
	fn    int // the node of the pointer through which it calls; -1 if there is none
	bound map[*cil.Func]bool
	args  map[int]int // nodes of the arguments, -1 for those that hold no address
	// classes says which functions it has been bound to together with other calls.
	classes []*callClass
	// outside says that the call may lead out of the program.
	outside bool
}

func (a *analysis) newCall(n *cil.Node, in *cil.Call) {
	c := &callSite{node: n, in: in, fn: -1, bound: map[*cil.Func]bool{}, args: map[int]int{}}
	a.sites[n] = c
	for _, e := range in.Args {
		a.touch(e)
	}
	if f := in.Callee(); f != nil {
		a.bind(c, f)
		return
	}
	if p, ok := a.value(in.Fn); ok {
		c.fn = p
		a.addRule(p, &rule{op: calls, typ: pointee(in.Fn), call: c})
	}
}

// bind generates the constraints of a call of f.
func (a *analysis) bind(c *callSite, f *cil.Func) {
	if c.bound[f] || c.in.Callee() == nil && !a.accepts(f, c.in) {
		return
	}
	c.bound[f] = true
	if !f.HasBody() {
		a.bodyless(c, f)
		return
	}
	a.reach(f)
	for i, e := range c.in.Args {
		if i < len(f.Formals) {
			a.pass(c, i, f.Formals[i])
		} else {
			a.leak(e, false)
		}
	}
	if c.in.Ret != nil && f.Result != nil {
		a.assign(c.in.Ret, cil.LoadVar(f.Result))
	}
	a.drain()
}

// pass gives the formal what the call passes as argument number i.
func (a *analysis) pass(c *callSite, i int, formal *cil.Var) {
	e := c.in.Args[i]
	if isComp(e.Type()) {
		a.assign(cil.VarLval(formal), e)
		return
	}
	if n := a.argument(c, i); n >= 0 {
		a.write(cil.VarLval(formal), n)
	}
}

// argument returns the node of argument number i, -1 if it holds no address.
func (a *analysis) argument(c *callSite, i int) int {
	n, ok := c.args[i]
	if !ok {
		n = a.maybe(c.in.Args[i])
		c.args[i] = n
	}
	return n
}

// leak hands what the argument e points to to the outside, with set all of it.
func (a *analysis) leak(e cil.Expr, set bool) {
	if !isComp(e.Type()) {
		if v, ok := a.value(e); ok {
			a.given(v, e, set)
		}
		return
	}
	for _, src := range compSources(e) {
		for _, path := range a.shapes.paths(e.Type()) {
			l := within(src, path)
			a.given(a.read(l), &cil.Load{L: l}, set)
		}
	}
}

// bindUnknown generates the constraints of a call through a pointer that leads outside.
func (a *analysis) bindUnknown(c *callSite) {
	if !c.outside {
		c.outside = true
		a.beyond()
		a.unknownCall(c.in, true)
	}
}

// unknownCall generates the constraints of a call of code that isn't known: it keeps
// what it gets and returns anything. With set it may change all of the objects.
func (a *analysis) unknownCall(in *cil.Call, set bool) {
	for _, e := range in.Args {
		a.leak(e, set)
	}
	if in.Ret != nil {
		a.havoc(in.Ret)
	}
}

// effect says what a well-known function without a body does with addresses.
type effect int

const (
	unknown   effect = iota
	allocates        // returns new memory
	resizes          // returns new memory or its argument
	copies           // copies what its second argument points to to its first, and returns that
	fills            // returns its first argument, keeps nothing
	ignores          // keeps no argument
)

// effects has the functions of the C library, of SV-COMP, of Linux, of Windows and of
// environments whose effect on addresses is known.
func effects() map[string]effect {
	m := map[string]effect{}
	for e, names := range map[effect]string{
		allocates: "malloc calloc alloca aligned_alloc valloc memalign kmalloc kzalloc kcalloc kmalloc_array kmalloc_node kzalloc_node " +
			"vmalloc vzalloc kvmalloc kvzalloc ExAllocatePool ExAllocatePoolWithTag ExAllocatePool2 ExAllocatePoolZero " +
			"ExAllocatePoolWithQuotaTag ExAllocatePoolQuotaZero xmalloc xcalloc xzalloc __VERIFIER_malloc ldv_malloc ldv_zalloc",
		resizes: "realloc krealloc xrealloc reallocarray",
		copies:  "memcpy memmove mempcpy strcpy strncpy strcat strncat RtlCopyMemory RtlMoveMemory",
		fills:   "memset",
		ignores: "free kfree vfree kvfree ExFreePool ExFreePoolWithTag printf fprintf printk _printk puts putchar strlen strcmp strncmp memcmp " +
			"exit abort __assert_fail reach_error __VERIFIER_error __VERIFIER_assume __VERIFIER_assert " +
			"hardbop_request_begin hardbop_dispatch_begin hardbop_dispatch_end hardbop_start_io_begin",
	} {
		for _, name := range strings.Fields(names) {
			m[name] = e
		}
	}
	return m
}

func effectOf(table map[string]effect, name string) effect {
	return table[strings.TrimPrefix(name, "__builtin_")]
}

// bodyless generates the constraints of a call of f, which has no body.
func (a *analysis) bodyless(c *callSite, f *cil.Func) {
	in := c.in
	e := effectOf(a.effects, f.Name)
	switch {
	case f.Alloc != nil:
		e = allocates
	case f.Harmless, f.KeepsNothing:
		e = ignores
	}
	switch e {
	case allocates:
		memory := a.pointing(Target{Obj: a.heap(c.node)})
		a.result(in, memory)
		if f.Alloc != nil && f.Alloc.Error {
			a.result(in, a.pointing(Target{Obj: a.nowhere}))
		}
		if f.Alloc != nil && (f.Alloc.Filled || f.Alloc.Kept) {
			a.edge(memory, a.outside)
			for _, e := range in.Args {
				a.leak(e, a.setter(f))
			}
		}
	case resizes:
		a.result(in, a.pointing(Target{Obj: a.heap(c.node)}))
		a.resultArg(in)
	case copies:
		if len(in.Args) >= 2 {
			a.copyBytes(in.Args[0], in.Args[1])
		}
		a.resultArg(in)
	case fills:
		a.resultArg(in)
	case ignores:
		if in.Ret != nil {
			a.havoc(in.Ret)
		}
	default:
		a.unknownCall(in, a.setter(f))
	}
}

// setter reports whether f, a function without a body, may change kept members, or more than the
// struct that an argument is the address of.
func (a *analysis) setter(f *cil.Func) bool {
	return f.SetsKept || a.opt.Whole == nil || a.opt.Whole(f)
}

// result makes v a result of the call.
func (a *analysis) result(in *cil.Call, v int) {
	if in.Ret != nil && !isComp(in.Ret.Type()) {
		a.write(in.Ret, v)
	}
}

// resultArg makes the first argument a result of the call.
func (a *analysis) resultArg(in *cil.Call) {
	if len(in.Args) > 0 && !isComp(in.Args[0].Type()) {
		if v, ok := a.value(in.Args[0]); ok {
			a.result(in, v)
		}
	}
}

// copyBytes copies memory: member by member between two structs of one type, within the
// array if both point into arrays, otherwise with all cells of the objects mixed up.
func (a *analysis) copyBytes(to, from cil.Expr) {
	to, from = withoutCasts(to), withoutCasts(from)
	t, ok1 := pointeeOf(to)
	u, ok2 := pointeeOf(from)
	if ok1 && ok2 && isStruct(t) && cil.SameType(t, u) {
		for _, path := range a.shapes.paths(t) {
			a.write(within(&cil.Lval{Mem: to}, path), a.read(within(&cil.Lval{Mem: from}, path)))
		}
		return
	}
	read, written := a.newNode(), a.newNode()
	a.edge(read, written)
	a.throughBytes(from, &rule{op: loads, other: read})
	a.throughBytes(to, &rule{op: stores, other: written})
}

func pointeeOf(e cil.Expr) (cil.Type, bool) {
	t, ok := e.Type().(*cil.PtrType)
	if !ok {
		return nil, false
	}
	return element(t.Elem), true
}

// throughBytes makes r act on any number of elements at p.
func (a *analysis) throughBytes(p cil.Expr, r *rule) {
	v, ok := a.value(p)
	if !ok {
		return
	}
	if t, ok := pointeeOf(p); ok && cil.IsScalar(t) {
		moved := a.newNode()
		a.addRule(v, &rule{op: shifts, typ: t, other: moved})
		v, r.typ = moved, t
	}
	a.addRule(v, r)
}

// withoutCasts takes the conversions between pointers off e.
func withoutCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok || !cil.IsPointer(c.X.Type()) || !cil.IsPointer(c.T) {
			return e
		}
		e = c.X
	}
}
