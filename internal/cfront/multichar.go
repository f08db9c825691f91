package cfront

import (
	"math/big"
	"strings"
)

// A character constant of several characters, such as 'abcd', is not in the parser's
// grammar. It is replaced by the name $c and its value in hexadecimal digits.

const multiPrefix = "$c"

// multiChar replaces the character constant t if it has several plain characters. What
// follows on the line moves to the right.
func (m *mender) multiChar(t lexToken) {
	body := string(m.text[t.from+1 : max(t.to-1, t.from+1)])
	if len(body) < 2 || strings.Contains(body, "\\") {
		return
	}
	v := new(big.Int)
	for i := range len(body) {
		v.Add(v.Lsh(v, 8), big.NewInt(int64(body[i])))
	}
	v.And(v, big.NewInt(0xffffffff))
	for k := t.from; k < t.to; k++ {
		m.out[k] = ' '
	}
	m.inserts = append(m.inserts, insert{at: t.from, text: multiPrefix + v.Text(16)})
}

// decodeMulti returns the value of a name that stands for a character constant.
func decodeMulti(name string) (*big.Int, bool) {
	digits, ok := strings.CutPrefix(name, multiPrefix)
	if !ok {
		return nil, false
	}
	v, ok := new(big.Int).SetString(digits, 16)
	if !ok || v.BitLen() > 32 {
		return nil, false
	}
	return big.NewInt(int64(int32(v.Int64()))), true
}
