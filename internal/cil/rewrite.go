package cil

import "strings"

// Rewrite changes how [Print] writes a program: variables may lie at places of their own,
// and statements may be others.
type Rewrite struct {
	// Head is written after the types, Tail at the end.
	Head, Tail func(w Words) string
	// Defined says which of the functions with a body are written; the others aren't even
	// declared, nor are those without a body.
	Defined func(*Func) bool
	// InMemory says which variables aren't declared, but lie where the pointer points that
	// [Words.PlaceName] names; Head or Enter declares it.
	InMemory func(*Var) bool
	// Addr is how the address of a function is written.
	Addr func(*Func) string
	// Enter returns the first lines of a function.
	Enter func(f *Func, w Words) []string
	// Before is a statement in front of n; "" for none.
	Before func(n *Node) string
	// Statement is what is written instead of n's instruction, if ok is true.
	Statement func(n *Node, w Words) (text string, ok bool)
}

// Words writes the expressions of one function as [Print] does.
type Words struct{ style style }

// Expr returns e as C text that can be an argument of a call.
func (w Words) Expr(e Expr) string { return w.style.exprText(e, precCond) }

// Lval returns l as C text.
func (w Words) Lval(l *Lval) string { return w.style.lval(l) }

// Instr returns the statement in without changes.
func (w Words) Instr(in Instr) string { return w.style.instr(in) + ";" }

// Func returns the name of f.
func (w Words) Func(f *Func) string { return w.style.funcName(f) }

// PlaceName names the pointer to v, which [Rewrite] puts elsewhere in memory.
func (w Words) PlaceName(v *Var) string {
	return strings.TrimSuffix(strings.TrimPrefix(w.style.vars[v], "(*"), ")")
}

// ArgName names the parameter whose value the formal v, which lies elsewhere in memory,
// has at first.
func (w Words) ArgName(v *Var) string { return strings.TrimPrefix(w.PlaceName(v), localPlace) }

// ImageName names the variable that holds the initial value of the constant object v,
// which lies elsewhere in memory.
func (w Words) ImageName(v *Var) string {
	return "hb_image_" + strings.TrimPrefix(w.PlaceName(v), globalPlace)
}

// What the names of pointers to variables begin with.
const (
	globalPlace = "hb_at_"
	localPlace  = "hb_my_"
)

// placedText is written for a variable that lies elsewhere in memory.
func placedText(prefix, name string) string { return "(*" + prefix + name + ")" }

func (p *printer) elsewhereInMemory(v *Var) bool {
	return p.opts.Rewrite != nil && p.opts.Rewrite.InMemory(v)
}

// rewriteNames changes how globals and functions are written.
func (p *printer) rewriteNames() {
	for _, v := range p.prog.Globals {
		if p.elsewhereInMemory(v) {
			p.top.vars[v] = placedText(globalPlace, p.top.vars[v])
		}
	}
	p.top.addrs = p.opts.Rewrite.Addr
	p.style.addrs = p.opts.Rewrite.Addr
}

// defined reports whether the definition of f is written.
func (p *printer) defined(f *Func) bool {
	return f.HasBody() && (p.opts.Rewrite == nil || p.opts.Rewrite.Defined(f))
}

// declared reports whether f is declared: the compiler knows its own functions.
func (p *printer) declared(f *Func) bool {
	if p.opts.Rewrite != nil {
		return p.defined(f)
	}
	return !strings.HasPrefix(f.Name, "__builtin_")
}

// image writes the initial value of v, which lies elsewhere in memory, as a variable.
func (p *printer) image(v *Var) {
	if HasImage(v) {
		p.printf("static %s = %s;\n", Declare(v.Type, Words{p.style}.ImageName(v)), p.initialiser(v))
	}
}

// HasImage reports whether the initial value of v, which lies elsewhere in memory, is
// written as a variable of its own: it is constant, and no code may assign it.
func HasImage(v *Var) bool { return v.Init != nil && !v.Extern && (v.Const || v.Kind == Literal) }

// rewriteFormals changes how the variables of the function are written.
func (p *bodyPrinter) rewriteFormals() {
	for _, vs := range [][]*Var{p.f.Formals, p.f.Locals} {
		for _, v := range vs {
			if p.elsewhereInMemory(v) {
				p.style.vars[v] = placedText(localPlace, p.style.vars[v])
			}
		}
	}
}

// begin writes what comes first in the function.
func (p *bodyPrinter) begin(b *strings.Builder) {
	if p.opts.Rewrite == nil {
		return
	}
	for _, line := range p.opts.Rewrite.Enter(p.f, Words{p.style}) {
		b.WriteString("\t" + line + "\n")
	}
}

// rewritten writes n in another way and returns what follows it; done is false if there
// is no other way.
func (p *bodyPrinter) rewritten(n *Node) (next *Node, done bool) {
	if p.opts.Rewrite == nil {
		return nil, false
	}
	if text := p.opts.Rewrite.Before(n); text != "" {
		p.line(n, text)
	}
	text, ok := p.opts.Rewrite.Statement(n, Words{p.style})
	if !ok {
		return nil, false
	}
	p.line(n, text)
	return through(n.Succs[0]), true
}

// isAdded reports whether a rewritten program may have something of its own that is
// called name: what compilers call without being told, or what begins as those names do.
func isAdded(name string) bool {
	switch name {
	case "memcpy", "memmove", "memset", "memcmp", "_start":
		return true
	}
	return strings.HasPrefix(name, "hb_") || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "di3")
}
