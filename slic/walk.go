package slic

import (
	"slices"
	"strings"

	"hardbop/internal/source"
)

// Functions returns the names of the functions whose events the rule names, each once,
// in the order of the file. A front end that elaborates only what is needed, or that
// has to see macros as functions, asks for them.
func (s *Spec) Functions() []string {
	var names []string
	add := func(p *Pattern) {
		if p.Event != End && !slices.Contains(names, p.Func) {
			names = append(names, p.Func)
		}
	}
	for _, w := range s.Watch {
		add(&w.Pattern)
	}
	for _, h := range s.Handlers {
		for _, p := range h.Patterns {
			add(p)
		}
	}
	return names
}

// Names returns the names that the rule uses and doesn't declare: globals, functions,
// enumerators and constants of the program. Each comes once, in the order of the file.
func (s *Spec) Names() []string {
	own := map[string]bool{}
	enum := func(e *Enum) {
		for _, it := range e.Items {
			own[it.Name] = true
		}
	}
	for _, e := range s.Enums {
		enum(e)
	}
	for _, v := range s.State {
		own[v.Name] = true
		if v.Type.Enum != nil {
			enum(v.Type.Enum)
		}
	}
	var names []string
	s.walk(nil, func(e Expr) {
		if id, ok := e.(*Ident); ok && !own[id.Name] {
			own[id.Name] = true
			names = append(names, id.Name)
		}
	})
	return names
}

// Members returns the names of the members that the rule reads, each once: the structs
// that have them have to be complete.
func (s *Spec) Members() []string {
	var names []string
	s.walk(nil, func(e Expr) {
		if m, ok := e.(*Member); ok && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	})
	return names
}

// TypeNames returns the types that the rule names and that aren't basic ones, such as
// "struct irp" and "PIRP", in the order of the file.
func (s *Spec) TypeNames() []string {
	tags := map[string]bool{}
	for _, e := range s.Enums {
		tags["enum "+e.Tag] = true
	}
	for _, v := range s.State {
		if v.Type.Enum != nil {
			tags["enum "+v.Type.Enum.Tag] = true
		}
	}
	var names []string
	add := func(t *TypeName) {
		if first, _, _ := strings.Cut(t.Base, " "); t.Enum == nil && !basicWord(first) && !tags[t.Base] && !slices.Contains(names, t.Base) {
			names = append(names, t.Base)
		}
	}
	for _, v := range s.State {
		add(v.Type)
	}
	s.walk(nil, func(e Expr) {
		if c, ok := e.(*Cast); ok {
			add(c.Type)
		}
	})
	return names
}

// Halts returns the places of the rule's halt statements.
func (s *Spec) Halts() []source.Pos {
	var places []source.Pos
	s.walk(func(st Stmt) {
		if h, ok := st.(*Halt); ok {
			places = append(places, h.Pos)
		}
	}, nil)
	return places
}

// walk calls onStmt for every statement and onExpr for every expression of the rule, in
// the order of the file; either may be nil.
func (s *Spec) walk(onStmt func(Stmt), onExpr func(Expr)) {
	w := &walker{onStmt: onStmt, onExpr: onExpr}
	for _, e := range s.Enums {
		w.enum(e)
	}
	for _, v := range s.State {
		if v.Type.Enum != nil {
			w.enum(v.Type.Enum)
		}
		w.expr(v.Init)
	}
	for _, h := range s.Handlers {
		w.stmt(h.Body)
	}
}

type walker struct {
	onStmt func(Stmt)
	onExpr func(Expr)
}

func (w *walker) enum(e *Enum) {
	for _, it := range e.Items {
		w.expr(it.Value)
	}
}

func (w *walker) stmt(s Stmt) {
	if w.onStmt != nil {
		w.onStmt(s)
	}
	switch s := s.(type) {
	case *Block:
		for _, s := range s.Stmts {
			w.stmt(s)
		}
	case *Assign:
		for _, e := range s.R {
			w.expr(e)
		}
	case *If:
		w.expr(s.Cond)
		w.stmt(s.Then)
		if s.Else != nil {
			w.stmt(s.Else)
		}
	case *Abort, *Halt, *Reset, *Empty:
	default:
		panic("slic: unknown statement")
	}
}

// expr visits e, which may be nil.
func (w *walker) expr(e Expr) {
	if e == nil || w.onExpr == nil {
		return
	}
	w.onExpr(e)
	switch e := e.(type) {
	case *Ident, *Number, *Arg:
	case *Unary:
		w.expr(e.X)
	case *Binary:
		w.expr(e.X)
		w.expr(e.Y)
	case *Cond:
		w.expr(e.C)
		w.expr(e.A)
		w.expr(e.B)
	case *Member:
		w.expr(e.X)
	case *Index:
		w.expr(e.X)
		w.expr(e.I)
	case *Cast:
		w.expr(e.X)
	default:
		panic("slic: unknown expression")
	}
}
