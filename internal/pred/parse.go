package pred

import (
	"strconv"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Parse reads the predicate file name with the content text. Errors are a
// [source.ErrorList].
func Parse(prog *cil.Program, name, text string) (*Set, error) {
	p := parse(prog, name, text)
	if err := p.errs.Err(); err != nil {
		return nil, err
	}
	return p.set, nil
}

// ParseKnown reads the predicates of a file, perhaps of an older program, and leaves out what the
// program doesn't have, or has as something else.
func ParseKnown(prog *cil.Program, text string) *Set { return parse(prog, "", text).set }

func parse(prog *cil.Program, name, text string) *parser {
	p := &parser{prog: prog, name: name, text: text, clean: withoutComments(text), set: &Set{}, ghosts: map[*cil.Func]map[string]*cil.Var{}}
	if p.header() {
		for p.skip(); p.at < len(p.clean); p.skip() {
			if !p.group() {
				break
			}
		}
	}
	return p
}

// parser reads a file group by group. clean is text with comments blanked.
type parser struct {
	prog   *cil.Program
	name   string
	text   string
	clean  string
	at     int // offset of what is read next
	set    *Set
	ghosts map[*cil.Func]map[string]*cil.Var // by scope and name
	errs   source.ErrorList
}

// withoutComments replaces comments by spaces.
func withoutComments(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); {
		end := commentEnd(text, i)
		if end < 0 {
			i++
			continue
		}
		for ; i < end; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// commentEnd returns where the comment at i ends, or -1 if there is none.
func commentEnd(text string, i int) int {
	switch {
	case strings.HasPrefix(text[i:], "//"):
		if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(text)
	case strings.HasPrefix(text[i:], "/*"):
		if n := strings.Index(text[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(text)
	}
	return -1
}

// pos returns the place of an offset.
func (p *parser) pos(at int) source.Pos {
	before := p.text[:at]
	return source.Pos{File: p.name, Line: strings.Count(before, "\n") + 1, Col: at - strings.LastIndexByte(before, '\n')}
}

func (p *parser) errorAt(at int, format string, args ...any) {
	p.errs.Add(p.pos(at), p.text, format, args...)
}

func (p *parser) skip() {
	for p.at < len(p.clean) && strings.IndexByte(" \t\r\n\f\v", p.clean[p.at]) >= 0 {
		p.at++
	}
}

// word takes letters, digits, '_', '-', '.' and '$' and returns where they stand.
func (p *parser) word() (string, int) {
	p.skip()
	start := p.at
	for p.at < len(p.clean) && isWordByte(p.clean[p.at]) {
		p.at++
	}
	return p.clean[start:p.at], start
}

func isWordByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// found names what stands at the present offset, for messages.
func (p *parser) found() string {
	if p.skip(); p.at >= len(p.clean) {
		return "the end of the file"
	}
	start := p.at
	w, _ := p.word()
	p.at = start
	if w == "" {
		w = p.clean[start : start+1]
	}
	return "'" + source.Printable(w) + "'"
}

func (p *parser) header() bool {
	w, at := p.word()
	if w != "hardbop-predicates" {
		p.errorAt(at, "expected 'hardbop-predicates %d' on the first line", Version)
		return false
	}
	v, at := p.word()
	if v != strconv.Itoa(Version) {
		p.errorAt(at, "version '%s' of predicate files is not known: expected %d", source.Printable(v), Version)
		return false
	}
	return true
}

// group reads a name and what stands in braces behind it. It returns false if the rest
// of the file can't be read.
func (p *parser) group() bool {
	name, at := p.word()
	if name == "" {
		p.errorAt(p.at, "expected 'global' or the name of a procedure, found %s", p.found())
		return false
	}
	scope, ok := p.scope(name, at)
	if p.skip(); p.at >= len(p.clean) || p.clean[p.at] != '{' {
		p.errorAt(p.at, "expected '{' after '%s', found %s", source.Printable(name), p.found())
		return false
	}
	p.at++
	for {
		start, end := p.piece()
		if end >= len(p.clean) {
			p.errorAt(end, "expected '}' at the end of the group '%s'", source.Printable(name))
			return false
		}
		p.at = end + 1
		p.entry(scope, ok, start, end)
		if p.clean[end] == '}' {
			return true
		}
	}
}

// scope finds the procedure called name; nil is the global scope.
func (p *parser) scope(name string, at int) (*cil.Func, bool) {
	if name == "global" {
		return nil, true
	}
	f := p.prog.FuncNamed(name)
	if f != nil && f.HasBody() {
		return f, true
	}
	what := "unknown procedure '" + source.Printable(name) + "'"
	if f != nil {
		what = "the procedure '" + name + "' has no body"
	}
	p.errorAt(at, "%s%s", what, source.DidYouMean(name, procedures(p.prog)))
	return nil, false
}

// piece returns the bounds of the text up to the next ',', ';' or '}' that isn't in
// parentheses, and moves to its end.
func (p *parser) piece() (start, end int) {
	p.skip()
	start = p.at
	depth := 0
	for end = start; end < len(p.clean); end++ {
		switch c := p.clean[end]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '\'':
			end = charEnd(p.clean, end)
		case '}', ';':
			return start, end
		case ',':
			if depth <= 0 {
				return start, end
			}
		}
	}
	return start, len(p.clean)
}

// charEnd returns the offset of the quote that closes the character constant at i, or i.
func charEnd(s string, i int) int {
	for j := i + 1; j < len(s) && j < i+5; j++ {
		switch s[j] {
		case '\\':
			j++
		case '\'':
			return j
		}
	}
	return i
}

// entry reads what stands between start and end: a ghost or an exact node if it ends in ';', otherwise a
// predicate, or nothing before '}'.
func (p *parser) entry(scope *cil.Func, known bool, start, end int) {
	text := strings.TrimRight(p.clean[start:end], " \t\r\n\f\v")
	switch {
	case text == "" && p.clean[end] == '}':
	case text == "":
		p.errorAt(end, "expected a predicate before '%c'", p.clean[end])
	case !known:
	case p.clean[end] == ';' && strings.HasPrefix(text, "exact "):
		p.exact(scope, text, start)
	case p.clean[end] == ';':
		p.ghost(scope, text, start)
	default:
		p.predicate(scope, text, start)
	}
}

func (p *parser) predicate(scope *cil.Func, text string, at int) {
	if scope == nil && p.localInGlobal(text, at) {
		return
	}
	find := func(name string) *cil.Var { return p.ghosts[scope][name] }
	e, err := cil.ParseExprGhosts(p.prog, scope, find, text, p.pos(at))
	if err != nil {
		p.complain(err)
		return
	}
	p.set.AddPred(&Pred{E: e, Scope: scope})
}

// complain takes over errors of the parser of expressions, with the lines of this file.
func (p *parser) complain(err error) {
	for _, e := range err.(source.ErrorList) {
		e.Text = source.Line(p.text, e.Pos.Line)
		p.errs = append(p.errs, e)
	}
}

// localInGlobal reports, as an error, a name in a global predicate that isn't a global
// but a variable of some procedure.
func (p *parser) localInGlobal(text string, at int) bool {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		name := strings.TrimPrefix(text[start:i], "$")
		if i == start {
			i++
			continue
		}
		if start > 0 && (text[start-1] == '.' || text[start-1] == '>') || p.prog.GlobalNamed(name) != nil {
			continue
		}
		if f := p.owner(name); f != nil {
			p.errorAt(at+start, "'%s' is a variable of %s: a global predicate may only mention globals; expected it in the group of %s", name, f.Name, f.Name)
			return true
		}
	}
	return false
}

// owner returns the first procedure with a variable called name.
func (p *parser) owner(name string) *cil.Func {
	for _, f := range p.prog.Funcs {
		if v := p.prog.Lookup(f, name); v != nil && v.Func == f {
			return f
		}
	}
	return nil
}
