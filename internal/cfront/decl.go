package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// declaration elaborates a declaration in a block.
func (x *elab) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAuto:
		o := x.value(d.Initializer.AssignmentExpression)
		v := x.local(qtype{t: o.Type()}, d.Declarator)
		x.set(cil.VarLval(v), o, d)
		return
	case cc.DeclarationAssert:
		x.staticAssert(d.StaticAssertDeclaration)
		return
	}
	if l := d.InitDeclaratorList; l != nil && l.InitDeclaratorList == nil && isTypedef(d.DeclarationSpecifiers) {
		x.tagHint = l.InitDeclarator.Declarator.Name()
	}
	if d.InitDeclaratorList == nil {
		x.forwardTag(d.DeclarationSpecifiers)
	}
	sp := x.specs(d.DeclarationSpecifiers)
	x.tagHint = ""
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		one := sp
		x.moreAttributes(&one, l.InitDeclarator.AttributeSpecifierList, l.AttributeSpecifierList, d.AttributeSpecifierList)
		x.initDeclarator(d.DeclarationSpecifiers, one, l.InitDeclarator)
	}
}

// forwardTag enters the tag that a declaration like struct s; introduces into its block.
func (x *elab) forwardTag(ds *cc.DeclarationSpecifiers) {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case != cc.DeclarationSpecifiersTypeSpec || ds.TypeSpecifier.Case != cc.TypeSpecifierStructOrUnion {
			continue
		}
		s := ds.TypeSpecifier.StructOrUnionSpecifier
		if name := s.Token.SrcStr(); s.Case == cc.StructOrUnionSpecifierTag && x.ownTag(name) == nil {
			x.newTag(name)
		}
	}
}

func isTypedef(ds *cc.DeclarationSpecifiers) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersStorage && ds.StorageClassSpecifier.Case == cc.StorageClassSpecifierTypedef {
			return true
		}
	}
	return false
}

func (x *elab) staticAssert(d *cc.StaticAssertDeclaration) {
	if v, ok := x.tryConst(d.ConstantExpression); ok && v.Sign() == 0 {
		x.errorf(position(d), "the static assertion fails")
	}
}

// initDeclarator declares one name of a declaration in a block.
func (x *elab) initDeclarator(ds *cc.DeclarationSpecifiers, sp specs, id *cc.InitDeclarator) {
	d := id.Declarator
	name := d.Name()
	t := x.declared(sp, d)
	switch {
	case sp.typedef:
		x.declare(name, &typedefName{t, sp.alignOfNamed(d)}, d)
	case sp.extern || isFuncType(t.t):
		x.declareExtern(ds, d)
	case sp.static:
		if name != "__func__" || x.sc.ids[name] == nil {
			x.declareStatic(name, t, id)
		}
	default:
		x.declareLocal(sp, t, id)
	}
}

// declareExtern declares a name of a block that has linkage.
func (x *elab) declareExtern(ds *cc.DeclarationSpecifiers, d *cc.Declarator) {
	r := x.u.record(ds, d)
	r.extern = true
	s := x.u.ids[r.name]
	if s == nil || s.recs != nil && (s.recs[0].typedef || s.recs[0].enum != nil) {
		if s = x.externs[r.name]; s == nil {
			s = &symbol{fe: x.front, name: r.name, linked: true}
			x.externs[r.name] = s
			x.front.names.reserve(r.name)
		}
	}
	if s.state == unresolved {
		s.recs = append(s.recs, r)
	}
	x.declare(r.name, s, d)
}

// lazyStatic is a static object of a block. It is made when it is first used.
type lazyStatic struct {
	ent  *object
	make func(*lazyStatic)
}

func (l *lazyStatic) get() any {
	if l.ent == nil {
		l.make(l)
	}
	return l.ent
}

func (x *elab) declareStatic(name string, t qtype, id *cc.InitDeclarator) {
	at := *x
	pos := position(id.Declarator)
	l := &lazyStatic{make: func(l *lazyStatic) {
		y := at
		y.used, y.body, y.outer = nil, nil, at.body
		y.scratch()
		v := &cil.Var{Name: y.front.names.fresh(name), Orig: name, Kind: cil.Global, Pos: pos, Type: t.t,
			Const: t.q&qConst != 0, Volatile: t.q&qVolatile != 0, Static: true}
		l.ent = &object{v, t.q}
		y.prog.Globals = append(y.prog.Globals, v)
		if id.Initializer != nil {
			tree := y.initialiser(t.t, id.Initializer)
			v.Type = tree.t
			y.staticInit(v, tree, pos)
		}
		y.checkObject(v, pos)
	}}
	x.declare(name, l, id.Declarator)
	if c, ok := t.t.(*cil.CompType); ok && c.Tag == parameterTag {
		l.get() // the kernel uses it
	}
}

// parameterTag is the tag of the struct that tells Linux of a parameter of a module.
const parameterTag = "kernel_param"

// declareLocal declares a variable of the function, and initialises it.
func (x *elab) declareLocal(sp specs, t qtype, id *cc.InitDeclarator) {
	d := id.Declarator
	if a, ok := t.t.(*cil.ArrayType); ok && x.runtimeLen[a] != nil {
		x.declareVLA(a, t.q, d)
		return
	}
	var tree *initTree
	if id.Initializer != nil && isFlexible(t.t) {
		tree = x.initialiser(t.t, id.Initializer)
		t.t = tree.t
	}
	if x.sizeOf(t.t) < 0 || isVoid(t.t) {
		x.errorf(position(d), "the type %s of %s is incomplete", t.t, d.Name())
		t.t = x.intType()
		tree = nil
	}
	v := x.local(t, d)
	if sp.attrs.aligned > 0 {
		x.varAligns[v] = sp.attrs.aligned
	}
	switch {
	case id.Initializer == nil:
		x.uninitialised(v, d)
	case tree != nil:
		x.localInit(cil.VarLval(v), tree, d)
	default:
		x.localInit(cil.VarLval(v), x.initialiser(t.t, id.Initializer), d)
	}
	if sp.attrs.cleanup != "" {
		x.cleanUp(v, sp.attrs.cleanup, d)
	}
}

// cleanUp has the function called name called with the address of v where v's scope is left.
func (x *elab) cleanUp(v *cil.Var, name string, n cc.Node) {
	f, ok := x.lookup(name).(*function)
	if !ok || len(f.t.Params) != 1 {
		x.errorf(position(n), "the cleanup function %s must have one parameter", name)
		return
	}
	x.mention(f.f.Name)
	v.AddrTaken = true
	x.sc.exits = append(x.sc.exits, func() {
		arg := x.cast(f.t.Params[0], &cil.AddrOf{L: cil.VarLval(v), T: &cil.PtrType{Elem: v.Type}})
		x.emitCall(&cil.FuncAddr{F: f.f, T: &cil.PtrType{Elem: f.t}}, f.t, []cil.Expr{arg}, nil, false, n)
	})
}

// uninitialised gives v an arbitrary value; one of an array or comp only matters
// where the declaration can be passed again.
func (x *elab) uninitialised(v *cil.Var, n cc.Node) {
	if cil.IsScalar(v.Type) || x.body.loops > 0 || x.body.jumps {
		if a, ok := v.Type.(*cil.ArrayType); ok && a.Len < 0 {
			return
		}
		x.emit(&cil.Havoc{L: cil.VarLval(v), Why: "uninitialised"}, position(n))
	}
}

// local makes a local variable and declares it.
func (x *elab) local(t qtype, d *cc.Declarator) *cil.Var {
	name := d.Name()
	v := &cil.Var{Name: x.names.fresh(name), Kind: cil.Local, Type: t.t, Func: x.fn, Pos: position(d.NameTok()),
		Const: t.q&qConst != 0, Volatile: t.q&qVolatile != 0}
	if v.Name != name {
		v.Orig = name
	}
	x.fn.Locals = append(x.fn.Locals, v)
	x.sc.vars = append(x.sc.vars, v)
	x.declare(name, &object{v, t.q}, d)
	return v
}
