package cfront

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

func (x *elab) primary(n *cc.PrimaryExpression) opd {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return x.ident(n)
	case cc.PrimaryExpressionInt:
		return opd{e: x.intLiteral(n.Token)}
	case cc.PrimaryExpressionFloat:
		return opd{e: x.floatLiteral(n.Token)}
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return opd{e: x.charLiteral(n.Token)}
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return x.stringLiteral(n.Token)
	case cc.PrimaryExpressionExpr:
		return x.expr(n.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return x.statementExpr(n.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		return x.generic(n.GenericSelection)
	}
	x.errorf(position(n), "an expression of this form is not known")
	return opd{e: x.intZero()}
}

func (x *elab) ident(n *cc.PrimaryExpression) opd {
	name := n.Token.SrcStr()
	switch e := x.lookup(name).(type) {
	case *object:
		if e.v.Func == nil {
			x.mention(e.v.Name)
		}
		return opd{l: cil.VarLval(e.v), q: e.q}
	case *vla:
		return opd{l: e.lval(), q: e.q}
	case *function:
		x.mention(e.f.Name)
		return opd{e: &cil.FuncAddr{F: e.f, T: &cil.PtrType{Elem: e.t}}, isFn: true}
	case *enumConst:
		return opd{e: e.val}
	case *typedefName:
		x.errorf(position(n), "a value is needed here, but %s is the name of a type", name)
		return opd{e: x.intZero()}
	}
	if v, ok := decodeMulti(name); ok {
		return opd{e: &cil.Const{T: x.intType(), Val: v}}
	}
	x.errorf(position(n), "%s is not declared", name)
	return opd{e: x.intZero()}
}

// mention records that the function names a global.
func (x *elab) mention(name string) {
	if x.used != nil {
		x.used[name] = true
	}
}

// intLiteral is an integer constant of the first type in C's list that holds it.
func (x *elab) intLiteral(t cc.Token) cil.Expr {
	text := t.SrcStr()
	digits := strings.TrimRight(text, "uUlL")
	suffix := strings.ToLower(text[len(digits):])
	base := 10
	switch lower := strings.ToLower(digits); {
	case strings.HasPrefix(lower, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(lower, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.ContainsAny(digits, "_+-") {
		x.errorf(position(t), "%s is not an integer constant", text)
		return x.intZero()
	}
	for k := cil.Int; k <= cil.UInt128; k++ {
		it := x.model.Int(k)
		long := strings.Count(suffix, "l")
		unsigned := strings.Contains(suffix, "u")
		if !holds(it, v) || unsigned && it.Signed || !unsigned && !it.Signed && base == 10 ||
			long == 1 && k < cil.Long || long == 2 && k < cil.LongLong {
			continue
		}
		return &cil.Const{T: it, Val: v}
	}
	x.errorf(position(t), "the constant %s is too large", text)
	return x.intZero()
}

func (x *elab) floatLiteral(t cc.Token) cil.Expr {
	text := t.SrcStr()
	ft := doubleType
	switch c := text[len(text)-1]; {
	case (c == 'f' || c == 'F') && !isHex(text):
		ft = floatType
	case c == 'l' || c == 'L':
		ft, _ = x.longDouble().(*cil.FloatType)
	}
	return &cil.FloatConst{T: ft, Text: text}
}

func isHex(s string) bool { return strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") }

// truncated is the integer value of a floating constant, if t holds it.
func truncated(text string, t *cil.IntType) (*big.Int, bool) {
	f, _, err := big.ParseFloat(strings.TrimRight(text, "fFlL"), 0, 128, big.ToNearestEven)
	if err != nil || f.IsInf() {
		return nil, false
	}
	v, _ := f.Int(nil)
	return v, holds(t, v)
}

func (x *elab) charLiteral(t cc.Token) cil.Expr {
	text := t.SrcStr()
	open := strings.IndexByte(text, '\'')
	vals := x.unescape(text[open+1:len(text)-1], open > 0, t)
	if len(vals) == 0 {
		x.errorf(position(t), "an empty character constant")
		return x.intZero()
	}
	if open > 0 {
		it := x.wideType(text[:open])
		return &cil.Const{T: it, Val: it.Wrap(big.NewInt(int64(vals[0])))}
	}
	v := x.model.Int(cil.Char).Wrap(big.NewInt(int64(vals[0])))
	if len(vals) > 1 {
		u := uint32(0)
		for _, c := range vals {
			u = u<<8 | c&0xff
		}
		v = big.NewInt(int64(int32(u)))
	}
	return &cil.Const{T: x.intType(), Val: v}
}

// wideType is the element type of literals with the prefix p.
func (x *elab) wideType(p string) *cil.IntType {
	switch {
	case p == "u", p == "L" && (x.model.Name == "LLP64" || x.cfg.ShortWchar):
		return x.model.Int(cil.UShort)
	case p == "L" && x.model.Name == "ILP32":
		return x.model.Int(cil.Long)
	case p == "U":
		return x.model.Int(cil.UInt)
	case p == "u8", p == "":
		return x.model.Int(cil.Char)
	}
	return x.intType()
}

// unescape decodes the body of a literal into its elements: bytes, or code points if wide.
func (x *elab) unescape(s string, wide bool, t cc.Token) []uint32 {
	var vals []uint32
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			r, w := utf8.DecodeRuneInString(s[i:])
			if !wide || r == utf8.RuneError {
				r, w = rune(s[i]), 1
			}
			vals = append(vals, uint32(r))
			i += w
			continue
		}
		v, w, isChar := escape(s[i:])
		if w == 0 {
			x.errorf(position(t), "a wrong escape sequence")
			return vals
		}
		i += w
		if isChar && !wide {
			for _, b := range []byte(string(rune(v))) {
				vals = append(vals, uint32(b))
			}
			continue
		}
		vals = append(vals, v)
	}
	return vals
}

var simpleEscapes = map[byte]uint32{'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?'}

// escape decodes the escape sequence at the start of s. It returns its value, its length
// (0 if it is wrong) and whether it is a universal character name.
func escape(s string) (v uint32, width int, isChar bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	if c, ok := simpleEscapes[s[1]]; ok {
		return c, 2, false
	}
	from, most, base := 1, 3, 8
	switch s[1] {
	case 'x':
		from, most, base = 2, len(s), 16
	case 'u':
		from, most, base, isChar = 2, 4, 16, true
	case 'U':
		from, most, base, isChar = 2, 8, 16, true
	}
	to := from
	for to < len(s) && to-from < most {
		if _, err := strconv.ParseUint(s[to:to+1], base, 8); err != nil {
			break
		}
		to++
	}
	if to == from {
		return uint32(s[1]), 2, false
	}
	n, ok := new(big.Int).SetString(s[from:to], base)
	if !ok {
		return 0, 0, false
	}
	return uint32(n.Uint64()), to, isChar
}

// stringElems decodes a string literal into its elements and their type; the final zero
// is not among them.
func (x *elab) stringElems(t cc.Token) ([]uint32, *cil.IntType) {
	text := t.SrcStr()
	open := strings.IndexByte(text, '"')
	it := x.wideType(text[:open])
	return x.unescape(text[open+1:len(text)-1], it.Bytes > 1, t), it
}

// stringLiteral is the variable of a string literal; equal literals share one.
func (x *elab) stringLiteral(t cc.Token) opd {
	vals, it := x.stringElems(t)
	key := it.String() + t.SrcStr()
	v := x.literals[key]
	if v == nil {
		v = &cil.Var{Name: x.front.names.fresh("string"), Kind: cil.Literal, Pos: position(t), Const: true,
			Type: &cil.ArrayType{Elem: it, Len: int64(len(vals)) + 1}}
		v.Init = &cil.Init{Entries: stringEntries(nil, vals, it)}
		if x.dry == 0 {
			x.literals[key] = v
			x.prog.Globals = append(x.prog.Globals, v)
		}
	}
	x.mention(v.Name)
	return opd{l: cil.VarLval(v)}
}

// stringEntries initialises the array at path with the elements that aren't zero.
func stringEntries(path []cil.Sel, vals []uint32, it *cil.IntType) []cil.InitEntry {
	var es []cil.InitEntry
	for i, c := range vals {
		if c != 0 {
			p := append(append([]cil.Sel(nil), path...), cil.Sel{Index: cil.IntConst(indexType, int64(i))})
			es = append(es, cil.InitEntry{Path: p, Expr: cil.IntConst(it, int64(c))})
		}
	}
	return es
}

// generic is _Generic: the association of the controlling expression's type.
func (x *elab) generic(n *cc.GenericSelection) opd {
	t := &cil.PtrType{Elem: x.dryType(n.AssignmentExpression)}
	var def cc.ExpressionNode
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			def = a.AssignmentExpression
		} else if sameTarget(&cil.PtrType{Elem: x.typeName(a.TypeName).t}, t) {
			return x.expr(a.AssignmentExpression)
		}
	}
	if isNode(def) {
		return x.expr(def)
	}
	x.errorf(position(n), "no association of _Generic has the type %s", t.Elem)
	return opd{e: x.intZero()}
}
