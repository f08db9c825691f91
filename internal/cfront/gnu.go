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

// asm elaborates inline assembly: its outputs get arbitrary values, and so does what it may
// change besides. Assembly that jumps may go to each of its labels, or on.
func (x *elab) asm(a *cc.Asm) {
	template := strings.Trim(a.Token3.SrcStr(), `"`)
	x.note(codeAsm, position(a), "inline assembly: "+firstOf(template))
	lists := asmLists(a)
	if x.asmCalls(template, lists) {
		x.opaque(codeAsm, "inline assembly that calls a function of the program", a)
	}
	clobbers := memoryClobber(lists)
	does, operands := asmChanges{}, false
	if clobbers {
		does, operands = asmWrites(template, x.asmMemory(lists))
	}
	if clobbers && !operands || len(lists) > 0 && x.takesAddress(lists[0]) {
		x.asmHandsOut(lists)
	}
	if len(lists) > 1 {
		x.asmInputs(lists[1], length(lists[0]), operands, does)
	}
	switch {
	case clobbers && !operands:
		x.emit(&cil.Clobber{Why: asmWhy}, position(a))
	case clobbers && length(lists[0]) == 0:
		x.emit(&cil.Skip{Text: cil.Barrier}, position(a))
	}
	if len(lists) > 0 {
		for l := lists[0]; l != nil; l = l.AsmExpressionList {
			x.asmOutput(l.AssignmentExpression, clobbers && !operands || does.beyond)
		}
	}
	if isAsmGoto(a) && len(lists) > 3 {
		x.asmJumps(lists[3], a)
	}
}

// shownAsm is the length of the assembly that a note quotes.
const shownAsm = 40

// firstOf is the first instruction of assembly, as it stands in the source, or its beginning if it is long; of what Linux traps with it says that.
func firstOf(template string) string {
	if strings.Contains(template, "__bug_table") {
		return "BUG or WARN"
	}
	lines := strings.FieldsFunc(strings.NewReplacer(`\n`, "\n", `\t`, " ").Replace(template), func(c rune) bool { return c == '\n' })
	var parts []string
	for _, l := range lines {
		if words := strings.Fields(l); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	first := parts[0]
	if r := []rune(first); len(r) > shownAsm {
		return string(r[:shownAsm]) + "\u2026"
	}
	if len(parts) > 1 {
		first += " \u2026"
	}
	return first
}

// asmJumps goes to one of the labels, or on.
func (x *elab) asmJumps(l *cc.AsmExpressionList, a *cc.Asm) {
	for ; l != nil; l = l.AsmExpressionList {
		name := calleeName(l.AssignmentExpression)
		if name == "" {
			continue
		}
		jump, on := x.orphan(position(a)), x.orphan(position(a))
		x.branch(x.truth(x.arbitrary("jumps", x.intType(), asmWhy, a)), jump, on, position(a))
		x.cur = jump
		x.gotoLabel(name, position(a))
		x.cur = on
	}
}

// asmMemory looks at the outputs and inputs that are in memory.
func (x *elab) asmMemory(lists []*cc.AsmExpressionList) asmMemory {
	mem := asmMemory{places: true}
	for _, l := range lists[:min(len(lists), 2)] {
		for ; l != nil; l = l.AsmExpressionList {
			call, ok := l.AssignmentExpression.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				continue
			}
			if all := argList(call); len(all) > 0 {
				// With several, it is one operand: a comma expression.
				mem.add(x, operand{stringText(call.PostfixExpression), all[len(all)-1]})
			}
		}
	}
	return mem
}

// add adds the next operand.
func (m *asmMemory) add(x *elab, o operand) {
	size := int64(0)
	if strings.ContainsAny(o.constraint, asmInMemory) {
		size = max(x.sizeOf(x.dryType(o.n)), 1)
		m.least = smaller(m.least, size)
		m.places = m.places && isPlace(o.n)
	}
	if where := asmMatching.FindString(o.constraint); where != "" {
		size = smaller(size, m.sizeOf(where))
	}
	m.sizes = append(m.sizes, size)
}

// isPlace reports whether n is an element of an array or what a pointer leads to.
func isPlace(n cc.ExpressionNode) bool {
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionExpr && isPlaceList(n.ExpressionList)
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		return n.Case == cc.PostfixExpressionIndex
	}
	return false
}

func isPlaceList(n cc.ExpressionNode) bool {
	if l, ok := n.(*cc.ExpressionList); ok {
		return l.ExpressionList == nil && isPlace(l.AssignmentExpression)
	}
	return isPlace(n)
}

// asmWhy is the reason of what inline assembly makes arbitrary.
const asmWhy = "inline assembly"

// length counts the operands in a list.
func length(l *cc.AsmExpressionList) int {
	n := 0
	for ; l != nil; l = l.AsmExpressionList {
		n++
	}
	return n
}

// asmInputs evaluates the inputs, of which the first is operand number k. With written set
// those in memory that does says may change, with the whole array that they are an element
// of where bit operations take an index.
func (x *elab) asmInputs(l *cc.AsmExpressionList, k int, written bool, does asmChanges) {
	for ; l != nil; l, k = l.AsmExpressionList, k+1 {
		call, ok := l.AssignmentExpression.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			continue
		}
		memory := strings.ContainsAny(stringText(call.PostfixExpression), asmInMemory)
		for _, in := range argList(call) {
			if !written || !memory || !does.changes(k) {
				x.effect(in)
				continue
			}
			if o := x.expr(in); o.l != nil {
				at := x.asmPlace(o.l)
				if does.beyond {
					at = x.arrayAround(at)
				}
				x.emit(&cil.Havoc{L: at, Why: asmWhy}, position(in))
			}
		}
	}
}

// arrayAround returns the array that l is an element of, or that starts at l behind a pointer.
func (x *elab) arrayAround(l *cil.Lval) *cil.Lval {
	if n := len(l.Path); n > 0 && l.Path[n-1].Field == nil {
		return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:n-1]}
	}
	if l.Mem == nil || len(l.Path) > 0 {
		return l
	}
	t := &cil.PtrType{Elem: &cil.ArrayType{Elem: l.Type(), Len: -1}}
	return &cil.Lval{Mem: &cil.Cast{T: t, X: l.Mem}}
}

// asmPlace returns where an operand is: the bytes from there, if it has type void.
func (x *elab) asmPlace(l *cil.Lval) *cil.Lval {
	if !isVoid(l.Type()) {
		return l
	}
	t := &cil.PtrType{Elem: &cil.ArrayType{Elem: x.model.Int(cil.UChar), Len: -1}}
	return &cil.Lval{Mem: &cil.Cast{T: t, X: l.Mem}}
}

// stringText is the text of a string literal, or "".
func stringText(n cc.ExpressionNode) string {
	if t := stringToken(n); t != nil {
		return t.SrcStr()
	}
	return ""
}

// asmOutput havocs one output, which the parser reads as a call of the constraint: with the
// array that it is in where bit operations may reach beyond.
func (x *elab) asmOutput(n cc.ExpressionNode, beyond bool) {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return
	}
	for _, out := range argList(call) {
		l := x.asmPlace(x.lvalueOf(x.expr(out), out))
		if beyond && isPlace(out) {
			l = x.arrayAround(l)
		}
		x.emit(&cil.Havoc{L: l, Why: asmWhy}, position(out))
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
