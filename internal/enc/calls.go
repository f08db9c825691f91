package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// This file has calls along a path.

// allocators are the functions without a body that return new memory; true if it is zero.
func allocators() map[string]bool {
	return map[string]bool{"malloc": false, "calloc": true, "alloca": false, "__builtin_alloca": false, "kmalloc": false,
		"kzalloc": true, "kcalloc": true, "vmalloc": false, "vzalloc": true, "__builtin_malloc": false, "__builtin_calloc": true}
}

// releasers are the functions without a body that have no effect on what the program may read.
func releasers() map[string]bool {
	return map[string]bool{"free": true, "kfree": true, "vfree": true, "__builtin_free": true}
}

// Modelled reports whether a function without a body that is called name allocates memory
// or releases it, instead of doing what the [ExternPolicy] says.
func Modelled(name string) bool { return Allocates(name) || releasers()[name] }

// Allocates reports whether a function without a body that is called name returns new
// memory.
func Allocates(name string) bool {
	_, allocates := allocators()[name]
	return allocates
}

// call encodes a call; next is the node of the following step.
func (r *run) call(in *cil.Call, s path.Step, next *cil.Node) {
	callee := in.Callee()
	if callee == nil {
		callee = s.Callee
		if callee == nil {
			r.note(&r.out.Inexact, "indirect call without a callee in the path")
		} else {
			r.cond(r.c.f.Eq(r.c.value(in.Fn), r.mem.function(r.c, callee)))
		}
	}
	switch {
	case callee != nil && callee.HasBody() && next == callee.Entry:
		r.enterCall(in, callee)
	case callee != nil && callee.HasBody():
		r.note(&r.out.Inexact, "call of "+callee.Name+" whose steps are not in the path")
		r.external(in, ExternEverything)
	case callee != nil && r.allocate(in, callee):
	case callee != nil && releasers()[callee.Name]:
	default:
		r.external(in, r.opt.Extern)
	}
}

// enterCall opens an activation of callee and passes the arguments.
func (r *run) enterCall(in *cil.Call, callee *cil.Func) {
	var args [][]scalarValue
	for i := range callee.Formals {
		if i < len(in.Args) {
			args = append(args, r.parts(in.Args[i]))
		}
	}
	r.mem.push(callee, in)
	for i, vs := range args {
		r.store(cil.VarLval(callee.Formals[i]), vs)
	}
}

// leave closes the present activation and stores its result.
func (r *run) leave() {
	f := r.mem.top()
	if f.call == nil {
		return
	}
	var result []scalarValue
	if f.call.Ret != nil && f.fn.Result != nil {
		result = r.parts(cil.LoadVar(f.fn.Result))
	}
	r.mem.pop()
	if result != nil {
		r.store(f.call.Ret, result)
	}
}

// external encodes a call of something without a body.
func (r *run) external(in *cil.Call, policy ExternPolicy) {
	why := "call of an external function"
	if f := in.Callee(); f != nil {
		why = "call of " + f.Name
	}
	for _, a := range in.Args {
		r.parts(a)
	}
	for _, l := range ExternEffect(in, policy) {
		r.havoc(l, why)
	}
	if policy == ExternEverything {
		for _, l := range ExternGlobals(r.prog) {
			r.havoc(l, why)
		}
	}
	if in.Ret != nil {
		r.havoc(in.Ret, why)
	}
}

// allocate encodes a call of an allocator; it returns false if callee isn't one.
func (r *run) allocate(in *cil.Call, callee *cil.Func) bool {
	zeroed, ok := allocators()[callee.Name]
	if !ok {
		return false
	}
	if in.Ret == nil {
		return true
	}
	size := r.allocationSize(in, callee.Name)
	obj := r.mem.newObject("allocation", -1, heapArea)
	r.limit(size)
	if zeroed {
		r.zero(obj, size)
	}
	v := obj.base
	if r.opt.AllocFails {
		fails := r.c.f.Eq(r.freshSymbol("allocation", intType), r.c.th.lit(intType, new(big.Int)))
		v = r.c.f.Ite(fails, r.c.null(), v)
	}
	r.observe(&r.out.Inputs, in.Ret, "call of "+callee.Name, v)
	if !cil.IsPointer(in.Ret.Type()) {
		v = r.c.th.convert(nil, typed{v, r.c.addrType()}, r.c.integer(in.Ret.Type()))
	}
	r.store(in.Ret, []scalarValue{{nil, v}})
	return true
}

// allocationSize returns the number of bytes that a call of an allocator asks for, as an
// address. It is not a term if there are too few arguments.
func (r *run) allocationSize(in *cil.Call, name string) smt.Term {
	bytes := func(i int) smt.Term { return r.c.th.scaled(r.c.typed(in.Args[i]), 1) }
	switch {
	case len(in.Args) < 1:
		return smt.Term{}
	case name != "calloc" && name != "kcalloc" && name != "__builtin_calloc":
		return bytes(0)
	case len(in.Args) < 2:
		return smt.Term{}
	}
	t := r.c.addrType()
	product := &cil.Binary{Op: cil.Mul, X: cil.MakeCast(t, in.Args[0]), Y: cil.MakeCast(t, in.Args[1]), T: t}
	return r.c.value(product)
}

// limit makes sure that a new allocation fits where it lies in a fixed layout.
func (r *run) limit(size smt.Term) {
	if size.IsValid() && r.opt.Layout != AnyLayout {
		t := r.c.addrType()
		most := r.c.th.bytes(allocationStep)
		r.cond(r.c.th.compare(cil.Le, typed{size, t}, typed{most, t}))
	}
}

// zero fills a new object.
func (r *run) zero(o *object, size smt.Term) {
	n := int64(maxZeroed + 1)
	if size.IsValid() && size.IsConst() {
		if v, ok := size.Int64(); ok {
			n = v
		}
	}
	if n > maxZeroed || n < 0 || r.opt.Theory == Math {
		r.note(&r.out.Inexact, "zeroed allocation of unknown size")
		return
	}
	r.mem.fillZero(o, n)
}

// maxZeroed bounds the objects whose bytes are set to zero one by one.
const maxZeroed = 4096
