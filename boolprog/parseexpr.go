package boolprog

import "hardbop/internal/source"

// operand is a parsed expression with its depth and whether it is an unparenthesised
// conjunction or disjunction, which the same operator extends.
type operand struct {
	e     *Expr
	depth int
	open  bool
}

// pending is an operator whose right side isn't complete.
type pending struct {
	op  Op
	pos source.Pos
}

// exprs parses a list of expressions.
func (p *parser) exprs() []*Expr {
	var list []*Expr
	for {
		list = append(list, p.expr())
		if p.quiet || !p.accept(",") {
			return list
		}
	}
}

// expr parses an expression; nil after an error.
func (p *parser) expr() *Expr { return p.operandExpr().e }

// operandExpr parses an expression and returns it with its depth. Operators and
// operands of an enclosing expression stay below on the stacks.
func (p *parser) operandExpr() operand {
	ops, operands := len(p.ops), len(p.operands)
	defer func() { p.ops, p.operands = p.ops[:ops], p.operands[:operands] }()
	for {
		for p.is("!") || p.is("~") {
			p.ops = append(p.ops, pending{OpNot, p.advance().pos})
		}
		o := p.primary()
		if p.quiet {
			return operand{}
		}
		p.operands = append(p.operands, o)
		op, ok := p.infix()
		if !ok {
			break
		}
		p.shift(op, ops)
	}
	for len(p.ops) > ops {
		p.reduce()
	}
	if p.quiet {
		return operand{}
	}
	return p.operands[operands]
}

// infix returns the infix operator that the current token is.
func (p *parser) infix() (Op, bool) {
	if p.tok.kind != tokPunct {
		return 0, false
	}
	switch p.tok.text {
	case "=>":
		return OpImplies, true
	case "=":
		return OpEq, true
	case "!=":
		return OpNe, true
	case "^":
		return OpXor, true
	case "|", "||":
		return OpOr, true
	case "&", "&&":
		return OpAnd, true
	}
	return 0, false
}

// shift completes what binds tighter than op to its left, down to the bottom of the
// expression on the stack, then puts op on the stack.
func (p *parser) shift(op Op, bottom int) {
	pos := p.tok.pos
	for len(p.ops) > bottom {
		left := p.ops[len(p.ops)-1].op
		g := p.opt.Dialect.group(left, op)
		if g == toRight {
			break
		}
		if g == unclear {
			p.errorAt(pos, "expected parentheses: dialects read '%s' before '%s' in different ways (or choose a dialect)",
				opText(left), opText(op))
		}
		p.reduce()
	}
	p.advance()
	p.ops = append(p.ops, pending{op, pos})
}

// reduce applies the topmost operator.
func (p *parser) reduce() {
	op := p.ops[len(p.ops)-1]
	p.ops = p.ops[:len(p.ops)-1]
	n := len(p.operands)
	b := p.operands[n-1]
	if op.op == OpNot {
		p.operands[n-1] = p.deeper(op.pos, b.depth, &Expr{Op: OpNot, Args: []*Expr{b.e}, Pos: op.pos})
		return
	}
	a := p.operands[n-2]
	p.operands = p.operands[:n-1]
	if a.open && a.e.Op == op.op {
		a.e.Args = append(a.e.Args, b.e)
		p.operands[n-2] = operand{a.e, max(a.depth, b.depth+1), true}
		return
	}
	o := p.deeper(op.pos, max(a.depth, b.depth), &Expr{Op: op.op, Args: []*Expr{a.e, b.e}, Pos: op.pos})
	o.open = op.op == OpAnd || op.op == OpOr
	p.operands[n-2] = o
}

// deeper returns e as an operand one deeper than its arguments.
func (p *parser) deeper(pos source.Pos, depth int, e *Expr) operand {
	if depth >= MaxDepth {
		p.errorAt(pos, "the expression is nested deeper than %d", MaxDepth)
	}
	return operand{e: e, depth: depth + 1}
}

// primary parses an operand.
func (p *parser) primary() operand {
	pos := p.tok.pos
	switch {
	case p.is("("):
		return p.inParentheses()
	case p.accept("'"):
		id := p.ident("a variable after the prime")
		return operand{e: &Expr{Op: OpPrimed, Ref: Ref{Name: id.text, Pos: id.pos}, Pos: pos}}
	case p.is("schoose"), p.tok.kind == tokIdent && p.tok.text == "choose" && p.opensList():
		return p.schoose()
	case p.tok.kind == tokIdent && p.tok.text == "one" && p.ahead.text == "[":
		return p.one()
	case p.tok.kind == tokIdent && p.tok.text == "unknown" && p.ahead.text == "(":
		p.advance()
		p.advance()
		p.expect(")", "after 'unknown('")
		return operand{e: &Expr{Op: OpNondet, Pos: pos}}
	case p.tok.kind == tokIdent:
		name := p.advance().text
		return operand{e: &Expr{Op: OpVar, Ref: Ref{Name: name, Pos: pos}, Pos: pos}}
	}
	return operand{e: p.constant()}
}

// opensList reports whether a bracket or parenthesis follows the current word.
func (p *parser) opensList() bool {
	return p.ahead.kind == tokPunct && (p.ahead.text == "[" || p.ahead.text == "(")
}

// constant parses a constant or *.
func (p *parser) constant() *Expr {
	e := &Expr{Pos: p.tok.pos}
	switch {
	case p.accept("T"), p.accept("1"):
		e.Op = OpTrue
	case p.accept("F"), p.accept("0"):
		e.Op = OpFalse
	case p.accept("*"), p.accept("?"):
		e.Op = OpNondet
	case p.is("_"):
		p.errorAt(p.tok.pos, "'_' has no value: expected an expression")
	default:
		p.unexpected("an expression")
	}
	return e
}

// inParentheses parses an expression in parentheses.
func (p *parser) inParentheses() operand {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxDepth {
		p.errorAt(p.tok.pos, "the expression is nested deeper than %d", MaxDepth)
		p.giveUp()
		return operand{}
	}
	p.advance()
	o := p.operandExpr()
	p.expect(")", "after the expression")
	o.open = false
	return o
}

// schoose parses schoose[p,n] and choose(p,n).
func (p *parser) schoose() operand {
	pos := p.tok.pos
	args, depth := p.bracketed()
	if !p.quiet && len(args) != 2 {
		p.errorAt(pos, "expected two arguments of schoose, found %d", len(args))
	}
	return p.deeper(pos, depth, &Expr{Op: OpSchoose, Args: args, Pos: pos})
}

// one parses one[a,b,..].
func (p *parser) one() operand {
	pos := p.tok.pos
	args, depth := p.bracketed()
	return p.deeper(pos, depth, &Expr{Op: OpOne, Args: args, Pos: pos})
}

// bracketed parses a word and a list of expressions in brackets or parentheses, and
// returns the greatest depth among them.
func (p *parser) bracketed() ([]*Expr, int) {
	p.depth++
	defer func() { p.depth-- }()
	word := p.advance().text
	closing := "]"
	if p.is("(") {
		closing = ")"
	} else if !p.is("[") {
		p.unexpected("'[' after '" + word + "'")
		return nil, 0
	}
	if p.depth > MaxDepth {
		p.errorAt(p.tok.pos, "the expression is nested deeper than %d", MaxDepth)
		p.giveUp()
		return nil, 0
	}
	p.advance()
	var args []*Expr
	depth := 0
	for {
		o := p.operandExpr()
		args, depth = append(args, o.e), max(depth, o.depth)
		if p.quiet || !p.accept(",") {
			break
		}
	}
	p.expect(closing, "after the arguments of '"+word+"'")
	return args, depth
}
