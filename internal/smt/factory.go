package smt

import (
	"math/big"
	"sync"
)

// shards is the number of locks over a factory's table; a power of two.
const shards = 64

// Factory makes terms, and sees to it that equal terms are the same term. Terms live as
// long as their factory; terms of different factories must not be mixed. A factory may
// be used concurrently.
type Factory struct {
	table  [shards]shard
	sortMu sync.Mutex
	arrays map[arraySort]*arraySort
	tt, ff Term
}

type shard struct {
	mu    sync.Mutex
	nodes map[uint64]*node
}

// NewFactory returns an empty factory.
func NewFactory() *Factory {
	f := &Factory{arrays: map[arraySort]*arraySort{}}
	for i := range f.table {
		f.table[i].nodes = map[uint64]*node{}
	}
	f.tt = f.make(shape{op: OpTrue, sort: f.BoolSort()})
	f.ff = f.make(shape{op: OpFalse, sort: f.BoolSort()})
	f.tt.n.neg.Store(f.ff.n)
	f.ff.n.neg.Store(f.tt.n)
	return f
}

// Len returns the number of terms made so far.
func (f *Factory) Len() int {
	n := 0
	for i := range f.table {
		s := &f.table[i]
		s.mu.Lock()
		for _, b := range s.nodes {
			for ; b != nil; b = b.next {
				n++
			}
		}
		s.mu.Unlock()
	}
	return n
}

// make returns the term of shape w, an existing one if there is one. The slices of w
// belong to the term from now on.
func (f *Factory) make(w shape) Term {
	h := w.structure()
	s := &f.table[(h>>32)%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	first := s.nodes[h]
	for n := first; n != nil; n = n.next {
		if n.same(&w) {
			return Term{n}
		}
	}
	n := &node{shape: w, hash: h, next: first}
	s.nodes[h] = n
	return Term{n}
}

func (n *shape) structure() uint64 {
	h := mix(uint64(n.op), uint64(uint32(n.p0))<<32|uint64(uint32(n.p1)))
	h = mix(h, n.sort.hash())
	h = mixString(h, n.name)
	h = mix(h, n.val.hash())
	for _, a := range n.args {
		h = mix(h, a.n.hash)
	}
	for _, c := range n.coefs {
		h = mix(h, c.hash())
	}
	return h
}

func (n *shape) same(m *shape) bool {
	if n.op != m.op || n.p0 != m.p0 || n.p1 != m.p1 || n.sort != m.sort || n.name != m.name ||
		len(n.args) != len(m.args) || !n.val.equal(m.val) {
		return false
	}
	for i, a := range n.args {
		if a != m.args[i] {
			return false
		}
	}
	for i, c := range n.coefs {
		if !c.equal(m.coefs[i]) {
			return false
		}
	}
	return true
}

// mix adds x to the hash h.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

func mixString(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return mix(h, uint64(len(s)))
}

// True returns the constant true.
func (f *Factory) True() Term { return f.tt }

// False returns the constant false.
func (f *Factory) False() Term { return f.ff }

// Bool returns the constant b.
func (f *Factory) Bool(b bool) Term {
	if b {
		return f.tt
	}
	return f.ff
}

// Int returns the integer constant v.
func (f *Factory) Int(v *big.Int) Term { return f.num(numOf(v)) }

// Int64 returns the integer constant v.
func (f *Factory) Int64(v int64) Term { return f.num(small(v)) }

func (f *Factory) num(v num) Term { return f.make(shape{op: OpInt, sort: f.IntSort(), val: v}) }

// Var returns the symbol name of sort s without arguments.
func (f *Factory) Var(name string, s Sort) Term {
	if s.kind == NoSort {
		panic("smt: symbol " + name + " without a sort")
	}
	return f.make(shape{op: OpVar, name: name, sort: s})
}

// Apply returns the application of an uninterpreted function that is identified by its
// name, the sorts of args and the sort s of its result. Without args it is a Var.
func (f *Factory) Apply(name string, s Sort, args ...Term) Term {
	if len(args) == 0 {
		return f.Var(name, s)
	}
	if s.kind == NoSort {
		panic("smt: function " + name + " without a sort")
	}
	for _, a := range args {
		if a.n == nil {
			panic("smt: function " + name + " of no term")
		}
	}
	return f.make(shape{op: OpApply, name: name, sort: s, args: append([]Term(nil), args...)})
}
