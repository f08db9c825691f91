package check

import (
	"fmt"
	"math/big"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/certify"
	"hardbop/internal/certify/infer"
	"hardbop/internal/cil"
	"hardbop/internal/pred"
)

// This file writes what an abstraction tells apart, and what propagation found, over the variables
// of the program that is certified.

// cases lists what an abstraction by the predicates tells apart.
func (p *Prepared) cases(opt Options, preds *pred.Set) []c2bp.Case {
	if preds == nil {
		return nil
	}
	return c2bp.New(p.Input, c2bp.Options{Alias: p.Alias, NoDomains: opt.NoDomains, Wrap: opt.Wrap}).Cases(preds)
}

// candidates writes cases over the variables of the program that is certified.
func (p *Prepared) candidates(sys *certify.System, cases []c2bp.Case) []infer.Candidate {
	t := &translation{p: p, chains: p.chains()}
	var all []infer.Candidate
	for _, q := range cases {
		for _, proc := range sys.Procedures() {
			for _, fr := range proc.Frames {
				if texts := t.in(q, fr, proc); texts != nil {
					all = append(all, infer.Candidate{Proc: proc, Conds: texts})
				}
			}
		}
	}
	return all
}

// note makes a case of what propagation found: that a variable has a value, or another one.
func (p *Prepared) note(f *cil.Func, v *cil.Var, value *big.Int) {
	if cil.IsInteger(v.Type) {
		x := cil.MakeCast(cil.Math, cil.LoadVar(v))
		is := &cil.Binary{Op: cil.Eq, X: x, Y: &cil.Const{T: cil.Math, Val: value}, T: p.Prog.Model.Int(cil.Int)}
		p.found = append(p.found, c2bp.Case{Scope: f, Conds: []cil.Expr{is, cil.Not(is)}})
	}
}

// translation finds the variables of the unfolded program for those of the prepared one.
type translation struct {
	p      *Prepared
	chains map[*cil.Var]string // of copies: the calls that lead to their activation
}

// chains finds for each copy of a variable the calls whose bodies it stands in.
func (p *Prepared) chains() map[*cil.Var]string {
	chains := map[*cil.Var]string{}
	if p.inlined == nil {
		return chains
	}
	for _, f := range p.Prog.Funcs {
		for _, n := range f.Nodes {
			o := p.inlined.Origin(n)
			var b strings.Builder
			for _, c := range o.Chain {
				fmt.Fprintf(&b, "%s:%d/", c.Func.Name, p.inlined.Place(c))
			}
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				for _, v := range cil.Vars(e) {
					if s := p.inlined.Source(v); s != v && s.Func == o.Func {
						chains[v] = b.String()
					}
				}
			})
		}
	}
	return chains
}

// in writes the conditions of a case in an activation, in which its own variables are; nil if it
// has none there.
func (t *translation) in(q c2bp.Case, fr *certify.Frame, proc *certify.Procedure) []string {
	var texts []string
	for _, e := range q.Conds {
		text, ok := t.condition(e, fr, proc)
		if !ok {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

func (t *translation) condition(e cil.Expr, fr *certify.Frame, proc *certify.Procedure) (string, bool) {
	local, fine := false, true
	names := map[*cil.Var]*cil.Var{}
	for _, v := range cil.Vars(e) {
		if v.Kind == cil.Ghost {
			return "", false
		}
		if v.Func == nil {
			continue
		}
		local = true
		name, ok := t.name(v, fr, proc)
		fine = fine && ok
		names[v] = &cil.Var{Name: name, Type: v.Type, Kind: cil.Local}
	}
	if !fine || !local && len(fr.Calls) > 0 {
		return "", false
	}
	return cil.ExprString(cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if w := names[l.Base]; w != nil {
			return &cil.Load{L: &cil.Lval{Base: w, Path: l.Path}}
		}
		return nil
	})), true
}

// name is the name of v where its own function is that of fr.
func (t *translation) name(v *cil.Var, fr *certify.Frame, proc *certify.Procedure) (string, bool) {
	source := t.p.inlined.Source(v)
	if source == v {
		return nameIn(source, fr), v.Func.Name == fr.Func.Name
	}
	key := fr.Key() + t.chains[v]
	for _, g := range proc.Frames {
		if v.Func.Name == fr.Func.Name && g.Func.Name == source.Func.Name && g.Key() == key {
			return nameIn(source, g), true
		}
	}
	return "", false
}

// nameIn is the name that a variable has in an activation.
func nameIn(v *cil.Var, fr *certify.Frame) string {
	for w, c := range fr.Vars {
		if w.Name == v.Name {
			return c.Name
		}
	}
	return v.Name
}
