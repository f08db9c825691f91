package cfront

import "strings"

// lexKind says what a token of the raw text is.
type lexKind int

const (
	lexEnd lexKind = iota
	lexIdent
	lexNumber
	lexString
	lexChar
	lexPunct
	lexDirective // a whole preprocessing line
)

// lexToken is a token of the text before preprocessing: text[from:to].
type lexToken struct {
	kind     lexKind
	from, to int
}

// lexer cuts raw C text into tokens, leaving out white space and comments.
type lexer struct {
	text []byte
	at   int
	bol  bool // at the beginning of a line, white space aside
}

func newLexer(text []byte) *lexer { return &lexer{text: text, bol: true} }

// next returns the next token; its kind is lexEnd at the end.
func (lx *lexer) next() lexToken {
	lx.skipBlank()
	from := lx.at
	if from >= len(lx.text) {
		return lexToken{lexEnd, from, from}
	}
	c := lx.text[from]
	bol := lx.bol
	lx.bol = false
	switch {
	case c == '#' && bol:
		lx.skipDirective()
		return lexToken{lexDirective, from, lx.at}
	case isLetter(c):
		for lx.at < len(lx.text) && (isLetter(lx.text[lx.at]) || isDigit(lx.text[lx.at])) {
			lx.at++
		}
		return lexToken{lexIdent, from, lx.at}
	case isDigit(c):
		lx.skipNumber()
		return lexToken{lexNumber, from, lx.at}
	case c == '"':
		lx.skipQuoted('"')
		return lexToken{lexString, from, lx.at}
	case c == '\'':
		lx.skipQuoted('\'')
		return lexToken{lexChar, from, lx.at}
	}
	lx.at++
	return lexToken{lexPunct, from, lx.at}
}

func (lx *lexer) skipBlank() {
	for lx.at < len(lx.text) {
		switch c := lx.text[lx.at]; {
		case c == '\n':
			lx.bol = true
			lx.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			lx.at++
		case c == '\\' && lx.peek(1) == '\n':
			lx.at += 2
		case c == '/' && lx.peek(1) == '/':
			lx.skipLine()
		case c == '/' && lx.peek(1) == '*':
			lx.skipComment()
		default:
			return
		}
	}
}

func (lx *lexer) peek(n int) byte {
	if lx.at+n < len(lx.text) {
		return lx.text[lx.at+n]
	}
	return 0
}

// skipLine goes to the end of the line, over continuations.
func (lx *lexer) skipLine() {
	for lx.at < len(lx.text) && lx.text[lx.at] != '\n' {
		if lx.text[lx.at] == '\\' && lx.peek(1) == '\n' {
			lx.at++
		}
		lx.at++
	}
}

func (lx *lexer) skipComment() {
	end := strings.Index(string(lx.text[lx.at+2:min(len(lx.text), lx.at+2+256)]), "*/")
	if end >= 0 {
		lx.at += end + 4
		return
	}
	for lx.at += 2; lx.at < len(lx.text); lx.at++ {
		if lx.text[lx.at] == '*' && lx.peek(1) == '/' {
			lx.at += 2
			return
		}
	}
}

// skipDirective goes to the end of a preprocessing line; a comment in it may span lines.
func (lx *lexer) skipDirective() {
	for lx.at < len(lx.text) && lx.text[lx.at] != '\n' {
		switch {
		case lx.text[lx.at] == '\\' && lx.peek(1) == '\n':
			lx.at += 2
		case lx.text[lx.at] == '/' && lx.peek(1) == '*':
			lx.skipComment()
		case lx.text[lx.at] == '/' && lx.peek(1) == '/':
			lx.skipLine()
		case lx.text[lx.at] == '"':
			lx.skipQuoted('"')
		default:
			lx.at++
		}
	}
}

func (lx *lexer) skipNumber() {
	for lx.at < len(lx.text) {
		c := lx.text[lx.at]
		exp := (c == '+' || c == '-') && strings.IndexByte("eEpP", lx.text[lx.at-1]) >= 0
		if !isLetter(c) && !isDigit(c) && c != '.' && !exp {
			return
		}
		lx.at++
	}
}

// skipQuoted goes behind the closing quote, or to the end of the line if there is none.
func (lx *lexer) skipQuoted(quote byte) {
	for lx.at++; lx.at < len(lx.text) && lx.text[lx.at] != '\n'; lx.at++ {
		switch lx.text[lx.at] {
		case '\\':
			lx.at++
		case quote:
			lx.at++
			return
		}
	}
	lx.at = min(lx.at, len(lx.text))
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
