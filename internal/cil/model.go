package cil

import (
	"fmt"
	"math/big"
)

// DataModel gives the sizes of C's types. Make one with [NewDataModel].
type DataModel struct {
	Name     string // ILP32, LP64 or LLP64
	PtrBytes int
	ints     [MathInt]*IntType
}

// NewDataModel returns the data model called name: ILP32, LP64 or LLP64.
// signedChar says whether plain char is signed.
func NewDataModel(name string, signedChar bool) (*DataModel, error) {
	m := &DataModel{Name: name}
	long := 0
	switch name {
	case "ILP32":
		m.PtrBytes, long = 4, 4
	case "LP64":
		m.PtrBytes, long = 8, 8
	case "LLP64":
		m.PtrBytes, long = 8, 4
	default:
		return nil, fmt.Errorf("unknown data model %q: expected ILP32, LP64 or LLP64", name)
	}
	bytes := [MathInt]int{Bool: 1, Char: 1, SChar: 1, UChar: 1, Short: 2, UShort: 2, Int: 4, UInt: 4,
		Long: long, ULong: long, LongLong: 8, ULongLong: 8, Int128: 16, UInt128: 16}
	for k := Bool; k < MathInt; k++ {
		t := &IntType{Kind: k, Bits: 8 * bytes[k], Bytes: bytes[k]}
		switch k {
		case Bool:
			t.Bits = 1
		case Char:
			t.Signed = signedChar
		case SChar, Short, Int, Long, LongLong, Int128:
			t.Signed = true
		}
		m.ints[k] = t
	}
	return m, nil
}

// Int returns the integer type of kind k.
func (m *DataModel) Int(k IntKind) *IntType {
	if k == MathInt {
		return Math
	}
	return m.ints[k]
}

// SizeT returns the type of sizeof.
func (m *DataModel) SizeT() *IntType { return m.uintOf(m.PtrBytes) }

// PtrDiffT returns the type of a pointer difference.
func (m *DataModel) PtrDiffT() *IntType {
	if m.PtrBytes == 4 {
		return m.ints[Int]
	}
	if m.ints[Long].Bytes == 8 {
		return m.ints[Long]
	}
	return m.ints[LongLong]
}

func (m *DataModel) uintOf(bytes int) *IntType {
	if bytes == 4 {
		return m.ints[UInt]
	}
	if m.ints[ULong].Bytes == 8 {
		return m.ints[ULong]
	}
	return m.ints[ULongLong]
}

// SizeOf returns the size of t in bytes, or -1 if it isn't known. As in GNU C, void
// and functions have size 1.
func (m *DataModel) SizeOf(t Type) int64 {
	switch t := t.(type) {
	case *IntType:
		return int64(t.Bytes)
	case *FloatType:
		return int64(t.Bytes)
	case *PtrType:
		return int64(m.PtrBytes)
	case *ArrayType:
		n := m.SizeOf(t.Elem)
		if t.Len < 0 || n < 0 {
			return -1
		}
		return n * t.Len
	case *CompType:
		if !t.Defined {
			return -1
		}
		return t.Size
	case *VoidType, *FuncType:
		return 1
	}
	panic(fmt.Sprintf("cil: unknown type %T", t))
}

// Min returns the smallest value of t. t is not Math.
func (t *IntType) Min() *big.Int {
	if !t.Signed {
		return new(big.Int)
	}
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(t.Bits-1)))
}

// Max returns the largest value of t. t is not Math.
func (t *IntType) Max() *big.Int {
	n := t.Bits
	if t.Signed {
		n--
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))
}

// Wrap returns v converted to t as C does: modulo two to the width; to _Bool, 1 if v
// isn't zero. Math leaves v as it is. The result may share v.
func (t *IntType) Wrap(v *big.Int) *big.Int {
	switch {
	case t.Kind == MathInt:
		return v
	case t.Kind == Bool:
		if v.Sign() != 0 {
			return big.NewInt(1)
		}
		return new(big.Int)
	case v.Cmp(t.Min()) >= 0 && v.Cmp(t.Max()) <= 0:
		return v
	}
	mod := new(big.Int).Lsh(big.NewInt(1), uint(t.Bits))
	r := new(big.Int).Mod(v, mod)
	if t.Signed && r.Cmp(t.Max()) > 0 {
		r.Sub(r, mod)
	}
	return r
}
