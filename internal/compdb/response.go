package compdb

import (
	"fmt"
	"path/filepath"
	"strings"

	"hardbop/internal/source"
)

// maxResponseDepth bounds how deep @file arguments name each other; maxArguments how many
// arguments a command may have in all.
const (
	maxResponseDepth = 10
	maxArguments     = 100_000
)

// maxResponseFiles bounds how many of them one command may read.
const maxResponseFiles = 1000

// expander replaces the arguments @FILE of a command by the arguments in that file.
type expander struct {
	c       *Command
	windows bool // words are split as Windows does
	files   int  // how many were read
	read    []string
	out     []string
}

// expand appends args with their files' contents; depth is how many files are open.
func (x *expander) expand(args []string, depth int) error {
	for _, a := range args {
		if name, ok := strings.CutPrefix(a, "@"); ok {
			if err := x.file(a, x.c.path(name), depth); err != nil {
				return err
			}
		} else if x.out = append(x.out, a); len(x.out) > maxArguments {
			return x.c.errorf("more than %d arguments", maxArguments)
		}
	}
	return nil
}

// file appends the arguments in a response file, which the argument a names.
func (x *expander) file(a, file string, depth int) error {
	x.files++
	switch {
	case depth == maxResponseDepth:
		return x.c.errorf("%s: @files name each other more than %d deep", a, maxResponseDepth)
	case x.files > maxResponseFiles:
		return x.c.errorf("%s: more than %d @files", a, maxResponseFiles)
	}
	x.read = append(x.read, file)
	data, err := source.ReadRegular(file)
	if err != nil {
		return x.c.errorf("%s: %v", a, err)
	}
	words, err := responseWords(string(data), x.windows)
	if err != nil {
		return fileError(file, string(data), err)
	}
	return x.expand(words, depth+1)
}

// responseWords splits the text of a response file.
func responseWords(text string, windows bool) ([]string, error) {
	words := windowsWords(text)
	if !windows {
		var err error
		if words, err = gccWords(text); err != nil {
			return nil, err
		}
	}
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return out, nil
}

// gccWords splits as gcc does: quotes and backslashes, but no operators or comments, and
// a newline is a blank.
func gccWords(text string) ([]word, error) {
	l := &wordLexer{s: text}
	for {
		for l.at < len(text) && strings.IndexByte(" \t\r\n\f\v", text[l.at]) >= 0 {
			l.at++
		}
		if l.at == len(text) {
			return l.words, nil
		}
		if err := l.plainWord(); err != nil {
			return nil, err
		}
	}
}

// plainWord reads one word of a response file.
func (l *wordLexer) plainWord() error {
	var b strings.Builder
	from := l.at
	for l.at < len(l.s) && strings.IndexByte(" \t\r\n\f\v", l.s[l.at]) < 0 {
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

// fileError points into the file that a command's words are wrong in.
func fileError(file, text string, err error) error {
	at := 0
	if we, ok := err.(*wordError); ok {
		at = we.at
	}
	var list source.ErrorList
	list.Add(posAt(file, text, at), text, "%s", err)
	return list.Err()
}

// path returns the file that a name in the command stands for.
func (c *Command) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Dir, name)
}

// errorf is an error about the command as a whole.
func (c *Command) errorf(format string, args ...any) error {
	return source.ErrorList{{Pos: c.Pos, Msg: fmt.Sprintf(format, args...)}}
}
