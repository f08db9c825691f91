package cfront

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// A rule speaks of what a reader sees in the source, and there mutex_lock may be a macro.
// Where a file defines a macro that Config.Events names, the definition is changed as the
// text is read, so that each use tells the elaborator where the expansion begins and ends:
//
//	#define NAME(a, b) body    becomes    #define NAME(a, b) ({ MARK_NAME(a, b); body; })
//
// on the same lines. events.go elaborates what comes of it. A macro that stands for another
// function's name becomes one with arguments:
//
//	#define NAME other         becomes    #define NAME(...) ({ MARK_NAME(__VA_ARGS__); other(__VA_ARGS__); })
//
// A macro that is no expression or statement, such as the head of a loop, stays as it is
// and is hidden from rules.

// markPrefix begins the name that is called where the expansion of a watched macro begins.
const markPrefix = "__hardbop_macro_"

// macroWatch has the names of the macros that are events and what became of them.
type macroWatch struct {
	names   map[string]bool
	wrapped map[string]bool
	hidden  map[string]cil.HiddenMacro
	aliases map[string]string // functions that watched macros without parameters stand for
}

func newMacroWatch(names []string) *macroWatch {
	w := &macroWatch{names: map[string]bool{}, wrapped: map[string]bool{}, hidden: map[string]cil.HiddenMacro{}, aliases: map[string]string{}}
	for _, n := range names {
		w.names[n] = true
	}
	return w
}

// hide leaves name as it is from now on.
func (w *macroWatch) hide(name, why string, pos source.Pos) {
	delete(w.names, name)
	delete(w.wrapped, name)
	delete(w.aliases, name)
	w.hidden[name] = cil.HiddenMacro{Name: name, Why: why, Pos: pos}
}

// watched changes the definition toks if it is that of a watched macro.
func (m *mender) watched(toks []lexToken) {
	if m.watch == nil || len(toks) < 2 || !m.watch.names[m.textOf(toks[1])] {
		return
	}
	name := m.textOf(toks[1])
	params, body, ok := m.macroHead(toks)
	if !ok {
		return
	}
	words := make([]string, len(body))
	for i, t := range body {
		words[i] = m.textOf(t)
	}
	if params == nil {
		m.watchedAlias(name, toks[1], words, body)
		return
	}
	if why := notWrappable(words); why != "" {
		m.hidden(name, why, toks[1])
		return
	}
	from, to := toks[len(toks)-len(body)-1].to, toks[len(toks)-1].to
	m.wrap(name, " ({ "+markPrefix+name+"("+markArgs(params)+");", from, to)
}

// wrap puts text at from and the end of a statement expression at to.
func (m *mender) wrap(name, text string, from, to int) {
	m.watch.wrapped[name] = true
	m.inserts = append(m.inserts, insert{at: from, text: text}, insert{at: to, text: "; })"})
}

// watchedAlias changes a macro without parameters that stands for what can be called. A
// single name is looked up where the macro isn't called.
func (m *mender) watchedAlias(name string, at lexToken, words []string, body []lexToken) {
	if len(body) == 0 || len(body) == 1 && (body[0].kind != lexIdent || words[0] == name) {
		return
	}
	if why := notWrappable(words); why != "" {
		m.hidden(name, why, at)
		return
	}
	if len(body) == 1 {
		m.watch.aliases[name] = words[0]
	}
	text := "(...) ({ " + markPrefix + name + "(__VA_ARGS__);"
	m.wrap(name, text, at.to, body[len(body)-1].to)
	m.inserts[len(m.inserts)-1].text = "(__VA_ARGS__); })"
}

// hidden remembers that the definition of the macro at the token can't be changed.
func (m *mender) hidden(name, why string, at lexToken) {
	if _, known := m.watch.hidden[name]; !known {
		m.watch.hidden[name] = cil.HiddenMacro{Name: name, Why: why, Pos: posAt(m.file, m.text, at.from)}
	}
}

// macroHead splits a definition, define NAME(params) body. params is nil for a macro
// without parameter list.
func (m *mender) macroHead(toks []lexToken) (params []string, body []lexToken, ok bool) {
	if len(toks) == 2 || m.textOf(toks[2]) != "(" || toks[1].to != toks[2].from {
		return nil, toks[2:], true
	}
	params = []string{}
	word := ""
	for i, t := range toks[3:] {
		switch s := m.textOf(t); s {
		case ")", ",":
			if word != "" {
				params = append(params, word)
			}
			word = ""
			if s == ")" {
				return params, toks[i+4:], true
			}
		default:
			word += s
		}
	}
	return nil, nil, false
}

// markArgs are the arguments of the mark of a macro with these parameters.
func markArgs(params []string) string {
	var b strings.Builder
	for i, p := range params {
		rest := strings.HasSuffix(p, "...")
		switch {
		case rest && i > 0:
			p = ", ##__VA_ARGS__"
		case rest:
			p = "__VA_ARGS__"
		case i > 0:
			p = ", " + p
		}
		b.WriteString(p)
	}
	return b.String()
}

// notWrappable returns why a macro's body is not an expression or a whole statement; "" if
// it may be.
func notWrappable(body []string) string {
	var open []string
	for _, w := range body {
		switch w {
		case "(", "[", "{":
			open = append(open, w)
		case ")", "]", "}":
			if len(open) == 0 || open[len(open)-1]+w != map[string]string{")": "()", "]": "[]", "}": "{}"}[w] {
				return "its brackets don't match"
			}
			open = open[:len(open)-1]
		}
	}
	switch {
	case len(open) > 0:
		return "its brackets don't match"
	case len(body) == 0:
		return ""
	case isHead(body):
		return "it is the head of a statement"
	case isTypeWord(body[0]) || isQualifierWord(body[0]) || slices.Contains(declarationWords, body[0]):
		return "it is a declaration"
	}
	return ""
}

// declarationWords are more words with which declarations begin.
var declarationWords = []string{"struct", "union", "enum", "typedef", "extern", "static", "inline", "typeof", "__typeof__", "__typeof", "auto", "__auto_type"}

// isHead reports whether body begins a statement that goes on where the macro is used.
func isHead(body []string) bool {
	switch body[0] {
	case "for", "while", "switch", "if":
		last := body[len(body)-1]
		return last != "}" && last != ";"
	case "else", "case", "default":
		return true
	}
	return body[len(body)-1] == "else"
}

// suspects returns the names of wrapped macros that stand on the lines that the parser
// complains about, or else all of them.
func (w *macroWatch) suspects(lines []string) []string {
	var all, near []string
	for n := range w.wrapped {
		all = append(all, n)
	}
	slices.Sort(all)
	for _, n := range all {
		if slices.ContainsFunc(lines, func(l string) bool { return hasWord(l, n) }) {
			near = append(near, n)
		}
	}
	if len(near) > 0 {
		return near
	}
	return all
}

// hasWord reports whether the identifier word is in line.
func hasWord(line, word string) bool {
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(word)
		if (i == 0 || !isWordByte(line[i-1])) && (from == len(line) || !isWordByte(line[from])) {
			return true
		}
	}
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }

// loadHidden reads the files again without watching macros, since that failed with err.
// If it fails again, the files are wrong.
func (fe *front) loadHidden(files []File, err error) (*cil.Program, error) {
	cfg := fe.cfg
	cfg.Events = nil
	again, fault := newFront(cfg)
	if fault != nil {
		return nil, fault
	}
	if again.load(files) != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	for name := range fe.watch.wrapped {
		again.watch.hide(name, "with its uses marked the files can't be read: "+first, fe.macroPlace(name))
	}
	again.listHidden()
	return again.prog, nil
}

// macroPlace returns where the first of the files' definitions of a macro is.
func (fe *front) macroPlace(name string) source.Pos {
	files := slices.Sorted(maps.Keys(fe.texts))
	for _, file := range files {
		lx := newLexer([]byte(fe.texts[file]))
		for t := lx.next(); t.kind != lexEnd; t = lx.next() {
			if t.kind == lexDirective && defines(fe.texts[file][t.from:t.to], name) {
				return posAt(file, lx.text, t.from)
			}
		}
	}
	return source.Pos{}
}

// defines reports whether the directive defines the macro name.
func defines(directive, name string) bool {
	words := strings.Fields(strings.TrimLeft(directive, "# \t"))
	if len(words) < 2 || words[0] != "define" {
		return false
	}
	return words[1] == name || strings.HasPrefix(words[1], name+"(")
}

// listHidden puts the macros into the program that are defined at the end of a file
// without being watched, although they were to be.
func (fe *front) listHidden() {
	for _, name := range slices.Sorted(maps.Keys(fe.watch.hidden)) {
		h := fe.watch.hidden[name]
		if fe.watch.wrapped[name] && !fe.plainAtEnd(name) {
			continue
		}
		h.Used = fe.mentions(name)
		fe.prog.Hidden = append(fe.prog.Hidden, h)
	}
}

// plainAtEnd reports whether the macro has a definition without mark at the end of a file.
func (fe *front) plainAtEnd(name string) bool {
	for _, u := range fe.units {
		m := u.macros[name]
		if m != nil && !slices.ContainsFunc(m.ReplacementList(), func(t cc.Token) bool { return t.SrcStr() == markPrefix+name }) {
			return true
		}
	}
	return false
}

// mentions reports whether a file has name other than in a line that defines or tests
// it.
func (fe *front) mentions(name string) bool {
	for file := range fe.texts {
		if hasWord(fe.texts[file], name) && mentionsIn(fe.texts[file], name) {
			return true
		}
	}
	return false
}

func mentionsIn(text, name string) bool {
	lx := newLexer([]byte(text))
	for t := lx.next(); t.kind != lexEnd; t = lx.next() {
		s := text[t.from:t.to]
		switch {
		case t.kind == lexIdent && s == name:
			return true
		case t.kind != lexDirective || !hasWord(s, name) || defines(s, name):
		case strings.HasPrefix(strings.TrimLeft(s, "# \t"), "define"):
			return true
		}
	}
	return false
}
