package infer

import (
	"slices"
	"strings"

	"hardbop/internal/certify"
	"hardbop/internal/cil"
)

// This file chooses the candidates of each point with a claim.

// prepare finds the candidates of each point of a procedure. At the start and the end of the
// program nothing is claimed.
func (s *search) prepare(p *certify.Procedure, cands []Candidate) {
	live, copies := newLiveness(p), newCopies(p)
	for _, q := range p.Cuts() {
		st := &state{proc: p, point: q}
		s.points[q] = st
		if p.Old == nil && (q == p.Entry || q == p.Exit) {
			continue
		}
		seen := map[string]bool{}
		for _, c := range cands {
			if key := strings.Join(c.Conds, ";"); c.Proc == p && !seen[key] {
				seen[key] = true
				ch := st.consider(s.sys, c, live)
				if s.ages != none {
					s.more = st.copied(ch, copies, live) || s.more
				}
			}
		}
		if s.ages >= loose {
			st.ages(s.sys, live, s.ages == loose)
		}
		if p.Old != nil && q != p.Entry {
			st.kept()
		}
	}
}

// consider takes a candidate in, if all that it speaks of is there and live, and returns it if it is there.
// Behind the entry of a procedure it may matter of the values at the entry, too.
func (st *state) consider(sys *certify.System, c Candidate, live liveness) choice {
	var now, old choice
	alive, before := true, st.proc.Old != nil && st.point != st.proc.Entry
	for _, text := range c.Conds {
		e, err := sys.Condition(st.proc, text, st.point != st.proc.Entry)
		if err != nil {
			return choice{}
		}
		alive = alive && live.all(e, st.point) && !(st.point == st.proc.Exit && speaksOfFormals(e))
		now.conds = append(now.conds, e)
		x, ok := atEntry(st.proc, e)
		before = before && ok
		old.conds = append(old.conds, x)
	}
	if len(c.Conds) < 2 {
		return choice{}
	}
	if alive {
		st.choices = append(st.choices, now)
	}
	if before {
		st.choices = append(st.choices, old)
	}
	return now
}

// ages adds candidates: when the objects were there that the pointers in others, and other addresses,
// lead to, and whether they lead into the objects in which they lie. They may be loose.
func (st *state) ages(sys *certify.System, live liveness, loose bool) {
	seen := map[string]bool{}
	add := func(conds []cil.Expr) {
		if len(conds) > 0 && !seen[cil.ExprString(conds[0])] && live.all(conds[0], st.point) {
			seen[cil.ExprString(conds[0])] = true
			st.choices = append(st.choices, choice{conds, loose})
		}
	}
	for _, ch := range slices.Clone(st.choices) {
		for _, e := range ch.conds {
			cil.Walk(e, func(x cil.Expr) {
				if l, ok := x.(*cil.Load); ok {
					at := &cil.AddrOf{L: l.L, T: &cil.PtrType{Elem: l.L.Type()}}
					add(sys.Named(l))
					add(sys.Older(l))
					add(sys.Inside(l.L))
					if l.L.Mem != nil && cil.IsPointer(l.Type()) {
						add(sys.Named(at))
						add(sys.Older(at))
					}
				}
			})
		}
	}
}

// kept adds candidates: that globals are what they were at the entry.
func (st *state) kept() {
	for _, v := range st.proc.Modifies() {
		if g := st.proc.Old[v]; g != nil {
			same := cil.MakeBinary(cil.Eq, cil.MakeCast(cil.Math, cil.LoadVar(v)), cil.MakeCast(cil.Math, cil.LoadVar(g)), intType)
			if cil.IsInteger(v.Type) {
				st.choices = append(st.choices, choice{conds: []cil.Expr{same, cil.Not(same)}})
			}
		}
	}
}

// intType is the type of comparisons.
var intType = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

func speaksOfFormals(e cil.Expr) bool {
	return slices.ContainsFunc(cil.Vars(e), func(v *cil.Var) bool { return v.Kind == cil.Formal })
}

// atEntry returns e about the values at the entry of p; false if it speaks of others.
func atEntry(p *certify.Procedure, e cil.Expr) (cil.Expr, bool) {
	fine := true
	x := cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if g := p.Old[l.Base]; g != nil && l.IsVar(l.Base) {
			return cil.LoadVar(g)
		}
		fine = false
		return nil
	})
	return x, fine
}
