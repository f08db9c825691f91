package c2bp

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file finds valuations of the elements of a scope that no state has (PLDI 2001,
// section 5.1, "enforce"): cubes of linked elements that contradict each other.

// maxConflicts bounds the cubes of one length that are tried.
const maxConflicts = 4000

// conflictsIn returns the questions about the elements that a procedure sees: one for
// each set of elements that are linked with each other.
func (ab *Abstracter) conflictsIn(f *cil.Func) []*question {
	els := append(append([]*element(nil), ab.global...), ab.local[f]...)
	part := make([]int, len(els)) // by element, the smallest index that it is linked with
	for i := range els {
		part[i] = i
		for k := range i {
			if part[k] != part[i] && ab.linked(els[i], els[k]) {
				merge(part[:i+1], part[i], part[k])
			}
		}
	}
	var qs []*question
	for i := range els {
		var cone []*element
		for k := i; k < len(els); k++ {
			if part[k] == i {
				cone = append(cone, els[k])
			}
		}
		if hasPlain(cone) {
			qs = append(qs, ab.newConflicts(cone))
		}
	}
	return qs
}

// merge gives a and b one number in part.
func merge(part []int, a, b int) {
	for i, p := range part {
		if p == max(a, b) {
			part[i] = min(a, b)
		}
	}
}

func hasPlain(els []*element) bool {
	for _, el := range els {
		if el.v == nil {
			return true
		}
	}
	return false
}

// newConflicts is the question which values of the elements contradict each other.
func (ab *Abstracter) newConflicts(cone []*element) *question {
	always := cil.IntConst(intResult, 1)
	q := &question{e: always, cone: cone, text: "enforce", conflicts: true, length: ab.opt.cubeLength(), links: ab.linksOf(always, cone)}
	var b strings.Builder
	b.WriteString("enforce")
	for _, el := range cone {
		fmt.Fprintf(&b, "\n%s", el.key())
	}
	q.key = b.String()
	return q
}

// conflicts tries the values of each element, then cubes of linked elements, then predicates with all that their
// variables can be.
func (s *cubeSearch) conflicts() {
	s.conflictsBySize()
	for k, el := range s.q.cone {
		if el.v == nil {
			s.conflictsOf(k, el)
		}
	}
}

// maxAround is how many combinations of the values of its variables a predicate is evaluated for.
const maxAround = 256

// conflictsOf finds which values of their variables contradict the predicate of el, element k of the cone, or its
// negation, if they have finite domains: by intervals, as they may be more than the prover is asked about.
func (s *cubeSearch) conflictsOf(k int, el *element) {
	var around []int
	n := 1
	for i, d := range s.q.cone {
		if d.v != nil && el.vars[d.v] {
			around = append(around, i)
			n *= d.size()
		}
	}
	if len(around) == 0 || len(around) < len(el.vars) || el.mem || n > maxAround {
		return
	}
	for m := range n {
		c, at := s.combination(around, m)
		wrong := 0 // the literal that says that the predicate holds
		switch s.eval(at).Truth(el.pred) {
		case interval.Maybe:
			continue
		case interval.True:
			wrong = 1
		}
		c = append(c, cubeLit{k, wrong})
		slices.SortFunc(c, func(x, y cubeLit) int { return x.el - y.el })
		if !covered(c, s.found.dead) {
			s.found.dead = append(s.found.dead, c)
		}
	}
}

// combination returns number m of those of the values of the elements, also as parts.
func (s *cubeSearch) combination(els []int, m int) (c []cubeLit, at []part) {
	for _, k := range els {
		el := s.q.cone[k]
		c, at = append(c, cubeLit{k, m % el.size()}), append(at, part{el, m % el.size()})
		m /= el.size()
	}
	return c, at
}

// conflictsBySize tries the values of each element, then cubes of linked elements. Values of
// finite domains alone never contradict each other.
func (s *cubeSearch) conflictsBySize() {
	var level [][]cubeLit
	for k, el := range s.q.cone {
		for i := range el.size() {
			level = append(level, []cubeLit{{k, i}})
		}
	}
	for size := 1; size <= s.limit && len(level) > 0 && len(level) <= maxConflicts; size++ {
		var open [][]cubeLit
		for _, c := range level {
			switch {
			case covered(c, s.found.dead):
			case s.byParts(c) == interval.Maybe && s.refutes(c, true):
				s.found.dead = append(s.found.dead, c)
			default:
				open = append(open, c)
			}
		}
		if !slices.ContainsFunc(s.q.cone, isDomain) && s.manyMore(open, size, maxConflicts) {
			return
		}
		level = slices.DeleteFunc(s.grow(open), s.manyParts)
	}
}

func isDomain(el *element) bool { return el.v != nil }

// maxCombined is how many combinations the finite domains of one cube may have.
const maxCombined = 30

// manyParts reports whether the finite domains of the cube have too many combinations for
// all of them to be tried.
func (s *cubeSearch) manyParts(c []cubeLit) bool {
	n := 1
	for _, l := range c {
		if el := s.q.cone[l.el]; el.v != nil && len(c) > 1 {
			n *= el.size()
		}
	}
	return n > maxCombined
}

// conflict is a contradictory cube, with elements by key.
type conflict []struct {
	key string
	i   int
}

// noteConflicts remembers what the answers rule out, so that no question has to find it
// again.
func (ab *Abstracter) noteConflicts(qs []*question) {
	ab.conflicting = nil
	for _, q := range qs {
		for _, c := range ab.answers[q.key].dead {
			k := make(conflict, len(c))
			for i, l := range c {
				k[i].key, k[i].i = q.cone[l.el].key(), l.i
			}
			ab.conflicting = append(ab.conflicting, k)
		}
	}
}

// knownConflicts returns the contradictory cubes over the elements of a cone.
func (ab *Abstracter) knownConflicts(cone []*element) [][]cubeLit {
	at := map[string]int{}
	for k, el := range cone {
		at[el.key()] = k
	}
	var dead [][]cubeLit
	for _, k := range ab.conflicting {
		var c []cubeLit
		for _, l := range k {
			if j, ok := at[l.key]; ok {
				c = append(c, cubeLit{j, l.i})
			}
		}
		if len(c) == len(k) {
			slices.SortFunc(c, func(x, y cubeLit) int { return x.el - y.el })
			dead = append(dead, c)
		}
	}
	return dead
}

// addConflicts adds what the answers rule out to the procedure's enforce condition. Global
// and local elements stay apart: between a call and the update after it, the global ones
// are new already and the local ones still old. Elements that never change are neither.
func (ab *Abstracter) addConflicts(p *boolprog.Proc, f *cil.Func) {
	for _, q := range ab.conflictsIn(f) {
		for _, c := range ab.answers[q.key].dead {
			cube := boolprog.Bool(true)
			global, local := false, false
			for _, l := range c {
				el := q.cone[l.el]
				cube = and(cube, el.lit(l.i))
				local = local || el.scope != nil
				global = global || el.scope == nil && !ab.fixed(el)
			}
			if !global || !local {
				p.AddEnforce(not(cube))
			}
		}
	}
}

// fixed reports whether nothing that is run may change what el reads.
func (ab *Abstracter) fixed(el *element) bool {
	return !ab.modifiedBy(el, ab.mods().of(ab.in.Entry))
}
