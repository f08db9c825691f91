package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// symbol is an ordinary identifier of file scope: with external linkage, one for all
// files; else one a file. What it stands for is made when it is first asked for.
type symbol struct {
	fe     *front
	name   string
	recs   []*declRec
	linked bool
	static bool
	late   bool // only files with models declare it: it takes a name that is free
	state  resolveState
	ent    any // *typedefName, *enumConst, *object or *function
}

type resolveState int

const (
	unresolved resolveState = iota
	resolving
	resolved
)

// What a name stands for.
type (
	// typedefName is a type name; align is the alignment in bytes that an attribute gives
	// it, else 0.
	typedefName struct {
		t     qtype
		align int64
	}
	enumConst struct {
		val *cil.Const
	}
	// object is a variable.
	object struct {
		v *cil.Var
		q quals
	}
	// function is a function, with the type that is visible where it is named.
	function struct {
		f *cil.Func
		t *cil.FuncType
	}
)

// internal reports whether the name has no external linkage: types, enumerators, static
// objects and functions, inline functions.
func (s *symbol) internal() bool {
	inlineOnly := true
	for _, r := range s.recs {
		if r.typedef || r.enum != nil || r.static {
			return true
		}
		if r.fdef == nil || !r.inline {
			inlineOnly = inlineOnly && r.fdef == nil && r.inline
		}
	}
	d := s.definition()
	return d != nil && d.inline && (inlineOnly || !d.extern)
}

// definition returns the record that has the function's body, or nil.
func (s *symbol) definition() *declRec {
	var spare *declRec
	for _, r := range s.recs {
		if r.fdef != nil && !r.spare {
			return r
		}
		if r.fdef != nil {
			spare = r
		}
	}
	return spare
}

// resolve returns what the name stands for, or nil if that depends on itself or is wrong.
func (s *symbol) resolve() any {
	switch s.state {
	case resolved:
		return s.ent
	case resolving:
		return s.ent
	}
	s.state = resolving
	r := s.recs[0]
	switch {
	case r.enum != nil:
		r.u.fileContext().enumType(r.enum)
	case r.typedef:
		s.resolveTypedef(r)
	default:
		if t := s.aliased(); t != nil {
			s.ent = t.resolve()
		} else {
			s.resolveObject()
		}
	}
	s.state = resolved
	return s.ent
}

// aliased is the symbol that the attribute alias makes s another name of, or nil.
func (s *symbol) aliased() *symbol {
	if s.definition() != nil {
		return nil
	}
	for _, r := range s.recs {
		name := r.alias()
		if name == "" {
			name = s.fe.weakPragmas[s.name]
		}
		if plain := unchecked(s.name); name == "" && r.u.ids[plain] != nil {
			name = plain
		}
		if name != "" && r.u.ids[name] != s {
			return r.u.ids[name]
		}
	}
	return nil
}

// unchecked is the function of the C library that a kernel calls by another name where it checks its
// memory's use (KASAN); or "".
func unchecked(name string) string {
	switch name {
	case "__memcpy", "__memmove", "__memset":
		return name[2:]
	}
	return ""
}

func (s *symbol) resolveTypedef(r *declRec) {
	x := r.u.fileContext()
	x.tagHint = s.name
	sp := x.specs(r.ds)
	x.moreAttributes(&sp, r.attrs...)
	t := x.declared(sp, r.d)
	if c, ok := t.t.(*cil.CompType); ok && c.Anonymous && c.Typedef == "" {
		c.Typedef = s.name
	}
	s.ent = &typedefName{t, sp.alignOfNamed(r.d)}
}

// typeOf elaborates the type that r declares.
func (r *declRec) typeOf() (qtype, specs) {
	x := r.u.fileContext()
	if r.auto {
		return qtype{t: x.dryType(r.init.AssignmentExpression)}, specs{}
	}
	sp := x.specs(r.ds)
	x.moreAttributes(&sp, r.attrs...)
	t := x.declared(sp, r.d)
	if ft, ok := t.t.(*cil.FuncType); ok && r.fdef != nil && ft.NoProto {
		if dd := funcDeclarator(r.d); dd != nil {
			for _, p := range x.paramsOf(dd, r.fdef.DeclarationList) {
				ft.Params = append(ft.Params, p.t.t)
			}
		}
	}
	return t, sp
}

// resolveObject makes the variable or function and asks for its initialiser or body.
func (s *symbol) resolveObject() {
	var t qtype
	noReturn, volatile, aligned := false, quals(0), int64(0)
	for i, r := range s.recs {
		rt, sp := r.typeOf()
		aligned = max(aligned, sp.attrs.aligned)
		noReturn = noReturn || sp.attrs.noReturn || sp.noReturn
		if i == 0 {
			t = rt
		} else {
			t = s.compose(t, rt, r)
		}
		volatile |= rt.q & qVolatile
		s.ent = stub(s.name, t)
	}
	t.q |= volatile
	if ft, ok := t.t.(*cil.FuncType); ok {
		s.makeFunc(ft, noReturn)
		return
	}
	s.makeVar(t, aligned)
}

// stub stands for an object or function while its declarations are read: one may have the
// form extern typeof(f) f.
func stub(name string, t qtype) any {
	if ft, ok := t.t.(*cil.FuncType); ok {
		return &function{&cil.Func{Name: name, Type: ft}, ft}
	}
	return &object{&cil.Var{Name: name, Type: t.t, Kind: cil.Global}, t.q}
}

// compose returns the type that two declarations of one name have together.
func (s *symbol) compose(a, b qtype, r *declRec) qtype {
	c, ok := composite(a.t, b.t)
	if !ok {
		s.fe.errorf(r.pos, "%s is declared as %s here and as %s at %s", s.name, b.t, a.t, s.recs[0].pos)
		return a
	}
	return qtype{c, a.q}
}

// composite merges two compatible types; what only one of them knows, the result knows.
func composite(a, b cil.Type) (cil.Type, bool) {
	switch a := a.(type) {
	case *cil.ArrayType:
		b, ok := b.(*cil.ArrayType)
		if !ok || !compatible(a.Elem, b.Elem) {
			return a, false
		}
		if a.Len < 0 {
			return b, true
		}
		return a, b.Len < 0 || a.Len == b.Len
	case *cil.FuncType:
		if b, ok := b.(*cil.FuncType); ok {
			return compositeFunc(a, b)
		}
		return a, false
	}
	return a, compatible(a, b)
}

func compositeFunc(a, b *cil.FuncType) (cil.Type, bool) {
	ok := compatible(a.Ret, b.Ret)
	switch {
	case a.NoProto && len(a.Params) == 0:
		return b, ok
	case b.NoProto && len(b.Params) == 0:
		return a, ok
	case len(a.Params) != len(b.Params) || a.Variadic != b.Variadic:
		return a, false
	}
	for i := range a.Params {
		ok = ok && (a.NoProto || b.NoProto || compatible(a.Params[i], b.Params[i]))
	}
	if b.NoProto {
		return b, ok
	}
	return a, ok
}

// compatible reports whether two declarations may have these types: the same, but that
// pointers may differ in what is not known of their targets.
func compatible(a, b cil.Type) bool {
	if cil.SameType(a, b) {
		return true
	}
	switch a := a.(type) {
	case *cil.PtrType:
		b, ok := b.(*cil.PtrType)
		return ok && compatible(a.Elem, b.Elem)
	case *cil.ArrayType, *cil.FuncType:
		_, ok := composite(a, b)
		return ok
	}
	return false
}

func (s *symbol) makeFunc(t *cil.FuncType, noReturn bool) {
	f := &cil.Func{Orig: "", Type: t, Pos: s.recs[0].pos, Static: s.static}
	f.Name = s.globalName(&f.Orig)
	f.NoReturn = noReturn || cil.SameType(t.Ret, cil.Void) && s.definition() == nil && neverReturns(s.name)
	f.Role = s.role()
	f.Library = slices.ContainsFunc(s.recs, func(r *declRec) bool { return ofSystem(r.pos.File) })
	s.ent = &function{f, t}
	s.fe.prog.Funcs = append(s.fe.prog.Funcs, f)
	s.duplicates(func(r *declRec) bool { return r.fdef != nil && !r.spare })
	if m := s.modelFor(t); m != nil {
		m.use(f)
		return
	}
	d := s.definition()
	if d == nil {
		if inl := s.inlineElsewhere(); inl != nil {
			d = inl
		}
	}
	if d != nil {
		f.Pos = d.pos
		s.fe.work = append(s.fe.work, func() { d.u.fileContext().functionBody(f, d) })
	}
}

// ofSystem reports whether the file is a header of the system, as far as its name tells: a
// file that is preprocessed elsewhere names headers that aren't here.
func ofSystem(file string) bool {
	return strings.HasPrefix(file, "/usr/") && !strings.HasPrefix(file, "/usr/src/")
}

// role returns the type name by which a function is declared without parameters.
func (s *symbol) role() string {
	for _, r := range s.recs {
		if r.fdef != nil || r.d == nil || funcDeclarator(r.d) != nil {
			continue
		}
		for ds := r.ds; ds != nil; ds = ds.DeclarationSpecifiers {
			if ds.Case == cc.DeclarationSpecifiersTypeSpec && ds.TypeSpecifier.Case == cc.TypeSpecifierTypeName {
				return ds.TypeSpecifier.Token.SrcStr()
			}
		}
	}
	return ""
}

// inlineElsewhere finds an inline definition in another unit for a name that has no
// other definition.
func (s *symbol) inlineElsewhere() *declRec {
	if s.static {
		return nil
	}
	for _, u := range s.fe.units {
		if o := u.ids[s.name]; o != nil && o != s {
			if d := o.definition(); d != nil && !d.static {
				return d
			}
		}
	}
	return nil
}

// globalName gives the symbol its name in the program.
func (s *symbol) globalName(orig *string) string {
	if !s.static && !s.late {
		return s.name
	}
	name := s.fe.names.fresh(s.name)
	if name != s.name {
		*orig = s.name
	}
	return name
}

// duplicates reports that several records define the symbol.
func (s *symbol) duplicates(defines func(*declRec) bool) {
	var first *declRec
	for _, r := range s.recs {
		switch {
		case !defines(r):
		case first == nil:
			first = r
		default:
			s.fe.errorf(r.pos, "%s is defined here and at %s", s.name, first.pos)
		}
	}
}

func (s *symbol) makeVar(t qtype, aligned int64) {
	var def *declRec
	extern := true
	for _, r := range s.recs {
		if r.init != nil && def == nil {
			def = r
		}
		if !r.extern || r.init != nil {
			extern = false
		}
	}
	s.duplicates(func(r *declRec) bool { return r.init != nil })
	v := &cil.Var{Kind: cil.Global, Pos: s.recs[0].pos, Const: t.q&qConst != 0, Volatile: t.q&qVolatile != 0, Extern: extern,
		Static: s.internal(), Initial: s.recs[0].u.weak}
	v.Name = s.globalName(&v.Orig)
	s.ent = &object{v, t.q}
	if aligned > 0 {
		s.fe.varAligns[v] = aligned
	}
	v.Type = t.t
	s.fe.prog.Globals = append(s.fe.prog.Globals, v)
	var tree *initTree
	if def != nil {
		v.Pos = def.pos
		x := def.u.fileContext()
		tree = x.initialiser(t.t, def.init)
		v.Type = tree.t
		s.fe.work = append(s.fe.work, func() { def.u.fileContext().staticInit(v, tree, def.pos) })
	}
	s.fe.checkObject(v, s.recs[0].pos)
}

// checkObject reports an object whose size isn't known. As gcc does, an array without
// a length has one element.
func (fe *front) checkObject(v *cil.Var, pos source.Pos) {
	if v.Extern {
		return
	}
	if a, ok := v.Type.(*cil.ArrayType); ok && a.Len < 0 {
		v.Type = &cil.ArrayType{Elem: a.Elem, Len: 1}
	}
	if fe.sizeOf(v.Type) < 0 || isVoid(v.Type) {
		fe.errorf(pos, "the type %s of %s is incomplete", v.Type, v.Name)
	}
}

// fileContext returns a context for elaborating at the unit's file scope.
func (u *unit) fileContext() *elab {
	x := &elab{front: u.fe, u: u, names: nameSet{}}
	x.scratch()
	return x
}

// position returns the position of a node or token.
func position(n cc.Node) source.Pos {
	p := n.Position()
	return source.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}
