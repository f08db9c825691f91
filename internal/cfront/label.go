package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// label is a label of the function, or one declared by __label__ in a block.
type label struct {
	name string
	to   *place // nil until it is met
	// address stands for the label's address where that is taken, else 0.
	address int64
}

// pendingGoto is a goto whose label may come later.
type pendingGoto struct {
	node *cil.Node
	to   *label
	at   snapshot
	pos  source.Pos
}

// computedGoto is a goto to the address e, which may be that of any label of the function
// whose address is taken.
type computedGoto struct {
	node *cil.Node
	e    cil.Expr
	at   snapshot
}

// snapshot says which variables are in scope at a point: how many of each scope around,
// and how much there is to do where the scope is left.
type snapshot []scopeCount

type scopeCount struct {
	sc    *scope
	n     int
	exits int
}

func (x *elab) snapshot() snapshot {
	var s snapshot
	for sc := x.sc; sc != nil; sc = sc.parent {
		s = append(s, scopeCount{sc, len(sc.vars), len(sc.exits)})
	}
	return s
}

// labeled elaborates a labelled statement.
func (x *elab) labeled(s *cc.LabeledStatement) {
	x.label(s)
	x.stmt(s.Statement)
}

// label elaborates the label alone.
func (x *elab) label(s *cc.LabeledStatement) {
	if s.Case == cc.LabeledStatementLabel {
		x.placeLabel(s)
	} else {
		x.caseLabel(s)
	}
}

func (x *elab) placeLabel(s *cc.LabeledStatement) {
	name := s.Token.SrcStr()
	l := x.labelNamed(name)
	if l.to != nil {
		x.errorf(position(s), "the label %s stands twice in one function", name)
	}
	l.to = x.here(s)
	l.to.node.Labels = []string{name}
}

// labelNamed finds the label that name means here, or makes one of the function.
func (x *elab) labelNamed(name string) *label {
	for sc := x.sc; sc != nil; sc = sc.parent {
		if l := sc.labels[name]; l != nil {
			return l
		}
	}
	body := x.body
	if body == nil {
		body = x.outer
	}
	l := body.labels[name]
	if l == nil {
		l = &label{name: name}
		body.labels[name] = l
	}
	return l
}

// localLabels declares the labels of a block.
func (x *elab) localLabels(d *cc.LabelDeclaration) {
	if x.sc.labels == nil {
		x.sc.labels = map[string]*label{}
	}
	for l := d.IdentifierList; l != nil; l = l.IdentifierList {
		name := l.Token2.SrcStr()
		x.sc.labels[name] = &label{name: name}
	}
}

// gotoLabel jumps to the label called name.
func (x *elab) gotoLabel(name string, pos source.Pos) {
	n := x.emit(&cil.Skip{}, pos)
	x.body.gotos = append(x.body.gotos, pendingGoto{n, x.labelNamed(name), x.snapshot(), pos})
	x.dead()
}

// gotoAddress is goto *e.
func (x *elab) gotoAddress(s *cc.JumpStatement) {
	e := x.keep(x.convert(x.value(s.ExpressionList), &cil.PtrType{Elem: cil.Void}, s), s)
	n := x.emit(&cil.Skip{}, position(s))
	x.body.computed = append(x.body.computed, computedGoto{n, e, x.snapshot()})
	x.dead()
}

// labelAddress is &&name: a number that no other label of the function has.
func (x *elab) labelAddress(n *cc.UnaryExpression) opd {
	body := x.body
	if body == nil {
		body = x.outer
	}
	t := &cil.PtrType{Elem: cil.Void}
	if body == nil {
		x.errorf(position(n), "there are labels in functions only")
		return opd{e: x.zero(t)}
	}
	l := x.labelNamed(n.Token2.SrcStr())
	if l.address == 0 {
		body.addressed = append(body.addressed, l)
		l.address = int64(len(body.addressed))
	}
	return opd{e: &cil.Cast{T: t, X: cil.IntConst(x.model.SizeT(), l.address)}}
}

// resolveGotos leads each goto to its label.
func (x *elab) resolveGotos() {
	for _, g := range x.body.gotos {
		if g.to.to == nil {
			x.errorf(g.pos, "the function has no label %s", g.to.name)
			continue
		}
		x.cur = g.node
		x.jump(x.enter(g.at, g.to.to))
	}
	for _, g := range x.body.computed {
		x.resolveComputed(g)
	}
}

// resolveComputed compares the address with those of the labels.
func (x *elab) resolveComputed(g computedGoto) {
	x.cur = g.node
	pos := g.node.Pos
	for _, l := range x.body.addressed {
		if l.to == nil {
			x.errorf(pos, "the function has no label %s", l.name)
			continue
		}
		next := x.orphan(pos)
		address := &cil.Cast{T: g.e.Type(), X: cil.IntConst(x.model.SizeT(), l.address)}
		x.branch(cil.MakeBinary(cil.Eq, g.e, address, x.intType()), x.enter(g.at, l.to), next, pos)
		x.cur = next
	}
	x.emit(&cil.Opaque{Code: codeComputedGoto, What: "a goto to what is not the address of a label of the function"}, pos)
	x.jump(x.fn.Exit)
}

// enter is where a jump from a point to a place goes: what is to be done where scopes are
// left is done on the way, and variables whose declarations are jumped over get arbitrary
// values.
func (x *elab) enter(from snapshot, to *place) *cil.Node {
	entered, left := crossed(from, to.at)
	if len(entered) == 0 && len(left) == 0 {
		return to.node
	}
	cur, sc := x.cur, x.sc
	head := x.orphan(to.node.Pos)
	x.cur = head
	for _, l := range left {
		all := l.sc.exits
		l.sc.exits = all[:l.n]
		x.runExit(l.sc, l.exits)
		l.sc.exits = all
	}
	for _, v := range entered {
		if a, ok := v.Type.(*cil.ArrayType); !ok || a.Len >= 0 {
			x.emit(&cil.Havoc{L: cil.VarLval(v), Why: "uninitialised"}, to.node.Pos)
		}
	}
	x.jump(to.node)
	x.cur, x.sc = cur, sc
	return head
}

// crossed lists the variables that are in scope at to but not at from, and the scopes in
// which something is to be done on the way: n is how much there is at from, exits how much
// of that stays at to.
func crossed(from, to snapshot) (entered []*cil.Var, left []scopeCount) {
	at := map[*scope]scopeCount{}
	for _, c := range from {
		at[c.sc] = c
	}
	stays := map[*scope]int{}
	for _, c := range to {
		stays[c.sc] = c.exits
		if n := at[c.sc].n; n < c.n {
			entered = append(entered, c.sc.vars[n:c.n]...)
		}
	}
	for _, c := range from {
		if k := stays[c.sc]; k < c.exits {
			left = append(left, scopeCount{sc: c.sc, n: c.exits, exits: k})
		}
	}
	return entered, left
}
