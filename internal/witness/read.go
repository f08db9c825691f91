package witness

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"hardbop/internal/source"
)

// MaxFile bounds a file with witnesses, in bytes.
const MaxFile = 16 << 20

// maxNodes bounds how many parts of a file are looked at, those behind aliases each time.
const maxNodes = 500_000

// Read reads the witnesses in a file. The error is a [source.ErrorList].
func Read(name string, text []byte) ([]*Entry, error) {
	r := &reader{name: name, text: string(text)}
	doc := r.parse(text)
	if len(r.errs) > 0 {
		return nil, r.errs.Err()
	}
	var list []*Entry
	r.list(doc, "a list of entries", func(n *yaml.Node) { list = append(list, r.entry(n)) })
	if len(r.errs) == 0 && len(list) == 0 {
		r.errorf(doc, "no entry: expected one with entry_type %s or %s", ViolationSequence, InvariantSet)
	}
	return list, r.errs.Err()
}

// reader reads one file. It complains about the first few faults.
type reader struct {
	name, text string
	errs       source.ErrorList
	nodes      int
}

// parse reads the one document of the file.
func (r *reader) parse(text []byte) *yaml.Node {
	top := &yaml.Node{Line: 1, Column: 1}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	err := dec.Decode(&doc)
	if err == nil {
		err = dec.Decode(&more)
	}
	switch {
	case err == nil:
		r.errorf(&more, "a second document: expected one list of entries")
	case !errors.Is(err, io.EOF):
		r.notYAML(err)
	case len(doc.Content) > 0:
		return doc.Content[0]
	}
	return top
}

// notYAML reports what the YAML reader says, which has the line in its text.
func (r *reader) notYAML(err error) {
	at, msg := source.Pos{File: r.name, Line: 1, Col: 1}, strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		number, text, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			at.Line, msg = n, text
		}
	}
	r.errs.Add(at, r.text, "not YAML: %s", msg)
}

func (r *reader) pos(n *yaml.Node) source.Pos {
	return source.Pos{File: r.name, Line: n.Line, Col: n.Column}
}

// maxErrors bounds how many faults are told.
const maxErrors = 10

func (r *reader) errorf(n *yaml.Node, format string, args ...any) {
	if len(r.errs) < maxErrors {
		r.errs.Add(r.pos(n), r.text, format, args...)
	}
}

// follow returns what n is or an alias stands for; nil, with a complaint, if that is too much.
func (r *reader) follow(n *yaml.Node) *yaml.Node {
	if r.nodes++; r.nodes == maxNodes {
		r.errorf(n, "more than %d parts: aliases repeat too much", maxNodes)
	}
	if r.nodes >= maxNodes {
		return nil
	}
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// list calls item for each element of the list n; what says what is expected.
func (r *reader) list(n *yaml.Node, what string, item func(*yaml.Node)) {
	to := r.follow(n)
	switch {
	case to == nil:
	case to.Kind != yaml.SequenceNode:
		r.errorf(n, "expected %s", what)
	default:
		for _, e := range to.Content {
			item(e)
		}
	}
}

// key is one that a mapping may have.
type key struct {
	name string
	need bool
	read func(*yaml.Node)
}

// mapping reads n, which is a mapping with these keys and, if it is open, others.
func (r *reader) mapping(n *yaml.Node, what string, open bool, keys ...key) {
	to := r.follow(n)
	if to == nil {
		return
	}
	if to.Kind != yaml.MappingNode {
		r.errorf(n, "expected %s", what)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(to.Content); i += 2 {
		k := to.Content[i]
		j := slices.IndexFunc(keys, func(want key) bool { return want.name == k.Value })
		switch {
		case seen[k.Value]:
			r.errorf(k, "the key %s stands here twice", source.Printable(k.Value))
		case j >= 0:
			keys[j].read(to.Content[i+1])
		case !open:
			r.errorf(k, "unknown key %s%s", source.Printable(k.Value), source.DidYouMean(k.Value, names(keys)))
		}
		seen[k.Value] = true
	}
	for _, k := range keys {
		if k.need && !seen[k.name] {
			r.errorf(n, "no key %s: expected %s", k.name, what)
		}
	}
}

func names(keys []key) []string {
	var list []string
	for _, k := range keys {
		list = append(list, k.name)
	}
	return list
}

// scalar returns the text of n, with what it may be if allowed isn't empty.
func (r *reader) scalar(n *yaml.Node, allowed ...string) string {
	to := r.follow(n)
	switch {
	case to == nil:
	case to.Kind != yaml.ScalarNode || to.Tag == "!!null":
		r.errorf(n, "expected text")
	case len(allowed) > 0 && !slices.Contains(allowed, to.Value):
		r.errorf(n, "unknown %s: expected %s", source.Printable(strconv.Quote(to.Value)), strings.Join(allowed, ", "))
	default:
		return to.Value
	}
	return ""
}

// number returns the number n, which is at least low.
func (r *reader) number(n *yaml.Node, low int) int {
	to := r.follow(n)
	if to == nil {
		return 0
	}
	v, err := strconv.Atoi(to.Value)
	if to.Kind != yaml.ScalarNode || err != nil || v < low || v > 1<<30 {
		r.errorf(n, "expected a number from %d", low)
		return 0
	}
	return v
}

// into reads text into a variable.
func (r *reader) into(to *string, allowed ...string) func(*yaml.Node) {
	return func(n *yaml.Node) { *to = r.scalar(n, allowed...) }
}
