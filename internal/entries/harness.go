package entries

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Options of the harness. The zero value is the default.
type Options struct {
	// InitGlobals gives globals their initial values also when the entry isn't main.
	InitGlobals bool
	// MayBeNull lets pointer arguments of the entry be null.
	MayBeNull bool
}

// Harness is a start function.
type Harness struct {
	Func *cil.Func
	// End is the point after the entry function has returned: the event program.end.
	End *cil.Node
	// Assumptions lists what the harness takes for granted, for the report.
	Assumptions []cil.Note
	// Untracked are the globals whose initial values are too large to be assigned: they
	// start arbitrary, so a violation that depends on them proves nothing.
	Untracked []*cil.Var

	initial map[*cil.Node]*cil.Var // the objects whose initial values the nodes assign
}

// Name is the name of the start function in the program.
const Name = "hardbop_start"

// maxLeaves bounds the scalars of one object that get their initial value one by one when
// the harness is made, maxKept how many of them [Harness.Trim] leaves. When maxAssigned
// have got theirs, objects with more than maxKept scalars get none.
const (
	maxLeaves   = 1 << 13
	maxKept     = 1 << 12
	maxAssigned = 1 << 17
)

// New adds a start function for entry to the program.
func New(prog *cil.Program, entry *cil.Func, opt Options) *Harness {
	f := &cil.Func{Name: Name, Type: &cil.FuncType{Ret: cil.Void}, Pos: entry.Pos}
	f.StartBody(entry.Pos, entry.EndPos)
	b := &builder{prog: prog, f: f, at: f.Entry, h: &Harness{Func: f, initial: map[*cil.Node]*cil.Var{}}}
	b.globals(entry.Name == "main" || opt.InitGlobals)
	b.call(entry, opt.MayBeNull)
	b.h.End = b.emit(&cil.Skip{Text: "program.end"}, entry.EndPos)
	b.at.Succs = []*cil.Node{f.Exit}
	f.Finish()
	prog.Funcs = append(prog.Funcs, f)
	return b.h
}

type builder struct {
	prog *cil.Program
	f    *cil.Func
	at   *cil.Node
	h    *Harness
}

func (b *builder) emit(in cil.Instr, pos source.Pos) *cil.Node {
	n := b.f.NewNode(in, pos)
	b.at.Succs = []*cil.Node{n}
	b.at = n
	return n
}

// globals gives the globals their initial values: all of them, or only those
// that always start with them.
func (b *builder) globals(all bool) {
	for _, v := range b.prog.Globals {
		if v.Extern || !all && !v.Const && !v.Initial && v.Kind != cil.Literal {
			continue
		}
		b.object(v)
	}
	for _, l := range b.prog.Late {
		if all || l.L.Base.Initial {
			b.emit(&cil.Assign{L: l.L, E: l.E}, l.Pos)
		}
	}
}

// object assigns each scalar part of v its initial value.
func (b *builder) object(v *cil.Var) {
	if v.Init != nil && v.Init.Expr != nil {
		b.emit(&cil.Assign{L: cil.VarLval(v), E: v.Init.Expr}, v.Pos)
		return
	}
	var entries []cil.InitEntry
	if v.Init != nil {
		entries = v.Init.Entries
	}
	limit := int64(maxLeaves)
	if len(b.h.initial) > maxAssigned {
		limit = maxKept
	}
	if leaves(v.Type) > limit || int64(len(entries)) > limit {
		b.h.untrack(v, limit)
		return
	}
	set := map[string]bool{}
	for _, e := range entries {
		set[cil.LvalString(&cil.Lval{Base: v, Path: e.Path})] = true
	}
	b.zero(&cil.Lval{Base: v}, v.Type, set, v.Pos)
	for _, e := range entries {
		b.part(&cil.Lval{Base: v, Path: e.Path}, e.Expr, v.Pos)
	}
}

// part assigns the initial value of a part of an object.
func (b *builder) part(l *cil.Lval, e cil.Expr, pos source.Pos) {
	b.h.initial[b.emit(&cil.Assign{L: l, E: e}, pos)] = l.Base
}

// zero assigns 0 to the scalar parts of l, which has type t, except those in set.
func (b *builder) zero(l *cil.Lval, t cil.Type, set map[string]bool, pos source.Pos) {
	if set[cil.LvalString(l)] {
		return
	}
	with := func(s cil.Sel) *cil.Lval {
		return &cil.Lval{Base: l.Base, Path: append(l.Path[:len(l.Path):len(l.Path)], s)}
	}
	switch t := t.(type) {
	case *cil.IntType:
		b.part(l, cil.IntConst(t, 0), pos)
	case *cil.PtrType:
		b.part(l, &cil.Cast{T: t, X: cil.IntConst(b.prog.Model.Int(cil.Int), 0)}, pos)
	case *cil.FloatType:
		b.part(l, &cil.Cast{T: t, X: cil.IntConst(b.prog.Model.Int(cil.Int), 0)}, pos)
	case *cil.CompType:
		for _, f := range t.Fields {
			b.zero(with(cil.Sel{Field: f}), f.Type, set, pos)
		}
	case *cil.ArrayType:
		for i := int64(0); i < t.Len; i++ {
			b.zero(with(cil.Sel{Index: cil.IntConst(b.prog.Model.Int(cil.Int), i)}), t.Elem, set, pos)
		}
	}
}

// leaves counts the scalar parts of t; it stops counting above the limit.
func leaves(t cil.Type) int64 {
	switch t := t.(type) {
	case *cil.CompType:
		n := int64(0)
		for _, f := range t.Fields {
			if n += leaves(f.Type); n > maxLeaves {
				break
			}
		}
		return n
	case *cil.ArrayType:
		if t.Len > maxLeaves {
			return t.Len
		}
		return max(t.Len, 0) * leaves(t.Elem)
	}
	return 1
}

// call calls the entry with arbitrary arguments; pointers are not null, unless they may be.
func (b *builder) call(entry *cil.Func, mayBeNull bool) {
	c := &cil.Call{Fn: &cil.FuncAddr{F: entry, T: &cil.PtrType{Elem: entry.Type}}}
	for _, p := range entry.Formals {
		v := b.f.NewTemp(p.Name, p.Type, p.Pos)
		b.emit(&cil.Havoc{L: cil.VarLval(v), Why: "argument of " + entry.Name}, p.Pos)
		if pt, ok := p.Type.(*cil.PtrType); ok && !mayBeNull {
			null := &cil.Cast{T: pt, X: cil.IntConst(b.prog.Model.Int(cil.Int), 0)}
			b.emit(&cil.Assume{E: &cil.Binary{Op: cil.Ne, X: cil.LoadVar(v), Y: null, T: b.prog.Model.Int(cil.Int)}}, p.Pos)
			b.h.Assumptions = append(b.h.Assumptions, cil.Note{Code: "entry-pointer", Pos: p.Pos,
				Text: fmt.Sprintf("argument %s of %s is not null", p.Name, entry.Name)})
		}
		c.Args = append(c.Args, cil.LoadVar(v))
	}
	b.emit(c, entry.Pos)
}
