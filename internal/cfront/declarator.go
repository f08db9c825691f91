package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// declared is the type of the declarator d after the specifiers sp.
func (x *elab) declared(sp specs, d *cc.Declarator) qtype {
	return x.declarator(sp.base, d)
}

func (x *elab) declarator(t qtype, d *cc.Declarator) qtype {
	if d == nil {
		return t
	}
	return x.direct(x.pointers(t, d.Pointer), d.DirectDeclarator)
}

// pointers wraps t into the stars of p.
func (x *elab) pointers(t qtype, p *cc.Pointer) qtype {
	for ; p != nil; p = p.Pointer {
		t = qtype{t: pointerTo(t)}
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			var sp specs
			if q.TypeQualifier != nil {
				x.qualifier(q.TypeQualifier, &sp)
			}
			t.q |= sp.base.q
		}
	}
	return t
}

func pointerTo(t qtype) *cil.PtrType {
	return &cil.PtrType{Elem: t.t, Const: t.q&qConst != 0, Volatile: t.q&qVolatile != 0}
}

// direct applies arrays and functions from the outside in.
func (x *elab) direct(t qtype, d *cc.DirectDeclarator) qtype {
	for d != nil {
		switch d.Case {
		case cc.DirectDeclaratorIdent:
			return t
		case cc.DirectDeclaratorDecl:
			return x.declarator(t, d.Declarator)
		case cc.DirectDeclaratorFuncParam:
			t = qtype{t: x.funcType(t.t, d.ParameterTypeList, d)}
		case cc.DirectDeclaratorFuncIdent:
			t = qtype{t: &cil.FuncType{Ret: x.result(t.t, d), NoProto: true}}
		case cc.DirectDeclaratorStar:
			t = qtype{x.arrayOf(t.t, nil, d), t.q}
		default:
			t = qtype{x.arrayOf(t.t, d.AssignmentExpression, d), t.q}
		}
		d = d.DirectDeclarator
	}
	return t
}

// abstract applies an abstract declarator to t.
func (x *elab) abstract(t qtype, d *cc.AbstractDeclarator) qtype {
	if d == nil {
		return t
	}
	t = x.pointers(t, d.Pointer)
	for dd := d.DirectAbstractDeclarator; dd != nil; dd = dd.DirectAbstractDeclarator {
		switch dd.Case {
		case cc.DirectAbstractDeclaratorDecl:
			return x.abstract(t, dd.AbstractDeclarator)
		case cc.DirectAbstractDeclaratorFunc:
			t = qtype{t: x.funcType(t.t, dd.ParameterTypeList, dd)}
		default:
			t = qtype{x.arrayOf(t.t, dd.AssignmentExpression, dd), t.q}
		}
	}
	return t
}

// arrayOf is an array of as many elements as the expression n says; -1 if that is not
// a constant, or not said.
func (x *elab) arrayOf(elem cil.Type, n cc.ExpressionNode, at cc.Node) cil.Type {
	if isFuncType(elem) || isVoid(elem) || isFlexible(elem) && x.sc == nil {
		x.errorf(position(at), "an array can't have elements of type %s", elem)
		elem = x.intType()
	}
	if !isNode(n) {
		return &cil.ArrayType{Elem: elem, Len: -1}
	}
	v, ok := x.tryConst(n)
	if !ok {
		if x.sc == nil {
			x.errorf(position(n), "the length of an array at file scope must be a constant")
		}
		return x.variableArray(elem, n)
	}
	if size := x.sizeOf(elem); size < 0 && x.runtimeSize(elem) != nil {
		return x.runtimeArray(elem, &cil.Const{T: x.model.SizeT(), Val: v})
	}
	if !v.IsInt64() || v.Sign() < 0 || v.Int64() > 1<<48 {
		x.errorf(position(n), "an array can't have %v elements", v)
		return &cil.ArrayType{Elem: elem, Len: 1}
	}
	return &cil.ArrayType{Elem: elem, Len: v.Int64()}
}

// param is one parameter of a function.
type param struct {
	name string
	tok  cc.Token
	t    qtype
}

// result checks the type of a function's result.
func (x *elab) result(t cil.Type, at cc.Node) cil.Type {
	if isFuncType(t) || isArray(t) {
		x.errorf(position(at), "a function can't return %s", t)
		return x.intType()
	}
	return t
}

func (x *elab) funcType(ret cil.Type, l *cc.ParameterTypeList, at cc.Node) *cil.FuncType {
	ft := &cil.FuncType{Ret: x.result(ret, at)}
	if l == nil {
		ft.NoProto = true
		return ft
	}
	x.push()
	for _, p := range x.params(l) {
		ft.Params = append(ft.Params, p.t.t)
	}
	x.pop()
	ft.Variadic = l.Case == cc.ParameterTypeListVar
	return ft
}

// params elaborates a parameter list in the innermost scope, where a parameter's name
// stands for a variable that is never used; (void) is empty.
func (x *elab) params(l *cc.ParameterTypeList) []param {
	x.proto++
	defer func() { x.proto-- }()
	var ps []param
	for p := l.ParameterList; p != nil; p = p.ParameterList {
		if p.ParameterDeclaration != nil {
			one := x.param(p.ParameterDeclaration)
			ps = append(ps, one)
			if one.name != "" && x.sc != nil {
				x.sc.ids[one.name] = &object{&cil.Var{Name: one.name, Type: one.t.t, Kind: cil.Formal, Func: x.fn}, one.t.q}
			}
		}
	}
	if len(ps) == 1 && ps[0].name == "" && isVoid(ps[0].t.t) {
		return nil
	}
	return ps
}

func (x *elab) param(d *cc.ParameterDeclaration) param {
	sp := x.specs(d.DeclarationSpecifiers)
	if d.Case == cc.ParameterDeclarationAbstract {
		return param{t: adjust(x.abstract(sp.base, d.AbstractDeclarator))}
	}
	return param{name: d.Declarator.Name(), tok: d.Declarator.NameTok(), t: adjust(x.declared(sp, d.Declarator))}
}

// adjust turns a parameter's array and function types into pointers.
func adjust(t qtype) qtype {
	switch a := t.t.(type) {
	case *cil.ArrayType:
		return qtype{t: pointerTo(qtype{a.Elem, t.q})}
	case *cil.FuncType:
		return qtype{t: pointerTo(t)}
	}
	return t
}

// funcDeclarator finds the part of a declarator that has the parameters of the function
// that it declares.
func funcDeclarator(d *cc.Declarator) *cc.DirectDeclarator {
	var found *cc.DirectDeclarator
	for dd := d.DirectDeclarator; dd != nil; {
		switch dd.Case {
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			found = dd
		case cc.DirectDeclaratorDecl:
			if inner := funcDeclarator(dd.Declarator); inner != nil {
				return inner
			}
			return found
		}
		dd = dd.DirectDeclarator
	}
	return found
}

// isNode reports whether n is there: the tree has typed nil pointers.
func isNode(n cc.ExpressionNode) bool {
	switch n := n.(type) {
	case nil:
		return false
	case *cc.ConstantExpression:
		return n != nil
	case *cc.ExpressionList:
		return n != nil
	case *cc.AssignmentExpression:
		return n != nil
	case *cc.UnaryExpression:
		return n != nil
	case *cc.PostfixExpression:
		return n != nil
	case *cc.PrimaryExpression:
		return n != nil
	}
	return true
}

func isVoid(t cil.Type) bool { _, ok := t.(*cil.VoidType); return ok }
