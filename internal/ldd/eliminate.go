package ldd

import (
	"cmp"
	"slices"
)

// Eliminate returns the conjunction of conjuncts with variables eliminated, one after the
// other in their order, each as early as it can be: only the conjuncts that mention a
// variable are joined for it. An integer that a conjunct says to equal something is
// replaced by that, and nothing is joined. It refuses as Exists does.
//
// Nodes that aren't kept, other than the result, are freed on the way.
func (m *Manager) Eliminate(conjuncts []Node, vars []Var) Node {
	e := &elimination{m: m}
	m.armReordering()
	defer m.disarmReordering()
	for _, f := range conjuncts {
		e.add(f)
	}
	for _, v := range vars {
		e.eliminate(v)
	}
	result := True
	for _, c := range e.bySize(e.conjuncts) {
		result = e.do(func() Node { return m.and(result, c.f) }, result)
	}
	return result
}

// elimination is the work of one Eliminate.
type elimination struct {
	m         *Manager
	conjuncts []conjunct
	last      int // age of the youngest
}

// conjunct is a formula with its variables.
type conjunct struct {
	f    Node
	vars []Var // in order
	size int   // nodes
	age  int
}

// add puts f to the conjuncts.
func (e *elimination) add(f Node) {
	if f == True {
		return
	}
	e.last++
	e.conjuncts = append(e.conjuncts, conjunct{f, e.m.Support(f), e.m.NodeCount(f), e.last})
}

// take removes the conjuncts that mention v and returns them, small ones first.
func (e *elimination) take(v Var) []conjunct {
	var with, rest []conjunct
	for _, c := range e.conjuncts {
		if _, found := slices.BinarySearch(c.vars, v); found {
			with = append(with, c)
		} else {
			rest = append(rest, c)
		}
	}
	e.conjuncts = rest
	return e.bySize(with)
}

// bySize returns conjuncts in order of their sizes.
func (e *elimination) bySize(list []conjunct) []conjunct {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b conjunct) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.age, b.age))
	})
	return list
}

// eliminate eliminates v.
func (e *elimination) eliminate(v Var) {
	with := e.take(v)
	switch {
	case len(with) == 0:
	case !e.m.vars[v].isInt:
		e.add(e.eliminateBool(v, with))
	case !e.substitute(v, with):
		all := e.join(with)
		e.add(e.do(func() Node { return e.m.existInt(all, v) }, all))
	}
}

// join returns the conjunction of conjuncts.
func (e *elimination) join(list []conjunct) Node {
	all := list[0].f
	for i, c := range list[1:] {
		all = e.do(func() Node { return e.m.and(all, c.f) }, append(formulas(list[i+1:]), all)...)
	}
	return all
}

// eliminateBool returns the conjunction without the Boolean v; the last conjunction is not
// built.
func (e *elimination) eliminateBool(v Var, with []conjunct) Node {
	last := with[len(with)-1].f
	all := True
	if rest := with[:len(with)-1]; len(rest) > 0 {
		e.m.Ref(last)
		defer e.m.Deref(last)
		all = e.join(rest)
	}
	return e.do(func() Node { return e.m.quantifier([]Var{v}).andExist(all, last) }, all, last)
}

// substitute eliminates the integer v if one of the conjuncts with it says what it equals.
func (e *elimination) substitute(v Var, with []conjunct) bool {
	for i, c := range with {
		eq, rest, ok := e.m.equationIn(c.f, v)
		if !ok {
			continue
		}
		with[i].f = rest
		for j, c := range with {
			f := e.do(func() Node { return e.m.replace(c.f, v, eq) }, formulas(with[j:])...)
			e.add(f)
		}
		return true
	}
	return false
}

func formulas(list []conjunct) []Node {
	fs := make([]Node, 0, len(list))
	for _, c := range list {
		fs = append(fs, c.f)
	}
	return fs
}

// equationIn returns what v equals if f is an equation with v, at the top of the diagram,
// and rest.
func (m *Manager) equationIn(f Node, v Var) (eq equation, rest Node, ok bool) {
	if f <= True || m.High(f) != False {
		return equation{}, 0, false
	}
	g := m.Low(f)
	if g <= True || m.Low(g) != False {
		return equation{}, 0, false
	}
	below, at := m.atoms[m.top(f)], m.atoms[m.top(g)]
	if below.term != at.term || at.bound.sub(below.bound).cmp(num{small: 1}) != 0 {
		return equation{}, 0, false
	}
	eq, ok = equationOf(m.constraintOf(m.top(g)), v)
	return eq, m.High(g), ok
}

// do runs an operation that needs the given formulas. If it runs into the limit of nodes,
// or it is time to reorder, garbage is collected and it runs again.
func (e *elimination) do(op func() Node, needs ...Node) Node {
	m := e.m
	keep := append(formulas(e.conjuncts), needs...)
	if m.used >= m.collectAt {
		m.Collect(keep...)
		m.collectAt = max(2*m.used, firstCollection)
	}
	for attempt := 0; ; attempt++ {
		r, problem := try(op)
		switch {
		case problem == nil:
			return r
		case problem.reorder:
			m.reorder(keep, attempt)
		case attempt > 0:
			panic(problem.limit)
		default:
			m.Collect(keep...)
		}
	}
}

// firstCollection is the number of nodes in use at the first collection.
const firstCollection = 1 << 16

// problem is why an operation stopped in the middle.
type problem struct {
	reorder bool
	limit   *LimitError
}

// try runs op up to a problem that a collection can help with.
func try(op func() Node) (r Node, p *problem) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case reorderNow:
			p = &problem{reorder: true}
		case *LimitError:
			if e.What != nodeLimit {
				panic(e)
			}
			p = &problem{limit: e}
		default:
			panic(e)
		}
	}()
	return op(), nil
}
