package suite

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"hardbop/internal/source"
)

// This file finds the headers that the answer to a task depends on, so that a run that is resumed takes over no answer about
// other headers. What Kbuild built has a list of them beside it; elsewhere names are followed as a preprocessor would, whatever
// conditions say. Headers of the system, which no option names, belong to the machine.

// includes matches an #include that has a name.
var includes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include(?:_next)?[ \t]*(["<])([^">\n]+)[">]`)

// hashHeaders writes to h what headers say.
func (t *Task) hashHeaders(h io.Writer) {
	w := &headers{h: h, seen: map[string]bool{}}
	w.options(t.Args)
	for _, f := range t.Files {
		if !w.built(f) {
			w.follow(f)
		}
	}
	for _, f := range w.forced {
		w.add(f, f)
	}
}

// headers is one search for headers.
type headers struct {
	h        io.Writer
	dirs     []string // to search
	forced   []string // files that are included first, or stand for functions
	database string   // folder or file of -p; "" for none
	seen     map[string]bool
}

// options takes what the arguments of check say of headers.
func (w *headers) options(args []string) {
	for i, a := range args {
		name, value, joined := strings.Cut(a, "=")
		if !joined && i+1 < len(args) {
			value = args[i+1]
		}
		switch {
		case name == "--include" || name == "--isystem" || a == "-I":
			w.dirs = append(w.dirs, value)
		case strings.HasPrefix(a, "-I"):
			w.dirs = append(w.dirs, a[2:])
		case name == "--force-include" || name == "--model" || name == "--env":
			w.forced = append(w.forced, value)
		case name == "--database" || a == "-p":
			w.database = value
		}
	}
}

// built adds the headers that Kbuild's list beside a file has; false if there is none.
func (w *headers) built(file string) bool {
	if w.database == "" || filepath.Ext(file) != ".c" {
		return false
	}
	name := filepath.Join(filepath.Dir(file), "."+strings.TrimSuffix(filepath.Base(file), ".c")+".o.cmd")
	text, err := source.ReadRegular(name)
	if err != nil {
		return false
	}
	w.write(filepath.Base(name), text)
	_, deps, _ := strings.Cut(string(text), "\ndeps_")
	for _, word := range strings.Fields(deps) {
		if strings.HasSuffix(word, ".h") {
			path := word
			if !filepath.IsAbs(word) {
				path = filepath.Join(w.database, word)
			}
			text, _ := source.ReadRegular(path) // a header that is gone says nothing
			w.write(word, text)
		}
	}
	return true
}

// add adds a file by the name that it goes by, and what it includes.
func (w *headers) add(name, path string) {
	text, err := source.ReadRegular(path)
	if err != nil || w.seen[path] {
		return
	}
	w.seen[path] = true
	w.write(filepath.ToSlash(name), text)
	w.followText(path, text)
}

// follow adds what a file includes.
func (w *headers) follow(file string) {
	if text, err := source.ReadRegular(file); err == nil {
		w.followText(file, text)
	}
}

func (w *headers) followText(file string, text []byte) {
	for _, m := range includes.FindAllSubmatch(text, -1) {
		dirs := w.dirs
		if m[1][0] == '"' {
			dirs = append([]string{filepath.Dir(file)}, dirs...)
		}
		for _, dir := range dirs {
			path := filepath.Join(dir, string(m[2]))
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				w.add(string(m[2]), path)
				break
			}
		}
	}
}

func (w *headers) write(name string, text []byte) {
	fmt.Fprintf(w.h, "%q %d\n", name, len(text))
	_, _ = w.h.Write(text) // a hash takes all
}
