package magic

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/simulation"
)

// Model is M_Imp: the abstraction of a procedure by a set of predicates.
type Model struct {
	prog  *cil.Program
	f     *cil.Func
	env   Env
	w     *Weaver
	label func(*cil.Node) (Label, bool)
	// isReturn reports whether a branch tells the values apart that are returned.
	isReturn func(*cil.Node) bool
	// choice reports whether a variable only chooses between branches of an abstraction.
	choice func(*cil.Var) bool
	set    Set
	bound  int // on the predicates at a point
	prove  *prover
	preds  []*predicates // by number of the point

	// Cut says that a point would have had more predicates than the bound.
	Cut bool
	// Full says that there are more states than the bound, or that it takes more questions: the
	// system isn't complete.
	Full   bool
	States []State
	System *simulation.System
	taken  [][]int // by state and step: the successor that the point goes on to
	index  map[State]int
}

// State is a point with a valuation of its predicates. The last point of all is none: it is
// STOP, where the procedure has returned.
type State struct {
	Node *cil.Node
	val  valuation
}

// stopState is STOP.
const stopState = 0

// NewModel finds the predicates that follow from a set. f is the function that starts the
// target, with bodies and abstractions in the places of calls; way leads back to the woven
// program.
func NewModel(prog *cil.Program, f *cil.Func, w *Weaver, way Origins, set Set, env Env) *Model {
	return newModel(prog, f, w, way, set, newProver(prog, env))
}

// newModel is NewModel with a prover that knows the program.
func newModel(prog *cil.Program, f *cil.Func, w *Weaver, way Origins, set Set, prove *prover) *Model {
	m := &Model{prog: prog, f: f, env: prove.env, w: w, set: set, bound: prove.bound(set), prove: prove, index: map[State]int{}}
	m.label = func(n *cil.Node) (Label, bool) {
		l, ok := w.Labels[way.Node(n)]
		return l, ok
	}
	m.isReturn = func(n *cil.Node) bool { return w.returning[way.Node(n)] }
	m.choice = func(v *cil.Var) bool { return w.choices[way.Var(v)] }
	m.infer()
	return m
}

// Origins say what points and variables are copies of, where bodies are in the places of calls.
type Origins struct {
	Node func(*cil.Node) *cil.Node
	Var  func(*cil.Var) *cil.Var
}

// Predicates lists the predicates at a point.
func (m *Model) Predicates(n *cil.Node) []cil.Expr {
	var list []cil.Expr
	for _, p := range m.preds[n.ID].list {
		list = append(list, p.e)
	}
	return list
}

// Build makes the states that are reached, and their steps.
func (m *Model) Build() {
	m.prove.begin(maxQueries)
	m.System = &simulation.System{}
	m.state(State{})
	m.System.Init = m.state(State{Node: nil, val: "init"})
	for _, v := range m.initial() {
		m.step(m.System.Init, simulation.Silent, m.state(State{m.f.Entry, v}), 0)
	}
	m.Full = m.prove.exhausted()
	for i := m.System.Init + 1; i < len(m.States) && !m.Full; i++ {
		m.expand(i)
		m.Full = len(m.States) > m.env.maxStates() || m.prove.exhausted()
	}
}

func (m *Model) state(s State) int {
	i, ok := m.index[s]
	if !ok {
		i = len(m.States)
		m.index[s] = i
		m.States, m.System.Edges, m.taken = append(m.States, s), append(m.System.Edges, nil), append(m.taken, nil)
	}
	return i
}

func (m *Model) step(from, action, to, taken int) {
	m.System.Edges[from] = append(m.System.Edges[from], simulation.Edge{Action: action, To: to})
	m.taken[from] = append(m.taken[from], taken)
}

// initial lists the valuations that the predicates of the first point may have.
func (m *Model) initial() []valuation {
	var exprs []cil.Expr
	for _, p := range m.preds[m.f.Entry.ID].list {
		exprs = append(exprs, p.e)
	}
	m.prove.p.SetFacts(m.prove.enc.Side(exprs...)...)
	var out []valuation
	for _, v := range m.enumerate(nil, m.prove.terms(exprs), "") {
		out = append(out, valuation(v))
	}
	return out
}

// expand adds the steps from a state.
func (m *Model) expand(i int) {
	s := m.States[i]
	if _, opaque := s.Node.Instr.(*cil.Opaque); opaque {
		m.step(i, m.w.Opaque(), stopState, 0)
		return
	}
	action := simulation.Silent
	if l, ok := m.label(s.Node); ok {
		action = l.Action
		if m.w.isReturn(action) {
			m.step(i, action, stopState, 0)
			return
		}
	}
	for k := range s.Node.Succs {
		e := m.edgeOf(s.Node, k, true)
		for _, v := range m.steps(e, s.val) {
			m.step(i, action, m.state(State{e.to, v}), k)
		}
	}
}

// Path is the way through the procedure that the steps of a play take.
func (m *Model) Path(play []*simulation.Strategy) *path.Path {
	p := &path.Path{}
	for i, s := range play {
		n := m.States[s.Imp].Node
		if n == nil {
			continue
		}
		k := m.taken[s.Imp][slices.Index(m.System.Edges[s.Imp], s.Step)]
		p.Steps = append(p.Steps, path.Step{Node: n, Taken: k})
		if i+1 < len(play) {
			m.idle(n.Succs[k], func(n *cil.Node) { p.Steps = append(p.Steps, path.Step{Node: n}) })
		}
	}
	return p
}

// Eliminates reports whether the abstraction doesn't have the path p: no valuations go with
// all of its steps. The model need not have been built.
func (m *Model) Eliminates(p *path.Path) bool {
	m.prove.begin(maxPathQueries)
	now := m.initial()
	for i, s := range p.Steps[:len(p.Steps)-1] {
		if len(now) == 0 || i > 0 && len(now) > maxTracked {
			break
		}
		e := m.edgeOf(s.Node, s.Taken, false)
		if e.to != p.Steps[i+1].Node {
			panic("magic: the path isn't one")
		}
		var next []valuation
		seen := map[valuation]bool{}
		for _, v := range now {
			for _, x := range m.steps(e, v) {
				if !seen[x] {
					seen[x] = true
					next = append(next, x)
				}
			}
		}
		now = next
	}
	return len(now) == 0 && !m.prove.exhausted()
}

// maxTracked bounds the valuations that are followed along one path.
const maxTracked = 4096
