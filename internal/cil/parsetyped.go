package cil

import "hardbop/internal/source"

// load reads l in an expression: arrays decay, integers become mathematical ones, and
// a comp stays as it is, to be selected from.
func (p *exprParser) load(at token, l *Lval) Expr {
	switch t := l.Type().(type) {
	case *ArrayType:
		return MakeAddr(l)
	case *IntType:
		return asMath(&Load{l})
	case *VoidType:
		p.fail(at, "a void pointer is dereferenced; cast it first")
	case *FuncType:
		return &Load{l}
	case *CompType:
		if !t.Defined {
			p.fail(at, "the type "+TypeString(t)+" is incomplete")
		}
	}
	return &Load{l}
}

// lvalOf returns the lvalue that e, as load made it, reads.
func (p *exprParser) lvalOf(e Expr) *Lval {
	x := e
	if c, ok := x.(*Cast); ok && SameType(c.T, Math) {
		x = c.X
	}
	switch x := x.(type) {
	case *Load:
		return x.L
	case *AddrOf:
		if isDecay(x) {
			return x.L
		}
	}
	p.fail(p.peek(), "expected an lvalue before "+p.peek().String())
	return nil
}

// isDecay reports whether a is an array that became a pointer.
func isDecay(a *AddrOf) bool {
	t, ok := a.L.Type().(*ArrayType)
	return ok && SameType(a.T.Elem, t.Elem) && !SameType(a.T.Elem, t)
}

// addressed returns the lvalue whose address is taken.
func (p *exprParser) addressed(at token, e Expr) *Lval {
	l := p.lvalOf(e)
	if n := len(l.Path); n > 0 && l.Path[n-1].Field != nil && l.Path[n-1].Field.BitField {
		p.fail(at, "a bit-field has no address")
	}
	return l
}

// pointer checks that e is a pointer.
func (p *exprParser) pointer(at token, e Expr) Expr {
	if !IsPointer(e.Type()) {
		p.fail(at, "expected a pointer for "+at.String()+", found "+p.describe(e))
	}
	if IsFuncPointer(e.Type()) {
		p.fail(at, "a function can't be dereferenced in a predicate")
	}
	return e
}

// describe names e and its type for messages.
func (p *exprParser) describe(e Expr) string {
	return "'" + ExprString(e) + "' of type " + TypeString(e.Type())
}

// condAt returns e as a condition.
func (p *exprParser) condAt(at token, e Expr) Expr {
	if !IsScalar(e.Type()) {
		p.fail(at, "expected an integer or a pointer, found "+p.describe(e))
	}
	return mathTruth(e)
}

// condition returns the whole predicate as a condition.
func (p *exprParser) condition(e Expr) Expr { return p.condAt(token{}, e) }

// negate builds -e, ~e or +e.
func (p *exprParser) negate(t token, e Expr) Expr {
	if _, float := e.Type().(*FloatType); float && t.text != "~" {
		if t.text == "+" {
			return e
		}
		return &Unary{Op: Neg, X: e, T: e.Type()}
	}
	if !IsInteger(e.Type()) {
		p.fail(t, "expected an integer after "+t.String()+", found "+p.describe(e))
	}
	switch e = asMath(e); t.text {
	case "-":
		return MakeUnary(Neg, e, Math)
	case "~":
		return MakeUnary(BitNot, e, Math)
	}
	return e
}

// cast converts e to the type to.
func (p *exprParser) cast(at token, to Type, e Expr) Expr {
	if !IsScalar(e.Type()) {
		p.fail(at, "expected an integer or a pointer after the cast, found "+p.describe(e))
	}
	switch t := to.(type) {
	case *IntType:
		return mathCast(t, e)
	case *PtrType:
		return pointerCast(t, e)
	case *FloatType:
		return toFloat(t, e)
	}
	p.fail(at, "expected a scalar type in the cast, found "+TypeString(to))
	return nil
}

// index builds e[i].
func (p *exprParser) index(at token, e, i Expr) Expr {
	if !IsInteger(i.Type()) {
		p.fail(at, "expected an integer as index, found "+p.describe(i))
	}
	ptr := p.pointer(at, e)
	if p.prog.Model.SizeOf(ptr.Type().(*PtrType).Elem) < 0 {
		p.fail(at, "the elements of "+p.describe(ptr)+" have no known size")
	}
	return p.load(at, p.prog.Model.Deref(p.prog.Model.MakePtrAdd(ptr, i)))
}

// member builds the selection of a member of l.
func (p *exprParser) member(at token, l *Lval) Expr {
	t := p.take()
	if t.kind != tokName {
		p.fail(t, "expected the name of a member after "+at.String()+", found "+t.String())
	}
	ct, ok := l.Type().(*CompType)
	if !ok {
		p.fail(at, "'"+LvalString(l)+"' is not a struct or union but of type "+TypeString(l.Type()))
	}
	f := ct.FieldNamed(t.text)
	if f == nil {
		msg := TypeString(ct) + " has no member '" + t.text + "'"
		p.fail(t, msg+source.DidYouMean(t.text, fieldNames(ct)))
	}
	path := append(append([]Sel(nil), l.Path...), Sel{Field: f})
	return p.load(t, &Lval{Base: l.Base, Mem: l.Mem, Path: path})
}

func fieldNames(t *CompType) []string {
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Name
	}
	return names
}

// operate builds x op y. op is what the token says for integers.
func (p *exprParser) operate(at token, op BinOp, x, y Expr) Expr {
	_, fx := x.Type().(*FloatType)
	_, fy := y.Type().(*FloatType)
	switch {
	case op == LAnd || op == LOr:
		return makeLogical(op, p.condAt(at, x), p.condAt(at, y))
	case IsInteger(x.Type()) && IsInteger(y.Type()):
		return mathBinary(op, x, y)
	case op.IsCompare() && (IsPointer(x.Type()) || IsPointer(y.Type())):
		return p.comparePointers(at, op, x, y)
	case IsPointer(x.Type()) && IsInteger(y.Type()) && op == Add:
		return p.prog.Model.MakePtrAdd(x, y)
	case IsInteger(x.Type()) && IsPointer(y.Type()) && op == Add:
		return p.prog.Model.MakePtrAdd(y, x)
	case IsPointer(x.Type()) && IsInteger(y.Type()) && op == Sub:
		return p.prog.Model.MakePtrSub(x, y)
	case IsPointer(x.Type()) && SameType(x.Type(), y.Type()) && op == Sub:
		return asMath(&Binary{Op: PtrDiff, X: x, Y: y, T: p.prog.Model.PtrDiffT()})
	case (fx || fy) && (op.IsCompare() || op <= Div) && arithmetic(x) && arithmetic(y):
		return floatBinary(op, x, y)
	}
	p.fail(at, "operator "+at.String()+" can't be applied to "+p.describe(x)+" and "+p.describe(y))
	return nil
}

// comparePointers builds the comparison of two pointers, or of one with 0.
func (p *exprParser) comparePointers(at token, op BinOp, x, y Expr) Expr {
	xt, yt := x.Type(), y.Type()
	switch {
	case IsPointer(xt) && IsInteger(yt) && IsZero(y):
		y = zeroOf(xt)
	case IsPointer(yt) && IsInteger(xt) && IsZero(x):
		x = zeroOf(yt)
	case !IsPointer(xt) || !IsPointer(yt):
		p.fail(at, "a pointer is compared with "+p.describe(map[bool]Expr{true: x, false: y}[IsPointer(yt)]))
	case isVoidPtr(xt):
		y = pointerCast(xt.(*PtrType), y)
	case isVoidPtr(yt):
		x = pointerCast(yt.(*PtrType), x)
	case !SameType(xt, yt):
		p.fail(at, "pointers of the types "+TypeString(xt)+" and "+TypeString(yt)+" are compared; cast one")
	}
	return &Binary{Op: op, X: x, Y: y, T: boolResult}
}

func isVoidPtr(t Type) bool {
	p, ok := t.(*PtrType)
	return ok && SameType(p.Elem, Void)
}

// toFloat converts e to t: an integer as it is, a constant as a mathematical one.
func toFloat(t *FloatType, e Expr) Expr {
	if IsInteger(e.Type()) {
		e = stripMath(asMath(e))
	}
	return MakeCast(t, e)
}

func arithmetic(e Expr) bool {
	_, float := e.Type().(*FloatType)
	return float || IsInteger(e.Type())
}

// floatBinary builds an operation on floats; integers are converted.
func floatBinary(op BinOp, x, y Expr) Expr {
	t, ok := x.Type().(*FloatType)
	if u, okY := y.Type().(*FloatType); okY && (!ok || u.Bits > t.Bits || u.Bytes > t.Bytes) {
		t = u
	}
	x, y = toFloat(t, x), toFloat(t, y)
	if op.IsCompare() {
		return &Binary{Op: op, X: x, Y: y, T: boolResult}
	}
	return &Binary{Op: op, X: x, Y: y, T: t}
}
