package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// vaArg recognises the operand of * that the prelude makes of va_arg: a cast of a call
// of __builtin_va_arg_impl. The argument has an arbitrary value.
func (x *elab) vaArg(n cc.ExpressionNode) (cil.Expr, bool) {
	c, ok := n.(*cc.CastExpression)
	if !ok || c.Case != cc.CastExpressionCast {
		return nil, false
	}
	call := directCall(c.CastExpression)
	if call == nil || calleeName(call.PostfixExpression) != "__builtin_va_arg_impl" {
		return nil, false
	}
	for _, a := range argList(call) {
		x.dryType(a)
	}
	pt, ok := x.typeName(c.TypeName).t.(*cil.PtrType)
	if !ok {
		return nil, false
	}
	x.note(codeVarargs, position(n), "va_arg has an arbitrary value")
	return x.arbitrary("va_arg", pt.Elem, "va_arg", n), true
}

// asm elaborates inline assembly: its outputs get arbitrary values. Assembly that may
// change other memory, or jump, is not modelled, unless it is known to do neither.
func (x *elab) asm(a *cc.Asm) {
	template := strings.Trim(a.Token3.SrcStr(), `"`)
	x.note(codeAsm, position(a), "inline assembly: "+template)
	lists := asmLists(a)
	if isAsmGoto(a) || memoryClobber(lists) && !harmlessAsm(template) {
		x.opaque(codeAsm, "inline assembly: "+template, a)
	}
	if len(lists) > 1 {
		for l := lists[1]; l != nil; l = l.AsmExpressionList {
			if call, ok := l.AssignmentExpression.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
				for _, in := range argList(call) {
					x.effect(in)
				}
			}
		}
	}
	if len(lists) > 0 {
		for l := lists[0]; l != nil; l = l.AsmExpressionList {
			x.asmOutput(l.AssignmentExpression)
		}
	}
}

// asmOutput havocs one output, which the parser reads as a call of the constraint.
func (x *elab) asmOutput(n cc.ExpressionNode) {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return
	}
	for _, out := range argList(call) {
		o := x.expr(out)
		l := x.lvalueOf(o, out)
		x.emit(&cil.Havoc{L: l, Why: "inline assembly"}, position(out))
	}
}

func asmLists(a *cc.Asm) []*cc.AsmExpressionList {
	var ls []*cc.AsmExpressionList
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		ls = append(ls, l.AsmExpressionList)
	}
	return ls
}

func isAsmGoto(a *cc.Asm) bool {
	for q := a.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		if q.AsmQualifier != nil && q.AsmQualifier.Case == cc.AsmQualifierGoto {
			return true
		}
	}
	return false
}

func memoryClobber(lists []*cc.AsmExpressionList) bool {
	if len(lists) < 3 {
		return false
	}
	for l := lists[2]; l != nil; l = l.AsmExpressionList {
		if t := stringToken(l.AssignmentExpression); t != nil && t.SrcStr() == `"memory"` {
			return true
		}
	}
	return false
}

// harmlessAsm reports whether the template is known to change no memory: barriers, hints
// and the interrupt flag.
func harmlessAsm(template string) bool {
	for _, part := range strings.FieldsFunc(template, func(r rune) bool { return r == ';' || r == '\n' }) {
		switch strings.TrimSpace(strings.ReplaceAll(part, `\n`, "")) {
		case "", "mfence", "lfence", "sfence", "rep", "nop", "pause", "cli", "sti", "hlt", "sti; hlt",
			"lock", "addl $0,0(%%esp)", "addl $0,0(%%rsp)":
		default:
			return false
		}
	}
	return true
}
