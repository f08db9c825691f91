package c2bp

import (
	"slices"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
)

// This file is the exact abstraction of assignments, of any value too (Options.Exact): all
// combinations of old and new values of the predicates that some state has, found one by one
// (AllSAT), are written as one parallel assignment with constrain. F and F of the negation for each
// predicate alone lose how the new values depend on each other.

// maxRows bounds the combinations of one assignment; with more it is abstracted for each
// predicate alone.
const maxRows = 256

// relate adds the predicates that l = e can change to the update, with their relation to
// the values before. It says false if there are fewer than two whose new values aren't
// functions of the old ones, or if their relation isn't known.
func (v *view) relate(u *update, els []*element, l *cil.Lval, e cil.Expr) bool {
	var goals []cil.Expr
	var changed []*element
	for _, el := range els {
		if el.v != nil || !v.ab.mayChange(el, l) {
			continue
		}
		if wp, ok := enc.WP(l, e, el.pred, v.ab.opt.Alias); ok {
			if !v.obvious(wp) {
				goals, changed = append(goals, wp), append(changed, el)
			}
		}
	}
	if len(goals) < 2 {
		return false
	}
	q := v.newRelation(goals)
	if !v.ab.answering {
		v.ab.asked = append(v.ab.asked, q)
		return false
	}
	rows := v.ab.answers[q.key].rows
	if rows == nil {
		return false
	}
	u.cond = table(rows, q.literalsOf(changed))
	u.related = map[*element]bool{}
	for _, el := range changed {
		u.set(el.names[0], boolprog.Nondet())
		u.related[el] = true
	}
	return true
}

// obvious reports whether syntax decides e.
func (v *view) obvious(e cil.Expr) bool {
	if v.truth(e, nil) != interval.Maybe {
		return true
	}
	_, ok := v.decideBySyntax(e)
	return ok
}

// newRelation is the question which values of the goals go with which values of the
// elements that matter for them.
func (v *view) newRelation(goals []cil.Expr) *question {
	q := &question{e: cil.IntConst(intResult, 1), goals: goals, text: "relation"}
	in := map[*element]bool{}
	for _, g := range goals {
		for _, el := range v.cone(g) {
			in[el] = true
		}
	}
	var b strings.Builder
	b.WriteString("relation")
	for _, el := range v.els {
		if in[el] {
			q.cone = append(q.cone, el)
			b.WriteString("\n" + el.key())
		}
	}
	for _, g := range goals {
		b.WriteString("\n" + v.ab.text(g))
	}
	q.key = b.String()
	return q
}

// literalsOf returns the formula for each column of a row: the elements' values before
// the assignment, then the changed predicates after it.
func (q *question) literalsOf(changed []*element) []*boolprog.Expr {
	var lits []*boolprog.Expr
	for _, el := range q.cone {
		if el.v == nil {
			lits = append(lits, el.lit(0))
			continue
		}
		for i := range el.parts {
			lits = append(lits, el.lit(i))
		}
	}
	for _, el := range changed {
		lits = append(lits, &boolprog.Expr{Op: boolprog.OpPrimed, Ref: boolprog.Name(el.names[0])})
	}
	return lits
}

// table is the formula that the columns have the values of some row.
func table(rows [][]bool, lits []*boolprog.Expr) *boolprog.Expr {
	if len(rows) == 0 || len(lits) == 0 {
		return boolprog.Bool(len(rows) > 0)
	}
	var yes, no [][]bool
	for _, r := range rows {
		if r[0] {
			yes = append(yes, r[1:])
		} else {
			no = append(no, r[1:])
		}
	}
	a, b := table(yes, lits[1:]), table(no, lits[1:])
	if boolprog.EqualExpr(a, b) {
		return a
	}
	return or(and(lits[0], a), and(not(lits[0]), b))
}

// enumerate lists the rows of a relation. It says false if there are too many or the
// prover doesn't know.
func (s *session) enumerate() ([][]bool, bool) {
	conds := append(s.conditions(), s.q.goals...)
	open := s.prover.Session(conds)
	defer open.Close()
	rows := [][]bool{}
	for range maxRows {
		unsat, state := open.Check(nil)
		if unsat {
			return sorted(rows), true
		}
		row, block := make([]bool, 0, len(conds)), make([]Literal, 0, len(conds))
		for k, t := range state {
			if t == interval.Maybe {
				return nil, false
			}
			block = append(block, Literal{k, t == interval.False})
			if k != s.total-1 {
				row = append(row, t == interval.True)
			}
		}
		if state == nil {
			return nil, false
		}
		rows = append(rows, row)
		open.Exclude(block)
	}
	return nil, false
}

// sorted puts rows in one order, whatever that of the prover.
func sorted(rows [][]bool) [][]bool {
	slices.SortFunc(rows, func(a, b []bool) int {
		return slices.CompareFunc(a, b, func(x, y bool) int {
			switch {
			case x == y:
				return 0
			case x:
				return -1
			}
			return 1
		})
	})
	return rows
}
