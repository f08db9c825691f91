package boolprog

import "strings"

// block is a list of statements while it is parsed. mid says that a declaration is
// no longer at the start of its procedure.
type block struct {
	proc  *Proc
	stmts []*Stmt
	mid   bool
}

// procBody parses declarations, the procedure's enforce and the statements.
func (p *parser) procBody(q *Proc) {
	b := &block{proc: q}
	p.items(b)
	if len(b.stmts) > 0 && b.stmts[0].Kind == Enforce && isBare(b.stmts[0]) {
		q.Enforce = b.stmts[0].Cond
		b.stmts = b.stmts[1:]
	}
	q.Body = b.stmts
}

// isBare reports whether a statement carries nothing but its condition.
func isBare(s *Stmt) bool { return len(s.Labels) == 0 && s.Comment == "" && s.Origin == "" }

// items parses declarations and statements up to a word that ends the block.
func (p *parser) items(b *block) {
	for p.tok.kind != tokEOF && !p.atBlockEnd() {
		switch {
		case p.accept(";"):
		case p.is("decl"):
			p.localDecl(b)
			p.resync()
		default:
			if s := p.labelled(b); s != nil {
				b.stmts = append(b.stmts, s)
				b.mid = b.mid || s.Kind != Enforce
			}
			p.resync()
		}
	}
}

// atBlockEnd reports whether the current token ends a block.
func (p *parser) atBlockEnd() bool {
	return p.is("end") || p.is("fi") || p.is("od") || p.is("else") || p.is("elsif")
}

// resync passes the rest of a broken statement.
func (p *parser) resync() {
	if !p.quiet {
		return
	}
	for p.tok.kind != tokEOF && !p.atBlockEnd() && !p.accept(";") {
		p.advance()
	}
	p.quiet = false
}

// localDecl parses a declaration in a body. One that isn't at the start of the
// procedure makes its variables arbitrary whenever it is passed.
func (p *parser) localDecl(b *block) {
	pos := p.tok.pos
	vars := p.decl()
	b.proc.Locals = append(b.proc.Locals, vars...)
	if !b.mid || len(vars) == 0 {
		return
	}
	s := &Stmt{Kind: Dead, Pos: pos}
	for _, v := range vars {
		s.Lhs = append(s.Lhs, Ref{Name: v.Name, Pos: v.Pos})
	}
	b.stmts = append(b.stmts, s)
}

// labelled parses a statement with its labels, comment and separator; nil if there is
// none.
func (p *parser) labelled(b *block) *Stmt {
	before := p.tok.comments
	s := &Stmt{Pos: p.tok.pos}
	for p.tok.kind == tokIdent && p.ahead.kind == tokPunct && p.ahead.text == ":" {
		if strings.HasPrefix(p.tok.text, "ASYNC_") {
			p.errorAt(p.tok.pos, "threads are not supported (label %s)", p.tok.text)
		}
		s.Labels = append(s.Labels, p.advance().text)
		p.advance()
	}
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxDepth {
		p.errorAt(p.tok.pos, "statements are nested deeper than %d", MaxDepth)
		p.giveUp()
		return nil
	}
	p.stmt(s, b)
	p.separator(s)
	if s.Kind != If && s.Kind != While {
		p.trailingComment(s)
	}
	if s.Comment == "" && s.Origin == "" {
		leadingComment(s, before)
	}
	if p.quiet {
		return nil
	}
	return s
}

// separator parses the ';' behind a statement where one is needed.
func (p *parser) separator(s *Stmt) {
	if p.quiet || p.accept(";") || p.atBlockEnd() || s.Kind == If || s.Kind == While {
		return
	}
	p.unexpected("';' after the statement")
}

// trailingComment takes the comment that follows on the same line.
func (p *parser) trailingComment(s *Stmt) {
	if len(p.tok.comments) == 0 || p.tok.comments[0].line != p.last || p.tok.comments[0].ownLine {
		return
	}
	setComment(s, p.tok.comments[0])
	p.tok.comments = p.tok.comments[1:]
}

// leadingComment takes the last comment line before a statement.
func leadingComment(s *Stmt, before []comment) {
	if n := len(before); n > 0 && before[n-1].ownLine {
		setComment(s, before[n-1])
	}
}

// setComment splits a comment into origin and text.
func setComment(s *Stmt, c comment) {
	if rest, ok := strings.CutPrefix(c.text, "@"); ok {
		s.Origin, s.Comment, _ = strings.Cut(rest, " ")
		return
	}
	s.Comment = commentText(c)
}

// stmt parses a statement behind its labels into s.
func (p *parser) stmt(s *Stmt, b *block) {
	switch {
	case p.tok.kind == tokIdent || p.is("_"):
		p.assignOrCall(s)
	case p.tok.kind != tokKeyword:
		p.unexpected("a statement")
	case isThreadWord(p.tok.text):
		p.errorAt(p.tok.pos, "threads are not supported ('%s')", p.tok.text)
	case p.is("if"):
		p.ifStmt(s, b)
	case p.is("while"):
		p.whileStmt(s, b)
	default:
		p.simple(s)
	}
}

// simple parses a statement that starts with a keyword and has no body.
func (p *parser) simple(s *Stmt) {
	switch {
	case p.accept("skip"):
		s.Kind = Skip
	case p.accept("goto"):
		s.Kind, s.Targets = Goto, p.labels()
	case p.accept("return"):
		s.Kind = Return
		if !p.is(";") && !p.atBlockEnd() {
			s.Rhs = p.exprs()
		}
	case p.accept("assert"):
		s.Kind, s.Cond = Assert, p.parenthesised()
	case p.accept("assume"):
		s.Kind, s.Cond = Assume, p.parenthesised()
	case p.accept("abortif"):
		p.abortIf(s)
	case p.accept("enforce"):
		s.Kind, s.Cond = Enforce, p.expr()
	case p.accept("constrain"):
		s.Kind, s.Cond = Assign, p.parenthesised()
	case p.accept("dead"):
		s.Kind, s.Lhs = Dead, p.lhs()
	case p.accept("print"):
		s.Kind, s.Rhs = Print, p.arguments()
	default:
		p.unexpected("a statement")
	}
}

// labels parses the targets of a goto.
func (p *parser) labels() []string {
	var targets []string
	for {
		targets = append(targets, p.ident("a label").text)
		if p.quiet || !p.accept(",") {
			return targets
		}
	}
}

// abortIf parses the condition of abortif and gives it the meaning that was asked for.
func (p *parser) abortIf(s *Stmt) {
	pos := p.tok.pos
	s.Kind = Assert
	if p.opt.AbortIfAssume {
		s.Kind = Assume
	}
	if cond := p.expr(); cond != nil {
		s.Cond = &Expr{Op: OpNot, Args: []*Expr{cond}, Pos: pos}
	}
}

// parenthesised parses a condition in parentheses.
func (p *parser) parenthesised() *Expr {
	p.expect("(", "before the condition")
	e := p.expr()
	p.expect(")", "after the condition")
	return e
}

// arguments parses a list of expressions in parentheses, which may be empty.
func (p *parser) arguments() []*Expr {
	p.expect("(", "before the arguments")
	if p.accept(")") {
		return nil
	}
	args := p.exprs()
	p.expect(")", "after the arguments")
	return args
}

// assignOrCall parses x, _ := e, e constrain c; x := f(e) and f(e).
func (p *parser) assignOrCall(s *Stmt) {
	if p.atCall() {
		p.call(s)
		return
	}
	s.Lhs = p.lhs()
	p.expect(":=", "after the variables that are assigned")
	if p.quiet {
		return
	}
	if p.atCall() {
		p.call(s)
		return
	}
	s.Kind, s.Rhs = Assign, p.exprs()
	if p.accept("constrain") {
		s.Cond = p.expr()
	}
}

// atCall reports whether a call comes. choose(p,n) and unknown() are expressions.
func (p *parser) atCall() bool {
	return p.tok.kind == tokIdent && p.ahead.kind == tokPunct && p.ahead.text == "(" &&
		p.tok.text != "choose" && p.tok.text != "unknown"
}

// call parses name and arguments of a call.
func (p *parser) call(s *Stmt) {
	s.Kind, s.Callee = Call, p.advance().text
	s.Rhs = p.arguments()
}

// lhs parses the variables that a statement writes.
func (p *parser) lhs() []Ref {
	var refs []Ref
	for !p.quiet {
		r := Ref{Name: p.tok.text, Pos: p.tok.pos}
		if p.accept("_") {
			r.Scope = Ignore
		} else {
			p.ident("a variable")
		}
		refs = append(refs, r)
		if !p.accept(",") {
			break
		}
	}
	return refs
}

// ifStmt parses if, elsif and else up to fi. An elsif is an if alone in the else.
func (p *parser) ifStmt(s *Stmt, b *block) {
	p.branch(s, "then", b)
	p.ifRest(s, b)
	p.expect("fi", "at the end of the if")
}

// branch parses a keyword, a condition, the word do or then, and a body.
func (p *parser) branch(s *Stmt, word string, b *block) {
	s.Kind = If
	p.advance()
	s.Cond = p.expr()
	p.expect(word, "after the condition")
	p.trailingComment(s)
	if p.quiet {
		p.recoverTo(word)
	}
	s.Then = p.body(b)
}

// recoverTo passes a broken condition up to and including a word, if it comes before
// the statement ends.
func (p *parser) recoverTo(word string) {
	for p.tok.kind != tokEOF && !p.atBlockEnd() && !p.is(";") {
		if p.accept(word) {
			break
		}
		p.advance()
	}
	p.quiet = false
}

// ifRest parses what follows the first body of an if.
func (p *parser) ifRest(s *Stmt, b *block) {
	depth := p.depth
	for p.is("elsif") {
		inner := &Stmt{Pos: p.tok.pos}
		p.depth++
		if p.depth > MaxDepth {
			p.errorAt(p.tok.pos, "more than %d nested ifs and elsifs", MaxDepth)
			p.giveUp()
		}
		p.branch(inner, "then", b)
		s.Else = []*Stmt{inner}
		s = inner
	}
	p.depth = depth
	if p.accept("else") {
		s.Else = p.body(b)
	}
}

// whileStmt parses a loop.
func (p *parser) whileStmt(s *Stmt, b *block) {
	p.branch(s, "do", b)
	s.Kind = While
	p.expect("od", "at the end of the loop")
}

// body parses the statements of an inner block.
func (p *parser) body(b *block) []*Stmt {
	inner := &block{proc: b.proc, mid: true}
	p.items(inner)
	return inner.stmts
}
