package slic

import (
	"path/filepath"
	"strconv"
	"strings"

	"hardbop/internal/source"
)

// Limits on what a rule file may be. Beyond them Parse complains.
const (
	maxNesting = 1000    // statements and expressions inside each other
	maxErrors  = 50      // complaints
	maxText    = 1 << 20 // bytes
)

// Parse reads a rule. name is the name of its file; text is its content. The error, if
// any, is a source.ErrorList.
func Parse(name, text string) (*Spec, error) {
	var errs source.ErrorList
	spec := &Spec{File: name, Name: RuleName(name), Text: text}
	if len(text) > maxText {
		errs.Add(source.Pos{File: name}, "", "the rule has %d bytes: expected at most %d", len(text), maxText)
		return nil, errs.Err()
	}
	p := &parser{spec: spec, text: text, errs: &errs}
	p.toks = scan(name, text, &errs)
	p.file()
	if err := errs.Err(); err != nil {
		return nil, err
	}
	return spec, nil
}

// RuleName returns the name of the rule in the file called path: the base name without
// its extension, with other characters than letters and digits replaced by underscores.
func RuleName(path string) string {
	base := filepath.Base(path)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && source.IsWord(byte(r)) {
			return r
		}
		return '_'
	}, base)
	if name == "" || !source.IsLetter(name[0]) {
		name = "rule_" + name
	}
	return name
}

// parser reads the tokens by recursive descent, a method for each production of
// grammar.txt. A method that can't go on panics with bailout; file, block and state
// catch it and go on behind the faulty part.
type parser struct {
	spec  *Spec
	text  string
	toks  []token
	at    int
	depth int
	errs  *source.ErrorList
}

type bailout struct{}

func (p *parser) tok() token         { return p.toks[p.at] }
func (p *parser) is(op string) bool  { t := p.tok(); return t.kind == punct && t.text == op }
func (p *parser) word(w string) bool { t := p.tok(); return t.kind == ident && t.text == w }

// peek returns the token n places on.
func (p *parser) peek(n int) token { return p.toks[min(p.at+n, len(p.toks)-1)] }

func (p *parser) advance() token {
	t := p.tok()
	if t.kind != eof {
		p.at++
	}
	return t
}

func (p *parser) accept(op string) bool {
	if p.is(op) {
		p.at++
		return true
	}
	return false
}

// fail complains at pos and gives up on the current part.
func (p *parser) fail(pos source.Pos, format string, args ...any) {
	p.errs.Add(pos, p.text, format, args...)
	panic(bailout{})
}

// expected complains about the current token.
func (p *parser) expected(what string) {
	p.fail(p.tok().pos, "unexpected %s: expected %s", p.tok().describe(), what)
}

func (p *parser) expect(op, why string) token {
	if !p.is(op) {
		p.expected("'" + op + "'" + why)
	}
	return p.advance()
}

func (p *parser) name(what string) token {
	if p.tok().kind != ident || reserved(p.tok().text) {
		p.expected(what)
	}
	return p.advance()
}

func reserved(w string) bool {
	switch w {
	case "if", "else", "enum", "abort", "halt", "reset":
		return true
	}
	return false
}

// enter counts the nesting; the caller defers the function that it returns.
func (p *parser) enter() func() {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.tok().pos, "nested too deeply: expected at most %d levels", maxNesting)
	}
	depth := p.depth
	return func() { p.depth = depth - 1 }
}

// try runs f and reports whether it got to its end.
func (p *parser) try(f func()) (ok bool) {
	depth := p.depth
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(bailout); !is {
				panic(r)
			}
			p.depth = depth
		}
	}()
	f()
	return true
}

// full reports whether there are so many complaints that reading on is pointless.
func (p *parser) full() bool { return len(*p.errs) >= maxErrors }

func (p *parser) file() {
	for p.tok().kind != eof && !p.full() {
		start := p.at
		if !p.try(p.topLevel) {
			p.skipTopLevel(start)
		}
	}
}

func (p *parser) topLevel() {
	switch {
	case p.word("enum"):
		p.spec.Enums = append(p.spec.Enums, p.enumDecl())
		p.expect(";", " after the enum")
	case p.word("state") && p.peek(1).text == "{":
		p.state()
	default:
		p.spec.Handlers = append(p.spec.Handlers, p.handler())
	}
}

// skipTopLevel moves behind the part that started at token start: behind the brace that
// closes it, or a semicolon outside of braces.
func (p *parser) skipTopLevel(start int) {
	fault := p.at
	depth := 0
	for p.at = start; p.tok().kind != eof; {
		t := p.advance()
		if t.kind != punct {
			continue
		}
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth <= 0 && p.at > fault && (t.text == "}" || t.text == ";") {
			return
		}
	}
}

func (p *parser) state() {
	if p.spec.HasState {
		p.fail(p.tok().pos, "a second state block: a rule has one")
	}
	p.spec.HasState, p.spec.StatePos = true, p.tok().pos
	p.advance()
	p.expect("{", " after state")
	for !p.is("}") && p.tok().kind != eof && !p.full() {
		if !p.try(func() { p.spec.State = append(p.spec.State, p.field()) }) {
			p.skipStmt()
		}
	}
	p.expect("}", " at the end of the state")
	if p.word("watch") {
		p.advance()
		p.watches()
	}
	p.accept(";")
}

// watches reads what follows the word watch: any, or events.
func (p *parser) watches() {
	if p.word("any") && p.peek(1).text != "." {
		p.spec.WatchAny = true
		p.advance()
		return
	}
	p.spec.Watch = append(p.spec.Watch, p.watch())
	for p.accept(",") {
		p.spec.Watch = append(p.spec.Watch, p.watch())
	}
}

func (p *parser) field() *StateVar {
	v := &StateVar{Type: p.typeName()}
	n := p.name("the name of a state variable")
	v.Pos, v.Name = n.pos, n.text
	if p.accept("=") {
		v.Init = p.expr()
	}
	p.expect(";", " after the state variable")
	return v
}

func (p *parser) watch() *Watch {
	f := p.name("the name of a function")
	w := &Watch{Pattern: Pattern{Pos: f.pos, Func: f.text, Event: Call}}
	p.expect(".", " and an event or argument after the function's name")
	if p.tok().kind == ident {
		w.Event = p.event(f.text)
		p.expect(".", " and an argument such as $1 after the event")
	}
	w.Arg = p.arg()
	return w
}

func (p *parser) handler() *Handler {
	h := &Handler{Pos: p.tok().pos}
	h.Patterns = append(h.Patterns, p.pattern())
	for p.accept(",") {
		h.Patterns = append(h.Patterns, p.pattern())
	}
	if p.accept("[") {
		if !p.word("guard") {
			p.expected("guard")
		}
		p.advance()
		h.Guard = p.arg()
		p.expect("]", " after the guard")
	}
	if !p.is("{") {
		p.expected("'{' or ','")
	}
	h.Body = p.block()
	return h
}

func (p *parser) pattern() *Pattern {
	f := p.name("state, enum or an event such as function.call")
	p.expect(".", " and the kind of event after the function's name")
	return &Pattern{Pos: f.pos, Func: f.text, Event: p.event(f.text)}
}

func (p *parser) event(function string) Event {
	t := p.tok()
	for e, name := range eventNames {
		if t.kind != ident || t.text != name {
			continue
		}
		if Event(e) == End && function != "program" {
			p.fail(t.pos, "a function has no event end: expected exit or return, or program.end")
		}
		p.advance()
		return Event(e)
	}
	p.expected("one of the events call, return, entry, exit")
	return 0
}

func (p *parser) arg() *Arg {
	t := p.tok()
	if t.kind != dollar {
		p.expected("an argument such as $1, or $return")
	}
	p.advance()
	return p.argOf(t)
}

func (p *parser) argOf(t token) *Arg {
	if t.text == "$return" {
		return &Arg{Pos: t.pos}
	}
	k, err := strconv.Atoi(t.text[1:])
	if err != nil || k < 1 || k > maxNesting {
		p.fail(t.pos, "unknown name %s: expected $1, $2, ... or $return", t.text)
	}
	return &Arg{Pos: t.pos, Index: k}
}

func (p *parser) enumDecl() *Enum {
	e := &Enum{Pos: p.advance().pos}
	if p.tok().kind == ident && !reserved(p.tok().text) {
		e.Tag = p.advance().text
	}
	p.expect("{", " after enum")
	for {
		n := p.name("the name of an enumerator")
		item := &Enumerator{Pos: n.pos, Name: n.text}
		if p.accept("=") {
			item.Value = p.expr()
		}
		e.Items = append(e.Items, item)
		if !p.accept(",") || p.is("}") {
			break
		}
	}
	p.expect("}", " or ',' after the enumerator")
	return e
}

// typeWord reports whether w starts a type whatever the program declares.
func typeWord(w string) bool { return basicWord(w) || taggedWord(w) || w == "enum" }

func taggedWord(w string) bool { return w == "struct" || w == "union" }

func basicWord(w string) bool {
	switch w {
	case "void", "bool", "_Bool", "const", "signed", "unsigned", "char", "short", "int", "long":
		return true
	}
	return false
}

func (p *parser) typeName() *TypeName {
	p.qualifiers()
	t := &TypeName{Pos: p.tok().pos}
	w := p.tok()
	switch {
	case w.kind != ident:
		p.expected("a type")
	case w.text == "enum" && p.peek(1).kind == ident && p.peek(2).text != "{", taggedWord(w.text):
		p.advance()
		t.Base = w.text + " " + p.name("the tag after "+w.text).text
	case w.text == "enum":
		t.Enum = p.enumDecl()
	case basicWord(w.text):
		t.Base = p.basicType()
	default:
		t.Base = p.name("a type").text
	}
	for p.qualifiers(); p.accept("*"); p.qualifiers() {
		if t.Stars++; t.Stars > maxNesting {
			p.fail(p.tok().pos, "nested too deeply: expected at most %d stars", maxNesting)
		}
	}
	return t
}

// qualifiers skips const, which means nothing in a rule.
func (p *parser) qualifiers() {
	for p.word("const") {
		p.advance()
	}
}

// basicType reads the words of a basic type.
func (p *parser) basicType() string {
	var words []string
	for p.tok().kind == ident && basicWord(p.tok().text) {
		if w := p.advance().text; w != "const" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}
