package cfront

import (
	"bytes"
	"slices"
)

// outline is what a file has, as far as can be seen without preprocessing it: enough to
// guess what of its headers a file needs. What is not recognised is just not in it.
type outline struct {
	includes []string // "name" or <name>, as written
	macros   []piece
	inlines  []piece
	widths   []string // what is called for the widths of bit-fields
}

// piece is a part of a text that belongs to names: a macro's definition, or the definition
// of an inline function.
type piece struct {
	names    []string
	from, to int
	body     int // offset of the opening brace
}

// outlineOf looks through text line by line.
func outlineOf(text []byte) *outline {
	o := &outline{}
	for at := 0; at < len(text); {
		at = o.line(text, at)
	}
	return o
}

// line looks at the line that begins at offset at, which is in no comment, and returns the
// offset of the next such line.
func (o *outline) line(text []byte, at int) int {
	end := lineEnd(text, at)
	first := at
	for first < end && (text[first] == ' ' || text[first] == '\t') {
		first++
	}
	switch {
	case first < end && text[first] == '#':
		return o.directive(text, first)
	case bytes.HasPrefix(text[at:end], []byte("static ")):
		if p, ok := inlineAt(text, at); ok {
			o.inlines = append(o.inlines, p)
			return lineEnd(text, p.to) // what is behind it on its line is not looked at
		}
	}
	o.width(text[at:end])
	return behindComment(text, at, end)
}

// width takes up what a line calls for the width of a bit-field.
func (o *outline) width(line []byte) {
	_, after, _ := bytes.Cut(line, []byte(":"))
	name, _, called := bytes.Cut(after, []byte("("))
	if called {
		o.widths = append(o.widths, string(bytes.TrimSpace(name)))
	}
}

// lineEnd returns the offset behind the line that offset at is in.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// behindComment returns end, or the beginning of the first line behind the comment that
// the line opens.
func behindComment(text []byte, at, end int) int {
	for {
		open := bytes.Index(text[at:end], []byte("/*"))
		if open < 0 {
			return end
		}
		open += at + 2
		length := bytes.Index(text[open:], []byte("*/"))
		if length < 0 {
			return len(text)
		}
		at = open + length + 2
		end = lineEnd(text, at)
	}
}

// directive takes up the preprocessing line at offset at and returns the offset behind it.
func (o *outline) directive(text []byte, at int) int {
	lx := &lexer{text: text, at: at}
	lx.skipDirective()
	to := lx.at
	words := bytes.Fields(text[at+1 : min(to, at+1+200)])
	switch {
	case len(words) < 2:
	case string(words[0]) == "include":
		o.includes = append(o.includes, string(words[1]))
	case string(words[0]) == "define":
		if name := identifier.Find(words[1]); name != nil {
			o.macros = append(o.macros, piece{names: []string{string(name)}, from: at, to: to})
		}
	}
	return lineEnd(text, to)
}

// maxInline bounds the text that is looked at for one function.
const maxInline = 1 << 16

// inlineAt returns the definition of a static inline function that begins at offset at.
func inlineAt(text []byte, at int) (piece, bool) {
	lx := newLexer(text[:min(len(text), at+maxInline)])
	lx.at = at
	p := piece{from: at}
	inline, depth, last := false, 0, ""
	for {
		t := lx.next()
		word := string(text[t.from:t.to])
		switch {
		case t.kind == lexEnd || t.kind == lexDirective || word == ";" || word == "=":
			return p, false
		case word == "{":
			p.body = t.from
			end, ok := bodyEnd(lx)
			p.to = end
			return p, ok && inline && depth == 0 && len(p.names) > 0
		case word == "(":
			if depth == 0 && last != "" && !isQualifierWord(last) {
				p.names = append(p.names, last)
			}
			depth++
		case word == ")":
			depth--
		}
		inline = inline || slices.Contains(inlineWords, word)
		last = ""
		if t.kind == lexIdent {
			last = word
		}
	}
}

// inlineWords say that a function is inline.
var inlineWords = []string{"inline", "__inline", "__inline__", "__always_inline"}

// bodyEnd returns the offset behind the body whose opening brace lx has read. It is not ok
// if the body isn't the same whatever the preprocessor chooses, or changes macros.
func bodyEnd(lx *lexer) (end int, ok bool) {
	var conditions []int // the depths at which groups opened
	for depth := 1; depth > 0; {
		t := lx.next()
		switch {
		case t.kind == lexEnd:
			return 0, false
		case t.kind == lexDirective:
			if conditions, ok = condition(conditions, depth, lx.text[t.from:t.to]); !ok {
				return 0, false
			}
		case lx.text[t.from] == '{':
			depth++
		case lx.text[t.from] == '}':
			depth--
		}
		end = t.to
	}
	return end, len(conditions) == 0
}

// condition takes account of a directive in a body at some depth of braces.
func condition(open []int, depth int, directive []byte) ([]int, bool) {
	word := identifier.Find(directive)
	switch string(word) {
	case "if", "ifdef", "ifndef":
		return append(open, depth), true
	case "endif":
		if n := len(open); n > 0 && open[n-1] == depth {
			return open[:n-1], true
		}
	}
	return open, false
}
