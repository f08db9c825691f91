package smt

import (
	"math/big"
	"strconv"

	"hardbop/internal/source"
)

// Script is the content of a script: what it declares, what it asserts, and what it says about
// itself.
type Script struct {
	Symbols []Symbol // in the order of their declarations
	Asserts []Term
	Infos   []Info
}

// Info is what set-info says: a keyword with a symbol or a number.
type Info struct {
	Pos     source.Pos // of the value
	Keyword string     // with its colon
	Value   string     // without bars
}

// ReadScript reads a script in SMT-LIB 2: declarations, definitions without parameters
// and assertions over the operations of this package. name is the file's name for errors,
// which are a [source.ErrorList].
func ReadScript(f *Factory, name, text string) (*Script, error) {
	p := newParser(f, name, text)
	for {
		e, ok := p.scan.next()
		if !ok {
			break
		}
		if !p.command(&e) {
			break
		}
	}
	return &p.script, p.scan.errs.Err()
}

// ParseTerm reads one term over the given symbols. name is the file's name for errors,
// which are a [source.ErrorList].
func (f *Factory) ParseTerm(name, text string, symbols []Symbol) (Term, error) {
	p := newParser(f, name, text)
	for _, s := range symbols {
		p.symbols[s.Name] = s
	}
	e, ok := p.scan.next()
	if !ok {
		p.scan.fail(p.scan.pos(), "expected a term")
		return Term{}, p.scan.errs.Err()
	}
	t := p.term(&e)
	if rest, ok := p.scan.next(); ok {
		p.scan.fail(rest.pos, "unexpected text after the term")
	}
	return t, p.scan.errs.Err()
}

// parser elaborates S-expressions. Its methods return the zero Term after an error, which
// was reported; callers pass that on.
type parser struct {
	f       *Factory
	scan    *scanner
	script  Script
	symbols map[string]Symbol
	defined map[string]Term   // by define-fun
	local   map[string][]Term // by let, innermost last
}

func newParser(f *Factory, name, text string) *parser {
	return &parser{f: f, scan: newScanner(name, text), symbols: map[string]Symbol{},
		defined: map[string]Term{}, local: map[string][]Term{}}
}

func (p *parser) fail(e *sexpr, format string, args ...any) Term {
	p.scan.fail(e.pos, format, args...)
	return Term{}
}

// command takes a command, and reports whether the script goes on after it.
func (p *parser) command(e *sexpr) bool {
	switch head := e.head(); head {
	case "set-info":
		p.info(e)
	case "set-logic", "set-option", "check-sat", "get-model", "get-value", "get-unsat-core", "echo":
	case "exit":
		return false
	case "declare-const", "declare-fun":
		p.declare(e, head == "declare-fun")
	case "define-fun":
		p.define(e)
	case "assert":
		p.assert(e)
	default:
		p.fail(e, "unknown command %q; expected declare-fun, define-fun, assert or check-sat", head)
	}
	return len(p.scan.errs) < maxErrors
}

// info takes what a script says about itself, if the value is a word.
func (p *parser) info(e *sexpr) {
	if len(e.list) == 3 && !e.list[1].isList && !e.list[2].isList {
		p.script.Infos = append(p.script.Infos, Info{e.list[2].pos, e.list[1].atom, e.list[2].atom})
	}
}

func (p *parser) declare(e *sexpr, withArgs bool) {
	want := 3
	if withArgs {
		want = 4
	}
	if len(e.list) != want || e.list[1].isList || withArgs && !e.list[2].isList {
		p.fail(e, "expected (%s name %ssort)", e.head(), map[bool]string{true: "(sorts) "}[withArgs])
		return
	}
	s := Symbol{Name: e.list[1].atom}
	ok := p.fresh(&e.list[1])
	if withArgs {
		for i := range e.list[2].list {
			a, good := p.sort(&e.list[2].list[i])
			s.Args, ok = append(s.Args, a), ok && good
		}
	}
	var good bool
	if s.Result, good = p.sort(&e.list[want-1]); ok && good {
		p.symbols[s.Name] = s
		p.script.Symbols = append(p.script.Symbols, s)
	}
}

// fresh reports whether the symbol e may be declared.
func (p *parser) fresh(e *sexpr) bool {
	_, declared := p.symbols[e.atom]
	_, defined := p.defined[e.atom]
	switch {
	case declared || defined:
		p.fail(e, "%s is declared twice", e.atom)
	case !e.quoted && (isReserved(e.atom) || !isSymbolByte(e.atom[0]) || isDigit(e.atom[0])):
		p.fail(e, "%s can't be declared", e.atom)
	default:
		return true
	}
	return false
}

func (p *parser) define(e *sexpr) {
	if len(e.list) != 5 || e.list[1].isList || !e.list[2].isList || len(e.list[2].list) > 0 {
		p.fail(e, "expected (define-fun name () sort term)")
		return
	}
	s, ok := p.sort(&e.list[3])
	t := p.term(&e.list[4])
	if !p.fresh(&e.list[1]) || !ok || !t.IsValid() {
		return
	}
	if t.Sort() != s {
		p.fail(&e.list[4], "the term is %s, expected %s", t.Sort(), s)
		return
	}
	p.defined[e.list[1].atom] = t
}

func (p *parser) assert(e *sexpr) {
	if len(e.list) != 2 {
		p.fail(e, "expected (assert term)")
		return
	}
	t := p.term(&e.list[1])
	if !t.IsValid() {
		return
	}
	if t.Sort().Kind() != BoolSort {
		p.fail(&e.list[1], "the term is %s, expected Bool", t.Sort())
		return
	}
	p.script.Asserts = append(p.script.Asserts, t)
}

func (p *parser) sort(e *sexpr) (Sort, bool) {
	switch {
	case e.is("Bool"):
		return p.f.BoolSort(), true
	case e.is("Int"):
		return p.f.IntSort(), true
	case e.head() == "_" && len(e.list) == 3 && e.list[1].is("BitVec"):
		w, ok := p.index(&e.list[2])
		switch {
		case ok && w == 0:
			p.fail(&e.list[2], "a bit vector has at least one bit")
			return Sort{}, false
		case !ok:
			return Sort{}, false
		}
		return p.f.BitVecSort(w), true
	case e.head() == "Array" && len(e.list) == 3:
		from, ok1 := p.sort(&e.list[1])
		to, ok2 := p.sort(&e.list[2])
		if !ok1 || !ok2 {
			return Sort{}, false
		}
		return p.f.ArraySort(from, to), true
	}
	p.fail(e, "expected a sort: Bool, Int, (_ BitVec n) or (Array sort sort)")
	return Sort{}, false
}

// index reads a number that is part of an operator; at most maxWidth.
func (p *parser) index(e *sexpr) (int, bool) {
	n, err := strconv.Atoi(e.atom)
	if e.isList || e.quoted || err != nil || n < 0 || n > maxWidth {
		p.fail(e, "expected a number up to %d", maxWidth)
		return 0, false
	}
	return n, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (p *parser) term(e *sexpr) Term {
	if !e.isList {
		return p.atom(e)
	}
	switch e.head() {
	case "let":
		return p.let(e)
	case "!":
		if len(e.list) < 2 {
			return p.fail(e, "expected (! term attributes)")
		}
		return p.term(&e.list[1])
	case "_":
		return p.indexedConstant(e)
	}
	if len(e.list) == 0 {
		return p.fail(e, "expected a term")
	}
	args := make([]Term, len(e.list)-1)
	for i := range args {
		args[i] = p.term(&e.list[i+1])
		if !args[i].IsValid() {
			return Term{}
		}
	}
	return p.apply(e, &e.list[0], args)
}

func (p *parser) atom(e *sexpr) Term {
	if !e.quoted {
		switch c := e.atom[0]; {
		case e.atom == "true" || e.atom == "false":
			return p.f.Bool(e.atom == "true")
		case isDigit(c):
			return p.numeral(e)
		case c == '#':
			return p.bits(e)
		}
	}
	if scope := p.local[e.atom]; len(scope) > 0 {
		return scope[len(scope)-1]
	}
	if t, ok := p.defined[e.atom]; ok {
		return t
	}
	s, ok := p.symbols[e.atom]
	if !ok {
		return p.fail(e, "%s is not declared", e.atom)
	}
	if len(s.Args) > 0 {
		return p.fail(e, "%s needs %d arguments", e.atom, len(s.Args))
	}
	return p.f.Var(s.Name, s.Result)
}

// maxDigits bounds the length of a numeral, in digits.
const maxDigits = 10000

func (p *parser) numeral(e *sexpr) Term {
	v, ok := new(big.Int), false
	if len(e.atom) <= maxDigits {
		v, ok = v.SetString(e.atom, 10)
	}
	if !ok {
		return p.fail(e, "expected an integer of at most %d digits", maxDigits)
	}
	return p.f.Int(v)
}

// bits reads #b0101 or #xff.
func (p *parser) bits(e *sexpr) Term {
	base, per := 2, 1
	if len(e.atom) > 1 && e.atom[1] == 'x' {
		base, per = 16, 4
	} else if len(e.atom) < 2 || e.atom[1] != 'b' {
		return p.fail(e, "expected #b or #x and digits")
	}
	digits := e.atom[2:]
	if len(digits) == 0 || len(digits) > maxDigits || digits[0] == '-' || digits[0] == '+' {
		return p.fail(e, "expected between 1 and %d digits", maxDigits)
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return p.fail(e, "bad digit in %s", e.atom)
	}
	return p.f.BV(v, per*len(digits))
}

// indexedConstant reads (_ bv7 32).
func (p *parser) indexedConstant(e *sexpr) Term {
	if len(e.list) != 3 || e.list[1].isList || len(e.list[1].atom) < 3 || e.list[1].atom[:2] != "bv" {
		return p.fail(e, "expected (_ bvN width)")
	}
	digits := e.list[1].atom[2:]
	v, ok := new(big.Int), false
	if len(digits) <= maxDigits && isDigit(digits[0]) {
		v, ok = v.SetString(digits, 10)
	}
	w, good := p.index(&e.list[2])
	if !ok || !good || w < 1 {
		return p.fail(e, "expected (_ bvN width)")
	}
	return p.f.BV(v, w)
}

func (p *parser) let(e *sexpr) Term {
	if len(e.list) != 3 || !e.list[1].isList {
		return p.fail(e, "expected (let ((name term) ...) term)")
	}
	bindings := e.list[1].list
	values := make([]Term, len(bindings))
	for i := range bindings {
		b := &bindings[i]
		if !b.isList || len(b.list) != 2 || b.list[0].isList {
			return p.fail(b, "expected (name term)")
		}
		if values[i] = p.term(&b.list[1]); !values[i].IsValid() {
			return Term{}
		}
	}
	for i, b := range bindings {
		name := b.list[0].atom
		p.local[name] = append(p.local[name], values[i])
	}
	t := p.term(&e.list[2])
	for _, b := range bindings {
		name := b.list[0].atom
		p.local[name] = p.local[name][:len(p.local[name])-1]
	}
	return t
}
