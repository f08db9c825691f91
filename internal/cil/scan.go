package cil

import (
	"strings"

	"hardbop/internal/source"
)

// tokenKind classifies the tokens of a predicate.
type tokenKind int

const (
	tokEnd tokenKind = iota
	tokName
	tokNumber
	tokChar
	tokPunct
	tokBad
)

// token is a token with its offset in the predicate's text.
type token struct {
	kind tokenKind
	text string
	at   int
}

// String names the token for messages.
func (t token) String() string {
	if t.kind == tokEnd {
		return "the end"
	}
	return "'" + source.Printable(t.text) + "'"
}

// punctuators lists C's operators, longer ones before their prefixes.
var punctuators = []string{"->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"(", ")", "[", "]", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ",", "$", "#"}

// scanPredicate splits text into tokens; the last one is tokEnd.
func scanPredicate(text string) []token {
	var toks []token
	for at := 0; at < len(text); {
		if strings.IndexByte(" \t\r\n\f\v", text[at]) >= 0 {
			at++
			continue
		}
		t := scanToken(text[at:])
		t.at = at
		toks = append(toks, t)
		at += len(t.text)
	}
	return append(toks, token{kind: tokEnd, at: len(text)})
}

// scanToken returns the token at the start of s, which isn't empty.
func scanToken(s string) token {
	switch {
	case isLetter(s[0]):
		return token{kind: tokName, text: s[:spanWord(s)]}
	case isDigit(s[0]):
		return token{kind: tokNumber, text: s[:spanNumber(s)]}
	case s[0] == '\'':
		return scanChar(s)
	}
	for _, p := range punctuators {
		if strings.HasPrefix(s, p) {
			return token{kind: tokPunct, text: p}
		}
	}
	return token{kind: tokBad, text: s[:1]}
}

// scanChar returns the character constant at the start of s.
func scanChar(s string) token {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'':
			return token{kind: tokChar, text: s[:i+1]}
		}
	}
	return token{kind: tokBad, text: s[:1]}
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// spanWord returns the length of the letters and digits at the start of s.
func spanWord(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// spanNumber returns the length of the number at the start of s.
func spanNumber(s string) int {
	n := 0
	for n < len(s) {
		switch {
		case isLetter(s[n]) || isDigit(s[n]) || s[n] == '.':
		case (s[n] == '+' || s[n] == '-') && strings.IndexByte("eEpP", s[n-1]) >= 0 && isFloat(s[:n]):
		default:
			return n
		}
		n++
	}
	return n
}
