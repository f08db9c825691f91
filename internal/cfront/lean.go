package cfront

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// The headers of a kernel have tens of thousands of lines of inline functions, of which a
// driver needs few. The bodies of the others are left out before they are preprocessed.
// Which are needed is guessed from the words in the file, in the macros and functions that
// these words name, and so on. Where elaboration comes to a body that was left out, the
// file is read again with it, so that the guess costs time at worst.

// leftOut is the statement in place of a body that was left out.
const leftOut = "__hardbop_left_out"

// maxLean is how often a file is read again with more bodies before all are kept.
const maxLean = 3

// lean knows the headers that a file may read, and what is left out of them.
type lean struct {
	flags    *Flags
	quote    []string
	angle    []string
	texts    map[string][]byte // nil for what can't be read
	outlines map[string]*outline
	needed   map[string]bool
}

// newLean guesses what a file with text needs; more are names that are needed too.
func newLean(f File, text []byte, more []string) *lean {
	l := &lean{flags: f.Flags, texts: map[string][]byte{}, outlines: map[string]*outline{}, needed: map[string]bool{}}
	l.quote, l.angle = f.Flags.searchPaths()
	l.texts[f.Name] = text
	l.explore(f.Name)
	l.close(append(words(text), more...))
	return l
}

// explore outlines the file called name and all that it and the flags may include.
func (l *lean) explore(name string) {
	todo := []string{name}
	for _, forced := range l.flags.Forced {
		if found := l.find(commandLine, `"`+forced+`"`); found != "" {
			todo = append(todo, found)
		}
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.outlines[name] != nil {
			continue
		}
		o := outlineOf(l.texts[name])
		l.outlines[name] = o
		for _, spec := range o.includes {
			if found := l.find(name, spec); found != "" {
				todo = append(todo, found)
			}
		}
	}
}

// leanFor prepares to parse a file without what it isn't likely to need.
func (fe *front) leanFor(f File, text []byte) *lean {
	if fe.cfg.Whole || fe.cfg.Complete || fe.cfg.tries > maxLean {
		return nil
	}
	more := slices.Concat(fe.cfg.kept, fe.cfg.Names, fe.cfg.Events, words(f.Behind))
	if fe.cfg.Trees != nil {
		more = append(more, fe.cfg.Trees.kept...)
	}
	return newLean(f, text, more)
}

// keeping returns the configuration for reading the files again with the bodies of more
// functions.
func (cfg Config) keeping(missed []string) Config {
	cfg.kept = append(slices.Clone(cfg.kept), missed...)
	cfg.tries++
	if cfg.Trees != nil {
		cfg.Trees.keep(missed)
	}
	return cfg
}

// find returns the name of the header that a file includes as spec says; "" if there is
// none.
func (l *lean) find(from, spec string) string {
	name := strings.Trim(spec, `"<>`)
	dirs := l.angle
	if spec[0] == '"' {
		dirs = l.quote
	}
	for _, dir := range dirs {
		if dir == "@" {
			dir = path.Dir(from)
		}
		if file := filepath.Join(dir, name); l.read(file) != nil {
			return file
		}
	}
	return ""
}

// read returns the text of a header, nil if it can't be read.
func (l *lean) read(name string) []byte {
	text, known := l.texts[name]
	if !known {
		text, _ = readHeader(l.flags, name)
		l.texts[name] = text
	}
	return text
}

// readHeader returns the text of the header called name: one of our own, or a file.
func readHeader(fl *Flags, name string) ([]byte, error) {
	if own, ok := strings.CutPrefix(filepath.ToSlash(name), ownHeaders+"/"); ok {
		return headers.ReadFile("include/" + own)
	}
	return fl.read(name)
}

// pieces are the texts of the files' macros and functions by their names.
func (l *lean) pieces() map[string][][]byte {
	m := map[string][][]byte{}
	for name, o := range l.outlines {
		for _, list := range [][]piece{o.macros, o.inlines} {
			for _, p := range list {
				for _, n := range p.names {
					m[n] = append(m[n], l.texts[name][p.from:p.to])
				}
			}
		}
	}
	return m
}

// close finds what the words need: the words of the macros and functions that they name.
func (l *lean) close(todo []string) {
	pieces := l.pieces()
	for _, o := range l.outlines {
		todo = append(todo, o.widths...)
	}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.needed[w] {
			continue
		}
		l.needed[w] = true
		for _, text := range pieces[w] {
			todo = append(todo, words(text)...)
			todo = append(todo, pasted(text, pieces)...)
		}
	}
}

// paste matches a word that the preprocessor joins to others.
var paste = regexp.MustCompile(`(\w{4,})\s*##`)

// pasted returns the names that a macro's text may make of its words.
func pasted(text []byte, pieces map[string][][]byte) []string {
	var names []string
	for _, m := range paste.FindAllSubmatch(text, -1) {
		for name := range pieces {
			if strings.HasPrefix(name, string(m[1])) {
				names = append(names, name)
			}
		}
	}
	return names
}

// words returns the words of text that may be names.
func words(text []byte) []string {
	var list []string
	for at := 0; at < len(text); {
		from := at
		for at < len(text) && isWordByte(text[at]) {
			at++
		}
		if at > from && !isDigit(text[from]) {
			list = append(list, string(text[from:at]))
		}
		if at == from {
			at++
		}
	}
	return list
}

// leave returns the text of the header called name without the bodies that aren't needed.
func (l *lean) leave(name string, text []byte) []byte {
	if l == nil || l.outlines[name] == nil {
		return text
	}
	var out []byte
	for _, p := range l.outlines[name].inlines {
		if l.needs(p) {
			continue
		}
		if out == nil {
			out = append(out, text...)
		}
		blankBody(out[p.body+1 : p.to-1])
	}
	if out == nil {
		return text
	}
	return out
}

func (l *lean) needs(p piece) bool {
	for _, n := range p.names {
		if l.needed[n] {
			return true
		}
	}
	return false
}

// blankBody puts the mark in the place of what a body has between its braces, keeping
// lines. A body without a line that is long enough stays as it is.
func blankBody(body []byte) {
	const mark = leftOut + "();"
	at := 0
	for line := range bytes.SplitAfterSeq(body, []byte("\n")) {
		if len(line) > len(mark) {
			break
		}
		at += len(line)
	}
	if at+len(mark) >= len(body) {
		return
	}
	for i, c := range body {
		if c != '\n' {
			body[i] = ' '
		}
	}
	copy(body[at:], mark)
}

// isLeftOut reports whether the body cs was left out. The parser puts a declaration of
// __func__ before what it has.
func isLeftOut(cs *cc.CompoundStatement) bool {
	for l := cs.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem == nil || l.BlockItem.Case != cc.BlockItemStmt || l.BlockItem.Statement.Case != cc.StatementExpr {
			continue
		}
		if call := directCall(l.BlockItem.Statement.ExpressionStatement.ExpressionList); call != nil {
			return calleeName(call.PostfixExpression) == leftOut
		}
	}
	return false
}
