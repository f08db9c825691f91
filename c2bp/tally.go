package c2bp

import (
	"hardbop/internal/cil"
	"hardbop/internal/pred"
)

// Tally counts what predicates become in the Boolean program.
type Tally struct {
	// Expressions are the predicates; a variable with a finite domain of k values counts k-1.
	Expressions int
	// Elements are the predicates and the variables with a finite domain.
	Elements int
	// Excluded are the pairs of elements, the lower one first, that no state satisfies both of.
	Excluded [][2]int
	excluded map[[2]int]bool // once somebody asks
}

// Exclude reports whether no state satisfies both of two predicates among the elements.
func (t *Tally) Exclude(i, j int) bool {
	if t.excluded == nil {
		t.excluded = map[[2]int]bool{}
		for _, pair := range t.Excluded {
			t.excluded[pair] = true
		}
	}
	return t.excluded[[2]int{min(i, j), max(i, j)}]
}

// Tally counts what the predicates become.
func (ab *Abstracter) Tally(preds *pred.Set) *Tally {
	if ab.tallied != nil && ab.tallied.Same(preds) {
		return ab.tally
	}
	ab.setElements(preds)
	t := &Tally{}
	number := map[string]int{}
	note := func(els []*element) {
		for _, el := range els {
			number[el.key()] = t.Elements
			t.Elements++
			t.Expressions += el.size() - 1
		}
	}
	note(ab.global)
	for _, f := range ab.funcs {
		note(ab.local[f])
	}
	conflicts := ab.conflicts()
	ab.answer(conflicts)
	for _, q := range conflicts {
		for _, c := range ab.answers[q.key].dead {
			if len(c) == 2 && saysTrue(q, c[0]) && saysTrue(q, c[1]) {
				i, j := number[q.cone[c[0].el].key()], number[q.cone[c[1].el].key()]
				t.Excluded = append(t.Excluded, [2]int{min(i, j), max(i, j)})
			}
		}
	}
	ab.tallied, ab.tally = preds.Clone(), t
	return t
}

// saysTrue reports whether l says that a predicate holds.
func saysTrue(q *question, l cubeLit) bool { return q.cone[l.el].v == nil && l.i == 0 }

// Case is what an abstraction tells apart by one predicate or one variable with a finite domain:
// in each state exactly one of the conditions holds.
type Case struct {
	Scope *cil.Func // nil: global
	Conds []cil.Expr
}

// Cases lists what predicates become.
func (ab *Abstracter) Cases(preds *pred.Set) []Case {
	ab.setElements(preds)
	var all []Case
	note := func(els []*element) {
		for _, el := range els {
			c := Case{Scope: el.scope}
			for i := range el.size() {
				c.Conds = append(c.Conds, el.meaning(i))
			}
			all = append(all, c)
		}
	}
	note(ab.global)
	for _, f := range ab.funcs {
		note(ab.local[f])
	}
	return all
}
