package cfront

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"hardbop/internal/source"
)

// maxIncludes is how deep includes may nest.
const maxIncludes = 200

// includes is the file system through which the parser reads headers. It reads regular
// files only and mends them like the main file. Around each header it puts two pragmas,
// by which it counts how deep includes nest. The main file, which the parser doesn't open
// again when it is included, has only the first: it counts how often it is included.
type includes struct {
	fe    *front
	flags *Flags
	once  map[string]bool
	full  bool
	stack []string // the files that are open, the main file first and as often as it was included
}

func newIncludes(fe *front, fl *Flags) *includes {
	return &includes{fe: fe, flags: fl, once: map[string]bool{}}
}

const (
	enterPragma = "#pragma hardbop_enter\n#line 1\n"
	leavePragma = "\n#pragma hardbop_leave\n"
)

// Open reads the header called name.
func (in *includes) Open(name string) (fs.File, error) {
	name = filepath.FromSlash(name)
	if in.full {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	data, err := in.read(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	in.fe.texts[name] = string(data)
	if !strings.HasPrefix(filepath.ToSlash(name), ownHeaders+"/") {
		in.fe.seen(name, in.flags.Path(name), data)
	}
	data = in.fe.lean.leave(name, data)
	if !in.fe.checkNesting(name, data) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	text := enterPragma + string(mend(name, data, in.fe.watch)) + leavePragma
	return &header{Reader: bytes.NewReader([]byte(text)), name: filepath.Base(name)}, nil
}

// read returns the text of the header called name.
func (in *includes) read(name string) ([]byte, error) {
	if in.fe.lean != nil && in.fe.lean.texts[name] != nil {
		return in.fe.lean.texts[name], nil
	}
	return readHeader(in.flags, name)
}

// pragma is told of each pragma in the order in which they are met.
func (in *includes) pragma(toks []cc.Token) error {
	var words []string
	for _, t := range toks {
		if w := t.SrcStr(); w != "" && w[0] > ' ' {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "hardbop_enter":
		return in.enter(toks[0])
	case "hardbop_leave":
		if len(in.stack) > 0 {
			in.stack = in.stack[:len(in.stack)-1]
		}
	case "weak":
		in.fe.weakPragma(words)
	case "once":
		return in.onceOnly(toks[0].Position().Filename)
	}
	return nil
}

func (in *includes) enter(t cc.Token) error {
	if in.once[t.Position().Filename] || in.full {
		return cc.SkipSource
	}
	in.stack = append(in.stack, t.Position().Filename)
	if len(in.stack)-1 > maxIncludes {
		in.full = true
		in.tooDeep()
		return cc.SkipSource
	}
	return nil
}

// tooDeep tells the user that includes nest too deep, at the directive that did the last
// step.
func (in *includes) tooDeep() {
	header, from := in.stack[len(in.stack)-1], in.stack[len(in.stack)-2]
	msg := "includes nest more than %d deep"
	if slices.Contains(in.stack[:len(in.stack)-1], header) {
		msg += ": " + filepath.Base(header) + " includes itself"
	}
	in.fe.errorf(includeOf(from, in.fe.texts[from], filepath.Base(header)), msg, maxIncludes)
}

// includeOf finds the first directive in a file's text that includes a header by its base
// name; only the file if there is none, as for a name that a macro makes.
func includeOf(file, text, header string) source.Pos {
	for i, line := range strings.Split(text, "\n") {
		word, name, _ := strings.Cut(strings.TrimLeft(line, " \t#"), " ")
		if strings.HasPrefix(word, "include") && strings.Contains(name, header) {
			return source.Pos{File: file, Line: i + 1, Col: strings.Index(line, name) + 1}
		}
	}
	return source.Pos{File: file}
}

func (in *includes) onceOnly(file string) error {
	in.once[file] = true
	return nil
}

// header is an open header.
type header struct {
	*bytes.Reader
	name string
}

func (h *header) Stat() (fs.FileInfo, error) { return h, nil }
func (h *header) Close() error               { return nil }
func (h *header) Name() string               { return h.name }
func (h *header) Mode() fs.FileMode          { return 0o444 }
func (h *header) ModTime() time.Time         { return time.Time{} }
func (h *header) IsDir() bool                { return false }
func (h *header) Sys() any                   { return nil }
