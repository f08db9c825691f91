package z3

// #include "api.h"
import "C"

import (
	"unsafe"

	"hardbop/internal/smt"
)

// solver is a smt.Solver.
type solver struct {
	c      *Context
	kind   smt.Kind
	s      C.solver
	limit  uint
	checks int          // since s was made
	levels [][]smt.Term // what is asserted, for when s is made anew
	broken string       // why the assertions are incomplete; then no check says more than Unknown

	// The state after a check, until the next change.
	open   bool // a level with the proxies of assumptions is open
	assume map[C.ast]smt.Term
	last   smt.Status
}

// NewSolver returns an empty solver. One of kind smt.Fresh or smt.Apart has a context of its
// own, so that its models don't depend on what was asked before.
func (c *Context) NewSolver(k smt.Kind) smt.Solver {
	if k == smt.Fresh || k == smt.Apart {
		return &freshSolver{innerSolver{newSolver(c.lib.NewContext(c.f, c.opt), k), c}}
	}
	return newSolver(c, k)
}

// Branch returns a context of its own over the same terms.
func (c *Context) Branch() smt.Backend { return &branch{c.lib.NewContext(c.f, c.opt), c} }

// branch is a context that has a parent. Only the parent may be interrupted.
type branch struct {
	*Context
	parent *Context
}

// NewSolver returns an empty solver of the branch.
func (b *branch) NewSolver(k smt.Kind) smt.Solver {
	if k == smt.Fresh || k == smt.Apart {
		return b.parent.NewSolver(k)
	}
	return &innerSolver{newSolver(b.Context, k), b.parent}
}

// Branch returns another branch of the parent.
func (b *branch) Branch() smt.Backend { return b.parent.Branch() }

// innerSolver is a solver in another context than that of its parent. An interrupt of the
// parent is one of its own.
type innerSolver struct {
	*solver
	parent *Context
}

// Check decides the assertions.
func (s *innerSolver) Check() smt.Result {
	defer s.parent.passInterrupts(s.c)()
	return s.solver.Check()
}

// CheckAssuming decides the assertions together with lits.
func (s *innerSolver) CheckAssuming(lits []smt.Term) smt.Result {
	defer s.parent.passInterrupts(s.c)()
	return s.solver.CheckAssuming(lits)
}

// freshSolver owns its context.
type freshSolver struct{ innerSolver }

// Close releases the solver with its context.
func (s *freshSolver) Close() {
	s.solver.Close()
	s.c.Close()
}

func newSolver(c *Context, k smt.Kind) *solver {
	c.open()
	s := &solver{c: c, kind: k, levels: make([][]smt.Term, 1)}
	s.create()
	return s
}

func (s *solver) create() {
	c := s.c
	switch s.kind {
	case smt.LinearInt:
		s.s = C.z3_mk_solver_for_logic(c.t, c.c, c.word("QF_LIA"))
	case smt.BitPrecise:
		s.s = C.z3_mk_solver_for_logic(c.t, c.c, c.word("QF_AUFBV"))
	case smt.Fresh:
		s.s = C.z3_mk_solver(c.t, c.c)
	default:
		s.s = C.z3_mk_simple_solver(c.t, c.c)
	}
	C.z3_solver_inc_ref(c.t, c.c, s.s)
	s.checks = 0
	s.configure()
}

func (s *solver) configure() {
	p := s.c.newParams()
	defer p.free()
	switch s.kind {
	case smt.BitPrecise:
	case smt.Large:
		p.uint("arith.solver", 6)
		p.uint("relevancy", 0)
	default:
		p.uint("arith.solver", 2)
	}
	p.uint("random_seed", 0)
	p.uint("rlimit", s.limit)
	if ms := s.c.opt.Timeout.Milliseconds(); ms > 0 {
		p.uint("timeout", uint(ms))
	}
	C.z3_solver_set_params(s.c.t, s.c.c, s.s, p.p)
}

// SetLimit bounds each later check in Z3's resource units.
func (s *solver) SetLimit(steps uint) {
	if steps == s.limit {
		return
	}
	s.settle()
	s.limit = steps
	s.configure()
}

// Close releases the solver.
func (s *solver) Close() {
	if s.s != nil {
		C.z3_solver_dec_ref(s.c.t, s.c.c, s.s)
		s.s = nil
	}
}

// recreate makes the solver anew with the same assertions.
func (s *solver) recreate() {
	C.z3_solver_dec_ref(s.c.t, s.c.c, s.s)
	s.create()
	s.broken = ""
	for i, level := range s.levels {
		if i > 0 {
			C.z3_solver_push(s.c.t, s.c.c, s.s)
		}
		for _, t := range level {
			s.add(t)
		}
	}
}

// settle ends the state after a check.
func (s *solver) settle() {
	s.last = smt.Unknown
	if s.open {
		s.open = false
		C.z3_solver_pop(s.c.t, s.c.c, s.s, 1)
	}
}

// Push opens a level.
func (s *solver) Push() {
	s.settle()
	if s.checks >= s.c.opt.Recycle {
		s.recreate()
	}
	C.z3_solver_push(s.c.t, s.c.c, s.s)
	s.levels = append(s.levels, nil)
}

// Pop takes the last level back.
func (s *solver) Pop() {
	s.settle()
	if len(s.levels) == 1 {
		panic("z3: Pop without Push")
	}
	C.z3_solver_pop(s.c.t, s.c.c, s.s, 1)
	s.levels = s.levels[:len(s.levels)-1]
	if s.broken != "" {
		s.recreate()
	}
}

// Assert adds t to the current level.
func (s *solver) Assert(t smt.Term) {
	s.settle()
	s.c.trim()
	top := len(s.levels) - 1
	s.levels[top] = append(s.levels[top], t)
	s.add(t)
}

func (s *solver) add(t smt.Term) {
	problem := protect(func() {
		C.z3_solver_assert(s.c.t, s.c.c, s.s, s.c.ast(t))
		s.c.ok()
	})
	if problem != "" {
		s.broken = problem
	}
}

// Check decides the assertions.
func (s *solver) Check() smt.Result {
	s.settle()
	return s.run(func() C.int { return C.z3_solver_check(s.c.t, s.c.c, s.s) })
}

// run runs a check and takes its answer.
func (s *solver) run(check func() C.int) smt.Result {
	s.checks++
	if s.broken != "" {
		return smt.Result{Reason: s.broken}
	}
	switch s.c.guarded(check) {
	case 1:
		s.last = smt.Sat
	case -1:
		s.last = smt.Unsat
	default:
		return smt.Result{Reason: s.reason()}
	}
	return smt.Result{Status: s.last}
}

func (s *solver) reason() string {
	r := C.GoString(C.z3_solver_get_reason_unknown(s.c.t, s.c.c, s.s))
	if r == "" || r == "unknown" {
		return "z3 gave up"
	}
	return r
}

// CheckAssuming decides the assertions together with lits. As Z3 takes only Boolean constants
// and their negations for assumptions, others stand behind a constant each, for this check.
// The level that they are on lets Z3 forget what it made for this check.
func (s *solver) CheckAssuming(lits []smt.Term) smt.Result {
	s.settle()
	s.c.trim()
	s.assume = make(map[C.ast]smt.Term, len(lits))
	C.z3_solver_push(s.c.t, s.c.c, s.s)
	s.open = true
	assumed := make([]C.ast, len(lits))
	problem := protect(func() {
		mark := s.c.arena.mark()
		defer s.c.arena.release(mark)
		for i, l := range lits {
			assumed[i] = s.assumption(i, l)
			s.assume[assumed[i]] = l
		}
	})
	if problem != "" {
		return smt.Result{Reason: problem}
	}
	return s.run(func() C.int {
		return C.z3_solver_check_assumptions(s.c.t, s.c.c, s.s, C.uint(len(assumed)), first(assumed))
	})
}

// isCompound reports whether t is neither a Boolean constant nor the negation of one.
func isCompound(t smt.Term) bool {
	if t.Op() == smt.OpNot {
		t = t.Arg(0)
	}
	return t.Op() != smt.OpVar
}

// assumption returns l, or the constant that stands for it, number i.
func (s *solver) assumption(i int, l smt.Term) C.ast {
	if !isCompound(l) {
		return s.c.ast(l)
	}
	p := s.c.proxy(i)
	C.z3_solver_assert(s.c.t, s.c.c, s.s, s.c.arena.hold(C.z3_mk_implies(s.c.t, s.c.c, p, s.c.ast(l))))
	s.c.ok()
	return p
}

// proxy returns Boolean constant i, of which no term speaks.
func (c *Context) proxy(i int) C.ast {
	for len(c.proxies) <= i {
		name := C.CString("assume")
		d := C.z3_mk_fresh_func_decl(c.t, c.c, name, 0, nil, c.sort(c.f.BoolSort()))
		free(name)
		c.must(C.ast(unsafe.Pointer(d)))
		p := c.must(C.z3_mk_app(c.t, c.c, d, 0, nil))
		C.z3_inc_ref(c.t, c.c, p)
		c.proxies = append(c.proxies, p)
	}
	return c.proxies[i]
}

// Core returns assumptions of the last check that suffice for its Unsat.
func (s *solver) Core() []smt.Term {
	if s.last != smt.Unsat || !s.open {
		return nil
	}
	v := C.z3_solver_get_unsat_core(s.c.t, s.c.c, s.s)
	if v == nil {
		s.c.fail()
	}
	var core []smt.Term
	for _, a := range s.c.elements(v) {
		core = append(core, s.assume[a])
	}
	return smt.Sorted(core)
}

// Model returns a model after a check that said Sat; nil if Z3's can't be represented.
func (s *solver) Model() *smt.Model {
	if s.last != smt.Sat {
		return nil
	}
	m := C.z3_solver_get_model(s.c.t, s.c.c, s.s)
	if m == nil {
		return nil
	}
	C.z3_model_inc_ref(s.c.t, s.c.c, m)
	defer C.z3_model_dec_ref(s.c.t, s.c.c, m)
	var out *smt.Model
	if protect(func() { out = s.c.model(m) }) != "" {
		return nil
	}
	return out
}

// Bools returns what Z3's search has assigned to the variables. Making the whole model would
// take longer than many a check.
func (s *solver) Bools(vars []smt.Term) (values, known []bool) {
	values, known = make([]bool, len(vars)), make([]bool, len(vars))
	if s.last != smt.Sat {
		return values, known
	}
	assigned := map[C.ast]bool{}
	for _, a := range s.c.elements(C.z3_solver_get_trail(s.c.t, s.c.c, s.s)) {
		assigned[a] = true
	}
	for i, v := range vars {
		values[i] = assigned[s.c.ast(v)]
		known[i] = values[i] || assigned[s.c.ast(s.c.f.Not(v))]
	}
	return values, known
}

// elements returns what is in v, nothing if v is nil. What nobody else has is gone.
func (c *Context) elements(v C.vector) []C.ast {
	if v == nil {
		return nil
	}
	C.z3_ast_vector_inc_ref(c.t, c.c, v)
	defer C.z3_ast_vector_dec_ref(c.t, c.c, v)
	out := make([]C.ast, C.z3_ast_vector_size(c.t, c.c, v))
	for i := range out {
		out[i] = C.z3_ast_vector_get(c.t, c.c, v, C.uint(i))
	}
	return out
}
