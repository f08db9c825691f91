package enc

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
)

// machine is a concrete state with byte memory, the oracle of this package's tests. It
// shares nothing with the encoder but cil.
type machine struct {
	model *cil.DataModel
	base  map[*cil.Var]uint64
	funcs map[*cil.Func]uint64
	mem   map[uint64]byte
	// What happened during evaluation.
	overflow, undefined bool
}

func newMachine(m *cil.DataModel) *machine {
	return &machine{model: m, base: map[*cil.Var]uint64{}, funcs: map[*cil.Func]uint64{}, mem: map[uint64]byte{}}
}

func (m *machine) clone() *machine {
	c := *m
	c.mem = make(map[uint64]byte, len(m.mem))
	for a, b := range m.mem {
		c.mem[a] = b
	}
	return &c
}

func (m *machine) ptrType() *cil.IntType {
	return &cil.IntType{Kind: cil.ULongLong, Bits: 8 * m.model.PtrBytes, Bytes: m.model.PtrBytes}
}

// layout returns the type by whose range and size values of t are kept.
func (m *machine) layout(t cil.Type) *cil.IntType {
	if it, ok := t.(*cil.IntType); ok {
		return it
	}
	if cil.IsPointer(t) {
		return m.ptrType()
	}
	panic(fmt.Sprintf("no integer layout for %s", t))
}

func (m *machine) address(l *cil.Lval) uint64 {
	var a uint64
	var t cil.Type
	if l.Base != nil {
		a, t = m.base[l.Base], l.Base.Type
	} else {
		a, t = m.value(l.Mem).Uint64(), l.Mem.Type().(*cil.PtrType).Elem
	}
	for _, s := range l.Path {
		if s.Field != nil {
			a += uint64(s.Field.Offset)
			t = s.Field.Type
			continue
		}
		t = t.(*cil.ArrayType).Elem
		a += uint64(m.value(s.Index).Int64() * m.model.SizeOf(t))
	}
	return m.ptrType().Wrap(new(big.Int).SetUint64(a)).Uint64()
}

func (m *machine) bytes(a uint64, n int) *big.Int {
	v := new(big.Int)
	for i := n - 1; i >= 0; i-- {
		v.Lsh(v, 8)
		v.Or(v, big.NewInt(int64(m.mem[a+uint64(i)])))
	}
	return v
}

func (m *machine) setBytes(a uint64, n int, v *big.Int) {
	u := new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(8*n)))
	for i := 0; i < n; i++ {
		m.mem[a+uint64(i)] = byte(new(big.Int).Rsh(u, uint(8*i)).Uint64())
	}
}

func bitsOf(l *cil.Lval) (*cil.Field, *cil.IntType) {
	if len(l.Path) == 0 {
		return nil, nil
	}
	f := l.Path[len(l.Path)-1].Field
	if f == nil || !f.BitField {
		return nil, nil
	}
	t := f.Type.(*cil.IntType)
	return f, &cil.IntType{Kind: t.Kind, Bits: f.BitLen, Bytes: t.Bytes, Signed: t.Signed}
}

func (m *machine) load(l *cil.Lval) *big.Int {
	t := m.layout(l.Type())
	v := m.bytes(m.address(l), t.Bytes)
	if f, ft := bitsOf(l); f != nil {
		v = new(big.Int).Rsh(v, uint(f.BitOff))
		v = v.Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(f.BitLen)))
		return ft.Wrap(v)
	}
	return t.Wrap(v)
}

func (m *machine) assign(l *cil.Lval, e cil.Expr) {
	a := m.address(l)
	if !cil.IsScalar(l.Type()) {
		m.copy(a, m.address(e.(*cil.Load).L), m.model.SizeOf(l.Type()))
		return
	}
	m.store(l, a, m.value(e))
}

func (m *machine) store(l *cil.Lval, a uint64, v *big.Int) {
	t := m.layout(l.Type())
	f, _ := bitsOf(l)
	if f == nil {
		m.setBytes(a, t.Bytes, v)
		return
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(f.BitLen))
	mask.Sub(mask, big.NewInt(1))
	unit := m.bytes(a, t.Bytes)
	unit.AndNot(unit, new(big.Int).Lsh(mask, uint(f.BitOff)))
	low := new(big.Int).And(v, mask)
	m.setBytes(a, t.Bytes, unit.Or(unit, low.Lsh(low, uint(f.BitOff))))
}

func (m *machine) copy(to, from uint64, n int64) {
	tmp := make([]byte, n)
	for i := range tmp {
		tmp[i] = m.mem[from+uint64(i)]
	}
	for i, b := range tmp {
		m.mem[to+uint64(i)] = b
	}
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func (m *machine) true(e cil.Expr) bool { return m.value(e).Sign() != 0 }

func (m *machine) value(e cil.Expr) *big.Int {
	switch e := e.(type) {
	case *cil.Const:
		return e.Val
	case *cil.Load:
		return m.load(e.L)
	case *cil.AddrOf:
		return new(big.Int).SetUint64(m.address(e.L))
	case *cil.FuncAddr:
		return new(big.Int).SetUint64(m.funcs[e.F])
	case *cil.Unary:
		return m.unary(e)
	case *cil.Binary:
		return m.binary(e)
	case *cil.Cond:
		if m.true(e.C) {
			return m.value(e.A)
		}
		return m.value(e.B)
	case *cil.Cast:
		return m.layout(e.T).Wrap(m.value(e.X))
	}
	panic(fmt.Sprintf("no value of %T", e))
}

// fit wraps and notes signed overflow.
func (m *machine) fit(t cil.Type, v *big.Int) *big.Int {
	it := m.layout(t)
	w := it.Wrap(v)
	if it.Signed && w.Cmp(v) != 0 {
		m.overflow = true
	}
	return w
}

func (m *machine) unary(e *cil.Unary) *big.Int {
	x := m.value(e.X)
	switch e.Op {
	case cil.LogNot:
		return truth(x.Sign() == 0)
	case cil.Neg:
		return m.fit(e.T, new(big.Int).Neg(x))
	}
	return m.fit(e.T, new(big.Int).Not(x))
}

func (m *machine) binary(e *cil.Binary) *big.Int {
	switch e.Op {
	case cil.LAnd:
		return truth(m.true(e.X) && m.true(e.Y))
	case cil.LOr:
		return truth(m.true(e.X) || m.true(e.Y))
	}
	x, y := m.value(e.X), m.value(e.Y)
	if e.Op.IsCompare() {
		return truth(compared(e.Op, x.Cmp(y)))
	}
	switch e.Op {
	case cil.PtrAdd, cil.PtrSub:
		step := new(big.Int).Mul(y, big.NewInt(m.elemSize(e.T)))
		if e.Op == cil.PtrSub {
			step.Neg(step)
		}
		return m.ptrType().Wrap(step.Add(x, step))
	case cil.PtrDiff:
		d := new(big.Int).Sub(x, y)
		return m.fit(e.T, d.Quo(d, big.NewInt(m.elemSize(e.X.Type()))))
	}
	return m.arith(e, x, y)
}

func (m *machine) elemSize(t cil.Type) int64 { return m.model.SizeOf(t.(*cil.PtrType).Elem) }

func compared(op cil.BinOp, c int) bool {
	switch op {
	case cil.Eq:
		return c == 0
	case cil.Ne:
		return c != 0
	case cil.Lt:
		return c < 0
	case cil.Le:
		return c <= 0
	case cil.Gt:
		return c > 0
	}
	return c >= 0
}

func (m *machine) arith(e *cil.Binary, x, y *big.Int) *big.Int {
	r := new(big.Int)
	switch e.Op {
	case cil.Add:
		return m.fit(e.T, r.Add(x, y))
	case cil.Sub:
		return m.fit(e.T, r.Sub(x, y))
	case cil.Mul:
		return m.fit(e.T, r.Mul(x, y))
	case cil.Div, cil.Mod:
		if y.Sign() == 0 {
			m.undefined = true
			return r
		}
		if e.Op == cil.Div {
			return m.fit(e.T, r.Quo(x, y))
		}
		return r.Rem(x, y)
	case cil.BitAnd:
		return r.And(x, y)
	case cil.BitOr:
		return r.Or(x, y)
	case cil.BitXor:
		return r.Xor(x, y)
	}
	if y.Sign() < 0 || y.Cmp(big.NewInt(int64(m.layout(e.T).Bits))) >= 0 {
		m.undefined = true
		return r
	}
	if e.Op == cil.Shl {
		return m.fit(e.T, r.Lsh(x, uint(y.Uint64())))
	}
	return r.Rsh(x, uint(y.Uint64()))
}
