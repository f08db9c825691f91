package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// bodyState is what the statements of one function share.
type bodyState struct {
	breakTo, continueTo jumpTarget
	sw                  *switchState
	labels              map[string]*label
	gotos               []pendingGoto
	computed            []computedGoto
	addressed           []*label // those whose address is taken
	handler             *handler // the __except around
	loops               int      // loops around
	jumps               bool     // the function has gotos
	saves               []*saved
}

// jumpTarget is where break or continue leads, and the scope of that place.
type jumpTarget struct {
	node *cil.Node
	sc   *scope
}

// functionBody elaborates the definition d into f.
func (x *elab) functionBody(f *cil.Func, d *declRec) {
	fd := d.fdef
	x.fn, x.used = f, map[string]bool{}
	cs := fd.CompoundStatement
	if isLeftOut(cs) {
		x.front.missed = append(x.front.missed, d.name)
	}
	x.body = &bodyState{labels: map[string]*label{}, jumps: len(cs.Gotos()) > 0}
	f.StartBody(position(cs.Token), position(cs.Token2))
	if f.Result != nil {
		x.names.reserve(f.Result.Name)
	}
	x.cur = f.Entry
	x.push()
	x.formals(f, fd)
	if f.Name == "main" {
		x.runConstructors(fd)
		if len(x.front.constructors("destructor")) > 0 {
			x.sc.exits = append(x.sc.exits, func() { x.runDestructors(fd) })
		}
	}
	x.block(cs)
	x.runExit(x.sc, 0)
	x.fallOff(f)
	x.resolveGotos()
	x.pop()
	x.unsave()
	x.finishNames()
	dropSkips(f)
	f.Finish()
}

// formals makes the variables of the parameters.
func (x *elab) formals(f *cil.Func, fd *cc.FunctionDefinition) {
	dd := funcDeclarator(fd.Declarator)
	if dd == nil {
		x.errorf(position(fd.Declarator), "a function definition needs parameters in parentheses")
		return
	}
	x.push()
	x.lengths = false
	ps := x.paramsOf(dd, fd.DeclarationList)
	x.pop()
	for i, p := range ps {
		name := p.name
		if name == "" {
			name = "unnamed"
		}
		v := &cil.Var{Name: x.names.fresh(name), Kind: cil.Formal, Type: p.t.t, Func: f, Pos: position(fd.Declarator),
			Const: p.t.q&qConst != 0, Volatile: p.t.q&qVolatile != 0}
		if i < len(f.Type.Params) {
			v.Type = f.Type.Params[i]
		}
		if v.Name != p.name {
			v.Orig = p.name
		}
		if x.sizeOf(v.Type) < 0 {
			x.errorf(position(fd.Declarator), "the type %s of parameter %s is incomplete", v.Type, name)
		}
		f.Formals = append(f.Formals, v)
		if p.name != "" {
			v.Pos = position(p.tok)
			x.declare(p.name, &object{v, p.t.q}, p.tok)
		}
	}
	if x.lengths {
		x.refineFormals(f, dd)
	}
}

// paramsOf elaborates the parameters of a definition, old style ones too.
func (x *elab) paramsOf(dd *cc.DirectDeclarator, l *cc.DeclarationList) []param {
	if dd.Case == cc.DirectDeclaratorFuncParam {
		if dd.ParameterTypeList == nil {
			return nil
		}
		return x.params(dd.ParameterTypeList)
	}
	types := map[string]param{}
	for ; l != nil; l = l.DeclarationList {
		d := l.Declaration
		if d == nil || d.Case != cc.DeclarationDecl {
			continue
		}
		sp := x.specs(d.DeclarationSpecifiers)
		for il := d.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
			dec := il.InitDeclarator.Declarator
			types[dec.Name()] = param{name: dec.Name(), tok: dec.NameTok(), t: adjust(x.declared(sp, dec))}
		}
	}
	var ps []param
	for il := dd.IdentifierList; il != nil; il = il.IdentifierList {
		name := il.Token2.SrcStr()
		p, ok := types[name]
		if !ok {
			p = param{name: name, tok: il.Token2, t: qtype{t: x.intType()}}
		}
		ps = append(ps, p)
	}
	return ps
}

// fallOff ends the function after its last statement; main then returns 0.
func (x *elab) fallOff(f *cil.Func) {
	r := &cil.Return{}
	if it, ok := f.Type.Ret.(*cil.IntType); ok && f.Name == "main" {
		r.E = cil.IntConst(it, 0)
	}
	x.emit(r, f.EndPos)
	x.jump(f.Exit)
}

// finishNames renames locals that have the name of a global that the function mentions.
func (x *elab) finishNames() {
	for _, vs := range [][]*cil.Var{x.fn.Formals, x.fn.Locals} {
		for _, v := range vs {
			if !x.used[v.Name] {
				continue
			}
			if v.Orig == "" && v.Kind != cil.Temp {
				v.Orig = v.Name
			}
			for x.used[v.Name] {
				v.Name = x.names.fresh(v.Name)
			}
		}
	}
}

// block elaborates a compound statement in a scope of its own.
func (x *elab) block(cs *cc.CompoundStatement) {
	x.push()
	for l := cs.BlockItemList; l != nil; l = l.BlockItemList {
		x.blockItem(l.BlockItem)
	}
	x.close()
}

func (x *elab) blockItem(b *cc.BlockItem) {
	if b == nil {
		return
	}
	switch b.Case {
	case cc.BlockItemDecl:
		x.declaration(b.Declaration)
	case cc.BlockItemLabel:
		x.localLabels(b.LabelDeclaration)
	case cc.BlockItemStmt:
		x.stmt(b.Statement)
	case cc.BlockItemFuncDef:
		x.opaque(codeNested, "the nested function "+b.Declarator.Name(), b.Declarator)
		t := x.declared(x.specs(b.DeclarationSpecifiers), b.Declarator)
		if ft, ok := t.t.(*cil.FuncType); ok {
			f := &cil.Func{Name: x.front.names.fresh(b.Declarator.Name()), Type: ft, Pos: position(b.Declarator)}
			x.prog.Funcs = append(x.prog.Funcs, f)
			x.declare(b.Declarator.Name(), &function{f, ft}, b.Declarator)
		}
	}
}

func (x *elab) stmt(s *cc.Statement) {
	if s == nil {
		return
	}
	switch s.Case {
	case cc.StatementLabeled:
		x.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		x.block(s.CompoundStatement)
	case cc.StatementExpr:
		if isNode(s.ExpressionStatement.ExpressionList) {
			x.effect(s.ExpressionStatement.ExpressionList)
		}
	case cc.StatementSelection:
		x.selection(s.SelectionStatement)
	case cc.StatementIteration:
		x.iteration(s.IterationStatement)
	case cc.StatementJump:
		x.jumpStmt(s.JumpStatement)
	case cc.StatementAsm:
		x.asm(s.AsmStatement.Asm)
	}
}

func (x *elab) selection(s *cc.SelectionStatement) {
	switch {
	case s.Case == cc.SelectionStatementSwitch:
		x.switchStmt(s)
		return
	case isTry(s):
		x.try(s)
		return
	}
	pos := position(s)
	yes, no, join := x.orphan(pos), x.orphan(pos), x.orphan(pos)
	x.cond(s.ExpressionList, yes, no)
	x.cur = yes
	x.stmt(s.Statement)
	x.jump(join)
	x.cur = no
	if s.Case == cc.SelectionStatementIfElse {
		x.stmt(s.Statement2)
	}
	x.jump(join)
	x.cur = join
}

func (x *elab) jumpStmt(s *cc.JumpStatement) {
	switch s.Case {
	case cc.JumpStatementGoto:
		x.gotoLabel(s.Token2.SrcStr(), position(s))
	case cc.JumpStatementGotoExpr:
		x.gotoAddress(s)
	case cc.JumpStatementContinue:
		x.leave(x.body.continueTo, "continue", s)
	case cc.JumpStatementBreak:
		x.leave(x.body.breakTo, "break", s)
	case cc.JumpStatementReturn:
		x.returnStmt(s)
	}
}

// leave jumps to a place of the loop or switch around.
func (x *elab) leave(to jumpTarget, word string, n cc.Node) {
	if to.node == nil {
		x.errorf(position(n), "%s outside of a loop", word)
		return
	}
	x.runExits(to.sc)
	x.jump(to.node)
	x.dead()
}

func (x *elab) returnStmt(s *cc.JumpStatement) {
	r := &cil.Return{}
	ret := x.fn.Type.Ret
	switch {
	case !isNode(s.ExpressionList):
	case isVoid(ret):
		x.effect(s.ExpressionList)
	default:
		o := x.expr(s.ExpressionList)
		if isVoid(o.typ()) {
			x.errorf(position(s), "the function must return a value of type %s", ret)
			break
		}
		r.E = x.convert(x.rvalue(o, s), ret, s)
	}
	if r.E != nil && x.hasExits() {
		r.E = x.keep(r.E, s)
	}
	x.runExits(nil)
	x.emit(r, position(s))
	x.jump(x.fn.Exit)
	x.dead()
}

// statementExpr is gcc's ({ ... }): its value is that of the last expression statement.
func (x *elab) statementExpr(cs *cc.CompoundStatement) opd {
	if m := markOf(cs); m != nil {
		return x.macroUse(m, cs.BlockItemList.BlockItemList, cs)
	}
	if x.body == nil {
		x.errorf(position(cs), "a statement can't stand in an expression outside of a function")
		return opd{e: x.intZero()}
	}
	if cs.BlockItemList == nil {
		return opd{}
	}
	return x.blockValue(cs.BlockItemList)
}

// blockValue elaborates the items of a statement expression and returns its value.
func (x *elab) blockValue(l *cc.BlockItemList) opd {
	at := l
	x.push()
	var o opd
	for ; l != nil; l = l.BlockItemList {
		if s := lastStatement(l); s != nil {
			o = x.lastValue(s)
		} else {
			x.blockItem(l.BlockItem)
		}
	}
	if o.e != nil && len(x.sc.exits) > 0 {
		o.e = x.keep(o.e, at)
	}
	x.close()
	return o
}

// lastStatement is the statement that ends the list, or nil.
func lastStatement(l *cc.BlockItemList) *cc.Statement {
	if b := l.BlockItem; l.BlockItemList == nil && b != nil && b.Case == cc.BlockItemStmt {
		return b.Statement
	}
	return nil
}

// lastValue elaborates the last statement of a statement expression, which may have labels,
// for its value.
func (x *elab) lastValue(s *cc.Statement) opd {
	switch {
	case s.Case == cc.StatementLabeled:
		x.label(s.LabeledStatement)
		return x.lastValue(s.LabeledStatement.Statement)
	case s.Case != cc.StatementExpr || !isNode(s.ExpressionStatement.ExpressionList):
		x.stmt(s)
		return opd{}
	}
	e := s.ExpressionStatement.ExpressionList
	o := x.expr(e)
	if isVoid(o.typ()) {
		return opd{}
	}
	return opd{e: x.rvalue(o, e)}
}

// dropSkips takes out the skips that only join, so that each node does something.
func dropSkips(f *cil.Func) {
	final := map[*cil.Node]*cil.Node{}
	for _, n := range f.Nodes {
		for i, s := range n.Succs {
			n.Succs[i] = skipTo(f, s, final)
		}
	}
}

// skipTo is the first node from n on that does something. What it finds goes into final.
func skipTo(f *cil.Func, n *cil.Node, final map[*cil.Node]*cil.Node) *cil.Node {
	var path []*cil.Node
	for final[n] == nil && isJoin(f, n) {
		final[n] = n // a loop of skips ends at itself
		path = append(path, n)
		n = n.Succs[0]
	}
	if t := final[n]; t != nil {
		n = t
	}
	for _, p := range path {
		final[p] = n
	}
	return n
}

func isJoin(f *cil.Func, n *cil.Node) bool {
	skip, ok := n.Instr.(*cil.Skip)
	return ok && skip.Mark == nil && skip.Text == "" && len(n.Labels) == 0 && n != f.Entry && n != f.Exit && len(n.Succs) == 1
}
