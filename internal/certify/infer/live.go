package infer

import (
	"hardbop/internal/certify"
	"hardbop/internal/cil"
)

// liveness says which variables are read again behind points; those that pointers may lead to
// always are.
type liveness map[*certify.Point]map[*cil.Var]bool

// newLiveness goes back through a procedure until nothing changes.
func newLiveness(p *certify.Procedure) liveness {
	live := liveness{}
	preds := map[*certify.Point][]*certify.Point{}
	for _, q := range p.Points {
		live[q] = map[*cil.Var]bool{}
		for _, s := range q.Succs {
			preds[s] = append(preds[s], q)
		}
	}
	var todo []*certify.Point
	for i := len(p.Points) - 1; i >= 0; i-- {
		todo = append(todo, p.Points[i])
	}
	for len(todo) > 0 {
		q := todo[0]
		todo = todo[1:]
		if live.before(p, q) {
			todo = append(todo, preds[q]...)
		}
	}
	return live
}

// before adds what is live before q, and reports whether there is anything new.
func (live liveness) before(p *certify.Procedure, q *certify.Point) bool {
	changed := false
	add := func(v *cil.Var) {
		if !live[q][v] {
			live[q][v], changed = true, true
		}
	}
	killed := map[*cil.Var]bool{}
	for _, w := range q.Writes {
		if w.To.IsVar(nil) {
			killed[w.To.Base] = true
		}
	}
	for _, s := range q.Succs {
		for v := range live[s] {
			if !killed[v] {
				add(v)
			}
		}
	}
	for _, v := range reads(q) {
		add(v)
	}
	if q == p.Exit {
		addGlobals(p, add)
	}
	if q.Call != nil {
		addGlobals(q.Call.Callee, add)
	}
	if q == p.Exit && p.Func.Result != nil {
		add(p.Func.Result)
	}
	return changed
}

// addGlobals adds the globals that claims about a procedure may speak of.
func addGlobals(p *certify.Procedure, add func(*cil.Var)) {
	for v := range p.Old {
		if v.Func == nil {
			add(v)
		}
	}
}

// reads lists the variables that are read at q.
func reads(q *certify.Point) []*cil.Var {
	var vs []*cil.Var
	for _, w := range q.Writes {
		if w.E != nil {
			vs = append(vs, cil.Vars(w.E)...)
		}
		for _, v := range cil.Vars(&cil.Load{L: w.To}) {
			if !w.To.IsVar(v) {
				vs = append(vs, v)
			}
		}
	}
	for _, g := range q.Guards {
		if g != nil {
			vs = append(vs, cil.Vars(g)...)
		}
	}
	if q.Call != nil {
		for _, a := range q.Call.Args {
			vs = append(vs, cil.Vars(a)...)
		}
	}
	return vs
}

// all reports whether all variables of e are live at q.
func (live liveness) all(e cil.Expr, q *certify.Point) bool {
	for _, v := range cil.Vars(e) {
		if !v.AddrTaken && v.Kind != cil.Ghost && v.Kind != cil.Owner && !live[q][v] {
			return false
		}
	}
	return true
}
