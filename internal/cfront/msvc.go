package cfront

import (
	"slices"
	"strings"
)

// Words of Microsoft's compiler become what the parser knows: __int64 long long,
// __declspec(align(8)) an attribute, __try { } __except (e) { } an if (see seh.go).

// microsoft mends token i if it is such a word, and reports whether it did.
func (m *mender) microsoft(i int) bool {
	word := string(m.text[m.toks[i].from:m.toks[i].to])
	switch word {
	case "__w64", "__ptr32", "__ptr64", "__sptr", "__uptr", "__unaligned", "__cdecl", "__stdcall", "__fastcall",
		"__thiscall", "__vectorcall", "__clrcall", "_cdecl", "_stdcall", "_fastcall":
		m.blank(i)
	case "__int8":
		m.replace(i, "char")
	case "__int16":
		m.replace(i, "short")
	case "__int32":
		m.replace(i, "int")
	case "__int64":
		m.replace(i, "long long")
	case "__forceinline":
		m.replace(i, "inline")
	case "__pragma":
		m.pragmaOperator(i)
	case "__declspec":
		m.declspec(i)
	case "__try":
		m.try(i)
	case "__leave":
		m.replace(i, leaveLabel+"()")
	default:
		return false
	}
	return true
}

// replace puts text in the place of token i.
func (m *mender) replace(i int, text string) {
	t := m.toks[i]
	if len(text) <= t.to-t.from {
		m.blank(i)
		copy(m.out[t.from:], text)
		return
	}
	m.inserts = append(m.inserts, insert{at: t.from, text: text, drop: t.to - t.from})
}

// blankRange overwrites the tokens from i to end with spaces.
func (m *mender) blankRange(i, end int) {
	for k := i; k <= end && k < len(m.toks); k++ {
		m.blank(k)
	}
}

// pragmaOperator is __pragma(...): #pragma pack at file scope counts, others don't.
func (m *mender) pragmaOperator(i int) {
	end := m.closing(i + 1)
	if !m.is(i+1, "(") || end >= len(m.toks) {
		return
	}
	text := "pragma " + string(m.text[m.toks[i+1].to:m.toks[end].from])
	m.blankRange(i, end)
	if d := packDeclaration(text); d != "" && m.braces == 0 {
		m.inserts = append(m.inserts, insert{at: m.toks[i].from, text: d})
	}
}

// declspec is __declspec(...): what it says of alignment and of not returning becomes an
// attribute, what is known to mean nothing here goes; the parser takes the rest.
func (m *mender) declspec(i int) {
	end := m.closing(i + 1)
	if !m.is(i+1, "(") || end >= len(m.toks) {
		return
	}
	attr := ""
	for k := i + 2; k < end; k++ {
		word := strings.Trim(string(m.text[m.toks[k].from:m.toks[k].to]), "_")
		switch {
		case word == ",":
		case word == "(":
			k = m.closing(k)
		case word == "noreturn":
			attr = "__attribute__((noreturn))"
		case word == "align" && m.is(k+1, "("):
			close := m.closing(k + 1)
			if close >= len(m.toks) {
				return
			}
			attr = "__attribute__((aligned" + string(m.text[m.toks[k+1].from:m.toks[close].to]) + "))"
		case !idleDeclspec(word) && !idleAttribute(word):
			return
		}
	}
	m.blankRange(i, end)
	if attr != "" {
		m.inserts = append(m.inserts, insert{at: m.toks[i].from, text: attr, drop: m.toks[end].to - m.toks[i].from})
	}
}

// idleDeclspec reports whether the word in __declspec means nothing here.
func idleDeclspec(word string) bool {
	switch word {
	case "dllimport", "dllexport", "selectany", "novtable", "naked", "nothrow", "noinline", "uuid", "deprecated",
		"allocate", "code_seg", "restrict", "noalias", "safebuffers", "guard", "empty_bases", "jitintrinsic", "allocator", "process":
		return true
	}
	return false
}

// microsoftSuffix removes or changes the suffix of a number such as 5ui64.
func (m *mender) microsoftSuffix(t lexToken) {
	text := string(m.text[t.from:t.to])
	at := strings.LastIndexAny(text, "iI")
	if at < 1 || !slices.Contains([]string{"8", "16", "32", "64"}, text[at+1:]) {
		return
	}
	suffix := ""
	if text[at+1:] == "64" {
		suffix = "ll"
	}
	for k := t.from + at; k < t.to; k++ {
		m.out[k] = ' '
	}
	copy(m.out[t.from+at:], suffix)
}

// try is __try { } with its __except (e) { } or __finally { }: all of it becomes
// {if(tryMark) { } else if (e) { } } or {if(tryMark) { } else { } }.
func (m *mender) try(i int) {
	body := m.closingBrace(i + 1)
	if body+1 >= len(m.toks) {
		return
	}
	handler := body + 2
	switch {
	case m.is(body+1, "__except") && m.is(body+2, "("):
		handler = m.closing(body+2) + 1
	case !m.is(body+1, "__finally"):
		return
	}
	end := m.closingBrace(handler)
	if end >= len(m.toks) {
		return
	}
	m.replace(i, "{if("+tryMark+")")
	word := "else"
	if m.is(body+1, "__except") {
		word = "else if"
	}
	m.replace(body+1, word)
	m.inserts = append(m.inserts, insert{at: m.toks[end].to, text: "}"})
}

// closingBrace returns the index of the brace that closes the one at token i, or the
// number of tokens.
func (m *mender) closingBrace(i int) int {
	if !m.is(i, "{") {
		return len(m.toks)
	}
	depth := 0
	for k := i; k < len(m.toks); k++ {
		switch {
		case m.is(k, "{"):
			depth++
		case m.is(k, "}"):
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return len(m.toks)
}
