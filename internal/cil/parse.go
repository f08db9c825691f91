package cil

import (
	"math/big"
	"strconv"
	"strings"

	"hardbop/internal/source"
)

// maxNesting bounds the nesting of predicates.
const maxNesting = 1000

// Ghosts finds the ghost with the given name, as [GhostName] spells it, or returns nil.
type Ghosts func(name string) *Var

// ParseExpr reads a predicate: a condition in the syntax of C over the variables that
// scope sees (nil: the globals). Arithmetic is over the mathematical integers: a
// variable is read with its C type and converted to [Math]; casts wrap. The result is
// in the form that [MathForm] makes. Ghosts are looked up like other variables.
// pos is where text starts; errors are a [source.ErrorList].
func ParseExpr(prog *Program, scope *Func, text string, pos source.Pos) (Expr, error) {
	return ParseExprGhosts(prog, scope, func(name string) *Var { return prog.Lookup(scope, name) }, text, pos)
}

// ParseExprGhosts is ParseExpr with the ghosts that the predicate may mention.
func ParseExprGhosts(prog *Program, scope *Func, ghosts Ghosts, text string, pos source.Pos) (Expr, error) {
	p := newExprParser(prog, scope, ghosts, text, pos)
	var e Expr
	err := p.run(func() { e = p.condition(p.ternary()) })
	return e, err
}

// ParseLval reads an lvalue in the syntax and the scope of [ParseExpr].
func ParseLval(prog *Program, scope *Func, text string, pos source.Pos) (*Lval, error) {
	p := newExprParser(prog, scope, func(string) *Var { return nil }, text, pos)
	var l *Lval
	err := p.run(func() { l = p.lvalOf(p.unary()) })
	return l, err
}

// exprParser is a recursive descent parser for predicates.
type exprParser struct {
	prog   *Program
	scope  *Func
	ghosts Ghosts
	text   string
	pos    source.Pos
	toks   []token
	next   int
	depth  int
}

func newExprParser(prog *Program, scope *Func, ghosts Ghosts, text string, pos source.Pos) *exprParser {
	return &exprParser{prog: prog, scope: scope, ghosts: ghosts, text: text, pos: pos, toks: scanPredicate(text)}
}

// syntaxError unwinds the parser.
type syntaxError struct {
	at  int // offset in the text
	msg string
}

// run calls parse, expects the end of the text, and turns a syntax error into an error.
func (p *exprParser) run(parse func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			se, ok := r.(*syntaxError)
			if !ok {
				panic(r)
			}
			err = source.ErrorList{p.positioned(se)}
		}
	}()
	parse()
	if t := p.peek(); t.kind != tokEnd {
		p.fail(t, "expected an operator or the end, found "+t.String())
	}
	return nil
}

// positioned places se in the file that the predicate is from.
func (p *exprParser) positioned(se *syntaxError) *source.Error {
	before := p.text[:se.at]
	pos, start := p.pos, strings.LastIndexByte(before, '\n')+1
	line := source.Line(p.text[start:], 1)
	if start > 0 {
		pos.Line, pos.Col = pos.Line+strings.Count(before, "\n"), 1
	}
	pos.Line, pos.Col = max(pos.Line, 1), max(pos.Col, 1)
	line = strings.Repeat(" ", pos.Col-1) + line
	pos.Col += se.at - start
	return &source.Error{Pos: pos, Msg: se.msg, Text: line}
}

func (p *exprParser) fail(t token, msg string) { panic(&syntaxError{t.at, msg}) }

func (p *exprParser) peek() token { return p.toks[p.next] }

func (p *exprParser) take() token {
	t := p.toks[p.next]
	if t.kind != tokEnd {
		p.next++
	}
	return t
}

// accept takes the next token if it is the punctuator text.
func (p *exprParser) accept(text string) bool {
	if t := p.peek(); t.kind == tokPunct && t.text == text {
		p.next++
		return true
	}
	return false
}

func (p *exprParser) expect(text string) {
	if !p.accept(text) {
		p.fail(p.peek(), "expected '"+text+"', found "+p.peek().String())
	}
}

// deeper counts a level of nesting; the caller calls the result when it leaves it.
func (p *exprParser) deeper() func() {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.peek(), "the predicate is nested more than 1000 levels deep")
	}
	return func() { p.depth-- }
}

// ternary parses a conditional expression.
func (p *exprParser) ternary() Expr {
	defer p.deeper()()
	at := p.peek()
	c := p.binary(precCond + 1)
	if !p.accept("?") {
		return c
	}
	c = p.condAt(at, c)
	a := p.ternary()
	p.expect(":")
	b := p.ternary()
	return p.choose(at, c, a, b)
}

// choose builds c ? a : b with the arms brought to a common type.
func (p *exprParser) choose(at token, c, a, b Expr) Expr {
	switch {
	case IsInteger(a.Type()) && IsInteger(b.Type()):
		a, b = asMath(a), asMath(b)
	case IsPointer(a.Type()) && IsZero(b):
		b = zeroOf(a.Type())
	case IsPointer(b.Type()) && IsZero(a):
		a = zeroOf(b.Type())
	case SameType(a.Type(), b.Type()) && IsScalar(a.Type()):
	default:
		p.fail(at, "the arms of ?: have the types "+TypeString(a.Type())+" and "+TypeString(b.Type()))
	}
	return MakeCond(c, a, b, a.Type())
}

// binaryLevel finds the binary operator t, if it binds at least as strongly as min.
func binaryLevel(t token, min int) (BinOp, bool) {
	if t.kind != tokPunct {
		return 0, false
	}
	for op := Add; op <= LOr; op++ {
		if binText[op] == t.text && binPrec[op] >= min {
			return op, true
		}
	}
	return 0, false
}

// binary parses operands joined by operators of at least the given precedence.
func (p *exprParser) binary(min int) Expr {
	defer p.deeper()()
	x := p.unary()
	for {
		t := p.peek()
		op, ok := binaryLevel(t, min)
		if !ok {
			return x
		}
		p.next++
		x = p.operate(t, op, x, p.binary(binPrec[op]+1))
	}
}

// unary parses prefix operators and casts.
func (p *exprParser) unary() Expr {
	defer p.deeper()()
	t := p.peek()
	if t.kind == tokPunct {
		switch t.text {
		case "-", "~", "+":
			p.next++
			return p.negate(t, p.unary())
		case "!":
			p.next++
			return Not(p.condAt(t, p.unary()))
		case "*":
			p.next++
			return p.load(t, p.prog.Model.Deref(p.pointer(t, p.unary())))
		case "&":
			p.next++
			return addressOf(p.addressed(t, p.unary()))
		case "(":
			if to := p.castType(); to != nil {
				return p.cast(t, to, p.unary())
			}
		}
	}
	return p.postfix()
}

// postfix parses a primary expression with its selectors.
func (p *exprParser) postfix() Expr {
	e := p.primary()
	for {
		t := p.peek()
		switch {
		case p.accept("["):
			i := p.ternary()
			p.expect("]")
			e = p.index(t, e, i)
		case p.accept("."):
			e = p.member(t, p.lvalOf(e))
		case p.accept("->"):
			e = p.member(t, p.prog.Model.Deref(p.pointer(t, e)))
		default:
			return e
		}
	}
}

// primary parses a name, a constant, a ghost or a parenthesised expression.
func (p *exprParser) primary() Expr {
	t := p.take()
	switch {
	case t.kind == tokName:
		return p.name(t)
	case t.kind == tokNumber:
		return p.number(t)
	case t.kind == tokChar:
		return p.char(t)
	case t.kind == tokPunct && t.text == "$":
		return p.ghost(t)
	case t.kind == tokPunct && t.text == "(":
		e := p.ternary()
		p.expect(")")
		return e
	case t.kind == tokBad:
		p.fail(t, "unexpected character "+t.String())
	}
	p.fail(t, "expected an expression, found "+t.String())
	return nil
}

// name resolves a variable or a function.
func (p *exprParser) name(t token) Expr {
	if v := p.prog.Lookup(p.scope, t.text); v != nil {
		return p.load(t, VarLval(v))
	}
	if f := p.prog.FuncNamed(t.text); f != nil {
		return &FuncAddr{F: f, T: &PtrType{Elem: f.Type}}
	}
	msg := "unknown variable '" + t.text + "'"
	if p.scope != nil {
		msg += " in " + p.scope.Name
	}
	p.fail(t, msg+source.DidYouMean(t.text, p.visible()))
	return nil
}

// visible lists the names that the scope sees.
func (p *exprParser) visible() []string {
	var names []string
	add := func(vs []*Var) {
		for _, v := range vs {
			names = append(names, v.Name)
		}
	}
	if f := p.scope; f != nil {
		add(f.Locals)
		add(f.Formals)
		if f.Result != nil {
			names = append(names, f.Result.Name)
		}
	}
	add(p.prog.Globals)
	return names
}

// ghost parses $x, $(lval) and either with #n. The $ has been taken.
func (p *exprParser) ghost(at token) Expr {
	var of *Lval
	if p.accept("(") {
		of = p.lvalOf(p.ternary())
		p.expect(")")
	} else {
		t := p.take()
		if t.kind != tokName {
			p.fail(t, "expected a variable or '(' after '$', found "+t.String())
		}
		of = p.lvalOf(p.name(t))
	}
	n := 1
	if p.accept("#") {
		t := p.take()
		v, ok := parseInteger(t.text)
		if t.kind != tokNumber || !ok || !v.IsInt64() || v.Sign() <= 0 || v.BitLen() > 31 {
			p.fail(t, "expected a number after '#', found "+t.String())
		}
		n = int(v.Int64())
	}
	name := GhostName(of, n)
	v := p.ghosts(name)
	if v == nil {
		p.fail(at, "unknown ghost '"+name+"'")
	}
	return p.load(at, VarLval(v))
}

// GhostName returns the name of the n-th ghost (from 1) that remembers a value of l:
// $x, $(*p) or $x#2.
func GhostName(l *Lval, n int) string {
	name := LvalString(l)
	if l.IsVar(nil) {
		name = "$" + name
	} else {
		name = "$(" + name + ")"
	}
	if n > 1 {
		name += "#" + big.NewInt(int64(n)).String()
	}
	return name
}

func (p *exprParser) number(t token) Expr {
	if isFloat(t.text) {
		return p.float(t)
	}
	v, ok := parseInteger(t.text)
	if !ok {
		p.fail(t, "expected an integer constant, found "+t.String())
	}
	return &Const{T: Math, Val: v}
}

// isFloat reports whether the number s is a floating constant.
func isFloat(s string) bool {
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		return strings.ContainsAny(s, ".pP")
	}
	return strings.ContainsAny(s, ".eE")
}

func (p *exprParser) float(t token) Expr {
	ft := &FloatType{Bits: 64, Bytes: 8}
	digits := strings.TrimRight(t.text, "fF")
	if len(digits) < len(t.text) && !strings.HasPrefix(digits, "0x") {
		ft = &FloatType{Bits: 32, Bytes: 4}
	}
	if _, err := strconv.ParseFloat(digits, 64); err != nil {
		p.fail(t, "expected a floating constant, found "+t.String())
	}
	return &FloatConst{T: ft, Text: t.text}
}

// parseInteger reads a C integer constant; a suffix is allowed and means nothing.
func parseInteger(s string) (*big.Int, bool) {
	digits := strings.TrimRight(s, "uUlL")
	if len(s)-len(digits) > 3 || strings.ContainsAny(digits, "_oO") {
		return nil, false
	}
	return new(big.Int).SetString(digits, 0)
}

var charEscapes = map[byte]int64{'n': '\n', 't': '\t', 'r': '\r', '0': 0, 'a': 7, 'b': 8, 'f': 12, 'v': 11,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?'}

func (p *exprParser) char(t token) Expr {
	s := t.text[1 : len(t.text)-1]
	if len(s) == 1 && s[0] < 0x80 {
		return &Const{T: Math, Val: big.NewInt(int64(s[0]))}
	}
	if len(s) == 2 && s[0] == '\\' {
		if v, ok := charEscapes[s[1]]; ok {
			return &Const{T: Math, Val: big.NewInt(v)}
		}
	}
	p.fail(t, "expected a character constant of one character, found "+t.String())
	return nil
}
