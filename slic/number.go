package slic

import (
	"fmt"
	"math/big"
	"strings"

	"hardbop/internal/cil"
)

// numberOf returns the constant that t spells: decimal, octal or hexadecimal, with the
// suffixes of C.
func (p *parser) numberOf(t token) *Number {
	digits, _ := splitSuffix(t.text)
	val, ok := new(big.Int).SetString(cDigits(digits))
	if !ok || val.BitLen() > 64 {
		p.fail(t.pos, "%s is not an integer constant of at most 64 bits", t.text)
	}
	if _, ok := suffixRank(t.text); !ok {
		p.fail(t.pos, "unknown suffix of %s: expected a combination of U and L or LL", t.text)
	}
	return &Number{Pos: t.pos, Text: t.text, Val: val}
}

// cDigits returns the digits without the prefix that says the base, and the base.
func cDigits(s string) (string, int) {
	switch {
	case len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X"):
		return s[2:], 16
	case len(s) > 1 && s[0] == '0':
		return s[1:], 8
	}
	return s, 10
}

func splitSuffix(s string) (digits, suffix string) {
	digits = strings.TrimRight(s, "uUlL")
	return digits, strings.ToUpper(s[len(digits):])
}

// suffixRank returns how many Ls the suffix of s has.
func suffixRank(s string) (int, bool) {
	_, suffix := splitSuffix(s)
	switch strings.Replace(suffix, "U", "", 1) {
	case "":
		return 0, true
	case "L":
		return 1, true
	case "LL":
		return 2, true
	}
	return 0, false
}

// numberType returns the type of a constant: the first of C's list that has the value.
func numberType(n *Number, m *cil.DataModel) *cil.IntType {
	digits, suffix := splitSuffix(n.Text)
	rank, _ := suffixRank(n.Text)
	unsigned := strings.Contains(suffix, "U")
	_, base := cDigits(digits)
	pairs := [][2]cil.IntKind{{cil.Int, cil.UInt}, {cil.Long, cil.ULong}, {cil.LongLong, cil.ULongLong}}
	for _, pair := range pairs[rank:] {
		if t := m.Int(pair[0]); !unsigned && n.Val.Cmp(t.Max()) <= 0 {
			return t
		}
		if t := m.Int(pair[1]); (unsigned || base != 10) && n.Val.Cmp(t.Max()) <= 0 {
			return t
		}
	}
	return m.Int(cil.ULongLong)
}

// charText spells a character constant.
func charText(c byte) string {
	if i := strings.IndexByte("\n\t\x00\\\"'", c); i >= 0 {
		return "'\\" + string("nt0\\\"'"[i]) + "'"
	}
	return fmt.Sprintf("'%c'", rune(c))
}
