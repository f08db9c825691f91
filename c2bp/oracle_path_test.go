package c2bp

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

// This file makes the path of a Boolean program that a run of the C program stands for:
// at each C node, all elements have the values that they have in the state of the run.

// event is a node that is about to be executed.
type event struct {
	node  *cil.Node
	depth int
	taken int // of a branch: the side
	// values has the Boolean variables of the elements in scope.
	values map[string]bool
}

// maxEvents bounds the length of a run.
const maxEvents = 1500

// record runs the program. values gives the elements' values; the run ends where it
// fails.
func record(prog *cil.Program, entry *cil.Func, r *rand.Rand, values func(*interp.State) (map[string]bool, error)) []event {
	var run []event
	ended := false
	interp.Run(prog, entry, interp.Config{Steps: maxEvents, CheckOverflow: true, Havoc: inputs(r),
		Hook: func(s *interp.State, n *cil.Node) {
			if ended {
				return
			}
			e := event{node: n, depth: s.Depth()}
			var err error
			if b, ok := n.Instr.(*cil.Branch); ok {
				var holds bool
				if holds, err = s.Holds(b.E, nil); !holds {
					e.taken = 1
				}
			}
			if err == nil && values != nil {
				e.values, err = values(s)
			}
			if ended = err != nil; !ended {
				run = append(run, e)
			}
		}})
	return run
}

// walker follows a run in the graphs of the Boolean program.
type walker struct {
	ab     *Abstracter
	abs    *Abstraction
	graphs []*boolprog.Graph
	ghosts []map[*cil.Var]interp.Value // by depth
	run    []event
	path   boolprog.Path
	stack  []*activation
}

// activation is a procedure that runs, the next node of its graph, and its variables.
type activation struct {
	f    *cil.Func
	proc int
	at   int
	vals boolprog.Valuation
}

func newWalker(ab *Abstracter, abs *Abstraction) *walker {
	return &walker{ab: ab, abs: abs, graphs: boolprog.BuildGraphs(abs.BP)}
}

// values evaluates the elements in scope. At an entry it first sets the ghosts: before
// that they are arbitrary, so that they may have their value already.
func (w *walker) values(s *interp.State) (map[string]bool, error) {
	d := s.Depth() - 1
	f := s.Func(d)
	if s.Node(d) == f.Entry {
		w.ghosts = append(w.ghosts[:d], map[*cil.Var]interp.Value{})
		for _, g := range w.ab.ghosts[f.Entry] {
			v, err := s.Eval(&cil.Load{L: g.Of}, nil)
			if err != nil {
				return nil, err
			}
			w.ghosts[d][g] = v
		}
	}
	vals := map[string]bool{}
	for _, el := range append(append([]*element(nil), w.ab.global...), w.ab.local[f]...) {
		if err := elementValue(s, el, w.ghosts[d], vals); err != nil {
			return nil, err
		}
	}
	return vals, nil
}

// elementValue puts the values of el's Boolean variables into vals.
func elementValue(s *interp.State, el *element, ghosts map[*cil.Var]interp.Value, vals map[string]bool) error {
	for k, name := range el.names {
		value := k
		if len(el.names) == 1 {
			value = el.main
		}
		v, err := s.Holds(total(s, el.meaning(value), ghosts), ghosts)
		if err != nil {
			return err
		}
		vals[name] = v
	}
	return nil
}

// total replaces reads that are undefined by 0: memory that is not there has some value.
func total(s *interp.State, e cil.Expr, ghosts map[*cil.Var]interp.Value) cil.Expr {
	return cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
		if l.Base != nil {
			return nil
		}
		if _, err := s.Eval(&cil.Load{L: l}, ghosts); err == nil {
			return nil
		}
		return cil.MakeCast(l.Type(), cil.IntConst(intResult, 0))
	})
}

// walk makes the path of the run.
func (w *walker) walk() (boolprog.Path, error) {
	if len(w.run) == 0 {
		return nil, nil
	}
	w.enter(w.ab.in.Entry)
	for i := range len(w.run) - 1 {
		if err := w.event(w.run[i], w.run[i+1]); err != nil {
			return nil, fmt.Errorf("event %d, node %d of %s: %w", i, w.run[i].node.ID, w.run[i].node.Func.Name, err)
		}
	}
	if last := w.run[len(w.run)-1]; len(w.stack) > 0 {
		a := w.top()
		a.load(w.graphs[a.proc], last.values)
		w.emit(a)
	}
	return w.path, nil
}

func (w *walker) top() *activation { return w.stack[len(w.stack)-1] }

func (w *walker) enter(f *cil.Func) {
	name := w.ab.procName(f)
	for i, g := range w.graphs {
		if g.Proc.Name == name {
			a := &activation{f: f, proc: i, at: g.Entry, vals: boolprog.NewValuation(g.NumSlots())}
			a.load(g, w.unset(f))
			w.stack = append(w.stack, a)
			return
		}
	}
	panic("no procedure " + name)
}

// unset returns values for the variables that receive results at f's calls, from before
// the first call: any that enforce allows.
func (w *walker) unset(f *cil.Func) map[string]bool {
	vals := map[string]bool{}
	for _, group := range w.ab.temps.groups[f] {
		vals[group[0]] = true
	}
	return vals
}

// load gives the variables of elements their values; the others keep theirs.
func (a *activation) load(g *boolprog.Graph, vals map[string]bool) {
	for slot := range g.FirstResult() {
		if v, ok := vals[g.SlotName(slot)]; ok {
			a.vals.Set(slot, v)
		}
	}
}

func (w *walker) emit(a *activation) {
	vals := append(boolprog.Valuation(nil), a.vals...)
	g := w.graphs[a.proc]
	if a.at != g.Exit {
		for slot := g.FirstResult(); slot < g.NumSlots(); slot++ {
			vals.Set(slot, false)
		}
	}
	w.path = append(w.path, boolprog.Step{Proc: a.proc, Node: a.at, Values: vals})
}

// origin returns what the node that the activation is at stands for.
func (w *walker) origin(g *boolprog.Graph, node int) (origin, bool) {
	s := g.Nodes[node].Stmt
	if s == nil {
		return origin{}, false
	}
	o, ok := w.abs.origins[s.Origin]
	return o, ok
}

// event takes the steps for the C node of e, which next follows.
func (w *walker) event(e, next event) error {
	a := w.top()
	g := w.graphs[a.proc]
	a.load(g, e.values)
	if a.f != e.node.Func {
		return fmt.Errorf("the walk is in %s", a.f.Name)
	}
	for range len(g.Nodes) {
		o, ok := w.origin(g, a.at)
		switch {
		case !ok:
			w.emit(a)
			if len(g.Nodes[a.at].Succs) != 1 {
				return fmt.Errorf("a choice without an origin")
			}
			a.at = g.Nodes[a.at].Succs[0]
		case o.node != e.node:
			return w.enterSilently(e, next)
		case o.kind == enter:
			w.emit(a)
			w.enter(next.node.Func)
			return nil
		case e.node == a.f.Exit:
			return w.leave(a, g, func(*boolprog.Graph, int) bool { return true })
		case o.kind == before:
			w.emit(a)
			a.at = w.choose(g, a.at, e, next)
		default:
			w.emit(a)
			a.at = g.Nodes[a.at].Succs[0]
			return nil
		}
	}
	return fmt.Errorf("the walk doesn't end")
}

// enterSilently checks that a node without a statement of its own is no call that is
// entered.
func (w *walker) enterSilently(e, next event) error {
	if next.depth != e.depth {
		return fmt.Errorf("a call or return without a statement")
	}
	return nil
}

// choose returns the successor that the run takes: the side of a branch, or the callee.
func (w *walker) choose(g *boolprog.Graph, at int, e, next event) int {
	succs := g.Nodes[at].Succs
	for _, s := range succs {
		o, ok := w.origin(g, s)
		switch {
		case len(succs) == 1:
			return s
		case ok && o.kind == side && o.k == e.taken:
			return s
		case ok && o.kind == enter && next.depth > e.depth && w.ab.in.Callees(e.node)[o.k] == next.node.Func:
			return s
		case ok && o.kind == whole && next.depth == e.depth:
			return s
		}
	}
	panic("no side fits")
}

// leave takes the return, the exit, and what follows in the caller: the update, if isUpdate
// says that it is one.
func (w *walker) leave(a *activation, g *boolprog.Graph, isUpdate func(*boolprog.Graph, int) bool) error {
	w.emit(a)
	ret := g.Nodes[a.at]
	for i, e := range ret.Stmt.Rhs {
		a.vals.Set(g.FirstResult()+i, a.vals.Get(g.Slot(e.Ref)))
	}
	a.at = ret.Succs[0]
	w.emit(a)
	w.stack = w.stack[:len(w.stack)-1]
	if len(w.stack) == 0 {
		return nil
	}
	c := w.top()
	cg := w.graphs[c.proc]
	for slot := range len(cg.Prog.Globals) {
		c.vals.Set(slot, a.vals.Get(slot))
	}
	call := cg.Nodes[c.at]
	for i, ref := range call.Stmt.Lhs {
		if ref.Scope != boolprog.Ignore {
			c.vals.Set(cg.Slot(ref), a.vals.Get(g.FirstResult()+i))
		}
	}
	c.at = call.Succs[0]
	if o, ok := w.origin(cg, c.at); ok && o.kind == after && isUpdate(cg, c.at) {
		w.emit(c)
		c.at = cg.Nodes[c.at].Succs[0]
	}
	return nil
}

// show describes the step that a replay found fault with.
func (w *walker) show(path boolprog.Path, err error) string {
	var n int
	if _, scanErr := fmt.Sscanf(err.Error(), "step %d", &n); scanErr != nil || n < 1 {
		return ""
	}
	var b strings.Builder
	for i := max(0, n-3); i < min(n, len(path)); i++ {
		s := path[i]
		g := w.graphs[s.Proc]
		fmt.Fprintf(&b, "%s node %d", g.Proc.Name, s.Node)
		if st := g.Nodes[s.Node].Stmt; st != nil {
			fmt.Fprintf(&b, " (%s: %s)", st.Origin, st.Comment)
		}
		for slot := range g.NumSlots() {
			if s.Values.Get(slot) {
				fmt.Fprintf(&b, " %s", g.SlotName(slot))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
