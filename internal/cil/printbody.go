package cil

import (
	"fmt"
	"strings"

	"hardbop/internal/source"
)

// bodyPrinter writes the body of one function: the nodes in an order in which most
// follow their predecessor, with gotos elsewhere.
type bodyPrinter struct {
	*printer
	b      *strings.Builder
	f      *Func
	style  style
	label  map[*Node]string
	placed []*Node
	last   source.Pos // of the last statement
}

// function writes the definition of f.
func (p *printer) function(b *strings.Builder, f *Func) {
	bp := &bodyPrinter{printer: p, b: b, f: f, style: p.top.local(f), placed: layOut(f)}
	fmt.Fprintf(b, "%s\n{\n", p.head(f, bp.style, true))
	for _, v := range f.Locals {
		d := Declare(v.Type, bp.style.varName(v))
		if v.Volatile {
			d = "volatile " + d
		}
		fmt.Fprintf(b, "\t%s;\n", d)
	}
	bp.chooseLabels()
	for i, n := range bp.placed {
		var next *Node
		if i+1 < len(bp.placed) {
			next = bp.placed[i+1]
		}
		bp.node(n, next)
	}
	b.WriteString("}\n\n")
}

// layOut orders the nodes: each is followed by its first successor that has not been
// placed, and the exit comes last.
func layOut(f *Func) []*Node {
	done := map[*Node]bool{f.Exit: true}
	var order []*Node
	todo := []*Node{f.Entry}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for n != nil && !done[n] {
			done[n] = true
			order = append(order, n)
			var next *Node
			for i := len(n.Succs) - 1; i >= 0; i-- {
				if s := n.Succs[i]; i == 0 {
					next = s
				} else {
					todo = append(todo, s)
				}
			}
			n = next
		}
	}
	return append(order, f.Exit)
}

// chooseLabels names the nodes that have labels in the source or that gotos lead to.
func (p *bodyPrinter) chooseLabels() {
	p.label = map[*Node]string{}
	in := &names{taken: map[string]bool{}}
	for _, n := range p.placed {
		if len(n.Labels) > 0 {
			p.label[n] = in.choose(n.Labels[0])
		}
	}
	for i, n := range p.placed {
		for _, s := range p.jumps(n, i) {
			if p.label[s] == "" {
				p.label[s] = in.choose(fmt.Sprintf("L%d", s.ID))
			}
		}
	}
}

// jumps lists where gotos lead from the i-th node.
func (p *bodyPrinter) jumps(n *Node, i int) []*Node {
	var next *Node
	if i+1 < len(p.placed) {
		next = p.placed[i+1]
	}
	if ret, ok := n.Instr.(*Return); ok && ret.E != nil {
		return nil
	}
	var to []*Node
	for _, s := range n.Succs {
		if s != next {
			to = append(to, s)
		}
	}
	return to
}

// node writes n; next is what follows it in the text.
func (p *bodyPrinter) node(n, next *Node) {
	if l, ok := p.label[n]; ok {
		fmt.Fprintf(p.b, "%s:;\n", l)
	}
	switch in := n.Instr.(type) {
	case *Branch:
		p.branch(n, in, next)
		return
	case *Return:
		if in.E != nil {
			p.line(n, "return "+p.style.exprText(in.E, 0)+";")
			return
		}
	default:
		if text := p.statement(in); text != "" {
			p.line(n, text)
		}
	}
	for _, s := range n.Succs {
		if s != next {
			p.line(n, "goto "+p.label[s]+";")
		}
	}
}

func (p *bodyPrinter) branch(n *Node, in *Branch, next *Node) {
	yes, no := n.Succs[0], n.Succs[1]
	switch {
	case yes == no:
		if yes != next {
			p.line(n, "goto "+p.label[yes]+";")
		}
	case no == next:
		p.line(n, "if ("+p.style.exprText(in.E, 0)+") goto "+p.label[yes]+";")
	default:
		p.line(n, "if ("+p.style.exprText(Not(in.E), 0)+") goto "+p.label[no]+";")
		if yes != next {
			p.line(n, "goto "+p.label[yes]+";")
		}
	}
}

// line writes one statement, with its place if that is wanted and new.
func (p *bodyPrinter) line(n *Node, text string) {
	p.b.WriteString("\t" + text)
	if pos := n.Pos; p.opts.Lines && pos.Line > 0 && (pos.File != p.last.File || pos.Line != p.last.Line) {
		where := fmt.Sprintf("%s:%d", source.Printable(pos.File), pos.Line)
		p.b.WriteString(" /* " + comment(where) + " */")
		p.last = pos
	}
	p.b.WriteByte('\n')
}

// comment makes text safe inside a comment.
func comment(text string) string {
	return strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ").Replace(text)
}

// statement returns an instruction other than branches and returns as a C statement,
// or "".
func (p *bodyPrinter) statement(in Instr) string {
	switch in := in.(type) {
	case *Skip:
		if in.Text == "" {
			return ""
		}
		return "/* " + comment(in.Text) + " */"
	case *Havoc:
		return p.havoc(in)
	case *Assume:
		p.declare("__VERIFIER_assume", "extern void __VERIFIER_assume(int)")
		return "__VERIFIER_assume(" + p.style.exprText(intCondition(in.E), 1) + ");"
	case *Opaque:
		p.declare("__hardbop_opaque", "extern void __hardbop_opaque(const char *)")
		return "__hardbop_opaque(" + quoteC([]byte(in.What)) + ");"
	case *Call:
		return p.call(in)
	}
	return p.style.instr(in) + ";"
}

// intCondition returns e as an int that is 0 exactly if e is.
func intCondition(e Expr) Expr {
	if SameType(e.Type(), boolResult) {
		return e
	}
	return Truth(e)
}

// havoc writes an arbitrary value to in.L; a variable without a value keeps what it has.
func (p *bodyPrinter) havoc(in *Havoc) string {
	l := p.style.lval(in.L)
	if in.Why == Uninitialised {
		return "/* " + l + " is uninitialised */"
	}
	switch t := in.L.Type().(type) {
	case *IntType, *FloatType:
		name := "__VERIFIER_nondet_" + nondetName(t)
		p.declare(name, "extern "+t.String()+" "+name+"(void)")
		return l + " = " + name + "();"
	case *PtrType:
		p.declare("__VERIFIER_nondet_pointer", "extern void *__VERIFIER_nondet_pointer(void)")
		return l + " = __VERIFIER_nondet_pointer();"
	}
	p.declare("__VERIFIER_nondet_memory", "extern void __VERIFIER_nondet_memory(void *, "+p.prog.Model.SizeT().String()+")")
	return "__VERIFIER_nondet_memory(&" + l + ", sizeof(" + l + "));"
}

// Uninitialised is the reason of a Havoc that stands for a variable without a value.
const Uninitialised = "uninitialised"

// nondetName is the name that SV-COMP gives t.
func nondetName(t Type) string {
	name := strings.ReplaceAll(t.String(), "unsigned ", "u")
	switch t.String() {
	case "_Bool":
		return "bool"
	case "long double":
		return "longdouble"
	}
	return strings.NewReplacer("signed ", "s", "__", "", " ", "").Replace(name)
}

// call writes a call. Where the declaration that the call sees differs from the
// definition, the definition's is used if the arguments suffice.
func (p *bodyPrinter) call(in *Call) string {
	text := p.style.callText(in)
	f := in.Callee()
	if f == nil || in.Ret == nil || SameType(f.Type.Ret, in.Ret.Type()) {
		return text + ";"
	}
	if _, void := f.Type.Ret.(*VoidType); void {
		return p.style.callText(&Call{Fn: in.Fn, Args: in.Args}) + ";"
	}
	return text + ";"
}
