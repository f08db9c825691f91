package suffice

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// call does the call at step i, and returns the next step.
func (r *run) call(i int, in *cil.Call, kept bool) int {
	s := r.Path.Steps[i]
	if kept {
		r.calls(in, s.Callee)
	}
	switch {
	case r.Path.Enters(i) && kept:
		r.enterCall(r.Path.Steps[i+1].Node.Func, in)
	case r.Path.Enters(i):
		r.leftOut(s.Node, in)
		return r.exitOf(i) + 1
	default:
		r.external(s.Node, in, kept)
	}
	return i + 1
}

// calls wants a call through a pointer to be one of callee.
func (r *run) calls(in *cil.Call, callee *cil.Func) {
	if in.Callee() != nil || callee == nil {
		return
	}
	at, v := r.function(callee), r.value(in.Fn)
	if v == nil || at == nil || v.Cmp(at) != 0 {
		r.fail("whom %s calls isn't known", cil.ExprString(in.Fn))
	}
}

// exitOf returns the step at which the function is left that step i enters.
func (r *run) exitOf(i int) int {
	depth := 0
	for k := i; k < len(r.Path.Steps); k++ {
		switch {
		case r.Path.Enters(k):
			depth++
		case r.Path.Leaves(k):
			if depth--; depth == 0 {
				return k
			}
		}
	}
	r.fail("the end of the path is in a call that is left out")
	return len(r.Path.Steps)
}

// enter opens an activation.
func (r *run) enter(fn *cil.Func, call *cil.Call, kept bool) {
	f := newFrame(fn, call, kept)
	if ev, ok := r.event(true); ok {
		for _, p := range ev.Locals {
			f.at[p.Var] = new(big.Int).SetUint64(p.Addr)
		}
		r.values(f, ev.Values)
	}
	r.frames = append(r.frames, f)
}

// enterCall opens an activation and passes arguments.
func (r *run) enterCall(fn *cil.Func, in *cil.Call) {
	var args [][]part
	for k := range fn.Formals {
		if k < len(in.Args) {
			args = append(args, r.parts(in.Args[k]))
		}
	}
	r.enter(fn, in, true)
	for k, ps := range args {
		r.store(cil.VarLval(fn.Formals[k]), ps)
	}
}

// leave closes the present activation, and stores its result.
func (r *run) leave() {
	f := r.top()
	if f.call == nil {
		return
	}
	var result []part
	if f.call.Ret != nil && f.fn.Result != nil {
		result = r.parts(cil.LoadVar(f.fn.Result))
	}
	r.frames = r.frames[:len(r.frames)-1]
	if result != nil {
		r.store(f.call.Ret, result)
	}
}

// external does a call of something without a body: one that is kept changes what the model says,
// if it is known where that is; others change something.
func (r *run) external(n *cil.Node, in *cil.Call, kept bool) {
	ev, answered := enc.Event{}, false
	if f := in.Callee(); f == nil || enc.Answers(f, in.Ret) {
		ev, answered = r.event(false)
	}
	if !kept {
		r.leftOut(n, in)
		return
	}
	known := r.sized(in)
	for _, l := range enc.ExternEffect(in, r.Extern) {
		if !cil.IsAnyMemory(l) && !r.placed(l) {
			known = false
			r.forget(l)
		}
	}
	if answered && known {
		r.mem.putAll(ev.Answer.Memory, nil)
	}
	switch {
	case in.Ret == nil:
	case answered && r.placed(in.Ret):
		r.answer(in.Ret, ev.Answer)
	default:
		r.forget(in.Ret)
	}
}

// sized reports whether it is known how much memory the call allocates; it says so of calls that
// don't allocate any.
func (r *run) sized(in *cil.Call) bool {
	f := in.Callee()
	if f == nil || enc.Allocation(f) == nil {
		return true
	}
	for _, a := range in.Args {
		if cil.IsScalar(a.Type()) && r.value(a) == nil {
			return false
		}
	}
	return true
}
