package magic

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/source"
)

// Target is what a procedure has to conform to: one abstraction of it.
type Target struct {
	Func        *cil.Func
	Spec        *Procedure
	Abstraction int // its index
}

// System is the transition system of the target.
func (t Target) System() *lts.System { return t.Spec.Systems[t.Abstraction] }

// Label says what a point does: an action, by its number in [Weaver.Actions].
type Label struct{ Action int }

// Gap says that the guards of an abstraction overlap or leave something out, or that this
// isn't known.
type Gap struct {
	Proc string
	Pos  source.Pos
	Text string
}

// Weaver puts the abstractions into a program.
type Weaver struct {
	prog   *cil.Program
	specs  *Specs
	target Target
	prove  *prover

	// Labels are the points that do actions.
	Labels map[*cil.Node]Label
	// Actions are the names of actions: those that the alphabets of the target's abstractions
	// have and that aren't return actions, the return actions, and last the one that isn't modelled.
	Actions []string
	Returns *Returns
	// Used are the procedures whose abstractions stand for calls, Silent the actions that
	// the specification doesn't have, both in the order in which they were met.
	Used, Silent []string
	// Gaps are what is wrong with the guards of abstractions that are used.
	Gaps []Gap
	// Shown are the statements that became something else, at the points where they were:
	// calls that became abstractions, and returns.
	Shown map[*cil.Node]cil.Instr
	// Taken are the abstractions, at the points where they begin.
	Taken map[*cil.Node]string

	guarded   bool
	basic     int // how many of Actions are basic
	choices   map[*cil.Var]bool
	made      map[*cil.Node]bool // points that stand for no statement of the program
	done      map[*cil.Node]bool
	shadows   map[*cil.Node]bool
	returning map[*cil.Node]bool // branches between return actions
	performed map[string]bool
	proved    map[string]bool // the procedures, with the types of arguments, whose guards were looked at
	stubs     map[*cil.Func]*cil.Func
	changes   map[*cil.Func]*changes
}

// NewWeaver prepares a program for the question whether it conforms to a target. The error, if
// any, says what in the specifications doesn't fit.
func NewWeaver(prog *cil.Program, specs *Specs, target Target, env Env) (*Weaver, error) {
	w := &Weaver{prog: prog, specs: specs, target: target, prove: newProver(prog, env),
		Labels: map[*cil.Node]Label{}, Shown: map[*cil.Node]cil.Instr{}, Taken: map[*cil.Node]string{}, choices: map[*cil.Var]bool{}, made: map[*cil.Node]bool{},
		done: map[*cil.Node]bool{}, shadows: map[*cil.Node]bool{}, returning: map[*cil.Node]bool{}, performed: map[string]bool{}, proved: map[string]bool{}, stubs: map[*cil.Func]*cil.Func{}, changes: map[*cil.Func]*changes{}}
	for _, sys := range target.Spec.Systems {
		for _, a := range sys.Actions {
			if a.Kind == lts.Basic && !slices.Contains(w.Actions, a.Name) {
				w.Actions = append(w.Actions, a.Name)
			}
		}
	}
	w.basic = len(w.Actions)
	var err error
	t := target.Func.Type.Ret
	if _, void := t.(*cil.VoidType); void {
		t = nil
	}
	w.Returns, err = newReturns(prog, target.Spec.File, target.System().Actions, t, w.prove.possible)
	if err != nil {
		return nil, err
	}
	for _, g := range w.Returns.regions {
		w.Actions = append(w.Actions, g.Name)
	}
	w.Actions = append(w.Actions, "something that isn't modelled")
	return w, nil
}

// Opaque is the number of the action of points that aren't modelled, which no specification
// has.
func (w *Weaver) Opaque() int { return len(w.Actions) - 1 }

// Specs are the abstractions that the weaver was made with.
func (w *Weaver) Specs() *Specs { return w.specs }

// Guarded reports whether the target is compared for some arguments only.
func (w *Weaver) Guarded() bool { return w.guarded }

// Target puts what the target is compared with into the program: its guard, its return
// actions, and the abstractions of what is called directly.
func (w *Weaver) Target() error {
	for _, step := range []func() error{w.targetGaps, w.entry, w.exits, w.Calls} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Abstract lists the functions with a body, other than the target, that have an abstraction:
// those whose calls must not become bodies.
func (w *Weaver) Abstract() []*cil.Func {
	var list []*cil.Func
	for _, f := range w.prog.Funcs {
		if f != w.target.Func && f.HasBody() && w.specs.Of(SourceName(f)) != nil {
			list = append(list, f)
		}
	}
	return list
}

// isReturn reports whether an action is a return action.
func (w *Weaver) isReturn(action int) bool { return action >= w.basic && action < w.Opaque() }

// Made reports whether a point stands for no statement of the program.
func (w *Weaver) Made(n *cil.Node) bool { return w.made[n] }

// Shadow reports whether n is the call of a procedure itself that no run gets to: it is there
// for what the procedure does to pointers.
func (w *Weaver) Shadow(n *cil.Node) bool { return w.shadows[n] }

// Basic is how many actions the specification has that aren't return actions.
func (w *Weaver) Basic() int { return w.basic }

// Never lists the actions of the specification that nothing in the program does.
func (w *Weaver) Never() []string {
	var list []string
	for _, a := range w.Actions[:w.basic] {
		if !w.performed[a] {
			list = append(list, a)
		}
	}
	return list
}

// entry puts the guard of the target at its entry.
func (w *Weaver) entry() error {
	f := w.target.Func
	types, values := []cil.Type{nil}, []cil.Expr{nil}
	for _, v := range f.Formals {
		types, values = append(types, v.Type), append(values, cil.LoadVar(v))
	}
	e, err := w.guard(w.target.Spec, w.target.Abstraction, types, values)
	if err != nil {
		return err
	}
	n := w.node(f, &cil.Assume{E: e}, f.Pos)
	n.Succs = f.Entry.Succs
	f.Entry.Succs = []*cil.Node{n}
	f.Finish()
	return nil
}

// guard is that of an abstraction over the given arguments, by number of parameter.
func (w *Weaver) guard(p *Procedure, i int, types []cil.Type, values []cil.Expr) (cil.Expr, error) {
	c, err := translate(w.prog, p.File, p.Abstractions[i].Guard, types)
	if err != nil {
		return nil, err
	}
	return c.over(values)
}

// node makes a point that stands for no statement.
func (w *Weaver) node(f *cil.Func, in cil.Instr, pos source.Pos) *cil.Node {
	n := f.NewNode(in, pos)
	w.made[n], w.done[n] = true, true
	return n
}

// Calls puts in the abstractions of the direct calls that runs may come to and that weren't
// looked at yet: those of the target, and of what it calls that has no abstraction.
func (w *Weaver) Calls() error {
	seen := map[*cil.Func]bool{w.target.Func: true}
	for todo := []*cil.Func{w.target.Func}; len(todo) > 0; {
		f := todo[0]
		todo = todo[1:]
		if err := w.callsIn(f); err != nil {
			return err
		}
		for _, n := range f.Nodes {
			c, ok := n.Instr.(*cil.Call)
			if g := callee(c); ok && !w.shadows[n] && g != nil && g.HasBody() && !seen[g] {
				seen[g] = true
				todo = append(todo, g)
			}
		}
	}
	return nil
}

// callee is what c calls directly, nil if that isn't known.
func callee(c *cil.Call) *cil.Func {
	if c == nil {
		return nil
	}
	return c.Callee()
}

func (w *Weaver) callsIn(f *cil.Func) error {
	changed := false
	for _, n := range slices.Clone(f.Nodes) {
		c, ok := n.Instr.(*cil.Call)
		if !ok || w.done[n] || c.Callee() == nil || len(n.Succs) != 1 {
			continue
		}
		w.done[n], changed = true, true
		if err := w.call(n, c); err != nil {
			return err
		}
	}
	if changed {
		f.Finish()
	}
	return nil
}

// call puts in the abstraction of the call at n; a procedure without one does the action of
// its name, if the specification has that.
func (w *Weaver) call(n *cil.Node, c *cil.Call) error {
	name := SourceName(c.Callee())
	if p := w.specs.Of(name); p != nil {
		return w.site(n, c, p)
	}
	if a := slices.Index(w.Actions[:w.basic], name); a >= 0 {
		call := w.moved(n)
		n.Instr = &cil.Skip{Text: name}
		w.label(n, name)
		n.Succs = []*cil.Node{call}
	}
	return nil
}

// moved makes a new point with the instruction of n, and what comes behind it.
func (w *Weaver) moved(n *cil.Node) *cil.Node {
	m := n.Func.NewNode(n.Instr, n.Pos)
	m.Succs = n.Succs
	w.done[m] = true
	return m
}

// label lets n do an action, if the specification has it.
func (w *Weaver) label(n *cil.Node, name string) {
	a := slices.Index(w.Actions[:w.basic], name)
	if a < 0 {
		if !slices.Contains(w.Silent, name) {
			w.Silent = append(w.Silent, name)
		}
		return
	}
	w.performed[name] = true
	w.Labels[n] = Label{a}
}

// SourceName is the name of f in the source.
func SourceName(f *cil.Func) string {
	if f.Orig != "" {
		return f.Orig
	}
	return f.Name
}

// Recursive returns an error that names the functions without an abstraction that call
// themselves, directly or not, and are reached from the target; nil if there are none.
func (w *Weaver) Recursive() error {
	s := &recursion{w: w, state: map[*cil.Func]int{}}
	if !s.visit(w.target.Func) {
		return nil
	}
	var names []string
	for _, f := range s.cycle {
		names = append(names, SourceName(f))
	}
	return fmt.Errorf("%s: recursive, and without an abstraction: expected cproc %s { abstract { ... }; }; in the specification",
		strings.Join(names, ", "), names[0])
}

// recursion looks for a cycle of calls.
type recursion struct {
	w     *Weaver
	state map[*cil.Func]int // 1 while it is open, 2 behind
	open  []*cil.Func
	cycle []*cil.Func
}

func (s *recursion) visit(f *cil.Func) bool {
	switch s.state[f] {
	case 1:
		s.cycle = s.open[slices.Index(s.open, f):]
		return true
	case 2:
		return false
	}
	s.state[f] = 1
	s.open = append(s.open, f)
	for _, n := range f.Nodes {
		c, ok := n.Instr.(*cil.Call)
		if ok && !s.w.shadows[n] && c.Callee() != nil && c.Callee().HasBody() && s.visit(c.Callee()) {
			return true
		}
	}
	s.open = s.open[:len(s.open)-1]
	s.state[f] = 2
	return false
}

// Direct makes the calls through pointers in the functions with a body direct: branches
// between what they may call. callees knows that.
func (w *Weaver) Direct(callees func(*cil.Node) []*cil.Func) {
	for _, f := range w.prog.Funcs {
		if !f.HasBody() {
			continue
		}
		changed := false
		for _, n := range slices.Clone(f.Nodes) {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() == nil && len(n.Succs) == 1 {
				if gs := callees(n); len(gs) > 0 {
					w.direct(n, c, gs)
					changed = true
				}
			}
		}
		if changed {
			f.Finish()
		}
	}
}

// direct branches at n between the functions that c may call. Nothing else is called there.
func (w *Weaver) direct(n *cil.Node, c *cil.Call, gs []*cil.Func) {
	join, at := n.Succs[0], n
	for i, g := range gs {
		call := n.Func.NewNode(w.directCall(c, g), n.Pos)
		call.Succs = []*cil.Node{join}
		if i == len(gs)-1 {
			at.Instr, at.Succs = &cil.Skip{}, []*cil.Node{call}
			return
		}
		next := w.node(n.Func, &cil.Skip{}, n.Pos)
		at.Instr = &cil.Branch{E: cil.MakeBinary(cil.Eq, c.Fn, cil.MakeCast(c.Fn.Type(), &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}), w.intType())}
		at.Succs = []*cil.Node{call, next}
		at = next
	}
}

func (w *Weaver) directCall(c *cil.Call, g *cil.Func) *cil.Call {
	d := *c
	d.Fn = &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}
	return &d
}

func (w *Weaver) intType() *cil.IntType { return w.prog.Model.Int(cil.Int) }
