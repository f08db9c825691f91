package interp

import (
	"encoding/binary"
	"math"
	"math/big"

	"hardbop/internal/cil"
)

// Value is the value of an expression; its type says which field counts.
type Value struct {
	Int   *big.Int // integers, and pointers as addresses
	Float float64
	Bytes []byte // structs and unions
}

// IntValue returns the integer v.
func IntValue(v int64) Value { return Value{Int: big.NewInt(v)} }

func addrValue(a uint64) Value { return Value{Int: new(big.Int).SetUint64(a)} }

// addr returns a pointer's address.
func (v Value) addr() uint64 { return v.Int.Uint64() }

// truth reports whether v, of type t, isn't zero.
func (v Value) truth(t cil.Type) bool {
	if _, float := t.(*cil.FloatType); float {
		return v.Float != 0
	}
	return v.Int.Sign() != 0
}

// decode reads a value of type t from its bytes.
func decode(t cil.Type, b []byte) Value {
	switch t := t.(type) {
	case *cil.IntType:
		v := loadInt(b, t.Signed)
		if t.Kind == cil.Bool {
			v.And(v, big.NewInt(1))
		}
		return Value{Int: v}
	case *cil.FloatType:
		if t.Bytes == 4 {
			return Value{Float: float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))}
		}
		return Value{Float: math.Float64frombits(binary.LittleEndian.Uint64(b))}
	case *cil.PtrType:
		return Value{Int: loadInt(b, false)}
	}
	return Value{Bytes: append([]byte(nil), b...)}
}

// encode writes the value v of type t into b.
func encode(t cil.Type, v Value, b []byte) {
	switch t := t.(type) {
	case *cil.FloatType:
		if t.Bytes == 4 {
			binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v.Float)))
			return
		}
		clear(b)
		binary.LittleEndian.PutUint64(b, math.Float64bits(v.Float))
	case *cil.IntType, *cil.PtrType:
		storeInt(b, v.Int)
	default:
		copy(b, v.Bytes)
	}
}

// loadBits reads n bits from bit at on.
func loadBits(b []byte, at, n int, signed bool) *big.Int {
	v := new(big.Int).Rsh(loadInt(b, false), uint(at))
	mod := new(big.Int).Lsh(big.NewInt(1), uint(n))
	v.Mod(v, mod)
	if signed && v.Bit(n-1) == 1 {
		v.Sub(v, mod)
	}
	return v
}

// storeBits writes the low n bits of v from bit at on.
func storeBits(b []byte, at, n int, v *big.Int) {
	ones := new(big.Int).Lsh(big.NewInt(1), uint(n))
	ones.Sub(ones, big.NewInt(1))
	r := loadInt(b, false)
	r.AndNot(r, new(big.Int).Lsh(ones, uint(at)))
	r.Or(r, new(big.Int).Lsh(new(big.Int).And(v, ones), uint(at)))
	storeInt(b, r)
}
