package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// A struct that several files define, as through a header, is one type: the definitions
// have the same text, and so have all the definitions that they mention. A comp is
// found again under that closed text. One that a file only declares is the one that
// another file defines.

// sharedComp returns the comp of an earlier file that t stands for too, or nil, and the
// key under which a new one is to be kept; "" if it isn't shared.
func (x *elab) sharedComp(t *tag, union bool) (*cil.CompType, string) {
	if len(x.units) < 2 || t.scope != nil {
		return nil, ""
	}
	if t.comp == nil {
		if o := x.definedElsewhere(t.name); o != nil {
			return x.compOf(o, union), ""
		}
		key := "declared " + t.name
		return x.shared[key], key
	}
	key := x.tagHint + " " + t.u.closedText(t.comp)
	if t.name == "" {
		t.u.anonymous[key]++
		key = itoa(t.u.anonymous[key]) + " " + key
	}
	return x.shared[key], key
}

// definedElsewhere finds the first file that defines the tag name at file scope.
func (fe *front) definedElsewhere(name string) *tag {
	for _, u := range fe.units {
		if t := u.tags[name]; t != nil && t.comp != nil {
			return t
		}
	}
	return nil
}

// closedText is the text of a definition followed by those of all types and enumerators
// of the file that it mentions, directly or not.
func (u *unit) closedText(s *cc.StructOrUnionSpecifier) string {
	var b strings.Builder
	seen := map[cc.Node]bool{s: true}
	todo := []cc.Node{s}
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		for _, t := range cc.NodeTokens(n) {
			word := t.SrcStr()
			b.WriteString(word)
			b.WriteByte(' ')
			for _, m := range u.mentioned(word) {
				if !seen[m] {
					seen[m] = true
					todo = append(todo, m)
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// mentioned lists the definitions that word may refer to.
func (u *unit) mentioned(word string) []cc.Node {
	var ns []cc.Node
	if t := u.tags[word]; t != nil {
		if t.comp != nil {
			ns = append(ns, t.comp)
		}
		if t.enum != nil {
			ns = append(ns, t.enum)
		}
	}
	if s := u.ids[word]; s != nil {
		switch r := s.recs[0]; {
		case r.enum != nil:
			ns = append(ns, r.enum)
		case r.typedef:
			ns = append(ns, r.ds, r.d)
		}
	}
	return ns
}
