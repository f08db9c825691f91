// Package freezetest compares graphs of values by walking both at once, which is slow and shares no code with what writes and
// reads them.
package freezetest

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// Same says where the graphs a and b aren't the same: in a value, in which type an interface holds, in what is nil or
// empty, or in which pointers lead to the same thing. Functions are the same if both or none are nil, what a sync.Map holds
// doesn't count, and neither does which slices share elements.
func Same(a, b any) error {
	w := &walk{there: map[to]to{}, back: map[to]to{}}
	err := w.all(reflect.ValueOf(a), reflect.ValueOf(b), "")
	for len(w.later) > 0 && err == nil {
		before := len(w.later)
		err = w.again()
		if err == nil && len(w.later) == before {
			err = w.guess()
		}
	}
	return err
}

// walk pairs what pointers of the one lead to with what those of the other do.
type walk struct {
	there, back map[to]to
	log         []to     // the keys of there, in order
	todo        []tables // what pointers lead to
	later       []tables // maps with keys that have no partner yet
}

// all compares two values with all that they lead to.
func (w *walk) all(a, b reflect.Value, path string) error {
	err := w.values(a, b, path)
	for len(w.todo) > 0 && err == nil {
		last := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		err = w.values(last.a, last.b, last.path)
	}
	w.todo = nil
	return err
}

type to struct {
	at uintptr
	t  reflect.Type
}

// tables are two maps, or two values.
type tables struct {
	a, b reflect.Value
	path string
}

func (w *walk) again() error {
	list := w.later
	w.later = nil
	for _, m := range list {
		if err := w.tables(m.a, m.b, m.path); err != nil {
			return err
		}
	}
	return w.all(reflect.Value{}, reflect.Value{}, "")
}

// guess finds partners for the keys of a map that nothing else leads to: some with the same in them.
func (w *walk) guess() error {
	m := w.later[0]
	alike := map[string][]reflect.Value{}
	for j := m.b.MapRange(); j.Next(); {
		alike[look(j.Key(), 2)] = append(alike[look(j.Key(), 2)], j.Key())
	}
	for i := m.a.MapRange(); i.Next(); {
		_, known := w.name(i.Key(), true)
		if !known && !slices.ContainsFunc(alike[look(i.Key(), 2)], func(k reflect.Value) bool { return w.try(m, i.Key(), k) }) {
			return fmt.Errorf("%s: a key without a partner", m.path)
		}
	}
	return nil
}

// try pairs two keys of a map if that goes well.
func (w *walk) try(m tables, a, b reflect.Value) bool {
	tried, later := len(w.log), w.later
	if w.all(a, b, m.path) == nil && w.all(m.a.MapIndex(a), m.b.MapIndex(b), m.path) == nil {
		return true
	}
	for _, x := range w.log[tried:] {
		delete(w.back, w.there[x])
		delete(w.there, x)
	}
	w.log, w.later = w.log[:tried], later
	return false
}

// look is what a value looks like, up to some pointers on.
func look(v reflect.Value, depth int) string {
	switch v.Kind() {
	case reflect.Pointer:
		if depth == 0 || v.IsNil() {
			return fmt.Sprint(v.IsNil())
		}
		return look(v.Elem(), depth-1)
	case reflect.Struct:
		text := ""
		for i := range v.NumField() {
			text += look(v.Field(i), depth) + ";"
		}
		return text
	case reflect.Interface, reflect.Slice, reflect.Map, reflect.Func, reflect.Array:
		return v.Kind().String()
	}
	return fmt.Sprint(v)
}

var memo = reflect.TypeFor[sync.Map]()

func (w *walk) values(a, b reflect.Value, path string) error {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return fmt.Errorf("%s: %v and %v", path, a, b)
	}
	if !a.IsValid() || a.Type() == memo {
		return nil
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if err := w.values(a.Field(i), b.Field(i), path); err != nil {
				return fmt.Errorf("%s: %w", a.Type().Field(i).Name, err)
			}
		}
		return nil
	case reflect.Pointer:
		return w.pointers(a, b, path)
	case reflect.Interface:
		return w.values(a.Elem(), b.Elem(), path)
	case reflect.Slice, reflect.Array:
		return w.elements(a, b, path)
	case reflect.Map:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return fmt.Errorf("%s: %d and %d entries", path, a.Len(), b.Len())
		}
		return w.tables(a, b, path)
	case reflect.Func, reflect.Chan:
		if a.IsNil() != b.IsNil() {
			return fmt.Errorf("%s: only one is nil", path)
		}
		return nil
	}
	if !a.Equal(b) {
		return fmt.Errorf("%s: %v and %v", path, a, b)
	}
	return nil
}

func (w *walk) elements(a, b reflect.Value, path string) error {
	if a.Kind() == reflect.Slice && a.IsNil() != b.IsNil() || a.Len() != b.Len() {
		return fmt.Errorf("%s: %d and %d elements", path, a.Len(), b.Len())
	}
	for i := range a.Len() {
		if err := w.values(a.Index(i), b.Index(i), path); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

func (w *walk) pointers(a, b reflect.Value, path string) error {
	if a.IsNil() || b.IsNil() {
		if a.IsNil() != b.IsNil() {
			return fmt.Errorf("%s: only one is nil", path)
		}
		return nil
	}
	if a.Type().Elem().Size() == 0 {
		return nil // whose addresses mean nothing
	}
	x, y := to{a.Pointer(), a.Type()}, to{b.Pointer(), b.Type()}
	partner, known := w.there[x]
	former, taken := w.back[y]
	switch {
	case known && taken && partner == y && former == x:
		return nil
	case known || taken:
		return fmt.Errorf("%s: pointers to the same thing, and to two", path)
	}
	w.there[x], w.back[y] = y, x
	w.log = append(w.log, x)
	w.todo = append(w.todo, tables{a.Elem(), b.Elem(), a.Type().Elem().String()})
	return nil
}

// tables compares two maps if all keys have partners by now.
func (w *walk) tables(a, b reflect.Value, path string) error {
	of := map[string]reflect.Value{}
	for i := b.MapRange(); i.Next(); {
		name, _ := w.name(i.Key(), false)
		of[name] = i.Value()
	}
	for i := a.MapRange(); i.Next(); {
		if _, ok := w.name(i.Key(), true); !ok {
			w.later = append(w.later, tables{a, b, path})
			return nil
		}
	}
	for i := a.MapRange(); i.Next(); {
		name, _ := w.name(i.Key(), true)
		v, ok := of[name]
		if !ok {
			return fmt.Errorf("%s: only one has the key %v", path, i.Key())
		}
		if err := w.values(i.Value(), v, path); err != nil {
			return err
		}
	}
	return nil
}

// name is a text for a key, with the addresses of the other side for one of a's; false if one isn't known yet.
func (w *walk) name(k reflect.Value, of bool) (string, bool) {
	switch k.Kind() {
	case reflect.Pointer:
		at := to{k.Pointer(), k.Type()}
		if !of || k.IsNil() {
			return fmt.Sprint(at.at), true
		}
		partner, ok := w.there[at]
		return fmt.Sprint(partner.at), ok
	case reflect.Interface:
		if k.IsNil() {
			return "nil", true
		}
		text, ok := w.name(k.Elem(), of)
		return k.Elem().Type().String() + " " + text, ok
	case reflect.Array:
		text := ""
		for i := range k.Len() {
			part, ok := w.name(k.Index(i), of)
			if !ok {
				return "", false
			}
			text += part + ";"
		}
		return text, true
	case reflect.Struct:
		text := ""
		for i := range k.NumField() {
			part, ok := w.name(k.Field(i), of)
			if !ok {
				return "", false
			}
			text += part + ";"
		}
		return text, true
	}
	return fmt.Sprintf("%q", fmt.Sprint(k)), true
}
