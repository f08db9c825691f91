package boolprog

import (
	"strconv"
	"strings"

	"hardbop/internal/source"
)

// Version is the version of the file format, which the printer writes in the first
// line and the reader compares.
const Version = 1

// versionPrefix starts the comment that names the version.
const versionPrefix = " boolprog "

// MaxDepth is how deep statements and expressions of a file may be nested.
const MaxDepth = 1000

// maxErrors is the number of errors after which the reader gives up on a file.
const maxErrors = 20

// maxResults bounds N in bool<N>.
const maxResults = 1 << 16

// Options say how a file is to be read. The zero value is right for our own files.
type Options struct {
	Dialect       Dialect
	AbortIfAssume bool // "abortif e" means assume(!e); otherwise assert(!e)
}

// Read parses and checks a program. The error is a source.ErrorList.
func Read(file, text string, opt Options) (*Program, error) {
	p, err := Parse(file, text, opt)
	if err != nil {
		return nil, err
	}
	if len(p.Globals) == 0 && len(p.Procs) == 0 {
		var errs source.ErrorList
		errs.Add(source.Pos{File: file}, "", "the file has no program: expected declarations and procedures, with a procedure main")
		return nil, errs.Err()
	}
	if err := Check(p, text); err != nil {
		return nil, err
	}
	return p, nil
}

// Parse parses a program without checking it. The error is a source.ErrorList.
func Parse(file, text string, opt Options) (*Program, error) {
	p := newParser(file, text, opt)
	prog := p.program()
	if err := p.errors.Err(); err != nil {
		return nil, err
	}
	return prog, nil
}

// parser holds two tokens of look-ahead. After an error it is quiet until the
// statement or declaration has been passed (resync).
type parser struct {
	scan   scanner
	opt    Options
	errors source.ErrorList
	quiet  bool
	over   bool  // gave up on the file: no more complaints
	tok    token // the current one
	ahead  token // the one behind it
	last   int   // line of the last consumed token's end
	depth  int   // nesting of statements or of parentheses

	operands []operand // of the expressions that are being parsed
	ops      []pending
}

func newParser(file, text string, opt Options) *parser {
	p := &parser{opt: opt}
	p.scan = scanner{file: file, text: text, line: 1, errors: &p.errors}
	p.tok = p.scan.next()
	p.ahead = p.scan.next()
	return p
}

// advance consumes the current token.
func (p *parser) advance() token {
	t := p.tok
	p.last = t.endLine
	p.tok = p.ahead
	p.ahead = p.scan.next()
	if len(p.errors) >= maxErrors {
		p.giveUp()
	}
	return t
}

// giveUp pretends that the file ends here.
func (p *parser) giveUp() {
	p.over = true
	p.tok, p.ahead = token{pos: p.tok.pos}, token{pos: p.tok.pos}
	p.scan.off = len(p.scan.text)
}

// errorAt complains, unless the parser is recovering from an earlier error.
func (p *parser) errorAt(pos source.Pos, format string, args ...any) {
	if !p.quiet && !p.over {
		p.errors.Add(pos, p.scan.text, format, args...)
	}
	p.quiet = true
}

// unexpected complains about the current token.
func (p *parser) unexpected(want string) {
	switch {
	case p.tok.kind == tokBad:
		p.quiet = true
	case p.tok.kind == tokEOF:
		p.errorAt(p.tok.pos, "expected %s, found the end of the file", want)
	default:
		p.errorAt(p.tok.pos, "expected %s, found '%s'", want, p.tok.text)
	}
}

// is reports whether the current token is the keyword or punctuation text.
func (p *parser) is(text string) bool {
	return p.tok.text == text && (p.tok.kind == tokKeyword || p.tok.kind == tokPunct)
}

// accept consumes the current token if it is text.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

// expect consumes text or complains.
func (p *parser) expect(text, where string) {
	if !p.accept(text) {
		p.unexpected("'" + text + "' " + where)
	}
}

// ident consumes an identifier or complains.
func (p *parser) ident(what string) token {
	if p.tok.kind == tokIdent {
		return p.advance()
	}
	p.unexpected(what)
	return token{pos: p.tok.pos}
}

// program parses a file.
func (p *parser) program() *Program {
	prog := &Program{}
	header := p.header()
	prog.Comment = header
	for p.tok.kind != tokEOF {
		p.quiet = false
		if p.is("decl") {
			prog.Globals = append(prog.Globals, p.decl()...)
			p.resyncTop()
			continue
		}
		if q := p.proc(); q != nil {
			prog.Procs = append(prog.Procs, q)
		}
		p.resyncTop()
	}
	return prog
}

// header takes the comment lines at the top of the file, up to a line that isn't a
// comment, off the first token. The version line isn't kept.
func (p *parser) header() []string {
	var lines []string
	n := 0
	for i, c := range p.tok.comments {
		if !c.ownLine || i > 0 && c.line != p.tok.comments[i-1].line+1 {
			break
		}
		n++
		if i == 0 && p.version(c) {
			continue
		}
		lines = append(lines, commentText(c))
	}
	p.tok.comments = p.tok.comments[n:]
	return lines
}

// version reports whether c is the version line, and complains about newer versions.
func (p *parser) version(c comment) bool {
	text, ok := strings.CutPrefix(c.text, versionPrefix)
	if !ok {
		return false
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		return false
	}
	if v != Version {
		pos := source.Pos{File: p.scan.file, Line: c.line, Col: 1}
		p.errors.Add(pos, p.scan.text, "version %d of the format is not known: expected version %d", v, Version)
	}
	return true
}

// commentText returns the text of a comment without the blank behind "//".
func commentText(c comment) string { return strings.TrimPrefix(c.text, " ") }

// resyncTop passes the rest of a broken declaration or procedure.
func (p *parser) resyncTop() {
	if !p.quiet {
		return
	}
	for p.tok.kind != tokEOF && !p.is("decl") && !p.is("void") && !p.is("bool") && !p.is("dfs") {
		if p.accept(";") {
			continue
		}
		p.advance()
	}
	p.quiet = false
}

// decl parses a declaration of variables.
func (p *parser) decl() []*Var {
	p.advance()
	if p.is("thread_local") {
		p.errorAt(p.tok.pos, "threads are not supported")
		return nil
	}
	vars := p.names("the name of a variable")
	p.expect(";", "after the declaration")
	return vars
}

// names parses a list of names, separated by commas.
func (p *parser) names(what string) []*Var {
	var vars []*Var
	for {
		id := p.ident(what)
		if id.kind != tokIdent {
			return vars
		}
		vars = append(vars, &Var{Name: id.text, Pos: id.pos})
		if !p.accept(",") {
			return vars
		}
	}
}

// proc parses a procedure; nil if not even its head can be read.
func (p *parser) proc() *Proc {
	q := &Proc{}
	for _, c := range p.tok.comments {
		if c.ownLine {
			q.Comment = append(q.Comment, commentText(c))
		}
	}
	p.accept("dfs")
	typed := p.resultType(q)
	name := p.ident("a declaration or a procedure")
	q.Name, q.Pos = name.text, name.pos
	p.expect("(", "after the name of the procedure")
	if p.tok.kind == tokIdent {
		q.Formals = p.names("the name of a parameter")
	}
	p.expect(")", "after the parameters")
	p.expect("begin", "before the body of the procedure")
	if p.quiet {
		return nil
	}
	p.procBody(q)
	p.expect("end", "after the body of the procedure")
	if !typed {
		q.NumResults = inferResults(q.Body)
	}
	return q
}

// resultType parses void, bool or bool<N> and reports whether there was one.
func (p *parser) resultType(q *Proc) bool {
	if p.accept("void") {
		return true
	}
	if !p.accept("bool") {
		return false
	}
	q.NumResults = 1
	if p.accept("<") {
		n, err := strconv.Atoi(p.tok.text)
		if err != nil || n < 1 || n > maxResults {
			p.unexpected("a number of results")
			return true
		}
		q.NumResults = n
		p.advance()
		p.expect(">", "after the number of results")
	}
	return true
}

// inferResults returns the number of values of the first return in a body, which is
// what a procedure without a type returns; 0 if there is none.
func inferResults(body []*Stmt) int {
	for _, s := range body {
		n := len(s.Rhs)
		if s.Kind != Return {
			n = max(inferResults(s.Then), inferResults(s.Else))
		}
		if n > 0 {
			return n
		}
	}
	return 0
}
