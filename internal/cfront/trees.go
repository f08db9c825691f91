package cfront

import (
	"bytes"
	"maps"

	"modernc.org/cc/v4"
)

// Trees keeps the syntax trees of files, so that several Loads of them parse them once.
// The Loads must agree in the files' flags, the data model and the types of char,
// enumerations and wchar_t. A file that isn't right is parsed by each of them.
type Trees struct {
	events []string
	known  map[string]bool // events as a set
	files  map[string]*tree
	kept   []string // functions whose bodies must not be left out
}

// tree is what came of parsing one file.
type tree struct {
	text  []byte
	ast   *cc.AST
	texts map[string]string // the file and its headers
	watch *macroWatch
	weak  map[string]string // names in #pragma weak
}

// NewTrees returns trees for Loads whose Events are among these.
func NewTrees(events []string) *Trees {
	t := &Trees{events: events, known: map[string]bool{}, files: map[string]*tree{}}
	for _, e := range events {
		t.known[e] = true
	}
	return t
}

// Drop forgets the trees. Loads go on to work, and parse for themselves.
func (t *Trees) Drop() {
	if t != nil {
		t.files = nil
	}
}

// keep forgets the trees, so that they are made again with the bodies of these functions.
func (t *Trees) keep(names []string) {
	t.kept = append(t.kept, names...)
	if t.files != nil {
		t.files = map[string]*tree{}
	}
}

// covers reports whether a Load with these events can use the trees.
func (t *Trees) covers(events []string) bool {
	if t == nil || t.files == nil {
		return false
	}
	for _, e := range events {
		if !t.known[e] {
			return false
		}
	}
	return true
}

// sharedTree returns the tree of a file out of Config.Trees, nil if it has none there.
func (fe *front) sharedTree(f File, text []byte) *cc.AST {
	if fe.cfg.Whole || fe.cfg.Complete || !fe.cfg.Trees.covers(fe.cfg.Events) {
		return nil
	}
	trees := fe.cfg.Trees
	t, known := trees.files[f.Name]
	if !known {
		t = fe.parseShared(f, text)
		trees.files[f.Name] = t
	}
	if t == nil || !bytes.Equal(t.text, text) {
		return nil
	}
	maps.Copy(fe.texts, t.texts)
	maps.Copy(fe.weakPragmas, t.weak)
	fe.watch.take(t.watch)
	return t.ast
}

// parseShared parses a file for all Loads; nil if that isn't so easy.
func (fe *front) parseShared(f File, text []byte) *tree {
	cfg := fe.cfg
	cfg.Events = cfg.Trees.events
	own, err := newFront(cfg)
	if err != nil {
		return nil
	}
	own.lean = own.leanFor(f, text)
	ast, failed, err := own.tryParse(f, mend(f.Name, text, own.watch))
	if failed != nil || err != nil || len(own.errs) > 0 {
		return nil
	}
	return &tree{text: text, ast: ast, texts: own.texts, watch: own.watch, weak: own.weakPragmas}
}

// take adds what a tree knows about the macros of w. Where others are watched, names
// stand for what they stand for all the same.
func (w *macroWatch) take(of *macroWatch) {
	maps.Copy(w.aliases, of.aliases)
	for name := range of.wrapped {
		if w.names[name] {
			w.wrapped[name] = true
		}
	}
	for name, h := range of.hidden {
		if w.names[name] {
			w.hidden[name] = h
		}
	}
}
