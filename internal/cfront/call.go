package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// call elaborates a call. If into has the result's type the result is stored there and
// is the operand that comes back; else it comes back in a temporary. want says that the
// value is used.
func (x *elab) call(n *cc.PostfixExpression, into *cil.Lval, want bool) opd {
	name := calleeName(n.PostfixExpression)
	if name != "" && !x.hasBody(name) {
		if o, ok := x.builtin(name, n, into); ok {
			return o
		}
		if x.lookup(name) == nil {
			x.implicit(name, n)
		}
	}
	fn := x.rvalueOfCallee(n)
	pt, ok := fn.Type().(*cil.PtrType)
	ft, ok2 := (*cil.FuncType)(nil), false
	if ok {
		ft, ok2 = pt.Elem.(*cil.FuncType)
	}
	if !ok2 {
		x.errorf(position(n), "a value of type %s can't be called", fn.Type())
		return opd{e: x.intZero()}
	}
	callee := (*cil.Func)(nil)
	if fa, ok := fn.(*cil.FuncAddr); ok {
		callee, ft = fa.F, fa.F.Type
	}
	fn, args := x.arguments(fn, ft, n)
	o := x.emitCall(fn, ft, args, into, want, n)
	if callee != nil && callee.NoReturn {
		x.stopAt(callee, n)
	}
	return o
}

// emitCall emits the call with its arguments ready.
func (x *elab) emitCall(fn cil.Expr, ft *cil.FuncType, args []cil.Expr, into *cil.Lval, want bool, n cc.Node) opd {
	c := &cil.Call{Fn: fn, Args: args, Inner: x.inner(n)}
	switch {
	case isVoid(ft.Ret):
	case into != nil && cil.SameType(into.Type(), ft.Ret):
		c.Ret = into
	case want || into != nil:
		c.Ret = cil.VarLval(x.temp("tmp", ft.Ret, n))
	}
	x.completeAll(ft.Ret)
	x.doubled(x.emit(c, position(n)))
	if c.Ret == nil {
		return opd{}
	}
	if c.Ret == into {
		return opd{l: into}
	}
	return opd{e: &cil.Load{L: c.Ret}}
}

// stopAt ends the run at a call of f, which doesn't return.
func (x *elab) stopAt(f *cil.Func, n cc.Node) {
	switch f.Name {
	case "exit", "err", "errx", "verr", "verrx", "pthread_exit":
		x.runDestructors(n)
	}
	x.stop(n)
}

// stop ends the run: what comes after a call that doesn't return is never reached.
func (x *elab) stop(n cc.Node) {
	x.emit(&cil.Assume{E: x.intZero()}, position(n))
	x.jump(x.fn.Exit)
	x.dead()
}

// rvalueOfCallee evaluates the function part of a call; a name doesn't count as taking
// the function's address.
func (x *elab) rvalueOfCallee(n *cc.PostfixExpression) cil.Expr {
	o := x.expr(n.PostfixExpression)
	if o.isFn {
		return o.e
	}
	return x.rvalue(o, n)
}

// calleeName is the name that is called, or "".
func calleeName(n cc.ExpressionNode) string {
	for {
		p, ok := n.(*cc.PrimaryExpression)
		switch {
		case !ok:
			return ""
		case p.Case == cc.PrimaryExpressionIdent:
			return p.Token.SrcStr()
		case p.Case == cc.PrimaryExpressionExpr:
			n = p.ExpressionList
		default:
			return ""
		}
	}
}

// hasBody reports whether name stands for something other than a function without a body.
func (x *elab) hasBody(name string) bool {
	switch x.lookup(name).(type) {
	case nil:
		return false
	case *function:
		s := x.u.ids[name]
		if s == nil {
			s = x.externs[name]
		}
		return s != nil && s.definition() != nil
	}
	return true
}

// implicit declares a function that is called without a declaration: int name().
func (x *elab) implicit(name string, n cc.Node) {
	s := x.externs[name]
	if s == nil {
		f := &cil.Func{Name: name, Pos: position(n), NoReturn: neverReturns(name)}
		f.Type = x.knownType(name)
		s = &symbol{fe: x.front, name: name, linked: true, state: resolved, ent: &function{f, f.Type}}
		x.externs[name] = s
		x.front.names.reserve(name)
		x.prog.Funcs = append(x.prog.Funcs, f)
	}
	x.u.ids[name] = s
}

// arguments evaluates the arguments from left to right and converts them. What was
// evaluated before an argument that does something is kept as it was.
func (x *elab) arguments(fn cil.Expr, ft *cil.FuncType, n *cc.PostfixExpression) (cil.Expr, []cil.Expr) {
	var args []cil.Expr
	i := 0
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		var a cil.Expr
		s := x.aside(n, func() { a = x.argument(ft, i, l.AssignmentExpression) })
		if !s.empty() {
			fn = x.freeze(fn, s.from, n)
			for k := range args {
				args[k] = x.freeze(args[k], s.from, n)
			}
		}
		x.splice(s)
		args = append(args, a)
		i++
	}
	return fn, x.matchArgs(fn, ft, args, n)
}

// argument evaluates argument i.
func (x *elab) argument(ft *cil.FuncType, i int, a cc.ExpressionNode) cil.Expr {
	e := x.value(a)
	if i < len(ft.Params) {
		if ft.NoProto {
			if cil.IsScalar(e.Type()) && cil.IsScalar(ft.Params[i]) {
				return x.cast(ft.Params[i], x.promoteArg(e))
			}
			if !cil.SameType(e.Type(), ft.Params[i]) {
				return x.opaqueValue(codeCall, "an argument of type "+e.Type().String()+" for a parameter of type "+ft.Params[i].String(), ft.Params[i], a)
			}
			return e
		}
		if c, ok := ft.Params[i].(*cil.CompType); ok && x.transparent[c] && !cil.SameType(e.Type(), c) {
			return x.transparentArg(e, c, a)
		}
		return x.convert(e, ft.Params[i], a)
	}
	return x.promoteArg(e)
}

// transparentArg makes a value of the transparent union c of an argument for one of its members.
func (x *elab) transparentArg(e cil.Expr, c *cil.CompType, n cc.Node) cil.Expr {
	x.complete(c)
	fits := memberFor(c, func(t cil.Type) bool { return cil.SameType(t, e.Type()) })
	if fits == nil && (cil.IsPointer(e.Type()) || cil.IsZero(e)) {
		fits = memberFor(c, cil.IsPointer)
	}
	if fits == nil {
		return x.convert(e, c, n)
	}
	v := cil.VarLval(x.temp("union_arg", c, n))
	x.set(withSel(v, cil.Sel{Field: fits}), x.cast(fits.Type, e), n)
	return &cil.Load{L: v}
}

// memberFor is the first member of c with a type that fits, or nil.
func memberFor(c *cil.CompType, fits func(cil.Type) bool) *cil.Field {
	for _, f := range c.Fields {
		if fits(f.Type) {
			return f
		}
	}
	return nil
}

// promoteArg applies the default argument promotions.
func (x *elab) promoteArg(e cil.Expr) cil.Expr {
	if f, ok := e.Type().(*cil.FloatType); ok && f.Bits == 32 {
		return x.cast(doubleType, e)
	}
	return x.promote(e)
}

// matchArgs brings the number of arguments to that of the parameters.
func (x *elab) matchArgs(fn cil.Expr, ft *cil.FuncType, args []cil.Expr, n cc.Node) []cil.Expr {
	want := len(ft.Params)
	known := !ft.NoProto
	if fa, ok := fn.(*cil.FuncAddr); ok && ft.NoProto {
		s := x.externs[fa.F.Name]
		if s == nil {
			s = x.u.ids[sourceName(fa.F)]
		}
		if s == nil || s.definition() == nil {
			return args
		}
	} else if ft.NoProto {
		return args
	}
	switch {
	case len(args) == want || ft.Variadic && len(args) > want:
		return args
	case known:
		x.errorf(position(n), "the call has %d arguments, but the function has %d parameters", len(args), want)
	default:
		x.note(codeCall, position(n), "the call has other arguments than the function has parameters")
	}
	for len(args) < want {
		args = append(args, x.arbitrary("missing", ft.Params[len(args)], "missing argument", n))
	}
	return args[:want]
}

func sourceName(f *cil.Func) string {
	if f.Orig != "" {
		return f.Orig
	}
	return f.Name
}

// neverReturns reports whether the function called name, if it is that of the C library or a compiler and not one of
// the program's own, doesn't return.
func neverReturns(name string) bool {
	switch name {
	case "abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__assert_perror_fail", "__assert",
		"__assert_rtn", "_assert", "_wassert", "__builtin_abort", "__builtin_exit", "__builtin_trap", "err", "errx",
		"verr", "verrx", "pthread_exit", "__stack_chk_fail":
		return true
	}
	return false
}
