package enc

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// This file is the memory of a path: what addresses hold, as it changes.

// object is a piece of memory of its own.
type object struct {
	name  string
	id    int64
	size  int64    // in bytes; -1 if not known
	base  smt.Term // its address
	own   *space   // the space that it lies in
	v     *cil.Var // whose it is; nil for others
	where Region   // nil if it isn't known
	typ   cil.Type // what a pointer from outside that was placed is used as; nil for others
	elem  cil.Type // what an allocation is used as, or each element of it; nil if it isn't known
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
	where Region  // of the lvalue that was written; nil if it isn't known
	in    *object // that it was written to, if that is known
}

// space is an address space: what was written at unknown places, and over that what was
// written at known places since.
type space struct {
	name    string
	initial map[string]smt.Term // arrays by kind of scalar; one of bytes in the bit theory
	log     map[string][]stored
	fixed   map[smt.Term][]int // where in the log of bytes an address is that is constant
	open    []int              // where in it the others are
	over    map[slot]entry
	order   map[string][]slot  // the keys of over by kind, as they came
	in      map[*object][]slot // all that were keys of over by object, as they came first; not those of bytes
	was     map[slot]bool      // what in has
	steps   *big.Int           // those that all of it depends on
	late    bool               // it began after the start of the path
}

// stored is an entry at an address.
type stored struct {
	addr smt.Term
	entry
}

func newSpace(name string) *space {
	return &space{name: name, initial: map[string]smt.Term{}, log: map[string][]stored{}, fixed: map[smt.Term][]int{}, over: map[slot]entry{}, steps: new(big.Int),
		order: map[string][]slot{}, in: map[*object][]slot{}, was: map[slot]bool{}}
}

// access is a read or write of n bytes.
type access struct {
	sp    *space
	addr  smt.Term
	at    place // at.obj is nil if it isn't known
	bytes int
	key   string // the kind of scalar
	where Region // nil if it isn't known
}

// heap reads and writes scalars as one theory represents memory.
type heap interface {
	// read returns the value and the steps that it depends on. pristine is what the
	// address held at the start of the path, if the value may come from there.
	read(a access) (value, pristine smt.Term, steps *big.Int)
	write(a access, v smt.Term, steps *big.Int)
}

// first returns the array of what sp holds first for scalars of kind key.
func (sp *space) first(f *smt.Factory, key string, from, to smt.Sort) smt.Term {
	if t, ok := sp.initial[key]; ok {
		return t
	}
	name := "memory." + sp.name
	if key != "" {
		name += "." + key
	}
	sp.initial[key] = f.Var(name, f.ArraySort(from, to))
	return sp.initial[key]
}

// seen lists what a may see of the log of scalars of kind key, and the steps that this
// depends on. Neighbours in the log often were written as one.
func (a access) seen(key string) (list []stored, steps *big.Int) {
	steps = a.sp.steps
	var last *stored
	apart := false
	log := a.sp.log[key]
	for i := range log {
		e := &log[i]
		if last == nil || e.where != last.where || e.in != last.in {
			last, apart = e, a.apart(e.entry)
		}
		if !apart {
			list, steps = append(list, *e), union(steps, e.steps)
		}
	}
	return list, steps
}

// apart reports whether a doesn't see e.
func (a access) apart(e entry) bool {
	return apartRegions(a.where, e.where) || a.known() && apartRegions(a.at.obj.where, e.where) ||
		e.in != nil && apartRegions(a.where, e.in.where)
}

func apartRegions(x, y Region) bool { return x != nil && y != nil && x.Apart(y) }

// set records what a slot holds.
func (sp *space) set(s slot, e entry) {
	if _, ok := sp.over[s]; !ok {
		sp.order[s.key] = append(sp.order[s.key], s)
	}
	if s.key != "" && !sp.was[s] {
		sp.was[s] = true
		sp.in[s.obj] = append(sp.in[s.obj], s)
	}
	sp.over[s] = e
}

// record adds what was written to the log of scalars of kind key; "" is that of bytes.
func (sp *space) record(key string, e stored) {
	switch i := len(sp.log[key]); {
	case key != "":
	case e.addr.IsConst():
		sp.fixed[e.addr] = append(sp.fixed[e.addr], i)
	default:
		sp.open = append(sp.open, i)
	}
	sp.log[key] = append(sp.log[key], e)
}

// flush moves what is known of the slots of kind key into the log.
func (sp *space) flush(key string, addr func(slot) smt.Term) {
	for _, s := range sp.order[key] {
		sp.record(key, stored{addr(s), sp.over[s]})
		delete(sp.over, s)
	}
	delete(sp.order, key)
}

func union(a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) }

// known reports whether all bytes of a lie at a known place within an object.
func (a access) known() bool {
	return a.at.obj != nil && a.at.off >= 0 && (a.at.obj.size < 0 || a.at.off+int64(a.bytes) <= a.at.obj.size)
}

// byteHeap is memory as an array of bytes, least significant byte first.
type byteHeap struct{ c *coder }

func (h *byteHeap) first(sp *space) smt.Term {
	return sp.first(h.c.f, "", h.c.th.sort(h.c.addrType()), h.c.f.BitVecSort(8))
}

// array is what a may see of the bytes at unknown places.
func (h *byteHeap) array(a access) (arr smt.Term, steps *big.Int) {
	list, steps := a.seen("")
	arr = h.first(a.sp)
	for _, e := range list {
		arr = h.c.f.Store(arr, e.addr, h.byteOf(e.entry))
	}
	return arr, steps
}

func (h *byteHeap) at(addr smt.Term, i int) smt.Term {
	return h.c.moved(addr, int64(i), smt.Term{})
}

func (h *byteHeap) flush(sp *space) {
	sp.flush("", func(s slot) smt.Term { return h.c.moved(s.obj.base, s.off, smt.Term{}) })
}

func (h *byteHeap) byteOf(e entry) smt.Term {
	return h.c.f.Extract(8*e.index+7, 8*e.index, e.value)
}

func (h *byteHeap) read(a access) (value, pristine smt.Term, steps *big.Int) {
	if v, steps, ok := h.readWord(a); ok {
		return v, smt.Term{}, steps
	}
	if !a.known() {
		h.flush(a.sp)
	}
	steps = new(big.Int)
	var all view
	for i := 0; i < a.bytes; i++ {
		b, from := h.readByte(a, i, &all)
		value, steps = h.prepend(b, value), union(steps, from)
		pristine = h.prepend(h.c.f.Select(h.first(a.sp), h.at(a.addr, i)), pristine)
	}
	return value, pristine, steps
}

// view is an array of what an access may see, and the steps that it depends on. It is made
// when it is first needed.
type view struct {
	arr   smt.Term
	steps *big.Int
}

// readByte returns byte i of what is at a, and the steps that it depends on. all is what a
// may see.
func (h *byteHeap) readByte(a access, i int, all *view) (smt.Term, *big.Int) {
	if e, ok := a.sp.over[a.byteSlot(i)]; ok && a.known() {
		return h.byteOf(e), e.steps
	}
	addr := h.at(a.addr, i)
	if b, steps, ok := h.lookUp(a, addr); ok {
		return b, steps
	}
	if all.steps == nil {
		all.arr, all.steps = h.array(a)
	}
	return h.c.f.Select(all.arr, addr), all.steps
}

// lookUp returns what the log says of the byte at addr, where that needs no array: the
// address is constant, and a sees no later write to one that isn't.
func (h *byteHeap) lookUp(a access, addr smt.Term) (smt.Term, *big.Int, bool) {
	if !addr.IsConst() {
		return smt.Term{}, nil, false
	}
	at, open := a.latest(a.sp.fixed[addr]), a.latest(a.sp.open)
	switch {
	case at > open:
		e := a.sp.log[""][at]
		return h.byteOf(e.entry), union(a.sp.steps, e.steps), true
	case open < 0:
		return h.c.f.Select(h.first(a.sp), addr), a.sp.steps, true
	}
	return smt.Term{}, nil, false
}

// latest returns the last of the given places in the log of bytes that a sees; -1 if it
// sees none.
func (a access) latest(places []int) int {
	for k := len(places) - 1; k >= 0; k-- {
		if !a.apart(a.sp.log[""][places[k]].entry) {
			return places[k]
		}
	}
	return -1
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
			a.sp.set(a.byteSlot(i), entry{value: v, index: i, steps: steps, where: a.where, in: a.at.obj})
		}
		return
	}
	h.flush(a.sp)
	for i := 0; i < a.bytes; i++ {
		a.sp.record("", stored{h.at(a.addr, i), entry{value: v, index: i, steps: steps, where: a.where}})
	}
}

// bytesOf returns how many bytes a scalar of the type of l takes in memory.
func (c *coder) bytesOf(l *cil.Lval) int { return int(c.model.SizeOf(l.Type())) }
