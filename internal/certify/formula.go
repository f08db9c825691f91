package certify

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
	"hardbop/internal/source"
)

// formula is a claim: all of always, and all of one of any, if any is set.
type formula struct {
	always []cil.Expr
	any    [][]cil.Expr
	chosen bool // there is a choice
}

// parser reads the claims of a procedure.
type parser struct {
	r    *reader
	sys  *System
	proc *Procedure
	old  bool // values at the entry may be spoken of
	done map[string]cil.Expr
}

func (p *parser) claim(c *Claim) (*formula, error) {
	f := &formula{}
	if c == nil {
		return f, nil
	}
	var err error
	if f.always, err = p.conditions(c.Always); err != nil || c.Any == nil {
		return f, err
	}
	f.chosen = true
	for _, cube := range *c.Any {
		es, err := p.conditions(cube)
		if err != nil {
			return nil, err
		}
		f.any = append(f.any, es)
	}
	return f, nil
}

func (p *parser) conditions(texts []string) ([]cil.Expr, error) {
	var es []cil.Expr
	for _, t := range texts {
		e, err := p.condition(t)
		if err != nil {
			return nil, err
		}
		es = append(es, e)
	}
	return es, nil
}

// condition reads a condition over the variables of the procedure.
func (p *parser) condition(text string) (cil.Expr, error) {
	if e := p.done[text]; e != nil {
		return e, nil
	}
	find := func(name string) *cil.Var {
		for v, g := range p.proc.Old {
			if "$"+v.Name == name && p.old {
				return g
			}
		}
		return nil
	}
	e, err := cil.ParseExprGhosts(p.sys.prog, p.proc.Scope, find, text, source.Pos{File: p.r.name, Line: 1, Col: 1})
	if err != nil {
		return nil, p.r.failAt(text, "the condition '%s' about %s: %s", source.Printable(text), p.proc.Func.Name, message(err))
	}
	p.done[text] = e
	return e, nil
}

// message is the first message of an error of a parser, without its place.
func message(err error) string {
	if list, ok := err.(source.ErrorList); ok && len(list) > 0 {
		return list[0].Msg
	}
	return fmt.Sprint(err)
}

// holds is the term for a claim, of which each condition becomes one by at.
func (f *formula) holds(to *smt.Factory, at func(cil.Expr) smt.Term) smt.Term {
	all := make([]smt.Term, 0, len(f.always)+1)
	for _, e := range f.always {
		all = append(all, at(e))
	}
	if f.chosen {
		var ways []smt.Term
		for _, cube := range f.any {
			var c []smt.Term
			for _, e := range cube {
				c = append(c, at(e))
			}
			ways = append(ways, to.And(c...))
		}
		all = append(all, to.Or(ways...))
	}
	return to.And(all...)
}

// never reports whether the claim says that its point isn't reached.
func (f *formula) never() bool { return f.chosen && len(f.any) == 0 }

// claimed is the term for a claim at a place of the region.
func (r *Region) claimed(f *formula, at int) smt.Term {
	terms := map[cil.Expr]smt.Term{}
	return f.holds(r.f, func(e cil.Expr) smt.Term {
		t, ok := terms[e]
		if !ok {
			t = r.truth(e, at)
			terms[e] = t
		}
		return t
	})
}
