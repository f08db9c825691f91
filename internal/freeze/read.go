package freeze

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// reader makes values of bytes. What isn't right panics with damage, which Read turns into an error.
type reader struct {
	c     *Codec
	buf   []byte
	texts []string
	// things has what pointers lead to, by type: first what is known.
	things [][]unsafe.Pointer
	heads  []unsafe.Pointer // see head
}

type damage struct{}

var errDamaged = errors.New("freeze: nobody wrote this")

// Read makes v, a pointer to the codec's type, lead to what was written, given what was known then.
func (c *Codec) Read(text []byte, v any, known ...any) (err error) {
	if reflect.TypeOf(v) != c.root {
		return fmt.Errorf("freeze: a %T for a %s", v, c.root)
	}
	defer func() {
		switch fault := recover(); fault.(type) {
		case nil:
		case damage:
			err = errDamaged
		default:
			panic(fault)
		}
	}()
	w := c.writer()
	of := w.take(known)
	if w.err != nil {
		return w.err
	}
	rest, ok := bytes.CutPrefix(text, of[:])
	if !ok {
		return fmt.Errorf("freeze: what is known isn't what it was")
	}
	r := &reader{c: c, buf: rest, things: make([][]unsafe.Pointer, len(c.elems))}
	for to, n := range w.seen {
		r.enter(to, n)
	}
	r.prepare(w.counts)
	r.whole(v, w.counts)
	return nil
}

// enter makes a known thing the n-th of its type.
func (r *reader) enter(to place, n int) {
	for len(r.things[to.p.elem]) < n {
		r.things[to.p.elem] = append(r.things[to.p.elem], nil)
	}
	r.things[to.p.elem][n-1] = to.at
}

// prepare makes room for all things, and reads the texts.
func (r *reader) prepare(known []int) {
	total := 0
	for i := range r.c.elems {
		n := r.size(len(r.buf) + known[i])
		if n < known[i] {
			panic(damage{})
		}
		total += n - known[i]
		if total > len(r.buf) { // each has a byte at least
			panic(damage{})
		}
		r.room(i, n-known[i])
	}
	r.text()
}

// room makes n things of a type.
func (r *reader) room(i, n int) {
	if n == 0 {
		return
	}
	t := r.c.elems[i].t
	all := reflect.MakeSlice(reflect.SliceOf(t), n, n).UnsafePointer()
	for k := range n {
		r.things[i] = append(r.things[i], unsafe.Add(all, uintptr(k)*t.Size()))
	}
}

// text reads the texts: their lengths, then all of them.
func (r *reader) text() {
	n := r.size(len(r.buf))
	sizes := make([]int, n)
	total := 0
	for i := range sizes {
		sizes[i] = r.size(len(r.buf))
		total += sizes[i]
		if total > len(r.buf) {
			panic(damage{})
		}
	}
	if total > len(r.buf) {
		panic(damage{})
	}
	all := string(r.buf[:total])
	r.buf = r.buf[total:]
	r.texts = make([]string, n)
	for i, size := range sizes {
		r.texts[i], all = all[:size], all[size:]
	}
}

// whole reads the reference to the root and the bodies.
func (r *reader) whole(v any, known []int) {
	ep := r.c.plans[r.c.root.Elem()]
	root := r.pointer(ep)
	if root == nil {
		panic(damage{})
	}
	next := append([]int(nil), known...)
	for len(r.buf) > 0 {
		i := r.size(len(next) - 1)
		if next[i] == len(r.things[i]) {
			panic(damage{})
		}
		r.c.elems[i].read(r, r.things[i][next[i]])
		next[i]++
	}
	for i := range next {
		if next[i] != len(r.things[i]) {
			panic(damage{})
		}
	}
	reflect.ValueOf(v).Elem().Set(reflect.NewAt(ep.t, root).Elem())
}

// number reads a number.
func (r *reader) number() uint64 {
	if len(r.buf) > 0 && r.buf[0] < 0x80 {
		n := uint64(r.buf[0])
		r.buf = r.buf[1:]
		return n
	}
	n, k := binary.Uvarint(r.buf)
	if k <= 0 {
		panic(damage{})
	}
	r.buf = r.buf[k:]
	return n
}

// signed reads a number that may be negative: its sign is the last bit.
func (r *reader) signed() int64 {
	n := r.number()
	if n&1 != 0 {
		return ^int64(n >> 1)
	}
	return int64(n >> 1)
}

// size reads a number that isn't larger than most.
func (r *reader) size(most int) int {
	n := r.number()
	if most < 0 || n > uint64(most) {
		panic(damage{})
	}
	return int(n)
}

// count reads the length of what may be nil, and reports false if it is.
func (r *reader) count() (int, bool) {
	n := r.size(len(r.buf) + 1)
	return n - 1, n > 0
}

// pointer reads the number of a thing.
func (r *reader) pointer(p *plan) unsafe.Pointer {
	n := r.size(len(r.things[p.elem]))
	if n == 0 {
		return nil
	}
	return r.things[p.elem][n-1]
}

func (r *reader) table(m reflect.Value, kp, vp *plan) {
	n, ok := r.count()
	if !ok {
		return
	}
	all := reflect.MakeMapWithSize(m.Type(), n)
	m.Set(all)
	k, v := reflect.New(kp.t), reflect.New(vp.t)
	for range n {
		k.Elem().SetZero()
		v.Elem().SetZero()
		kp.read(r, k.UnsafePointer())
		vp.read(r, v.UnsafePointer())
		all.SetMapIndex(k.Elem(), v.Elem())
	}
	if all.Len() != n {
		panic(damage{})
	}
}

// readInterface reads the number of the type and the value.
func (c *Codec) readInterface(t reflect.Type) func(*reader, unsafe.Pointer) {
	kind := c.interfaces
	c.interfaces++
	return func(r *reader, at unsafe.Pointer) {
		n := r.size(len(c.dynamic))
		if n == 0 {
			return
		}
		p, head := c.dynamic[n-1], r.head(kind, n-1)
		if *head != nil {
			var data unsafe.Pointer
			p.read(r, unsafe.Pointer(&data))
			*(*interfaceHeader)(at) = interfaceHeader{*head, data}
			return
		}
		if !p.t.Implements(t) {
			panic(damage{})
		}
		v := reflect.New(p.t)
		p.read(r, v.UnsafePointer())
		reflect.NewAt(t, at).Elem().Set(v.Elem())
		if p.t.Kind() == reflect.Pointer {
			*head = (*interfaceHeader)(at).of
		}
	}
}

// head is where the head of interfaces of a kind is kept that hold pointers of the n-th dynamic type; nil at first.
func (r *reader) head(kind, n int) *unsafe.Pointer {
	if r.heads == nil {
		r.heads = make([]unsafe.Pointer, r.c.interfaces*len(r.c.dynamic))
	}
	return &r.heads[kind*len(r.c.dynamic)+n]
}

func readBool(r *reader, at unsafe.Pointer) { *(*bool)(at) = r.size(1) == 1 }

func readInt(t reflect.Type) func(*reader, unsafe.Pointer) {
	if t.Kind() == reflect.Int {
		return func(r *reader, at unsafe.Pointer) { *(*int)(at) = int(r.signed()) }
	}
	return func(r *reader, at unsafe.Pointer) {
		n := r.signed()
		v := reflect.NewAt(t, at).Elem()
		if v.OverflowInt(n) {
			panic(damage{})
		}
		v.SetInt(n)
	}
}

func readUint(t reflect.Type) func(*reader, unsafe.Pointer) {
	if t.Kind() == reflect.Uint8 {
		return func(r *reader, at unsafe.Pointer) { *(*uint8)(at) = uint8(r.size(math.MaxUint8)) }
	}
	return func(r *reader, at unsafe.Pointer) {
		n, v := r.number(), reflect.NewAt(t, at).Elem()
		if v.OverflowUint(n) {
			panic(damage{})
		}
		v.SetUint(n)
	}
}

func readFloat(r *reader, at unsafe.Pointer) { *(*float64)(at) = math.Float64frombits(r.number()) }

func readString(r *reader, at unsafe.Pointer) {
	*(*string)(at) = r.texts[r.size(len(r.texts)-1)]
}
