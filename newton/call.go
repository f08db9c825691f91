package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
)

// This file has calls: arguments, results, and functions without a body.

// call simulates a call.
func (s *simulation) call(in *cil.Call, st path.Step) bool {
	callee := in.Callee()
	if s.path.Enters(s.step) {
		callee = s.path.Steps[s.step+1].Node.Func
	} else if callee == nil {
		callee = st.Callee
	}
	if in.Callee() == nil && callee != nil {
		to := &cil.FuncAddr{F: callee, T: &cil.PtrType{Elem: callee.Type}}
		if !s.condition(&cil.Binary{Op: cil.Eq, X: s.form(in.Fn), Y: cil.MakeCast(in.Fn.Type(), to), T: intType}) {
			return false
		}
	}
	if callee != nil && s.path.Enters(s.step) {
		s.enter(in, callee)
		return true
	}
	s.external(in)
	return true
}

// enter evaluates the arguments and opens an activation.
func (s *simulation) enter(in *cil.Call, callee *cil.Func) {
	args := make([][]partValue, len(callee.Formals))
	for i := range args {
		if i < len(in.Args) {
			args[i], _ = s.parts(in.Args[i])
		}
	}
	s.push(callee, in, s.step+1)
	for i, vs := range args {
		for _, v := range vs {
			l := s.part(cil.VarLval(callee.Formals[i]), v.path)
			s.passIn(l, v)
		}
	}
}

// passIn gives the formal l its value at entry: a constant as it is, otherwise a fresh
// symbolic constant that stands for the argument.
func (s *simulation) passIn(l *cil.Lval, v partValue) {
	value := v.value
	if s.apart || !isConstant(value) {
		y := s.newSymbol(s.top, nil, l, value)
		y.large = size(value) > maxSize
		value = y.expr()
	}
	m := s.set(s.locate(l), l, value, v.deps)
	m.step = s.step + 1
}

// isConstant reports whether v is the same in all activations.
func isConstant(v cil.Expr) bool {
	fixed := true
	cil.Walk(v, func(e cil.Expr) {
		switch e := e.(type) {
		case *cil.Load:
			fixed = false
		case *cil.AddrOf:
			fixed = fixed && e.L.Base != nil && e.L.Base.Func == nil
		}
	})
	return fixed
}

// leave closes the present activation and stores its result.
func (s *simulation) leave() {
	f := s.top
	var result []partValue
	split := true
	if f.call.Ret != nil && f.fn.Result != nil {
		result, split = s.parts(cil.LoadVar(f.fn.Result))
	}
	f.left = s.step
	s.top = f.parent
	after := s.path.Steps[s.step+1].Node
	s.top.returns = append(s.top.returns, returned{s.step, after})
	if !split {
		s.havoc(f.call.Ret)
		s.inexact = true
		return
	}
	l := cil.VarLval(nil)
	if f.call.Ret != nil {
		l = s.formLval(f.call.Ret)
	}
	for _, v := range result {
		s.passOut(s.part(l, v.path), v, f, after)
	}
}

// passOut stores v, a result of the activation f, at l in the present activation.
func (s *simulation) passOut(l *cil.Lval, v partValue, f *frame, after *cil.Node) {
	value, ok := v.value, true
	if !isConstant(value) {
		value, ok = s.toFrame(s.top, v.value)
	}
	if !ok {
		y := s.newSymbol(s.top, after, l, v.value)
		y.large = size(v.value) > maxSize
		if len(v.deps) > 0 {
			y.source = s.members[v.deps[0]-1]
		}
		value = y.expr()
	}
	s.used = nil
	p := s.locate(l)
	s.set(p, p.name, value, s.usedFor(v.deps))
	s.used = nil
}

// external simulates a call of a function without a body.
func (s *simulation) external(in *cil.Call) {
	policy := s.env.Extern
	if g := in.Callee(); g == nil || g.HasBody() {
		policy = enc.ExternEverything
	}
	changed := enc.ExternEffect(in, policy)
	if policy == enc.ExternEverything {
		changed = append(changed, enc.ExternGlobals(s.prog)...)
	}
	s.havoc(changed...)
	if in.Ret != nil {
		s.havoc(in.Ret)
	}
}
