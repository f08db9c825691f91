package check

import (
	"maps"
	"slices"
	"sync"

	"hardbop/internal/source"
)

// touched are the names of the files that a program was read from, and of those that were looked for in vain. A nil one
// takes no notes.
type touched struct {
	mu    sync.Mutex
	names map[string]bool
}

func (t *touched) add(name string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = true
}

// list returns the names in order.
func (t *touched) list() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.names))
}

// noting returns read, nil for the system's, with notes of what it is asked for.
func (t *touched) noting(read func(name string) ([]byte, error)) func(name string) ([]byte, error) {
	if t == nil {
		return read
	}
	if read == nil {
		read = source.ReadRegular
	}
	return func(name string) ([]byte, error) {
		t.add(name)
		return read(name)
	}
}

// read reads what the program of a question is made of; with a cache that may say what was read.
func (opt Options) read(q *question) error {
	if opt.reads != nil {
		_, err := opt.prepared(q)
		return err
	}
	_, _, err := load(opt, q.rules()...)
	return err
}

// untouched reports whether all that the program of a question is read from, and all that was looked for in vain, is as it
// was: then it is the same program, and the old one need not be read. Reading follows from nothing but the options and what
// the files hold.
func (s *since) untouched(opt Options, q *question) bool {
	if opt.touched == nil || opt.readFile != nil || len(opt.texts) > 0 || len(s.old.texts) > 0 {
		return false
	}
	if opt.read(q) != nil {
		return false
	}
	for _, name := range opt.touched.list() {
		if !s.equal[name] && s.tree.Differs(name) || s.tree.Err() != nil {
			return false
		}
		s.equal[name] = true
	}
	return true
}
