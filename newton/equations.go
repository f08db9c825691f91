package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/pred"
)

// equation says that a symbolic constant has the value of an expression over others.
type equation struct {
	step  int
	y     *symbol
	value cil.Expr
}

// newEquations returns a simulation of the path that gives each integer that is assigned
// a symbolic constant of its own and an equation for it, instead of putting its value in
// its place: the path in static single assignment form. Its ghosts are its own.
func newEquations(s *simulation) *simulation {
	env := *s.env
	env.Namer = pred.NewNamer(nil)
	x := newSimulation(s.prog, s.path, &env)
	x.single = true
	return x
}

// nameValue returns a new symbolic constant for value, which becomes that of l in the
// activation f, if values have names of their own; otherwise it returns value.
func (s *simulation) nameValue(f *frame, l *cil.Lval, value cil.Expr) cil.Expr {
	if !s.single || !isMath(value.Type()) || s.symbolOf(value) != nil && s.symbolOf(value).holder == nil {
		return value
	}
	return s.newSymbol(f, nil, l, value).expr()
}

// equate turns the definition of an integer into an equation.
func (s *simulation) equate(y *symbol) {
	if s.single && y.def != nil && isMath(y.def.Type()) {
		s.equations = append(s.equations, equation{s.step, y, y.def})
		y.def = nil
	}
}
