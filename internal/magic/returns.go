package magic

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
)

// Returns are the return actions of a model: the combinations of the conditions of a
// specification that a value can have.
type Returns struct {
	conds   []*condition
	regions []Region
}

// Region is a set of values that the conditions don't tell apart.
type Region struct {
	Name  string
	holds []bool // by condition
}

// Other is the return action for values of which no condition of the specification holds, unless
// it has return {}.
const Other = "return-other"

// newReturns finds the combinations of the conditions of the actions, for values of the type
// t; nil for none. sat reports whether conditions over $0 may hold at once.
func newReturns(prog *cil.Program, f *lts.File, actions []lts.Action, t cil.Type, sat func([]cil.Expr) bool) (*Returns, error) {
	r := &Returns{}
	var texts []string
	var over []cil.Expr
	value := cil.LoadVar(&cil.Var{Name: paramName(0), Type: t, Kind: cil.Formal, Func: &cil.Func{Name: "specification"}})
	for _, a := range actions {
		if a.Kind != lts.Return || a.Cond == nil {
			continue
		}
		if t == nil {
			return nil, complaint(f, a.Pos, "the procedure returns nothing: expected return {}")
		}
		c, err := translate(prog, f, a.Cond, []cil.Type{t})
		if err != nil {
			return nil, err
		}
		e, err := c.over([]cil.Expr{value})
		if err != nil {
			return nil, err
		}
		r.conds, texts, over = append(r.conds, c), append(texts, a.Name), append(over, e)
	}
	rest := Other
	if t == nil || slices.ContainsFunc(actions, func(a lts.Action) bool { return a.Kind == lts.Return && a.Cond == nil }) {
		rest = "return {}"
	}
	if !r.split(nil, nil, splitter{texts, rest, over, sat}) {
		return nil, complaint(f, r.conds[0].expr.Place(), "the conditions of return actions tell more than %d sets of values apart: expected fewer that overlap", maxRegions)
	}
	return r, nil
}

// splitter is what regions are made of: the conditions with their texts.
type splitter struct {
	texts []string
	rest  string // what is done where none holds
	conds []cil.Expr
	sat   func([]cil.Expr) bool
}

// maxRegions bounds the return actions of a model.
const maxRegions = 500

// split adds the regions in which the first conditions have the given truth values. It is
// false if there are too many.
func (r *Returns) split(holds []bool, conj []cil.Expr, s splitter) bool {
	if len(holds) == len(r.conds) {
		r.regions = append(r.regions, Region{s.name(holds), slices.Clone(holds)})
		return len(r.regions) <= maxRegions
	}
	e := s.conds[len(holds)]
	for _, h := range []bool{true, false} {
		lit := e
		if !h {
			lit = cil.Not(e)
		}
		next := append(conj[:len(conj):len(conj)], lit)
		if s.sat(next) && !r.split(append(holds[:len(holds):len(holds)], h), next, s) {
			return false
		}
	}
	return true
}

// name joins the texts of the conditions that hold.
func (s splitter) name(holds []bool) string {
	var in []string
	for i, h := range holds {
		if h {
			in = append(in, s.texts[i])
		}
	}
	if len(in) == 0 {
		return s.rest
	}
	return strings.Join(in, " and ")
}

// allowed lists the regions that a return action of the specification means: those in which
// its condition, the number cond, holds; all for return {}.
func (r *Returns) allowed(cond int) []int {
	var list []int
	for i, g := range r.regions {
		if cond < 0 || g.holds[cond] {
			list = append(list, i)
		}
	}
	return list
}

// exits puts the return actions before the points where the target returns.
func (w *Weaver) exits() error {
	f := w.target.Func
	for _, n := range slices.Clone(f.Nodes) {
		if in, ok := n.Instr.(*cil.Return); ok {
			if err := w.exit(n, in); err != nil {
				return err
			}
		}
	}
	f.Finish()
	return nil
}

// exit puts the return actions before the return at n: the value is kept, and branches find out
// which conditions it has.
func (w *Weaver) exit(n *cil.Node, in *cil.Return) error {
	f := w.target.Func
	w.Shown[n] = in
	x := &exit{w: w, n: n, back: n.Succs}
	n.Instr = &cil.Skip{}
	last := n
	if f.Result != nil && cil.IsScalar(f.Result.Type) {
		v := f.NewTemp("returned", f.Result.Type, n.Pos)
		x.value = cil.LoadVar(v)
		last = w.node(f, &cil.Havoc{L: cil.VarLval(v), Why: "no value is returned"}, n.Pos)
		if in.E != nil {
			last.Instr = &cil.Assign{L: cil.VarLval(v), E: in.E}
		}
		n.Succs = []*cil.Node{last}
		in = &cil.Return{E: x.value}
	}
	x.in = in
	all := make([]int, len(w.Returns.regions))
	for i := range all {
		all[i] = i
	}
	start, err := x.decide(0, all)
	last.Succs = []*cil.Node{start}
	return err
}

// exit is the return actions of one return in the making.
type exit struct {
	w     *Weaver
	n     *cil.Node
	value cil.Expr // nil if conditions can't speak of it
	in    *cil.Return
	back  []*cil.Node
}

// decide makes the points that find out which of the regions the value is in, from the
// condition number cond on.
func (x *exit) decide(cond int, regions []int) (*cil.Node, error) {
	if len(regions) == 1 || x.value == nil {
		return x.leave(regions)
	}
	var yes, no []int
	for _, r := range regions {
		if x.w.Returns.regions[r].holds[cond] {
			yes = append(yes, r)
		} else {
			no = append(no, r)
		}
	}
	if len(yes) == 0 || len(no) == 0 {
		return x.decide(cond+1, regions)
	}
	e, err := x.w.Returns.conds[cond].over([]cil.Expr{x.value})
	if err != nil {
		return nil, err
	}
	a, err := x.decide(cond+1, yes)
	if err != nil {
		return nil, err
	}
	b, err := x.decide(cond+1, no)
	br := x.w.node(x.n.Func, &cil.Branch{E: e}, x.n.Pos)
	br.Succs = []*cil.Node{a, b}
	x.w.returning[br] = true
	return br, err
}

// leave makes the point that does the return action of the region. A value that no condition
// can speak of may be in any of them: then there is only one, as that is an error.
func (x *exit) leave(regions []int) (*cil.Node, error) {
	action := x.w.basic + regions[0]
	n := x.w.node(x.n.Func, &cil.Skip{Text: x.w.Actions[action]}, x.n.Pos)
	x.w.Labels[n] = Label{action}
	ret := x.w.node(x.n.Func, x.in, x.n.Pos)
	ret.Succs = x.back
	n.Succs = []*cil.Node{ret}
	return n, nil
}
