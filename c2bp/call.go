package c2bp

import (
	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file is rule (4): calls.
//
// The signature of a procedure depends on its own elements only, so that abstraction is
// modular: formal elements come in, result elements go out. Result elements never speak
// of a formal (the body may have changed it); what the formal was at entry they call by
// a ghost. At a call the actuals stand for formals and ghosts as they were before the
// call; the result and what the callee changes are read after it. The caller's new
// values are computed in one update from old and returned literals, in which the result
// still has its own name, so that x = f(x) keeps the two values of x apart.

// signature is the interface of a procedure of the Boolean program.
type signature struct {
	formals []*element
	results []*element
}

func (ab *Abstracter) signature(f *cil.Func) signature {
	var s signature
	for _, el := range ab.local[f] {
		if el.isFormal() {
			s.formals = append(s.formals, el)
		}
		if el.isResult(ab.fixedFormal) {
			s.results = append(s.results, el)
		}
	}
	return s
}

func names(els []*element) []string {
	var ns []string
	for _, el := range els {
		ns = append(ns, el.names...)
	}
	return ns
}

// call abstracts a call of g, which has a body: the call itself and the update after it.
func (v *view) call(n *cil.Node, c *cil.Call, g *cil.Func) []*boolprog.Stmt {
	sig := v.ab.signature(g)
	actual := actuals(g, c.Args)
	call := &boolprog.Stmt{Kind: boolprog.Call, Callee: v.ab.procName(g)}
	for _, p := range sig.formals {
		call.Rhs = append(call.Rhs, v.actualValue(p, actual)...)
	}
	for _, r := range sig.results {
		ts := returnedNames(g, r)
		v.ab.temps.add(n.Func, ts)
		for _, t := range ts {
			call.Lhs = append(call.Lhs, boolprog.Name(t))
		}
	}
	stmts := []*boolprog.Stmt{call}
	if s := v.afterCall(n, c, g, sig, actual); s != nil {
		stmts = append(stmts, s)
	}
	return stmts
}

// returnedNames names the variables that receive g's result element r at a call.
func returnedNames(g *cil.Func, r *element) []string {
	var ts []string
	for _, n := range r.names {
		ts = append(ts, boolprog.PredName(g.Name+"(): "+n[1:len(n)-1]))
	}
	return ts
}

// actuals maps g's formals to the arguments. A formal without an argument stays itself:
// nothing is known of it in the caller.
func actuals(g *cil.Func, args []cil.Expr) map[*cil.Var]cil.Expr {
	m := map[*cil.Var]cil.Expr{}
	for i, p := range g.Formals {
		if i < len(args) {
			m[p] = args[i]
		}
	}
	return m
}

// actualValue returns what is passed for the formal element p.
func (v *view) actualValue(p *element, actual map[*cil.Var]cil.Expr) []*boolprog.Expr {
	if p.v != nil {
		a := actual[p.v]
		if a == nil || !cil.IsScalar(a.Type()) {
			return p.perName(func(int) *boolprog.Expr { return boolprog.Nondet() })
		}
		return v.domainValue(p, a)
	}
	e, ok := substVars(p.pred, actual)
	if !ok {
		return []*boolprog.Expr{boolprog.Nondet()}
	}
	return []*boolprog.Expr{v.decide(e).value()}
}

// substVars replaces whole variables by expressions, all at once. It fails where a
// variable is used other than by reading it.
func substVars(e cil.Expr, by map[*cil.Var]cil.Expr) (cil.Expr, bool) {
	ok := true
	out := cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if l.Base == nil || by[l.Base] == nil {
			return nil
		}
		if len(l.Path) > 0 {
			r, isLoad := by[l.Base].(*cil.Load)
			if !isLoad {
				ok = false
				return nil
			}
			return &cil.Load{L: &cil.Lval{Base: r.L.Base, Mem: r.L.Mem, Path: append(r.L.Path[:len(r.L.Path):len(r.L.Path)], l.Path...)}}
		}
		return by[l.Base]
	})
	for _, x := range cil.Vars(e) {
		if by[x] != nil && addressUsed(e, x) {
			ok = false
		}
	}
	return enc.Normal(out), ok
}

// addressUsed reports whether e takes the address of v or of a part of it.
func addressUsed(e cil.Expr, v *cil.Var) bool {
	used := false
	cil.Walk(e, func(x cil.Expr) {
		if a, ok := x.(*cil.AddrOf); ok && a.L.Base == v {
			used = true
		}
	})
	return used
}

// afterCall returns the update of the caller's elements after a call, or nil.
func (v *view) afterCall(n *cil.Node, c *cil.Call, g *cil.Func, sig signature, actual map[*cil.Var]cil.Expr) *boolprog.Stmt {
	mods := v.ab.mods().at(c, g)
	changed := func(el *element) bool {
		return el.scope != nil && v.ab.modifiedBy(el, mods) || c.Ret != nil && v.ab.mayChange(el, c.Ret)
	}
	old := &memory{ab: v.ab, mods: mods, was: map[string]*cil.Var{}, inside: map[*cil.Var]*cil.Var{}}
	after := v.ab.newView(append(v.keep(old), v.returned(g, sig, actual, old)...))
	after.exact = v.exact
	u := &update{}
	for _, el := range v.els {
		switch {
		case !changed(el):
		case el.mentions(cil.Result):
			u.havoc(el) // the caller's own result, which has no value yet
		default:
			after.afterCallValue(u, el, c, g, mods)
		}
	}
	return u.stmt()
}

// memory gives names to the values that lvalues had before a call which may change them.
type memory struct {
	ab   *Abstracter
	mods *modSet
	was  map[string]*cil.Var // by the lvalue's text
	// inside has what the callee's ghosts remember when it returns.
	inside map[*cil.Var]*cil.Var
}

// ghost gives a name to the value that a ghost of the callee has when that returns. The
// caller knows no more of it than what the results say, which so speak of each other.
func (m *memory) ghost(g *cil.Var) cil.Expr {
	if m.inside[g] == nil {
		m.inside[g] = &cil.Var{Name: "inside the call: " + g.Name, Type: g.Type, Kind: cil.Ghost}
	}
	return cil.LoadVar(m.inside[g])
}

// before returns e as it was before the call. Lvalues that are the same then have one name.
func (m *memory) before(e cil.Expr) cil.Expr {
	return cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if !m.ab.changedBy(l, m.mods) {
			return nil
		}
		text := m.ab.text(&cil.Load{L: l})
		if m.was[text] == nil {
			m.was[text] = &cil.Var{Name: "before the call: " + cil.LvalString(l), Type: l.Type(), Kind: cil.Ghost}
		}
		return cil.LoadVar(m.was[text])
	})
}

// keep lists the elements whose values hold after a call, before the result is stored:
// those that the callee can't change; global ones, which the callee has brought up to
// date; and what the others of the caller say of the values before the call. The caller's
// own result elements are left out: they have no meaning yet, and in a recursive call
// their variable means the callee's result.
func (v *view) keep(old *memory) []*element {
	var els []*element
	for _, el := range v.els {
		switch {
		case el.mentions(cil.Result):
		case el.scope == nil || !v.ab.modifiedBy(el, old.mods):
			els = append(els, el)
		case el.v == nil:
			was := *el
			p := old.before(el.pred)
			was.mean(p, v.ab.text(p))
			els = append(els, &was)
		}
	}
	return els
}

// returned lists the callee's result elements as they look to the caller.
func (v *view) returned(g *cil.Func, sig signature, actual map[*cil.Var]cil.Expr, old *memory) []*element {
	var els []*element
	for _, r := range sig.results {
		el := *r
		el.scope = nil
		el.names = returnedNames(g, r)
		if r.v == nil {
			p, ok := v.ab.throughGhosts(r.pred, actual, old)
			if !ok {
				continue
			}
			el.mean(p, v.ab.text(p))
		}
		els = append(els, &el)
	}
	return els
}

// fixedFormal reports whether the formal has its entry value throughout its procedure.
func (ab *Abstracter) fixedFormal(v *cil.Var) bool { return !v.AddrTaken && !ab.assigned[v] }

// assignedFormals finds the formals that their procedures assign.
func assignedFormals(funcs []*cil.Func, callees func(*cil.Node) []*cil.Func) map[*cil.Var]bool {
	set := map[*cil.Var]bool{}
	none := func(*cil.Call) []*cil.Lval { return nil }
	for _, f := range funcs {
		for _, n := range f.Nodes {
			for _, l := range written(n, none, callees) {
				if l.Base != nil && l.Base.Kind == cil.Formal {
					set[l.Base] = true
				}
			}
		}
	}
	return set
}

// throughGhosts replaces entry ghosts, and formals that keep their value, by what the
// actuals make of them as of before the call, and other ghosts by names of their own. It
// fails if something of the callee remains.
func (ab *Abstracter) throughGhosts(p cil.Expr, actual map[*cil.Var]cil.Expr, old *memory) (cil.Expr, bool) {
	by := map[*cil.Var]cil.Expr{}
	for _, x := range cil.Vars(p) {
		at := cil.VarLval(x)
		switch x.Kind {
		case cil.Ghost:
			if !ab.entryGhost[x] || x.Of == nil {
				by[x] = old.ghost(x)
				continue
			}
			at = x.Of
		case cil.Formal:
		default:
			continue
		}
		a, ok := asActual(&cil.Load{L: at}, actual)
		if !ok {
			return nil, false
		}
		by[x] = old.before(a)
	}
	return substVars(p, by)
}

// asActual returns the value that e, over formals and globals, has at the entry of a
// callee, in the caller's terms.
func asActual(e cil.Expr, actual map[*cil.Var]cil.Expr) (cil.Expr, bool) {
	for _, x := range cil.Vars(e) {
		if x.Func != nil && actual[x] == nil {
			return nil, false
		}
	}
	return substVars(e, actual)
}

// afterCallValue adds el's new value to the update. The view holds the literals that
// are valid after the call, the callee's result under its own name.
func (v *view) afterCallValue(u *update, el *element, c *cil.Call, g *cil.Func, mods *modSet) {
	readsRet := c.Ret != nil && v.ab.mayChange(el, c.Ret)
	if el.v != nil {
		if readsRet && g.Result != nil {
			u.setAll(v.domainValue(el, cil.LoadVar(g.Result)), el)
		} else if readsRet {
			u.within(el, partsWithin(el, el.within))
		}
		return
	}
	goal := el.pred
	if readsRet {
		if g.Result == nil {
			u.havoc(el)
			return
		}
		wp, ok := enc.WP(c.Ret, cil.LoadVar(g.Result), el.pred, v.ab.opt.Alias)
		if !ok {
			u.havoc(el)
			return
		}
		goal = wp
	}
	u.set(el.names[0], v.decide(goal).value())
}

// extern abstracts a call of something without a body: the result and what it may
// change through its arguments become arbitrary.
func (v *view) extern(u *update, els []*element, c *cil.Call) {
	lvals := v.ab.opt.Effects(c)
	if c.Ret != nil {
		lvals = append([]*cil.Lval{c.Ret}, lvals...)
	}
	done := map[*element]bool{}
	v.allocated(u, els, c, done)
	for _, l := range lvals {
		for _, el := range els {
			if !done[el] && v.ab.mayChange(el, l) {
				done[el] = true
				v.havocLval(u, []*element{el}, l)
			}
		}
	}
}
