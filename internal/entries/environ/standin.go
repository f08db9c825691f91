package environ

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// A parameter may be set in a static variable of a function, which nothing outside of the function can name. In the text another variable
// stands for it, which is replaced when the program is read.

// standInPrefix begins the names of such variables.
const standInPrefix = "hardbop_parameter_"

// standIn returns the name that stands for l, which is unique as its variable's place is.
func standIn(l *cil.Lval) string {
	v := l.Base
	name := fmt.Sprintf("%s%s_%d_%d", standInPrefix, find.SourceVar(v), v.Pos.Line, v.Pos.Col)
	for _, s := range l.Path {
		if s.Field != nil {
			name += "_" + s.Field.Name
		} else {
			name += "_" + cil.ExprString(s.Index)
		}
	}
	return name
}

// numbers reports whether t is that of a number, a text or an array of such, so that it can be said outside of the function.
func numbers(t cil.Type) bool {
	switch t := t.(type) {
	case *cil.ArrayType:
		return numbers(t.Elem)
	case *cil.PtrType:
		return numbers(t.Elem)
	}
	return cil.IsScalar(t)
}

// standsIn declares the variable that stands for l, if one does.
func (w *writer) standsIn(l *cil.Lval) {
	if name, ok := spelled(l); ok && l.Base.Orig != "" {
		d, _ := w.types.declare(l.Type(), name)
		w.declare("extern " + d + "; /* stands for " + find.SourceVar(l.Base) + ", " + l.Base.Pos.String() + " */")
	}
}

// replaceStandIns puts what stands for other variables out of the program.
func replaceStandIns(prog *cil.Program) {
	real := map[string]*cil.Lval{}
	for _, q := range find.Parameters([]find.Unit{{Prog: prog}}) {
		for _, l := range []*cil.Lval{q.Value, q.Count} {
			if l != nil && !variable(l.Path) {
				real[standIn(l)] = l
			}
		}
	}
	replace := func(l *cil.Lval) {
		if l.Base == nil || !strings.HasPrefix(l.Base.Name, standInPrefix) {
			return
		}
		if to := real[l.Base.Name]; to != nil {
			l.Base, l.Path = to.Base, slices.Concat(to.Path, l.Path)
		}
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					switch x := x.(type) {
					case *cil.Load:
						replace(x.L)
					case *cil.AddrOf:
						replace(x.L)
					}
				})
			})
		}
	}
}
