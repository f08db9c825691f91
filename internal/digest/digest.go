// Package digest tells values apart by all that they hold.
package digest

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"reflect"
	"slices"
)

// Sum is the digest of some values.
type Sum [sha256.Size]byte

// Of returns the digest of values: of their types, of all fields, exported or not, and of what
// pointers lead to, with which of them lead to the same. Two values have the same digest only if no
// code that reads nothing else can tell them apart, addresses aside. Whatever is added to a type
// belongs to the digest without anybody having to think of it.
//
// Maps must have strings or numbers as keys. Functions and channels must be nil: nobody knows what
// they hold. Anything else is a fault of the caller's, and panics.
func Of(values ...any) Sum {
	w := &writer{h: sha256.New(), seen: map[place]uint64{}}
	for _, v := range values {
		w.iface(reflect.ValueOf(v))
	}
	w.flush()
	return Sum(w.h.Sum(nil))
}

// writer writes values to a hash.
type writer struct {
	h    hash.Hash
	buf  []byte
	seen map[place]uint64 // what pointers lead to, by number
}

// place is what a pointer leads to: a struct and its first field have one address.
type place struct {
	at uintptr
	t  reflect.Type
}

const bufSize = 1 << 12

func (w *writer) flush() {
	w.h.Write(w.buf)
	w.buf = w.buf[:0]
}

func (w *writer) number(n uint64) {
	w.buf = binary.AppendUvarint(w.buf, n)
	if len(w.buf) > bufSize {
		w.flush()
	}
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

// iface writes a value whose type isn't known beforehand.
func (w *writer) iface(v reflect.Value) {
	if !v.IsValid() {
		w.number(0)
		return
	}
	w.number(1)
	w.text(v.Type().String())
	w.value(v)
}

func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		w.number(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.number(math.Float64bits(v.Float()))
	case reflect.String:
		w.text(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	case reflect.Array:
		w.elements(v)
	case reflect.Slice:
		w.number(uint64(v.Len()))
		w.elements(v)
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Interface:
		w.iface(v.Elem())
	case reflect.Map:
		w.table(v)
	default:
		if !v.IsNil() {
			panic(fmt.Sprintf("digest: nobody knows what a %s holds", v.Type()))
		}
	}
}

func (w *writer) elements(v reflect.Value) {
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

// pointer writes what is pointed to where it comes for the first time, and else its number.
func (w *writer) pointer(v reflect.Value) {
	if v.IsNil() {
		w.number(0)
		return
	}
	p := place{v.Pointer(), v.Type()}
	if n, ok := w.seen[p]; ok {
		w.number(n)
		return
	}
	n := uint64(len(w.seen) + 1)
	w.seen[p] = n
	w.number(n)
	w.value(v.Elem())
}

// table writes a map in the order of its keys.
func (w *writer) table(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, compare)
	w.number(uint64(len(keys)))
	for _, k := range keys {
		w.value(k)
		w.value(v.MapIndex(k))
	}
}

func compare(a, b reflect.Value) int {
	switch {
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	}
	panic(fmt.Sprintf("digest: keys of type %s have no order", a.Type()))
}
