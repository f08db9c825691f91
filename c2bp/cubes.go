package c2bp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file grows cubes over the cone of a condition in order of size and keeps the prime
// implicants of the condition and of its negation (PLDI 2001, section 4.1). A state in
// which the prover's answer is no refutes all cubes that hold there, so that few of them
// are asked.

// cubeLit is a literal by the element's index in the cone, so that results can be
// used again for other elements with the same meaning.
type cubeLit struct{ el, i int }

// cubeSet holds the prime implicants of a condition and of its negation.
type cubeSet struct {
	must, mustNot [][]cubeLit
	dead          [][]cubeLit // contradictory cubes
	rows          [][]bool    // of a question with goals; nil if they aren't known
}

// formula writes cubes over the elements of the cone.
func (cubeSet) formula(cone []*element, cubes [][]cubeLit) *boolprog.Expr {
	e := boolprog.Bool(false)
	for _, c := range cubes {
		cube := boolprog.Bool(true)
		for _, l := range c {
			cube = and(cube, cone[l.el].lit(l.i))
		}
		e = or(e, cube)
	}
	return e
}

// question is a condition to be decided over its cone, in states with some elements in
// their parts. Questions don't depend on each other: each may be answered anywhere, in
// any order.
type question struct {
	key    string // identifies the question
	e      cil.Expr
	at     []part
	text   string // identifies e, at and length
	cone   []*element
	length int // of the longest cube
	// links says which elements of the cone share something; the last row is of e.
	links [][]bool
	// conflicts asks instead which values of the elements contradict each other.
	conflicts bool
	// goals asks instead which values of them go with which values of the elements.
	goals []cil.Expr
}

func (ab *Abstracter) newQuestion(e cil.Expr, at []part, cone []*element, length int) *question {
	q := &question{e: e, at: at, cone: cone, length: length}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", length, ab.text(e))
	for _, p := range at {
		fmt.Fprintf(&b, " %s.%d", p.el.key(), p.i)
	}
	q.text = b.String()
	for _, el := range cone {
		b.WriteString("\n")
		b.WriteString(el.key())
	}
	q.key = b.String()
	return q
}

// maxCubes bounds the cubes of one length that are tried, unless the length has no limit:
// finite domains with many values in a cone make more of them than the prover can answer.
const maxCubes = 1000

// cubeSearch is the state of one search.
type cubeSearch struct {
	q       *question
	limit   int // length of cubes
	max     int // cubes of one length, 0 for no limit
	eval    func(at []part) *interval.Eval
	session *session
	bounds  bounds
	before  *answered // what is known for fewer elements; may be nil
	found   cubeSet
	queries int
	known   int // questions that were answered before
}

// run enumerates the cubes up to the length limit. It returns the length up to which
// all were tried.
func (s *cubeSearch) run() int {
	level := [][]cubeLit{{}}
	for size := 0; len(level) > 0; size++ {
		var open [][]cubeLit
		for _, c := range level {
			if s.try(c) {
				open = append(open, c)
			}
		}
		if size == 1 && s.decided() {
			break
		}
		if size == s.limit || s.max > 0 && s.manyMore(open, size, s.max) {
			return size
		}
		if level = s.grow(open); s.max > 0 && len(level) > s.max {
			return size
		}
	}
	return len(s.q.cone)
}

// decided reports whether an element decides the condition with each of its values. Cubes
// without that element then say nothing more of the states that there are, and would only
// move those that aren't, in which elements contradict each other, to others.
func (s *cubeSearch) decided() bool {
	for k, el := range s.q.cone {
		i := 0
		for i < el.size() && s.settles([]cubeLit{{k, i}}) {
			i++
		}
		if i == el.size() {
			return true
		}
	}
	return false
}

// settles reports whether the answer for the cube is known.
func (s *cubeSearch) settles(c []cubeLit) bool {
	return covered(c, s.found.dead) || covered(c, s.found.must) || covered(c, s.found.mustNot)
}

// try asks whether the cube implies e or !e and reports whether larger ones may add
// something.
func (s *cubeSearch) try(c []cubeLit) bool {
	if s.settles(c) {
		return false
	}
	yes, no := s.implies(c)
	switch {
	case yes && no:
		s.found.dead = append(s.found.dead, c)
	case yes:
		s.found.must = append(s.found.must, c)
	case no:
		s.found.mustNot = append(s.found.mustNot, c)
	}
	return !yes && !no
}

// implies reports whether the cube implies e, and whether it implies !e.
func (s *cubeSearch) implies(c []cubeLit) (yes, no bool) {
	if t := s.byParts(c); t != interval.Maybe {
		return t == interval.True, t == interval.False
	}
	if yes, no, ok := s.before.lookUp(c); ok {
		s.known++
		return yes, no
	}
	return s.refutes(c, false), s.refutes(c, true)
}

// byParts evaluates the condition for cubes of domain elements, which never contradict
// each other.
func (s *cubeSearch) byParts(c []cubeLit) interval.Truth {
	at := slices.Clone(s.q.at)
	for _, l := range c {
		if s.q.cone[l.el].v == nil {
			return interval.Maybe
		}
		at = append(at, part{s.q.cone[l.el], l.i})
	}
	return s.eval(at).Truth(s.q.e)
}

// refutes reports whether no state is in the cube where e has the given truth value.
func (s *cubeSearch) refutes(c []cubeLit, value bool) bool {
	if s.bounds.ok {
		return s.bounds.contradict(c, value)
	}
	if s.session.seen(c, value) {
		return false
	}
	s.queries++
	return s.session.unsat(c, value)
}

// manyMore reports whether there are surely more than max cubes with one literal more than those of
// the size. It counts them as often as they are made, which is once for each of their literals at most.
func (s *cubeSearch) manyMore(open [][]cubeLit, size, max int) bool {
	made := 0
	for _, c := range open {
		for k, el := range s.q.cone {
			if s.touches(c, k) && !slices.ContainsFunc(c, func(l cubeLit) bool { return l.el == k }) {
				made += el.size()
			}
		}
		if made > max*(size+1) {
			return true
		}
	}
	return false
}

// grow returns the cubes with one literal more, each once and in order. Only literals that
// share something with the condition or the cube are added: a smallest set of conditions
// that contradict each other is connected.
func (s *cubeSearch) grow(open [][]cubeLit) [][]cubeLit {
	if len(open) > 0 && s.packs(len(open[0])+1) {
		return s.growPacked(open)
	}
	return s.growAny(open)
}

// growAny is grow for cubes of any length.
func (s *cubeSearch) growAny(open [][]cubeLit) [][]cubeLit {
	var next [][]cubeLit
	for _, c := range open {
		for k, el := range s.q.cone {
			if !s.touches(c, k) {
				continue
			}
			at, has := slices.BinarySearchFunc(c, k, func(l cubeLit, k int) int { return l.el - k })
			if has {
				continue
			}
			for i := range el.size() {
				next = append(next, slices.Insert(slices.Clone(c), at, cubeLit{k, i}))
			}
		}
	}
	slices.SortFunc(next, compareCubes)
	return slices.CompactFunc(next, func(a, b []cubeLit) bool { return compareCubes(a, b) == 0 })
}

// Short cubes fit into a word, a literal in litBits of which those of its value are valueBits.
const litBits, valueBits = 21, 8

// packs reports whether cubes of the size fit into a word.
func (s *cubeSearch) packs(size int) bool {
	return size*litBits <= 64 && len(s.q.cone) < 1<<(litBits-valueBits) && !slices.ContainsFunc(s.q.cone, func(el *element) bool { return el.size() > 1<<valueBits })
}

// growPacked is grow with cubes in words.
func (s *cubeSearch) growPacked(open [][]cubeLit) [][]cubeLit {
	var words []uint64
	for _, c := range open {
		for k, el := range s.q.cone {
			if at := place(c, k); at >= 0 && s.touches(c, k) {
				before, after := packed(0, c[:at]), c[at:]
				for i := range el.size() {
					words = append(words, packed(before<<litBits|uint64(k<<valueBits|i), after))
				}
			}
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	size := len(open[0]) + 1
	lits := make([]cubeLit, size*len(words))
	next := make([][]cubeLit, len(words))
	for n, w := range words {
		next[n] = lits[n*size : (n+1)*size : (n+1)*size]
		for i := size - 1; i >= 0; i-- {
			next[n][i] = cubeLit{int(w>>valueBits) & (1<<(litBits-valueBits) - 1), int(w) & (1<<valueBits - 1)}
			w >>= litBits
		}
	}
	return next
}

// place returns where element k goes in the cube; -1 if it is there.
func place(c []cubeLit, k int) int {
	for i, l := range c {
		if l.el == k {
			return -1
		}
		if l.el > k {
			return i
		}
	}
	return len(c)
}

// packed appends the literals to those in the word.
func packed(w uint64, c []cubeLit) uint64 {
	for _, l := range c {
		w = w<<litBits | uint64(l.el<<valueBits|l.i)
	}
	return w
}

// touches reports whether element k shares something with the condition or with an
// element of the cube.
func (s *cubeSearch) touches(c []cubeLit, k int) bool {
	if s.q.links[len(s.q.cone)][k] {
		return true
	}
	for _, l := range c {
		if s.q.links[l.el][k] {
			return true
		}
	}
	return false
}

// linksOf returns which elements of the cone share something with which; the last row is
// that of the condition.
func (ab *Abstracter) linksOf(e cil.Expr, cone []*element) [][]bool {
	probe := &element{}
	probe.collect(e)
	rows := make([][]bool, len(cone)+1)
	for i, a := range append(cone[:len(cone):len(cone)], probe) {
		rows[i] = make([]bool, len(cone))
		for k, b := range cone {
			rows[i][k] = ab.linked(a, b) || a.addr && b.addr
		}
	}
	return rows
}

func compareCubes(a, b []cubeLit) int {
	return slices.CompareFunc(a, b, func(x, y cubeLit) int { return cmp.Or(x.el-y.el, x.i-y.i) })
}

// covered reports whether a known cube is part of c.
func covered(c []cubeLit, known [][]cubeLit) bool {
	for _, k := range known {
		if subset(k, c) {
			return true
		}
	}
	return false
}

// subset reports whether a is part of b; both are sorted by element.
func subset(a, b []cubeLit) bool {
	j := 0
	for _, l := range a {
		for j < len(b) && b[j].el < l.el {
			j++
		}
		if j == len(b) || b[j] != l {
			return false
		}
	}
	return true
}

// answered is a question with its answer, for when the same condition is asked over
// more elements.
type answered struct {
	cone []*element
	set  cubeSet
	// length is the size up to which all cubes were tried.
	length int
	index  []int // of the question's elements in cone, -1 for new ones
}

// over relates a to a question over more elements: nil if they don't contain a's.
func (a *answered) over(cone []*element) *answered {
	if a == nil {
		return nil
	}
	at := map[string]int{}
	for k, el := range a.cone {
		at[el.key()] = k
	}
	out := &answered{cone: a.cone, set: a.set, length: a.length, index: make([]int, len(cone))}
	old := 0
	for k, el := range cone {
		out.index[k] = -1
		if j, ok := at[el.key()]; ok {
			out.index[k] = j
			old++
		}
	}
	if old < len(a.cone) {
		return nil
	}
	return out
}

// lookUp returns what is known of a cube over the larger cone.
func (a *answered) lookUp(c []cubeLit) (yes, no, ok bool) {
	if a == nil || len(c) > a.length {
		return false, false, false
	}
	old := make([]cubeLit, len(c))
	for i, l := range c {
		k := a.index[l.el]
		if k < 0 {
			return false, false, false
		}
		old[i] = cubeLit{k, l.i}
	}
	slices.SortFunc(old, func(x, y cubeLit) int { return x.el - y.el })
	dead := covered(old, a.set.dead)
	return dead || covered(old, a.set.must), dead || covered(old, a.set.mustNot), true
}
