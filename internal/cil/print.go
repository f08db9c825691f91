package cil

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// PrintOptions says how [Print] writes a program.
type PrintOptions struct {
	// Lines adds the place in the source to statements, as a comment.
	Lines bool
	// Rewrite changes how the program is written; nil for nothing.
	Rewrite *Rewrite
}

// Print writes prog as C that gcc compiles and that behaves the same. Control flow
// becomes ifs and gotos. What C has no words for is a call to an undefined function: a
// [Havoc] calls __VERIFIER_nondet_T, an [Assume] calls __VERIFIER_assume, an [Opaque]
// calls __hardbop_opaque; uninitialised variables stay so.
func Print(w io.Writer, prog *Program, opts PrintOptions) error {
	out := &printer{w: bufio.NewWriter(w), prog: prog, opts: opts, nondet: map[string]bool{}}
	out.top = newNames(prog, opts.Rewrite != nil)
	out.style = style{exact: true, vars: out.top.vars, funcs: out.top.funcs}
	if opts.Rewrite != nil {
		out.rewriteNames()
	}
	body := out.bodies()
	out.comps()
	if opts.Rewrite != nil {
		out.w.WriteString(opts.Rewrite.Head(Words{out.style}))
	}
	out.prototypes()
	out.globals()
	out.w.WriteString(body)
	if opts.Rewrite != nil {
		out.w.WriteString(opts.Rewrite.Tail(Words{out.style}))
	}
	return out.w.Flush()
}

// printer writes a program. The first error stays in w.
type printer struct {
	w      *bufio.Writer
	prog   *Program
	opts   PrintOptions
	style  style
	top    *names
	nondet map[string]bool // declarations of functions that stand for instructions
	order  []string        // those declarations in order of use
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// bodies returns the text of the functions. It is made first, to know what to declare.
func (p *printer) bodies() string {
	var b strings.Builder
	for _, f := range p.prog.Funcs {
		if p.defined(f) {
			p.function(&b, f)
		}
	}
	return b.String()
}

// prototypes declares all functions, and those that stand for instructions.
func (p *printer) prototypes() {
	for _, f := range p.prog.Funcs {
		if p.declared(f) {
			p.printf("%s;\n", p.head(f, p.style, false))
		}
	}
	for _, d := range p.order {
		p.printf("%s;\n", d)
	}
	p.printf("\n")
}

// outsideParams lists the types of the parameters of f, which has no body: what it may
// change by them depends on const. Where the address of f is taken, qualifiers would
// make its type another one than that of the pointers to it, which have none.
func outsideParams(f *Func) string {
	if f.AddrTaken || f.Type.NoProto {
		return paramTypes(f.Type)
	}
	ps := make([]string, len(f.Type.Params))
	for i, p := range f.Type.Params {
		ps[i] = TypeString(p)
		if ptr, ok := p.(*PtrType); ok && ptr.Const && isPlain(ptr.Elem) {
			ps[i] = "const " + ps[i]
		}
	}
	return listParams(ps, f.Type.Variadic)
}

// isPlain reports whether a qualifier in front of a pointer to t qualifies t.
func isPlain(t Type) bool {
	switch t.(type) {
	case *PtrType, *ArrayType, *FuncType:
		return false
	}
	return true
}

// declare notes that the function name, which stands for an instruction, is used. The
// program's own declaration is used if it has one.
func (p *printer) declare(name, declaration string) {
	if p.nondet[name] || p.prog.FuncNamed(name) != nil {
		return
	}
	p.nondet[name] = true
	p.order = append(p.order, declaration)
}

// head returns the declarator of f with its storage class; formals have names if named.
func (p *printer) head(f *Func, st style, named bool) string {
	storage := ""
	switch {
	case !f.HasBody():
		storage = "extern "
	case f.Static:
		storage = "static "
	}
	if f.NoReturn {
		storage += "__attribute__((noreturn)) "
	}
	if !f.HasBody() {
		return storage + Declare(f.Type.Ret, st.funcName(f)+"("+outsideParams(f)+")")
	}
	params := make([]string, len(f.Formals))
	for i, v := range f.Formals {
		name := ""
		if named {
			name = st.varName(v)
		}
		params[i] = Declare(v.Type, name)
	}
	if f.Type.Variadic {
		params = append(params, "...")
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	return storage + Declare(f.Type.Ret, st.funcName(f)+"("+strings.Join(params, ", ")+")")
}
