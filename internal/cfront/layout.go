package cfront

import "hardbop/internal/cil"

// member is a member to lay out. width counts the bits of a bit-field.
type member struct {
	name  string
	t     qtype
	attrs attrs
	bits  bool
	width int64
}

// layout places the members of a comp as gcc does on x86: the System V rules. Offsets
// are in bits.
type layout struct {
	x      *elab
	c      *cil.CompType
	packed bool
	min    int64 // alignment asked for, in bytes
	pack   int64 // limit from #pragma pack, in bytes; 0 if none
	pos    int64 // end of the last member, in bits
	size   int64 // of the largest member of a union, in bits
	align  int64 // in bytes
	anon   int
	ms     bool // the rules of Microsoft's compiler for bit-fields
	unit   msUnit
}

func newLayout(x *elab, c *cil.CompType, at attrs) *layout {
	return &layout{x: x, c: c, packed: at.packed, min: at.last, align: 1, ms: x.model.Name == "LLP64", pack: x.packOf(c)}
}

// add places one member.
func (ly *layout) add(m member) {
	if ly.c.Union {
		ly.pos, ly.unit = 0, msUnit{}
	}
	switch {
	case m.bits && ly.ms:
		ly.addBitsMS(m)
	case m.bits:
		ly.addBits(m)
	default:
		ly.unit = msUnit{}
		ly.addPlain(m)
	}
	ly.size = max(ly.size, ly.pos)
}

// alignment is the alignment of m in bytes, after packing and attributes.
func (ly *layout) alignment(m member) int64 {
	a := ly.x.fieldAlign(m.t.t)
	if m.attrs.typeAlign > 0 {
		a = m.attrs.typeAlign
	}
	if ly.packed || m.attrs.packed {
		a = 1
	}
	a = max(a, m.attrs.aligned)
	if ly.pack > 0 {
		a = min(a, ly.pack)
	}
	return a
}

func (ly *layout) addPlain(m member) {
	a := ly.alignment(m)
	at := roundUp(ly.pos, 8*a)
	ly.align = max(ly.align, a)
	f := ly.field(m)
	f.Offset = at / 8
	if m.attrs.aligned > 0 {
		ly.x.fieldAligns[f] = a
	}
	ly.pos = at + 8*max(0, ly.x.sizeOf(m.t.t))
}

// addBits places a bit-field: in the storage unit of its type where the last member
// ended if it fits there, else in the next.
func (ly *layout) addBits(m member) {
	it := m.t.t.(*cil.IntType)
	unit, a := int64(8*it.Bytes), 8*ly.x.fieldAlign(it)
	if m.width == 0 {
		ly.pos = roundUp(ly.pos, max(a, 8*m.attrs.aligned))
		return
	}
	packed := ly.packed || m.attrs.packed || ly.pack > 0 && 8*ly.pack < a
	switch {
	case m.attrs.aligned > 0:
		ly.pos = roundUp(ly.pos, 8*m.attrs.aligned)
	case packed:
	case (ly.pos%a+m.width+a-1)/a > unit/a:
		ly.pos = roundUp(ly.pos, a)
	}
	if m.name != "" {
		ly.align = max(ly.align, ly.alignment(m))
		ly.placeBits(m, unit, a)
	}
	ly.pos += m.width
}

// placeBits makes the field of a bit-field that starts at the current position. Its
// storage unit is the aligned one of its type, or starts at the byte if it isn't in one.
func (ly *layout) placeBits(m member, unit, a int64) {
	f := ly.field(m)
	f.BitField, f.BitLen = true, int(m.width)
	start := ly.pos / a * a
	if ly.pos+m.width > start+unit {
		start = ly.pos / 8 * 8
	}
	f.Offset, f.BitOff = start/8, int(ly.pos-start)
}

// msUnit is the storage unit of the last bit-field under Microsoft's rules: a bit-field
// joins it if its type has the same size and there is room. size is 0 if there is none.
type msUnit struct{ start, size, used int64 }

func (ly *layout) addBitsMS(m member) {
	size := int64(8 * m.t.t.(*cil.IntType).Bytes)
	if m.width == 0 {
		if ly.unit.size > 0 && !ly.c.Union {
			ly.pos = roundUp(ly.pos, 8*ly.alignment(m))
			ly.align = max(ly.align, ly.alignment(m))
		}
		ly.unit = msUnit{}
		return
	}
	if ly.unit.size != size || ly.unit.used+m.width > size || m.attrs.aligned > 0 {
		a := ly.alignment(m)
		ly.align = max(ly.align, a)
		start := roundUp(ly.pos, 8*a)
		ly.unit = msUnit{start, size, 0}
		ly.pos = start + size
	}
	if m.name != "" {
		f := ly.field(m)
		f.BitField, f.BitLen = true, int(m.width)
		f.Offset, f.BitOff = ly.unit.start/8, int(ly.unit.used)
	}
	ly.unit.used += m.width
}

// field adds a member to the comp.
func (ly *layout) field(m member) *cil.Field {
	name := m.name
	if name == "" {
		ly.anon++
		name = "__anon" + itoa(ly.anon)
	}
	f := &cil.Field{Comp: ly.c, Name: name, Type: m.t.t, Index: len(ly.c.Fields), Volatile: m.t.q&qVolatile != 0}
	ly.c.Fields = append(ly.c.Fields, f)
	if m.name == "" {
		ly.x.anonFields[f] = true
	}
	return f
}

// finish sets size and alignment.
func (ly *layout) finish() {
	align := max(ly.align, ly.min)
	ly.c.Align, ly.c.Packed = align, ly.packed
	ly.c.Size = roundUp(ly.size, 8*align) / 8
	ly.c.Defined = true
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// alignOf is the alignment of t in bytes, as _Alignof says.
func (fe *front) alignOf(t cil.Type) int64 {
	switch t := t.(type) {
	case *cil.IntType:
		return int64(t.Bytes)
	case *cil.FloatType:
		if t.Bits == 80 {
			return fe.longDoubleAlign()
		}
		return int64(t.Bytes)
	case *cil.PtrType:
		return int64(fe.model.PtrBytes)
	case *cil.ArrayType:
		return fe.alignOf(t.Elem)
	case *cil.CompType:
		fe.complete(t)
		return max(1, t.Align)
	}
	return 1
}

func (fe *front) longDoubleAlign() int64 {
	if fe.model.PtrBytes == 4 {
		return 4
	}
	return 16
}

// fieldAlign is the alignment of t as a member: on i386 8-byte scalars are aligned to 4.
func (fe *front) fieldAlign(t cil.Type) int64 {
	for {
		a, ok := t.(*cil.ArrayType)
		if !ok {
			break
		}
		t = a.Elem
	}
	n := fe.alignOf(t)
	if _, comp := t.(*cil.CompType); !comp && fe.model.PtrBytes == 4 {
		if f, ok := t.(*cil.FloatType); !ok || f.Bits != 128 {
			n = min(n, 4)
		}
	}
	return n
}
