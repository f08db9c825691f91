package enc

import (
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// structOf makes a struct, or a union, of the types.
func structOf(model *cil.DataModel, union bool, types ...cil.Type) *cil.CompType {
	c := &cil.CompType{Union: union, Defined: true, Align: 4}
	for i, t := range types {
		f := &cil.Field{Comp: c, Type: t, Index: i}
		if !union {
			f.Offset = c.Size
			c.Size += max(model.SizeOf(t), 0)
		} else {
			c.Size = max(c.Size, model.SizeOf(t))
		}
		c.Fields = append(c.Fields, f)
	}
	return c
}

// A struct may lie in the bytes of another one if these are enough.
func TestHasPart(t *testing.T) {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	c := newCoder(smt.NewFactory(), model, Options{})
	integer := model.Int(cil.Int)
	bytes := func(n int64) cil.Type { return &cil.ArrayType{Elem: charType, Len: n} }
	lock := structOf(model, false, structOf(model, true, integer, structOf(model, false, bytes(8), integer)))
	channel := structOf(model, false, lock, lock, integer)
	buffer := structOf(model, false, integer, bytes(64))
	for _, x := range []struct {
		whole cil.Type
		off   int64
		part  cil.Type
		want  bool
	}{
		{channel, 0, channel, true},
		{channel, lock.Size, lock, true},
		{channel, lock.Size, channel, false},
		{channel, lock.Size, integer, true},
		{channel, 2 * lock.Size, integer, true},
		{channel, 2, integer, true},
		{channel, 2, lock, false},
		{buffer, 8, channel, true},
		{buffer, 60, channel, false},
		{structOf(model, false, integer, bytes(-1)), 60, channel, true},
		{charType, 100, channel, true},
		{channel, 3, charType, true},
	} {
		if got := c.hasPart(x.whole, x.off, x.part); got != x.want {
			t.Errorf("%s has a %s at %d: %v", x.whole, x.part, x.off, got)
		}
	}
}

// What lies in bytes may be an element of an array there.
func TestHasAlone(t *testing.T) {
	model, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	c := newCoder(smt.NewFactory(), model, Options{})
	integer := model.Int(cil.Int)
	pair := structOf(model, false, integer, integer)
	buffer := structOf(model, false, integer, &cil.ArrayType{Elem: charType, Len: 64})
	list := structOf(model, false, integer, &cil.ArrayType{Elem: pair, Len: 4})
	outer := structOf(model, false, integer, pair)
	for _, x := range []struct {
		whole cil.Type
		off   int64
		want  bool
	}{{pair, 0, true}, {outer, 4, true}, {buffer, 4, false}, {buffer, 12, false}, {list, 4, false}, {list, 12, false}} {
		if got := c.hasAlone(x.whole, x.off, pair); got != x.want {
			t.Errorf("a pair alone at %d of %d bytes: %v", x.off, model.SizeOf(x.whole), got)
		}
	}
}
