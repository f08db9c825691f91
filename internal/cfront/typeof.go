package cfront

// The parser takes what stands in typeof(...) for an expression unless it starts with a type
// specifier. A type name that starts with a qualifier is written _Atomic(...) instead, whose
// brackets hold nothing but a type name; such a type is that type here (see baseType).

// qualifiedTypeof mends the typeof that toks start with.
func (m *mender) qualifiedTypeof(toks []lexToken) {
	if !m.startsQualified(toks) {
		return
	}
	t := toks[0]
	m.inserts = append(m.inserts, insert{at: t.from, text: "_Atomic", drop: t.to - t.from})
}

// startsQualified reports whether toks start with typeof(Q or typeof(typeof(Q, and so on,
// where Q is a qualifier.
func (m *mender) startsQualified(toks []lexToken) bool {
	for len(toks) > 2 && isTypeof(m.textOf(toks[0])) && m.textOf(toks[1]) == "(" {
		toks = toks[2:]
		switch m.textOf(toks[0]) {
		case "const", "__const", "__const__", "volatile", "__volatile", "__volatile__", "_Atomic":
			return true
		}
	}
	return false
}

// isTypeof reports whether word is typeof.
func isTypeof(word string) bool {
	return word == "typeof" || word == "__typeof__" || word == "__typeof"
}
