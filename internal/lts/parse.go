package lts

import (
	"hardbop/internal/source"
)

// Limits on what a file may be. Beyond them Parse complains.
const (
	maxNesting = 1000    // choices and expressions inside each other
	maxErrors  = 50      // complaints
	maxText    = 1 << 20 // bytes
)

// Parse reads and checks specifications. name is the name of their file; text is its
// content. The error, if any, is a source.ErrorList.
func Parse(name, text string) (*File, error) {
	var errs source.ErrorList
	f := &File{Name: name, Text: text, consts: map[string]*Const{}, ranges: map[string]*Range{}, heads: map[string]*Equation{}}
	if len(text) > maxText {
		errs.Add(source.Pos{File: name}, "", "the file has %d bytes: expected at most %d", len(text), maxText)
		return nil, errs.Err()
	}
	p := &parser{file: f, errs: &errs}
	p.toks = scan(name, text, &errs)
	p.all()
	if len(errs) == 0 {
		f.check(&errs)
	}
	if err := errs.Err(); err != nil {
		return nil, err
	}
	return f, nil
}

// parser reads the tokens by recursive descent. A method that can't go on panics with
// bailout; all catches it and goes on behind the faulty part.
type parser struct {
	file  *File
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
	p.errs.Add(pos, p.file.Text, format, args...)
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

func (p *parser) all() {
	for p.tok().kind != eof && len(*p.errs) < maxErrors {
		start := p.at
		if !p.try(p.topLevel) {
			p.skip(start)
		}
	}
}

// skip moves behind the part that has a fault: behind the next stop or semicolon, or before
// a word that begins another part.
func (p *parser) skip(start int) {
	for p.at = max(p.at, start+1); p.tok().kind != eof; p.at++ {
		if p.word("cproc") || p.word("const") || p.word("range") {
			return
		}
		if p.is(".") && p.peek(1).kind != ident || p.is(".") && p.peek(2).text == "=" || p.is(";") && p.peek(1).text != "abstract" && p.peek(1).text != "}" {
			p.at++
			return
		}
	}
}

func (p *parser) topLevel() {
	f := p.file
	switch {
	case p.word("const"):
		f.Consts = append(f.Consts, p.constant())
	case p.word("range"):
		f.Ranges = append(f.Ranges, p.rangeDecl())
	case p.word("cproc"):
		f.Procedures = append(f.Procedures, p.procedure())
	case p.tok().kind == ident && !reserved(p.tok().text):
		f.Processes = append(f.Processes, p.process())
	default:
		p.expected("const, range, cproc or the name of a process")
	}
}

func (p *parser) constant() *Const {
	p.advance()
	n := p.name("the name of a constant")
	p.expect("=", " after the constant's name")
	return &Const{n.pos, n.text, p.expr()}
}

func (p *parser) rangeDecl() *Range {
	p.advance()
	n := p.name("the name of a range")
	p.expect("=", " after the range's name")
	s := p.span()
	return &Range{n.pos, n.text, s}
}

// span reads a range: the name of one, or its ends.
func (p *parser) span() Span {
	s := Span{Pos: p.tok().pos, Lo: p.expr()}
	if n, ok := s.Lo.(*Name); ok && !p.is("..") {
		return Span{Pos: s.Pos, Name: n.Name}
	}
	p.expect("..", " and the end of the range")
	s.Hi = p.expr()
	return s
}

func (p *parser) procedure() *Procedure {
	p.advance()
	n := p.name("the name of a procedure")
	proc := &Procedure{Pos: n.pos, Name: n.text}
	p.expect("{", " after the procedure's name")
	for !p.is("}") {
		proc.Abstractions = append(proc.Abstractions, p.abstraction())
	}
	p.advance()
	p.accept(";")
	return proc
}

func (p *parser) abstraction() *Abstraction {
	if !p.word("abstract") {
		p.expected("abstract or '}'")
	}
	p.advance()
	p.expect("{", " after abstract")
	n := p.name("the name of the abstraction")
	a := &Abstraction{Pos: n.pos, Name: n.text}
	p.expect(",", " after the abstraction's name")
	a.Guard = p.cExpr()
	p.expect(",", " after the guard")
	a.Initial = *p.ref()
	p.expect("}", " at the end of the abstraction")
	p.expect(";", " after the abstraction")
	return a
}

func (p *parser) process() *Process {
	proc := &Process{}
	for {
		e := p.equation()
		e.process = proc
		proc.Equations = append(proc.Equations, e)
		if !p.accept(",") {
			break
		}
	}
	if p.accept("+") {
		proc.Extension = p.labelSet()
	}
	p.expect(".", " at the end of the process, or ',' before its next equation")
	return proc
}

func (p *parser) equation() *Equation {
	n := p.name("the name of a state")
	e := &Equation{Pos: n.pos, Name: n.text}
	for p.is("[") {
		e.Indices = append(e.Indices, p.index())
	}
	p.expect("=", " after the state's name")
	e.Body = p.body()
	return e
}

// index reads an index: in an equation, or in a label.
func (p *parser) index() Index {
	i := Index{Pos: p.advance().pos}
	if p.tok().kind == ident && p.peek(1).text == ":" {
		i.Var = p.name("the name of an index").text
		p.advance()
		i.Span = p.span()
	} else {
		i.E = p.expr()
		if p.accept("..") {
			i.Span = Span{Pos: i.Pos, Lo: i.E, Hi: p.expr()}
			i.E = nil
		}
	}
	p.expect("]", " after the index")
	return i
}

func (p *parser) body() Body {
	defer p.enter()()
	if p.is("(") {
		return p.choice()
	}
	if p.tok().kind != ident || reserved(p.tok().text) && p.tok().text != stop {
		p.expected("'(', the name of a state or STOP")
	}
	return p.ref()
}

func (p *parser) ref() *Ref {
	if p.tok().kind != ident || reserved(p.tok().text) && p.tok().text != stop {
		p.expected("the name of a state")
	}
	t := p.advance()
	r := &Ref{Pos: t.pos, Name: t.text}
	for p.accept("[") {
		r.Indices = append(r.Indices, p.expr())
		p.expect("]", " after the index")
	}
	return r
}

func (p *parser) choice() *Choice {
	c := &Choice{Pos: p.advance().pos}
	for {
		c.Branches = append(c.Branches, p.branch())
		if !p.accept("|") {
			break
		}
	}
	p.expect(")", " or '|' after the branch")
	return c
}

func (p *parser) branch() *Branch {
	b := &Branch{Pos: p.tok().pos}
	if p.word("when") {
		p.advance()
		b.When = p.expr()
	}
	for {
		b.Actions = append(b.Actions, p.act())
		p.expect("->", " after the action")
		if !p.actionFollows() {
			break
		}
	}
	b.Then = p.body()
	return b
}

// actionFollows reports whether another action comes, and no state.
func (p *parser) actionFollows() bool {
	if p.is("{") || p.word("return") {
		return true
	}
	if p.tok().kind != ident {
		return false
	}
	for depth, n := 0, 1; ; n++ {
		switch t := p.peek(n); {
		case t.kind == eof:
			return false
		case t.kind == punct && t.text == "[":
			depth++
		case t.kind == punct && t.text == "]":
			depth--
		case depth == 0:
			return t.kind == punct && (t.text == "->" || t.text == ".")
		}
	}
}

func (p *parser) act() *Act {
	a := &Act{Pos: p.tok().pos}
	switch {
	case p.word("return"):
		p.returnAct(a)
	case p.is("{"):
		a.Labels = p.labelSet()
	default:
		a.Labels = []*Label{p.label()}
	}
	return a
}

func (p *parser) returnAct(a *Act) {
	p.advance()
	a.Return = true
	p.expect("{", " after return")
	if !p.is("}") {
		a.Value = p.cExpr()
	}
	p.expect("}", " after the condition on $0")
}

func (p *parser) labelSet() []*Label {
	p.expect("{", " before the actions")
	var all []*Label
	for {
		all = append(all, p.label())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", " or ',' after the action")
	return all
}

func (p *parser) label() *Label {
	n := p.name("an action: a name, return or '{'")
	l := &Label{Pos: n.pos, Parts: []LabelPart{{Name: n.text}}}
	for {
		switch {
		case p.is("["):
			l.Parts = append(l.Parts, LabelPart{Index: p.index()})
		case p.accept("."):
			l.Parts = append(l.Parts, LabelPart{Name: p.name("a name after the stop").text})
		default:
			return l
		}
	}
}
