package boolprog

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Fprint writes p as a file of the current format version. Parse reads it back as a
// program that is [Equal] to p, in every dialect: expressions are fully parenthesised.
func Fprint(w io.Writer, p *Program) error {
	pr := &printer{w: bufio.NewWriter(w)}
	pr.program(p)
	return pr.w.Flush()
}

// String returns the program as Fprint writes it.
func (p *Program) String() string {
	var b strings.Builder
	if err := Fprint(&b, p); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}

// String returns the statement as it is printed, without labels and comment; of an if
// or while only the head.
func (s *Stmt) String() string { return stmtText(s) }

// String returns the expression as it is printed.
func (e *Expr) String() string {
	var b strings.Builder
	writeExpr(&b, e, true)
	return b.String()
}

// printer writes a program, indented.
type printer struct {
	w      *bufio.Writer
	indent int
}

// line writes one indented line. bufio keeps the error for Flush.
func (pr *printer) line(text string) {
	for range pr.indent {
		pr.w.WriteString("  ")
	}
	pr.w.WriteString(text)
	pr.w.WriteByte('\n')
}

// program writes the version, the comment, the globals and the procedures.
func (pr *printer) program(p *Program) {
	pr.line(fmt.Sprintf("//%s%d", versionPrefix, Version))
	pr.comments(p.Comment)
	if len(p.Globals) > 0 {
		pr.w.WriteByte('\n')
	}
	for _, v := range p.Globals {
		pr.line("decl " + v.Name + ";")
	}
	for _, q := range p.Procs {
		pr.w.WriteByte('\n')
		pr.proc(q)
	}
}

// comments writes comment lines.
func (pr *printer) comments(lines []string) {
	for _, c := range lines {
		pr.line(strings.TrimRight("// "+oneLine(c), " "))
	}
}

// oneLine replaces what would end a comment.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\r") {
		return s
	}
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
}

// proc writes a procedure.
func (pr *printer) proc(q *Proc) {
	pr.comments(q.Comment)
	pr.line(fmt.Sprintf("%s %s(%s) begin", resultText(q.NumResults), q.Name, varNames(q.Formals)))
	pr.indent++
	for _, v := range q.Locals {
		pr.line("decl " + v.Name + ";")
	}
	if q.Enforce != nil {
		pr.enforce(q.Enforce)
	}
	pr.stmts(q.Body)
	pr.indent--
	pr.line("end")
}

// maxLine is the length above which an enforce gets a line for each conjunct, and the
// values of a parallel assignment a line each.
const maxLine = 100

// enforce writes the enforce of a procedure.
func (pr *printer) enforce(e *Expr) {
	text := "enforce " + e.String() + ";"
	if len(text) <= maxLine || e.Op != OpAnd {
		pr.line(text)
		return
	}
	var parts []string
	for i, a := range e.Args {
		var b strings.Builder
		if i > 0 {
			b.WriteString("& ")
		}
		writeExpr(&b, a, false)
		parts = append(parts, b.String())
	}
	parts[len(parts)-1] += ";"
	pr.lines("enforce", parts)
}

// lines writes the head of a statement, and its parts one deeper.
func (pr *printer) lines(head string, parts []string) {
	pr.line(head)
	pr.indent++
	for _, p := range parts {
		pr.line(p)
	}
	pr.indent--
}

// assign writes a parallel assignment.
func (pr *printer) assign(labels string, s *Stmt) {
	if len(s.Rhs) < 2 || s.Cond != nil || len(exprList(s.Rhs)) <= maxLine {
		pr.line(withComment(labels+assignText(s)+";", s))
		return
	}
	var parts []string
	for _, e := range s.Rhs {
		parts = append(parts, e.String()+",")
	}
	last := len(parts) - 1
	parts[last] = withComment(strings.TrimSuffix(parts[last], ",")+";", s)
	pr.lines(labels+refNames(s.Lhs)+" :=", parts)
}

// resultText returns the type of a procedure with n results.
func resultText(n int) string {
	switch n {
	case 0:
		return "void"
	case 1:
		return "bool"
	}
	return fmt.Sprintf("bool<%d>", n)
}

// varNames joins names with commas.
func varNames(vars []*Var) string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = v.Name
	}
	return strings.Join(names, ", ")
}

// stmts writes a block.
func (pr *printer) stmts(list []*Stmt) {
	for _, s := range list {
		pr.stmt(s)
	}
}

// stmt writes a statement with labels and comment.
func (pr *printer) stmt(s *Stmt) {
	labels := strings.Join(s.Labels, ": ")
	if labels != "" {
		labels += ": "
	}
	switch s.Kind {
	case If:
		pr.line(withComment(labels+stmtText(s), s))
		pr.ifRest(s)
	case While:
		pr.line(withComment(labels+stmtText(s), s))
		pr.block(s.Then)
		pr.line("od")
	case Assign:
		pr.assign(labels, s)
	default:
		pr.line(withComment(labels+stmtText(s)+";", s))
	}
}

// block writes an inner block, one deeper.
func (pr *printer) block(list []*Stmt) {
	pr.indent++
	pr.stmts(list)
	pr.indent--
}

// ifRest writes what follows the head of an if. An if alone in the else is an elsif.
func (pr *printer) ifRest(s *Stmt) {
	for {
		pr.block(s.Then)
		if !isElsif(s.Else) {
			break
		}
		s = s.Else[0]
		pr.line(withComment("els"+stmtText(s), s))
	}
	if len(s.Else) > 0 {
		pr.line("else")
		pr.block(s.Else)
	}
	pr.line("fi")
}

// isElsif reports whether an else branch is an if without labels.
func isElsif(list []*Stmt) bool {
	return len(list) == 1 && list[0].Kind == If && len(list[0].Labels) == 0
}

// withComment appends origin and comment of s to its text.
func withComment(text string, s *Stmt) string {
	switch {
	case s.Origin != "" && s.Comment != "":
		return text + " //@" + s.Origin + " " + oneLine(s.Comment)
	case s.Origin != "":
		return text + " //@" + s.Origin
	case s.Comment != "":
		return text + " // " + oneLine(s.Comment)
	}
	return text
}

// stmtText returns the statement without labels, bodies and separator.
func stmtText(s *Stmt) string {
	switch s.Kind {
	case Skip:
		return "skip"
	case Assign:
		return assignText(s)
	case Assume:
		return "assume(" + s.Cond.String() + ")"
	case Assert:
		return "assert(" + s.Cond.String() + ")"
	case Call:
		return callText(s)
	case Return:
		return strings.TrimRight("return "+exprList(s.Rhs), " ")
	case Goto:
		return "goto " + strings.Join(s.Targets, ", ")
	case Dead:
		return "dead " + refNames(s.Lhs)
	case Print:
		return "print(" + exprList(s.Rhs) + ")"
	case If:
		return "if (" + s.Cond.String() + ") then"
	case While:
		return "while (" + s.Cond.String() + ") do"
	case Enforce:
		return "enforce " + s.Cond.String()
	}
	panic(fmt.Sprintf("boolprog: statement of unknown kind %d", s.Kind))
}

// assignText returns an assignment; one without variables is a bare constrain.
func assignText(s *Stmt) string {
	if len(s.Lhs) == 0 && s.Cond != nil {
		return "constrain (" + s.Cond.String() + ")"
	}
	text := refNames(s.Lhs) + " := " + exprList(s.Rhs)
	if s.Cond != nil {
		text += " constrain " + s.Cond.String()
	}
	return text
}

// callText returns a call.
func callText(s *Stmt) string {
	text := s.Callee + "(" + exprList(s.Rhs) + ")"
	if len(s.Lhs) > 0 {
		text = refNames(s.Lhs) + " := " + text
	}
	return text
}

// refNames joins variables with commas.
func refNames(refs []Ref) string {
	names := make([]string, len(refs))
	for i, r := range refs {
		names[i] = r.Name
	}
	return strings.Join(names, ", ")
}

// exprList joins expressions with commas.
func exprList(list []*Expr) string {
	var b strings.Builder
	for i, e := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(&b, e, true)
	}
	return b.String()
}

// opText returns the printed form of an infix operator or of "!".
func opText(op Op) string {
	switch op {
	case OpNot:
		return "!"
	case OpAnd:
		return "&"
	case OpOr:
		return "|"
	case OpXor:
		return "^"
	case OpImplies:
		return "=>"
	case OpEq:
		return "="
	case OpNe:
		return "!="
	}
	panic(fmt.Sprintf("boolprog: operator %d isn't infix", op))
}

// writeExpr writes e, an infix expression in parentheses unless it is outermost.
func writeExpr(b *strings.Builder, e *Expr, outermost bool) {
	switch e.Op {
	case OpFalse:
		b.WriteString("F")
	case OpTrue:
		b.WriteString("T")
	case OpNondet:
		b.WriteString("*")
	case OpVar:
		b.WriteString(e.Ref.Name)
	case OpPrimed:
		b.WriteString("'" + e.Ref.Name)
	case OpNot:
		b.WriteString("!")
		writeExpr(b, e.Args[0], false)
	case OpSchoose:
		writeList(b, "schoose[", e.Args, "]")
	case OpOne:
		writeList(b, "one[", e.Args, "]")
	default:
		writeInfix(b, e, outermost)
	}
}

// writeList writes arguments between two brackets.
func writeList(b *strings.Builder, open string, args []*Expr, closing string) {
	b.WriteString(open + exprList(args) + closing)
}

// writeInfix writes arguments with the operator between them. C2S would read !a = b
// as !(a = b), so a negation before = is put in parentheses.
func writeInfix(b *strings.Builder, e *Expr, outermost bool) {
	if !outermost {
		b.WriteByte('(')
	}
	for i, a := range e.Args {
		if i > 0 {
			b.WriteString(" " + opText(e.Op) + " ")
		}
		if a.Op == OpNot && equality(e.Op) {
			b.WriteString("(" + a.String() + ")")
		} else {
			writeExpr(b, a, false)
		}
	}
	if !outermost {
		b.WriteByte(')')
	}
}
