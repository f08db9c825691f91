package cfront

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// The uses of watched macros (see watch.go) are marked in cil: a Skip with a Mark before
// and after what the expansion does. The arguments of the mark are evaluated once more, as
// the reader wrote them. That must do nothing, or the program would do it twice: it may only
// set variables of its own, as the statement expression of container_of does, and call
// functions that do no more. An argument for which that isn't so has an arbitrary value.
//
// What the macro's body calls is no event: the reader wrote one thing. What is called in
// the arguments is; it is recognised by its text in memory, which the parser keeps for
// the tokens of an argument wherever they are put.

// WhyMacroArg is the reason of the Havoc of a macro's argument that isn't known.
const WhyMacroArg = "an argument of a macro that has effects"

// macroUse is the expansion of a watched macro that is being elaborated.
type macroUse struct {
	// calls are the calls in the arguments, by the text of their brackets.
	calls map[*byte]bool
	// arguments is set while these are evaluated for the mark.
	arguments bool
}

// doubleCall is a call in an argument that is made once more for a mark.
type doubleCall struct {
	node  *cil.Node
	call  *cil.Call
	macro string
}

// markOf returns the call by which the statement expression begins if it is the
// expansion of a watched macro, else nil.
func markOf(cs *cc.CompoundStatement) *cc.PostfixExpression {
	l := cs.BlockItemList
	if l == nil || l.BlockItem == nil || l.BlockItem.Case != cc.BlockItemStmt {
		return nil
	}
	s := l.BlockItem.Statement
	if s.Case != cc.StatementExpr || !isNode(s.ExpressionStatement.ExpressionList) {
		return nil
	}
	call := directCall(s.ExpressionStatement.ExpressionList)
	if call == nil || !strings.HasPrefix(calleeName(call.PostfixExpression), markPrefix) {
		return nil
	}
	return call
}

// macroUse elaborates the expansion body of a watched macro, whose mark is m.
func (x *elab) macroUse(m *cc.PostfixExpression, body *cc.BlockItemList, cs *cc.CompoundStatement) opd {
	name := strings.TrimPrefix(calleeName(m.PostfixExpression), markPrefix)
	if x.body == nil || x.dry > 0 || !x.watch.wrapped[name] || x.inner(m) {
		return x.expansion(body, cs)
	}
	use := &macroUse{calls: map[*byte]bool{}}
	x.uses = append(x.uses, use)
	macro := &cil.Func{Name: name, Pos: position(m), Type: &cil.FuncType{Ret: cil.Void}}
	begin := &cil.Mark{Macro: macro, Values: x.markArguments(use, macro, m)}
	from := x.emit(&cil.Skip{Mark: begin}, position(m))
	o := x.expansion(body, cs)
	x.uses = x.uses[:len(x.uses)-1]
	end := &cil.Mark{Macro: macro, From: from}
	if e := x.markValue(o); e != nil {
		macro.Type.Ret, end.Values = e.Type(), []cil.Expr{e}
	}
	begin.Macro = x.sameMacro(macro)
	end.Macro = begin.Macro
	x.emit(&cil.Skip{Mark: end}, position(m))
	return o
}

// expansion elaborates the statements of the expansion. A single expression is one still:
// it may be a constant or an lvalue.
func (x *elab) expansion(l *cc.BlockItemList, cs *cc.CompoundStatement) opd {
	if e := loneExpr(l); e != nil {
		return x.expr(e)
	}
	if x.body == nil {
		x.errorf(position(cs), "a statement can't stand in an expression outside of a function")
		return opd{e: x.intZero()}
	}
	return x.blockValue(l)
}

// loneExpr returns the expression that l is, apart from empty statements behind it; or nil.
func loneExpr(l *cc.BlockItemList) cc.ExpressionNode {
	if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt || l.BlockItem.Statement.Case != cc.StatementExpr {
		return nil
	}
	if e := l.BlockItem.Statement.ExpressionStatement.ExpressionList; isNode(e) {
		return e
	}
	return nil
}

// markValue is the value of the expansion for rules, nil if it has none.
func (x *elab) markValue(o opd) cil.Expr {
	switch {
	case o.l != nil && cil.IsScalar(o.l.Type()) && o.q&qVolatile == 0:
		return &cil.Load{L: o.l}
	case o.l == nil && o.e != nil && !o.isFn && cil.IsScalar(o.e.Type()):
		return o.e
	}
	return nil
}

// markArguments evaluates the arguments for the mark of macro, and gives it their types.
func (x *elab) markArguments(use *macroUse, macro *cil.Func, m *cc.PostfixExpression) []cil.Expr {
	var values []cil.Expr
	use.arguments = true
	for _, a := range argList(m) {
		e := x.markArgument(macro, a)
		var t cil.Type = &cil.PtrType{Elem: cil.Void}
		if e != nil {
			t = e.Type()
		}
		macro.Type.Params = append(macro.Type.Params, t)
		values = append(values, e)
	}
	use.arguments = false
	return values
}

// markArgument returns the value of the argument a, nil if it has none, as the name of a
// type or a member.
func (x *elab) markArgument(macro *cil.Func, a cc.ExpressionNode) cil.Expr {
	nodes, locals, saves, doubles := len(x.fn.Nodes), len(x.fn.Locals), len(x.body.saves), len(x.doubles)
	var e cil.Expr
	var s side
	ok := x.attempt(position(a), func() {
		s = x.aside(a, func() {
			if o := x.expr(a); !isVoid(o.typ()) {
				e = x.rvalue(o, a)
			}
		})
	})
	if ok && (e == nil || x.harmless(s, locals, e)) {
		for _, d := range x.doubles[doubles:] {
			d.macro = macro.Name
		}
		x.splice(s)
		return e
	}
	x.fn.Nodes, x.fn.Locals, x.body.saves = x.fn.Nodes[:nodes], x.fn.Locals[:locals], x.body.saves[:saves]
	x.front.doubles = x.doubles[:doubles]
	if !ok || !cil.IsScalar(e.Type()) {
		return nil
	}
	x.note(codeMacroArg, position(a), "an argument of "+macro.Name+" does something: the rule sees an arbitrary value")
	return x.arbitrary("argument", e.Type(), WhyMacroArg, a)
}

// attempt runs f and reports whether it found no error on the line of pos; such errors
// are forgotten.
func (x *elab) attempt(pos source.Pos, f func()) bool {
	line := source.Pos{File: pos.File, Line: pos.Line}
	if x.reported[line] {
		return false
	}
	f()
	if !x.reported[line] {
		return true
	}
	delete(x.reported, line)
	x.front.errs = slices.DeleteFunc(x.front.errs, func(e *source.Error) bool { return e.Pos.File == pos.File && e.Pos.Line == pos.Line })
	return false
}

// harmless reports whether s, whose value is e, sets only locals from number locals on,
// and e doesn't lead to one of these.
func (x *elab) harmless(s side, locals int, e cil.Expr) bool {
	own := x.fn.Locals[locals:]
	for _, n := range x.fn.Nodes[s.from:] {
		switch n.Instr.(type) {
		case *cil.Opaque, *cil.Clobber, *cil.Return:
			return false
		}
		if l := cil.Stored(n.Instr); l != nil && (l.Base == nil || !slices.Contains(own, l.Base)) {
			return false
		}
	}
	ok := true
	cil.Walk(e, func(s cil.Expr) {
		if a, isAddr := s.(*cil.AddrOf); isAddr && slices.Contains(own, a.L.Base) {
			ok = false
		}
	})
	return ok
}

// inner reports whether the call n is no event for rules: a watched macro's body makes
// it, or it is one that is made once more for a mark. Calls in the arguments are
// remembered.
func (x *elab) inner(n cc.Node) bool {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || len(x.uses) == 0 {
		return false
	}
	text := &call.Token.Src()[0]
	inner := false
	for _, u := range x.uses {
		if u.arguments {
			u.calls[text] = true
		}
		inner = inner || u.arguments || !u.calls[text]
	}
	return inner
}

// doubled remembers the call at n if it is made once more for a mark.
func (x *elab) doubled(n *cil.Node) {
	if call := n.Instr.(*cil.Call); x.dry == 0 && slices.ContainsFunc(x.uses, func(u *macroUse) bool { return u.arguments }) {
		x.front.doubles = append(x.front.doubles, &doubleCall{node: n, call: call})
	}
}

// sameMacro returns what stands for a macro with this name and these types.
func (fe *front) sameMacro(macro *cil.Func) *cil.Func {
	for _, f := range fe.prog.Macros {
		if f.Name == macro.Name && cil.SameType(f.Type, macro.Type) {
			return f
		}
	}
	fe.prog.Macros = append(fe.prog.Macros, macro)
	return macro
}

// finishMarks makes the results of calls that may do something arbitrary where they were
// to be made once more, and lists the macros that aren't marked.
func (fe *front) finishMarks() {
	p := purity{}
	for _, d := range fe.doubles {
		if p.call(d.call) {
			continue
		}
		d.node.Instr = &cil.Skip{}
		if d.call.Ret != nil {
			d.node.Instr = &cil.Havoc{L: d.call.Ret, Why: WhyMacroArg}
		}
		fe.note(codeMacroArg, d.node.Pos, "an argument of "+d.macro+" calls a function that does something: the rule sees an arbitrary value")
	}
	fe.listHidden()
	fe.listDeclared()
}

// purity remembers which functions only compute something.
type purity map[*cil.Func]bool

// call reports whether the call calls a function that only computes something.
func (p purity) call(c *cil.Call) bool {
	f := c.Callee()
	return f != nil && p.pure(f)
}

// pure reports whether f only sets its own variables. A recursive function doesn't count.
func (p purity) pure(f *cil.Func) bool {
	if known, ok := p[f]; ok {
		return known
	}
	p[f] = false
	p[f] = f.HasBody() && !slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool { return !p.node(f, n) })
	return p[f]
}

func (p purity) node(f *cil.Func, n *cil.Node) bool {
	switch in := n.Instr.(type) {
	case *cil.Opaque, *cil.Clobber:
		return false
	case *cil.Call:
		if !p.call(in) {
			return false
		}
	}
	l := cil.Stored(n.Instr)
	return l == nil || l.Base != nil && l.Base.Func == f
}

// listDeclared puts the names of functions and macros into the program that rules may
// speak of, whether they are used or not.
func (fe *front) listDeclared() {
	if len(fe.cfg.Events) == 0 {
		return
	}
	names := map[string]bool{}
	for name := range fe.watch.aliases {
		names[name] = true
	}
	for _, u := range fe.units {
		for _, r := range u.order {
			if !r.typedef && (r.fdef != nil || r.d != nil && declaresFunction(r.d)) {
				names[r.name] = true
			}
		}
		for name, m := range u.macros {
			if m.IsFnLike {
				names[name] = true
			}
		}
	}
	fe.prog.Declared = slices.Sorted(maps.Keys(names))
}

// declaresFunction reports whether d is name(parameters), with stars before it perhaps.
func declaresFunction(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	return (dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent) && dd.DirectDeclarator.Case == cc.DirectDeclaratorIdent
}

// completeMembers completes the structs whose members a rule may read.
func (fe *front) completeMembers() {
	if len(fe.cfg.Members) == 0 || len(fe.units) == 0 {
		return
	}
	c := &completer{x: fe.units[0].fileContext(), done: map[*cil.CompType]bool{}}
	for _, list := range [][]*cil.Func{fe.prog.Funcs, fe.prog.Macros} {
		for _, f := range list {
			if !slices.Contains(fe.cfg.Events, sourceName(f)) {
				continue
			}
			c.value(f.Type.Ret)
			for _, t := range f.Type.Params {
				c.value(t)
			}
		}
	}
	for _, t := range fe.prog.Types {
		c.value(t)
	}
	fe.drain()
}

// completer completes types as far as members with the names that are asked for lead.
type completer struct {
	x    *elab
	done map[*cil.CompType]bool
}

// value completes what a value of type t is, holds or points to.
func (c *completer) value(t cil.Type) {
	switch t := t.(type) {
	case *cil.PtrType:
		c.value(t.Elem)
	case *cil.ArrayType:
		c.value(t.Elem)
	case *cil.CompType:
		c.comp(t)
	}
}

func (c *completer) comp(t *cil.CompType) {
	if c.done[t] {
		return
	}
	c.done[t] = true
	c.x.complete(t)
	for _, f := range t.Fields {
		if slices.Contains(c.x.cfg.Members, f.Name) || c.x.anonFields[f] {
			c.value(f.Type)
		}
	}
}
