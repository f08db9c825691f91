package path

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Version is the version of the file format that Write writes and Read reads.
const Version = 1

// fileStep is a step in the file.
type fileStep struct {
	Func   string `json:"func"`
	Node   int    `json:"node"`
	Taken  int    `json:"taken,omitempty"`
	Callee string `json:"callee,omitempty"`
	Pos    string `json:"pos,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Write writes p as JSON, one step a line.
func Write(w io.Writer, p *Path) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "{\n\"version\": %d,\n\"steps\": [", Version)
	for i, s := range p.Steps {
		if i > 0 {
			b.WriteByte(',')
		}
		line, err := encode(s)
		if err != nil {
			return err
		}
		b.WriteString("\n  ")
		b.Write(line)
	}
	b.WriteString("\n]\n}\n")
	return b.Flush()
}

func encode(s Step) ([]byte, error) {
	fs := fileStep{Func: s.Node.Func.Name, Node: s.Node.ID, Taken: s.Taken, Text: cil.InstrString(s.Node.Instr)}
	if s.Node.Pos.IsValid() {
		fs.Pos = s.Node.Pos.String()
	}
	if s.Callee != nil {
		fs.Callee = s.Callee.Name
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(fs)
	return bytes.TrimRight(buf.Bytes(), "\n"), err
}

// Read reads a path of prog from the content of the file name. Errors are a
// [source.ErrorList].
func Read(prog *cil.Program, name, text string) (*Path, error) {
	r := &reader{prog: prog, name: name, text: text, dec: json.NewDecoder(strings.NewReader(text)),
		funcs: map[string]*cil.Func{}, p: &Path{}}
	for _, f := range prog.Funcs {
		r.funcs[f.Name] = f
	}
	if r.file(); len(r.errs) == 0 {
		if i, err := r.p.Validate(); err != nil {
			r.errorAt(r.at(i), "%v", err)
		}
	}
	if err := r.errs.Err(); err != nil {
		return nil, err
	}
	return r.p, nil
}

// reader reads the file token by token, to know where each step stands.
type reader struct {
	prog    *cil.Program
	name    string
	text    string
	dec     *json.Decoder
	funcs   map[string]*cil.Func
	p       *Path
	offsets []int64 // of each step
	errs    source.ErrorList
}

func (r *reader) at(step int) int64 {
	if step < len(r.offsets) {
		return r.offsets[step]
	}
	return r.dec.InputOffset()
}

func (r *reader) errorAt(offset int64, format string, args ...any) {
	offset = max(0, min(offset, int64(len(r.text))))
	before := r.text[:offset]
	pos := source.Pos{File: r.name, Line: strings.Count(before, "\n") + 1, Col: int(offset) - strings.LastIndexByte(before, '\n')}
	r.errs.Add(pos, r.text, format, args...)
}

// file reads the whole file, up to the first error.
func (r *reader) file() {
	version := false
	r.object(func(key string, at int64) bool {
		switch key {
		case "version":
			version = true
			return r.version(at)
		case "steps":
			return r.steps(at)
		}
		r.errorAt(at, "unknown field %q: expected \"version\" and \"steps\", or \"origins\" alone", source.Printable(key))
		return false
	})
	if len(r.errs) == 0 && !version {
		r.errorAt(0, "no \"version\": expected \"version\": %d", Version)
	}
	if len(r.errs) > 0 {
		return
	}
	if at := r.space(); strings.TrimSpace(r.text[at:]) != "" {
		r.errorAt(at, "expected the end of the file after the path")
	}
}

// object reads an object and hands out its keys with the offsets of their values.
func (r *reader) object(field func(key string, at int64) bool) {
	if !r.delim('{', "an object with \"version\" and \"steps\"") {
		return
	}
	for r.dec.More() {
		at := r.space()
		key, err := r.dec.Token()
		if err != nil {
			r.broken(at, err)
			return
		}
		name, ok := key.(string)
		if !ok || !field(name, r.space()) {
			return
		}
	}
	r.delim('}', "',' or '}'")
}

func (r *reader) delim(want json.Delim, what string) bool {
	at := r.space()
	t, err := r.dec.Token()
	if err != nil {
		r.broken(at, err)
		return false
	}
	if t != want {
		r.errorAt(at, "expected %s", what)
		return false
	}
	return true
}

// space returns the offset of the next token.
func (r *reader) space() int64 {
	at := r.dec.InputOffset()
	for at < int64(len(r.text)) && strings.IndexByte(" \t\r\n,:", r.text[at]) >= 0 {
		at++
	}
	return at
}

// broken reports an error of the JSON decoder that came up reading what starts at at.
func (r *reader) broken(at int64, err error) {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		r.errorAt(max(syntax.Offset-1, 0), "not JSON: %v", syntax)
	case errors.As(err, &typ):
		r.errorAt(at, "expected %s in field %q, found %s", typ.Type, typ.Field, typ.Value)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		r.errorAt(int64(len(r.text)), "the file ends too early")
	default:
		r.errorAt(at, "%v", err)
	}
}

func (r *reader) version(at int64) bool {
	var v int
	if err := r.dec.Decode(&v); err != nil {
		r.broken(at, err)
		return false
	}
	if v != Version {
		r.errorAt(at, "version %d of path files is not known: expected %d", v, Version)
		return false
	}
	return true
}

func (r *reader) steps(at int64) bool {
	if !r.delim('[', "a list of steps") {
		return false
	}
	for r.dec.More() {
		at := r.space()
		var s fileStep
		if err := r.dec.Decode(&s); err != nil {
			r.broken(at, err)
			return false
		}
		if !r.step(at, s) {
			return false
		}
	}
	return r.delim(']', "',' or ']'")
}

// step finds what s speaks of in the program.
func (r *reader) step(at int64, s fileStep) bool {
	f := r.funcs[s.Func]
	switch {
	case f == nil:
		r.errorAt(at, "unknown function %q", source.Printable(s.Func))
		return false
	case s.Node < 0 || s.Node >= len(f.Nodes):
		r.errorAt(at, "%s has the nodes 0 to %d: there is no node %d", f.Name, len(f.Nodes)-1, s.Node)
		return false
	}
	step := Step{Node: f.Nodes[s.Node], Taken: s.Taken}
	if has := cil.InstrString(step.Node.Instr); s.Text != "" && s.Text != has {
		r.errorAt(at, "node %d of %s is '%s', not '%s': the path is of another program", s.Node, f.Name, has, s.Text)
		return false
	}
	if s.Callee != "" {
		if step.Callee = r.funcs[s.Callee]; step.Callee == nil {
			r.errorAt(at, "unknown function %q is called", source.Printable(s.Callee))
			return false
		}
	}
	r.p.Steps = append(r.p.Steps, step)
	r.offsets = append(r.offsets, at)
	return true
}
