package cil

import (
	"fmt"
	"strings"
)

// comps writes the structs and unions, those first that others contain.
func (p *printer) comps() {
	for _, c := range p.prog.Comps {
		p.printf("%s;\n", c)
	}
	done := map[*CompType]bool{}
	for _, c := range p.prog.Comps {
		p.comp(c, done)
	}
}

// comp writes c after the comps that are parts of it. Nesting is bounded by the source.
func (p *printer) comp(c *CompType, done map[*CompType]bool) {
	if done[c] || !c.Defined {
		return
	}
	done[c] = true
	for _, f := range c.Fields {
		if part, ok := elementOf(f.Type).(*CompType); ok {
			p.comp(part, done)
		}
	}
	p.printf("%s {\n", c)
	attr := ""
	if p.natural(c) {
		for _, f := range c.Fields {
			p.printf("\t%s;\n", Declare(p.member(c, f), f.Name))
		}
	} else {
		p.placed(c)
		attr = fmt.Sprintf(" __attribute__((packed, aligned(%d)))", max(c.Align, 1))
	}
	p.printf("}%s;\n", attr)
}

// elementOf returns what arrays of t are made of in the end.
func elementOf(t Type) Type {
	for {
		a, ok := t.(*ArrayType)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// member returns the type to print for f: a flexible array that C doesn't allow where
// it is has no elements.
func (p *printer) member(c *CompType, f *Field) Type {
	if a, ok := f.Type.(*ArrayType); ok && a.Len < 0 && (c.Union || len(c.Fields) == 1 || f.Index < len(c.Fields)-1) {
		return &ArrayType{Elem: a.Elem}
	}
	return f.Type
}

// natural reports whether a compiler lays c out as it is without being told.
func (p *printer) natural(c *CompType) bool {
	end, align := int64(0), int64(1)
	for _, f := range c.Fields {
		a := p.alignOf(f.Type)
		at := (end + a - 1) / a * a
		if c.Union {
			at = 0
		}
		if f.BitField || a == 0 || f.Offset != at {
			return false
		}
		end = max(end, at+max(0, p.prog.Model.SizeOf(f.Type)))
		align = max(align, a)
	}
	return align == c.Align && (end+align-1)/align*align == c.Size
}

// alignOf is the alignment of a member of type t.
func (p *printer) alignOf(t Type) int64 {
	switch t := elementOf(t).(type) {
	case *CompType:
		return max(t.Align, 1)
	case *FloatType:
		if p.prog.Model.PtrBytes == 4 && t.Bits < 128 {
			return 4
		}
		return int64(t.Bytes)
	case *IntType:
		if p.prog.Model.Name == "ILP32" && t.Bytes == 8 {
			return 4
		}
		return int64(t.Bytes)
	default:
		return max(p.prog.Model.SizeOf(t), 1)
	}
}

// placed writes the members of c for a packed struct, with unnamed bit-fields in the
// gaps, so that each is where c has it.
func (p *printer) placed(c *CompType) {
	at := int64(0) // in bits
	for _, f := range c.Fields {
		start, size := 8*f.Offset+int64(f.BitOff), int64(f.BitLen)
		d := Declare(p.member(c, f), f.Name)
		if f.BitField {
			d += fmt.Sprintf(" : %d", f.BitLen)
		} else {
			size = 8 * max(0, p.prog.Model.SizeOf(f.Type))
		}
		if !c.Union {
			p.gap(start - at)
		}
		p.printf("\t%s;\n", d)
		at = start + size
	}
	if c.Union {
		p.printf("\tchar __size[%d];\n", c.Size)
	} else {
		p.gap(8*c.Size - at)
	}
}

// gap writes padding of n bits.
func (p *printer) gap(n int64) {
	for ; n > 0; n -= 32 {
		p.printf("\tunsigned int : %d;\n", min(n, 32))
	}
}

// globals writes the variables with static storage. What an initialiser mentions
// before its turn is declared first.
func (p *printer) globals() {
	for _, v := range p.forward() {
		if p.elsewhereInMemory(v) {
			continue
		}
		p.printf("%s%s;\n", p.storage(v), p.declaration(v))
	}
	for _, v := range p.prog.Globals {
		if p.elsewhereInMemory(v) {
			p.image(v)
			continue
		}
		p.printf("%s%s", p.storage(v), p.declaration(v))
		if v.Init != nil && !v.Extern {
			p.printf(" = %s", p.initialiser(v))
		}
		p.printf(";\n")
	}
	p.printf("\n")
}

// forward lists the globals that are mentioned before their definition.
func (p *printer) forward() []*Var {
	defined, listed := map[*Var]bool{}, map[*Var]bool{}
	var first []*Var
	mention := func(e Expr) {
		for _, u := range Vars(e) {
			if !defined[u] && !listed[u] {
				listed[u] = true
				first = append(first, u)
			}
		}
	}
	for _, v := range p.prog.Globals {
		if v.Init != nil && v.Init.Expr != nil {
			mention(v.Init.Expr)
		}
		if v.Init != nil {
			for _, e := range v.Init.Entries {
				mention(e.Expr)
			}
		}
		defined[v] = true
	}
	return first
}

func (p *printer) declaration(v *Var) string {
	d := Declare(v.Type, p.style.varName(v))
	if v.Volatile {
		d = "volatile " + d
	}
	return d
}

// storage is the storage class of v's declaration. What had another name in the source
// isn't known to other files.
func (p *printer) storage(v *Var) string {
	switch {
	case p.opts.Rewrite != nil:
		return "static "
	case v.Extern:
		return "extern "
	case v.Kind == Literal || v.Orig != "":
		return "static "
	}
	return ""
}

// initialiser returns v's initialiser.
func (p *printer) initialiser(v *Var) string {
	if v.Init.Expr != nil {
		return p.style.exprText(v.Init.Expr, precCond)
	}
	if text, ok := stringOf(v); ok {
		return text
	}
	var parts []string
	for _, e := range v.Init.Entries {
		part := ""
		for _, s := range e.Path {
			part += p.style.selector(s)
		}
		parts = append(parts, part+" = "+p.style.exprText(e.Expr, precCond))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// stringOf returns v's initialiser as a string literal, if v is an array of characters
// that are all given in order.
func stringOf(v *Var) (string, bool) {
	at, ok := v.Type.(*ArrayType)
	if !ok || at.Len < 0 || len(v.Init.Entries) == 0 {
		return "", false
	}
	if et, ok := at.Elem.(*IntType); !ok || et.Bytes != 1 || et.Kind == Bool {
		return "", false
	}
	var text []byte
	for _, e := range v.Init.Entries {
		i, ok1 := ConstValue(e.Path[0].Index)
		c, ok2 := ConstValue(e.Expr)
		if !ok1 || !ok2 || !i.IsInt64() || i.Int64() < int64(len(text)) || i.Int64() > int64(len(text))+64 {
			return "", false
		}
		for int64(len(text)) < i.Int64() {
			text = append(text, 0)
		}
		text = append(text, byte(c.Int64()))
	}
	if int64(len(text)) == at.Len && text[len(text)-1] == 0 {
		text = text[:len(text)-1]
	}
	return quoteC(text), true
}

// quoteC returns text as a C string literal.
func quoteC(text []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '?' || c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}
