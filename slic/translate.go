package slic

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// translator gives the expressions of one handler their types, as C does, and returns
// them as cil expressions. A method that has complained, or that doesn't know a type
// because the event's function is not in the program, returns nil.
type translator struct {
	*checker
	proc      *procedure // of the event; nil in constant expressions
	pattern   *Pattern   // that the event matches
	constOnly bool
}

// expr returns e as a value: arrays and functions decay to pointers.
func (t *translator) expr(e Expr) cil.Expr {
	switch e := e.(type) {
	case *Number:
		return &cil.Const{T: numberType(e, t.decls.Model()), Val: e.Val}
	case *Ident:
		return t.ident(e)
	case *Arg:
		return t.arg(e)
	case *Unary:
		return t.unary(e)
	case *Binary:
		return t.binary(e)
	case *Cond:
		return t.cond(e)
	case *Cast:
		return t.cast(e)
	case *Member, *Index:
		return t.load(t.lval(e), e.At())
	}
	panic("slic: unknown expression")
}

// load reads l; arrays decay.
func (t *translator) load(l *cil.Lval, pos source.Pos) cil.Expr {
	if l == nil {
		return nil
	}
	if a, ok := l.Type().(*cil.ArrayType); ok {
		if l.Base != nil {
			t.takenVars = append(t.takenVars, l.Base)
		}
		return &cil.AddrOf{L: l, T: &cil.PtrType{Elem: a.Elem}}
	}
	if isVolatile(l) {
		t.errorf(pos, "this is volatile: its value is another one at each read")
		return nil
	}
	return &cil.Load{L: l}
}

func (t *translator) ident(e *Ident) cil.Expr {
	if s := t.stateNamed(e.Name); s != nil && !t.constOnly {
		return cil.LoadVar(s.v)
	}
	if v, ok := t.consts[e.Name]; ok {
		return &cil.Const{T: t.int(), Val: v}
	}
	if v, ok := t.decls.Constant(e.Name); ok {
		return &cil.Const{T: t.constType(v), Val: v}
	}
	if t.constOnly {
		t.errorf(e.Pos, "unknown constant %s", e.Name)
		return nil
	}
	if v := t.decls.Global(e.Name); v != nil {
		return t.load(cil.VarLval(v), e.Pos)
	}
	if fs := t.decls.Functions(e.Name); len(fs) > 0 {
		return t.funcAddr(fs[0])
	}
	t.unknownName(e)
	return nil
}

func (t *translator) funcAddr(f *cil.Func) cil.Expr {
	t.takenFuncs = append(t.takenFuncs, f)
	return &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}
}

// unknownName complains about e, unless the program hasn't the event's function either: then
// it need not have what the handler is about.
func (t *translator) unknownName(e *Ident) {
	if t.proc != nil && !t.proc.woven() {
		return
	}
	var names []string
	for _, s := range t.state {
		names = append(names, s.decl.Name)
	}
	names = append(names, slices.Sorted(maps.Keys(t.consts))...)
	t.errorf(e.Pos, "unknown name %s: expected a state variable, an enumerator, or a global of the program%s",
		e.Name, source.DidYouMean(e.Name, names))
}

// constType returns the first of int, long, long long, unsigned long long that has v.
func (t *translator) constType(v *big.Int) *cil.IntType {
	for _, k := range []cil.IntKind{cil.Int, cil.Long, cil.LongLong} {
		if it := t.decls.Model().Int(k); it.Wrap(v).Cmp(v) == 0 {
			return it
		}
	}
	return t.decls.Model().Int(cil.ULongLong)
}

func (t *translator) arg(a *Arg) cil.Expr {
	if t.proc == nil {
		if t.constOnly {
			t.errorf(a.Pos, "expected a constant")
		}
		return nil
	}
	if !t.argOK(a, t.pattern, t.proc.target) {
		return nil
	}
	return cil.LoadVar(t.proc.formal(a.Index, t.names))
}

// argOK reports whether a has a meaning in the event p of f, or complains.
func (c *checker) argOK(a *Arg, p *Pattern, f *cil.Func) bool {
	switch {
	case p.Event == End:
		c.errorf(a.Pos, "program.end has no arguments and no result")
	case a.Index == 0 && !p.Event.After():
		c.errorf(a.Pos, "$return is not known at %s: expected %s.return or %s.exit", p, p.Func, p.Func)
	case f == nil:
		return false
	case a.Index == 0 && isVoid(f.Type.Ret):
		c.errorf(a.Pos, "%s returns nothing: there is no $return", p.Func)
	case a.Index > len(f.Type.Params) && f.Type.NoProto:
		c.errorf(a.Pos, "%s is declared without parameters in parentheses: $%d has no type", p.Func, a.Index)
	case a.Index > len(f.Type.Params):
		c.errorf(a.Pos, "there is no $%d: %s has the type %s", a.Index, p.Func, f.Type)
	default:
		return true
	}
	return false
}

func isVoid(t cil.Type) bool { _, ok := t.(*cil.VoidType); return ok }

// integer complains unless e has an integer type.
func (t *translator) integer(e cil.Expr, pos source.Pos, op string) bool {
	if cil.IsInteger(e.Type()) {
		return true
	}
	t.errorf(pos, "%s needs an integer, and this has the type %s", op, e.Type())
	return false
}

func (t *translator) unary(e *Unary) cil.Expr {
	switch e.Op {
	case "*":
		return t.load(t.lval(e), e.At())
	case "&":
		return t.address(e)
	case "!":
		if x := t.truth(e.X); x != nil {
			return cil.Not(x)
		}
		return nil
	}
	x := t.expr(e.X)
	if x == nil || !t.integer(x, e.Pos, "unary "+e.Op) {
		return nil
	}
	x = t.promote(x)
	switch e.Op {
	case "-":
		return minus(cil.Neg, x)
	case "~":
		return minus(cil.BitNot, x)
	}
	return x
}

// minus applies Neg or BitNot to the integer x.
func minus(op cil.UnOp, x cil.Expr) cil.Expr {
	v, ok := cil.ConstValue(x)
	if !ok {
		return &cil.Unary{Op: op, X: x, T: x.Type()}
	}
	neg := new(big.Int).Neg(v)
	if op == cil.BitNot {
		neg.Not(v)
	}
	t := x.Type().(*cil.IntType)
	return &cil.Const{T: t, Val: t.Wrap(neg)}
}

func (t *translator) address(e *Unary) cil.Expr {
	if id, ok := e.X.(*Ident); ok && t.stateNamed(id.Name) == nil && t.decls.Global(id.Name) == nil {
		if fs := t.decls.Functions(id.Name); len(fs) > 0 {
			return t.funcAddr(fs[0])
		}
	}
	l := t.lval(e.X)
	if l == nil {
		return nil
	}
	if l.Base != nil {
		if l.Base.Kind == cil.Formal || t.isState(l.Base) {
			t.errorf(e.Pos, "the address of an argument or a state variable has no meaning in a rule")
			return nil
		}
		t.takenVars = append(t.takenVars, l.Base)
	}
	return &cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}
}

// truth returns e as a condition: an integer that is 0 or 1.
func (t *translator) truth(e Expr) cil.Expr {
	x := t.expr(e)
	if x == nil {
		return nil
	}
	if v, ok := cil.ConstValue(x); ok {
		return cil.IntConst(t.int(), int64(v.CmpAbs(new(big.Int))))
	}
	switch x.Type().(type) {
	case *cil.IntType:
		return cil.Truth(t.promote(x))
	case *cil.PtrType:
		return cil.Truth(x)
	}
	t.errorf(e.At(), "a condition has an integer or a pointer, and this has the type %s", x.Type())
	return nil
}

func (t *translator) null(p cil.Type) cil.Expr {
	return &cil.Cast{T: p, X: cil.IntConst(t.int(), 0)}
}

func (t *translator) cond(e *Cond) cil.Expr {
	c, a, b := t.truth(e.C), t.expr(e.A), t.expr(e.B)
	if c == nil || a == nil || b == nil {
		return nil
	}
	a, b = t.balance(a, b, e.Pos)
	if a == nil {
		return nil
	}
	return &cil.Cond{C: c, A: a, B: b, T: a.Type()}
}

func (t *translator) cast(e *Cast) cil.Expr {
	to, x := t.typeOf(e.Type), t.expr(e.X)
	if to == nil || x == nil {
		return nil
	}
	if !castable(to) || !castable(x.Type()) {
		t.errorf(e.Pos, "a cast is between integers and pointers, not from %s to %s", x.Type(), to)
		return nil
	}
	return cil.MakeCast(to, x)
}

func castable(t cil.Type) bool { return cil.IsInteger(t) || cil.IsPointer(t) }

// lval returns what e names: a global of the program, or memory.
func (t *translator) lval(e Expr) *cil.Lval {
	switch e := e.(type) {
	case *Ident:
		if s := t.stateNamed(e.Name); s != nil {
			return cil.VarLval(s.v)
		}
		if v := t.decls.Global(e.Name); v != nil {
			return cil.VarLval(v)
		}
		t.unknownName(e)
		return nil
	case *Arg:
		if l, ok := t.arg(e).(*cil.Load); ok {
			return l.L
		}
		return nil
	case *Unary:
		if e.Op == "*" {
			return t.deref(e.X, e.Pos)
		}
	case *Index:
		return t.index(e)
	case *Member:
		return t.member(e)
	}
	t.errorf(e.At(), "expected something in memory: a global, *p, p->member or p[i]")
	return nil
}

func (t *translator) deref(e Expr, pos source.Pos) *cil.Lval {
	x := t.expr(e)
	if x == nil {
		return nil
	}
	p, ok := x.Type().(*cil.PtrType)
	if !ok || isVoid(p.Elem) || cil.IsFuncPointer(p) {
		t.errorf(pos, "a value of the type %s doesn't point to anything with a value", x.Type())
		return nil
	}
	return &cil.Lval{Mem: x}
}

func (t *translator) index(e *Index) *cil.Lval {
	i := t.expr(e.I)
	l, ptr := t.indexed(e.X)
	if i == nil || l == nil && ptr == nil || !t.integer(i, e.I.At(), "an index") {
		return nil
	}
	i = t.promote(i)
	if l != nil {
		return extend(l, cil.Sel{Index: i})
	}
	if p, ok := ptr.Type().(*cil.PtrType); !ok || isVoid(p.Elem) || cil.IsFuncPointer(p) {
		t.errorf(e.Pos, "only arrays and pointers have elements, not the type %s", ptr.Type())
		return nil
	}
	return &cil.Lval{Mem: &cil.Binary{Op: cil.PtrAdd, X: ptr, Y: i, T: ptr.Type()}}
}

// indexed returns what has elements: an array in memory, or else a value.
func (t *translator) indexed(e Expr) (*cil.Lval, cil.Expr) {
	switch e.(type) {
	case *Ident, *Member, *Index:
		l := t.lval(e)
		if l == nil {
			return nil, nil
		}
		if _, ok := l.Type().(*cil.ArrayType); ok {
			return l, nil
		}
		return nil, t.load(l, e.At())
	}
	return nil, t.expr(e)
}

// extend returns the part of l that s selects.
func extend(l *cil.Lval, s cil.Sel) *cil.Lval {
	path := append(append([]cil.Sel(nil), l.Path...), s)
	return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: path}
}

func (t *translator) member(e *Member) *cil.Lval {
	var l *cil.Lval
	if e.Arrow {
		l = t.deref(e.X, e.Pos)
	} else {
		l = t.lval(e.X)
	}
	if l == nil {
		return nil
	}
	comp, ok := l.Type().(*cil.CompType)
	if !ok {
		t.errorf(e.Pos, "%s has no members: expected a struct or a union", l.Type())
		return nil
	}
	path := memberPath(comp, e.Name)
	if path == nil {
		var names []string
		for _, f := range comp.Fields {
			names = append(names, f.Name)
		}
		t.errorf(e.Pos, "%s has no member %s%s", comp, e.Name, source.DidYouMean(e.Name, names))
		return nil
	}
	for _, f := range path {
		l = extend(l, cil.Sel{Field: f})
	}
	return l
}

// memberPath returns the fields that lead to the member called name, through members
// without a name, or nil.
func memberPath(comp *cil.CompType, name string) []*cil.Field {
	if f := comp.FieldNamed(name); f != nil {
		return []*cil.Field{f}
	}
	for _, f := range comp.Fields {
		inner, ok := f.Type.(*cil.CompType)
		if !ok || !anonymous(f) {
			continue
		}
		if path := memberPath(inner, name); path != nil {
			return append([]*cil.Field{f}, path...)
		}
	}
	return nil
}

// anonymous reports whether the member f has no name in the source.
func anonymous(f *cil.Field) bool { return strings.HasPrefix(f.Name, "__anon") }
