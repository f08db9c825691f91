package c2bp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/paq"
)

// This file writes the relation of a block as a formula: for each set of elements that stay
// what they are, a decision diagram over the values of the others.

// column is an element before or after a block.
type column struct {
	el     *element
	primed bool
}

// lit is the formula that the column has value i.
func (c column) lit(i int) *boolprog.Expr {
	e := c.el.lit(i)
	if c.primed {
		return primed(e)
	}
	return e
}

// primed is a literal after the assignment.
func primed(e *boolprog.Expr) *boolprog.Expr {
	if e.Op == boolprog.OpNot {
		return boolprog.Not(primed(e.Args[0]))
	}
	return &boolprog.Expr{Op: boolprog.OpPrimed, Ref: e.Ref}
}

// formula is the relation of a block as a formula.
func (b *block) formula(rows []Row) *boolprog.Expr {
	groups := map[string][]Row{}
	for _, r := range rows {
		key := fmt.Sprint(r.Kept)
		groups[key] = append(groups[key], r)
	}
	keys := slices.Sorted(maps.Keys(groups))
	out := boolprog.Bool(false)
	for _, k := range keys {
		out = or(out, b.groupFormula(groups[k]))
	}
	return out
}

// diagram is a relation that is given as a diagram over the predicates' variables.
func (b *block) diagram(a *paq.Answer) *boolprog.Expr {
	var lits []*boolprog.Expr
	for _, n := range names(b.src) {
		lits = append(lits, boolprog.V(n))
	}
	for _, n := range names(b.changed) {
		lits = append(lits, primed(boolprog.V(n)))
	}
	nodes, root := a.Nodes()
	exprs := []*boolprog.Expr{boolprog.Bool(false), boolprog.Bool(true)}
	for _, n := range nodes {
		exprs = append(exprs, or(and(lits[n.Var], exprs[n.High]), and(not(lits[n.Var]), exprs[n.Low])))
	}
	return exprs[root]
}

// groupFormula is the part of the relation in which the same elements are kept.
func (b *block) groupFormula(rows []Row) *boolprog.Expr {
	kept := map[*element]bool{}
	for i, el := range b.els {
		kept[el] = rows[0].Kept[i]
	}
	out := boolprog.Bool(true)
	w := &relationWriter{known: map[string]*boolprog.Expr{}}
	at := 0
	var places []int
	add := func(els []*element, isPrimed bool) {
		for _, el := range els {
			switch {
			case !kept[el]:
				w.cols, places = append(w.cols, column{el, isPrimed}), append(places, at)
			case isPrimed:
				for _, n := range el.names {
					v := boolprog.V(n)
					out = and(out, &boolprog.Expr{Op: boolprog.OpEq, Args: []*boolprog.Expr{primed(v), v}})
				}
			}
			at += len(el.names)
		}
	}
	add(b.src, false)
	add(b.changed, true)
	var values []string
	for _, r := range rows {
		values = append(values, valuesOf(w.cols, places, r.Values))
	}
	slices.Sort(values)
	return and(out, w.formula(slices.Compact(values), 0))
}

// valuesOf writes the columns of a row as two bytes each: the number of the element's value.
func valuesOf(cols []column, places []int, row []bool) string {
	var out []byte
	for k, c := range cols {
		at := places[k]
		v := 1 - c.el.main // of the one name that is false
		if n := len(c.el.names); n > 1 {
			v = slices.Index(row[at:at+n], true)
		} else if row[at] {
			v = c.el.main
		}
		out = append(out, byte(v>>8), byte(v))
	}
	return string(out)
}

// relationWriter makes formulas of rows.
type relationWriter struct {
	cols  []column
	known map[string]*boolprog.Expr // by the rows from a column on
}

func (w *relationWriter) formula(rows []string, col int) *boolprog.Expr {
	if col == len(w.cols) {
		return boolprog.Bool(true)
	}
	key := fmt.Sprint(col, " ") + strings.Join(rows, "")
	if e := w.known[key]; e != nil {
		return e
	}
	c := w.cols[col]
	sets := map[*boolprog.Expr][]bool{}
	var rests []*boolprog.Expr
	for v := range c.el.size() {
		var rest []string
		for _, r := range rows {
			if r[0] == byte(v>>8) && r[1] == byte(v) {
				rest = append(rest, r[2:])
			}
		}
		if rest == nil {
			continue
		}
		e := w.formula(rest, col+1)
		if sets[e] == nil {
			sets[e] = make([]bool, c.el.size())
			rests = append(rests, e)
		}
		sets[e][v] = true
	}
	out := boolprog.Bool(false)
	for _, e := range rests {
		out = joinApart(boolprog.OpOr, out, joinApart(boolprog.OpAnd, w.among(c, sets[e]), e))
	}
	w.known[key] = out
	return out
}

// among is the formula that the column's value is in the set.
func (w *relationWriter) among(c column, set []bool) *boolprog.Expr {
	n := count(set)
	switch {
	case n == len(set):
		return boolprog.Bool(true)
	case 2*n > len(set) && len(set) > 2:
		return not(w.among(c, complement(set)))
	}
	out := boolprog.Bool(false)
	for v, in := range set {
		if in {
			out = or(out, c.lit(v))
		}
	}
	return out
}
