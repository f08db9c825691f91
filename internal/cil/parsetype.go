package cil

import (
	"sort"
	"strings"

	"hardbop/internal/source"
)

// castType parses (type) and returns the type, or takes nothing and returns nil if
// what follows is not a type in parentheses.
func (p *exprParser) castType() Type {
	start := p.next
	p.next++ // the parenthesis
	base := p.baseType()
	if base == nil {
		p.next = start
		return nil
	}
	t := p.declarator()(base)
	p.expect(")")
	return t
}

// declarator parses an abstract declarator and returns what it makes of a base type.
func (p *exprParser) declarator() func(Type) Type {
	defer p.deeper()()
	stars := p.stars()
	inner := func(t Type) Type { return t }
	if t := p.peek(); t.text == "(" && p.toks[p.next+1].text == "*" {
		p.next++
		inner = p.declarator()
		p.expect(")")
	}
	suffix := p.suffixes()
	return func(t Type) Type { return inner(suffix(stars(t))) }
}

// stars parses pointers with qualifiers, which are dropped.
func (p *exprParser) stars() func(Type) Type {
	n := 0
	for p.accept("*") {
		n++
		for p.acceptName("const") || p.acceptName("volatile") {
			continue
		}
	}
	return func(t Type) Type {
		for range n {
			t = &PtrType{Elem: t}
		}
		return t
	}
}

func (p *exprParser) acceptName(name string) bool {
	if t := p.peek(); t.kind == tokName && t.text == name {
		p.next++
		return true
	}
	return false
}

// suffixes parses [n] and (parameters).
func (p *exprParser) suffixes() func(Type) Type {
	defer p.deeper()()
	switch {
	case p.accept("["):
		n := int64(-1)
		if t := p.peek(); t.kind == tokNumber {
			p.next++
			v, ok := parseInteger(t.text)
			if !ok || !v.IsInt64() {
				p.fail(t, "expected the length of an array, found "+t.String())
			}
			n = v.Int64()
		}
		p.expect("]")
		rest := p.suffixes()
		return func(t Type) Type { return &ArrayType{Elem: rest(t), Len: n} }
	case p.accept("("):
		params, variadic, noProto := p.params()
		return func(t Type) Type {
			return &FuncType{Ret: t, Params: params, Variadic: variadic, NoProto: noProto}
		}
	}
	return func(t Type) Type { return t }
}

// params parses the parameters of a function type after its parenthesis.
func (p *exprParser) params() (params []Type, variadic, noProto bool) {
	if p.accept(")") {
		return nil, false, true
	}
	for {
		if p.accept(".") {
			p.expect(".")
			p.expect(".")
			variadic = true
			break
		}
		at := p.peek()
		base := p.baseType()
		if base == nil {
			p.fail(at, "expected a type, found "+at.String())
		}
		params = append(params, p.declarator()(base))
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	if len(params) == 1 && SameType(params[0], Void) {
		params = nil
	}
	return params, variadic, false
}

// typeWords are the words of C's basic types.
var typeWords = map[string]bool{"void": true, "_Bool": true, "char": true, "short": true, "int": true, "long": true,
	"signed": true, "unsigned": true, "__int128": true, "float": true, "double": true, "__float128": true,
	"const": true, "volatile": true}

// baseType parses type specifiers, or takes nothing and returns nil.
func (p *exprParser) baseType() Type {
	if p.acceptName("const") || p.acceptName("volatile") {
		return p.baseType()
	}
	t := p.peek()
	if t.kind != tokName {
		return nil
	}
	if t.text == "struct" || t.text == "union" {
		p.next++
		return p.comp(t.text == "union")
	}
	var words []string
	for t := p.peek(); t.kind == tokName && typeWords[t.text]; t = p.peek() {
		p.next++
		if t.text != "const" && t.text != "volatile" {
			words = append(words, t.text)
		}
	}
	if len(words) == 0 {
		return nil
	}
	bt := p.basicType(words)
	if bt == nil {
		p.fail(t, "unknown type '"+strings.Join(words, " ")+"'")
	}
	return bt
}

// comp parses the tag of a struct or union.
func (p *exprParser) comp(union bool) Type {
	t := p.take()
	var tags []string
	for _, c := range p.prog.Comps {
		if c.Union != union {
			continue
		}
		if c.Tag == t.text {
			return c
		}
		tags = append(tags, c.Tag)
	}
	p.fail(t, "unknown struct or union "+t.String()+source.DidYouMean(t.text, tags))
	return nil
}

// basicType returns the type that the words name, in any order, or nil.
func (p *exprParser) basicType(words []string) Type {
	sort.Strings(words)
	name := strings.Join(words, " ")
	m := p.prog.Model
	switch name {
	case "void":
		return Void
	case "float":
		return &FloatType{Bits: 32, Bytes: 4}
	case "double":
		return &FloatType{Bits: 64, Bytes: 8}
	}
	if kind, ok := intSpellings[name]; ok {
		return m.Int(kind)
	}
	return nil
}

// intSpellings maps the specifiers of the integer types, sorted, to their kinds.
var intSpellings = map[string]IntKind{
	"_Bool": Bool, "char": Char, "char signed": SChar, "char unsigned": UChar,
	"short": Short, "int short": Short, "short signed": Short, "int short signed": Short,
	"short unsigned": UShort, "int short unsigned": UShort,
	"int": Int, "signed": Int, "int signed": Int, "unsigned": UInt, "int unsigned": UInt,
	"long": Long, "int long": Long, "long signed": Long, "int long signed": Long,
	"long unsigned": ULong, "int long unsigned": ULong,
	"long long": LongLong, "int long long": LongLong, "long long signed": LongLong, "int long long signed": LongLong,
	"long long unsigned": ULongLong, "int long long unsigned": ULongLong,
	"__int128": Int128, "__int128 signed": Int128, "__int128 unsigned": UInt128,
}
