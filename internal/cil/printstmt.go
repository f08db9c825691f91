package cil

import "strings"

// inComment replaces what a comment can't have.
var inComment = strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ")

// comment makes text safe inside a comment.
func comment(text string) string { return inComment.Replace(text) }

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
	case *Clobber:
		return p.clobber()
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
	if IsAnyMemory(in.L) {
		return p.clobber()
	}
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

// clobber makes all memory arbitrary.
func (p *bodyPrinter) clobber() string {
	p.declare("__hardbop_clobber", "extern void __hardbop_clobber(void)")
	return "__hardbop_clobber();"
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
