package suffice

import (
	"math/big"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// memory has the bytes that addresses hold, as far as they are known. A read sees only writes that
// may be to the same place, as the points-to analysis says: so is the model made.
type memory struct {
	bytes  map[uint64][]cell // what was written, in order
	lost   []loss
	now    int
	where  enc.Locator
	places map[*cil.Lval]enc.Region
}

// cell is a byte with the bits of it that are known, when it was written, and by what.
type cell struct {
	val, known byte
	at         int
	where      enc.Region // nil if nothing is known
}

// loss says that since then what lies in the region isn't known; nil is all memory.
type loss struct {
	at    int
	where enc.Region
}

func newMemory(where enc.Locator) *memory {
	return &memory{bytes: map[uint64][]cell{}, where: where, places: map[*cil.Lval]enc.Region{}}
}

// region says where l may lie, in any state; nil if nothing is known.
func (m *memory) region(l *cil.Lval) enc.Region {
	if m.where == nil {
		return nil
	}
	g, ok := m.places[l]
	if !ok {
		g = m.where.Locate(l)
		m.places[l] = g
	}
	return g
}

// forget makes what lies in the region unknown.
func (m *memory) forget(where enc.Region) {
	m.now++
	m.lost = append(m.lost, loss{m.now, where})
}

// meets reports whether what lies in the two regions may be the same.
func meets(x, y enc.Region) bool { return x == nil || y == nil || !x.Apart(y) }

// seen returns what a read in the region sees at an address.
func (m *memory) seen(at uint64, where enc.Region) cell {
	list := m.bytes[at]
	for i := len(list) - 1; i >= 0; i-- {
		if meets(list[i].where, where) {
			return list[i]
		}
	}
	return cell{}
}

// set adds what was written now.
func (m *memory) set(at uint64, c cell) {
	c.at = m.now
	if list := m.bytes[at]; len(list) > 0 && list[len(list)-1].where == c.where {
		list[len(list)-1] = c
		return
	}
	m.bytes[at] = append(m.bytes[at], c)
}

// lose makes n bytes unknown, by what is written in the region.
func (m *memory) lose(at *big.Int, n int64, where enc.Region) {
	m.now++
	for i := range n {
		m.set(at.Uint64()+uint64(i), cell{where: where})
	}
}

func (m *memory) putAll(ws []enc.Write, where enc.Region) {
	for _, w := range ws {
		m.put(w, where)
	}
}

// put writes what is known, in the region.
func (m *memory) put(w enc.Write, where enc.Region) {
	m.now++
	if w.Width == 0 {
		v := bitsOf(w.Val, int(8*w.Bytes))
		for i, b := range v.FillBytes(make([]byte, w.Bytes)) {
			m.set(w.Addr+uint64(w.Bytes)-1-uint64(i), cell{val: b, known: 0xff, where: where})
		}
		return
	}
	for k := range w.Width {
		at, bit := w.Addr+uint64((w.Bit+k)/8), byte(1)<<((w.Bit+k)%8)
		c := m.seen(at, where)
		c.val, c.known, c.where = c.val&^bit, c.known|bit, where
		if w.Val.Bit(k) == 1 {
			c.val |= bit
		}
		m.set(at, c)
	}
}

// bits returns n bits from bit on at an address, as seen by an lvalue in the region; nil if they
// aren't all known.
func (m *memory) bits(at *big.Int, bit, n int, where enc.Region) *big.Int {
	v, since := new(big.Int), m.now
	var c cell
	for k := range n {
		if k == 0 || (bit+k)%8 == 0 {
			c = m.seen(at.Uint64()+uint64((bit+k)/8), where)
			since = min(since, c.at)
		}
		mask := byte(1) << ((bit + k) % 8)
		if c.known&mask == 0 {
			return nil
		}
		if c.val&mask != 0 {
			v.SetBit(v, k, 1)
		}
	}
	for i := len(m.lost) - 1; i >= 0 && m.lost[i].at > since; i-- {
		if meets(m.lost[i].where, where) {
			return nil
		}
	}
	return v
}

// scalar reads l, which lies at an address and has so many bytes.
func (m *memory) scalar(l *cil.Lval, at *big.Int, bytes int64, where enc.Region) *big.Int {
	if f := lastField(l); f != nil && f.BitField {
		v := m.bits(at, f.BitOff, f.BitLen, where)
		if v == nil {
			return nil
		}
		return narrowed(f, v)
	}
	v := m.bits(at, 0, int(8*bytes), where)
	if v == nil {
		return nil
	}
	return normalized(l.Type(), v)
}

func lastField(l *cil.Lval) *cil.Field {
	if n := len(l.Path); n > 0 {
		return l.Path[n-1].Field
	}
	return nil
}

// target is a scalar that is about to be written: a variable or member that is reached by name, or
// memory at an address, nil if that isn't known.
type target struct {
	l    *cil.Lval
	name bool
	at   *big.Int
}

// normal writes an lvalue behind the address of another as a part of that.
func normal(l *cil.Lval) *cil.Lval {
	if x, ok := enc.Normal(&cil.Load{L: l}).(*cil.Load); ok {
		return x.L
	}
	return l
}

func (r *run) byName(l *cil.Lval) bool {
	l = normal(l)
	return l.Base != nil && !enc.InMemory(l.Base)
}

func (r *run) locate(l *cil.Lval) target {
	l = normal(l)
	if l.Base != nil && !enc.InMemory(l.Base) {
		return target{l: l, name: true}
	}
	return target{l: l, at: r.address(l)}
}

// placed reports whether it is known where l is.
func (r *run) placed(l *cil.Lval) bool {
	t := r.locate(l)
	return t.name || t.at != nil
}

// write gives a scalar the value v, nil for one that isn't known.
func (r *run) write(t target, v *big.Int) {
	f := lastField(t.l)
	if f != nil && f.BitField && v != nil {
		v = narrowed(f, v)
	}
	size := r.Prog.Model.SizeOf(t.l.Type())
	switch {
	case t.name:
		r.frameOf(t.l.Base).set(t.l, v)
	case t.at == nil:
		r.mem.forget(r.mem.region(t.l))
	case v == nil:
		r.mem.lose(t.at, size, r.mem.region(t.l))
	case f != nil && f.BitField:
		r.mem.put(enc.Write{Addr: t.at.Uint64(), Bytes: size, Val: bitsOf(v, f.BitLen), Bit: f.BitOff, Width: f.BitLen}, r.mem.region(t.l))
	default:
		r.mem.put(enc.Write{Addr: t.at.Uint64(), Bytes: size, Val: bitsOf(v, int(8*size))}, r.mem.region(t.l))
	}
}

// forget makes what l holds unknown, as a whole.
func (r *run) forget(l *cil.Lval) {
	t := r.locate(l)
	switch size := r.Prog.Model.SizeOf(t.l.Type()); {
	case t.name:
		r.frameOf(t.l.Base).forget(t.l)
	case t.at == nil || size <= 0 || size > maxBytes || unknownLength(t.l.Type()):
		r.mem.forget(r.mem.region(t.l))
	default:
		r.mem.lose(t.at, size, r.mem.region(t.l))
	}
}

// maxBytes bounds the objects whose bytes are forgotten one by one.
const maxBytes = 1 << 16

func unknownLength(t cil.Type) bool {
	a, ok := t.(*cil.ArrayType)
	return ok && a.Len < 0
}

// frameOf returns the activation that v belongs to.
func (r *run) frameOf(v *cil.Var) *frame {
	if v.Func == nil {
		return r.frames[0]
	}
	return r.top()
}

// pathKey names a part of a variable that consists of members only.
func pathKey(l *cil.Lval) string {
	var b strings.Builder
	for _, s := range l.Path {
		b.WriteByte('.')
		if s.Field != nil {
			b.WriteString(s.Field.Name)
		}
	}
	return b.String()
}

func (f *frame) set(l *cil.Lval, v *big.Int) {
	if f.cells[l.Base] == nil {
		f.cells[l.Base] = map[string]*big.Int{}
	}
	f.cells[l.Base][pathKey(l)] = v
}

func (f *frame) forget(l *cil.Lval) {
	key := pathKey(l)
	for k := range f.cells[l.Base] {
		if k == key || strings.HasPrefix(k, key+".") {
			delete(f.cells[l.Base], k)
		}
	}
}
