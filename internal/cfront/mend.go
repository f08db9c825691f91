package cfront

import (
	"bytes"
	"sort"

	"hardbop/internal/source"
)

// posAt turns an offset into a position.
func posAt(name string, text []byte, at int) source.Pos {
	line, bol := 1, 0
	for i, c := range text[:at] {
		if c == '\n' {
			line++
			bol = i + 1
		}
	}
	return source.Pos{File: name, Line: line, Col: at - bol + 1}
}

// mend changes what the parser can't read, or reads wrongly, keeping lines and, but for
// the rest of a few lines, columns:
//
//   - parameter names in abstract function declarators, as in (int (*)(long T))0, which
//     the parser would leave in the scope around, are blanked;
//   - a declarator of the form (*(...)...) gets a second pair of brackets, so that it can be that of a parameter (see nested.go);
//   - digraphs become the tokens that they stand for (see digraph.go);
//   - [[attributes]] and attributes that mean nothing here are blanked (the parser doesn't
//     read them everywhere; see attribute.go);
//   - typeof of a type name that starts with a qualifier, as in typeof(volatile int), is
//     written another way (see typeof.go);
//   - words of Microsoft's compiler become what the parser knows (see msvc.go);
//   - a label before } gets an empty statement;
//   - #pragma pack at file scope becomes a declaration (see pack.go);
//   - the line markers of a preprocessed file become #line directives;
//   - a character constant of several characters becomes a name that stands for its value;
//   - an escape sequence at the end of a string literal that could swallow what the next
//     one begins with becomes one that can't (see strings.go);
//   - a quotation mark or apostrophe without another one on its line is blanked inside
//     #if ... #endif, where the text may be skipped (C17 6.10p3: it is an error elsewhere);
//   - a macro's last parameter of the form name... becomes ... (see variadic.go);
//   - a macro that watch names says where its expansion begins and ends (see watch.go).
func mend(file string, text []byte, watch *macroWatch) []byte {
	text = plainTokens(text)
	m := &mender{file: file, watch: watch, text: text, out: append([]byte(nil), text...)}
	lx := newLexer(text)
	for {
		t := lx.next()
		if t.kind == lexEnd {
			break
		}
		if t.kind == lexDirective {
			m.directive(t)
			continue
		}
		switch text[t.from] {
		case '{':
			m.depth++
		case '}':
			m.depth--
		}
		if m.groups > 0 && m.unterminated(t) {
			m.out[t.from] = ' '
			lx.at = t.from + 1
			continue
		}
		m.toks = append(m.toks, t)
	}
	m.run()
	return m.result()
}

type mender struct {
	file      string
	watch     *macroWatch // or nil
	text, out []byte
	toks      []lexToken
	raw       bool // the text has preprocessing lines, so that macros may be about
	inserts   []insert
	depth     int // braces open so far
	braces    int // the same while tokens are looked at
	groups    int // conditional groups open so far
}

// insert is text to put in at an offset, in the place of the next drop bytes.
type insert struct {
	at   int
	text string
	drop int
}

// directive looks at a preprocessing line: # 12 "file" is a line marker.
func (m *mender) directive(t lexToken) {
	line := bytes.TrimLeft(m.text[t.from+1:t.to], " \t")
	if len(line) > 0 && isDigit(line[0]) {
		m.inserts = append(m.inserts, insert{at: t.from + 1, text: "line "})
		return
	}
	if d := packDeclaration(string(line)); d != "" && m.depth == 0 {
		for k := t.from; k < t.to; k++ {
			m.out[k] = ' '
		}
		m.inserts = append(m.inserts, insert{at: t.from, text: d})
		return
	}
	switch {
	case bytes.HasPrefix(line, []byte("define")):
		m.define(t)
	case bytes.HasPrefix(line, []byte("if")):
		m.groups++
	case bytes.HasPrefix(line, []byte("endif")):
		m.groups--
	}
	if !bytes.HasPrefix(line, []byte("line")) && !bytes.HasPrefix(line, []byte("pragma")) {
		m.raw = true
	}
}

// run looks at every token once.
func (m *mender) run() {
	for i := 0; i < len(m.toks); i++ {
		t := m.toks[i]
		if m.is(i, "(") {
			m.nestedDeclarator(i)
		}
		switch {
		case t.kind == lexIdent && m.microsoft(i):
		case t.kind == lexNumber:
			m.microsoftSuffix(t)
		case m.is(i, "enum") && (m.is(i+1, "__attribute__") || m.is(i+1, "__attribute")):
			m.packedEnum(i)
		case m.is(i, "enum"):
			m.macroEnum(i)
		case isTypeof(m.textOf(t)):
			m.qualifiedTypeof(m.toks[i:])
		case m.is(i, "{"):
			m.braces++
		case m.is(i, "}"):
			m.braces--
		case t.kind == lexIdent && (m.is(i, "__attribute__") || m.is(i, "__attribute")):
			m.gnuAttribute(i)
		case t.kind == lexChar:
			m.multiChar(t)
		case t.kind == lexString:
			m.stringTail(t)
		case m.is(i, "[") && m.is(i+1, "[") && m.adjacent(i):
			m.attribute(i)
		case m.is(i, ":") && m.is(i+1, "}"):
			m.emptyStatement(t)
		case m.is(i, "(") && m.is(i+1, "*"):
			m.abstractFunction(i)
		}
	}
}

// unterminated reports whether t is a literal that its line ends before its end.
func (m *mender) unterminated(t lexToken) bool {
	return (t.kind == lexChar || t.kind == lexString) && (t.to-t.from < 2 || m.text[t.to-1] != m.text[t.from])
}

// is reports whether token i has the text s.
func (m *mender) is(i int, s string) bool {
	return i < len(m.toks) && string(m.text[m.toks[i].from:m.toks[i].to]) == s
}

func (m *mender) adjacent(i int) bool { return m.toks[i].to == m.toks[i+1].from }

// blank overwrites token i with spaces.
func (m *mender) blank(i int) {
	for k := m.toks[i].from; k < m.toks[i].to; k++ {
		m.out[k] = ' '
	}
}

// attribute blanks [[...]] that starts at token i.
func (m *mender) attribute(i int) {
	depth := 0
	for k := i; k < len(m.toks); k++ {
		if m.is(k, "[") {
			depth++
		}
		if m.is(k, "]") {
			depth--
		}
		m.blank(k)
		if depth == 0 {
			return
		}
	}
}

// emptyStatement puts a semicolon behind the colon t.
func (m *mender) emptyStatement(t lexToken) {
	if c := m.out[t.to]; c == ' ' || c == '\t' {
		m.out[t.to] = ';'
		return
	}
	m.inserts = append(m.inserts, insert{at: t.to, text: ";"})
}

// result returns the text with the insertions.
func (m *mender) result() []byte {
	if len(m.inserts) == 0 {
		return m.out
	}
	sort.SliceStable(m.inserts, func(i, j int) bool { return m.inserts[i].at < m.inserts[j].at })
	res := make([]byte, 0, len(m.out)+8*len(m.inserts))
	from := 0
	for _, in := range m.inserts {
		res = append(res, m.out[from:in.at]...)
		res = append(res, in.text...)
		from = in.at + in.drop
	}
	return append(res, m.out[from:]...)
}

// abstractFunction looks at "(*" at token i: if no name follows before the closing
// bracket and a parameter list comes after it, the names in that list are blanked.
func (m *mender) abstractFunction(i int) {
	k := i + 1
	for m.is(k, "*") || m.is(k, "const") || m.is(k, "volatile") || m.is(k, "restrict") {
		k++
	}
	if m.is(k, ")") && m.is(k+1, "(") {
		m.parameters(k + 1)
	}
}

// parameters blanks the parameter names in the list that opens at token i and returns
// the index of its closing bracket.
func (m *mender) parameters(i int) int {
	start := i + 1
	for k := i + 1; k < len(m.toks); k++ {
		switch {
		case m.is(k, "("):
			if m.is(k-1, ")") {
				k = m.parameters(k)
			} else {
				m.innerName(k)
				k = m.closing(k)
			}
		case m.is(k, "["):
			k = m.closing(k)
		case m.is(k, ","):
			m.parameter(start, k)
			start = k + 1
		case m.is(k, ")"):
			m.parameter(start, k)
			return k
		case m.is(k, ";"), m.is(k, "{"):
			return k
		}
	}
	return len(m.toks)
}

// innerName blanks the name in "(*name" that opens at token i.
func (m *mender) innerName(i int) {
	k := i + 1
	for m.is(k, "*") || m.is(k, "const") || m.is(k, "volatile") {
		k++
	}
	if k > i+1 && k < len(m.toks) && m.toks[k].kind == lexIdent {
		m.blank(k)
	}
}

// closing returns the index of the bracket that closes the one at token i.
func (m *mender) closing(i int) int {
	depth := 0
	for k := i; k < len(m.toks); k++ {
		switch {
		case m.is(k, "("), m.is(k, "["):
			depth++
		case m.is(k, ")"), m.is(k, "]"):
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return len(m.toks)
}

// parameter blanks the name of the parameter in tokens from up to to.
func (m *mender) parameter(from, to int) {
	typed, star, name := false, false, -1
	for k := from; k < to; k++ {
		word := string(m.text[m.toks[k].from:m.toks[k].to])
		switch {
		case word == "(" || word == "[":
			k = m.closing(k)
		case word == "*":
			star = true
		case m.toks[k].kind != lexIdent || isQualifierWord(word):
		case word == "struct" || word == "union" || word == "enum":
			k++
			typed = true
		case isTypeWord(word):
			typed = true
		case typed && (star || !m.raw || name < 0 && m.certain(from, k)):
			name = k
		default:
			typed = true
		}
	}
	if name >= 0 {
		m.blank(name)
	}
}

// certain reports whether a keyword of C before token k makes sure that k isn't a type.
func (m *mender) certain(from, k int) bool {
	for i := from; i < k; i++ {
		word := string(m.text[m.toks[i].from:m.toks[i].to])
		if isTypeWord(word) || word == "struct" || word == "union" || word == "enum" {
			return true
		}
	}
	return false
}

func isQualifierWord(w string) bool {
	switch w {
	case "const", "volatile", "restrict", "register", "__const", "__volatile", "__volatile__",
		"__restrict", "__restrict__", "__attribute__", "__extension__":
		return true
	}
	return false
}

func isTypeWord(w string) bool {
	switch w {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
		"__signed__", "__int128":
		return true
	}
	return false
}
