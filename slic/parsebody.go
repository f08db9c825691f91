package slic

import "math/big"

func (p *parser) block() *Block {
	defer p.enter()()
	b := &Block{Pos: p.expect("{", "").pos}
	for !p.is("}") && p.tok().kind != eof && !p.full() {
		if !p.try(func() { b.Stmts = append(b.Stmts, p.stmt()) }) {
			p.skipStmt()
		}
	}
	p.expect("}", " at the end of the block")
	return b
}

// skipStmt moves behind the next semicolon, or to a brace.
func (p *parser) skipStmt() {
	for p.tok().kind != eof && !p.is("}") {
		if p.is("{") {
			p.skipBraces()
			return
		}
		if p.advance().text == ";" {
			return
		}
	}
}

// skipBraces moves behind the brace that closes the one at the current place.
func (p *parser) skipBraces() {
	depth := 0
	for p.tok().kind != eof {
		switch {
		case p.is("{"):
			depth++
		case p.is("}"):
			depth--
		}
		p.advance()
		if depth == 0 {
			return
		}
	}
}

func (p *parser) stmt() Stmt {
	defer p.enter()()
	t := p.tok()
	switch {
	case p.is("{"):
		return p.block()
	case p.accept(";"):
		return &Empty{Pos: t.pos}
	case t.kind != ident:
		p.expected("a statement: an assignment, if, abort, halt, reset or a block")
	}
	switch t.text {
	case "if":
		return p.ifStmt()
	case "else":
		p.fail(t.pos, "an else without an if")
	case "abort":
		return p.abort()
	case "halt":
		p.advance()
		p.expect(";", " after halt")
		return &Halt{Pos: t.pos}
	case "reset":
		p.advance()
		p.expect(";", " after reset")
		return &Reset{Pos: t.pos}
	case "while", "for", "do", "goto", "switch", "return":
		p.fail(t.pos, "a handler has no %s: expected an assignment, if, abort, halt, reset or a block", t.text)
	}
	return p.assign()
}

func (p *parser) ifStmt() Stmt {
	s := &If{Pos: p.advance().pos}
	p.expect("(", " after if")
	if p.is("*") && p.peek(1).text == ")" {
		p.advance()
	} else {
		s.Cond = p.expr()
	}
	p.expect(")", " after the condition")
	s.Then = p.stmt()
	if p.word("else") {
		p.advance()
		s.Else = p.stmt()
	}
	return s
}

func (p *parser) abort() Stmt {
	s := &Abort{Pos: p.advance().pos}
	for p.tok().kind == str {
		s.Message += p.advance().text
	}
	p.expect(";", " or a message in quotes after abort")
	return s
}

func (p *parser) assign() Stmt {
	s := &Assign{}
	for {
		n := p.name("the name of a state variable")
		s.L = append(s.L, &Ident{Pos: n.pos, Name: n.text})
		if !p.accept(",") {
			break
		}
	}
	s.Pos = p.tok().pos
	switch {
	case p.is("("):
		p.fail(s.L[0].Pos, "a handler can't call functions")
	case p.is("->"), p.is("."), p.is("["):
		p.fail(s.L[0].Pos, "only state variables can be assigned, as a whole; the program's memory can't")
	}
	p.expect("=", " of an assignment")
	s.R = append(s.R, p.expr())
	for p.accept(",") {
		s.R = append(s.R, p.expr())
	}
	if len(s.L) != len(s.R) {
		p.errs.Add(s.Pos, p.text, "the assignment has %d variables and %d values: expected as many", len(s.L), len(s.R))
	}
	p.expect(";", " after the assignment")
	return s
}

func (p *parser) expr() Expr {
	defer p.enter()()
	c := p.binary(1)
	if !p.is("?") {
		return c
	}
	e := &Cond{Pos: p.advance().pos, C: c}
	e.A = p.expr()
	p.expect(":", " of the conditional expression")
	e.B = p.expr()
	return e
}

// precedence returns how strongly a binary operator binds, from 1, or 0 for others.
func precedence(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "|":
		return 3
	case "^":
		return 4
	case "&":
		return 5
	case "==", "!=":
		return 6
	case "<", "<=", ">", ">=":
		return 7
	case "<<", ">>":
		return 8
	case "+", "-":
		return 9
	case "*", "/", "%":
		return 10
	}
	return 0
}

// binary reads operators that bind at least as strongly as lowest. Each one counts as a
// level of nesting, since the tree gets deeper on its left.
func (p *parser) binary(lowest int) Expr {
	x := p.unary()
	for p.tok().kind == punct {
		prec := precedence(p.tok().text)
		if prec == 0 || prec < lowest {
			break
		}
		defer p.enter()()
		op := p.advance()
		x = &Binary{Pos: op.pos, Op: op.text, X: x, Y: p.binary(prec + 1)}
	}
	return x
}

func (p *parser) unary() Expr {
	defer p.enter()()
	t := p.tok()
	if t.kind == punct {
		switch t.text {
		case "-", "+", "!", "~", "*", "&":
			p.advance()
			return &Unary{Pos: t.pos, Op: t.text, X: p.unary()}
		case "(":
			if p.castAhead() {
				return p.cast()
			}
		}
	}
	return p.postfix()
}

// castAhead reports whether the parenthesis at the current place encloses a type.
func (p *parser) castAhead() bool {
	t := p.peek(1)
	if t.kind != ident {
		return false
	}
	if typeWord(t.text) {
		return true
	}
	n := 2
	for p.peek(n).text == "*" && p.peek(n).kind == punct {
		n++
	}
	if p.peek(n).text != ")" {
		return false
	}
	next := p.peek(n + 1)
	return n > 2 || next.kind == ident || next.kind == number || next.kind == dollar || next.text == "("
}

func (p *parser) cast() Expr {
	e := &Cast{Pos: p.advance().pos}
	e.Type = p.typeName()
	p.expect(")", " after the type")
	e.X = p.unary()
	return e
}

func (p *parser) postfix() Expr {
	x := p.primary()
	for {
		t := p.tok()
		switch {
		case p.is("."), p.is("->"):
			defer p.enter()()
			p.advance()
			n := p.name("the name of a member")
			x = &Member{Pos: n.pos, X: x, Name: n.text, Arrow: t.text == "->"}
		case p.is("["):
			defer p.enter()()
			p.advance()
			x = &Index{Pos: t.pos, X: x, I: p.expr()}
			p.expect("]", " after the index")
		case p.is("("):
			p.fail(t.pos, "a handler can't call functions")
		default:
			return x
		}
	}
}

func (p *parser) primary() Expr {
	t := p.tok()
	switch {
	case t.kind == ident && !reserved(t.text):
		p.advance()
		return &Ident{Pos: t.pos, Name: t.text}
	case t.kind == number:
		p.advance()
		return p.numberOf(t)
	case t.kind == char:
		p.advance()
		if len(t.text) != 1 || t.text[0] >= 0x80 {
			p.fail(t.pos, "a character constant has one ASCII character")
		}
		return &Number{Pos: t.pos, Text: charText(t.text[0]), Val: big.NewInt(int64(int8(t.text[0])))}
	case t.kind == dollar:
		p.advance()
		return p.argOf(t)
	case p.accept("("):
		x := p.expr()
		p.expect(")", "")
		return x
	}
	p.expected("an expression")
	return nil
}
