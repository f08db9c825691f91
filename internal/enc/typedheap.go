package enc

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// typedHeap is memory as one array of values for each kind of scalar. At known places,
// writing one kind changes what is read as another; at others it doesn't, as if each
// object were of one type (6.5p7): [Recheck] has the last word there.
type typedHeap struct {
	c       *coder
	unknown int // values of other kinds that were overwritten
}

func (h *typedHeap) first(a access) smt.Term {
	f := h.c.f
	return a.sp.first(f, a.key, f.IntSort(), f.IntSort())
}

// array is what a may see of the scalars of its kind at unknown places.
func (h *typedHeap) array(a access) (arr smt.Term, steps *big.Int) {
	list, steps := a.seen(a.key)
	arr = h.first(a)
	for _, e := range list {
		arr = h.c.f.Store(arr, e.addr, e.value)
	}
	return arr, steps
}

func (h *typedHeap) flush(a access) {
	a.sp.flush(a.key, func(s slot) smt.Term { return h.c.moved(s.obj.base, s.off, smt.Term{}) })
}

func (h *typedHeap) read(a access) (value, pristine smt.Term, steps *big.Int) {
	if a.known() {
		if e, ok := a.sp.over[slot{a.at, a.key}]; ok {
			return e.value, smt.Term{}, e.steps
		}
		if e, ok := h.otherSign(a); ok {
			return e.value, smt.Term{}, e.steps
		}
	} else {
		h.flush(a)
	}
	arr, steps := h.array(a)
	return h.c.f.Select(arr, a.addr), h.c.f.Select(h.first(a), a.addr), steps
}

func (h *typedHeap) write(a access, v smt.Term, steps *big.Int) {
	e := entry{value: v, bytes: a.bytes, steps: steps, where: a.where}
	if a.known() {
		e.in = a.at.obj
		h.spoil(a, e)
		a.sp.set(slot{a.at, a.key}, e)
		return
	}
	h.flush(a)
	a.sp.record(a.key, stored{a.addr, e})
}

// spoil changes the slots of other kinds that writing e at a, which is known, touches.
func (h *typedHeap) spoil(a access, e entry) {
	for _, s := range a.sp.in[a.at.obj] {
		old, ok := a.sp.over[s]
		if !ok || s.key == a.key && s.off == a.at.off || !overlap(s.off, old.bytes, a.at.off, a.bytes) || apartInUnit(s.key, a.key) {
			continue
		}
		new := entry{bytes: old.bytes, steps: e.steps, where: e.where, in: e.in}
		t, same := sameWidth(a.key, s.key)
		if same && s.off == a.at.off {
			new.value = (&mathTheory{h.c}).wrap(e.value, rangeOf(a.key), t)
		} else {
			h.unknown++
			new.value = h.c.f.Var(fmt.Sprintf("overwritten.%s.%d", a.sp.name, h.unknown), h.c.f.IntSort())
		}
		a.sp.over[s] = new
	}
}

// otherSign returns what the integer at a, which is known, is if one of the other sign
// was written there.
func (h *typedHeap) otherSign(a access) (entry, bool) {
	t, ok := intOfKey(a.key)
	if !ok {
		return entry{}, false
	}
	other := typeKey(&cil.IntType{Kind: t.Kind, Bytes: t.Bytes, Signed: !t.Signed})
	e, ok := a.sp.over[slot{a.at, other}]
	if ok {
		e.value = (&mathTheory{h.c}).wrap(e.value, rangeOf(other), t)
	}
	return e, ok
}

func overlap(p int64, n int, q int64, m int) bool { return p < q+int64(m) && q < p+int64(n) }

// apartInUnit reports whether keys are those of two bit-fields of one struct, which share
// no bits.
func apartInUnit(k, l string) bool {
	if !strings.HasPrefix(k, bitsPrefix) || !strings.HasPrefix(l, bitsPrefix) {
		return false
	}
	return k[:strings.LastIndexByte(k, '.')] == l[:strings.LastIndexByte(l, '.')]
}

// sameWidth returns the type of the integers of kind to, if those of kind from differ in
// the sign only.
func sameWidth(from, to string) (*cil.IntType, bool) {
	f, ok := intOfKey(from)
	t, also := intOfKey(to)
	return t, ok && also && f.Bits == t.Bits
}

// rangeOf is the range of the integers of kind key.
func rangeOf(key string) interval.Interval {
	t, _ := intOfKey(key)
	return interval.Range(t)
}

// intOfKey undoes [typeKey] for C's integers.
func intOfKey(key string) (*cil.IntType, bool) {
	if key == "" || key[0] != 'i' && key[0] != 'u' {
		return nil, false
	}
	bits, err := strconv.Atoi(key[1:])
	if err != nil {
		return nil, false
	}
	return &cil.IntType{Kind: cil.LongLong, Bits: bits, Bytes: bits / 8, Signed: key[0] == 'i'}, true
}
