package cfront

import "strings"

// define looks at the definition of a macro: its string literals, its attributes
// and types, and GNU's named variable arguments (name...), of which the parser doesn't drop
// the comma before ##name if there are none. They become those of the standard.
func (m *mender) define(d lexToken) {
	toks := m.tokens(d)
	m.watched(toks)
	name := m.namedRest(toks)
	for i, t := range toks {
		switch {
		case t.kind == lexString:
			m.stringTail(t)
		case m.textOf(t) == "__attribute__" || m.textOf(t) == "__attribute":
			m.splitAttributes(toks[i:], m.params(toks)...)
		case isTypeof(m.textOf(t)):
			m.qualifiedTypeof(toks[i:])
		case name != "" && t.kind == lexIdent && m.textOf(t) == name:
			text := "__VA_ARGS__"
			if i+1 < len(toks) && m.textOf(toks[i+1]) == "." {
				text = ""
			}
			m.inserts = append(m.inserts, insert{at: t.from, text: text, drop: len(name)})
		}
	}
}

// tokens lists the tokens behind the # of a directive.
func (m *mender) tokens(d lexToken) []lexToken {
	lx := newLexer(m.text[:d.to])
	lx.at, lx.bol = d.from+1, false
	var toks []lexToken
	for t := lx.next(); t.kind != lexEnd; t = lx.next() {
		toks = append(toks, t)
	}
	return toks
}

// params lists the names of a macro's parameters.
func (m *mender) params(toks []lexToken) []string {
	if len(toks) < 4 || m.textOf(toks[2]) != "(" || toks[1].to != toks[2].from {
		return nil
	}
	var names []string
	for _, t := range toks[3:] {
		if m.textOf(t) == ")" {
			break
		}
		if t.kind == lexIdent {
			names = append(names, m.textOf(t))
		}
	}
	if rest := m.namedRest(toks); rest != "" {
		names = names[:len(names)-1]
	}
	return names
}

// namedRest returns the name that the definition of a macro, #define M(a, name...), gives
// its variable arguments; "" if none.
func (m *mender) namedRest(toks []lexToken) string {
	if len(toks) < 4 || m.textOf(toks[2]) != "(" || toks[1].to != toks[2].from {
		return ""
	}
	var params strings.Builder
	for _, t := range toks[3:] {
		if m.textOf(t) == ")" {
			break
		}
		params.WriteString(m.textOf(t))
	}
	list := params.String()
	name, ok := strings.CutSuffix(list[strings.LastIndexByte(list, ',')+1:], "...")
	if !ok {
		return ""
	}
	return name
}

func (m *mender) textOf(t lexToken) string { return string(m.text[t.from:t.to]) }
