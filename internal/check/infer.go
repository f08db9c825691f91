package check

import (
	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
	"hardbop/internal/pred"
	"hardbop/internal/prep"
	"hardbop/newton"
)

// inference finds the predicates on whose values those of others depend: the algorithm
// PredInfer of the paper, figure 2, but for a procedure as a whole. Where an assignment
// changes a predicate, its weakest precondition is one too; so it goes on through arguments
// and results. Assignments that read what they write are left out, and the number is bounded,
// which takes the place of the paper's bound for each location.
type inference struct {
	model   *cil.DataModel
	alias   enc.Alias
	wrap    bool
	callees func(*cil.Node) []*cil.Func
	writes  []write
}

// write is a list of assignments, one after the other, by which the predicates of one
// function speak of the values of another: an assignment, a return, the arguments or the
// result of a call.
type write struct {
	to, from *cil.Func
	ls       []*cil.Lval
	es       []cil.Expr
}

// maxInferred bounds the predicates that come with one.
const maxInferred = 12

func newInference(p *Prepared, wrap bool) *inference {
	x := &inference{model: p.Prog.Model, alias: p.Alias, wrap: wrap, callees: p.Input.Callees}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			x.note(f, n)
		}
	}
	return x
}

// note collects what a node writes.
func (x *inference) note(f *cil.Func, n *cil.Node) {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		if unread(n, in.L) {
			return
		}
		x.add(write{f, f, []*cil.Lval{in.L}, []cil.Expr{in.E}})
	case *cil.Return:
		if in.E != nil && f.Result != nil {
			x.add(write{f, f, []*cil.Lval{cil.VarLval(f.Result)}, []cil.Expr{in.E}})
		}
	case *cil.Call:
		for _, g := range x.callees(n) {
			if g.HasBody() && g != f {
				x.call(f, in, g)
			}
		}
	}
}

func (x *inference) add(w write) { x.writes = append(x.writes, w) }

// call collects what a call of g in f does to the formals of g, and with its result.
func (x *inference) call(f *cil.Func, c *cil.Call, g *cil.Func) {
	in := write{to: g, from: f}
	for i, a := range c.Args[:min(len(c.Args), len(g.Formals))] {
		if cil.IsScalar(a.Type()) {
			in.ls, in.es = append(in.ls, cil.VarLval(g.Formals[i])), append(in.es, a)
		}
	}
	x.add(in)
	if c.Ret != nil && g.Result != nil {
		x.add(write{f, g, []*cil.Lval{c.Ret}, []cil.Expr{cil.LoadVar(g.Result)}})
	}
}

// before returns the weakest precondition of e; false if w doesn't change it, or reads what
// it changes.
func (w write) before(e cil.Expr, alias enc.Alias) (cil.Expr, bool) {
	changed := false
	for i, l := range w.ls {
		if !enc.Affected(l, e, alias) {
			continue
		}
		wp, ok := enc.WP(l, w.es[i], e, alias)
		if !ok || enc.Affected(l, w.es[i], alias) {
			return nil, false
		}
		e, changed = wp, true
	}
	return e, changed
}

// unread reports whether n stores in a local variable what nothing reads.
func unread(n *cil.Node, l *cil.Lval) bool {
	v := l.Base
	if !l.IsVar(nil) || v.Func == nil || v.AddrTaken {
		return false
	}
	return !prep.ReadAfter(n, v)
}

// from returns p and what is inferred from it, and whether an assignment of a constant makes
// one of them true.
func (x *inference) from(p *pred.Pred) (out *pred.Set, made bool) {
	out = &pred.Set{}
	out.AddPred(p)
	for i := 0; i < len(out.Preds) && len(out.Preds) <= maxInferred; i++ {
		before, always := x.before(out.Preds[i])
		made = made || always
		for _, q := range before {
			if len(out.Preds) <= maxInferred {
				out.AddPred(q)
			}
		}
	}
	return out, made
}

// before lists the weakest preconditions of q, and reports whether one is always true.
func (x *inference) before(q *pred.Pred) (list []*pred.Pred, always bool) {
	for _, w := range x.writes {
		if q.Scope != nil && q.Scope != w.to {
			continue
		}
		wp, ok := w.before(q.E, x.alias)
		if !ok {
			continue
		}
		list = append(list, x.atoms(wp, w.from)...)
		always = always || x.truth(wp) == interval.True
	}
	return list, always
}

// truth evaluates e without knowing any variable.
func (x *inference) truth(e cil.Expr) interval.Truth {
	nothing := func(*cil.Lval) (interval.Interval, bool) { return interval.Interval{}, false }
	return (&interval.Eval{Wrap: x.wrap, PtrBytes: x.model.PtrBytes, Read: nothing}).Truth(e)
}

// maxAtom bounds the operations of a predicate that is inferred.
const maxAtom = 20

// atoms lists what the condition e compares, as predicates of f.
func (x *inference) atoms(e cil.Expr, f *cil.Func) []*pred.Pred {
	var list []*pred.Pred
	for _, a := range newton.Atoms(x.model, e, x.wrap) {
		scope, err := pred.Scope(a, f)
		if err == nil && len(cil.Vars(a)) > 0 && size(a) <= maxAtom {
			list = append(list, &pred.Pred{E: a, Scope: scope})
		}
	}
	return list
}

// size counts the operations of e.
func size(e cil.Expr) int {
	n := 0
	cil.Walk(e, func(cil.Expr) { n++ })
	return n
}

// above returns x > c for the predicate x == c of integers; nil for others.
func (x *inference) above(q *pred.Pred) *pred.Pred {
	b, ok := q.E.(*cil.Binary)
	if !ok || b.Op != cil.Eq || !cil.IsInteger(b.X.Type()) {
		return nil
	}
	if _, ok := cil.ConstValue(b.Y); !ok {
		return nil
	}
	as := newton.Atoms(x.model, &cil.Binary{Op: cil.Gt, X: b.X, Y: b.Y, T: b.T}, x.wrap)
	if len(as) != 1 {
		return nil
	}
	return &pred.Pred{E: as[0], Scope: q.Scope}
}
