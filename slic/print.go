package slic

import (
	"fmt"
	"io"
	"strings"
)

// Write prints the rule in a canonical layout, without comments. Parse reads it back
// to the same rule.
func (s *Spec) Write(w io.Writer) error {
	_, err := io.WriteString(w, s.String())
	return err
}

// String returns what Write prints.
func (s *Spec) String() string {
	p := &printer{}
	for _, e := range s.Enums {
		p.line("%s;", enumText(e))
	}
	if s.HasState {
		p.state(s)
	}
	for _, h := range s.Handlers {
		p.handler(h)
	}
	return p.b.String()
}

// Start is the state that runs begin in, as assignments; "" if the rule has no state.
func (s *Spec) Start() string {
	var list []string
	for _, v := range s.State {
		if v.Init != nil {
			list = append(list, v.Name+" = "+exprText(v.Init))
		}
	}
	return strings.Join(list, ", ")
}

// printer writes lines at an indentation.
type printer struct {
	b      strings.Builder
	indent int
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", p.indent))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *printer) state(s *Spec) {
	p.line("state {")
	p.indent++
	for _, v := range s.State {
		init := ""
		if v.Init != nil {
			init = " = " + exprText(v.Init)
		}
		p.line("%s %s%s;", typeText(v.Type), v.Name, init)
	}
	p.indent--
	if s.WatchAny {
		p.line("} watch any;")
		return
	}
	if len(s.Watch) == 0 {
		p.line("}")
		return
	}
	ws := make([]string, len(s.Watch))
	for i, w := range s.Watch {
		ws[i] = w.Pattern.String() + "." + exprText(w.Arg)
	}
	p.line("} watch %s;", strings.Join(ws, ", "))
}

func (p *printer) handler(h *Handler) {
	ps := make([]string, len(h.Patterns))
	for i, pat := range h.Patterns {
		ps[i] = pat.String()
	}
	guard := ""
	if h.Guard != nil {
		guard = " [guard " + exprText(h.Guard) + "]"
	}
	p.line("%s%s {", strings.Join(ps, ", "), guard)
	p.inside(h.Body)
	p.line("}")
}

func (p *printer) inside(b *Block) {
	p.indent++
	for _, s := range b.Stmts {
		p.stmt(s)
	}
	p.indent--
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		p.line("{")
		p.inside(s)
		p.line("}")
	case *Assign:
		l, r := make([]string, len(s.L)), make([]string, len(s.R))
		for i := range s.L {
			l[i] = s.L[i].Name
		}
		for i := range s.R {
			r[i] = exprText(s.R[i])
		}
		p.line("%s = %s;", strings.Join(l, ", "), strings.Join(r, ", "))
	case *If:
		p.ifStmt(s)
	case *Abort:
		if s.Message == "" {
			p.line("abort;")
		} else {
			p.line("abort %s;", quote(s.Message))
		}
	case *Halt:
		p.line("halt;")
	case *Reset:
		p.line("reset;")
	case *Empty:
		p.line(";")
	default:
		panic("slic: unknown statement")
	}
}

// ifStmt prints s with its parts in braces, unless they are blocks already.
func (p *printer) ifStmt(s *If) {
	cond := "*"
	if s.Cond != nil {
		cond = exprText(s.Cond)
	}
	p.line("if (%s)", cond)
	p.part(s.Then, s.Else != nil)
	if s.Else != nil {
		p.line("else")
		p.part(s.Else, false)
	}
}

// part prints a side of an if. A nested if before an else gets braces, which an else
// would otherwise belong to.
func (p *printer) part(s Stmt, beforeElse bool) {
	if _, isIf := s.(*If); isIf && beforeElse {
		s = &Block{Stmts: []Stmt{s}}
	}
	if _, isBlock := s.(*Block); isBlock {
		p.stmt(s)
		return
	}
	p.indent++
	p.stmt(s)
	p.indent--
}

// quote spells a string with the escapes of the language.
func quote(s string) string {
	r := strings.NewReplacer("\\", `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\x00", `\0`)
	return `"` + r.Replace(s) + `"`
}

func enumText(e *Enum) string {
	items := make([]string, len(e.Items))
	for i, it := range e.Items {
		items[i] = it.Name
		if it.Value != nil {
			items[i] += " = " + exprText(it.Value)
		}
	}
	tag := ""
	if e.Tag != "" {
		tag = e.Tag + " "
	}
	return "enum " + tag + "{ " + strings.Join(items, ", ") + " }"
}

func typeText(t *TypeName) string {
	base := t.Base
	if t.Enum != nil {
		base = enumText(t.Enum)
	}
	return strings.TrimSpace(base + " " + strings.Repeat("*", t.Stars))
}

// exprText returns e with parentheses around every operand that isn't atomic.
func exprText(e Expr) string {
	switch e := e.(type) {
	case *Ident:
		return e.Name
	case *Number:
		return e.Text
	case *Arg:
		if e.Index == 0 {
			return "$return"
		}
		return fmt.Sprintf("$%d", e.Index)
	case *Unary:
		return e.Op + operand(e.X)
	case *Binary:
		return operand(e.X) + " " + e.Op + " " + operand(e.Y)
	case *Cond:
		return operand(e.C) + " ? " + operand(e.A) + " : " + operand(e.B)
	case *Member:
		if e.Arrow {
			return operand(e.X) + "->" + e.Name
		}
		return operand(e.X) + "." + e.Name
	case *Index:
		return operand(e.X) + "[" + exprText(e.I) + "]"
	case *Cast:
		return "(" + typeText(e.Type) + ")" + operand(e.X)
	}
	panic("slic: unknown expression")
}

func operand(e Expr) string {
	switch e.(type) {
	case *Ident, *Number, *Arg, *Member, *Index:
		return exprText(e)
	}
	return "(" + exprText(e) + ")"
}
