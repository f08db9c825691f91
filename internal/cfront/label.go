package cfront

import (
	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// label is a label of the function, or one declared by __label__ in a block.
type label struct {
	to *place // nil until it is met
}

// pendingGoto is a goto whose label may come later.
type pendingGoto struct {
	node *cil.Node
	to   *label
	at   snapshot
	stmt *cc.JumpStatement
}

// snapshot says which variables are in scope at a point: how many of each scope around.
type snapshot []scopeCount

type scopeCount struct {
	sc *scope
	n  int
}

func (x *elab) snapshot() snapshot {
	var s snapshot
	for sc := x.sc; sc != nil; sc = sc.parent {
		s = append(s, scopeCount{sc, len(sc.vars)})
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
	l := x.body.labels[name]
	if l == nil {
		l = &label{}
		x.body.labels[name] = l
	}
	return l
}

// localLabels declares the labels of a block.
func (x *elab) localLabels(d *cc.LabelDeclaration) {
	if x.sc.labels == nil {
		x.sc.labels = map[string]*label{}
	}
	for l := d.IdentifierList; l != nil; l = l.IdentifierList {
		x.sc.labels[l.Token2.SrcStr()] = &label{}
	}
}

func (x *elab) gotoStmt(s *cc.JumpStatement) {
	n := x.emit(&cil.Skip{}, position(s))
	x.body.gotos = append(x.body.gotos, pendingGoto{n, x.labelNamed(s.Token2.SrcStr()), x.snapshot(), s})
	x.dead()
}

// resolveGotos leads each goto to its label.
func (x *elab) resolveGotos() {
	for _, g := range x.body.gotos {
		if g.to.to == nil {
			x.errorf(position(g.stmt), "the function has no label %s", g.stmt.Token2.SrcStr())
			continue
		}
		x.cur = g.node
		x.jump(x.enter(g.at, g.to.to))
	}
}

// enter is where a jump from a point to a place goes: variables whose declarations are
// jumped over get arbitrary values on the way.
func (x *elab) enter(from snapshot, to *place) *cil.Node {
	count := map[*scope]int{}
	for _, c := range from {
		count[c.sc] = c.n
	}
	var entered []*cil.Var
	for _, c := range to.at {
		if n := count[c.sc]; n < c.n {
			entered = append(entered, c.sc.vars[n:c.n]...)
		}
	}
	if len(entered) == 0 {
		return to.node
	}
	saved := x.cur
	head := x.orphan(to.node.Pos)
	x.cur = head
	for _, v := range entered {
		if a, ok := v.Type.(*cil.ArrayType); !ok || a.Len >= 0 {
			x.emit(&cil.Havoc{L: cil.VarLval(v), Why: "uninitialised"}, to.node.Pos)
		}
	}
	x.jump(to.node)
	x.cur = saved
	return head
}
