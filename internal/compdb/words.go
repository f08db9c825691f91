package compdb

import (
	"fmt"
	"strings"
)

// word is one word of a command line.
type word struct {
	text string
	at   int  // offset of its first byte
	op   bool // an operator that ends a command: ; & | && || or a newline
}

// shellWords splits a command as a POSIX shell does: quotes, backslashes, comments and
// operators. Nothing is expanded or run: a $ or a backquote that a shell would expand
// stays as it is.
func shellWords(s string) ([]word, error) {
	l := &wordLexer{s: s}
	for l.skipBlanks(); l.at < len(s); l.skipBlanks() {
		if op := operator(s[l.at:]); op != "" {
			l.words = append(l.words, word{op, l.at, true})
			l.at += len(op)
			continue
		}
		if err := l.word(); err != nil {
			return nil, err
		}
	}
	return l.words, nil
}

// wordError says where in a command its words are wrong.
type wordError struct {
	at  int
	msg string
}

func (e *wordError) Error() string { return e.msg }

// wordLexer is the state of shellWords.
type wordLexer struct {
	s     string
	at    int
	words []word
}

// skipBlanks passes blanks, continued lines and a comment.
func (l *wordLexer) skipBlanks() {
	for l.at < len(l.s) {
		switch {
		case strings.IndexByte(" \t\r", l.s[l.at]) >= 0:
			l.at++
		case strings.HasPrefix(l.s[l.at:], "\\\n"):
			l.at += 2
		case l.s[l.at] == '#':
			for l.at < len(l.s) && l.s[l.at] != '\n' {
				l.at++
			}
		default:
			return
		}
	}
}

// operator returns the operator at the beginning of s, or "".
func operator(s string) string {
	for _, op := range []string{"&&", "||", ";", "&", "|", "\n"} {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

// word reads one word.
func (l *wordLexer) word() error {
	var b strings.Builder
	from := l.at
	for l.at < len(l.s) && strings.IndexByte(" \t\r\n;&|", l.s[l.at]) < 0 {
		switch c := l.s[l.at]; c {
		case '\'', '"':
			if err := l.quoted(c, &b); err != nil {
				return err
			}
		case '\\':
			l.escape(&b)
		default:
			b.WriteByte(c)
			l.at++
		}
	}
	l.words = append(l.words, word{text: b.String(), at: from})
	return nil
}

// escape reads a backslash outside of quotes, and what it escapes.
func (l *wordLexer) escape(b *strings.Builder) {
	l.at++
	if l.at == len(l.s) {
		b.WriteByte('\\')
		return
	}
	if l.s[l.at] != '\n' {
		b.WriteByte(l.s[l.at])
	}
	l.at++
}

// quoted reads text in quotes of the kind c.
func (l *wordLexer) quoted(c byte, b *strings.Builder) error {
	from := l.at
	for l.at++; l.at < len(l.s); l.at++ {
		switch {
		case l.s[l.at] == c:
			l.at++
			return nil
		case c == '"' && l.s[l.at] == '\\' && l.at+1 < len(l.s) && strings.IndexByte("\\\"$`\n", l.s[l.at+1]) >= 0:
			if l.at++; l.s[l.at] != '\n' {
				b.WriteByte(l.s[l.at])
			}
		default:
			b.WriteByte(l.s[l.at])
		}
	}
	return &wordError{from, fmt.Sprintf("a %c without its closing %c", c, c)}
}

// windowsWords splits a command as programs under Windows do: a backslash is itself
// unless a quotation mark follows the run of backslashes.
func windowsWords(s string) []word {
	var words []word
	for at := 0; ; {
		for at < len(s) && strings.IndexByte(" \t\r\n", s[at]) >= 0 {
			at++
		}
		if at == len(s) {
			return words
		}
		w := word{at: at}
		w.text, at = windowsWord(s, at)
		words = append(words, w)
	}
}

// windowsWord reads the word at an offset and returns it with the offset behind it.
func windowsWord(s string, at int) (string, int) {
	var b strings.Builder
	quoted := false
	for at < len(s) && (quoted || strings.IndexByte(" \t\r\n", s[at]) < 0) {
		n := 0
		for at+n < len(s) && s[at+n] == '\\' {
			n++
		}
		quote := at+n < len(s) && s[at+n] == '"'
		switch {
		case quote && n%2 == 1:
			b.WriteString(strings.Repeat(`\`, n/2) + `"`)
			at += n + 1
		case quote:
			b.WriteString(strings.Repeat(`\`, n/2))
			quoted = !quoted
			at += n + 1
		case n > 0:
			b.WriteString(s[at : at+n])
			at += n
		default:
			b.WriteByte(s[at])
			at++
		}
	}
	return b.String(), at
}
