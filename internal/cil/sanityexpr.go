package cil

// instr checks the instruction of n and the number of its successors.
func (s *sanity) instr(n *Node) {
	want := 1
	if n == n.Func.Exit {
		want = 0
	}
	switch in := n.Instr.(type) {
	case *Opaque, *Clobber:
	case *Skip:
		for _, e := range in.values() {
			s.expr(e)
		}
	case *Assign:
		if s.lval(in.L) && s.expr(in.E) {
			s.same("assignment", in.L.Type(), in.E)
			s.writable(in.L)
		}
	case *Havoc:
		if s.lval(in.L) {
			if _, fn := in.L.Type().(*FuncType); fn || SameType(in.L.Type(), Void) {
				s.errorf("%s can't get a value", LvalString(in.L))
			}
		}
		if in.Of != nil {
			s.lval(in.Of)
		}
	case *Assume:
		s.condition(in.E)
	case *Branch:
		want = 2
		s.condition(in.E)
	case *Call:
		s.call(in)
	case *Return:
		s.result(n, in)
	default:
		s.errorf("unknown instruction %T", in)
	}
	if len(n.Succs) != want {
		s.errorf("it has %d successors, not %d", len(n.Succs), want)
	}
}

// same checks that e has the type t.
func (s *sanity) same(what string, t Type, e Expr) bool {
	if SameType(t, e.Type()) {
		return true
	}
	s.errorf("%s: %s has the type %s, not %s", what, ExprString(e), TypeString(e.Type()), TypeString(t))
	return false
}

func (s *sanity) writable(l *Lval) {
	switch l.Type().(type) {
	case *IntType, *FloatType, *PtrType, *CompType:
	default:
		s.errorf("%s of type %s is assigned", LvalString(l), TypeString(l.Type()))
	}
}

func (s *sanity) condition(e Expr) {
	if s.expr(e) && !IsScalar(e.Type()) {
		s.errorf("the condition %s has the type %s", ExprString(e), TypeString(e.Type()))
	}
}

func (s *sanity) call(c *Call) {
	if !s.expr(c.Fn) {
		return
	}
	if !IsFuncPointer(c.Fn.Type()) {
		s.errorf("%s of type %s is called", ExprString(c.Fn), TypeString(c.Fn.Type()))
		return
	}
	ft := c.Fn.Type().(*PtrType).Elem.(*FuncType)
	if n := len(ft.Params); len(c.Args) < n || len(c.Args) > n && !ft.Variadic && !ft.NoProto {
		s.errorf("%d arguments for %d parameters", len(c.Args), n)
	}
	for i, a := range c.Args {
		if s.expr(a) && i < len(ft.Params) {
			s.same("argument", ft.Params[i], a)
		}
	}
	if c.Ret != nil && s.lval(c.Ret) {
		s.same("result", ft.Ret, &Load{c.Ret})
		s.writable(c.Ret)
	}
}

func (s *sanity) result(n *Node, r *Return) {
	if len(n.Succs) != 1 || n.Succs[0] != n.Func.Exit {
		s.errorf("a return doesn't lead to the exit")
	}
	if r.E != nil && s.expr(r.E) {
		s.same("return", n.Func.Type.Ret, r.E)
	}
}

// lval checks l and reports whether it has a type.
func (s *sanity) lval(l *Lval) bool {
	var t Type
	switch {
	case l.Base != nil && l.Mem != nil:
		s.errorf("an lvalue has both a variable and a pointer")
		return false
	case l.Base != nil:
		s.variable(l.Base)
		t = l.Base.Type
	case !s.expr(l.Mem):
		return false
	case !IsPointer(l.Mem.Type()):
		s.errorf("%s of type %s is dereferenced", ExprString(l.Mem), TypeString(l.Mem.Type()))
		return false
	default:
		t = l.Mem.Type().(*PtrType).Elem
	}
	for _, sel := range l.Path {
		if t = s.selected(t, sel); t == nil {
			return false
		}
	}
	return true
}

// selected returns the type of the part sel of a t, or nil after a complaint.
func (s *sanity) selected(t Type, sel Sel) Type {
	if sel.Field != nil {
		c, ok := t.(*CompType)
		if !ok || sel.Field.Comp != c || sel.Field.Index >= len(c.Fields) || c.Fields[sel.Field.Index] != sel.Field {
			s.errorf("%s is not a member of %s", sel.Field.Name, TypeString(t))
			return nil
		}
		return sel.Field.Type
	}
	a, ok := t.(*ArrayType)
	if !ok {
		s.errorf("an index is applied to the type %s", TypeString(t))
		return nil
	}
	if !s.expr(sel.Index) {
		return nil
	}
	if !IsInteger(sel.Index.Type()) {
		s.errorf("the index %s is not an integer", ExprString(sel.Index))
	}
	return a.Elem
}

// variable checks that v belongs to the program or to the current function.
func (s *sanity) variable(v *Var) {
	if v.Func == nil && !s.globals[v] || v.Func != nil && (s.f != v.Func || !s.locals[v]) {
		s.errorf("the variable %s does not belong here", v.Name)
	}
}

// expr checks e and reports whether it has a type.
func (s *sanity) expr(e Expr) bool {
	switch e := e.(type) {
	case *Const:
		if SameType(e.T, Math) || e.T.Wrap(e.Val).Cmp(e.Val) != 0 {
			s.errorf("the constant %s is not of type %s", e.Val, e.T)
		}
		return true
	case *FloatConst:
		return true
	case *Load:
		return s.load(e)
	case *AddrOf:
		return s.addr(e)
	case *FuncAddr:
		if !s.funcs[e.F] || !IsFuncPointer(e.T) {
			s.errorf("the function %s is not in the program or its address has the type %s", e.F.Name, TypeString(e.T))
		}
		return true
	case *Unary:
		return s.expr(e.X) && s.unary(e)
	case *Binary:
		x, y := s.expr(e.X), s.expr(e.Y)
		return x && y && s.binary(e)
	case *Cond:
		s.condition(e.C)
		x, y := s.expr(e.A), s.expr(e.B)
		return x && y && s.same("?:", e.T, e.A) && s.same("?:", e.T, e.B)
	case *Cast:
		return s.expr(e.X) && s.cast(e)
	}
	s.errorf("unknown expression %T", e)
	return false
}

func (s *sanity) load(e *Load) bool {
	if !s.lval(e.L) {
		return false
	}
	if _, comp := e.Type().(*CompType); !comp && !IsScalar(e.Type()) {
		s.errorf("%s of type %s is read", ExprString(e), TypeString(e.Type()))
		return false
	}
	return true
}

func (s *sanity) addr(e *AddrOf) bool {
	if !s.lval(e.L) {
		return false
	}
	if n := len(e.L.Path); n > 0 && e.L.Path[n-1].Field != nil && e.L.Path[n-1].Field.BitField {
		s.errorf("the address of the bit-field %s is taken", LvalString(e.L))
	}
	if !isDecay(e) && !SameType(e.T.Elem, e.L.Type()) {
		s.errorf("the address of %s has the type %s", LvalString(e.L), TypeString(e.T))
	}
	return true
}

func (s *sanity) unary(e *Unary) bool {
	_, float := e.T.(*FloatType)
	switch {
	case e.Op == LogNot && (!IsScalar(e.X.Type()) || !SameType(e.T, boolResult)),
		e.Op != LogNot && !SameType(e.T, e.X.Type()),
		e.Op == BitNot && !IsInteger(e.T),
		e.Op == Neg && !IsInteger(e.T) && !float:
		s.errorf("%s has the type %s, its operand %s", ExprString(e), TypeString(e.T), TypeString(e.X.Type()))
		return false
	}
	return true
}

func (s *sanity) binary(e *Binary) bool {
	xt, yt := e.X.Type(), e.Y.Type()
	_, float := e.T.(*FloatType)
	ok := false
	switch {
	case e.Op == LAnd || e.Op == LOr:
		ok = IsScalar(xt) && IsScalar(yt) && SameType(e.T, boolResult)
	case e.Op.IsCompare():
		ok = IsScalar(xt) && SameType(xt, yt) && SameType(e.T, boolResult)
	case e.Op == PtrAdd || e.Op == PtrSub:
		ok = IsPointer(xt) && IsInteger(yt) && SameType(e.T, xt)
	case e.Op == PtrDiff:
		ok = IsPointer(xt) && SameType(xt, yt) && IsInteger(e.T)
	case e.Op == Shl || e.Op == Shr:
		ok = IsInteger(e.T) && SameType(e.T, xt) && IsInteger(yt)
	case e.Op <= Div:
		ok = (IsInteger(e.T) || float) && SameType(e.T, xt) && SameType(e.T, yt)
	default:
		ok = IsInteger(e.T) && SameType(e.T, xt) && SameType(e.T, yt)
	}
	if !ok {
		s.errorf("%s has the type %s, its operands %s and %s", ExprString(e), TypeString(e.T), TypeString(xt), TypeString(yt))
	}
	return ok
}

func (s *sanity) cast(e *Cast) bool {
	_, fromFloat := e.X.Type().(*FloatType)
	_, toFloat := e.T.(*FloatType)
	if !IsScalar(e.T) || !IsScalar(e.X.Type()) || fromFloat && IsPointer(e.T) || toFloat && IsPointer(e.X.Type()) || SameType(e.T, Math) {
		s.errorf("%s of type %s is converted to %s", ExprString(e.X), TypeString(e.X.Type()), TypeString(e.T))
		return false
	}
	return true
}
