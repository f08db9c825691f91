package c2bp

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file gives conditions a text that identifies their meaning.

// text returns e's C text with what the text doesn't show: the procedures of its
// variables, the types of those made up for one question, and where arithmetic wraps.
func (ab *Abstracter) text(e cil.Expr) string {
	var b strings.Builder
	b.WriteString(cil.ExprString(e))
	for _, x := range cil.Vars(e) {
		switch {
		case x.Func != nil:
			b.WriteString(" @" + x.Func.Name)
		case x.Kind == cil.Ghost:
			b.WriteString(" : " + typeText(x.Type))
		}
	}
	cil.Walk(e, func(x cil.Expr) {
		switch x := x.(type) {
		case *cil.Unary:
			b.WriteString(ab.wrapping(x.T))
		case *cil.Binary:
			b.WriteString(ab.wrapping(x.T))
		}
	})
	return b.String()
}

// typeText identifies the values of a type: those of bit-fields have fewer bits than the
// type's name says.
func typeText(t cil.Type) string {
	if it, ok := t.(*cil.IntType); ok {
		return fmt.Sprintf("%s:%d", it, it.Bits)
	}
	return cil.TypeString(t)
}

// wrapping marks arithmetic of type t that wraps: what doesn't is that of mathematical
// integers, which has the same text.
func (ab *Abstracter) wrapping(t cil.Type) string {
	it, ok := t.(*cil.IntType)
	if !ok || it.Kind == cil.MathInt || it.Signed && !ab.opt.Wrap {
		return ""
	}
	return fmt.Sprintf(" %%%d", it.Bits)
}

// normalText returns the text of e's normal form and whether e is that or its negation.
// Comparisons are turned so that only ==, < and <= with a fixed order of operands are
// left; conversions that keep the value are dropped.
func (ab *Abstracter) normalText(e cil.Expr) (string, bool) {
	b, ok := e.(*cil.Binary)
	if !ok || !b.Op.IsCompare() || isFloat(b.X) {
		return ab.text(keepingCasts(e)), true
	}
	x, y, op, positive := ab.text(keepingCasts(b.X)), ab.text(keepingCasts(b.Y)), b.Op, true
	if op == cil.Ne || op == cil.Ge || op == cil.Gt {
		op, positive = op.Negate(), false
	}
	if op == cil.Eq && x > y {
		x, y = y, x
	}
	switch op {
	case cil.Eq:
		return x + " == " + y, positive
	case cil.Lt:
		return x + " < " + y, positive
	}
	return x + " <= " + y, positive
}

// keepingCasts drops the outermost conversions of e that keep the value of integers.
func keepingCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		to, ok1 := c.T.(*cil.IntType)
		from, ok2 := c.X.Type().(*cil.IntType)
		if !ok1 || !ok2 || to.Kind == cil.Bool || !interval.Range(to).Contains(interval.Range(from)) {
			return e
		}
		e = c.X
	}
}
