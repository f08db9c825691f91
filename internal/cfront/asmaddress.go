package cfront

import (
	"regexp"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// This file is about addresses that go through inline assembly, as in RELOC_HIDE of Linux:
// what comes out is like a pointer from outside, so the outside has to know what went in.

// takesAddress reports whether one of the outputs may hold an address.
func (x *elab) takesAddress(outputs *cc.AsmExpressionList) bool {
	return slices.ContainsFunc(operandsOf(outputs), func(o operand) bool { return x.mayHoldAddress(x.dryType(o.n)) })
}

// asmCalls reports whether the assembly calls a function of the program, by its name or by a
// pointer that it gets.
func (x *elab) asmCalls(template string, lists []*cc.AsmExpressionList) bool {
	for _, call := range asmCall.FindAllStringSubmatch(template, -1) {
		if x.hasBody(call[1]) {
			return true
		}
	}
	if len(lists) < 2 || !asmCallsOperand.MatchString(template) {
		return false
	}
	return slices.ContainsFunc(operandsOf(lists[1]), func(o operand) bool {
		t := x.dryType(o.n)
		_, function := t.(*cil.FuncType)
		return function || cil.IsFuncPointer(t)
	})
}

var (
	asmCall         = regexp.MustCompile(`\b(?:call|jmp)[lq]?\s+(\w+)`)
	asmCallsOperand = regexp.MustCompile(`\b(?:call|jmp)[lq]?\s+\*?%`)
)

// mayHoldAddress reports whether a value of type t is wide enough to be an address.
func (x *elab) mayHoldAddress(t cil.Type) bool {
	switch t := t.(type) {
	case *cil.IntType:
		return t.Bytes >= x.model.PtrBytes
	case *cil.FloatType:
		return false
	}
	return true
}

// asmHandsOut makes known to the outside the addresses that assembly gets: values of inputs
// and of outputs that it reads, and where operands in memory are.
func (x *elab) asmHandsOut(lists []*cc.AsmExpressionList) {
	for i, l := range lists[:min(len(lists), 2)] {
		for _, o := range operandsOf(l) {
			if i == 1 || strings.Contains(o.constraint, "+") || strings.ContainsAny(o.constraint, asmInMemory) {
				x.handOut(o)
			}
		}
	}
}

// asmInMemory has the letters of the constraints of operands that may be in memory.
const asmInMemory = "mgVoX<>"

// handOut stores the address of the operand, if it may be in memory, and its value, if that
// may be one, where other files see it.
func (x *elab) handOut(in operand) {
	if _, number := x.tryConst(in.n); number {
		return
	}
	o := x.expr(in.n)
	if o.l != nil && strings.ContainsAny(in.constraint, asmInMemory) {
		x.takeAddr(o.l)
		x.publish(&cil.AddrOf{L: o.l, T: &cil.PtrType{Elem: o.l.Type()}}, in.n)
	}
	if _, comp := o.typ().(*cil.CompType); !comp && !isVoid(o.typ()) && x.mayHoldAddress(o.typ()) {
		x.publish(x.rvalue(o, in.n), in.n)
	}
}

// publish stores the address e in a variable that other files can name.
func (x *elab) publish(e cil.Expr, n cc.Node) {
	if x.front.handed == nil {
		v := &cil.Var{Name: x.front.names.fresh("asm_input"), Kind: cil.Global, Volatile: true, Extern: true, Type: &cil.PtrType{Elem: cil.Void}}
		x.front.handed = v
		x.prog.Globals = append(x.prog.Globals, v)
	}
	v := x.front.handed
	x.set(cil.VarLval(v), cil.MakeCast(v.Type, e), n)
}

// operand is an operand of inline assembly: the parser reads it as a call of its
// constraint.
type operand struct {
	constraint string
	n          cc.ExpressionNode
}

func operandsOf(l *cc.AsmExpressionList) []operand {
	var out []operand
	for ; l != nil; l = l.AsmExpressionList {
		call, ok := l.AssignmentExpression.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			continue
		}
		for _, n := range argList(call) {
			out = append(out, operand{stringText(call.PostfixExpression), n})
		}
	}
	return out
}
