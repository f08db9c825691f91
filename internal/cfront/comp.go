package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// tag is a struct, union or enum tag, or an anonymous comp. comp and enum are where it
// is defined; what it stands for is made when it is asked for.
type tag struct {
	u     *unit
	name  string
	comp  *cc.StructOrUnionSpecifier
	enum  *cc.EnumSpecifier
	t     *cil.CompType
	et    *cil.IntType
	scope *scope
	busy  bool
}

// compType elaborates a struct or union specifier. Members are elaborated when the
// comp's size or members are needed.
func (x *elab) compType(s *cc.StructOrUnionSpecifier) cil.Type {
	union := s.StructOrUnion.Case == cc.StructOrUnionUnion
	name := s.Token.SrcStr()
	if s.Case == cc.StructOrUnionSpecifierDef {
		return x.compDefinition(s, name, union)
	}
	t := x.findTag(name)
	if t == nil {
		t = x.u.fileTag(name)
	}
	return x.compOf(t, union)
}

// compDefinition elaborates a definition; at file scope the index knows it already.
func (x *elab) compDefinition(s *cc.StructOrUnionSpecifier, name string, union bool) cil.Type {
	var t *tag
	switch {
	case name == "":
		t = x.anonymous(s)
	case x.sc == nil:
		t = x.u.fileTag(name)
	default:
		if t = x.ownTag(name); t == nil {
			t = x.newTag(name)
		}
	}
	if t.comp == nil {
		t.comp = s
	}
	t.scope = x.sc
	c := x.compOf(t, union)
	if x.sc != nil {
		x.complete(c)
	}
	return c
}

// anonymous returns the tag of an anonymous definition, one for each place in the source.
func (x *elab) anonymous(s *cc.StructOrUnionSpecifier) *tag {
	t := x.anon[s]
	if t == nil || x.sc != nil {
		t = &tag{u: x.u, comp: s}
		x.anon[s] = t
	}
	return t
}

// compOf returns the comp that t stands for, undefined as yet.
func (x *elab) compOf(t *tag, union bool) *cil.CompType {
	if t.t == nil {
		c, key := x.sharedComp(t, union)
		if c != nil {
			t.t = c
			return c
		}
		name := t.name
		if name == "" {
			name = "anon"
			if x.tagHint != "" {
				name = x.tagHint
			}
		}
		t.t = &cil.CompType{Tag: x.tags.fresh(name), Union: union, Anonymous: t.name == ""}
		x.prog.Comps = append(x.prog.Comps, t.t)
		x.compTags[t.t] = t
		if key != "" {
			x.share(key, t)
		}
	}
	return t.t
}

// packOf is the limit that #pragma pack set for the alignment of c's members, 0 if none.
func (fe *front) packOf(c *cil.CompType) int64 {
	t := fe.compTags[c]
	if t == nil || t.comp == nil {
		return 0
	}
	return t.u.packs[t.comp]
}

// complete elaborates the members of c if they are known. It reports whether they are.
func (fe *front) complete(c *cil.CompType) bool {
	if c.Defined {
		return true
	}
	t := fe.compTags[c]
	if t == nil || t.comp == nil || t.busy {
		return false
	}
	t.busy = true
	x := t.u.fileContext()
	x.sc = t.scope
	x.members(t.comp, c)
	t.busy = false
	return c.Defined
}

// sizeOf is the size of t in bytes, or -1.
func (fe *front) sizeOf(t cil.Type) int64 {
	fe.completeAll(t)
	return fe.model.SizeOf(t)
}

func (fe *front) completeAll(t cil.Type) {
	for {
		switch u := t.(type) {
		case *cil.CompType:
			fe.complete(u)
			return
		case *cil.ArrayType:
			t = u.Elem
		default:
			return
		}
	}
}

// members elaborates the member declarations of s into c and lays them out.
func (x *elab) members(s *cc.StructOrUnionSpecifier, c *cil.CompType) {
	var at attrs
	x.attributes(s.AttributeSpecifierList, &at)
	x.attributes(s.AttributeSpecifierList2, &at)
	if c.Union && at.transparent {
		x.transparent[c] = true
	}
	ly := newLayout(x, c, at)
	for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		d := l.StructDeclaration
		if d == nil || d.Case != cc.StructDeclarationDecl {
			continue
		}
		sp := x.qualSpecs(d.SpecifierQualifierList)
		x.moreAttributes(&sp, d.AttributeSpecifierList)
		if d.StructDeclaratorList == nil {
			if _, ok := sp.base.t.(*cil.CompType); ok {
				ly.add(member{t: sp.base, attrs: sp.attrs})
			}
			continue
		}
		for dl := d.StructDeclaratorList; dl != nil; dl = dl.StructDeclaratorList {
			x.member(ly, sp, dl.StructDeclarator)
		}
	}
	ly.finish()
}

func (x *elab) member(ly *layout, sp specs, d *cc.StructDeclarator) {
	m := member{t: x.declared(sp, d.Declarator), attrs: sp.attrs}
	m.attrs.typeAlign = sp.alignOfNamed(d.Declarator)
	if d.Declarator != nil {
		m.name = d.Declarator.Name()
	}
	if d.Case == cc.StructDeclaratorBitField {
		m.bits = true
		m.width = x.constInt(d.ConstantExpression)
		it, ok := m.t.t.(*cil.IntType)
		if !ok || m.width < 0 || m.width > int64(it.Bits) || m.width == 0 && m.name != "" {
			x.errorf(position(d), "bit-field %s can't have type %s and width %d", m.name, m.t.t, m.width)
			return
		}
	} else if size := x.sizeOf(m.t.t); size < 0 && !isFlexible(m.t.t) || isFuncType(m.t.t) {
		x.errorf(position(d), "the member %s has the incomplete type %s", m.name, m.t.t)
		return
	}
	ly.add(m)
}

func isFlexible(t cil.Type) bool {
	a, ok := t.(*cil.ArrayType)
	return ok && a.Len < 0
}

func isFuncType(t cil.Type) bool { _, ok := t.(*cil.FuncType); return ok }

// enumType elaborates an enum specifier and declares its enumerators.
func (x *elab) enumType(s *cc.EnumSpecifier) cil.Type {
	name := s.Token2.SrcStr()
	if s.Case == cc.EnumSpecifierDef {
		return x.enumDefinition(s, name)
	}
	t := x.findTag(name)
	if t == nil {
		t = x.newTag(name)
	}
	if t.et == nil && t.enum != nil && !t.busy {
		t.u.fileContext().enumDefinition(t.enum, name)
	}
	if t.et == nil {
		return x.model.Int(cil.UInt)
	}
	return t.et
}

func (x *elab) enumDefinition(s *cc.EnumSpecifier, name string) cil.Type {
	if x.sc == nil {
		if t := x.enums[s]; t != nil {
			return t
		}
	}
	var t *tag
	if name != "" {
		if t = x.ownTag(name); t == nil {
			t = x.newTag(name)
		}
		t.enum, t.busy = s, true
	}
	lo, hi := x.enumerators(s)
	et := x.enumInt(s, lo, hi)
	if t != nil {
		t.et, t.busy = et, false
	}
	x.enums[s] = et
	return et
}

// enumerators declares the enumerators of s and returns their smallest and largest value.
func (x *elab) enumerators(s *cc.EnumSpecifier) (lo, hi *big.Int) {
	next := new(big.Int)
	lo, hi = new(big.Int), new(big.Int)
	for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
		e := l.Enumerator
		if e == nil {
			continue
		}
		if e.Case == cc.EnumeratorExpr {
			next = x.constValue(e.ConstantExpression)
		}
		if next.Cmp(lo) < 0 {
			lo = next
		}
		if next.Cmp(hi) > 0 {
			hi = next
		}
		ent := &enumConst{&cil.Const{T: x.enumeratorType(next), Val: next}}
		if x.sc != nil {
			x.declare(e.Token.SrcStr(), ent, e)
		} else if sym := x.u.ids[e.Token.SrcStr()]; sym != nil {
			sym.ent, sym.state = ent, resolved
		}
		next = new(big.Int).Add(next, big.NewInt(1))
	}
	return lo, hi
}

// enumeratorType is int, or as in gcc the first larger type that holds v.
func (x *elab) enumeratorType(v *big.Int) *cil.IntType {
	for _, k := range []cil.IntKind{cil.Int, cil.UInt, cil.Long, cil.ULong, cil.LongLong, cil.ULongLong} {
		if t := x.model.Int(k); holds(t, v) {
			return t
		}
	}
	return x.model.Int(cil.ULongLong)
}

func holds(t *cil.IntType, v *big.Int) bool { return v.Cmp(t.Min()) >= 0 && v.Cmp(t.Max()) <= 0 }

// enumInt is the integer type that the enumeration is compatible with, as gcc chooses it.
func (x *elab) enumInt(s *cc.EnumSpecifier, lo, hi *big.Int) *cil.IntType {
	if s.EnumTypeSpecifier != nil {
		if it, ok := x.qualSpecs(s.EnumTypeSpecifier.SpecifierQualifierList).base.t.(*cil.IntType); ok {
			return it
		}
	}
	kinds := []cil.IntKind{cil.UInt, cil.Int, cil.ULong, cil.Long, cil.ULongLong, cil.LongLong}
	if x.cfg.ShortEnums || x.packedEnums[s] {
		kinds = append([]cil.IntKind{cil.UChar, cil.SChar, cil.UShort, cil.Short}, kinds...)
	}
	for _, k := range kinds {
		if t := x.model.Int(k); holds(t, lo) && holds(t, hi) {
			return t
		}
	}
	return x.model.Int(cil.LongLong)
}
