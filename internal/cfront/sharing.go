package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// A struct that several files define, as through a header, is one type if the definitions
// have the same text, and so have all the definitions that they mention, as far as both
// files have them: what one file only declares, or doesn't read, is what another one
// defines (C17 6.2.7p1).

// sharedComp is a comp that other files may define too. def is nil if no file defines it.
type sharedComp struct {
	comp *cil.CompType
	def  *compDef
}

// compDef is a definition of a comp in a unit.
type compDef struct {
	u *unit
	s *cc.StructOrUnionSpecifier
}

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
		for _, c := range x.shared[key] {
			return c.comp, key
		}
		return nil, key
	}
	key := x.textOf(t.comp).text
	if t.name == "" {
		key = x.tagHint + " " + key
		t.u.anonymous[key]++
		key = itoa(t.u.anonymous[key]) + " " + key
	}
	for _, c := range x.shared[key] {
		if x.sameDefinition(c.def.u, c.def.s, t.u, t.comp) {
			return c.comp, key
		}
	}
	return nil, key
}

// share keeps the comp of t under the key.
func (fe *front) share(key string, t *tag) {
	c := sharedComp{comp: t.t}
	if t.comp != nil {
		c.def = &compDef{t.u, t.comp}
	}
	fe.shared[key] = append(fe.shared[key], c)
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

// defText is the text of a definition and the names in it, each once.
type defText struct {
	text  string
	names []string
}

func (fe *front) textOf(n cc.Node) *defText {
	if d := fe.defTexts[n]; d != nil {
		return d
	}
	var b strings.Builder
	d := &defText{}
	seen := map[string]bool{}
	for _, t := range cc.NodeTokens(n) {
		word := t.SrcStr()
		b.WriteString(word)
		b.WriteByte(' ')
		if isIdent(word) && !seen[word] {
			seen[word] = true
			d.names = append(d.names, word)
		}
	}
	d.text = b.String()
	fe.defTexts[n] = d
	return d
}

func isIdent(word string) bool {
	return word != "" && isLetter(word[0])
}

// defPair is a definition in each of two units.
type defPair struct {
	u, v *unit
	n, m cc.Node
}

// sameDefinition reports whether n, which u has, and m, which v has, say the same.
func (fe *front) sameDefinition(u *unit, n cc.Node, v *unit, m cc.Node) bool {
	root := defPair{u, v, n, m}
	seen := map[defPair]bool{root: true}
	for todo := []defPair{root}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		same, known := fe.sameDefs[p]
		if !known {
			same = fe.sameText(p)
		}
		if !same {
			fe.sameDefs[p], fe.sameDefs[root] = false, false
			return false
		}
		if known {
			continue
		}
		for _, q := range fe.mentionedPairs(p) {
			if !seen[q] {
				seen[q] = true
				todo = append(todo, q)
			}
		}
	}
	for p := range seen {
		fe.sameDefs[p] = true
	}
	return true
}

// sameText compares two definitions, but not what they mention.
func (fe *front) sameText(p defPair) bool {
	if a, ok := p.n.(*cc.StructOrUnionSpecifier); ok {
		b, ok := p.m.(*cc.StructOrUnionSpecifier)
		if !ok || p.u.packs[a] != p.v.packs[b] {
			return false
		}
	}
	return fe.textOf(p.n).text == fe.textOf(p.m).text
}

// mentionedPairs pairs the definitions that the names in two texts, which are the same, may
// refer to.
func (fe *front) mentionedPairs(p defPair) []defPair {
	var ps []defPair
	for _, word := range fe.textOf(p.n).names {
		if a, b := fe.tagOf(p.u, word), fe.tagOf(p.v, word); a != nil && b != nil && a != b {
			ps = append(ps, defPair{a.u, b.u, a.node(), b.node()})
		}
		a, b := p.u.named(word), p.v.named(word)
		for i := range min(len(a), len(b)) {
			ps = append(ps, defPair{p.u, p.v, a[i], b[i]})
		}
	}
	return ps
}

// tagOf finds the definition of the tag called word for u: its own, or that of another file.
func (fe *front) tagOf(u *unit, word string) *tag {
	if t := u.tags[word]; t != nil && t.node() != nil {
		return t
	}
	return fe.definedElsewhere(word)
}

// node is where the tag is defined; nil if nowhere.
func (t *tag) node() cc.Node {
	switch {
	case t.comp != nil:
		return t.comp
	case t.enum != nil:
		return t.enum
	}
	return nil
}

// named lists what defines word as an enumerator or type name of the file.
func (u *unit) named(word string) []cc.Node {
	s := u.ids[word]
	if s == nil {
		return nil
	}
	switch r := s.recs[0]; {
	case r.enum != nil:
		return []cc.Node{r.enum}
	case r.typedef:
		return []cc.Node{r.ds, r.d}
	}
	return nil
}
