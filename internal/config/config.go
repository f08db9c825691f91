package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"hardbop/internal/source"
)

// Name is that of the file.
const Name = "hardbop.yaml"

// maxFile bounds a file, in bytes.
const maxFile = 1 << 20

// Kind is the kind of a key's value.
type Kind int

// Kinds of values.
const (
	Text Kind = iota
	Number
	Truth
	List // of texts; one text stands for a list of one
)

// Key is a key that a file may have.
type Key struct {
	Name  string // GROUP.KEY for one that stands below a group
	Kind  Kind
	Path  func(value string) bool  // says that a value is the name of a file; nil for none
	Check func(value string) error // says what is wrong with a value; nil for nothing
	// Refused says why the key may not be set in a file; "" for those that may.
	Refused string
}

// Setting is a key with its value.
type Setting struct {
	Key    *Key
	Values []string // one, unless it is a list; names of files are as seen from the working directory
	Pos    source.Pos
}

// File is what a file says.
type File struct {
	Name     string
	Settings []*Setting // in the order of the file
}

// Get returns the setting of a key, or nil.
func (f *File) Get(name string) *Setting {
	if f == nil {
		return nil
	}
	i := slices.IndexFunc(f.Settings, func(s *Setting) bool { return s.Key.Name == name })
	if i < 0 {
		return nil
	}
	return f.Settings[i]
}

// Parse reads the text of the file, which lies in its folder. The error says where it is wrong.
func Parse(name string, text []byte, keys []*Key) (*File, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than a file of settings may be (%d bytes)", name, maxFile)
	}
	r := &reader{name: name, text: string(text), keys: keys, file: &File{Name: name}}
	var doc yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, r.syntax(err)
	}
	if err := d.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: expected one document", name)
	}
	if len(doc.Content) > 0 {
		r.mapping(doc.Content[0], "")
	}
	return r.file, r.errs.Err()
}

// reader reads a file of settings.
type reader struct {
	name, text string
	keys       []*Key
	file       *File
	errs       source.ErrorList
}

// syntax turns what the YAML reader says into an error with a place, as far as it has one.
func (r *reader) syntax(err error) error {
	msg, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
	if _, scan := fmt.Sscanf(msg, "line %d:", &line); scan == nil {
		_, msg, _ = strings.Cut(msg, ": ")
	}
	r.errs.Add(source.Pos{File: r.name, Line: max(line, 1)}, r.text, "%s", msg)
	return r.errs.Err()
}

func (r *reader) at(n *yaml.Node) source.Pos {
	return source.Pos{File: r.name, Line: n.Line, Col: n.Column}
}

func (r *reader) errorf(n *yaml.Node, format string, args ...any) {
	r.errs.Add(r.at(n), r.text, format, args...)
}

// mapping reads the keys of a group, or of the whole file. Aliases stand for nothing: a file without them
// says as much, and can't be made to take for ever.
func (r *reader) mapping(n *yaml.Node, group string) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "expected keys with values, such as rules: [linux/mutex]")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			r.errorf(key, "%s stands here twice", key.Value)
			continue
		}
		seen[key.Value] = true
		r.entry(key, val, group)
	}
}

// entry reads a key with its value.
func (r *reader) entry(key, val *yaml.Node, group string) {
	name := group + key.Value
	i := slices.IndexFunc(r.keys, func(k *Key) bool { return k.Name == name })
	switch {
	case key.Kind != yaml.ScalarNode:
		r.errorf(key, "expected a key")
	case i >= 0 && r.keys[i].Refused != "":
		r.errorf(key, "%s can't be set in a file: %s", name, r.keys[i].Refused)
	case i >= 0:
		r.setting(r.keys[i], key, val)
	case group == "" && r.isGroup(name):
		r.mapping(val, name+".")
	default:
		r.errorf(key, "unknown key %s%s", name, r.proposal(name))
	}
}

// isGroup reports whether keys stand below the name.
func (r *reader) isGroup(name string) bool {
	return slices.ContainsFunc(r.keys, func(k *Key) bool { return strings.HasPrefix(k.Name, name+".") })
}

// proposal names keys that are like an unknown one: by their whole names, or by what stands behind the group.
func (r *reader) proposal(name string) string {
	var names, last []string
	for _, k := range r.keys {
		if k.Refused != "" {
			continue
		}
		_, key, _ := strings.Cut(k.Name, ".")
		names = append(names, k.Name)
		if key != "" && strings.TrimPrefix(name, k.Name[:len(k.Name)-len(key)]) == key {
			last = append(last, k.Name)
		}
	}
	if len(last) > 0 {
		return "; did you mean " + strings.Join(last, " or ") + "?"
	}
	if near := source.DidYouMean(name, names); near != "" || len(name) < 4 {
		return near
	}
	for _, k := range names { // entry for entries
		if strings.HasPrefix(k, name[:len(name)-1]) {
			return "; did you mean " + k + "?"
		}
	}
	return ""
}

// setting reads the value of a key.
func (r *reader) setting(k *Key, key, val *yaml.Node) {
	s := &Setting{Key: k, Pos: r.at(key)}
	items := []*yaml.Node{val}
	if k.Kind == List && val.Kind == yaml.SequenceNode {
		items = val.Content
	}
	before := len(r.errs)
	for _, n := range items {
		s.Values = append(s.Values, r.value(k, n))
	}
	if len(r.errs) == before {
		r.file.Settings = append(r.file.Settings, s)
	}
}

// expected says what the value of a key has to be.
func (k *Key) expected() string {
	return map[Kind]string{Text: "a text", Number: "a number", Truth: "true or false", List: "a text or a list of texts"}[k.Kind]
}

// fits reports whether a value has the kind of the key. A number may stand for a text.
func (k *Key) fits(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode {
		return false
	}
	switch k.Kind {
	case Number:
		return n.Tag == "!!int"
	case Truth:
		return n.Tag == "!!bool"
	}
	return n.Tag != "!!null"
}

// value reads a value.
func (r *reader) value(k *Key, n *yaml.Node) string {
	if !k.fits(n) {
		what := ""
		if n.Kind == yaml.AliasNode {
			what = "; aliases aren't followed"
		}
		r.errorf(n, "expected %s for %s%s", k.expected(), k.Name, what)
		return ""
	}
	v := n.Value
	if k.Check != nil {
		if err := k.Check(v); err != nil {
			r.errorf(n, "%s: %s", k.Name, err)
			return ""
		}
	}
	if k.Path != nil && k.Path(v) && v != "" && !filepath.IsAbs(v) {
		return filepath.Join(filepath.Dir(r.name), v)
	}
	return v
}
