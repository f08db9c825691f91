package cil

import (
	"fmt"
)

// Sanity checks the invariants of a finished program that the package comment states
// and returns what is wrong, at most 100 complaints. Analyses rely on them.
func Sanity(prog *Program) []error {
	s := &sanity{prog: prog, globals: map[*Var]bool{}, funcs: map[*Func]bool{}}
	s.names()
	for _, c := range prog.Comps {
		s.comp(c)
	}
	for _, v := range prog.Globals {
		s.global(v)
	}
	for _, f := range prog.Funcs {
		s.function(f)
	}
	return s.errs
}

// maxComplaints bounds the result of Sanity.
const maxComplaints = 100

// sanity checks a program; where is the place that complaints speak of.
type sanity struct {
	prog    *Program
	globals map[*Var]bool
	funcs   map[*Func]bool
	f       *Func
	locals  map[*Var]bool
	where   string
	errs    []error
}

func (s *sanity) errorf(format string, args ...any) {
	if len(s.errs) < maxComplaints {
		s.errs = append(s.errs, fmt.Errorf("%s: %s", s.where, fmt.Sprintf(format, args...)))
	}
}

// names checks that names are unique and notes what belongs to the program.
func (s *sanity) names() {
	s.where = "program"
	taken := map[string]bool{}
	take := func(kind, name string) {
		if taken[kind+name] {
			s.errorf("two %s are called %s", kind, name)
		}
		taken[kind+name] = true
	}
	for _, v := range s.prog.Globals {
		take("globals", v.Name)
		s.globals[v] = true
	}
	for _, f := range s.prog.Funcs {
		take("functions", f.Name)
		s.funcs[f] = true
	}
	for _, c := range s.prog.Comps {
		take("comps", c.Tag)
	}
}

func (s *sanity) comp(c *CompType) {
	s.where = c.String()
	names := map[string]bool{}
	for i, f := range c.Fields {
		switch size := s.prog.Model.SizeOf(f.Type); {
		case f.Comp != c || f.Index != i:
			s.errorf("member %s has the wrong comp or index", f.Name)
		case names[f.Name]:
			s.errorf("two members are called %s", f.Name)
		case f.BitField && !IsInteger(f.Type):
			s.errorf("bit-field %s has the type %s", f.Name, TypeString(f.Type))
		case f.BitField && (f.BitLen <= 0 || f.BitOff < 0 || f.BitLen > f.Type.(*IntType).Bits || (8*f.Offset+int64(f.BitOff+f.BitLen)+7)/8 > c.Size):
			s.errorf("bit-field %s has no place", f.Name)
		case !f.BitField && (f.Offset < 0 || f.Offset+max(size, 0) > c.Size):
			s.errorf("member %s is outside of its comp", f.Name)
		case c.Union && f.Offset != 0:
			s.errorf("member %s of a union has the offset %d", f.Name, f.Offset)
		}
		names[f.Name] = true
	}
	if !c.Defined && len(c.Fields) > 0 {
		s.errorf("it has members but is not defined")
	}
}

func (s *sanity) global(v *Var) {
	s.where = "global " + v.Name
	if v.Kind != Global && v.Kind != Literal || v.Func != nil {
		s.errorf("it has the kind %d or belongs to a function", v.Kind)
	}
	if v.Extern && v.Init != nil {
		s.errorf("it is extern but has an initialiser")
	}
	if v.Init == nil {
		return
	}
	if v.Init.Expr != nil {
		s.initial(v.Type, v.Init.Expr)
	}
	for _, e := range v.Init.Entries {
		l := &Lval{Base: v, Path: e.Path}
		if s.lval(l) {
			s.initial(l.Type(), e.Expr)
		}
	}
}

func (s *sanity) initial(t Type, e Expr) {
	if s.expr(e) && !SameType(t, e.Type()) {
		s.errorf("a part of type %s is initialised with %s of type %s", TypeString(t), ExprString(e), TypeString(e.Type()))
	}
}

func (s *sanity) function(f *Func) {
	s.f, s.where = f, "function "+f.Name
	defer func() { s.f = nil }()
	if f.Entry == nil {
		if f.Exit != nil || len(f.Nodes) > 0 {
			s.errorf("it has nodes but no entry")
		}
		return
	}
	s.variables(f)
	s.graph(f)
	for _, n := range f.Nodes {
		s.where = fmt.Sprintf("function %s, node %d at %s", f.Name, n.ID, n.Pos)
		s.instr(n)
	}
}

func (s *sanity) variables(f *Func) {
	s.locals = map[*Var]bool{}
	names := map[string]bool{}
	add := func(v *Var, kinds ...VarKind) {
		ok := v.Func == f
		match := false
		for _, k := range kinds {
			match = match || v.Kind == k
		}
		if !ok || !match {
			s.errorf("the variable %s has the wrong kind or function", v.Name)
		}
		if names[v.Name] {
			s.errorf("two variables are called %s", v.Name)
		}
		names[v.Name], s.locals[v] = true, true
	}
	for _, v := range f.Formals {
		add(v, Formal)
	}
	for _, v := range f.Locals {
		add(v, Local, Temp)
	}
	_, void := f.Type.Ret.(*VoidType)
	if void != (f.Result == nil) {
		s.errorf("it has a result variable exactly if it must not")
	}
	if f.Result != nil {
		add(f.Result, Result)
	}
	if !f.Type.NoProto && len(f.Formals) != len(f.Type.Params) {
		s.errorf("it has %d formals and %d parameters", len(f.Formals), len(f.Type.Params))
		return
	}
	for i, t := range f.Type.Params {
		if i < len(f.Formals) && !SameType(t, f.Formals[i].Type) {
			s.errorf("the formal %s has not its parameter's type", f.Formals[i].Name)
		}
	}
}

// graph checks the nodes' numbers and edges.
func (s *sanity) graph(f *Func) {
	preds := map[*Node]int{}
	for i, n := range f.Nodes {
		if n.ID != i || n.Func != f {
			s.errorf("node %d has the wrong number or function", i)
		}
		for _, t := range n.Succs {
			preds[t]++
			if t.Func != f || t.ID >= len(f.Nodes) || f.Nodes[t.ID] != t {
				s.errorf("a successor of node %d is not in the function", i)
			}
		}
	}
	for i, n := range f.Nodes {
		if len(n.Preds) != preds[n] {
			s.errorf("node %d has %d predecessors, not %d", i, preds[n], len(n.Preds))
		}
	}
	for _, end := range []*Node{f.Entry, f.Exit} {
		if _, skip := end.Instr.(*Skip); !skip || end.ID >= len(f.Nodes) || f.Nodes[end.ID] != end {
			s.errorf("entry or exit is not a Skip in the function")
		}
	}
}
