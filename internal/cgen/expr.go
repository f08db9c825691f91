package cgen

import (
	"fmt"
	"strings"
)

// expr is an expression with the bound of its absolute value; an unsigned one wraps,
// and its bound is that of its type.
type expr struct {
	text     string
	max      int64
	unsigned bool
}

// maxInt bounds expressions of type int, with room for one more addition.
const maxInt = 1 << 30

// pick draws a variable; in an index it is simple.
func (g *generator) pick() variable {
	return g.concrete(g.vars[g.r.IntN(len(g.vars))])
}

// concrete fills in an index.
func (g *generator) concrete(v variable) variable {
	if strings.Contains(v.text, "%") {
		index := fmt.Sprint(g.r.IntN(4))
		if g.chance(2) {
			for range 5 {
				if i := g.vars[g.r.IntN(len(g.vars))]; !strings.ContainsAny(i.text, "%*") {
					index = i.text + " & 3"
					break
				}
			}
		}
		v.text = strings.ReplaceAll(v.text, "%", index)
	}
	return v
}

func (g *generator) leaf() expr {
	if g.chance(3) {
		v := int64(g.r.IntN(21)) - 5
		if v < 0 {
			return expr{fmt.Sprintf("(%d)", v), -v, false}
		}
		if g.chance(5) {
			return expr{fmt.Sprintf("%du", v), 1<<32 - 1, true}
		}
		return expr{fmt.Sprint(v), v, false}
	}
	v := g.pick()
	return expr{v.text, v.t.max, v.t.unsigned}
}

// small makes the bound of e at most max.
func small(e expr, max int64) expr {
	if e.unsigned || e.max <= max {
		return e
	}
	return expr{fmt.Sprintf("(%s) %% %d", e.text, bound+1), bound, false}
}

// value draws an expression of int or unsigned, of the depth given at most.
func (g *generator) value(depth int) expr {
	if depth == 0 || g.chance(4) {
		return g.leaf()
	}
	x := g.value(depth - 1)
	switch g.r.IntN(12) {
	case 0:
		return expr{"(-" + x.text + ")", x.max, x.unsigned}
	case 1:
		return expr{"(~" + small(x, maxInt).text + ")", small(x, maxInt).max + 1, x.unsigned}
	case 2:
		y := g.value(depth - 1)
		return expr{fmt.Sprintf("(%s ? %s : %s)", g.cond(depth-1), x.text, y.text), max(x.max, y.max), x.unsigned || y.unsigned}
	case 3:
		return expr{"(" + g.cond(depth-1) + ")", 1, false}
	case 4:
		t := []ctype{{"unsigned char", false, 255}, {"short", false, 32768}, {"unsigned", true, 1<<32 - 1}, {"signed char", false, 128}}[g.r.IntN(4)]
		return expr{fmt.Sprintf("(%s)(%s)", t.name, x.text), t.max, t.unsigned}
	}
	return g.operation(x, g.value(depth-1))
}

// operation draws an arithmetic operation on x and y.
func (g *generator) operation(x, y expr) expr {
	x, y = small(x, maxInt/2), small(y, maxInt/2)
	u := x.unsigned || y.unsigned
	out := func(op string, max int64) expr {
		return expr{fmt.Sprintf("(%s %s %s)", group(x.text), op, group(y.text)), max, u}
	}
	switch g.r.IntN(9) {
	case 0, 1:
		return out("+", x.max+y.max)
	case 2:
		return out("-", x.max+y.max)
	case 3:
		if !u && x.max*y.max > maxInt {
			x, y = small(x, 1000), small(y, 1000)
		}
		if !u && x.max*y.max > maxInt {
			return out("^", 2*maxInt-1)
		}
		return out("*", x.max*y.max)
	case 4:
		return expr{fmt.Sprintf("(%s / (%s | 1))", group(x.text), group(y.text)), x.max, u}
	case 5:
		return expr{fmt.Sprintf("(%s %% (%s | 1))", group(x.text), group(y.text)), x.max, u}
	case 6:
		op := []string{"&", "|", "^"}[g.r.IntN(3)]
		return out(op, powerAbove(max(x.max, y.max)))
	case 7:
		return expr{fmt.Sprintf("(%s >> %d)", group(x.text), g.r.IntN(8)), x.max, x.unsigned}
	}
	if x.unsigned {
		return expr{fmt.Sprintf("(%s << %d)", group(x.text), g.r.IntN(8)), x.max, true}
	}
	return out("+", x.max+y.max)
}

// powerAbove returns the least power of two that is greater than v.
func powerAbove(v int64) int64 {
	p := int64(1)
	for p <= v {
		p *= 2
	}
	return p
}

// group puts text into parentheses unless it is a single operand.
func group(text string) string {
	if strings.ContainsAny(text, " -") && !(text[0] == '(' && closes(text)) {
		return "(" + text + ")"
	}
	return text
}

// closes reports whether the parenthesis that text starts with is closed by its end.
func closes(text string) bool {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i == len(text)-1
		}
	}
	return false
}

// cond draws a condition.
func (g *generator) cond(depth int) string {
	if depth > 0 {
		switch g.r.IntN(6) {
		case 0:
			return fmt.Sprintf("(%s && %s)", g.cond(depth-1), g.cond(depth-1))
		case 1:
			return fmt.Sprintf("(%s || %s)", g.cond(depth-1), g.cond(depth-1))
		case 2:
			return fmt.Sprintf("!(%s)", g.cond(depth-1))
		case 3:
			if len(g.ptrs) > 1 && g.chance(2) {
				p, q := g.ptrs[g.r.IntN(len(g.ptrs))], g.ptrs[g.r.IntN(len(g.ptrs))]
				if p.t == q.t {
					return fmt.Sprintf("%s == %s", p.name, q.name)
				}
			}
		}
	}
	op := []string{"<", "<=", ">", ">=", "==", "!="}[g.r.IntN(6)]
	return fmt.Sprintf("%s %s %s", group(g.value(depth).text), op, group(g.value(depth).text))
}

// reduced draws an expression whose value may be stored in a t.
func (g *generator) reduced(t ctype) string {
	e := g.value(2)
	switch {
	case t.unsigned || t.max >= 255 || t.max == 31:
		return e.text
	case e.unsigned:
		return fmt.Sprintf("(int)(%s %% %du)", group(e.text), bound+1)
	}
	return small(e, t.max).text
}

// target draws the address of a variable of type t.
func (g *generator) target(t ctype) (string, bool) {
	var fit []variable
	for _, v := range g.vars {
		if v.addressable && v.t.name == t.name && v.t.max == t.max {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return "", false
	}
	return "&" + g.concrete(fit[g.r.IntN(len(fit))]).text, true
}
