package slic

import (
	"strings"

	"hardbop/internal/cil"
)

// typeOf returns the type that t means, or nil after a complaint.
func (c *checker) typeOf(t *TypeName) cil.Type {
	base := c.baseType(t)
	if base == nil {
		return nil
	}
	for range t.Stars {
		base = &cil.PtrType{Elem: base}
	}
	return base
}

func (c *checker) baseType(t *TypeName) cil.Type {
	if t.Enum != nil {
		return c.int()
	}
	words := strings.Fields(t.Base)
	if basicWord(words[0]) {
		if b := c.basicType(words); b != nil {
			return b
		}
		c.errorf(t.Pos, "%q is not a type", t.Base)
		return nil
	}
	if words[0] == "enum" && (c.tags[words[1]] || c.decls.NamedType(t.Base) == nil) {
		if !c.tags[words[1]] {
			c.errorf(t.Pos, "unknown enum %s", words[1])
		}
		return c.int()
	}
	if named := c.decls.NamedType(t.Base); named != nil {
		return named
	}
	if taggedWord(words[0]) && t.Stars > 0 {
		return cil.Void // the program has no such type: only the pointer's value is of use
	}
	c.errorf(t.Pos, "unknown type %s", t.Base)
	return nil
}

// basicType returns the type that the words of a basic type mean in any order, or nil.
func (c *checker) basicType(words []string) cil.Type {
	count := map[string]int{}
	for _, w := range words {
		count[w]++
	}
	if len(words) == 1 && words[0] == "void" {
		return cil.Void
	}
	if len(words) == 1 && (words[0] == "bool" || words[0] == "_Bool") {
		return c.decls.Model().Int(cil.Bool)
	}
	unsigned := count["unsigned"] > 0
	if count["void"]+count["bool"]+count["_Bool"] > 0 || unsigned && count["signed"] > 0 {
		return nil
	}
	kind, ok := basicKind(count)
	if !ok {
		return nil
	}
	switch {
	case kind == cil.Char && unsigned:
		kind = cil.UChar
	case kind == cil.Char && count["signed"] > 0:
		kind = cil.SChar
	case unsigned:
		kind++
	}
	return c.decls.Model().Int(kind)
}

// basicKind returns the signed kind that the words say, apart from their signs.
func basicKind(count map[string]int) (cil.IntKind, bool) {
	char, short, long, num := count["char"], count["short"], count["long"], count["int"]
	switch {
	case char > 1 || short > 1 || num > 1 || long > 2 || count["signed"] > 1 || count["unsigned"] > 1:
		return 0, false
	case char > 0:
		return cil.Char, short+long+num == 0
	case short > 0:
		return cil.Short, long == 0
	case long == 1:
		return cil.Long, true
	case long == 2:
		return cil.LongLong, true
	}
	return cil.Int, true
}

// promote applies the integer promotions to e, which has an integer type.
func (c *checker) promote(e cil.Expr) cil.Expr {
	t := e.Type().(*cil.IntType)
	if f := bitField(e); f != nil && f.BitLen < c.int().Bits {
		return cil.MakeCast(c.int(), e)
	}
	if t.Kind < cil.Int {
		return cil.MakeCast(c.int(), e)
	}
	return e
}

// bitField returns the bit-field that e reads, or nil.
func bitField(e cil.Expr) *cil.Field {
	l, ok := e.(*cil.Load)
	if !ok || len(l.L.Path) == 0 {
		return nil
	}
	if f := l.L.Path[len(l.L.Path)-1].Field; f != nil && f.BitField {
		return f
	}
	return nil
}

// commonType returns the type of the usual arithmetic conversions of promoted types.
func (c *checker) commonType(a, b *cil.IntType) *cil.IntType {
	switch {
	case a.Signed == b.Signed && a.Kind >= b.Kind:
		return a
	case a.Signed == b.Signed:
		return b
	case a.Signed:
		return c.commonType(b, a)
	case a.Kind > b.Kind:
		return a
	case b.Bits > a.Bits:
		return b
	}
	return c.decls.Model().Int(b.Kind + 1)
}

// isVoidPtr reports whether t is void *.
func isVoidPtr(t cil.Type) bool {
	p, ok := t.(*cil.PtrType)
	if !ok {
		return false
	}
	_, void := p.Elem.(*cil.VoidType)
	return void
}
