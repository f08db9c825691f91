package magic

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
)

// site is a call in the making: it becomes the abstraction of what it calls.
type site struct {
	w      *Weaver
	f      *cil.Func // where it is
	n      *cil.Node
	call   *cil.Call
	proc   *Procedure
	types  []cil.Type
	values []cil.Expr
	join   *cil.Node
}

// site puts the abstraction p in the place of the call at n.
func (w *Weaver) site(n *cil.Node, c *cil.Call, p *Procedure) error {
	s := &site{w: w, f: n.Func, n: n, call: c, proc: p, types: []cil.Type{nil}, values: []cil.Expr{nil}, join: n.Succs[0]}
	for _, a := range c.Args {
		s.types, s.values = append(s.types, a.Type()), append(s.values, a)
	}
	if c.Ret != nil {
		s.types[0] = c.Ret.Type()
	} else if t := c.Callee().Type.Ret; !isVoid(t) {
		s.types[0] = t
	}
	if name := SourceName(c.Callee()); !slices.Contains(w.Used, name) {
		w.Used = append(w.Used, name)
	}
	if err := s.gaps(); err != nil {
		return err
	}
	w.Shown[n] = c
	n.Instr = &cil.Skip{}
	start, err := s.guarded()
	if err != nil {
		return err
	}
	n.Succs = []*cil.Node{s.shadow(start)}
	return nil
}

func isVoid(t cil.Type) bool {
	_, void := t.(*cil.VoidType)
	return void
}

func (s *site) node(in cil.Instr) *cil.Node { return s.w.node(s.f, in, s.n.Pos) }

// then makes a point and lets it lead to next.
func (s *site) then(in cil.Instr, next *cil.Node) *cil.Node {
	n := s.node(in)
	n.Succs = []*cil.Node{next}
	return n
}

// shadow puts the call itself, if what it calls has a body, where no run gets: points-to has
// to see what it does.
func (s *site) shadow(start *cil.Node) *cil.Node {
	g := s.call.Callee()
	if !g.HasBody() {
		return start
	}
	real := start
	if g == s.w.target.Func {
		real = s.passed(start)
	} else {
		real = s.then(s.call, start)
		s.w.shadows[real] = true
	}
	br := s.node(&cil.Branch{E: cil.IntConst(s.w.intType(), 0)})
	br.Succs = []*cil.Node{real, start}
	return br
}

// passed makes what a call of the target itself passes: its body stands in the place of a
// call already.
func (s *site) passed(next *cil.Node) *cil.Node {
	g := s.call.Callee()
	if s.call.Ret != nil && g.Result != nil {
		next = s.then(&cil.Assign{L: s.call.Ret, E: cil.LoadVar(g.Result)}, next)
	}
	for k, v := range g.Formals {
		if k < len(s.call.Args) && cil.SameType(v.Type, s.call.Args[k].Type()) {
			next = s.then(&cil.Assign{L: cil.VarLval(v), E: s.call.Args[k]}, next)
		}
	}
	return next
}

// guarded makes the branches between the guards. As they are disjoint and cover all, the last
// needs none; where that isn't so, the verdict isn't CONFORMS anyway.
func (s *site) guarded() (*cil.Node, error) {
	last := len(s.proc.Abstractions) - 1
	start, err := s.system(last)
	for i := last - 1; i >= 0 && err == nil; i-- {
		var here *cil.Node
		var e cil.Expr
		if here, err = s.system(i); err != nil {
			return nil, err
		}
		if e, err = s.w.guard(s.proc, i, s.types, s.values); err != nil {
			return nil, err
		}
		br := s.node(&cil.Branch{E: e})
		br.Succs = []*cil.Node{here, start}
		start = br
	}
	return start, err
}

// system makes the points of an abstraction and returns that of its first state.
func (s *site) system(i int) (*cil.Node, error) {
	sys := s.proc.Systems[i]
	states := make([]*cil.Node, len(sys.States))
	for k := range states {
		states[k] = s.node(&cil.Skip{})
	}
	for k, n := range states {
		if k == sys.Stop {
			continue
		}
		var next []*cil.Node
		for _, t := range sys.From(k) {
			m, err := s.action(sys.Actions[t.Action], states[t.To])
			if err != nil {
				return nil, err
			}
			next = append(next, m)
		}
		s.choose(n, next)
	}
	s.w.Taken[states[sys.Init]] = s.proc.Abstractions[i].Name
	return states[sys.Init], nil
}

// choose lets n lead to any of next.
func (s *site) choose(n *cil.Node, next []*cil.Node) {
	if len(next) == 0 {
		n.Instr, n.Succs = &cil.Assume{E: cil.IntConst(s.w.intType(), 0)}, []*cil.Node{s.join}
		return
	}
	at := next[len(next)-1]
	for i := len(next) - 2; i >= 0; i-- {
		v := s.f.NewTemp("choice", s.w.intType(), s.n.Pos)
		s.w.choices[v] = true
		br := s.node(&cil.Branch{E: cil.MakeBinary(cil.Ne, cil.LoadVar(v), cil.IntConst(s.w.intType(), 0), s.w.intType())})
		br.Succs = []*cil.Node{next[i], at}
		at = s.then(&cil.Havoc{L: cil.VarLval(v), Why: "choice of the abstraction"}, br)
	}
	n.Succs = []*cil.Node{at}
}

// action makes the points of a transition to the state at to.
func (s *site) action(a lts.Action, to *cil.Node) (*cil.Node, error) {
	switch a.Kind {
	case lts.Silent:
		return s.then(&cil.Skip{}, to), nil
	case lts.Basic:
		n := s.then(&cil.Skip{Text: a.Name}, to)
		s.w.label(n, a.Name)
		return n, nil
	}
	return s.returns(a)
}

// returns makes what a return action does: the call changes what it may change, and its value
// is one that the condition holds of.
func (s *site) returns(a lts.Action) (*cil.Node, error) {
	if a.Cond != nil && s.types[0] == nil {
		return nil, complaint(s.proc.File, a.Pos, "%s returns nothing: expected return {}", s.proc.Name)
	}
	if s.call.Ret == nil || a.Cond == nil {
		if a.Cond != nil {
			if _, err := translate(s.w.prog, s.proc.File, a.Cond, s.types[:1]); err != nil {
				return nil, err
			}
		}
		return s.effect(s.call.Ret, s.join), nil
	}
	c, err := translate(s.w.prog, s.proc.File, a.Cond, s.types[:1])
	if err != nil {
		return nil, err
	}
	if k, ok := s.constant(c); ok {
		return s.effect(nil, s.then(&cil.Assign{L: s.call.Ret, E: k}, s.join)), nil
	}
	v := s.f.NewTemp("value", s.types[0], s.n.Pos)
	e, err := c.over([]cil.Expr{cil.LoadVar(v)})
	if err != nil {
		return nil, err
	}
	kept := s.then(&cil.Assign{L: s.call.Ret, E: cil.LoadVar(v)}, s.join)
	return s.effect(cil.VarLval(v), s.then(&cil.Assume{E: e}, kept)), nil
}

// constant returns the value that c says $0 is, if it does and that is one of its type.
func (s *site) constant(c *condition) (cil.Expr, bool) {
	b, ok := c.e.(*cil.Binary)
	t, integer := s.types[0].(*cil.IntType)
	if !ok || !integer || b.Op != cil.Eq || t.Kind == cil.Bool {
		return nil, false
	}
	k, ok := cil.ConstValue(b.Y)
	x := b.X
	for cast, is := x.(*cil.Cast); is; cast, is = x.(*cil.Cast) {
		x = cast.X
	}
	ld, load := x.(*cil.Load)
	if !ok || !load || ld.L.Base == nil || len(ld.L.Path) > 0 || t.Wrap(k).Cmp(k) != 0 {
		return nil, false
	}
	if _, param := c.params[ld.L.Base]; !param {
		return nil, false
	}
	return &cil.Const{T: t, Val: k}, true
}

// effect makes the points of what the call may change, with its value in ret, which may be
// nil.
func (s *site) effect(ret *cil.Lval, next *cil.Node) *cil.Node {
	g := s.call.Callee()
	c := &cil.Call{Ret: ret, Fn: s.call.Fn, Args: s.call.Args}
	if !g.HasBody() {
		return s.then(c, next)
	}
	for _, l := range s.w.changesOf(g).lvals(s.w.prog) {
		next = s.then(&cil.Havoc{L: l, Why: changePrefix + SourceName(g)}, next)
	}
	stub := s.w.stub(g)
	c.Fn = &cil.FuncAddr{F: stub, T: &cil.PtrType{Elem: stub.Type}}
	return s.then(c, next)
}

// changePrefix begins the reason of what a procedure with a body may change, whose abstraction
// stands for it.
const changePrefix = "the abstraction of "

// IsChange reports whether n is such a change.
func IsChange(n *cil.Node) bool {
	h, ok := n.Instr.(*cil.Havoc)
	return ok && strings.HasPrefix(h.Why, changePrefix)
}

// StubPrefix begins the names of functions without a body that stand for those whose
// abstractions are used.
const StubPrefix = "hardbop_abstraction_"

// stub is the function without a body that stands for g.
func (w *Weaver) stub(g *cil.Func) *cil.Func {
	if w.stubs[g] == nil {
		w.stubs[g] = &cil.Func{Name: StubPrefix + g.Name, Type: g.Type, Pos: g.Pos, SetsKept: true}
		w.prog.Funcs = append(w.prog.Funcs, w.stubs[g])
	}
	return w.stubs[g]
}

// gaps proves that the guards are disjoint and cover all arguments of the types that they
// have here, once.
func (s *site) gaps() error {
	key := s.proc.Name
	for _, t := range s.types[1:] {
		key += ", " + cil.TypeString(t)
	}
	if s.w.proved[key] {
		return nil
	}
	s.w.proved[key] = true
	pos := s.proc.Abstractions[0].Pos
	text, _, err := s.w.guards(s.proc, s.types)
	if err == nil && text != "" {
		s.w.Gaps = append(s.w.Gaps, Gap{s.proc.Name, pos, text})
	}
	return err
}

// targetGaps proves that the guards of the target are disjoint, and finds out whether they
// cover all arguments.
func (w *Weaver) targetGaps() error {
	types := []cil.Type{nil}
	for _, v := range w.target.Func.Formals {
		types = append(types, v.Type)
	}
	text, uncovered, err := w.guards(w.target.Spec, types)
	w.guarded = uncovered
	if err == nil && text == "" || uncovered {
		text, err = w.satisfied(types)
		uncovered = false
	}
	if err == nil && !uncovered && text != "" {
		w.Gaps = append(w.Gaps, Gap{w.target.Spec.Name, w.target.Spec.Abstractions[w.target.Abstraction].Pos, text})
	}
	return err
}

// satisfied says that the guard of the target holds of no arguments; "" if it holds of some.
func (w *Weaver) satisfied(types []cil.Type) (string, error) {
	values := []cil.Expr{nil}
	for k, t := range types[1:] {
		values = append(values, cil.LoadVar(&cil.Var{Name: paramName(k + 1), Type: t, Kind: cil.Formal, Func: &cil.Func{Name: "specification"}}))
	}
	e, err := w.guard(w.target.Spec, w.target.Abstraction, types, values)
	if err == nil && !w.prove.possible([]cil.Expr{e}) {
		return "the guard of " + w.target.Spec.Abstractions[w.target.Abstraction].Name + " holds of no arguments", nil
	}
	return "", err
}

// guards says what is wrong with the guards of p, for arguments of the types: "" if nothing
// is. uncovered says that it is only that they leave some out.
func (w *Weaver) guards(p *Procedure, types []cil.Type) (text string, uncovered bool, err error) {
	values := []cil.Expr{nil}
	scope := &cil.Func{Name: "specification"}
	var vars []*cil.Var
	for k, t := range types[1:] {
		v := &cil.Var{Name: fmt.Sprintf("$%d", k+1), Type: t, Kind: cil.Formal, Func: scope}
		vars, values = append(vars, v), append(values, cil.LoadVar(v))
	}
	var all, none []cil.Expr
	for i := range p.Abstractions {
		e, err := w.guard(p, i, types, values)
		if err != nil {
			return "", false, err
		}
		for k, o := range all {
			if text := w.prove.state([]cil.Expr{e, o}, vars); text != "" {
				return "the guards of " + p.Abstractions[k].Name + " and " + p.Abstractions[i].Name + " overlap" + text, false, nil
			}
		}
		all, none = append(all, e), append(none, cil.Not(e))
	}
	if text := w.prove.state(none, vars); text != "" {
		return "no guard of " + p.Name + " holds" + text, true, nil
	}
	return "", false, nil
}
