package check

import (
	"fmt"
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/entries/find"
	"hardbop/internal/lbe"
	"hardbop/internal/paq"
	"hardbop/internal/smt"
)

// QueryOptions say which predicate abstraction queries are made.
type QueryOptions struct {
	Cutset    lbe.Cutset
	Functions []string // names; none for all
	// Each starts a program at each function that the files define themselves, and asks about
	// that function only.
	Each bool
	// MaxPreds bounds the predicates at one cutpoint.
	MaxPreds int
	// Havoc takes calls of functions with a body for arbitrary values, instead of cutting there:
	// queries get larger, and say less.
	Havoc bool
}

// Queries makes the query for each fragment of the program and hands it over. The predicates
// are those of the file opt.Preds, where their variables are live, or without one the atoms of
// the branches in the fragments from the cutpoint on.
func Queries(opt Options, qo QueryOptions, sink func(*paq.Query) error) error {
	if !qo.Each {
		return queriesFrom(opt, qo, sink)
	}
	opt.trees = treesFor(nil)
	units, err := Units(opt)
	if err != nil {
		return err
	}
	for _, u := range units {
		for _, f := range u.Prog.Funcs {
			if !find.Own(f) || !qo.wants(f) {
				continue
			}
			opt.Entry = f.Name
			one := qo
			one.Functions = []string{f.Name}
			if err := queriesFrom(opt, one, sink); err != nil {
				return err
			}
		}
	}
	return nil
}

// wants reports whether f is one of the functions that are asked for.
func (qo QueryOptions) wants(f *cil.Func) bool {
	return len(qo.Functions) == 0 || slices.Contains(qo.Functions, f.Name)
}

// queriesFrom makes the queries of what the entry of opt reaches.
func queriesFrom(opt Options, qo QueryOptions, sink func(*paq.Query) error) error {
	p, q, err := prepareAny(opt)
	if err != nil {
		return err
	}
	preds, err := opt.startPreds(p.Prog)
	if err != nil {
		return err
	}
	funcs, err := pickFuncs(c2bp.Reachable(p.Input), qo.Functions)
	if err != nil {
		return err
	}
	w := &queryWriter{p: p, q: q, opt: opt, qo: qo, sink: sink}
	if preds != nil {
		w.given = map[*cil.Func][]cil.Expr{}
		for _, x := range preds.Preds {
			w.given[x.Scope] = append(w.given[x.Scope], x.E)
		}
	}
	for _, f := range funcs {
		if err := w.function(f); err != nil {
			return err
		}
	}
	return nil
}

// queryWriter makes the queries of one program.
type queryWriter struct {
	p     *Prepared
	q     *question
	opt   Options
	qo    QueryOptions
	given map[*cil.Func][]cil.Expr // the predicates by scope; nil for none given
	sink  func(*paq.Query) error
}

func (w *queryWriter) function(f *cil.Func) error {
	points := w.p.cutpoints()
	if w.qo.Havoc {
		points.IsCall = nil
	}
	frags := lbe.Fragments(f, w.qo.Cutset.Cuts(f, points.Asks))
	sem := lbe.Semantics{Alias: w.p.Alias, Outside: w.outside, Effects: w.effects}
	at := w.predicates(f, frags, sem)
	for _, fr := range frags {
		q := lbe.NewQuery(fr, sem, asPreds(at[fr.From], ""), asPreds(at[fr.To], "'"))
		if q.Empty() {
			continue
		}
		if err := w.sink(w.query(f, q)); err != nil {
			return err
		}
	}
	return nil
}

// outside reports whether a fragment that begins at n begins behind its instruction.
func (w *queryWriter) outside(n *cil.Node) bool { return !w.qo.Havoc && w.p.entersBody(n) }

func (w *queryWriter) effects(c *cil.Call) []*cil.Lval { return enc.ExternEffect(c, w.q.extern()) }

// predicates lists the predicates at each cutpoint.
func (w *queryWriter) predicates(f *cil.Func, frags []*lbe.Fragment, sem lbe.Semantics) map[*cil.Node][]cil.Expr {
	at := map[*cil.Node][]cil.Expr{}
	if w.given != nil {
		live := lbe.NewLive(f, func(*cil.Node) []cil.Expr { return nil })
		for _, fr := range frags {
			for _, n := range []*cil.Node{fr.From, fr.To} {
				if at[n] == nil {
					at[n] = w.tracked(live, n, f)
				}
			}
		}
		return at
	}
	seen := map[*cil.Node]map[string]bool{}
	for _, fr := range frags {
		if seen[fr.From] == nil {
			seen[fr.From] = map[string]bool{}
		}
		for _, a := range lbe.NewQuery(fr, sem, nil, nil).Atoms() {
			if text := cil.ExprString(a); !seen[fr.From][text] && len(at[fr.From]) < w.qo.MaxPreds {
				seen[fr.From][text] = true
				at[fr.From] = append(at[fr.From], a)
			}
		}
	}
	return at
}

// tracked lists the given predicates whose variables are live before n.
func (w *queryWriter) tracked(live *lbe.Live, n *cil.Node, f *cil.Func) []cil.Expr {
	all := []cil.Expr{}
	for _, scope := range []*cil.Func{nil, f} {
		for _, e := range w.given[scope] {
			ok := len(all) < w.qo.MaxPreds
			for _, v := range cil.Vars(e) {
				ok = ok && live.Before(n, v)
			}
			if ok {
				all = append(all, e)
			}
		}
	}
	return all
}

// asPreds gives predicates the names of Boolean variables.
func asPreds(es []cil.Expr, suffix string) []lbe.Pred {
	var ps []lbe.Pred
	for _, e := range es {
		ps = append(ps, lbe.Pred{Name: "{" + cil.ExprString(e) + "}" + suffix, E: e})
	}
	return ps
}

// query writes q over a factory of its own.
func (w *queryWriter) query(f *cil.Func, q *lbe.Query) *paq.Query {
	factory := smt.NewFactory()
	form := q.Formula(factory, enc.New(w.p.Prog, factory, w.p.semantics(w.opt)), false)
	name := fmt.Sprintf("%s:%d>%d", f.Name, q.Fragment.From.ID, q.Fragment.To.ID)
	return &paq.Query{Factory: factory, Name: name, Conjuncts: append(form.Side, form.Conjuncts...), Locations: form.Locations, Important: paired(q, form.Important)}
}

// paired lists the constants of predicates with those of one predicate before and after the
// fragment side by side.
func paired(q *lbe.Query, important []smt.Term) []smt.Term {
	after := map[string]smt.Term{}
	for i, p := range q.Dst {
		after[p.Name] = important[len(q.Src)+i]
	}
	var out []smt.Term
	for i, p := range q.Src {
		out = append(out, important[i])
		if t, ok := after[p.Name+"'"]; ok {
			out = append(out, t)
			delete(after, p.Name+"'")
		}
	}
	for i, p := range q.Dst {
		if _, ok := after[p.Name]; ok {
			out = append(out, important[len(q.Src)+i])
		}
	}
	return out
}
