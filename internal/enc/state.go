package enc

import (
	"fmt"
	"math/big"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// stateMemory is the memory of one state. A variable whose address isn't taken is a
// constant, or a function of the offset if it is an array or has one or a union; all
// other memory is one uninterpreted function of the address for each kind of scalar, so
// that reads of one kind at equal addresses are equal.
type stateMemory struct{ ids *identities }

// identities numbers objects and functions.
type identities struct {
	vars  map[*cil.Var]int64
	funcs map[*cil.Func]int64
	next  int64 // that no object has
}

// literalID is the number that all string literals share: they may overlap each other.
const literalID = 1

// newIdentities numbers what prog has, so that numbers don't depend on the order of use.
func newIdentities(prog *cil.Program) *identities {
	ids := &identities{vars: map[*cil.Var]int64{}, funcs: map[*cil.Func]int64{}, next: literalID + 1}
	add := func(vs []*cil.Var) {
		for _, v := range vs {
			ids.vars[v] = ids.next
			ids.next++
		}
	}
	add(prog.Globals)
	for _, f := range prog.Funcs {
		ids.funcs[f] = ids.next
		ids.next++
		add(f.Formals)
		add(f.Locals)
	}
	return ids
}

// Objects returns a number above those that the functions and variables of prog have as objects.
func Objects(prog *cil.Program) int64 { return newIdentities(prog).next }

func (ids *identities) of(v *cil.Var) (int64, bool) {
	if v.Kind == cil.Literal {
		return literalID, true
	}
	n, ok := ids.vars[v]
	return n, ok
}

// varName names v uniquely in the program.
func varName(v *cil.Var) string {
	if v.Func != nil {
		return v.Func.Name + "::" + v.Name
	}
	return v.Name
}

// typeKey names the kind of scalar that t is, pointers aside.
func typeKey(t *cil.IntType) string {
	switch {
	case t.Kind == cil.MathInt:
		return "int"
	case t.Kind == cil.Bool:
		return "bool"
	case t.Signed:
		return fmt.Sprintf("i%d", 8*t.Bytes)
	}
	return fmt.Sprintf("u%d", 8*t.Bytes)
}

// bitsPrefix begins the kinds of bit-fields.
const bitsPrefix = "bits."

// scalarKey names the kind of scalar that l is.
func scalarKey(l *cil.Lval) string {
	if f := lastField(l); isBitField(f) {
		prefix := bitsPrefix
		if f.Comp.Union {
			prefix = "union" + bitsPrefix
		}
		return prefix + f.Comp.Tag + "." + f.Name
	}
	switch t := l.Type().(type) {
	case *cil.IntType:
		return typeKey(t)
	case *cil.PtrType:
		return "ptr"
	case *cil.FloatType:
		return fmt.Sprintf("float%d", t.Bits)
	}
	panic(fmt.Sprintf("enc: read of %s, which is no scalar", l.Type()))
}

// readType is the type whose range the values of l lie in.
func readType(l *cil.Lval) cil.Type {
	f := lastField(l)
	if !isBitField(f) {
		return l.Type()
	}
	t := f.Type.(*cil.IntType)
	if t.Kind == cil.Bool {
		return t
	}
	return &cil.IntType{Kind: t.Kind, Bits: f.BitLen, Bytes: t.Bytes, Signed: t.Signed}
}

func (m *stateMemory) read(c *coder, l *cil.Lval) smt.Term {
	switch {
	case l.Base != nil && l.Base.Kind == cil.Value:
		return c.f.Var(varName(l.Base), c.th.sort(l.Type()))
	case l.Base != nil && l.Base.Kind == cil.Owner:
		return c.apply("object", c.addrType(), c.value(l.Path[0].Index))
	case l.Base == nil || l.Base.AddrTaken:
		return c.apply("load."+scalarKey(l), readType(l), c.address(l))
	case byFields(l.Path):
		return c.symbol(varName(l.Base)+fieldText(l.Path), readType(l))
	}
	off, dynamic := c.offset(l)
	at := c.moved(c.th.bytes(0), off, dynamic)
	return c.apply("load."+varName(l.Base)+"."+scalarKey(l), readType(l), at)
}

// byFields reports whether the path selects members of structs only.
func byFields(path []cil.Sel) bool { return !hasIndex(path) && !inUnion(path) }

func fieldText(path []cil.Sel) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString("." + s.Field.Name)
	}
	return b.String()
}

// object is the address of v, which ends before the addresses do.
func (m *stateMemory) object(c *coder, v *cil.Var) smt.Term {
	a := c.symbol("&"+varName(v), &cil.PtrType{Elem: v.Type})
	if size := c.model.SizeOf(v.Type); size > 1 {
		t := c.addrType()
		last := new(big.Int).Sub(t.Max(), big.NewInt(size-1))
		c.fact(c.th.compare(cil.Le, typed{a, t}, typed{c.th.lit(t, last), t}))
	}
	return a
}

func (m *stateMemory) function(c *coder, f *cil.Func) smt.Term {
	a := c.symbol("&"+f.Name+"()", &cil.PtrType{Elem: f.Type})
	c.fact(m.notNull(c, a))
	if n, ok := m.ids.funcs[f]; ok {
		c.fact(m.owner(c, a, n))
	}
	return a
}

func (m *stateMemory) notNull(c *coder, a smt.Term) smt.Term {
	return c.f.Not(c.f.Eq(a, c.null()))
}

// owner says that the byte at a belongs to object n. Objects don't overlap, so that is
// a function of the address.
func (m *stateMemory) owner(c *coder, a smt.Term, n int64) smt.Term {
	t := c.addrType()
	return c.f.Eq(c.f.Apply("object", c.th.sort(t), a), c.th.lit(t, big.NewInt(n)))
}

// part implements [memory]: a part of an object belongs to it and isn't null.
func (m *stateMemory) part(c *coder, v *cil.Var, _, a smt.Term, off int64, dynamic smt.Term) {
	if v == nil {
		return
	}
	n, ok := m.ids.of(v)
	size := c.model.SizeOf(v.Type)
	if !ok || size == 0 {
		return
	}
	c.withinObject(off, dynamic, size, func() smt.Term { return c.f.And(m.notNull(c, a), m.owner(c, a, n)) })
}

// withinObject states fact for an address that lies off bytes, and dynamic more unless that
// is no term, from the start of an object, where that is within its size (-1: unknown).
func (c *coder) withinObject(off int64, dynamic smt.Term, size int64, fact func() smt.Term) {
	switch {
	case !dynamic.IsValid():
		if off == 0 || off > 0 && off < size {
			c.fact(fact())
		}
	case size > 0:
		t := c.addrType()
		at := c.moved(dynamic, off, smt.Term{})
		low := c.th.compare(cil.Le, typed{c.th.bytes(0), t}, typed{at, t})
		high := c.th.compare(cil.Lt, typed{at, t}, typed{c.th.bytes(size), t})
		c.fact(c.f.Implies(c.f.And(low, high), fact()))
	}
}
