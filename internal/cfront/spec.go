package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// quals are type qualifiers.
type quals uint8

const (
	qConst quals = 1 << iota
	qVolatile
)

// qtype is a type with its qualifiers; those of an array are those of its elements.
type qtype struct {
	t cil.Type
	q quals
}

// specs is what declaration specifiers say.
type specs struct {
	base                                qtype
	typedef, extern, static             bool
	inline, noReturn, register, missing bool
	attrs                               attrs
}

// attrs are the attributes that matter here.
type attrs struct {
	packed      bool
	aligned     int64 // the strictest; 0: none
	last        int64 // the last, which counts for types
	typeAlign   int64 // that of the type name, for what has just that type; 0: as the type
	noReturn    bool
	mode        string
	vector      int64
	cleanup     string // the function that is called at the end of a variable's scope
	transparent bool
	// overrides, harmless and alloc are those of models: see models.go.
	overrides, harmless, waits, awaits, wakes, keepsNothing bool
	alloc                                                   *cil.Alloc
	changes                                                 []cil.Change
	atMost                                                  int
	format                                                  int
}

// specs elaborates the specifiers of a declaration.
func (x *elab) specs(ds *cc.DeclarationSpecifiers) specs {
	x.markPackedEnum(ds)
	var sp specs
	var types []*cc.TypeSpecifier
	for d := ds; d != nil; d = d.DeclarationSpecifiers {
		switch d.Case {
		case cc.DeclarationSpecifiersStorage:
			sp.storage(d.StorageClassSpecifier)
		case cc.DeclarationSpecifiersTypeSpec:
			types = append(types, d.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			x.qualifier(d.TypeQualifier, &sp)
		case cc.DeclarationSpecifiersFunc:
			sp.inline = sp.inline || d.FunctionSpecifier.Case == cc.FunctionSpecifierInline
			sp.noReturn = sp.noReturn || d.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn
		case cc.DeclarationSpecifiersAlignSpec:
			x.alignment(d.AlignmentSpecifier, &sp.attrs)
		case cc.DeclarationSpecifiersAttr:
			x.attributes(d.AttributeSpecifierList, &sp.attrs)
		}
	}
	x.finishSpecs(&sp, types)
	return sp
}

// qualSpecs elaborates the specifiers of a member or type name.
func (x *elab) qualSpecs(l *cc.SpecifierQualifierList) specs {
	var sp specs
	var types []*cc.TypeSpecifier
	for ; l != nil; l = l.SpecifierQualifierList {
		switch l.Case {
		case cc.SpecifierQualifierListTypeSpec:
			types = append(types, l.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			x.qualifier(l.TypeQualifier, &sp)
		case cc.SpecifierQualifierListAlignSpec:
			x.alignment(l.AlignmentSpecifier, &sp.attrs)
		}
		x.attributes(l.AttributeSpecifierList, &sp.attrs)
	}
	x.finishSpecs(&sp, types)
	return sp
}

func (x *elab) finishSpecs(sp *specs, types []*cc.TypeSpecifier) {
	q := sp.base.q
	sp.missing = len(types) == 0
	sp.base = x.baseType(types)
	if len(types) == 1 && types[0].Case == cc.TypeSpecifierTypeName {
		if td, ok := x.lookup(types[0].Token.SrcStr()).(*typedefName); ok {
			sp.attrs.typeAlign = td.align
		}
	}
	sp.base.q |= q
	x.changeType(sp)
}

// alignOfNamed is the alignment of the type name that d declares, or of the member: that of
// attributes, or of the type name in the specifiers; 0 if neither says one.
func (sp *specs) alignOfNamed(d *cc.Declarator) int64 {
	if d != nil {
		if d.Pointer != nil {
			return 0
		}
		for dd := d.DirectDeclarator; dd != nil && dd.Case != cc.DirectDeclaratorIdent; dd = dd.DirectDeclarator {
			switch dd.Case {
			case cc.DirectDeclaratorDecl, cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
				return 0
			}
		}
	}
	if sp.typedef && sp.attrs.aligned > 0 {
		return sp.attrs.aligned
	}
	return sp.attrs.typeAlign
}

// moreAttributes adds the attributes that stand behind the specifiers or the declarator.
func (x *elab) moreAttributes(sp *specs, lists ...*cc.AttributeSpecifierList) {
	sp.attrs.mode, sp.attrs.vector = "", 0
	for _, l := range lists {
		x.attributes(l, &sp.attrs)
	}
	x.changeType(sp)
}

// changeType applies the attributes that make another type of the one that is written.
func (x *elab) changeType(sp *specs) {
	if c, ok := sp.base.t.(*cil.CompType); ok && c.Union && sp.attrs.transparent {
		x.transparent[c] = true
	}
	if sp.attrs.mode != "" {
		sp.base.t = x.modeType(sp.base.t, sp.attrs.mode)
	}
	if sp.attrs.vector > 0 {
		sp.base.t = x.vectorType(sp.base.t, sp.attrs.vector)
	}
}

func (sp *specs) storage(s *cc.StorageClassSpecifier) {
	switch s.Case {
	case cc.StorageClassSpecifierTypedef:
		sp.typedef = true
	case cc.StorageClassSpecifierExtern:
		sp.extern = true
	case cc.StorageClassSpecifierStatic:
		sp.static = true
	case cc.StorageClassSpecifierRegister:
		sp.register = true
	case cc.StorageClassSpecifierDeclspec:
		for _, t := range s.Declspecs {
			if t.SrcStr() == "noreturn" {
				sp.noReturn = true
			}
		}
	}
}

func (x *elab) qualifier(q *cc.TypeQualifier, sp *specs) {
	switch q.Case {
	case cc.TypeQualifierConst:
		sp.base.q |= qConst
	case cc.TypeQualifierVolatile:
		sp.base.q |= qVolatile
	case cc.TypeQualifierAttr:
		x.attributes(q.AttributeSpecifierList, &sp.attrs)
	}
}

func (x *elab) alignment(a *cc.AlignmentSpecifier, at *attrs) {
	n := int64(0)
	if a.Case == cc.AlignmentSpecifierType {
		n = x.alignOfName(a.TypeName)
	} else {
		n = x.constInt(a.ConstantExpression)
	}
	at.aligned = max(at.aligned, n)
}

// attributes adds what an attribute list says to at.
func (x *elab) attributes(l *cc.AttributeSpecifierList, at *attrs) {
	attributesIn(l, func(v *cc.AttributeValue) { x.attribute(v, at) })
}

// hasAttribute reports whether the specifiers have the attribute called name.
func hasAttribute(ds *cc.DeclarationSpecifiers, name string) bool {
	found := false
	eachAttribute(ds, func(v *cc.AttributeValue) { found = found || plainAttribute(v) == name })
	return found
}

// eachAttribute calls f with the attributes in the specifiers.
func eachAttribute(ds *cc.DeclarationSpecifiers, f func(*cc.AttributeValue)) {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersAttr {
			attributesIn(ds.AttributeSpecifierList, f)
		}
	}
}

// attributesIn calls f with the attributes in a list.
func attributesIn(l *cc.AttributeSpecifierList, f func(*cc.AttributeValue)) {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil {
				ungroup(v.AttributeValue, f)
			}
		}
	}
}

// ungroup calls f with the attribute, or with those of the group that it is.
func ungroup(v *cc.AttributeValue, f func(*cc.AttributeValue)) {
	if v.Token.SrcStr() != attributeGroup {
		f(v)
		return
	}
	for l := v.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		switch e := l.AssignmentExpression.(type) {
		case *cc.PrimaryExpression:
			f(&cc.AttributeValue{Case: cc.AttributeValueIdent, Token: e.Token})
		case *cc.PostfixExpression:
			if name, ok := e.PostfixExpression.(*cc.PrimaryExpression); ok && e.Case == cc.PostfixExpressionCall {
				ungroup(&cc.AttributeValue{Case: cc.AttributeValueExpr, Token: name.Token, ArgumentExpressionList: e.ArgumentExpressionList}, f)
			}
		}
	}
}

// plainAttribute is the name of an attribute without the underscores around.
func plainAttribute(v *cc.AttributeValue) string {
	return strings.TrimSuffix(strings.TrimPrefix(v.Token.SrcStr(), "__"), "__")
}

func (x *elab) attribute(v *cc.AttributeValue, at *attrs) {
	name := plainAttribute(v)
	var arg cc.ExpressionNode
	if v.ArgumentExpressionList != nil {
		arg = v.ArgumentExpressionList.AssignmentExpression
	}
	switch name {
	case "packed":
		at.packed = true
	case "aligned":
		n := int64(16)
		if arg != nil {
			n = x.constInt(arg)
		}
		at.aligned, at.last = max(at.aligned, n), n
	case "noreturn":
		at.noReturn = true
	case "mode":
		if p, ok := arg.(*cc.PrimaryExpression); ok {
			at.mode = strings.TrimSuffix(strings.TrimPrefix(p.Token.SrcStr(), "__"), "__")
		}
	case "vector_size":
		if arg != nil {
			at.vector = x.constInt(arg)
		}
	case "cleanup":
		at.cleanup = calleeName(arg)
	case "transparent_union":
		at.transparent = true
	case "model_overrides":
		at.overrides = true
	case "model_keeps_nothing":
		at.keepsNothing = true
	case "model_waits":
		at.waits = true
	case "model_awaits":
		at.awaits = true
	case "model_wakes":
		at.wakes = true
	case "model_harmless":
		at.harmless = true
	case "model_format":
		at.format = int(x.constInt(arg))
	case "model_at_most":
		at.atMost = int(x.constInt(arg))
	case "model_changes":
		at.changes = append(at.changes, x.change(v.ArgumentExpressionList))
	case "model_allocates", "model_zeroes", "model_zeroes_if", "model_empty", "model_error_pointer", "model_never_null", "model_filled", "model_keeps":
		x.allocAttribute(name, v.ArgumentExpressionList, at)
	}
}

// change is what the attribute model_changes says: the number of a parameter and the
// names of members.
func (x *elab) change(l *cc.ArgumentExpressionList) cil.Change {
	c := cil.Change{Param: int(x.constInt(l.AssignmentExpression)) - 1}
	for l = l.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		c.Members = append(c.Members, calleeName(l.AssignmentExpression))
	}
	return c
}

// allocAttribute is one of the attributes that say how the model of a function allocates:
// the numbers of the parameters whose product is the size, that the memory is zero, that
// it is zero if the parameter has the bits, that the function has filled it, or keeps it and
// what it gets, that a failure
// is an error number as a pointer, that there is none.
func (x *elab) allocAttribute(name string, l *cc.ArgumentExpressionList, at *attrs) {
	if at.alloc == nil {
		at.alloc = &cil.Alloc{}
	}
	var args []int64
	for ; l != nil; l = l.ArgumentExpressionList {
		args = append(args, x.constInt(l.AssignmentExpression))
	}
	a := at.alloc
	switch name {
	case "model_allocates":
		for _, k := range args {
			a.Size = append(a.Size, int(k)-1)
		}
	case "model_zeroes":
		a.Zeroed = true
	case "model_zeroes_if":
		if len(args) == 2 {
			a.FlagArg, a.ZeroFlag = int(args[0])-1, args[1]
		}
	case "model_empty":
		if len(args) == 1 {
			a.Empty = args[0]
		}
	case "model_filled":
		a.Filled = true
	case "model_keeps":
		a.Kept = true
	case "model_error_pointer":
		a.Error = true
	case "model_never_null":
		a.NeverFails = true
	}
}

// modeType is the type t with the machine mode given by __attribute__((mode(...))).
func (x *elab) modeType(t cil.Type, mode string) cil.Type {
	it, ok := t.(*cil.IntType)
	if !ok {
		return t
	}
	kinds := map[string][2]cil.IntKind{
		"QI": {cil.SChar, cil.UChar}, "byte": {cil.SChar, cil.UChar}, "HI": {cil.Short, cil.UShort},
		"SI": {cil.Int, cil.UInt}, "DI": {cil.LongLong, cil.ULongLong}, "TI": {cil.Int128, cil.UInt128},
		"word": {cil.Long, cil.ULong}, "pointer": {cil.Long, cil.ULong},
	}
	k, ok := kinds[mode]
	if !ok {
		return t
	}
	i := 1
	if it.Signed {
		i = 0
	}
	r := x.model.Int(k[i])
	if l := x.model.Int([2]cil.IntKind{cil.Long, cil.ULong}[i]); mode == "DI" && l.Bytes == 8 {
		return l
	}
	return r
}

// baseType puts type specifiers together. No specifier means int.
func (x *elab) baseType(types []*cc.TypeSpecifier) qtype {
	var count [cc.TypeSpecifierFloat64x + 1]int
	for _, ts := range types {
		switch ts.Case {
		case cc.TypeSpecifierStructOrUnion:
			return qtype{t: x.compType(ts.StructOrUnionSpecifier)}
		case cc.TypeSpecifierEnum:
			return qtype{t: x.enumType(ts.EnumSpecifier)}
		case cc.TypeSpecifierTypeName:
			return x.typedefType(ts.Token)
		case cc.TypeSpecifierTypeofExpr:
			return x.typeofExpr(ts.ExpressionList)
		case cc.TypeSpecifierTypeofType:
			return x.typeName(ts.TypeName)
		case cc.TypeSpecifierAtomic:
			return x.typeName(ts.AtomicTypeSpecifier.TypeName)
		}
		count[ts.Case]++
	}
	if count[cc.TypeSpecifierComplex] > 0 {
		return qtype{t: x.complexType(types, count[:])}
	}
	return qtype{t: x.plainType(count[:])}
}

// plainType is the arithmetic type, or void, that is written with these keywords.
func (x *elab) plainType(count []int) cil.Type {
	has := func(c cc.TypeSpecifierCase) bool { return count[c] > 0 }
	switch {
	case has(cc.TypeSpecifierVoid):
		return cil.Void
	case has(cc.TypeSpecifierFloat), has(cc.TypeSpecifierFloat32):
		return floatType
	case has(cc.TypeSpecifierDouble) && has(cc.TypeSpecifierLong), has(cc.TypeSpecifierFloat64x):
		return x.longDouble()
	case has(cc.TypeSpecifierDouble), has(cc.TypeSpecifierFloat64), has(cc.TypeSpecifierFloat32x):
		return doubleType
	case has(cc.TypeSpecifierFloat128), has(cc.TypeSpecifierFloat128x), has(cc.TypeSpecifierDecimal128):
		return &cil.FloatType{Bits: 128, Bytes: 16}
	case has(cc.TypeSpecifierFloat16), has(cc.TypeSpecifierBFloat16):
		return &cil.FloatType{Bits: 16, Bytes: 2}
	case has(cc.TypeSpecifierDecimal32):
		return floatType
	case has(cc.TypeSpecifierDecimal64):
		return doubleType
	}
	return x.model.Int(intKind(count))
}

// intKind is the integer type that is written with these keywords.
func intKind(count []int) cil.IntKind {
	unsigned := count[cc.TypeSpecifierUnsigned] > 0
	pick := func(s, u cil.IntKind) cil.IntKind {
		if unsigned {
			return u
		}
		return s
	}
	switch {
	case count[cc.TypeSpecifierBool] > 0:
		return cil.Bool
	case count[cc.TypeSpecifierChar] > 0:
		if count[cc.TypeSpecifierSigned] == 0 && !unsigned {
			return cil.Char
		}
		return pick(cil.SChar, cil.UChar)
	case count[cc.TypeSpecifierShort] > 0:
		return pick(cil.Short, cil.UShort)
	case count[cc.TypeSpecifierInt128] > 0:
		return pick(cil.Int128, cil.UInt128)
	case count[cc.TypeSpecifierUint128] > 0:
		return cil.UInt128
	case count[cc.TypeSpecifierLong] > 1:
		return pick(cil.LongLong, cil.ULongLong)
	case count[cc.TypeSpecifierLong] == 1:
		return pick(cil.Long, cil.ULong)
	}
	return pick(cil.Int, cil.UInt)
}

var (
	floatType  = &cil.FloatType{Bits: 32, Bytes: 4}
	doubleType = &cil.FloatType{Bits: 64, Bytes: 8}
)

func (x *elab) longDouble() cil.Type {
	if x.model.PtrBytes == 4 {
		return &cil.FloatType{Bits: 80, Bytes: 12}
	}
	return &cil.FloatType{Bits: 80, Bytes: 16}
}

func (x *elab) typedefType(t cc.Token) qtype {
	name := t.SrcStr()
	if td, ok := x.lookup(name).(*typedefName); ok {
		return td.t
	}
	x.errorf(position(t), "%s is not the name of a type", name)
	return qtype{t: x.intType()}
}

func (x *elab) typeofExpr(n cc.ExpressionNode) qtype {
	var r qtype
	x.dryRun(func() {
		o := x.expr(n)
		r = qtype{o.typ(), o.q}
	})
	return r
}

// typeName elaborates a type name.
func (x *elab) typeName(n *cc.TypeName) qtype {
	sp := x.qualSpecs(n.SpecifierQualifierList)
	return x.abstract(sp.base, n.AbstractDeclarator)
}

// alignOfName is the alignment of a type name: that of the typedef name which it is, if that
// has one of its own.
func (x *elab) alignOfName(n *cc.TypeName) int64 {
	sp := x.qualSpecs(n.SpecifierQualifierList)
	if n.AbstractDeclarator == nil && sp.attrs.typeAlign > 0 {
		return sp.attrs.typeAlign
	}
	return x.alignOf(x.abstract(sp.base, n.AbstractDeclarator).t)
}

func (x *elab) intType() *cil.IntType { return x.model.Int(cil.Int) }
