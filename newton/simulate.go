package newton

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// simulation runs a path symbolically: SP' of section 4.2 of the paper, with a stack.
type simulation struct {
	prog *cil.Program
	path *path.Path
	env  *Env
	// abstract has the steps whose conditions give their variables fresh values.
	abstract map[int]bool

	step        int
	top, root   *frame
	activations map[*cil.Func]int
	owner       map[*cil.Var]*frame // of the variables of activations
	original    map[*cil.Var]*cil.Var
	symbols     map[*cil.Var]*symbol
	instances   map[*pred.Ghost]int
	ghosts      map[*cil.Var]*pred.Ghost
	store       store
	members     []*member // by id - 1
	conditions  []*condition
	eval        rebuilder
	used        []int // members used by what is being evaluated
	math        map[cil.Expr]cil.Expr
	single      bool // each integer that is assigned has a symbol of its own
	apart       bool // formals have symbols of their own even for constants
	equations   []equation
	frames      []*frame // the activation of each step
	inexact     bool     // some value is less precise than the program's
	// onCondition is told of each condition; false stops the simulation.
	onCondition func(*condition) bool
	// onStep is told when a step is done; it may be nil.
	onStep func(step int)
}

func newSimulation(prog *cil.Program, p *path.Path, env *Env) *simulation {
	s := &simulation{prog: prog, path: p, env: env, activations: map[*cil.Func]int{}, owner: map[*cil.Var]*frame{}, original: map[*cil.Var]*cil.Var{},
		symbols: map[*cil.Var]*symbol{}, instances: map[*pred.Ghost]int{}, ghosts: map[*cil.Var]*pred.Ghost{}, math: map[cil.Expr]cil.Expr{},
		store: store{named: map[namedKey]*member{}, cells: map[string]*cell{}}}
	s.eval = rebuilder{model: prog.Model, logical: env.Options.Memory == enc.Logical, read: s.read, addr: func(a *cil.AddrOf) cil.Expr {
		p := s.locate(a.L)
		return cil.MakeAddr(p.here)
	}}
	s.onCondition = func(*condition) bool { return true }
	return s
}

// run simulates the path up to its end, or until onCondition stops it.
func (s *simulation) run() {
	s.root = s.push(s.path.Steps[0].Node.Func, nil, 0)
	for s.step = range s.path.Steps {
		ok := s.execute()
		s.frames = append(s.frames, s.top)
		if s.onStep != nil {
			s.onStep(s.step)
		}
		if !ok {
			return
		}
	}
}

// execute does the present step; false stops the simulation.
func (s *simulation) execute() bool {
	st := s.path.Steps[s.step]
	last := s.step == len(s.path.Steps)-1
	switch in := st.Node.Instr.(type) {
	case *cil.Skip:
		if s.path.Leaves(s.step) && s.top.call != nil {
			s.leave()
		}
	case *cil.Assign:
		s.assign(in.L, in.E)
	case *cil.Havoc:
		s.havoc(in.L)
	case *cil.Assume:
		return s.assume(in.E, true)
	case *cil.Branch:
		if !last {
			return s.assume(in.E, st.Taken == 0)
		}
	case *cil.Call:
		if !last {
			return s.call(in, st)
		}
	case *cil.Return:
		if res := st.Node.Func.Result; in.E != nil && res != nil {
			s.assign(cil.VarLval(res), in.E)
		}
	}
	return true
}

// form returns e in the form of predicates.
func (s *simulation) form(e cil.Expr) cil.Expr {
	if x := s.math[e]; x != nil {
		return x
	}
	x := s.prog.Model.MathForm(e, s.env.Options.Overflow == enc.Wrap)
	s.math[e] = x
	return x
}

// formLval returns l in the form of predicates.
func (s *simulation) formLval(l *cil.Lval) *cil.Lval {
	if l.IsVar(nil) {
		return l
	}
	e := s.prog.Model.MathForm(&cil.Load{L: l}, false)
	if c, ok := e.(*cil.Cast); ok && isMath(c.T) {
		e = c.X
	}
	if x, ok := e.(*cil.Load); ok {
		return x.L
	}
	return l
}

// value evaluates e, which is in the form of predicates, in the present activation.
func (s *simulation) value(e cil.Expr) (cil.Expr, []int) {
	s.used = nil
	v := s.eval.expr(e)
	deps := s.used
	s.used = nil
	if cil.IsInteger(v.Type()) {
		v = cil.MakeCast(cil.Math, v)
	}
	return v, deps
}

// read returns the value of l in the present activation.
func (s *simulation) read(l *cil.Lval) cil.Expr {
	p := s.locate(l)
	if !cil.IsScalar(p.lval.Type()) { // a function behind a pointer
		return &cil.Load{L: p.here}
	}
	m := s.contents(p, p.name)
	if !containsInt(s.used, m.id) {
		s.used = append(s.used, m.id)
	}
	return asType(p.lval.Type(), m.value)
}

// asType converts the value v to what a read of type t gives, if it has another type, as
// arguments of functions without a prototype may.
func asType(t cil.Type, v cil.Expr) cil.Expr {
	switch {
	case cil.IsPointer(t):
		return asPointer(t, v)
	case cil.IsInteger(t) && !isMath(v.Type()):
		return cil.MakeCast(cil.Math, cil.MakeCast(t, v))
	}
	return v
}

// maxLeaves bounds the scalars that the assignment of a struct is split into.
const maxLeaves = 256

// leaves lists the scalar parts of something of type t as paths; ok is false if there
// are too many, or if some part is a union.
func leaves(t cil.Type) (out [][]cil.Sel, ok bool) {
	switch t := t.(type) {
	case *cil.CompType:
		if t.Union || !t.Defined {
			return nil, false
		}
		for _, f := range t.Fields {
			if out, ok = appendLeaves(out, cil.Sel{Field: f}, f.Type); !ok {
				return nil, false
			}
		}
		return out, true
	case *cil.ArrayType:
		if t.Len < 0 || t.Len > maxLeaves {
			return nil, false
		}
		for i := int64(0); i < t.Len; i++ {
			if out, ok = appendLeaves(out, cil.Sel{Index: cil.IntConst(intType, i)}, t.Elem); !ok {
				return nil, false
			}
		}
		return out, true
	}
	return [][]cil.Sel{nil}, cil.IsScalar(t)
}

func appendLeaves(out [][]cil.Sel, sel cil.Sel, t cil.Type) ([][]cil.Sel, bool) {
	inner, ok := leaves(t)
	if !ok || len(out)+len(inner) > maxLeaves {
		return nil, false
	}
	for _, p := range inner {
		out = append(out, append([]cil.Sel{sel}, p...))
	}
	return out, true
}

func (s *simulation) part(l *cil.Lval, path []cil.Sel) *cil.Lval {
	out := &cil.Lval{Base: l.Base, Mem: l.Mem, Path: append([]cil.Sel(nil), l.Path...)}
	for _, x := range path {
		if x.Index != nil {
			x.Index = s.prog.Model.MakeIndex(x.Index)
		}
		out.Path = append(out.Path, x)
	}
	return out
}

// partValue is the value of the scalar at path of something that is assigned.
type partValue struct {
	path  []cil.Sel
	value cil.Expr
	deps  []int
}

// parts evaluates e, which may be a whole struct; ok is false if it can't be split.
func (s *simulation) parts(e cil.Expr) (out []partValue, ok bool) {
	if cil.IsScalar(e.Type()) {
		v, deps := s.value(s.form(e))
		return []partValue{{nil, v, deps}}, true
	}
	l, isLoad := e.(*cil.Load)
	paths, ok := leaves(e.Type())
	if !isLoad || !ok {
		return nil, false
	}
	from := s.formLval(l.L)
	for _, p := range paths {
		s.used = nil
		v := s.read(s.part(from, p))
		out = append(out, partValue{p, v, s.used})
	}
	return out, true
}

func (s *simulation) assign(l *cil.Lval, e cil.Expr) {
	if cil.IsScalar(l.Type()) {
		e = enc.Stored(e, l)
	}
	vs, ok := s.parts(e)
	if !ok {
		s.havoc(l)
		s.inexact = true
		return
	}
	s.storeParts(s.formLval(l), vs)
}

// storeParts assigns the scalar parts of l, an lvalue of the present activation.
func (s *simulation) storeParts(l *cil.Lval, vs []partValue) {
	paths := make([][]cil.Sel, len(vs))
	for i, v := range vs {
		paths[i] = v.path
	}
	at, used := s.locateParts(l, paths)
	for i, v := range vs {
		p := at[i]
		s.used = used[i]
		value := v.value
		if size(value) > maxSize {
			value = s.newSymbol(s.top, s.after(), p.prog, value).named()
		}
		deps := v.deps
		if !p.named() {
			deps = s.usedFor(deps)
		}
		s.set(p, p.name, value, deps)
	}
	s.used = nil
}

// locateParts finds the parts of l, with the members that were used for the address of each:
// all of them before the first changes what leads to the others.
func (s *simulation) locateParts(l *cil.Lval, paths [][]cil.Sel) ([]place, [][]int) {
	at, used := make([]place, len(paths)), make([][]int, len(paths))
	for i, path := range paths {
		to := l
		if len(path) > 0 {
			to = s.part(l, path)
		}
		s.used = nil
		at[i], used[i] = s.locate(to), s.used
	}
	return at, used
}

// named marks a symbol as one that stands for a large value, and returns it.
func (y *symbol) named() cil.Expr {
	y.large = true
	return y.expr()
}

// havoc gives what ls are, which may be of any type, arbitrary values: all of it is found
// before the first changes what leads to the others.
func (s *simulation) havoc(ls ...*cil.Lval) {
	all := make([]lost, len(ls))
	for i, l := range ls {
		all[i] = s.find(s.formLval(l))
	}
	for _, x := range all {
		s.lose(x)
	}
}

// lost is the parts of an lvalue that become arbitrary, with the members that were used for
// the address of each; or one part, of which nothing is known any more.
type lost struct {
	at      []place
	used    [][]int
	forgets bool
}

func (s *simulation) find(l *cil.Lval) lost {
	s.used = nil
	paths, ok := leaves(l.Type())
	if !ok {
		return lost{at: []place{s.locate(l)}, forgets: true}
	}
	at, used := s.locateParts(l, paths)
	return lost{at, used, false}
}

func (s *simulation) lose(x lost) {
	for i, p := range x.at {
		if x.forgets {
			s.forget(p)
			continue
		}
		s.used = x.used[i]
		s.freshValue(p, p.name)
	}
	s.used = nil
}

// assume adds the condition that e is true, or false.
func (s *simulation) assume(e cil.Expr, holds bool) bool {
	if s.env.only != nil && !s.env.only[s.step] {
		return true
	}
	own := cil.Truth(s.form(e))
	if !holds {
		own = cil.Not(own)
	}
	if s.abstract[s.step] {
		s.abstractVariables(own)
	}
	return s.condition(own)
}

func (s *simulation) condition(own cil.Expr) bool {
	s.used = nil
	v := s.eval.expr(own)
	deps := s.used
	s.used = nil
	if k, ok := cil.ConstValue(v); ok && k.Sign() != 0 {
		return true
	}
	c := &condition{s.step, s.top, own, v, deps}
	s.conditions = append(s.conditions, c)
	return s.onCondition(c)
}

// abstractVariables gives the variables of the condition e fresh symbolic constants,
// except those that have one already (section 6.1 of the paper).
func (s *simulation) abstractVariables(e cil.Expr) {
	var ls []*cil.Lval
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			ls = append(ls, l.L)
		}
	})
	node := s.path.Steps[s.step].Node
	for _, l := range ls {
		p := s.locate(l)
		if !p.named() {
			continue
		}
		m := s.contents(p, p.name)
		if y := s.symbolOf(m.value); y != nil && y.def == nil {
			continue
		}
		fresh := s.newMember(s.top, l, s.newSymbol(s.top, node, l, nil).expr(), nil)
		fresh.place = p
		s.dropAbstracted(m)
		s.store.named[namedKey{p.base, p.key}] = fresh
	}
	s.used = nil
}

// dropAbstracted takes m out of Ω without leaving it in Π.
func (s *simulation) dropAbstracted(m *member) { m.overwritten, m.dropped = true, true }
