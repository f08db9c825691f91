// Package content compares programs by what they say, not by where it stands: positions, and with
// them comments and moved lines, don't count.
//
// A program is taken apart into functions, objects and types. Each has a digest of all that it is
// made of; what it speaks of counts by its name. Whether its address is taken isn't among that: it follows from the rest. Two programs in which all that their starts lead
// to has the same digests are the same program. The digests are made by reflection, so that no
// field of package cil is overlooked.
package content

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math/big"
	"reflect"
	"slices"
	"sort"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Content has the digest of each part of a program, by its kind and name, such as "function f".
type Content map[string][sha256.Size]byte

// Start says what counts of a program.
type Start struct {
	Funcs []*cil.Func // where to start
	// Within says which functions are followed; of others that are spoken of, only the name counts.
	// Nil is for all.
	Within func(*cil.Func) bool
	// Callees says what a call may call; nil if the program tells.
	Callees func(*cil.Node) []*cil.Func
	// More are other things that count, such as [Program]; of what they are made of, functions and
	// objects are followed.
	More []any
}

// Of returns the content of what the start leads to.
func Of(s Start) Content {
	w := &walker{start: s, content: Content{}, of: map[string]any{}}
	for _, f := range s.Funcs {
		w.ask(f)
	}
	for i, m := range s.More {
		w.part(fmt.Sprintf("the rest %d", i), func() { w.value(reflect.ValueOf(m)) })
	}
	for len(w.todo) > 0 {
		todo := w.todo[0]
		w.todo = w.todo[1:]
		todo()
	}
	return w.content
}

// Rest is what a program has besides functions, objects and types, as far as it means something.
type Rest struct {
	Notes  []cil.Note
	Late   []cil.LateInit
	Macros []*cil.Func
	Hidden []cil.HiddenMacro
	Model  *cil.DataModel

	Constants map[string]*big.Int
	Types     map[string]cil.Type
}

// RestOf returns it. What is left out are lists of all that the files define and declare, for messages.
func RestOf(p *cil.Program) Rest {
	return Rest{p.Notes, p.Late, p.Macros, p.Hidden, p.Model, p.Constants, p.Types}
}

// Differences lists the parts that aren't the same in both, sorted: those that one of them alone
// has as well.
func Differences(a, b Content) []string {
	var names []string
	for name, digest := range a {
		if other, ok := b[name]; !ok || other != digest {
			names = append(names, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// walker makes the digests.
type walker struct {
	start   Start
	content Content
	of      map[string]any // what a name stands for
	todo    []func()
	digest  hash.Hash
	above   []visit // pointers that the current one is part of
}

type visit struct {
	at  uintptr
	typ reflect.Type
}

// part makes the digest of one part.
func (w *walker) part(name string, write func()) {
	w.digest, w.above = sha256.New(), nil
	write()
	w.content[name] = [sha256.Size]byte(w.digest.Sum(nil))
}

// say adds words to the current digest, such that no others give the same.
func (w *walker) say(words ...string) {
	for _, s := range words {
		fmt.Fprintf(w.digest, "%d:", len(s))
		io.WriteString(w.digest, s)
	}
}

// named speaks of x by its name, and sees to it that it has a digest.
func (w *walker) named(name string, x any, write func()) {
	w.say(name)
	other, known := w.of[name]
	switch {
	case !known:
		w.of[name] = x
		w.todo = append(w.todo, func() { w.part(name, write) })
	case other != x: // the names of a program are unique; if they aren't, nothing is the same
		w.say(fmt.Sprintf("another %p", x))
	}
}

// ask asks for the digest of a function.
func (w *walker) ask(f *cil.Func) {
	w.digest = sha256.New()
	w.function(f)
}

// function speaks of a function.
func (w *walker) function(f *cil.Func) {
	name := "function " + f.Name
	if !f.HasBody() {
		name += ": " + f.Type.String() // macros that marks speak of have one name with several types
	}
	if f.HasBody() && w.start.Within != nil && !w.start.Within(f) {
		w.say(name)
		return
	}
	w.named(name, f, func() { w.body(f) })
}

// body writes what a function is.
func (w *walker) body(f *cil.Func) {
	for _, vs := range [][]*cil.Var{f.Formals, f.Locals} {
		w.say(fmt.Sprint(len(vs)))
		for _, v := range vs {
			w.fields(reflect.ValueOf(v).Elem(), "Func", "AddrTaken")
		}
	}
	if f.Result != nil {
		w.fields(reflect.ValueOf(f.Result).Elem(), "Func", "AddrTaken")
	}
	w.fields(reflect.ValueOf(f).Elem(), "Formals", "Locals", "Result", "Nodes", "AddrTaken")
	for _, n := range f.Nodes {
		w.node(n)
	}
}

// node writes what stands at a node: the predecessors follow from the successors.
func (w *walker) node(n *cil.Node) {
	w.say(fmt.Sprint(n.ID))
	w.fields(reflect.ValueOf(n).Elem(), "Func", "Preds")
	if _, ok := n.Instr.(*cil.Call); ok && w.start.Callees != nil {
		for _, f := range w.start.Callees(n) {
			w.function(f)
		}
	}
}

// place is the type of positions, which don't count.
var place = reflect.TypeFor[source.Pos]()

// fields writes the fields of a struct but some.
func (w *walker) fields(v reflect.Value, but ...string) {
	t := v.Type()
	for i := range t.NumField() {
		if f := t.Field(i); !slices.Contains(but, f.Name) {
			w.say(f.Name)
			w.value(v.Field(i))
		}
	}
}

// value writes any value.
func (w *walker) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		w.say("nil")
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Interface:
		if v.IsNil() {
			w.say("nil")
			return
		}
		w.say(v.Elem().Type().String())
		w.value(v.Elem())
	case reflect.Struct:
		if v.Type() != place {
			w.fields(v)
		}
	case reflect.Slice, reflect.Array:
		w.say(fmt.Sprint(v.Len()))
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Map:
		w.mapping(v)
	case reflect.String:
		w.say(v.String())
	case reflect.Bool:
		w.say(fmt.Sprint(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.say(fmt.Sprint(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.say(fmt.Sprint(v.Uint()))
	default:
		panic("content: a program has no " + v.Kind().String())
	}
}

// mapping writes a map whose keys are words, in their order.
func (w *walker) mapping(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, k := range keys {
		w.say(k.String())
		w.value(v.MapIndex(k))
	}
}

// pointer writes what v points to: what has a name counts by that.
func (w *walker) pointer(v reflect.Value) {
	if v.IsNil() {
		w.say("nil")
		return
	}
	if v.CanInterface() && w.byName(v.Interface()) {
		return
	}
	at := visit{v.Pointer(), v.Type()}
	if i := slices.Index(w.above, at); i >= 0 {
		w.say(fmt.Sprintf("above %d", i))
		return
	}
	w.above = append(w.above, at)
	w.value(v.Elem())
	w.above = w.above[:len(w.above)-1]
}

// byName speaks of x by its name, if it has one.
func (w *walker) byName(x any) bool {
	switch x := x.(type) {
	case *cil.Func:
		w.function(x)
	case *cil.CompType:
		w.named("type "+x.String(), x, func() { w.comp(x) })
	case *cil.Field:
		w.value(reflect.ValueOf(x.Comp))
		w.say(fmt.Sprint(x.Index))
	case *cil.Node:
		w.say("node", fmt.Sprint(x.ID))
		w.function(x.Func)
	case *cil.Var:
		return w.variable(x)
	default:
		return false
	}
	return true
}

// comp writes what a struct or union is.
func (w *walker) comp(c *cil.CompType) {
	w.fields(reflect.ValueOf(c).Elem(), "Fields")
	for _, f := range c.Fields {
		w.fields(reflect.ValueOf(f).Elem(), "Comp")
	}
}

// variable speaks of a variable. Of a string literal the text counts, since its name tells how many there are.
func (w *walker) variable(v *cil.Var) bool {
	switch {
	case v.Kind == cil.Literal:
		w.fields(reflect.ValueOf(v).Elem(), "Name", "Func", "AddrTaken")
	case v.Func != nil:
		w.say("variable", v.Name, v.Func.Name)
	case v.Kind == cil.Global:
		w.named("object "+v.Name, v, func() { w.fields(reflect.ValueOf(v).Elem(), "AddrTaken") })
	default:
		return false
	}
	return true
}
