package certify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/source"
)

// Version is the version of the format that [Write] writes and [Read] reads.
const Version = 1

// Format is what a certificate says it is.
const Format = "hardbop-certificate"

// Certificate says why a program has no error. Its claims are conditions in C.
type Certificate struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Property and Entry say what was asked, for people and for certify.
	Property string `json:"property"`
	Entry    string `json:"entry"`
	// DataModel is ILP32, LP64 or LLP64.
	DataModel string `json:"dataModel"`
	// Program is a hash of the program, see [System.Hash]: the claims are about that one.
	Program string `json:"program"`
	// Integers is math or bits: the numbers that the claims hold of. Overflow is assume or wrap.
	Integers   string           `json:"integers"`
	Overflow   string           `json:"overflow"`
	Procedures []ProcedureClaim `json:"procedures"`
	// Files are the C files that the program was read from, Rule is the file of the rule if it isn't one of the
	// library, Database what said how the files are compiled. Nothing of what is proved depends on them.
	Files    []File `json:"files,omitempty"`
	Rule     *File  `json:"rule,omitempty"`
	Database string `json:"database,omitempty"`
}

// File is a file with the SHA-256 of its content, in hexadecimal digits.
type File struct {
	Name   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// ProcedureClaim is what is claimed of a procedure.
type ProcedureClaim struct {
	Name string `json:"name"`
	// Requires holds whenever the procedure is called, Ensures whenever it returns: then $x
	// is what the formal or global x was at the call, and ret the result. Only a recursive
	// procedure has them.
	Requires *Claim `json:"requires,omitempty"`
	Ensures  *Claim `json:"ensures,omitempty"`
	// Variables says what the names of variables of other functions stand for.
	Variables map[string]string `json:"variables,omitempty"`
	Points    []PointClaim      `json:"points,omitempty"`
}

// PointClaim is what is claimed to hold whenever a run comes to a point. At is its
// [Point.Key], Place says where that is in the source.
type PointClaim struct {
	At    string `json:"at"`
	Place string `json:"place"`
	Claim
}

// Claim says that all of Always hold, and all of one of the lists of Any; without Any, just the
// former. An empty Any says that the point isn't reached.
type Claim struct {
	Always []string    `json:"always,omitempty"`
	Any    *[][]string `json:"any,omitempty"`
}

// maxBytes bounds a certificate.
const maxBytes = 64 << 20

// Read reads a certificate in the file called name. Errors are a [source.ErrorList].
func Read(name string, text []byte) (*Certificate, error) {
	r := &reader{name: name, text: string(text)}
	if len(text) > maxBytes {
		return nil, r.fail(0, "a certificate has at most %d bytes, this has %d", maxBytes, len(text))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	c := &Certificate{}
	if err := dec.Decode(c); err != nil {
		return nil, r.decoding(dec, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, r.fail(dec.InputOffset(), "expected the end of the file behind the certificate")
	}
	return c, r.examine(c)
}

// reader finds the places of mistakes.
type reader struct{ name, text string }

func (r *reader) fail(at int64, format string, args ...any) error {
	at = max(0, min(at, int64(len(r.text))))
	before := r.text[:at]
	pos := source.Pos{File: r.name, Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndexByte(before, '\n')}
	var errs source.ErrorList
	errs.Add(pos, r.text, format, args...)
	return errs.Err()
}

// failAt is fail at the first place that has the string s.
func (r *reader) failAt(s, format string, args ...any) error {
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return r.fail(0, format, args...)
	}
	return r.fail(int64(max(0, strings.Index(r.text, strings.TrimSpace(quoted.String())))), format, args...)
}

func (r *reader) decoding(dec *json.Decoder, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return r.fail(syntax.Offset-1, "no JSON: %s", source.Printable(syntax.Error()))
	case errors.As(err, &kind):
		return r.fail(kind.Offset, "%s of a certificate can't be a %s", orRoot(kind.Field), kind.Value)
	}
	return r.fail(dec.InputOffset(), "no certificate: %s", source.Printable(strings.TrimPrefix(err.Error(), "json: ")))
}

func orRoot(field string) string {
	if field == "" {
		return "the whole"
	}
	return "'" + source.Printable(field) + "'"
}

// examine looks at what no program is needed for.
func (r *reader) examine(c *Certificate) error {
	switch {
	case c.Format != Format:
		return r.failAt(c.Format, "the format is '%s': expected '%s'", source.Printable(c.Format), Format)
	case c.Version != Version:
		return r.failAt("version", "version %d of certificates is not known: expected %d", c.Version, Version)
	case c.Integers != "math" && c.Integers != "bits":
		return r.failAt("integers", "integers are '%s': expected math or bits", source.Printable(c.Integers))
	case c.Overflow != "assume" && c.Overflow != "wrap":
		return r.failAt("overflow", "overflow is '%s': expected assume or wrap", source.Printable(c.Overflow))
	}
	seen := map[string]bool{}
	for _, p := range c.Procedures {
		if seen[p.Name] {
			return r.failAt(p.Name, "there are two procedures '%s'", source.Printable(p.Name))
		}
		seen[p.Name] = true
		points := map[string]bool{}
		for _, q := range p.Points {
			if points[q.At] {
				return r.failAt(q.At, "there are two claims at '%s'", source.Printable(q.At))
			}
			points[q.At] = true
		}
	}
	return nil
}

// Write writes a certificate.
func Write(w io.Writer, c *Certificate) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c); err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	return nil
}
