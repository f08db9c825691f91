package slic

import (
	"fmt"
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Missing says that an event names a function that the program doesn't have. Such a
// handler never runs.
type Missing struct {
	Pattern *Pattern
	Nearest []string // names of the program that are similar, nearest first
}

// String returns a message for people.
func (m Missing) String() string {
	return fmt.Sprintf("%s: the program has no function %s%s", m.Pattern.Pos, m.Pattern.Func,
		source.DidYouMean(m.Pattern.Func, m.Nearest))
}

// CheckOptions say what Check complains about.
type CheckOptions struct {
	// RequireFunctions makes it an error that an event names a function that the program
	// doesn't have. Otherwise Check returns it as Missing: a rule about a family of
	// functions is good for a program that uses only some of them.
	RequireFunctions bool
}

// Check checks the names and types of spec against the program's declarations. It
// returns the events that name unknown functions. The error, if any, is a
// source.ErrorList.
func Check(spec *Spec, decls Declarations, opts CheckOptions) ([]Missing, error) {
	c := newChecker(spec, decls, opts, nil)
	c.check()
	return c.missing, c.errs.Err()
}

// checker gives the names of a rule their meaning and translates its handlers.
type checker struct {
	spec    *Spec
	decls   Declarations
	opts    CheckOptions
	names   *namer
	errs    source.ErrorList
	said    map[string]bool // complaints, since a handler may be translated several times
	missing []Missing

	consts map[string]*big.Int // the rule's enumerators
	tags   map[string]bool     // the tags of its enums
	state  []*stateVar
	object *cil.Var // the address of the object that is followed; nil if no handler has a guard
	bound  *cil.Var // whether a watched event has named the object; nil if it is any
	// beginners are the formals that have the object's value where something begins; anyBegins
	// says that something may begin without the object.
	beginners []*cil.Var
	anyBegins bool
	// running says whether the entry function is; nil unless the program calls it.
	running *cil.Var
	procs   []*procedure
	aborts  []*abortTarget

	// What the rule takes the address of; Instrument marks it in the program.
	takenVars  []*cil.Var
	takenFuncs []*cil.Func
}

// stateVar is a state variable with its meaning.
type stateVar struct {
	decl *StateVar
	v    *cil.Var
	init *cil.Const
}

// newChecker returns a checker. taken are the names that the program uses.
func newChecker(spec *Spec, decls Declarations, opts CheckOptions, taken map[string]bool) *checker {
	return &checker{spec: spec, decls: decls, opts: opts, names: newNamer(taken),
		said: map[string]bool{}, consts: map[string]*big.Int{}, tags: map[string]bool{}}
}

func (c *checker) check() {
	c.declareEnums()
	c.declareState()
	c.collect()
	c.chooseObject()
	for _, p := range c.procs {
		c.translate(p)
	}
	c.among()
}

// errorf complains once at pos.
func (c *checker) errorf(pos source.Pos, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	key := pos.String() + msg
	if c.said[key] || len(c.errs) >= maxErrors {
		return
	}
	c.said[key] = true
	c.errs.Add(pos, c.spec.Text, "%s", msg)
}

func (c *checker) declareEnums() {
	for _, e := range c.spec.Enums {
		c.declareEnum(e)
	}
	for _, v := range c.spec.State {
		if v.Type.Enum != nil {
			c.declareEnum(v.Type.Enum)
		}
	}
}

func (c *checker) declareEnum(e *Enum) {
	if e.Tag != "" {
		if c.tags[e.Tag] {
			c.errorf(e.Pos, "enum %s is declared twice", e.Tag)
		}
		c.tags[e.Tag] = true
	}
	next := new(big.Int)
	for _, item := range e.Items {
		if item.Value != nil {
			if v, ok := c.constant(item.Value); ok {
				next = v
			}
		}
		if t := c.int(); next.Cmp(t.Min()) < 0 || next.Cmp(t.Max()) > 0 {
			c.errorf(item.Pos, "the enumerator %s has the value %s: expected a value of type int", item.Name, next)
			next = new(big.Int)
		}
		if _, dup := c.consts[item.Name]; dup {
			c.errorf(item.Pos, "the enumerator %s is declared twice", item.Name)
		}
		c.consts[item.Name] = next
		next = new(big.Int).Add(next, big.NewInt(1))
	}
}

func (c *checker) declareState() {
	for _, d := range c.spec.State {
		if _, isConst := c.consts[d.Name]; isConst || c.stateNamed(d.Name) != nil {
			c.errorf(d.Pos, "%s is declared twice", d.Name)
			continue
		}
		s := &stateVar{decl: d}
		name := c.names.unique(c.spec.Name + "__" + d.Name)
		s.v = &cil.Var{Name: name, Orig: d.Name, Type: c.stateType(d), Kind: cil.Global, Pos: d.Pos}
		s.init = c.initialValue(d, s.v.Type)
		s.v.Init = &cil.Init{Expr: cil.MakeCast(s.v.Type, s.init)}
		c.state = append(c.state, s)
	}
}

// stateType returns the type of a state variable, int if it is faulty.
func (c *checker) stateType(d *StateVar) cil.Type {
	t := c.typeOf(d.Type)
	switch t.(type) {
	case nil:
		return c.int()
	case *cil.IntType, *cil.PtrType:
		return t
	}
	c.errorf(d.Type.Pos, "a state variable can't have the type %s: expected an integer, enum, bool or pointer", t)
	return c.int()
}

// initialValue returns the constant that a state variable starts with, zero if it is faulty.
func (c *checker) initialValue(d *StateVar, t cil.Type) *cil.Const {
	zero := cil.IntConst(c.int(), 0)
	if d.Init == nil {
		c.errorf(d.Pos, "the state variable %s has no initial value: expected %s = value", d.Name, d.Name)
		return zero
	}
	v, ok := c.constant(d.Init)
	if !ok {
		return zero
	}
	it, isInt := t.(*cil.IntType)
	if !isInt {
		if v.Sign() != 0 {
			c.errorf(d.Init.At(), "a pointer starts with 0: expected %s = 0", d.Name)
		}
		return zero
	}
	if it.Wrap(v).Cmp(v) != 0 {
		c.errorf(d.Init.At(), "the initial value %s doesn't fit the type %s", v, it)
	}
	return &cil.Const{T: it, Val: it.Wrap(v)}
}

func (c *checker) stateNamed(name string) *stateVar {
	for _, s := range c.state {
		if s.decl.Name == name {
			return s
		}
	}
	return nil
}

// isState reports whether v is a state variable.
func (c *checker) isState(v *cil.Var) bool {
	return slices.ContainsFunc(c.state, func(s *stateVar) bool { return s.v == v })
}

func (c *checker) int() *cil.IntType { return c.decls.Model().Int(cil.Int) }

// constant evaluates a constant expression, or complains.
func (c *checker) constant(e Expr) (*big.Int, bool) {
	t := &translator{checker: c, constOnly: true}
	x := t.expr(e)
	if x == nil {
		return nil, false
	}
	v, ok := cil.ConstValue(x)
	if !ok {
		c.errorf(e.At(), "expected a constant")
	}
	return v, ok
}
