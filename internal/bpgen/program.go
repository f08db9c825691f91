package bpgen

import (
	"fmt"

	"hardbop/boolprog"
)

// Rand chooses. *math/rand/v2.Rand is one; a property test wraps its own source.
type Rand interface {
	IntN(n int) int // from 0 to n-1; n is at least 1
}

// Config bounds the size of a program. Each number is a maximum; at least one of
// Globals and Locals should be positive.
type Config struct {
	Procs   int // besides main
	Globals int
	Formals int
	Locals  int
	Results int
	Stmts   int // in a block
	Nesting int // of if and while
	Depth   int // of expressions
}

// Small is a configuration whose programs the explicit checker explores in
// milliseconds.
func Small() Config {
	return Config{Procs: 2, Globals: 2, Formals: 2, Locals: 2, Results: 2, Stmts: 5, Nesting: 2, Depth: 3}
}

// ErrorLabel is a label that some programs set somewhere.
const ErrorLabel = "ERROR"

// Program returns a random program.
func Program(r Rand, c Config) *boolprog.Program {
	g := &gen{r: r, c: c, prog: &boolprog.Program{}}
	g.prog.Globals = g.vars("g", c.Globals)
	g.prog.Procs = append(g.prog.Procs, &boolprog.Proc{Name: "main"})
	for i := range max(r.IntN(c.Procs+1), r.IntN(c.Procs+1)) {
		g.prog.Procs = append(g.prog.Procs, g.head(fmt.Sprintf("f%d", i)))
	}
	for _, q := range g.prog.Procs {
		g.body(q)
	}
	if len(g.prog.Globals) > 1 && g.chance(8) {
		g.prog.AddGroup(nil, names(g.prog.Globals)...)
	}
	return g.prog
}

// gen is the generator; the fields from proc on belong to one procedure.
type gen struct {
	r      Rand
	c      Config
	prog   *boolprog.Program
	proc   *boolprog.Proc
	scope  []string // visible variables
	labels []string // all that will be set in this procedure
	unset  []string // those that haven't been
}

// chance is true once in n times.
func (g *gen) chance(n int) bool { return g.r.IntN(n) == 0 }

// vars declares up to limit variables; some have names in braces.
func (g *gen) vars(prefix string, limit int) []*boolprog.Var {
	var list []*boolprog.Var
	for i := range g.r.IntN(limit + 1) {
		name := fmt.Sprintf("%s%d", prefix, i)
		if g.chance(4) {
			name = boolprog.PredName(name + " > 0")
		}
		list = append(list, &boolprog.Var{Name: name})
	}
	return list
}

// names returns the names of variables.
func names(vars []*boolprog.Var) []string {
	var list []string
	for _, v := range vars {
		list = append(list, v.Name)
	}
	return list
}

// head makes a procedure without body.
func (g *gen) head(name string) *boolprog.Proc {
	return &boolprog.Proc{Name: name, NumResults: g.r.IntN(g.c.Results + 1), Formals: g.vars("a", g.c.Formals)}
}

// body fills a procedure. Labels that no statement took stand at the end.
func (g *gen) body(q *boolprog.Proc) {
	g.proc = q
	q.Locals = g.vars("l", g.c.Locals)
	if len(g.prog.Globals) > 0 && g.chance(10) {
		q.Locals = append(q.Locals, &boolprog.Var{Name: g.prog.Globals[0].Name}) // hides it
	}
	g.scope = append(append(names(q.Formals), names(q.Locals)...), visible(g.prog.Globals, q.Locals)...)
	g.labels = nil
	for n := range g.r.IntN(3) {
		g.labels = append(g.labels, fmt.Sprintf("L%d", n))
	}
	g.unset = append([]string(nil), g.labels...)
	if g.chance(6) {
		g.unset = append(g.unset, ErrorLabel)
	}
	q.Body = g.block(g.c.Nesting)
	if q.Name == "main" {
		q.Body = append(q.Body, g.call(), &boolprog.Stmt{Kind: boolprog.Assert, Cond: g.likely()})
	}
	for _, l := range g.unset {
		q.Body = append(q.Body, &boolprog.Stmt{Kind: boolprog.Skip, Labels: []string{l}})
	}
	if g.chance(5) {
		q.Enforce = boolprog.Or(g.expr(1, false), g.expr(1, false))
	}
	if len(q.Locals) > 1 && g.chance(8) {
		g.prog.AddGroup(q, names(q.Locals)...)
	}
}

// visible returns the names of globals that no local hides.
func visible(globals, locals []*boolprog.Var) []string {
	var list []string
	for _, v := range globals {
		hidden := false
		for _, l := range locals {
			hidden = hidden || l.Name == v.Name
		}
		if !hidden {
			list = append(list, v.Name)
		}
	}
	return list
}
