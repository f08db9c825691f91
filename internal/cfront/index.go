package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// declRec is one declaration of an ordinary identifier at file scope.
type declRec struct {
	u       *unit
	name    string
	pos     source.Pos
	ds      *cc.DeclarationSpecifiers
	d       *cc.Declarator
	attrs   []*cc.AttributeSpecifierList // of the init declarator
	init    *cc.Initializer
	fdef    *cc.FunctionDefinition
	enum    *cc.EnumSpecifier // for an enumerator: where it is defined
	typedef bool
	static  bool
	extern  bool
	inline  bool
	spare   bool // gives way to another definition: weak, or extern inline with gnu_inline
	auto    bool // __auto_type
}

// index lists what the unit declares at file scope, without elaborating anything.
func (u *unit) index() {
	u.indexTree(u.ast)
	for _, ast := range u.behind {
		u.indexTree(ast)
	}
}

func (u *unit) indexTree(ast *cc.AST) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if ed.Position().Filename == beforeBehind {
			continue
		}
		switch ed.Case {
		case cc.ExternalDeclarationFuncDef:
			u.indexFunction(ed.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			u.indexDeclaration(ed.Declaration)
		case cc.ExternalDeclarationAsmStmt:
			u.fe.note(codeAsm, position(ed.AsmStatement), "assembly at file scope is ignored")
		}
	}
}

func (u *unit) indexFunction(fd *cc.FunctionDefinition) {
	u.indexSpecs(fd.DeclarationSpecifiers)
	r := u.record(fd.DeclarationSpecifiers, fd.Declarator)
	r.fdef = fd
	r.spare = r.inline && r.extern && r.attribute("gnu_inline") != nil || r.attribute("weak") != nil
	if _, weak := u.fe.weakPragmas[r.name]; weak {
		r.spare = true
	}
	u.add(r)
}

func (u *unit) indexDeclaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAuto:
		r := u.record(nil, d.Declarator)
		r.init, r.auto = d.Initializer, true
		u.add(r)
		return
	case cc.DeclarationAssert:
		return
	}
	if u.packPragma(d) {
		return
	}
	u.indexSpecs(d.DeclarationSpecifiers)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		r := u.record(d.DeclarationSpecifiers, id.Declarator)
		r.init = id.Initializer
		r.attrs = []*cc.AttributeSpecifierList{id.AttributeSpecifierList, l.AttributeSpecifierList, d.AttributeSpecifierList}
		u.add(r)
	}
}

func (u *unit) record(ds *cc.DeclarationSpecifiers, d *cc.Declarator) *declRec {
	r := &declRec{u: u, ds: ds, d: d, name: d.Name(), pos: position(d)}
	if t := d.NameTok(); t.SrcStr() != "" {
		r.pos = position(t)
	}
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		switch {
		case ds.Case == cc.DeclarationSpecifiersStorage && ds.StorageClassSpecifier != nil:
			switch ds.StorageClassSpecifier.Case {
			case cc.StorageClassSpecifierTypedef:
				r.typedef = true
			case cc.StorageClassSpecifierStatic:
				r.static = true
			case cc.StorageClassSpecifierExtern:
				r.extern = true
			}
		case ds.Case == cc.DeclarationSpecifiersFunc && ds.FunctionSpecifier != nil:
			r.inline = r.inline || ds.FunctionSpecifier.Case == cc.FunctionSpecifierInline
		}
	}
	return r
}

// alias is the name of what the declared name stands for, by the attribute alias; or "".
func (r *declRec) alias() string {
	if v := r.attribute("alias"); v != nil && v.ArgumentExpressionList != nil {
		return strings.Trim(stringText(v.ArgumentExpressionList.AssignmentExpression), `"`)
	}
	return ""
}

// attribute returns the attribute called name of the declaration, or nil.
func (r *declRec) attribute(name string) *cc.AttributeValue {
	var found *cc.AttributeValue
	take := func(v *cc.AttributeValue) {
		if plainAttribute(v) == name {
			found = v
		}
	}
	eachAttribute(r.ds, take)
	for _, l := range r.attrs {
		attributesIn(l, take)
	}
	return found
}

// add enters r under its name.
func (u *unit) add(r *declRec) {
	if name, ok := strings.CutPrefix(r.name, valuePrefix); ok {
		u.values[name] = r
	}
	if r.name == "" || strings.HasPrefix(r.name, "__hardbop_") {
		return
	}
	s := u.ids[r.name]
	if s == nil {
		s = &symbol{fe: u.fe, name: r.name}
		u.ids[r.name] = s
	}
	s.recs = append(s.recs, r)
	u.order = append(u.order, r)
}

// indexSpecs finds the tags and enumerators that declaration specifiers define.
func (u *unit) indexSpecs(ds *cc.DeclarationSpecifiers) {
	u.fe.markPackedEnum(ds)
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersTypeSpec {
			u.indexType(ds.TypeSpecifier)
		}
	}
}

// markPackedEnum notes an enumeration that is defined with the attribute packed.
func (fe *front) markPackedEnum(ds *cc.DeclarationSpecifiers) {
	var s *cc.EnumSpecifier
	for d := ds; d != nil; d = d.DeclarationSpecifiers {
		if ts := d.TypeSpecifier; d.Case == cc.DeclarationSpecifiersTypeSpec && ts != nil && ts.Case == cc.TypeSpecifierEnum {
			s = ts.EnumSpecifier
		}
	}
	if s != nil && s.Case == cc.EnumSpecifierDef && hasAttribute(ds, "packed") {
		fe.packedEnums[s] = true
	}
}

func (u *unit) indexType(ts *cc.TypeSpecifier) {
	switch {
	case ts == nil:
	case ts.Case == cc.TypeSpecifierStructOrUnion:
		u.indexComp(ts.StructOrUnionSpecifier)
	case ts.Case == cc.TypeSpecifierEnum:
		u.indexEnum(ts.EnumSpecifier)
	case ts.Case == cc.TypeSpecifierTypeofType && ts.TypeName != nil:
		u.indexQualSpecs(ts.TypeName.SpecifierQualifierList)
	case ts.Case == cc.TypeSpecifierAtomic && ts.AtomicTypeSpecifier.TypeName != nil:
		u.indexQualSpecs(ts.AtomicTypeSpecifier.TypeName.SpecifierQualifierList)
	}
}

func (u *unit) indexComp(s *cc.StructOrUnionSpecifier) {
	if s == nil || s.Case != cc.StructOrUnionSpecifierDef {
		return
	}
	if name := s.Token.SrcStr(); name != "" {
		u.fileTag(name).comp = s
	}
	if u.pack.now > 0 {
		u.packs[s] = u.pack.now
	}
	for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
		if l.StructDeclaration == nil {
			continue
		}
		u.indexQualSpecs(l.StructDeclaration.SpecifierQualifierList)
	}
}

func (u *unit) indexQualSpecs(q *cc.SpecifierQualifierList) {
	for ; q != nil; q = q.SpecifierQualifierList {
		if q.Case == cc.SpecifierQualifierListTypeSpec {
			u.indexType(q.TypeSpecifier)
		}
	}
}

func (u *unit) indexEnum(s *cc.EnumSpecifier) {
	if s == nil || s.Case != cc.EnumSpecifierDef {
		return
	}
	if name := s.Token2.SrcStr(); name != "" {
		u.fileTag(name).enum = s
	}
	for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
		if e := l.Enumerator; e != nil {
			u.add(&declRec{u: u, name: e.Token.SrcStr(), pos: position(e), enum: s})
		}
	}
}

// fileTag returns the tag called name of file scope, and makes it if need be.
func (u *unit) fileTag(name string) *tag {
	t := u.tags[name]
	if t == nil {
		t = &tag{u: u, name: name}
		u.tags[name] = t
	}
	return t
}

// link joins the names with external linkage to those of the other units.
func (u *unit) link() {
	for _, r := range u.order {
		s := u.ids[r.name]
		if s.linked || s.internal() {
			if !s.linked {
				s.linked = true
				s.static = s.recs[0].enum == nil && !s.recs[0].typedef
			}
			continue
		}
		ext := u.fe.externs[r.name]
		if ext == nil {
			ext = s
			u.fe.externs[r.name] = s
			u.fe.names.reserve(r.name)
		} else if ext != s {
			ext.recs = append(ext.recs, s.recs...)
			u.ids[r.name] = ext
		}
		ext.linked = true
	}
}

// listOwn lists the functions that the files define themselves.
func (fe *front) listOwn() {
	for _, u := range fe.units {
		for _, r := range u.order {
			if r.fdef != nil && r.pos.File == u.name {
				fe.prog.Own = append(fe.prog.Own, cil.Definition{Name: r.name, Pos: r.pos})
			}
		}
	}
}
