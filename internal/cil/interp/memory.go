package interp

import (
	"fmt"
	"math/big"
	"sort"

	"hardbop/internal/cil"
)

// Object is a piece of memory: a variable, a string literal or an allocation.
type Object struct {
	Name  string
	Base  uint64
	Bytes []byte
	Freed bool // by free
	heap  bool
}

// Undefined says that the program's behaviour is undefined.
type Undefined struct{ What string }

func (u *Undefined) Error() string { return "undefined behaviour: " + u.What }

// undefined ends the evaluation that is going on.
func undefined(format string, args ...any) { panic(&Undefined{fmt.Sprintf(format, args...)}) }

// region is a range of addresses with objects in ascending order.
type region struct {
	base, next uint64
	objects    []*Object
}

// gap lies between objects, so that a pointer to the end of one is none to the next.
const gap = 64

func (r *region) add(o *Object) *Object {
	o.Base = r.next
	r.objects = append(r.objects, o)
	r.next += (uint64(len(o.Bytes)) + gap + 15) &^ 15
	return o
}

// cut drops the objects from the n-th on.
func (r *region) cut(n int) {
	if n < len(r.objects) {
		r.next = r.objects[n].Base
		r.objects = r.objects[:n]
	}
}

// find returns the object that addr points into or at the end of, or nil.
func (r *region) find(addr uint64) *Object {
	i := sort.Search(len(r.objects), func(i int) bool { return r.objects[i].Base > addr })
	if i == 0 {
		return nil
	}
	if o := r.objects[i-1]; addr-o.Base <= uint64(len(o.Bytes)) {
		return o
	}
	return nil
}

// memory is the objects and the addresses of functions.
type memory struct {
	static, heap, stack region
	code                uint64 // address of the first function
	funcs               []*cil.Func
	number              map[*cil.Func]int // index in funcs
	used                int64             // bytes of the heap
}

func newMemory(prog *cil.Program) *memory {
	m := &memory{code: 0x400000, funcs: prog.Funcs, number: map[*cil.Func]int{}}
	for i, f := range prog.Funcs {
		m.number[f] = i
	}
	m.static.base, m.heap.base, m.stack.base = 0x10000000, 0x40000000, 0xC0000000
	if prog.Model.PtrBytes == 8 {
		m.static.base, m.heap.base, m.stack.base = 0x500000000000, 0x600000000000, 0x700000000000
	}
	for _, r := range []*region{&m.static, &m.heap, &m.stack} {
		r.next = r.base
	}
	return m
}

// object returns the object that addr points into or at the end of.
func (m *memory) object(addr uint64) *Object {
	r := &m.static
	switch {
	case addr >= m.stack.base:
		r = &m.stack
	case addr >= m.heap.base:
		r = &m.heap
	}
	o := r.find(addr)
	switch {
	case o == nil && addr < 4096:
		undefined("the null pointer is dereferenced")
	case o == nil:
		undefined("the pointer %#x points to no object", addr)
	case o.Freed:
		undefined("%s is used after it was freed", o.Name)
	}
	return o
}

// bytes returns n bytes at addr.
func (m *memory) bytes(addr uint64, n int64) []byte {
	if n == 0 {
		return nil
	}
	o := m.object(addr)
	at := int64(addr - o.Base)
	if n < 0 || at+n > int64(len(o.Bytes)) {
		undefined("bytes %d to %d of %s, which has %d, are accessed", at, at+n, o.Name, len(o.Bytes))
	}
	return o.Bytes[at : at+n]
}

// funcAddr returns the address of f.
func (m *memory) funcAddr(f *cil.Func) uint64 {
	i, ok := m.number[f]
	if !ok {
		panic("interp: function " + f.Name + " is not in the program")
	}
	return m.code + 16*uint64(i)
}

// funcAt returns the function at addr, or nil.
func (m *memory) funcAt(addr uint64) *cil.Func {
	i := (addr - m.code) / 16
	if addr < m.code || (addr-m.code)%16 != 0 || i >= uint64(len(m.funcs)) {
		return nil
	}
	return m.funcs[i]
}

// loadInt returns the little-endian number in b.
func loadInt(b []byte, signed bool) *big.Int {
	be := make([]byte, len(b))
	for i, c := range b {
		be[len(b)-1-i] = c
	}
	v := new(big.Int).SetBytes(be)
	if signed && len(b) > 0 && b[len(b)-1]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return v
}

// storeInt writes v modulo the size of b.
func storeInt(b []byte, v *big.Int) {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(8*len(b)))
	be := new(big.Int).Mod(v, mod).FillBytes(make([]byte, len(b)))
	for i := range b {
		b[i] = be[len(b)-1-i]
	}
}
