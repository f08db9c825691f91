package cgen

import (
	"fmt"
	"strings"
)

// stmts generates some statements nested up to depth.
func (g *generator) stmts(depth int) {
	for range 1 + g.r.IntN(g.opts.Stmts) {
		g.stmt(depth)
	}
}

// block generates statements in braces, with what is declared in them gone after.
func (g *generator) block(depth int) {
	vars, ptrs := len(g.vars), len(g.ptrs)
	g.indent++
	g.stmts(depth)
	g.indent--
	g.vars, g.ptrs = g.vars[:vars], g.ptrs[:ptrs]
}

func (g *generator) stmt(depth int) {
	if depth == 0 {
		g.simple()
		return
	}
	switch g.r.IntN(10) {
	case 0, 1:
		g.ifStmt(depth)
	case 2:
		g.loop(depth)
	case 3:
		g.switchStmt(depth)
	case 4:
		g.skipAhead(depth)
	default:
		g.simple()
	}
}

// simple generates a statement without statements inside.
func (g *generator) simple() {
	switch g.r.IntN(8) {
	case 0:
		if len(g.funcs) > 0 && g.calls > 0 && g.loops < 2 {
			g.call()
			return
		}
	case 1:
		if g.opts.Print && g.loops < 2 {
			g.line("printf(\"%%d\\n\", (int)%s);", group(g.value(2).text))
			return
		}
	case 2:
		if g.movePointer() {
			return
		}
	case 3:
		if g.loops > 0 {
			g.line("if (%s)", g.cond(1))
			g.line("\t%s;", []string{"break", "continue"}[g.r.IntN(2)])
			return
		}
	case 4:
		if g.opts.Errors {
			g.line("if (%s)", g.cond(1))
			g.line("\treach_error();")
			return
		}
	}
	g.assign()
}

func (g *generator) assign() {
	v := g.assignable()
	switch {
	case (v.t.unsigned || v.t.max == 255) && g.chance(3):
		op := []string{"+=", "-=", "*=", "^=", "|="}[g.r.IntN(5)]
		g.line("%s %s %s;", v.text, op, small(g.value(1), 1000).text)
	case v.t.unsigned && g.chance(4):
		g.line("%s%s;", group(v.text), []string{"++", "--"}[g.r.IntN(2)])
	default:
		g.line("%s = %s;", v.text, g.reduced(v.t))
	}
}

// assignable draws a variable that isn't the argument that bounds a recursion.
func (g *generator) assignable() variable {
	for {
		if v := g.pick(); !strings.HasPrefix(v.text, "n") && !strings.HasPrefix(v.text, "i") {
			return v
		}
	}
}

// movePointer makes a pointer point elsewhere.
func (g *generator) movePointer() bool {
	if len(g.ptrs) == 0 {
		return false
	}
	p := g.ptrs[g.r.IntN(len(g.ptrs))]
	vars := g.vars
	if p.name == "gp" {
		g.vars = g.globals // what outlives the function
	}
	target, ok := g.target(p.t)
	g.vars = vars
	if ok {
		g.line("%s = %s;", p.name, target)
	}
	return ok
}

func (g *generator) call() {
	g.calls--
	f := g.funcs[g.r.IntN(len(g.funcs))]
	var args []string
	for _, t := range f.params {
		args = append(args, g.reduced(t))
	}
	if f.ptr {
		target, ok := g.target(intType)
		if !ok {
			target = g.gptrs[0].name
		}
		args = append(args, target)
	}
	text := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	switch g.r.IntN(3) {
	case 0:
		g.line("%s;", text)
	case 1:
		g.line("if (%s > %s) {", text, group(small(g.value(1), maxInt).text))
		g.block(0)
		g.line("}")
	default:
		g.line("%s = %s;", g.assignable().text, text)
	}
}

func (g *generator) ifStmt(depth int) {
	g.line("if (%s) {", g.cond(2))
	g.block(depth - 1)
	if g.chance(2) {
		g.line("} else {")
		g.block(depth - 1)
	}
	g.line("}")
}

// loop generates a loop of at most 4 turns, with a counter that nothing else assigns.
func (g *generator) loop(depth int) {
	i, n := g.fresh("i"), 1+g.r.IntN(4)
	g.line("int %s = 0;", i)
	g.loops++
	g.vars = append(g.vars, variable{i, ctype{"int", false, 8}, false})
	switch g.r.IntN(3) {
	case 0:
		g.line("while (%s++ < %d) {", i, n)
		g.block(depth - 1)
		g.line("}")
	case 1:
		g.line("do {")
		g.block(depth - 1)
		g.line("} while (++%s < %d && %s);", i, n, g.cond(1))
	default:
		g.line("for (%s = 0; %s < %d; %s++) {", i, i, n, i)
		g.block(depth - 1)
		g.line("}")
	}
	g.loops--
}

func (g *generator) switchStmt(depth int) {
	g.line("switch (%s & 7) {", group(g.value(1).text))
	for _, label := range []string{"case 0:", "case 3:", "case 5:", "default:"} {
		g.line("%s", label)
		g.block(0)
		if g.chance(2) {
			g.line("\tbreak;")
		}
	}
	if depth > 1 && g.chance(2) {
		g.line("case 6:")
		g.block(depth - 1)
	}
	g.line("}")
}

// skipAhead generates a goto over some statements.
func (g *generator) skipAhead(depth int) {
	label := g.fresh("L")
	g.line("if (%s)", g.cond(1))
	g.line("\tgoto %s;", label)
	g.line("{")
	g.block(depth - 1)
	g.line("}")
	g.line("%s:;", label)
}
