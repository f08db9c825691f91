package cfront

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"time"

	"modernc.org/cc/v4"

	"hardbop/internal/source"
)

// maxIncludes is how deep includes may nest.
const maxIncludes = 200

// includes is the file system through which the parser reads headers. It reads regular
// files only and mends them like the main file. Around each header it puts two pragmas,
// by which it counts how deep includes nest.
type includes struct {
	fe    *front
	depth int
	once  map[string]bool
	full  bool
	stack []string // the headers that are open
}

func newIncludes(fe *front) *includes { return &includes{fe: fe, once: map[string]bool{}} }

const (
	enterPragma = "#pragma hardbop_enter\n#line 1\n"
	leavePragma = "\n#pragma hardbop_leave\n"
)

// Open reads the header called name.
func (in *includes) Open(name string) (fs.File, error) {
	name = filepath.FromSlash(name)
	if in.full || in.selfInclusion(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	data, err := readRegular(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	in.fe.texts[name] = string(data)
	if !in.fe.checkNesting(name, data) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	text := enterPragma + string(mend(data)) + leavePragma
	return &header{Reader: bytes.NewReader([]byte(text)), name: filepath.Base(name)}, nil
}

// maxSelf is how often a header may be open at one time: headers that include
// themselves on purpose stop before.
const maxSelf = 16

// selfInclusion reports, and tells the user, that a header includes itself without end.
func (in *includes) selfInclusion(name string) bool {
	n := 0
	for _, open := range in.stack {
		if open == name {
			n++
		}
	}
	if n < maxSelf {
		return false
	}
	in.full = true
	in.fe.errs.Add(source.Pos{File: name}, "", "%s includes itself without end", name)
	return true
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
		in.depth--
		if len(in.stack) > 0 {
			in.stack = in.stack[:len(in.stack)-1]
		}
	case "once":
		return in.onceOnly(toks[0].Position().Filename)
	}
	return nil
}

func (in *includes) enter(t cc.Token) error {
	if in.once[t.Position().Filename] || in.full {
		return cc.SkipSource
	}
	in.depth++
	in.stack = append(in.stack, t.Position().Filename)
	if in.depth > maxIncludes {
		in.full = true
		p := t.Position()
		in.fe.errs.Add(source.Pos{File: p.Filename}, "", "includes nest more than %d deep", maxIncludes)
		return cc.SkipSource
	}
	return nil
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
