package compdb

import (
	"encoding/json"
	"fmt"
	"strings"

	"hardbop/internal/source"
)

// maxJSONDepth bounds how deep values nest; a database needs three levels.
const maxJSONDepth = 100

// jsonReader reads JSON and knows where it is.
type jsonReader struct {
	name string
	text string
	at   int
}

// jsonString is a string literal and the offset of its quotation mark.
type jsonString struct {
	val string
	at  int
}

// errorAt is an error at an offset of the text.
func (r *jsonReader) errorAt(at int, format string, args ...any) error {
	var list source.ErrorList
	list.Add(posAt(r.name, r.text, at), r.text, format, args...)
	return list.Err()
}

// posAt turns an offset into a position.
func posAt(name, text string, at int) source.Pos {
	before := text[:min(at, len(text))]
	return source.Pos{File: name, Line: 1 + strings.Count(before, "\n"), Col: len(before) - strings.LastIndexByte(before, '\n')}
}

// peek returns the byte that the next token begins with, or 0 at the end.
func (r *jsonReader) peek() byte {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// expect reads the byte c; what says what it stands for.
func (r *jsonReader) expect(c byte, what string) error {
	if r.peek() != c {
		return r.errorAt(r.at, "expected %s", what)
	}
	r.at++
	return nil
}

// items reads the elements of an array or the members of an object between the brackets
// open and closing, calling item at each.
func (r *jsonReader) items(open, closing byte, item func() error) error {
	if err := r.expect(open, fmt.Sprintf("'%c'", open)); err != nil {
		return err
	}
	if r.peek() == closing {
		r.at++
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch r.peek() {
		case ',':
			r.at++
		case closing:
			r.at++
			return nil
		default:
			return r.errorAt(r.at, "expected ',' or '%c'", closing)
		}
	}
}

// members reads an object, calling member behind the colon of each.
func (r *jsonReader) members(member func(key jsonString) error) error {
	return r.items('{', '}', func() error {
		key, err := r.str("a member's name in quotation marks")
		if err != nil {
			return err
		}
		if err := r.expect(':', "':'"); err != nil {
			return err
		}
		return member(key)
	})
}

// str reads a string literal.
func (r *jsonReader) str(what string) (jsonString, error) {
	if r.peek() != '"' {
		return jsonString{}, r.errorAt(r.at, "expected %s", what)
	}
	from := r.at
	for i := from + 1; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			r.at = i + 1
			s := jsonString{at: from}
			if json.Unmarshal([]byte(r.text[from:r.at]), &s.val) != nil {
				return s, r.errorAt(from, "the string is not one of JSON: a wrong escape sequence or control character")
			}
			return s, nil
		}
	}
	return jsonString{}, r.errorAt(from, "the string has no end")
}

// skip passes any value.
func (r *jsonReader) skip(depth int) error {
	if depth > maxJSONDepth {
		return r.errorAt(r.at, "values nest more than %d deep", maxJSONDepth)
	}
	switch r.peek() {
	case '"':
		_, err := r.str("a string")
		return err
	case '[':
		return r.items('[', ']', func() error { return r.skip(depth + 1) })
	case '{':
		return r.members(func(jsonString) error { return r.skip(depth + 1) })
	}
	from := r.at
	for r.at < len(r.text) && strings.IndexByte(",]}: \t\r\n", r.text[r.at]) < 0 {
		r.at++
	}
	if !json.Valid([]byte(r.text[from:r.at])) {
		return r.errorAt(from, "expected a value")
	}
	return nil
}
