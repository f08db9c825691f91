package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// This file has calls along a path.

// allocators are the functions without a body that return new memory, or null.
func allocators() map[string]*cil.Alloc {
	sized, zeroed := &cil.Alloc{Size: []int{0}}, &cil.Alloc{Size: []int{0}, Zeroed: true}
	array := &cil.Alloc{Size: []int{0, 1}, Zeroed: true}
	// Linux has one address for memory of no bytes: 16.
	return map[string]*cil.Alloc{"malloc": sized, "calloc": array, "alloca": sized, "__builtin_alloca": sized, "kmalloc": {Size: sized.Size, Empty: 16},
		"kzalloc": {Size: sized.Size, Zeroed: true, Empty: 16}, "kcalloc": {Size: array.Size, Zeroed: true, Empty: 16}, "vmalloc": sized, "vzalloc": zeroed, "__builtin_malloc": sized, "__builtin_calloc": array}
}

// releasers are the functions without a body that have no effect on what the program may read.
func releasers() map[string]bool {
	return map[string]bool{"free": true, "kfree": true, "vfree": true, "__builtin_free": true}
}

// Modelled reports whether f, a function without a body, allocates memory, releases it or
// changes nothing, instead of doing what the [ExternPolicy] says.
func Modelled(f *cil.Func) bool { return Allocation(f) != nil || f.Harmless || releasers()[f.Name] }

// Spares reports whether f, a function without a body, is known to release nothing that its arguments point to.
func Spares(f *cil.Func) bool {
	writes, _ := LibraryWrites(f)
	return !f.HasBody() && (writes || Allocation(f) != nil || f.Harmless)
}

// Allocation says how f, a function without a body, returns new memory; nil if it doesn't.
func Allocation(f *cil.Func) *cil.Alloc {
	if f.Alloc != nil {
		return f.Alloc
	}
	return allocators()[f.Name]
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
	r.answered(in.Ret)
	r.change(r.externChanges(in, policy), why)
	if policy == ExternEverything {
		r.havoc(cil.AnyMemory(), why)
		for _, l := range ExternGlobals(r.prog) {
			r.havoc(l, why)
		}
	}
	if in.Ret != nil {
		r.havoc(in.Ret, why)
	}
}

// externChanges finds what the call may change through its arguments: all of it before the
// first changes what leads to the others.
func (r *run) externChanges(in *cil.Call, policy ExternPolicy) []changed {
	var all []changed
	for _, l := range ExternEffect(in, policy) {
		if !cil.IsAnyMemory(l) && !r.nowhere(in, l) {
			all = append(all, r.changes(r.reached(in, l))...)
		}
	}
	return all
}

// nowhere reports whether l, which the call may change, is behind null: what may be null the
// callee looks at before, unless it is a function that is known to write there.
func (r *run) nowhere(in *cil.Call, l *cil.Lval) bool {
	if f := in.Callee(); f != nil {
		if writes, _ := LibraryWrites(f); writes {
			return false
		}
	}
	return l.Mem != nil && r.c.value(l.Mem) == r.c.null()
}

// reached is what the call may change of l, which it gets a pointer to: only the first
// element of an array of unknown length, if the pointer leads to no array.
func (r *run) reached(in *cil.Call, l *cil.Lval) *cil.Lval {
	a, ok := l.Type().(*cil.ArrayType)
	if !ok || a.Len >= 0 || l.Mem == nil || len(l.Path) > 0 || untyped(a.Elem) {
		return l
	}
	if f := in.Callee(); f != nil {
		if _, whole := LibraryWrites(f); whole {
			return l
		}
	}
	if at, ok := r.mem.places[r.c.value(l.Mem)]; !ok || !r.c.alone(at, a.Elem) {
		return l
	}
	return part(l, []cil.Sel{{Index: intIndex(0)}})
}

// allocate encodes a call of an allocator; it returns false if callee isn't one.
func (r *run) allocate(in *cil.Call, callee *cil.Func) bool {
	a := Allocation(callee)
	if a == nil {
		return false
	}
	for _, l := range ExternEffect(in, r.opt.Extern) {
		r.havoc(l, "call of "+callee.Name)
	}
	if in.Ret == nil {
		return true
	}
	size := r.allocationSize(in, a)
	r.answered(in.Ret)
	obj := r.mem.newObject("allocation", -1, heapArea)
	if r.opt.Where != nil {
		obj.where, obj.elem = r.opt.Where.Allocated(r.node)
	}
	r.limit(size)
	if a.Zeroes(in) {
		r.zero(obj, size)
	}
	v := obj.base
	switch {
	case !r.opt.AllocFails || a.NeverFails:
	case r.opt.Placed && a.Error: // what fails is left to the other layouts
	case r.opt.Placed:
		v = r.mem.allocated(v)
	default:
		fails := r.c.f.Eq(r.freshSymbol("allocation", intType), r.c.th.lit(intType, new(big.Int)))
		v = r.c.f.Ite(fails, r.failure(a), v)
		r.mem.chances = append(r.mem.chances, chance{fails, v, obj})
	}
	r.observe(&r.out.Inputs, in.Ret, "call of "+callee.Name, v)
	if !cil.IsPointer(in.Ret.Type()) {
		v = r.c.th.convert(nil, typed{v, r.c.addrType()}, r.c.integer(in.Ret.Type()))
	}
	r.returned(r.c.model.SizeOf(in.Ret.Type()), v)
	r.store(in.Ret, []scalarValue{{nil, v}})
	return true
}

// MaxError is the largest error number that a pointer can stand for in Linux.
const MaxError = 4095

// failure is what an allocator returns when it fails: null, or an error number as a
// pointer. No object is at such an address.
func (r *run) failure(a *cil.Alloc) smt.Term {
	if !a.Error {
		return r.c.null()
	}
	if !r.mem.errors {
		r.mem.errors = true
		for _, o := range r.mem.objects {
			r.mem.noError(o)
		}
	}
	v := r.freshSymbol("error", r.c.addrType())
	r.cond(r.c.f.Not(r.belowErrors(v)))
	return v
}

// belowErrors says that an address isn't an error number.
func (r *run) belowErrors(v smt.Term) smt.Term {
	t := r.c.addrType()
	first := new(big.Int).Add(t.Max(), big.NewInt(1-MaxError))
	return r.c.th.compare(cil.Lt, typed{v, t}, typed{r.c.th.lit(t, first), t})
}

// noError says that o's address isn't an error number.
func (m *pathMemory) noError(o *object) { m.r.c.fact(m.r.belowErrors(o.base)) }

// allocationSize returns the number of bytes that a call of an allocator asks for, as an
// address. It is not a term if that isn't known.
func (r *run) allocationSize(in *cil.Call, a *cil.Alloc) smt.Term {
	for _, k := range a.Size {
		if k >= len(in.Args) {
			return smt.Term{}
		}
	}
	if len(a.Size) == 1 {
		return r.c.th.scaled(r.c.typed(in.Args[a.Size[0]]), 1)
	}
	var product cil.Expr
	t := r.c.addrType()
	for _, k := range a.Size {
		factor := cil.MakeCast(t, in.Args[k])
		if product == nil {
			product = factor
		} else {
			product = &cil.Binary{Op: cil.Mul, X: product, Y: factor, T: t}
		}
	}
	if product == nil {
		return smt.Term{}
	}
	return r.c.value(product)
}

// limit makes sure that a new allocation fits where it lies in a fixed layout.
func (r *run) limit(size smt.Term) {
	if size.IsValid() && r.opt.Layout != AnyLayout {
		r.atMost(size, allocationStep)
	}
}

// atMost adds the condition that size is n or less.
func (r *run) atMost(size smt.Term, n int64) {
	t := r.c.addrType()
	r.cond(r.c.th.compare(cil.Le, typed{size, t}, typed{r.c.th.bytes(n), t}))
}

// zero fills a new object. One whose size isn't known gets a small one, which leaves out
// behaviours, and zeros up to where that may end: what is behind an object is arbitrary.
func (r *run) zero(o *object, size smt.Term) {
	n := int64(maxZeroed + 1)
	if size.IsValid() && size.IsConst() {
		if v, ok := size.Int64(); ok {
			n = v
		}
	} else if size.IsValid() && r.opt.Theory == Bits && r.opt.Layout != AnyLayout {
		n = maxGuessed
		r.note(&r.out.Partial, "zeroed allocation of unknown size")
		r.atMost(size, n)
	}
	if n > maxZeroed || n < 0 || r.opt.Theory == Math {
		r.note(&r.out.Inexact, "zeroed allocation of unknown size")
		return
	}
	r.zeroed(o.base, n)
	r.mem.fillZero(o, n)
}

// maxZeroed bounds the objects whose bytes are set to zero one by one, maxGuessed the sizes
// of those that aren't known.
const (
	maxZeroed  = 4096
	maxGuessed = 1024
)
