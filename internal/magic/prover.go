package magic

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
	"hardbop/internal/smt/wrap"
)

// Env is what provers and models work with.
type Env struct {
	Backend smt.Backend
	// Semantics chooses what expressions mean.
	Semantics enc.Options
	// Alias tells which lvalues can't be the same.
	Alias enc.Alias
	// Effects lists what a call of a function without a body may change besides its result.
	Effects func(*cil.Call) []*cil.Lval
	// MaxPreds bounds the predicates at one point: those that come of branches, and those that
	// come of conditions on what is returned, but for these where they stand. MaxStates bounds
	// the states of a model. 0 stands for [DefaultPreds] and [DefaultStates].
	MaxPreds, MaxStates int
}

// maxQueries bounds the questions for one model: beyond it the model is as one with too many
// states. maxPathQueries bounds those for one path: beyond it nothing is known to rule it out.
const (
	maxQueries     = 20_000
	maxPathQueries = 2_000
)

// Bounds of models.
const (
	DefaultPreds  = 60
	DefaultStates = 200_000
)

func (e Env) maxPreds() int {
	if e.MaxPreds == 0 {
		return DefaultPreds
	}
	return e.MaxPreds
}

func (e Env) maxStates() int {
	if e.MaxStates == 0 {
		return DefaultStates
	}
	return e.MaxStates
}

// prover decides conditions over a program.
type prover struct {
	env Env
	enc *enc.Encoder
	f   *smt.Factory
	p   *wrap.Prover
	// asked counts the questions, before those for other models and paths; limit bounds those for
	// the present one.
	asked, before, limit int
	full                 bool // some model was too large
	// told are the predicates of conditions, pre the preconditions that are known, lists the numbers of lists of predicates, edges
	// the steps between points with certain lists: the same in all models.
	told  map[cil.Expr]predicate
	pre   map[before]precondition
	lists map[longer]int
	edges map[edgeKey]*edge
}

// longer is a list with one more predicate.
type longer struct {
	list int
	term smt.Term
}

// bound is that on the predicates at a point, for a set: that of the environment, or two for each
// branch of the set, if no model was too large.
func (p *prover) bound(set Set) int {
	if p.full {
		return p.env.maxPreds()
	}
	return max(p.env.maxPreds(), 2*len(set.Branches))
}

// listed is the number of a list, that is longer by one predicate than another. That of the
// empty one is 0.
func (p *prover) listed(list int, term smt.Term) int {
	key := longer{list, term}
	n, ok := p.lists[key]
	if !ok {
		n = len(p.lists) + 1
		p.lists[key] = n
	}
	return n
}

func newProver(prog *cil.Program, env Env) *prover {
	f := env.Backend.Factory()
	return &prover{env: env, enc: enc.New(prog, f, env.Semantics), f: f, p: wrap.NewProver(env.Backend, wrap.Options{}),
		told: map[cil.Expr]predicate{}, pre: map[before]precondition{}, lists: map[longer]int{}, edges: map[edgeKey]*edge{}}
}

// possible reports whether all conditions may hold at once: also if the prover gives up.
func (p *prover) possible(conds []cil.Expr) bool {
	p.p.SetFacts(p.enc.Side(conds...)...)
	return p.sat(p.terms(conds))
}

// exhausted reports whether so many questions were asked that it isn't worth going on.
func (p *prover) exhausted() bool { return p.asked-p.before > p.limit }

// begin begins to count questions.
func (p *prover) begin(limit int) { p.before, p.limit = p.asked, limit }

// sat asks about terms, with the facts that are set.
func (p *prover) sat(conj []smt.Term) bool {
	p.asked++
	return p.p.Sat(conj) != smt.Unsat
}

func (p *prover) terms(conds []cil.Expr) []smt.Term {
	var ts []smt.Term
	for _, e := range conds {
		ts = append(ts, p.enc.Bool(e))
	}
	return ts
}

// state returns "" if the conditions can't hold at once. Else it says for which values of vars
// they do.
func (p *prover) state(conds []cil.Expr, vars []*cil.Var) string {
	if slices.ContainsFunc(conds, cil.IsZero) {
		return ""
	}
	s := p.env.Backend.NewSolver(smt.Fresh)
	defer s.Close()
	s.SetLimit(wrap.DefaultLimit)
	exprs := conds
	for _, v := range vars {
		exprs = append(exprs[:len(exprs):len(exprs)], cil.LoadVar(v))
	}
	for _, t := range append(p.enc.Side(exprs...), p.terms(conds)...) {
		s.Assert(t)
	}
	switch s.Check().Status {
	case smt.Unsat:
		return ""
	case smt.Unknown:
		return ", perhaps: the prover gave up"
	}
	return p.valuation(s.Model(), conds, vars)
}

// valuation says which values the variables in conds have in a model.
func (p *prover) valuation(m *smt.Model, conds []cil.Expr, vars []*cil.Var) string {
	used := map[*cil.Var]bool{}
	for _, e := range conds {
		for _, v := range cil.Vars(e) {
			used[v] = true
		}
	}
	var parts []string
	ev := smt.NewEvaluator(p.f, m)
	for _, v := range vars {
		_, float := v.Type.(*cil.FloatType)
		if !used[v] || m == nil || float || !cil.IsScalar(v.Type) {
			continue
		}
		if n := ev.Eval(p.enc.Value(cil.LoadVar(v))).Int(); n != nil {
			parts = append(parts, fmt.Sprintf("%s = %s", v.Name, n))
		}
	}
	if len(parts) == 0 {
		return " for some arguments"
	}
	return " where " + strings.Join(parts, ", ")
}
