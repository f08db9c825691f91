package newton

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
)

// member is an entry of the store Ω or, once it is overwritten, of the history Π.
type member struct {
	id          int // from 1, in the order of creation
	step        int // of the path
	frame       *frame
	lval        *cil.Lval // as the program writes it, in the scope of frame
	place       place
	value       cil.Expr
	deps        []int // the members that were used to make it, in order
	overwritten bool  // the value has left Ω
	dropped     bool  // for a fresh symbolic constant: it isn't in Π either
}

// condition is an element of Φ.
type condition struct {
	step  int
	frame *frame
	own   cil.Expr // over the program's variables
	value cil.Expr // over symbolic constants
	deps  []int
}

// symbol is a symbolic constant of the simulation: one value of a ghost. Ghosts are
// assigned each time that their point is passed, symbols are made once.
type symbol struct {
	v     *cil.Var // its name is unique in the simulation
	ghost *pred.Ghost
	frame *frame
	// def is what the symbol stands for, over symbols of other activations, or nil if it
	// may be anything.
	def cil.Expr
	// large says that def is too large to be put in place of the symbol.
	large    bool
	expanded cil.Expr // memo of [simulation.expand]
	holder   *member  // which has the symbol as its value first
	// source is the member of an activation that has returned which def comes from.
	source *member
}

// frame is an activation of a function.
type frame struct {
	fn      *cil.Func
	number  int       // how many activations of fn were before
	call    *cil.Call // nil for the first
	parent  *frame
	entered int // the step at fn's entry
	left    int // the step at fn's exit; -1 while it is active
	// inst has the variables that stand for fn's variables in this activation.
	inst map[*cil.Var]*cil.Var
	// imports has what members of other activations are called here.
	imports map[importKey]*member
	// returns lists the calls that came back, in order.
	returns []returned
}

// importKey identifies a member of another activation and the lvalue that it is read as.
type importKey struct {
	m    *member
	text string // empty for a variable
}

// returned is a call that came back.
type returned struct {
	step  int // at the callee's exit
	after *cil.Node
}

// maxSize bounds the nodes of values; a larger one is given a name.
const maxSize = 60

func size(e cil.Expr) int {
	n := 0
	cil.Walk(e, func(cil.Expr) { n++ })
	return n
}

// instance returns the variable that stands for v in the present activation: v itself in
// the first activation of its function.
func (s *simulation) instance(v *cil.Var) *cil.Var {
	f := s.top
	if v.Func == nil || v.Func != f.fn {
		return v
	}
	if x := f.inst[v]; x != nil {
		return x
	}
	x := v
	if f.number > 0 {
		c := *v
		c.Name = fmt.Sprintf("%s@%d", v.Name, f.number+1)
		x = &c
	}
	f.inst[v] = x
	s.owner[x], s.original[x] = f, v
	return x
}

// push opens an activation of fn, at the given step.
func (s *simulation) push(fn *cil.Func, call *cil.Call, step int) *frame {
	f := &frame{fn: fn, number: s.activations[fn], call: call, parent: s.top, entered: step, left: -1,
		inst: map[*cil.Var]*cil.Var{}, imports: map[importKey]*member{}}
	s.activations[fn]++
	s.top = f
	return f
}

// newSymbol makes a symbolic constant of f for the value that l has before the node at,
// or at f's entry if at is nil.
func (s *simulation) newSymbol(f *frame, at *cil.Node, l *cil.Lval, def cil.Expr) *symbol {
	g := s.env.Namer.Ghost(f.fn, at, l)
	v := *g.V
	if n := s.instances[g]; n > 0 {
		v.Name = fmt.Sprintf("%s@%d", v.Name, n+1)
	}
	s.instances[g]++
	sym := &symbol{v: &v, ghost: g, frame: f, def: def}
	s.symbols[sym.v] = sym
	s.equate(sym)
	s.ghosts[g.V] = g
	return sym
}

// expr returns the symbol as an expression; an integer as a mathematical one.
func (y *symbol) expr() cil.Expr {
	e := cil.LoadVar(y.v)
	if cil.IsInteger(y.v.Type) {
		return cil.MakeCast(cil.Math, e)
	}
	return e
}

// symbolOf returns the symbol that e is, or nil.
func (s *simulation) symbolOf(e cil.Expr) *symbol {
	if c, ok := e.(*cil.Cast); ok && isMath(c.T) {
		e = c.X
	}
	if l, ok := e.(*cil.Load); ok && l.L.IsVar(nil) {
		return s.symbols[l.L.Base]
	}
	return nil
}

// mapSymbols returns e with the symbols replaced for which by returns an expression.
func (s *simulation) mapSymbols(e cil.Expr, by func(*symbol) cil.Expr) cil.Expr {
	r := rebuilder{model: s.prog.Model}
	r.addr = func(a *cil.AddrOf) cil.Expr { return cil.MakeAddr(r.lval(a.L)) }
	r.read = func(l *cil.Lval) cil.Expr {
		if l.IsVar(nil) {
			if y := s.symbols[l.Base]; y != nil {
				if x := by(y); x != nil {
					return x
				}
				return &cil.Load{L: l}
			}
		}
		return &cil.Load{L: r.lval(l)}
	}
	if !s.hasSymbols(e) {
		return e
	}
	return r.expr(e)
}

func (s *simulation) hasSymbols(e cil.Expr) bool {
	for _, v := range cil.Vars(e) {
		if s.symbols[v] != nil {
			return true
		}
	}
	return false
}

// expand replaces symbols by what they stand for, as far as that is known.
func (s *simulation) expand(e cil.Expr) cil.Expr {
	return s.mapSymbols(e, func(y *symbol) cil.Expr {
		if y.def == nil || y.large {
			return nil
		}
		if y.expanded == nil {
			y.expanded = s.expand(y.def)
			y.large = size(y.expanded) > maxSize
		}
		if y.large {
			return nil
		}
		return y.expanded
	})
}

// toFrame rewrites e, a value of another activation, over the symbols of f. It fails if
// e depends on something that f has no name for.
func (s *simulation) toFrame(f *frame, e cil.Expr) (cil.Expr, bool) {
	for range 64 {
		if !s.foreign(f, e) {
			return e, size(e) <= maxSize
		}
		grew := false
		e = s.mapSymbols(e, func(y *symbol) cil.Expr {
			if y.frame == f || y.def == nil || y.large {
				return nil
			}
			grew = true
			return y.def
		})
		if !grew || size(e) > maxSize {
			return nil, false
		}
	}
	return nil, false
}

// foreign reports whether e has symbols or local variables of other activations than f.
func (s *simulation) foreign(f *frame, e cil.Expr) bool {
	for _, v := range cil.Vars(e) {
		if y := s.symbols[v]; y != nil {
			if y.frame != f {
				return true
			}
		} else if v.Func != nil && s.owner[v] != f {
			return true
		}
	}
	return false
}
