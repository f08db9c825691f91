package line

import (
	"math/bits"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// States is a set of states of the variables of all frames. Equal sets of one machine are
// equal.
type States = bdd.Node

// None is the empty set.
const None States = bdd.False

// Machine follows sets of states. Its operations panic with a [*bdd.LimitError] if they need too
// many nodes.
type Machine struct {
	m       bdd.Manager
	globals map[string]*variable
	valid   bdd.Node // the codes of the globals' groups
	moves   int
	after   map[passage]States
}

// passage is a move of a set of states.
type passage struct {
	move int
	from States
}

// New returns a machine with these globals: of the names in one list exactly one is true, of
// a list of one nothing is known.
func New(globals [][]string, maxNodes int) *Machine {
	m, err := bdd.New(bdd.Config{MaxNodes: maxNodes})
	if err != nil {
		panic("line: " + err.Error())
	}
	x := &Machine{m: m, globals: map[string]*variable{}, after: map[passage]States{}}
	x.valid = x.declare(x.globals, globals)
	return x
}

// entity is what is encoded together: a variable, or a group of which exactly one is true, as
// the number of that one.
type entity struct {
	vars []*variable
	bits []int // the variables of the diagram, for values before a step; those after it follow each
}

// variable is a place in an entity.
type variable struct {
	entity *entity
	code   int
	// is and next say that the variable is true before and after a step.
	is, next bdd.Node
}

// declare adds variables to a name space. It returns which of their codes mean something.
func (x *Machine) declare(in map[string]*variable, groups [][]string) (valid bdd.Node) {
	valid = bdd.True
	for _, names := range groups {
		e := &entity{}
		for range max(1, bits.Len(uint(len(names)-1))) {
			e.bits = append(e.bits, x.m.AddVars(2))
		}
		some := bdd.False
		for code, n := range names {
			v := &variable{entity: e, code: code}
			v.is, v.next = x.literal(v, len(names), 0), x.literal(v, len(names), 1)
			e.vars = append(e.vars, v)
			in[n] = v
			some = x.m.Or(some, v.is)
		}
		if len(names) > 1 {
			valid = x.m.And(valid, some)
		}
	}
	x.imageOfNext()
	return valid
}

// literal says that v is true, in the copy: 0 before a step, 1 after it.
func (x *Machine) literal(v *variable, size, copy int) bdd.Node {
	if size == 1 {
		return x.m.Var(v.entity.bits[0] + copy)
	}
	f := bdd.True
	for i, b := range v.entity.bits {
		if v.code>>i&1 == 1 {
			f = x.m.And(f, x.m.Var(b+copy))
		} else {
			f = x.m.And(f, x.m.NotVar(b+copy))
		}
	}
	return f
}

// imageOfNext has images renamed: what is after a step is before the next one.
func (x *Machine) imageOfNext() {
	var from, to []int
	for v := 0; v < x.m.NumVars(); v += 2 {
		from, to = append(from, v+1), append(to, v)
	}
	x.m.SetImage(from, to)
}

// Frame has the variables of one activation. Those of several frames are different.
type Frame struct {
	x      *Machine
	locals map[string]*variable
	// invariant is what holds at all points of the activation.
	invariant bdd.Node
}

// Frame makes one with formals and locals in groups, as those of [New], and what is enforced in its
// procedure.
func (x *Machine) Frame(locals [][]string, enforce []*boolprog.Expr) *Frame {
	f := &Frame{x: x, locals: map[string]*variable{}}
	f.invariant = x.m.And(x.valid, x.declare(f.locals, locals))
	for _, e := range enforce {
		f.invariant = x.m.And(f.invariant, f.eval(e, nil).t)
	}
	return f
}

// Declare adds variables that receive results of calls, if they aren't there.
func (f *Frame) Declare(names []string) {
	if f.locals[names[0]] == nil {
		f.invariant = f.x.m.And(f.invariant, f.x.declare(f.locals, [][]string{names}))
	}
}

// variable returns what a name stands for.
func (f *Frame) variable(name string) *variable {
	v := f.locals[name]
	if v == nil {
		v = f.x.globals[name]
	}
	if v == nil {
		panic("line: there is no variable " + name)
	}
	return v
}

// Start returns the states in which a run may start in f.
func (x *Machine) Start(f *Frame) States { return f.invariant }

// Move is what some statements in a row do.
type Move struct {
	x     *Machine
	id    int
	steps []step
}

// step is the image under rel, with the variables of cube forgotten, cut down to inv.
type step struct{ rel, cube, inv bdd.Node }

// Move returns one without statements.
func (x *Machine) Move() *Move {
	x.moves++
	return &Move{x: x, id: x.moves}
}

// Idle reports whether the move changes no set of states.
func (mv *Move) Idle() bool { return len(mv.steps) == 0 }

func (mv *Move) add(s step) {
	if s.rel != bdd.True || s.cube != bdd.True {
		mv.steps = append(mv.steps, s)
	}
}

// Stmt adds a statement of f: skip, assume or an assignment.
func (mv *Move) Stmt(f *Frame, st *boolprog.Stmt) {
	switch st.Kind {
	case boolprog.Skip:
	case boolprog.Assume:
		mv.add(step{f.eval(st.Cond, nil).t, bdd.True, bdd.True})
	case boolprog.Assign:
		rel, written := f.assign(st)
		mv.add(step{rel, mv.x.before(written), f.invariant})
	default:
		panic("line: a statement of another kind")
	}
}

// Enter adds the call of a procedure, whose activation is to: its formals get the values of
// args in f.
func (mv *Move) Enter(f, to *Frame, formals []string, args []*boolprog.Expr) {
	x := mv.x
	rel := x.relation(f.targets(to, formals, args), func(v *variable) bdd.Node { return v.is })
	mv.add(step{x.m.And(rel, to.invariant), bdd.True, bdd.True})
}

// Leave adds the return from an activation to f: the left sides of the call get the results. What the
// activation knew is forgotten.
func (mv *Move) Leave(from, f *Frame, lhs []string, results []*boolprog.Expr) {
	x := mv.x
	targets := from.targets(f, lhs, results)
	rel := x.relation(targets, func(v *variable) bdd.Node { return v.next })
	var gone []*entity
	for _, v := range from.locals {
		gone = append(gone, v.entity)
	}
	mv.steps = append(mv.steps, step{rel, x.before(append(gone, entities(targets)...)), f.invariant})
}

// Forget adds that nobody reads these variables of f before they are assigned.
func (mv *Move) Forget(f *Frame, names []string) {
	var gone []*entity
	for _, n := range names {
		gone = append(gone, f.variable(n).entity)
	}
	mv.add(step{bdd.True, mv.x.before(gone), bdd.True})
}

// before is the cube of what entities are before a step.
func (x *Machine) before(list []*entity) bdd.Node {
	var levels []int
	for _, e := range list {
		levels = append(levels, e.bits...)
	}
	return bdd.Cube(x.m, levels)
}

// After returns the states behind a move.
func (x *Machine) After(from States, mv *Move) States {
	at := passage{mv.id, from}
	to, ok := x.after[at]
	if !ok {
		to = from
		for _, s := range mv.steps {
			to = x.m.And(x.m.Image(to, s.rel, s.cube), s.inv)
		}
		x.after[at] = to
	}
	return to
}
