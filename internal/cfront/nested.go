package cfront

// nestedDeclarator mends a declarator of the form (*(...)...) that opens at token i, which the parser can't read if it is that of a parameter. If it
// names something, and an array or a function follows, it gets a second pair of brackets; if it doesn't, the type becomes a typeof.
func (m *mender) nestedDeclarator(i int) {
	k, depth := m.pointers(i+1), 0
	for k > 0 && m.is(k, "(") {
		k, depth = m.pointers(k+1), depth+1
	}
	if k <= 0 || depth == 0 {
		return
	}
	t, end := m.toks[k], m.closing(i)
	switch {
	case m.is(k, ")"):
		m.nestedType(i, end)
	case t.kind == lexIdent && !isTypeWord(string(m.text[t.from:t.to])) && (m.is(end+1, "(") || m.is(end+1, "[")) && !m.lists(i, end):
		m.bracket(i, end, "(")
	}
}

// nestedType makes a typeof of the type whose declarator without a name is in the brackets at the tokens i and end. Its qualifiers go behind the
// name of the type (see typeof.go).
func (m *mender) nestedType(i, end int) {
	for end+1 < len(m.toks) && (m.is(end+1, "(") || m.is(end+1, "[")) {
		end = m.closing(end + 1)
	}
	first := i
	for first > 0 && (m.toks[first-1].kind == lexIdent || m.is(first-1, "*")) {
		first--
	}
	if first == i || end >= len(m.toks) || !(m.is(end+1, ",") || m.is(end+1, ")")) {
		return
	}
	m.bracket(first, end, "__typeof__(")
	quals, k := "", first
	for ; k < i && isQualifierWord(string(m.text[m.toks[k].from:m.toks[k].to])); k++ {
		quals += " " + string(m.text[m.toks[k].from:m.toks[k].to])
		m.blank(k)
	}
	for k < i && m.toks[k].kind == lexIdent {
		k++
	}
	m.inserts = append(m.inserts, insert{at: m.toks[k].from, text: quals + " "})
}

// bracket puts brackets around the tokens from first to last, the left one with what stands before it.
func (m *mender) bracket(first, last int, left string) {
	m.inserts = append(m.inserts, insert{at: m.toks[first].from, text: left}, insert{at: m.toks[last].to, text: ")"})
}

// pointers returns the index of the token behind the stars at token k, with their qualifiers and attributes; 0 if there are none.
func (m *mender) pointers(k int) int {
	stars := 0
	for ; k < len(m.toks); k++ {
		switch word := string(m.text[m.toks[k].from:m.toks[k].to]); {
		case word == "*":
			stars++
		case word == "__attribute__" || word == "__attribute":
			k = m.closing(k + 1)
		case !isQualifierWord(word):
			if stars == 0 {
				return 0
			}
			return k
		}
	}
	return 0
}

// lists reports whether the brackets at the tokens from and to have a comma in them that is in no other brackets.
func (m *mender) lists(from, to int) bool {
	for k := from + 1; k < to; k++ {
		switch {
		case m.is(k, "("), m.is(k, "["):
			k = m.closing(k)
		case m.is(k, ","):
			return true
		}
	}
	return false
}
