package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// This file is the memory of a path: what addresses hold, as it changes.

// object is a piece of memory of its own.
type object struct {
	name string
	id   int64
	size int64    // in bytes; -1 if not known
	base smt.Term // its address
	own  *space   // the space that it lies in
	v    *cil.Var // whose it is; nil for others
}

// place is where an address lies: off bytes from the start of an object.
type place struct {
	obj *object
	off int64
}

// slot is a cell of known place: a byte in the bit theory, a scalar of kind key otherwise.
type slot struct {
	place
	key string
}

// entry is what a slot holds: byte index of a value, or the value, of so many bytes.
// steps are those that it depends on, a bit set.
type entry struct {
	value smt.Term
	index int
	bytes int
	steps *big.Int
}

// space is an address space: arrays for what was written at unknown places, and over
// them what was written at known places since.
type space struct {
	name    string
	arrays  map[string]smt.Term // by kind of scalar; one of bytes in the bit theory
	initial map[string]smt.Term
	over    map[slot]entry
	order   []slot   // the keys of over, as they came
	steps   *big.Int // those that the arrays depend on
	late    bool     // it began after the start of the path
}

func newSpace(name string) *space {
	return &space{name: name, arrays: map[string]smt.Term{}, initial: map[string]smt.Term{}, over: map[slot]entry{}, steps: new(big.Int)}
}

// access is a read or write of n bytes.
type access struct {
	sp    *space
	addr  smt.Term
	at    place // at.obj is nil if it isn't known
	bytes int
	key   string // the kind of scalar
}

// heap reads and writes scalars as one theory represents memory.
type heap interface {
	// read returns the value and the steps that it depends on. pristine is what the
	// address held at the start of the path, if the value may come from there.
	read(a access) (value, pristine smt.Term, steps *big.Int)
	write(a access, v smt.Term, steps *big.Int)
}

// array returns the array of sp for scalars of kind key.
func (sp *space) array(f *smt.Factory, key string, from, to smt.Sort) smt.Term {
	if t, ok := sp.arrays[key]; ok {
		return t
	}
	name := "memory." + sp.name
	if key != "" {
		name += "." + key
	}
	t := f.Var(name, f.ArraySort(from, to))
	sp.arrays[key], sp.initial[key] = t, t
	return t
}

// set records what a slot holds.
func (sp *space) set(s slot, e entry) {
	if _, ok := sp.over[s]; !ok {
		sp.order = append(sp.order, s)
	}
	sp.over[s] = e
}

// flush moves what is known of the slots of kind key into the array.
func (sp *space) flush(key string, store func(s slot, e entry)) {
	var rest []slot
	for _, s := range sp.order {
		if s.key != key {
			rest = append(rest, s)
			continue
		}
		e := sp.over[s]
		store(s, e)
		sp.steps = union(sp.steps, e.steps)
		delete(sp.over, s)
	}
	sp.order = rest
}

func union(a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) }

// known reports whether all bytes of a lie at a known place within an object.
func (a access) known() bool {
	return a.at.obj != nil && a.at.off >= 0 && (a.at.obj.size < 0 || a.at.off+int64(a.bytes) <= a.at.obj.size)
}

// byteHeap is memory as an array of bytes, least significant byte first.
type byteHeap struct{ c *coder }

func (h *byteHeap) array(sp *space) smt.Term {
	return sp.array(h.c.f, "", h.c.th.sort(h.c.addrType()), h.c.f.BitVecSort(8))
}

func (h *byteHeap) at(addr smt.Term, i int) smt.Term {
	return h.c.moved(addr, int64(i), smt.Term{})
}

func (h *byteHeap) flush(sp *space) {
	f := h.c.f
	sp.flush("", func(s slot, e entry) {
		addr := h.c.moved(s.obj.base, s.off, smt.Term{})
		sp.arrays[""] = f.Store(h.array(sp), addr, h.byteOf(e))
	})
}

func (h *byteHeap) byteOf(e entry) smt.Term {
	return h.c.f.Extract(8*e.index+7, 8*e.index, e.value)
}

func (h *byteHeap) read(a access) (value, pristine smt.Term, steps *big.Int) {
	if v, steps, ok := h.readWord(a); ok {
		return v, smt.Term{}, steps
	}
	f, arr := h.c.f, h.array(a.sp)
	if !a.known() {
		h.flush(a.sp)
		arr = h.array(a.sp)
	}
	steps = a.sp.steps
	for i := 0; i < a.bytes; i++ {
		b := f.Select(arr, h.at(a.addr, i))
		if e, ok := a.sp.over[a.byteSlot(i)]; ok && a.known() {
			b, steps = h.byteOf(e), union(steps, e.steps)
		}
		value = h.prepend(b, value)
		pristine = h.prepend(f.Select(a.sp.initial[""], h.at(a.addr, i)), pristine)
	}
	return value, pristine, steps
}

func (a access) byteSlot(i int) slot {
	return slot{place: place{a.at.obj, a.at.off + int64(i)}}
}

// prepend puts the byte b in front of, that is above, v, which may be no term yet.
func (h *byteHeap) prepend(b, v smt.Term) smt.Term {
	if !v.IsValid() {
		return b
	}
	return h.c.f.Concat(b, v)
}

// readWord returns the value at a if all its bytes were written at known places.
func (h *byteHeap) readWord(a access) (smt.Term, *big.Int, bool) {
	if !a.known() {
		return smt.Term{}, nil, false
	}
	var v smt.Term
	steps, whole := new(big.Int), true
	var first entry
	for i := 0; i < a.bytes; i++ {
		e, ok := a.sp.over[a.byteSlot(i)]
		if !ok {
			return smt.Term{}, nil, false
		}
		if i == 0 {
			first = e
		}
		whole = whole && e.value == first.value && e.index == i
		v, steps = h.prepend(h.byteOf(e), v), union(steps, e.steps)
	}
	if whole && first.value.Sort().Width() == 8*a.bytes {
		return first.value, steps, true
	}
	return v, steps, true
}

func (h *byteHeap) write(a access, v smt.Term, steps *big.Int) {
	if a.known() {
		for i := 0; i < a.bytes; i++ {
			a.sp.set(a.byteSlot(i), entry{value: v, index: i, steps: steps})
		}
		return
	}
	h.flush(a.sp)
	for i := 0; i < a.bytes; i++ {
		a.sp.arrays[""] = h.c.f.Store(h.array(a.sp), h.at(a.addr, i), h.byteOf(entry{value: v, index: i}))
	}
	a.sp.steps = union(a.sp.steps, steps)
}

// bytesOf returns how many bytes a scalar of the type of l takes in memory.
func (c *coder) bytesOf(l *cil.Lval) int { return int(c.model.SizeOf(l.Type())) }
