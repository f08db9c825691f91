package smt

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// String returns t in SMT-LIB's syntax. Subterms that occur often are named by let, so
// that the text is no longer than the term.
func (t Term) String() string {
	if t.n == nil {
		return "(no term)"
	}
	p := newPrinter(t)
	levels := p.nameShared(t)
	if len(levels) == 0 {
		return p.text(t)
	}
	var b strings.Builder
	for _, level := range levels {
		b.WriteString("(let (")
		for i, u := range level {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "(%s %s)", p.names[u.n], p.body(u))
		}
		b.WriteString(") ")
	}
	b.WriteString(p.text(t))
	b.WriteString(strings.Repeat(")", len(levels)))
	return b.String()
}

// printer writes terms of which some have names.
type printer struct {
	uses    map[*node]int
	names   map[*node]string
	symbols map[string]string // by Symbol.Key: what it is called
	marks   int               // how many ? or . its own names begin with, more than any symbol's
}

func newPrinter(ts ...Term) *printer {
	p := &printer{uses: map[*node]int{}, names: map[*node]string{}, symbols: map[string]string{}, marks: 1}
	p.nameSymbols(Symbols(ts...))
	Walk(func(t Term) {
		for _, a := range t.n.args {
			p.uses[a.n]++
		}
	}, ts...)
	return p
}

// nameSymbols gives symbols that share a name and differ in signature different names:
// SMT-LIB has no overloading.
func (p *printer) nameSymbols(syms []Symbol) {
	taken := map[string]bool{}
	for _, s := range syms {
		name := s.Name
		for i := 2; taken[name]; i++ {
			name = fmt.Sprintf("%s!%d", s.Name, i)
		}
		taken[name] = true
		p.symbols[s.Key()] = quoted(name)
		for strings.HasPrefix(name, p.own("?")) || strings.HasPrefix(name, p.own(".")) {
			p.marks++
		}
	}
}

// own returns what the printer's own names begin with.
func (p *printer) own(mark string) string { return strings.Repeat(mark, p.marks) }

// letFrom is the size from which a shared term is worth a name, in direct subterms.
const letFrom = 2

// nameShared names the subterms of t that are used more than once and aren't small; those
// of one level need only names of earlier levels.
func (p *printer) nameShared(t Term) [][]Term {
	var levels [][]Term
	depth := map[*node]int{}
	count := 0
	Walk(func(u Term) {
		d := 0
		for _, a := range u.n.args {
			d = max(d, depth[a.n])
		}
		if u != t && p.uses[u.n] > 1 && len(u.n.args) >= letFrom {
			count++
			p.names[u.n] = fmt.Sprintf("%s%d", p.own("?"), count)
			if d == len(levels) {
				levels = append(levels, nil)
			}
			levels[d] = append(levels[d], u)
			d++
		}
		depth[u.n] = d
	}, t)
	return levels
}

func (p *printer) text(t Term) string {
	if name, ok := p.names[t.n]; ok {
		return name
	}
	return p.body(t)
}

// opNames has the names of the operations that are written (name args...).
func opName(op Op) string {
	switch op {
	case OpSelect:
		return "select"
	case OpStore:
		return "store"
	case OpMul:
		return "*"
	case OpDiv:
		return "div"
	case OpMod:
		return "mod"
	case OpIte:
		return "ite"
	case OpEq, OpIff:
		return "="
	case OpAnd:
		return "and"
	case OpOr:
		return "or"
	}
	return bvOpName(op)
}

func bvOpName(op Op) string {
	switch op {
	case OpBVNot:
		return "bvnot"
	case OpBVNeg:
		return "bvneg"
	case OpBVAdd:
		return "bvadd"
	case OpBVMul:
		return "bvmul"
	case OpBVUDiv:
		return "bvudiv"
	case OpBVURem:
		return "bvurem"
	case OpBVSDiv:
		return "bvsdiv"
	case OpBVSRem:
		return "bvsrem"
	case OpBVAnd:
		return "bvand"
	case OpBVOr:
		return "bvor"
	case OpBVXor:
		return "bvxor"
	case OpBVShl:
		return "bvshl"
	case OpBVLshr:
		return "bvlshr"
	case OpBVAshr:
		return "bvashr"
	case OpConcat:
		return "concat"
	case OpBVUlt:
		return "bvult"
	case OpBVSlt:
		return "bvslt"
	}
	panic(fmt.Sprintf("smt: operation %d has no name", op))
}

// body returns the text of t itself, its subterms by name where they have one.
func (p *printer) body(t Term) string {
	n := t.n
	switch n.op {
	case OpTrue:
		return "true"
	case OpFalse:
		return "false"
	case OpInt:
		return integer(n.val.view())
	case OpBV:
		return fmt.Sprintf("(_ bv%s %d)", n.val, n.sort.width)
	case OpVar:
		return p.symbols[SymbolOf(t).Key()]
	case OpApply:
		return p.call(p.symbols[SymbolOf(t).Key()], n.args)
	case OpSum:
		return p.sum(linearOf(t))
	case OpConst:
		return p.call(fmt.Sprintf("(as const %s)", n.sort), n.args)
	case OpExtract:
		return p.call(fmt.Sprintf("(_ extract %d %d)", n.p0, n.p1), n.args)
	case OpZeroExt:
		return p.call(fmt.Sprintf("(_ zero_extend %d)", n.p0), n.args)
	case OpSignExt:
		return p.call(fmt.Sprintf("(_ sign_extend %d)", n.p0), n.args)
	case OpLe:
		return p.comparison("<=", "<", t)
	case OpNot:
		return p.negation(n.args[0])
	case OpEq:
		if n.args[0].n.sort.kind == IntSort {
			return p.comparison("=", "", t)
		}
	}
	return p.call(opName(n.op), n.args)
}

func (p *printer) call(name string, args []Term) string {
	var b strings.Builder
	b.WriteByte('(')
	b.WriteString(name)
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(p.text(a))
	}
	b.WriteByte(')')
	return b.String()
}

// negation writes the negation of an atom. The negation of <= is turned round.
func (p *printer) negation(t Term) string {
	if t.n.op != OpLe || p.names[t.n] != "" {
		return fmt.Sprintf("(not %s)", p.text(t))
	}
	return p.comparison(">", ">=", t)
}

// comparison writes sum op bound with all coefficients positive: what is negative goes to
// the other side. A bound of -1 is taken away by choosing the other operator, if any: the
// strict one of <=, the weak one of >.
func (p *printer) comparison(op, other string, t Term) string {
	bound := t.n.args[1].n.val
	left, right := linear{}, linear{}
	l := linearOf(t.n.args[0])
	for i, a := range l.atoms {
		if c := l.coefs[i]; c.sign() > 0 {
			left.add(a, c)
		} else {
			right.add(a, c.neg())
		}
	}
	switch {
	case other != "" && bound.is(-1) && len(right.atoms) > 0:
		op = other
	case bound.sign() >= 0 || len(right.atoms) == 0:
		right.k = bound
	default:
		left.k = bound.neg()
	}
	return fmt.Sprintf("(%s %s %s)", op, p.sum(left), p.sum(right))
}

func (p *printer) sum(l linear) string {
	var parts []string
	for i, a := range l.atoms {
		if l.coefs[i].is(1) {
			parts = append(parts, p.text(a))
		} else {
			parts = append(parts, fmt.Sprintf("(* %s %s)", integer(l.coefs[i].view()), p.text(a)))
		}
	}
	if !l.k.is(0) || len(parts) == 0 {
		parts = append(parts, integer(l.k.view()))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(+ " + strings.Join(parts, " ") + ")"
}

// quoted returns name as a symbol of SMT-LIB. Bytes that no symbol can have, and the
// percent sign, are written %xx, which the reader takes back; so is the first byte of a
// reserved word.
func quoted(name string) string {
	if isSimple(name) && !isReserved(name) {
		return name
	}
	var b strings.Builder
	b.WriteByte('|')
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c < ' ' || c > '~' || c == '|' || c == '\\' || c == '%' || i == 0 && isReserved(name) {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('|')
	return b.String()
}

// isSimple reports whether name can be written as it is. Names that start with ? or with
// . are quoted: the printer uses such names itself.
func isSimple(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == '?' || name[0] == '.' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !isSymbolByte(name[i]) {
			return false
		}
	}
	return true
}

func isSymbolByte(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
}

// Header is what stands in front of a script's assertions.
type Header struct {
	Comments []string
	Logic    string // "" for none
	Marks    []Mark
}

// Mark is a keyword with a symbol, written as set-info: with a variable, or with any text.
type Mark struct {
	Keyword string // with its colon
	Var     Term   // no term if Text counts
	Text    string
}

// WriteScript writes a script that asserts ts and checks them, with comment lines in
// front. Shared subterms are defined by name.
func WriteScript(w io.Writer, comments []string, ts ...Term) error {
	return WriteScriptWith(w, Header{Comments: comments}, ts...)
}

// WriteScriptWith is WriteScript with more of a header.
func WriteScriptWith(w io.Writer, h Header, ts ...Term) error {
	b := bufio.NewWriter(w)
	mentioned := ts
	for _, m := range h.Marks {
		if m.Var.IsValid() {
			mentioned = append(mentioned[:len(mentioned):len(mentioned)], m.Var)
		}
	}
	p := newPrinter(mentioned...)
	p.header(b, h, Symbols(mentioned...))
	count := 0
	Walk(func(t Term) {
		if p.uses[t.n] > 1 && len(t.n.args) >= letFrom {
			count++
			body := p.body(t)
			p.names[t.n] = fmt.Sprintf("%s%d", p.own("."), count)
			fmt.Fprintf(b, "(define-fun %s () %s %s)\n", p.names[t.n], t.n.sort, body)
		}
	}, ts...)
	for _, t := range ts {
		fmt.Fprintf(b, "(assert %s)\n", p.text(t))
	}
	fmt.Fprintln(b, "(check-sat)")
	return b.Flush()
}

// header writes all that stands before the terms.
func (p *printer) header(w io.Writer, h Header, syms []Symbol) {
	for _, c := range h.Comments {
		fmt.Fprintf(w, "; %s\n", strings.ReplaceAll(c, "\n", "\n; "))
	}
	if h.Logic != "" {
		fmt.Fprintf(w, "(set-logic %s)\n", h.Logic)
	}
	for _, s := range syms {
		fmt.Fprintf(w, "(declare-fun %s (%s) %s)\n", p.symbols[s.Key()], sortList(s.Args), s.Result)
	}
	for _, m := range h.Marks {
		word := quoted(m.Text)
		if m.Var.IsValid() {
			word = p.text(m.Var)
		}
		fmt.Fprintf(w, "(set-info %s %s)\n", m.Keyword, word)
	}
}

func sortList(ss []Sort) string {
	parts := make([]string, len(ss))
	for i, s := range ss {
		parts[i] = s.String()
	}
	return strings.Join(parts, " ")
}
