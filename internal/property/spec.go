package property

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Kind says what a property file asks for.
type Kind int

// The kinds of properties that are supported.
const (
	CallKind  Kind = iota // G ! call(NAME())
	LabelKind             // G ! label(NAME)
)

// Spec is the content of a property file of SV-COMP.
type Spec struct {
	Entry string // the entry function
	Kind  Kind
	Name  string // of the function or label
	Text  string // the property as written, without comments and extra space
}

// Property puts the targets of s into prog. It reports whether there are any.
func (s *Spec) Property(prog *cil.Program) (Property, bool) {
	if s.Kind == LabelKind {
		return Label(prog, s.Name)
	}
	return Calls(prog, s.Name)
}

// ParseSpec reads a property file: one check, of the form
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//	CHECK( init(main()), LTL(G ! label(ERROR)) )
//
// The error, if any, is a source.ErrorList; it names a property that isn't supported.
func ParseSpec(name, text string) (*Spec, error) {
	p := &specParser{name: name, text: text, line: 1, col: 1}
	var errs source.ErrorList
	s, err := p.file()
	if err != nil {
		errs.Add(err.Pos, text, "%s", err.Msg)
		return nil, errs.Err()
	}
	return s, nil
}

// specParser reads the words and signs of a property file.
type specParser struct {
	name, text string
	off        int
	line, col  int
}

func (p *specParser) pos() source.Pos { return source.Pos{File: p.name, Line: p.line, Col: p.col} }

func (p *specParser) errorf(format string, args ...any) *source.Error {
	return &source.Error{Pos: p.pos(), Msg: fmt.Sprintf(format, args...)}
}

func (p *specParser) take(n int) string {
	s := p.text[p.off : p.off+n]
	p.off += n
	for _, c := range []byte(s) {
		p.col++
		if c == '\n' {
			p.line, p.col = p.line+1, 1
		}
	}
	return s
}

// peek returns the next word or sign, "" at the end.
func (p *specParser) peek() string {
	rest := p.text[p.off:]
	p.take(len(rest) - len(strings.TrimLeft(rest, " \t\r\n")))
	rest = p.text[p.off:]
	n := 0
	for n < len(rest) && isNameByte(rest[n]) {
		n++
	}
	if n == 0 && rest != "" {
		n = 1
	}
	return rest[:n]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (p *specParser) expect(tokens ...string) *source.Error {
	for _, want := range tokens {
		if got := p.peek(); got != want {
			return p.errorf("unexpected %q: expected %s", got, want)
		}
		p.take(len(want))
	}
	return nil
}

func (p *specParser) ident(what string) (string, *source.Error) {
	w := p.peek()
	if w == "" || !isNameByte(w[0]) {
		return "", p.errorf("unexpected %q: expected %s", w, what)
	}
	return p.take(len(w)), nil
}

func (p *specParser) file() (*Spec, *source.Error) {
	if w := p.peek(); w == "COVER" {
		return nil, p.errorf("the property COVER is not supported: expected CHECK( init(main()), LTL(G ! call(reach_error())) ) or one with label(ERROR)")
	}
	if err := p.expect("CHECK", "(", "init", "("); err != nil {
		return nil, err
	}
	s := &Spec{}
	var err *source.Error
	if s.Entry, err = p.ident("the name of the entry function"); err != nil {
		return nil, err
	}
	if err := p.expect("(", ")", ")", ",", "LTL", "("); err != nil {
		return nil, err
	}
	if err := p.formula(s); err != nil {
		return nil, err
	}
	if err := p.expect(")", ")"); err != nil {
		return nil, err
	}
	if w := p.peek(); w != "" {
		return nil, p.errorf("unexpected %q: expected one property in the file", w)
	}
	s.Text = strings.Join(strings.Fields(p.text), " ")
	return s, nil
}

// formula reads G ! call(NAME()) or G ! label(NAME).
func (p *specParser) formula(s *Spec) *source.Error {
	start := *p
	rest, _, _ := strings.Cut(p.text[p.off:], "\n")
	unsupported := start.errorf("the property %q is not supported: expected G ! call(NAME()) or G ! label(NAME)",
		strings.TrimRight(rest, ") \t\r"))
	if p.expect("G", "!") != nil {
		return unsupported
	}
	var err *source.Error
	switch p.peek() {
	case "call":
		s.Kind = CallKind
	case "label":
		s.Kind = LabelKind
	default:
		return unsupported
	}
	p.take(len(p.peek()))
	if err := p.expect("("); err != nil {
		return err
	}
	if s.Name, err = p.ident("a name"); err != nil {
		return err
	}
	if s.Kind == CallKind {
		err = p.expect("(", ")")
	}
	if err != nil {
		return err
	}
	return p.expect(")")
}
