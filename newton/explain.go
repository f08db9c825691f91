package newton

import (
	"sort"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
)

// Explanation says why a path can't be executed.
type Explanation struct {
	// FailStep is the first step whose condition contradicts the ones before.
	FailStep int
	// Core lists the steps whose conditions contradict each other, in order.
	Core []int
	// Depends lists the steps that these conditions depend on, themselves included.
	Depends []int
	// Preds are the predicates, each scoped, and the ghosts that they mention.
	Preds *pred.Set
	// From has the steps that each predicate comes from, in order.
	From [][]int
	// Level is where the predicates come from: see Env.
	Level int
	// Closed says that invariants were found which rule out the path however often its
	// loops turn; see Env.Loops.
	Closed bool

	conds []cil.Expr // the conditions of the core over symbolic constants
	terms []smt.Term // the same as terms
	facts []smt.Term
	limit uint
}

// explainer makes the predicates of an explanation: phase 3 of the paper.
type explainer struct {
	sim   *simulation
	out   *Explanation
	index map[string]int // of predicates by scope and text
}

func newExplainer(s *simulation, out *Explanation) *explainer {
	if out.Preds == nil {
		out.Preds = &pred.Set{}
	}
	e := &explainer{sim: s, out: out, index: map[string]int{}}
	for i, p := range out.Preds.Preds {
		e.index[predKey(p)] = i
	}
	return e
}

func predKey(p *pred.Pred) string {
	if p.Scope == nil {
		return " " + p.String()
	}
	return p.Scope.Name + " " + p.String()
}

// add adds the atoms of e, a condition in the scope of f, found at step. Symbols in e
// have been replaced.
func (x *explainer) add(e cil.Expr, f *cil.Func, step int) {
	for _, a := range atoms(e) {
		scope, err := pred.Scope(a, f)
		if err != nil || len(cil.Vars(a)) == 0 {
			continue
		}
		p := &pred.Pred{E: a, Scope: scope}
		if x.sim.decided(a) {
			continue
		}
		key := predKey(p)
		i, ok := x.index[key]
		if !ok {
			i = len(x.out.From)
			x.index[key] = i
			x.out.Preds.Preds = append(x.out.Preds.Preds, p)
			x.out.From = append(x.out.From, nil)
			x.addGhosts(a)
		}
		if !containsInt(x.out.From[i], step) {
			x.out.From[i] = append(x.out.From[i], step)
		}
	}
}

// addGhosts adds the ghosts that e mentions.
func (x *explainer) addGhosts(e cil.Expr) {
	for _, v := range cil.Vars(e) {
		if g := x.sim.ghosts[v]; g != nil {
			x.out.Preds.AddGhost(g)
		}
	}
}

// explain makes the predicates of the conditions in core and of the members of Ω and Π
// that flow into them.
func (x *explainer) explain(core []*condition) {
	ms := x.sim.closure(depsOf(core))
	for _, e := range inOrder(core, ms) {
		if e.cond != nil {
			x.condition(e.cond)
		} else {
			x.member(e.member)
		}
	}
	x.transport(core)
	x.steps(core, ms)
}

// depsOf lists what flows into the conditions.
func depsOf(core []*condition) []int {
	var deps []int
	for _, c := range core {
		deps = append(deps, c.deps...)
	}
	return deps
}

// everything makes the predicates of all conditions and of all members of Ω and Π, which
// explain the path by theorem 1 of the paper. Of long paths these are more than can be
// abstracted.
func (x *explainer) everything() {
	if len(x.sim.conditions)+len(x.sim.members) > maxEverything {
		return
	}
	for _, e := range inOrder(x.sim.conditions, x.sim.members) {
		if e.cond != nil {
			x.add(e.cond.own, e.cond.frame.fn, e.step)
			x.add(x.sim.inProgram(e.cond.value), e.cond.frame.fn, e.step)
		} else {
			x.member(e.member)
		}
	}
}

// maxEverything bounds the conditions and members that become predicates as a last resort.
const maxEverything = 200

// steps records the steps of the explanation.
func (x *explainer) steps(core []*condition, ms []*member) {
	seen := map[int]bool{}
	for _, c := range core {
		if !containsInt(x.out.Core, c.step) {
			x.out.Core = append(x.out.Core, c.step)
		}
		seen[c.step] = true
	}
	for _, m := range ms {
		seen[m.step] = true
	}
	x.out.Depends = nil
	for st := range seen {
		x.out.Depends = append(x.out.Depends, st)
	}
	sort.Ints(x.out.Depends)
	sort.Ints(x.out.Core)
}

// element is a member or a condition.
type element struct {
	step   int
	member *member
	cond   *condition
}

// inOrder merges conditions and members in the order of the path.
func inOrder(cs []*condition, ms []*member) []element {
	var out []element
	for _, m := range ms {
		out = append(out, element{m.step, m, nil})
	}
	for _, c := range cs {
		out = append(out, element{c.step, nil, c})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].step < out[j].step })
	return out
}

// closure returns the members that flow into roots, in order. A symbolic constant that
// stands for a value brings in what that depends on.
func (s *simulation) closure(roots []int) []*member {
	in := map[int]bool{}
	todo := append([]int(nil), roots...)
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !in[id] {
			in[id] = true
			todo = append(todo, s.members[id-1].deps...)
		}
	}
	var out []*member
	for _, m := range s.members {
		if in[m.id] {
			out = append(out, m)
		}
	}
	return out
}

// member adds the predicate lval == value. Cases in the value give a predicate each. From
// level 1 on it adds the same for the lvalue as the program writes it, if that is behind a
// pointer which led to a variable: the abstraction may not know where it leads.
func (x *explainer) member(m *member) {
	x.equal(loaded(m.lval), m.value, m)
	if l := m.place.prog; x.sim.env.Level >= 1 && l != nil && l.Mem != nil && m.lval.Base != nil {
		x.equal(loaded(l), m.value, m)
	}
}

// loaded returns the value of l, an integer as a mathematical one.
func loaded(l *cil.Lval) cil.Expr {
	e := cil.Expr(&cil.Load{L: l})
	if cil.IsInteger(e.Type()) {
		e = cil.MakeCast(cil.Math, e)
	}
	return e
}

func (x *explainer) equal(l, value cil.Expr, m *member) {
	if c, ok := value.(*cil.Cond); ok {
		x.add(x.sim.inProgram(c.C), m.frame.fn, m.step)
		x.equal(l, c.A, m)
		x.equal(l, c.B, m)
		return
	}
	if _, float := value.Type().(*cil.FloatType); float {
		return
	}
	value = x.sim.inProgram(value)
	if isConstant(value) && cil.IsPointer(l.Type()) && cil.IsZero(value) {
		value = cil.MakeCast(l.Type(), truth(false))
	}
	if cil.IsPointer(l.Type()) && !cil.SameType(l.Type(), value.Type()) {
		value = cil.MakeCast(l.Type(), value)
	}
	if e := compare(cil.Eq, l, value, intType); !cil.Equal(l, value) {
		x.add(e, m.frame.fn, m.step)
	}
}

// condition adds what the condition says of the program's variables, and of the symbolic
// constants if these variables have changed since.
func (x *explainer) condition(c *condition) {
	x.add(c.own, c.frame.fn, c.step)
	if !x.sim.stillSays(c) {
		x.add(x.sim.inProgram(c.value), c.frame.fn, c.step)
	}
}

// stillSays reports whether the variables in c have the same values where the simulation
// stopped, in an activation that hasn't returned.
func (s *simulation) stillSays(c *condition) bool {
	if c.frame.left >= 0 {
		return false
	}
	for _, d := range c.deps {
		if !s.unchanged(s.members[d-1]) {
			return false
		}
	}
	return true
}

// transport carries conditions on what a call brought back into the callee, whose
// predicates are all that its caller learns.
func (x *explainer) transport(core []*condition) {
	for _, c := range core {
		for _, a := range atoms(c.value) {
			x.transportAtom(a, 0)
		}
	}
}

// maxTransport bounds the returns that a condition is carried through.
const maxTransport = 20

func (x *explainer) transportAtom(a cil.Expr, depth int) {
	y := x.onlySymbol(a)
	if y == nil || y.source == nil || depth > maxTransport {
		return
	}
	m := y.source
	l := cil.Expr(&cil.Load{L: m.lval})
	if cil.IsInteger(l.Type()) {
		l = cil.MakeCast(cil.Math, l)
	}
	x.add(x.sim.replace1(a, y, l), m.frame.fn, m.step)
	inside := x.sim.replace1(a, y, y.def)
	x.add(x.sim.inProgram(inside), m.frame.fn, m.step)
	x.transportAtom(inside, depth+1)
}

// onlySymbol returns the symbol in e if there is just one.
func (x *explainer) onlySymbol(e cil.Expr) *symbol {
	vs := cil.Vars(e)
	if len(vs) != 1 {
		return nil
	}
	return x.sim.symbols[vs[0]]
}

// replace1 returns e with by in place of the symbol y.
func (s *simulation) replace1(e cil.Expr, y *symbol, by cil.Expr) cil.Expr {
	return s.mapSymbols(e, func(z *symbol) cil.Expr {
		if z == y {
			return by
		}
		return nil
	})
}

// inProgram replaces symbolic constants: by the program's lvalue where that keeps the
// value for as long as it matters, otherwise by the ghost.
func (s *simulation) inProgram(e cil.Expr) cil.Expr {
	return s.mapSymbols(e, func(y *symbol) cil.Expr {
		l := cil.VarLval(y.ghost.V)
		if s.kept(y) {
			l = y.ghost.V.Of
		}
		x := cil.Expr(&cil.Load{L: l})
		if cil.IsInteger(x.Type()) {
			x = cil.MakeCast(cil.Math, x)
		}
		return x
	})
}

// kept reports whether the lvalue that the symbol y remembers still has that value where
// the simulation stopped, in an activation that hasn't returned.
func (s *simulation) kept(y *symbol) bool {
	return y.holder != nil && y.frame.left < 0 && s.unchanged(y.holder)
}

// unchanged reports whether the place of m still has m's value.
func (s *simulation) unchanged(m *member) bool {
	if m.overwritten || !s.current(m) {
		return false
	}
	for _, d := range m.deps { // what m was imported from
		o := s.members[d-1]
		if o.place.lval != nil && s.samePlace(m, o) && o.overwritten {
			return false
		}
	}
	return true
}

func (s *simulation) samePlace(m, n *member) bool {
	return m.place.key == n.place.key && m.place.base == n.place.base
}

// current reports whether no later write may have changed the place of m, and the
// address of m is still written the same.
func (s *simulation) current(m *member) bool {
	if m.place.named() {
		return true
	}
	c := s.store.cells[m.place.key]
	if c == nil {
		return false
	}
	for _, w := range s.store.log {
		if w.holds != nil && w.holds.step <= m.step {
			continue
		}
		if w.holds == nil || w.holds != m {
			if s.relate(w.place, m.place) != 0 {
				return false
			}
		}
	}
	return s.addressKept(m)
}

// addressKept reports whether the variables in the text of m's lvalue haven't been
// assigned since.
func (s *simulation) addressKept(m *member) bool {
	for _, v := range cil.Vars(&cil.Load{L: m.lval}) {
		if v.AddrTaken {
			return false
		}
		for _, n := range s.members {
			if n.place.base != nil && n.lval.Base == v && n.frame == m.frame && n.overwritten {
				return false
			}
		}
	}
	return true
}
