package slic

import (
	"regexp"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// abortTarget is the node that an abort statement became in one procedure.
type abortTarget struct {
	stmt *Abort
	proc *procedure
	node *cil.Node
	text string // the message, with $fname replaced
}

// body translates handlers into the control flow of their procedure.
type body struct {
	translator
	chain
	object *cil.Var
	bound  *cil.Var
}

// chooseObject makes the variable that has the address of the object that is followed, as
// an integer, and, unless it may be any, the one that says whether a watched event has named it yet. The object
// is chosen before the program starts, once for all, and nothing changes it: that an event
// binds it only sets the second variable. So no analysis has to show for a call that the
// object is the same afterwards, and it can be memory that isn't allocated yet.
func (c *checker) chooseObject() {
	if !c.guarded() {
		return
	}
	var typ cil.Type
	check := func(p *procedure, a *Arg, pat *Pattern) {
		if !c.argOK(a, pat, p.target) {
			return
		}
		t := c.objectType(p, a)
		if typ == nil {
			typ = t
		}
		if t == nil || !cil.SameType(t, typ) {
			c.errorf(a.Pos, "the followed object is an address, or in all events an integer: this has another type")
		}
	}
	for _, p := range c.procs {
		for _, w := range p.watches {
			check(p, w.arg, w.pattern)
		}
		for _, h := range p.handlers {
			if h.Guard != nil {
				check(p, h.Guard, h.pattern)
			}
		}
	}
	if typ == nil {
		typ = c.decls.Model().SizeT()
	}
	c.object = &cil.Var{Name: c.names.unique(c.spec.Name + "__object"), Orig: "object", Type: typ, Kind: cil.Global, Extern: true}
	if c.spec.WatchAny {
		return
	}
	c.bound = &cil.Var{Name: c.names.unique(c.spec.Name + "__bound"), Orig: "bound", Type: c.int(), Kind: cil.Global,
		Init: &cil.Init{Expr: cil.IntConst(c.int(), 0)}}
}

// objectType returns the type in which the value of a is remembered, or nil if it is
// neither a pointer nor an integer.
func (c *checker) objectType(p *procedure, a *Arg) cil.Type {
	t := p.target.Type.Ret
	if a.Index > 0 {
		t = p.target.Type.Params[a.Index-1]
	}
	switch t.(type) {
	case *cil.PtrType:
		return c.decls.Model().SizeT()
	case *cil.IntType:
		return c.decls.Model().Int(cil.LongLong)
	}
	return nil
}

// translate builds the body of p: first the choice of the object, then the handlers.
func (c *checker) translate(p *procedure) {
	p.fn.StartBody(p.pos, p.pos)
	b := &body{translator: translator{checker: c, proc: p}, chain: chain{fn: p.fn}, object: c.object, bound: c.bound}
	b.first, b.open = p.fn.Entry, []edge{{p.fn.Entry, 0}}
	p.fn.Entry.Succs = make([]*cil.Node, 1)
	b.bind(p.watches)
	for _, h := range p.handlers {
		b.pattern = h.pattern
		b.handler(h)
	}
	b.emit(&cil.Return{}, p.pos)
	b.close(p.fn.Exit)
	p.fn.Finish()
}

// bind appends the choices of the object: while none is bound, each of ws may be it.
func (b *body) bind(ws []watched) {
	if b.object == nil {
		return
	}
	var values []cil.Expr
	for _, w := range ws {
		if v := b.followed(w.arg, w.pattern); v != nil {
			values = append(values, v)
			if b.proc.woven() {
				b.beginners = append(b.beginners, b.proc.formal(w.arg.Index, b.names))
			}
		}
	}
	if len(values) == 0 {
		return
	}
	b.branch(b.isBound(cil.Eq), ws[0].arg.Pos, func() { b.chooseOf(values, ws[0].arg.Pos) }, nil)
}

// isBound is the condition that an object is bound, or with Eq that none is.
func (b *body) isBound(op cil.BinOp) cil.Expr {
	return &cil.Binary{Op: op, X: cil.LoadVar(b.bound), Y: cil.IntConst(b.int(), 0), T: b.int()}
}

// chooseOf appends that one of the values, if it is the object's, binds it, or none.
func (b *body) chooseOf(values []cil.Expr, pos source.Pos) {
	if len(values) == 0 {
		return
	}
	rest := func() { b.chooseOf(values[1:], pos) }
	b.branch(b.isObject(values[0]), pos, func() {
		b.choice(pos, b.names, b.int(), func() {
			b.emit(&cil.Assign{L: cil.VarLval(b.bound), E: cil.IntConst(b.int(), 1)}, pos)
		}, rest)
	}, rest)
}

// isObject is the condition that value, which isn't null then, is the followed object's.
func (b *body) isObject(value cil.Expr) cil.Expr {
	same := &cil.Binary{Op: cil.Eq, X: value, Y: cil.LoadVar(b.object), T: b.int()}
	some := &cil.Binary{Op: cil.Ne, X: value, Y: cil.IntConst(b.object.Type.(*cil.IntType), 0), T: b.int()}
	return &cil.Binary{Op: cil.LAnd, X: same, Y: some, T: b.int()}
}

// followed returns the value of a as one of the object variable, or nil.
func (b *body) followed(a *Arg, pat *Pattern) cil.Expr {
	if !b.argOK(a, pat, b.proc.target) || b.objectType(b.proc, a) == nil {
		return nil
	}
	return cil.MakeCast(b.object.Type, cil.LoadVar(b.proc.formal(a.Index, b.names)))
}

func (b *body) handler(h matched) {
	if h.Guard == nil {
		b.run(h, nil)
		return
	}
	value := b.followed(h.Guard, h.pattern)
	if value == nil {
		b.stmt(h.Body) // only to check it
		return
	}
	is := b.isObject(value)
	if b.bound != nil {
		is = &cil.Binary{Op: cil.LAnd, X: b.isBound(cil.Ne), Y: is, T: b.int()}
	}
	b.branch(is, h.Guard.Pos, func() { b.run(h, b.proc.formal(h.Guard.Index, b.names)) }, nil)
}

// run appends the body of h, which runs if the formal has the object's value; nil if always.
func (b *body) run(h matched, formal *cil.Var) {
	from := len(b.fn.Nodes)
	b.stmt(h.Body)
	if b.proc.woven() {
		b.begins(b.fn.Nodes[from:], formal)
	}
}

func (b *body) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		for _, s := range s.Stmts {
			b.stmt(s)
		}
	case *Assign:
		b.assign(s)
	case *If:
		b.ifStmt(s)
	case *Abort:
		b.abort(s)
	case *Halt:
		b.stop(s.Pos)
	case *Reset:
		for _, v := range b.state {
			b.emit(&cil.Assign{L: cil.VarLval(v.v), E: v.v.Init.Expr}, s.Pos)
		}
	case *Empty:
	default:
		panic("slic: unknown statement")
	}
}

func (b *body) ifStmt(s *If) {
	then := func() { b.stmt(s.Then) }
	var otherwise func()
	if s.Else != nil {
		otherwise = func() { b.stmt(s.Else) }
	}
	if s.Cond == nil {
		b.choice(s.Pos, b.names, b.int(), then, otherwise)
		return
	}
	cond := b.truth(s.Cond)
	if cond == nil { // there was a complaint; go on for more
		cond = cil.IntConst(b.int(), 0)
	}
	b.branch(cond, s.Pos, then, otherwise)
}

// stop ends the run.
func (b *body) stop(pos source.Pos) {
	n := b.emit(&cil.Assume{E: cil.IntConst(b.int(), 0)}, pos)
	n.Succs[0] = b.fn.Exit
	b.open = nil
}

func (b *body) abort(s *Abort) {
	n := b.emit(&cil.Skip{Text: "abort"}, s.Pos)
	n.Labels = []string{b.names.unique("SLIC_ERROR")}
	text := s.Message
	if text == "" {
		text = "rule " + b.spec.Name + " is violated by $fname." + b.pattern.Event.String()
	}
	b.checkMessage(s)
	text = strings.ReplaceAll(text, "$fname", b.pattern.Func)
	b.aborts = append(b.aborts, &abortTarget{stmt: s, proc: b.proc, node: n, text: text})
	b.stop(s.Pos)
}

// messageName matches what may be meant as a name that stands for something in a message.
var messageName = regexp.MustCompile(`\$[A-Za-z_][A-Za-z_0-9]*`)

// checkMessage complains about names in the message that stand for nothing.
func (b *body) checkMessage(s *Abort) {
	for _, name := range messageName.FindAllString(s.Message, -1) {
		if name != "$fname" && name != "$caller" {
			b.errorf(s.Pos, "%s in a message stands for nothing: expected $fname or $caller", name)
		}
	}
}

// assign sets the variables all at once: where a value reads a variable that is set
// before, it is computed first.
func (b *body) assign(s *Assign) {
	var targets []*cil.Var
	var values []cil.Expr
	for i, id := range s.L {
		v, e := b.target(id), b.expr(s.R[i])
		if v == nil || e == nil {
			continue
		}
		if e = b.assigned(v, e, s.R[i]); e == nil {
			continue
		}
		for _, t := range targets {
			if t == v {
				b.errorf(id.Pos, "%s is assigned twice", id.Name)
			}
		}
		targets, values = append(targets, v), append(values, e)
	}
	for i, e := range values {
		if _, isConst := cil.ConstValue(e); isConst || i == 0 {
			continue
		}
		tmp := b.fn.NewTemp(b.names.local("value"), e.Type(), s.Pos)
		b.emit(&cil.Assign{L: cil.VarLval(tmp), E: e}, s.Pos)
		values[i] = cil.LoadVar(tmp)
	}
	for i, v := range targets {
		b.emit(&cil.Assign{L: cil.VarLval(v), E: values[i]}, s.Pos)
	}
}

// target returns the state variable called id, or complains.
func (b *body) target(id *Ident) *cil.Var {
	if s := b.stateNamed(id.Name); s != nil {
		return s.v
	}
	if b.decls.Global(id.Name) != nil {
		b.errorf(id.Pos, "%s is a variable of the program: a rule may read it, not change it", id.Name)
		return nil
	}
	var names []string
	for _, s := range b.state {
		names = append(names, s.decl.Name)
	}
	b.errorf(id.Pos, "unknown state variable %s%s", id.Name, source.DidYouMean(id.Name, names))
	return nil
}

// assigned returns e with v's type, or complains.
func (b *body) assigned(v *cil.Var, e cil.Expr, at Expr) cil.Expr {
	vt, et := v.Type, e.Type()
	switch {
	case cil.IsInteger(vt) && cil.IsInteger(et):
		return cil.MakeCast(vt, e)
	case cil.IsPointer(vt) && cil.IsZero(e):
		return b.null(vt)
	case cil.IsPointer(vt) && cil.IsPointer(et) && (cil.SameType(vt, et) || isVoidPtr(vt) || isVoidPtr(et)):
		return cil.MakeCast(vt, e)
	}
	b.errorf(at.At(), "a value of the type %s can't be assigned to %s, which has the type %s", et, v.Orig, vt)
	return nil
}
