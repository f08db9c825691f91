package cfront

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// This file has models: C files with definitions that stand for functions which the
// program declares and doesn't define. They are read like other files, in units of their
// own, and weak: what the program says wins.
//
//   - A type or enumerator that the program names too is the program's.
//   - A model is used if the program's declaration fits it: as many parameters, each
//     passed in the same way; pointers fit all pointers. Its parameters then have the
//     types that the program gives them.
//   - A model with the attribute model_overrides is used for an inline function of a
//     kernel's headers as well; one that the user wrote, for any inline function.
//   - A model without a body says by attributes that the function allocates memory, that
//     it changes nothing or certain members only, that it keeps no argument, or, with model_overrides alone, that it is
//     to be treated as one that isn't defined.
//
// The comment above a model says what is taken for granted where it is used.

// modelRec is the model of one function.
type modelRec struct {
	*declRec
	attrs      // what its attributes say
	own   bool // the user wrote it
}

// readModels reads the models after the files of the program.
func (fe *front) readModels() {
	for _, f := range fe.cfg.Models {
		f.Flags = &Flags{Read: fe.cfg.Flags.Read}
		u := fe.readUnit(f.File)
		if u == nil {
			continue
		}
		u.weak = true
		u.index()
		u.linkWeak(f.Own)
	}
}

// linkWeak joins the names of a unit with models to those of the program.
func (u *unit) linkWeak(own bool) {
	fe := u.fe
	for name, t := range u.tags {
		if p := fe.definedElsewhere(name); p != nil && (p.comp != nil) == (t.enum == nil) {
			u.tags[name] = p
		}
	}
	for _, r := range u.order {
		s := u.ids[r.name]
		switch {
		case s.linked:
		case r.typedef || r.enum != nil:
			u.adopt(s)
		case s.internal():
			s.linked, s.static = true, true
		default:
			u.offer(s, own)
		}
	}
}

// adopt takes the program's meaning of a type or an enumerator, if it has one.
func (u *unit) adopt(s *symbol) {
	s.linked = true
	for _, p := range u.fe.units {
		if o := p.ids[s.name]; o != nil && o.recs[0].typedef == s.recs[0].typedef && (o.recs[0].enum == nil) == (s.recs[0].enum == nil) {
			u.ids[s.name] = o
			return
		}
	}
}

// offer makes a function of a unit with models known to the program; the first model of a
// function counts.
func (u *unit) offer(s *symbol, own bool) {
	fe := u.fe
	s.linked, s.late = true, true
	if m := u.modelOf(s, own); m != nil && fe.models[s.name] == nil {
		fe.models[s.name] = m
	}
	if ext := fe.externs[s.name]; ext != nil {
		u.ids[s.name] = ext
		return
	}
	fe.externs[s.name] = s
}

// modelOf returns the model that the declarations of s are, or nil.
func (u *unit) modelOf(s *symbol, own bool) *modelRec {
	for _, r := range s.recs {
		at := r.modelAttributes()
		if r.fdef != nil || at.overrides || at.harmless || at.waits || at.awaits || at.wakes || at.keepsNothing || at.alloc != nil {
			return &modelRec{declRec: r, attrs: at, own: own}
		}
	}
	return nil
}

// modelAttributes are the attributes that stand before a declaration.
func (r *declRec) modelAttributes() attrs {
	var at attrs
	x := r.u.fileContext()
	for ds := r.ds; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersAttr {
			x.attributes(ds.AttributeSpecifierList, &at)
		}
	}
	return at
}

// modelFor returns the model to use for the function s of type t, or nil.
func (s *symbol) modelFor(t *cil.FuncType) *modelRec {
	m := s.fe.models[s.name]
	if m == nil {
		return nil
	}
	if d := s.definition(); d != nil && !d.u.weak && !m.standsFor(d) {
		return nil
	}
	mt, ok := m.funcType()
	if !ok {
		return nil
	}
	if !s.fe.fits(t, mt) {
		if m.own {
			s.fe.errorf(m.pos, "the model of %s has the type %s, which doesn't fit the declaration %s at %s", s.name, mt, t, s.recs[0].pos)
		}
		return nil
	}
	return m
}

// standsFor reports whether the model is used although the program has the definition d. What a program itself
// calls list_empty, say, does what it says there.
func (m *modelRec) standsFor(d *declRec) bool {
	return m.overrides && d.inline && (m.own || kernelHeader.MatchString(d.pos.File))
}

// kernelHeader matches the names of headers of Linux and of Windows' driver kits.
var kernelHeader = regexp.MustCompile(`(?:^|[/\\])(?:include[/\\](?:(?:uapi|generated)[/\\])?(?:linux|asm(?:-[^/\\]*)?|ddk)[/\\].*|wdm|ntddk|ntifs)\.h$`)

// funcType is the type that the model itself declares.
func (m *modelRec) funcType() (*cil.FuncType, bool) {
	t, _ := m.typeOf()
	ft, ok := t.t.(*cil.FuncType)
	return ft, ok
}

// fits reports whether a function declared as t can be what the model of type m says.
func (fe *front) fits(t, m *cil.FuncType) bool {
	if !fe.passedAlike(t.Ret, m.Ret) {
		return false
	}
	if t.NoProto && len(t.Params) == 0 {
		return true
	}
	if len(t.Params) != len(m.Params) || t.Variadic != m.Variadic {
		return false
	}
	for i := range t.Params {
		if !fe.passedAlike(t.Params[i], m.Params[i]) {
			return false
		}
	}
	return true
}

// passedAlike reports whether values of two types are passed in the same way.
func (fe *front) passedAlike(a, b cil.Type) bool {
	switch {
	case isVoid(a) || isVoid(b):
		return isVoid(a) && isVoid(b)
	case cil.IsPointer(a) && cil.IsPointer(b), cil.IsInteger(a) && cil.IsInteger(b):
		return fe.sizeOf(a) == fe.sizeOf(b)
	}
	return cil.SameType(a, b)
}

// use makes f what the model says.
func (m *modelRec) use(f *cil.Func) {
	fe := m.u.fe
	f.Model = m.assumes()
	f.Alloc, f.Harmless, f.Waits, f.Awaits, f.Wakes, f.KeepsNothing, f.Format, f.AtMost, f.Changes = m.alloc, m.harmless, m.waits || m.awaits, m.awaits, m.wakes, m.keepsNothing, m.format, m.atMost, m.changes
	if m.fdef == nil {
		f.Static = false
		return
	}
	if f.Type.NoProto && len(f.Type.Params) == 0 {
		if mt, ok := m.funcType(); ok {
			f.Type.Params, f.Type.Variadic = mt.Params, mt.Variadic
		}
	}
	f.Pos = m.pos
	fe.work = append(fe.work, func() { m.elaborate(f) })
}

// elaborate gives f the model's body. If one of our own models doesn't agree with the
// types of the program, f stays without a body.
func (m *modelRec) elaborate(f *cil.Func) {
	fe := m.u.fe
	before := len(fe.errs)
	m.u.fileContext().functionBody(f, m.declRec)
	if m.own || len(fe.errs) == before {
		return
	}
	fe.errs = fe.errs[:before]
	f.Model, f.Alloc, f.Harmless, f.Waits, f.Awaits, f.Wakes, f.KeepsNothing, f.Format, f.AtMost, f.Changes = "", nil, false, false, false, false, false, 0, 0, nil
	f.Formals, f.Locals, f.Nodes, f.Entry, f.Exit, f.Result = nil, nil, nil, nil, nil, nil
}

// assumes is the comment above the model, or what holds of every model.
func (m *modelRec) assumes() string {
	text := m.u.fe.texts[m.pos.File]
	if c := commentAbove(text, m.pos); c != "" {
		return c
	}
	return "does what its model says"
}

// commentAbove returns the text of the comment that ends before the declaration at pos,
// in one line; "" if there is none.
func commentAbove(text string, pos source.Pos) string {
	lines := strings.SplitAfterN(text, "\n", pos.Line)
	last := lines[len(lines)-1]
	before := strings.Join(lines[:len(lines)-1], "") + last[:min(max(pos.Col-1, 0), len(last))]
	from, to := strings.LastIndex(before, "/*"), strings.LastIndex(before, "*/")
	if from < 0 || to < from || strings.ContainsAny(before[to+2:], ";}#") {
		return ""
	}
	var words []string
	for _, w := range strings.Fields(before[from+2 : to]) {
		if w != "*" {
			words = append(words, w)
		}
	}
	return strings.TrimSuffix(strings.Join(words, " "), ".")
}
