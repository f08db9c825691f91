package lts

import (
	"math/big"
	"strconv"
)

// expr reads an expression over the numbers of the file. A bar is a choice, never an
// operator.
func (p *parser) expr() Expr { return p.binary(1, false) }

// cExpr reads an expression over values of the program.
func (p *parser) cExpr() Expr { return p.binary(1, true) }

// binary reads operators of at least the precedence prec.
func (p *parser) binary(prec int, c bool) Expr {
	defer p.enter()()
	x := p.unary(c)
	for {
		t := p.tok()
		own := precedences[t.text]
		if t.kind != punct || own < prec || own == 0 || t.text == "|" && !c {
			return x
		}
		p.advance()
		x = &Binary{t.pos, t.text, x, p.binary(own+1, c)}
	}
}

func (p *parser) unary(c bool) Expr {
	defer p.enter()()
	t := p.tok()
	if t.kind != punct {
		return p.postfix(c)
	}
	switch t.text {
	case "-", "!", "~":
	case "*", "&":
		if !c {
			return p.postfix(c)
		}
	default:
		return p.postfix(c)
	}
	p.advance()
	return &Unary{t.pos, t.text, p.unary(c)}
}

func (p *parser) postfix(c bool) Expr {
	x := p.primary(c)
	for c {
		t := p.tok()
		switch {
		case p.accept("->"), p.accept("."):
			x = &Member{t.pos, x, t.text == "->", p.name("the name of a member").text}
		case p.accept("["):
			x = &Element{t.pos, x, p.cExpr()}
			p.expect("]", " after the index")
		default:
			return x
		}
	}
	return x
}

func (p *parser) primary(c bool) Expr {
	t := p.tok()
	switch {
	case t.kind == number:
		return p.number()
	case t.kind == dollar && c:
		return p.param()
	case t.kind == ident && !reserved(t.text):
		p.advance()
		return &Name{t.pos, t.text}
	case p.accept("("):
		e := p.binary(1, c)
		p.expect(")", " or an operator")
		return e
	}
	p.expected("an expression")
	return nil
}

func (p *parser) number() Expr {
	t := p.advance()
	v, ok := new(big.Int).SetString(t.text, 0)
	if !ok || v.BitLen() > maxBits {
		p.fail(t.pos, "'%s' isn't a number: expected one in C's notation, with at most 64 bits", t.text)
	}
	return &Number{t.pos, v}
}

// maxParam bounds the numbers of parameters.
const maxParam = 1000

func (p *parser) param() Expr {
	t := p.advance()
	k, err := strconv.Atoi(t.text[1:])
	if err != nil || k > maxParam {
		p.fail(t.pos, "'%s' is no parameter: expected $0 to $%d", t.text, maxParam)
	}
	return &Param{t.pos, k}
}
