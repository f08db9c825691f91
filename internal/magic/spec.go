package magic

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/source"
)

// Specs are the abstractions that are known, by procedure.
type Specs struct {
	files []*lts.File
	of    map[string]*Procedure
	names []string // of the procedures, in order
}

// Procedure is the abstraction of a procedure with the file that has it.
type Procedure struct {
	*lts.Procedure
	File *lts.File
	// Systems are those of the abstractions, in order.
	Systems []*lts.System
}

// NewSpecs collects the abstractions of files. It is an error if two are of one procedure.
func NewSpecs(files []*lts.File) (*Specs, error) {
	s := &Specs{files: files, of: map[string]*Procedure{}}
	for _, f := range files {
		for _, p := range f.Procedures {
			if o := s.of[p.Name]; o != nil {
				return nil, complaint(f, p.Pos, "a second abstraction of %s: the first is at %s", p.Name, o.Pos)
			}
			proc := &Procedure{Procedure: p, File: f}
			for _, a := range p.Abstractions {
				sys, err := f.LTS(&a.Initial)
				if err != nil {
					return nil, err
				}
				proc.Systems = append(proc.Systems, sys)
			}
			s.of[p.Name] = proc
			s.names = append(s.names, p.Name)
		}
	}
	return s, nil
}

// Of returns the abstraction of a procedure, nil if there is none.
func (s *Specs) Of(name string) *Procedure { return s.of[name] }

// Procedures lists the procedures that have an abstraction, in the order of the files.
func (s *Specs) Procedures() []string { return s.names }

// Names lists the names of the program that guards and conditions use.
func (s *Specs) Names() []string {
	var names []string
	for _, n := range s.names {
		p := s.of[n]
		for i, a := range p.Abstractions {
			names = append(names, lts.Names(a.Guard)...)
			for _, act := range p.Systems[i].Actions {
				if act.Cond != nil {
					names = append(names, lts.Names(act.Cond)...)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// complaint is an error at a place of a file of specifications.
func complaint(f *lts.File, pos source.Pos, format string, args ...any) error {
	var list source.ErrorList
	list.Add(pos, f.Text, format, args...)
	return list
}

// condition is an expression of a specification over a program: as it is for arguments and
// a value.
type condition struct {
	file   *lts.File
	expr   lts.Expr
	e      cil.Expr
	params map[*cil.Var]int // what stands for $0, $1, ...
}

// translate returns the expression e of a file over prog, in which $k has the k-th of types.
func translate(prog *cil.Program, f *lts.File, e lts.Expr, types []cil.Type) (*condition, error) {
	scope := &cil.Func{Name: "specification"}
	c := &condition{file: f, expr: e, params: map[*cil.Var]int{}}
	for k, t := range types {
		v := &cil.Var{Name: paramName(k), Type: t, Kind: cil.Formal, Func: scope}
		scope.Formals = append(scope.Formals, v)
		c.params[v] = k
	}
	for _, k := range lts.Params(e) {
		if k >= len(types) || types[k] == nil {
			return nil, complaint(f, e.Place(), "there is no $%d: the procedure has %s", k, parameters(len(types)-1))
		}
		if !cil.IsScalar(types[k]) {
			return nil, complaint(f, e.Place(), "$%d is a %s: expected a number or a pointer", k, types[k])
		}
	}
	known := lts.ReplaceNames(e, func(name string) (*big.Int, bool) {
		if v, ok := f.Constant(name); ok {
			return v, true
		}
		v, ok := prog.Constants[name]
		return v, ok
	})
	var err error
	if c.e, err = cil.ParseExpr(prog, scope, lts.C(known, paramName), e.Place()); err != nil {
		return nil, c.misread(err)
	}
	return c, nil
}

// misread is an error about the text that was made of the condition, as one about the
// specification.
func (c *condition) misread(err error) error {
	var list source.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	msg := list[0].Msg
	for v, k := range c.params {
		msg = strings.ReplaceAll(msg, "'"+v.Name+"'", fmt.Sprintf("'$%d'", k))
	}
	return complaint(c.file, c.expr.Place(), "%s, in %s", msg, lts.Text(c.expr))
}

// parameters is a number of parameters in words.
func parameters(n int) string {
	if n == 1 {
		return "1 parameter"
	}
	return fmt.Sprintf("%d parameters", n)
}

func paramName(k int) string { return fmt.Sprintf("_%d", k) }

// over returns the condition where $k is the k-th of values, none of which is nil if the
// condition has it.
func (c *condition) over(values []cil.Expr) (cil.Expr, error) {
	e := cil.SubstLval(c.e, func(l *cil.Lval) cil.Expr {
		if l.Base != nil && len(l.Path) == 0 {
			if k, ok := c.params[l.Base]; ok {
				return values[k]
			}
		}
		return nil
	})
	for _, v := range cil.Vars(e) {
		if k, ok := c.params[v]; ok {
			return nil, complaint(c.file, c.expr.Place(), "the address of $%d isn't known: expected a condition on its value", k)
		}
	}
	return e, nil
}
