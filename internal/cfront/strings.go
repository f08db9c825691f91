package cfront

import (
	"fmt"
	"strconv"
)

// Adjacent string literals are one (C17 5.1.1.2, phase 6), after the escape sequences in
// each are decoded (phase 5). The parser joins their texts, so that the last escape
// sequence of a literal may swallow what comes after it. Where it may, it becomes an
// octal one, of which three digits are the most.

// stringTail rewrites the escape sequence at the end of the literal t, if it has one.
func (m *mender) stringTail(t lexToken) {
	from, to := t.from+1, t.to-1
	for i := from; i < to; i++ {
		if m.text[i] != '\\' || i+1 >= to {
			continue
		}
		v, width, end := lastEscape(m.text[i:to])
		if i+end < to {
			i += width - 1
			continue
		}
		m.inserts = append(m.inserts, insert{at: i, text: octal(v), drop: width})
		i += width - 1
	}
}

// lastEscape returns the value and the length of the escape sequence at the start of s,
// and up to where the parser might take it for another one if s ended there. The end is
// 0 for sequences that don't grow.
func lastEscape(s []byte) (v uint64, width, end int) {
	switch {
	case s[1] == 'x':
		width = 2
		for width < len(s) && isHexDigit(s[width]) {
			width++
		}
		v, err := strconv.ParseUint(string(s[2:width]), 16, 32)
		if err != nil {
			return 0, width, 0
		}
		return v, width, width
	case s[1] == '\\' && len(s) <= 4: // the parser looks at no more than four characters
		return '\\', 2, len(s)
	}
	return 0, 2, 0
}

// octal is the escape sequence for the character v that nothing can follow up on: octal,
// or a universal character name where it has more than three digits.
func octal(v uint64) string {
	switch {
	case v < 1<<9:
		return fmt.Sprintf(`\%03o`, v)
	case v < 1<<16:
		return fmt.Sprintf(`\u%04x`, v)
	}
	return fmt.Sprintf(`\U%08x`, v)
}

func isHexDigit(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
