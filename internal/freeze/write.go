package freeze

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// writer writes the bodies of what pointers lead to, one after the other.
type writer struct {
	c     *Codec
	buf   []byte
	texts map[string]int
	list  []string
	seen  map[place]int
	// counts has how many things of each type pointers lead to, by plan.elem.
	counts []int
	queue  []place
	// held are the pieces of memory that were written.
	held  []piece
	known bool // what is written now is known to whoever reads it
	err   error
}

// place is what a pointer leads to: a struct and its first field have one address.
type place struct {
	at unsafe.Pointer
	p  *plan
}

// piece is some memory.
type piece struct{ from, to uintptr }

// Write writes what v, a pointer to the codec's type, leads to. known are pointers to types that v leads to, or to the
// dynamic ones.
func (c *Codec) Write(v any, known ...any) ([]byte, error) {
	if reflect.TypeOf(v) != c.root {
		return nil, fmt.Errorf("freeze: a %T for a %s", v, c.root)
	}
	w := c.writer()
	of := w.take(known)
	w.reference(v)
	w.drain()
	if w.err == nil {
		w.err = w.interior()
	}
	return w.put(of), w.err
}

func (c *Codec) writer() *writer {
	return &writer{c: c, texts: map[string]int{}, seen: map[place]int{}, counts: make([]int, len(c.elems))}
}

// take numbers what the known values lead to, and returns a digest of it.
func (w *writer) take(known []any) [sha256.Size]byte {
	w.known = true
	for _, k := range known {
		w.reference(k)
		w.drain()
	}
	all := append([]byte(nil), w.buf...)
	for _, s := range w.list {
		all = append(binary.AppendUvarint(all, uint64(len(s))), s...)
	}
	for _, n := range w.counts {
		all = binary.AppendUvarint(all, uint64(n))
	}
	w.buf, w.known, w.texts, w.list = w.buf[:0], false, map[string]int{}, nil
	return sha256.Sum256(all)
}

// reference writes the pointer v.
func (w *writer) reference(v any) {
	p := w.c.plans[reflect.TypeOf(v)]
	if p == nil || p.t.Kind() != reflect.Pointer {
		w.fail("a %T isn't part of it", v)
		return
	}
	at := reflect.ValueOf(v).UnsafePointer()
	p.write(w, unsafe.Pointer(&at))
}

// drain writes the bodies that pointers lead to, each behind the number of its type.
func (w *writer) drain() {
	for len(w.queue) > 0 && w.err == nil {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.number(uint64(next.p.elem))
		next.p.write(w, next.at)
	}
}

// put returns the whole: what is known, how much there is of each type, the texts, and the bodies.
func (w *writer) put(known [sha256.Size]byte) []byte {
	out := append([]byte(nil), known[:]...)
	for _, n := range w.counts {
		out = binary.AppendUvarint(out, uint64(n))
	}
	out = binary.AppendUvarint(out, uint64(len(w.list)))
	for _, s := range w.list {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range w.list {
		out = append(out, s...)
	}
	return append(out, w.buf...)
}

// fail notes the first thing that can't be written.
func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("freeze: "+format, args...)
	}
}

func (w *writer) number(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// count writes the length of what may be nil.
func (w *writer) count(none bool, n int) {
	if none {
		w.number(0)
		return
	}
	w.number(uint64(n) + 1)
}

// pointer writes the number of what p leads to, from 1 in its type.
func (w *writer) pointer(p *plan, at unsafe.Pointer) {
	if at == nil {
		w.number(0)
		return
	}
	to := place{at, p}
	n, ok := w.seen[to]
	if !ok {
		w.counts[p.elem]++
		n = w.counts[p.elem]
		w.seen[to] = n
		w.queue = append(w.queue, to)
	}
	w.number(uint64(n))
}

// holds notes that memory was written as part of something.
func (w *writer) holds(at unsafe.Pointer, size uintptr) {
	if size > 0 {
		w.held = append(w.held, piece{uintptr(at), uintptr(at) + size})
	}
}

// interior finds pointers into the midst of something.
func (w *writer) interior() error {
	starts := make([]place, 0, len(w.seen))
	for to := range w.seen {
		if size := to.p.t.Size(); size > 0 {
			starts = append(starts, to)
			w.held = append(w.held, piece{uintptr(to.at), uintptr(to.at) + size})
		}
	}
	slices.SortFunc(starts, func(a, b place) int { return cmp.Compare(uintptr(a.at), uintptr(b.at)) })
	slices.SortFunc(w.held, func(a, b piece) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	i, end := 0, uintptr(0) // of the pieces that begin before a start
	for k, s := range starts {
		at := uintptr(s.at)
		for ; i < len(w.held) && w.held[i].from < at; i++ {
			end = max(end, w.held[i].to)
		}
		twice := k > 0 && starts[k-1].at == s.at || i+1 < len(w.held) && w.held[i+1].from == at
		if at < end || twice {
			return fmt.Errorf("freeze: a pointer leads into the midst of something, to a %s", s.p.t)
		}
	}
	return nil
}

// table writes a map: in the order of its keys if they have one.
func (w *writer) table(m reflect.Value, kp, vp *plan) {
	w.count(m.IsNil(), m.Len())
	if m.Len() == 0 {
		return
	}
	keys := m.MapKeys()
	switch {
	case hasOrder(kp.t):
		slices.SortFunc(keys, compare)
	case w.known:
		w.fail("a known map has keys without an order: %s", m.Type())
	}
	k, v := reflect.New(kp.t), reflect.New(vp.t)
	for _, key := range keys {
		k.Elem().Set(key)
		v.Elem().Set(m.MapIndex(key))
		kp.write(w, k.UnsafePointer())
		vp.write(w, v.UnsafePointer())
	}
}

func hasOrder(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr
}

func compare(a, b reflect.Value) int {
	switch {
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	}
	return cmp.Compare(a.Uint(), b.Uint())
}

// writeInterface writes the number of the type and the value.
func (c *Codec) writeInterface(t reflect.Type) func(*writer, unsafe.Pointer) {
	return func(w *writer, at unsafe.Pointer) {
		v := reflect.NewAt(t, at).Elem().Elem()
		if !v.IsValid() {
			w.number(0)
			return
		}
		n, ok := c.numbers[v.Type()]
		if !ok {
			w.fail("nobody has said that a %s may be in a %s", v.Type(), t)
			return
		}
		w.number(uint64(n) + 1)
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		c.dynamic[n].write(w, p.UnsafePointer())
	}
}

func writeBool(w *writer, at unsafe.Pointer) {
	b := byte(0)
	if *(*bool)(at) {
		b = 1
	}
	w.buf = append(w.buf, b)
}

func writeInt(t reflect.Type) func(*writer, unsafe.Pointer) {
	if t.Kind() == reflect.Int {
		return func(w *writer, at unsafe.Pointer) { w.buf = binary.AppendVarint(w.buf, int64(*(*int)(at))) }
	}
	return func(w *writer, at unsafe.Pointer) {
		w.buf = binary.AppendVarint(w.buf, reflect.NewAt(t, at).Elem().Int())
	}
}

func writeUint(t reflect.Type) func(*writer, unsafe.Pointer) {
	return func(w *writer, at unsafe.Pointer) { w.number(reflect.NewAt(t, at).Elem().Uint()) }
}

func writeFloat(w *writer, at unsafe.Pointer) { w.number(math.Float64bits(*(*float64)(at))) }

// writeString writes the number of a text: many occur often.
func writeString(w *writer, at unsafe.Pointer) {
	s := *(*string)(at)
	n, ok := w.texts[s]
	if !ok {
		n = len(w.list)
		w.texts[s] = n
		w.list = append(w.list, s)
	}
	w.number(uint64(n))
}
