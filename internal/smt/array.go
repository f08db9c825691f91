package smt

import "fmt"

// Select returns the element of array a at index i.
func (f *Factory) Select(a, i Term) Term {
	mustArray("select", a, i)
	for a.n.op == OpStore {
		at := a.n.args[1]
		if at == i {
			return a.n.args[2]
		}
		if !(at.IsConst() && i.IsConst()) {
			break
		}
		a = a.n.args[0]
	}
	if a.n.op == OpConst {
		return a.n.args[0]
	}
	return f.make(shape{op: OpSelect, sort: a.n.sort.To(), args: []Term{a, i}})
}

// Store returns array a with v at index i.
func (f *Factory) Store(a, i, v Term) Term {
	mustArray("store", a, i)
	if v.n == nil || v.n.sort != a.n.sort.To() {
		panic(fmt.Sprintf("smt: store: %s into %s", describe(v), a.n.sort))
	}
	if a.n.op == OpStore && a.n.args[1] == i {
		a = a.n.args[0]
	}
	return f.make(shape{op: OpStore, sort: a.n.sort, args: []Term{a, i, v}})
}

// ConstArray returns the array of sort s that has v everywhere.
func (f *Factory) ConstArray(s Sort, v Term) Term {
	if s.kind != ArraySort || v.n == nil || v.n.sort != s.To() {
		panic(fmt.Sprintf("smt: constant array %s of %s", s, describe(v)))
	}
	return f.make(shape{op: OpConst, sort: s, args: []Term{v}})
}

func mustArray(what string, a, i Term) {
	mustSort(what, a, ArraySort)
	if i.n == nil || i.n.sort != a.n.sort.From() {
		panic(fmt.Sprintf("smt: %s: index %s of %s", what, describe(i), a.n.sort))
	}
}
