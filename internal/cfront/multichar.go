package cfront

import "math/big"

// A character constant of several characters, such as 'abcd', is not in the parser's
// grammar. It is replaced by a name of the same length, $ and letters that write
// the characters' value in base 26 padded with $: at least as long as it needs to be
// because only the four last characters count.

// multiChar replaces the character constant t if it has several plain characters.
func (m *mender) multiChar(t lexToken) {
	body := m.text[t.from+1 : max(t.to-1, t.from+1)]
	v, n := int64(0), 0
	for i := 0; i < len(body); i++ {
		c := body[i]
		if c == '\\' {
			return
		}
		v = (v<<8 | int64(c)) & 0xffffffff
		n++
	}
	if n < 2 || t.to-t.from < 4 {
		return
	}
	name := encodeMulti(uint32(v))
	pad := t.to - t.from - len(name)
	if pad < 0 {
		return
	}
	copy(m.out[t.from:], name)
	for k := t.from + len(name); k < t.to; k++ {
		m.out[k] = ' '
	}
}

const multiDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

// encodeMulti writes v as a name.
func encodeMulti(v uint32) string {
	var digits []byte
	for v > 0 {
		digits = append(digits, multiDigits[v%63])
		v /= 63
	}
	return "$" + string(digits)
}

// decodeMulti returns the value of a name that stands for a character constant.
func decodeMulti(name string) (*big.Int, bool) {
	if len(name) < 2 || name[0] != '$' {
		return nil, false
	}
	v := int64(0)
	for i := len(name) - 1; i > 0; i-- {
		d := -1
		for k := range len(multiDigits) {
			if multiDigits[k] == name[i] {
				d = k
			}
		}
		if d < 0 || v > 1<<40 {
			return nil, false
		}
		v = v*63 + int64(d)
	}
	return big.NewInt(int64(int32(v))), true
}
