package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// The reason codes of what is not modelled exactly. A note with such a code says where;
// an Opaque node with it makes a run that reaches it end in UNKNOWN.
const (
	codeAsm          = "inline-asm"
	codeSetjmp       = "setjmp"
	codeComputedGoto = "computed-goto"
	codeVarargs      = "varargs"
	codeComplex      = "complex"
	codeVector       = "vector"
	codeBuiltin      = "builtin"
	codeNested       = "nested-function"
	codeCall         = "call-mismatch"
	codeAlloca       = "alloca"
	codeAtomic       = "atomic"
	codeSEH          = "seh"
	codeMacroArg     = "macro-argument"
	codeOpaque       = "unsupported"
)

// Unsupported explains the codes of the notes and Opaque nodes that this package makes.
var Unsupported = map[string]string{
	codeAsm:          "inline assembly sets its outputs, and memory if it says so, to arbitrary values; at file scope it is ignored",
	codeSetjmp:       "setjmp and longjmp jump between functions",
	codeComputedGoto: "a goto to what may be no label of the function",
	codeVarargs:      "an argument read by va_arg has an arbitrary value",
	codeComplex:      "arithmetic on complex numbers",
	codeVector:       "arithmetic on vectors",
	codeBuiltin:      "a built-in function of the compiler that is not known here",
	codeNested:       "a function defined inside a function",
	codeCall:         "a call whose arguments don't fit the function that is called",
	codeMacroArg:     "an argument of a macro that a rule watches has effects, so that the rule sees an arbitrary value",
	codeAlloca:       "memory on the stack: from alloca, or an array of variable length",
	codeAtomic:       "atomic operations are done without regard to other threads",
	codeSEH:          "an exception in __try starts before or after a call, or at an access through a pointer, in the block itself",
}

// opaque emits a node that can't be modelled.
func (x *elab) opaque(code, what string, n cc.Node) {
	if x.dry > 0 {
		return
	}
	x.note(code, position(n), what)
	x.emit(&cil.Opaque{Code: reason(code), What: what}, position(n))
}

// reason is the reason for UNKNOWN that goes with a code: most of them are only told
// apart in the notes.
func reason(code string) string {
	switch code {
	case codeSetjmp, codeComputedGoto:
		return code
	}
	return "unsupported"
}

// opaqueValue is the value of an expression that can't be modelled.
func (x *elab) opaqueValue(code, what string, t cil.Type, n cc.Node) cil.Expr {
	x.opaque(code, what, n)
	return x.arbitrary("unknown", t, what, n)
}

// arbitrary is an arbitrary value of type t.
func (x *elab) arbitrary(hint string, t cil.Type, why string, n cc.Node) cil.Expr {
	v := x.temp(hint, t, n)
	x.emit(&cil.Havoc{L: cil.VarLval(v), Why: why}, position(n))
	return cil.LoadVar(v)
}
