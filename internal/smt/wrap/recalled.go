package wrap

import (
	"crypto/sha256"
	"maps"
	"slices"
	"sync"

	"hardbop/internal/smt"
)

// Memory has what solvers have found out, for runs to come: of sets of assertions, whether they
// have a model, and which Boolean variables hold in one. That is true of the assertions, whatever
// program they are about. Any number of goroutines may share it; the zero Memory is empty.
type Memory struct {
	mu    sync.Mutex
	learn func() map[Key]Found // nil once it was asked
	old   map[Key]Found
	used  map[Key]Found
	fresh int
	// Grown, if not nil, is told now and then that there is much that is new.
	Grown func()
}

// Found is what is known of a set of assertions.
type Found struct {
	Status smt.Status // Sat or Unsat
	// Vars identifies the variables that Values and Known are about; of Sat, zero if nobody
	// asked for any.
	Vars          Key
	Values, Known []bool
	Model         *smt.PlainModel // of Sat; nil if nobody asked for it
}

// grownBy is how many new answers are much.
const grownBy = 5000

// Learn adds what earlier runs found, which old returns where the first question is asked.
func (m *Memory) Learn(old func() map[Key]Found) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.learn, m.old, m.used = old, nil, nil
}

// maxOld is how many old answers that nobody asked for are kept.
const maxOld = 100_000

// Known returns what this run found or looked up, and what earlier ones did unless that is too
// much; and how much of it is new.
func (m *Memory) Known() (known map[Key]Found, fresh int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known = make(map[Key]Found, len(m.used))
	if len(m.old) <= maxOld {
		maps.Copy(known, m.old)
	}
	maps.Copy(known, m.used)
	return known, m.fresh
}

// recollect asks for what earlier runs found, once.
func (m *Memory) recollect() {
	if m.learn != nil {
		m.old, m.learn = m.learn(), nil
	}
	if m.used == nil {
		m.used = map[Key]Found{}
	}
}

// recall returns what earlier runs found. What this run did isn't looked up: its solvers are asked what
// they would be asked without a memory, so that the first run is as fast as one.
func (m *Memory) recall(k Key) (Found, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recollect()
	f, ok := m.old[k]
	if _, is := m.used[k]; ok && !is {
		m.used[k] = f
	}
	return f, ok
}

// known returns what this run or earlier ones found.
func (m *Memory) known(k Key) (Found, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recollect()
	f, ok := m.used[k]
	if !ok {
		f, ok = m.old[k]
	}
	return f, ok
}

func (m *Memory) keep(k Key, f Found) {
	m.mu.Lock()
	m.recollect()
	m.used[k] = f
	m.fresh++
	much := m.fresh%grownBy == 0
	m.mu.Unlock()
	if much && m.Grown != nil {
		m.Grown()
	}
}

// Recalled returns b with solvers that look their answers up in m, and work only where that
// doesn't have them: then they are told what was asserted. What takes a model beyond the values of
// Boolean variables, or a core, takes work too.
func Recalled(b smt.Backend, m *Memory) smt.Backend { return &recalling{b, m} }

type recalling struct {
	smt.Backend
	m *Memory
}

// NewSolver implements smt.Backend. The solver is made when it has to work.
func (b *recalling) NewSolver(k smt.Kind) smt.Solver {
	return &recalled{b: b, kind: k, levels: make([]level, 1)}
}

// Branch implements smt.Backend.
func (b *recalling) Branch() smt.Backend { return &recalling{b.Backend.Branch(), b.m} }

// Unrecalled returns b without what looks answers up, if that is around it: each answer is found anew.
func Unrecalled(b smt.Backend) smt.Backend {
	if r, ok := b.(*recalling); ok {
		return r.Backend
	}
	return b
}

// Unwrap implements smt.Decorator.
func (b *recalling) Unwrap() smt.Backend { return b.Backend }

// level has the assertions of one level, and a digest of those up to each of them.
type level struct {
	terms []smt.Term
	sum   Key
}

// recalled is a solver that may not have begun.
type recalled struct {
	b      *recalling
	kind   smt.Kind
	limit  uint
	levels []level
	solver smt.Solver // nil if nothing had to be asked
	// What was asked last: under which key, with which assumptions, and whether the solver knows
	// of it.
	key   Key
	lits  []smt.Term
	asked bool
}

// Assert implements smt.Solver.
func (s *recalled) Assert(t smt.Term) {
	top := &s.levels[len(s.levels)-1]
	top.terms = append(top.terms, t)
	top.sum = link(top.sum, t)
	if s.solver != nil {
		s.solver.Assert(t)
	}
}

// link adds a term to a digest.
func link(sum Key, t smt.Term) Key {
	d := t.Digest()
	return sha256.Sum256(append(sum[:], d[:]...))
}

// Push implements smt.Solver.
func (s *recalled) Push() {
	s.levels = append(s.levels, level{sum: s.levels[len(s.levels)-1].sum})
	if s.solver != nil {
		s.solver.Push()
	}
}

// Pop implements smt.Solver.
func (s *recalled) Pop() {
	s.levels = s.levels[:len(s.levels)-1]
	if s.solver != nil {
		s.solver.Pop()
	}
}

// Check implements smt.Solver.
func (s *recalled) Check() smt.Result { return s.CheckAssuming(nil) }

// CheckAssuming implements smt.Solver.
func (s *recalled) CheckAssuming(lits []smt.Term) smt.Result {
	s.key, s.lits, s.asked = s.levels[len(s.levels)-1].sum, lits, false
	for _, t := range lits {
		s.key = link(s.key, t)
	}
	if f, ok := s.b.m.recall(s.key); ok {
		return smt.Result{Status: f.Status}
	}
	r := s.ask()
	if _, ok := s.b.m.known(s.key); !ok && r.Status != smt.Unknown {
		s.b.m.keep(s.key, Found{Status: r.Status})
	}
	return r
}

// ask puts the last question to the solver.
func (s *recalled) ask() smt.Result {
	if s.solver == nil {
		s.begin()
	}
	s.asked = true
	if s.lits == nil {
		return s.solver.Check()
	}
	return s.solver.CheckAssuming(s.lits)
}

// begin makes the solver and tells it what was asserted.
func (s *recalled) begin() {
	s.solver = s.b.Backend.NewSolver(s.kind)
	s.solver.SetLimit(s.limit)
	for i, l := range s.levels {
		if i > 0 {
			s.solver.Push()
		}
		for _, t := range l.terms {
			s.solver.Assert(t)
		}
	}
}

// again asks the solver what was only looked up, and reports whether it says the same.
func (s *recalled) again(status smt.Status) bool { return s.asked || s.ask().Status == status }

// Core implements smt.Solver. Where the solver doesn't get there again, all assumptions are one.
func (s *recalled) Core() []smt.Term {
	if s.again(smt.Unsat) {
		return s.solver.Core()
	}
	return s.lits
}

// Model implements smt.Solver. It is nil where the solver doesn't get there again. A model that is
// looked up is tried first.
func (s *recalled) Model() *smt.Model {
	f, ok := s.b.m.known(s.key)
	if ok && f.Model != nil && !s.asked {
		if m := s.b.Factory().ModelOf(f.Model, s.asserted()...); m != nil {
			return m
		}
	}
	if !s.again(smt.Sat) {
		return nil
	}
	m := s.solver.Model()
	if ok && f.Model == nil && m != nil {
		f.Model = m.Plain()
		s.b.m.keep(s.key, f)
	}
	return m
}

// asserted lists what the last question was about.
func (s *recalled) asserted() []smt.Term {
	all := slices.Clone(s.lits)
	for _, l := range s.levels {
		all = append(all, l.terms...)
	}
	return all
}

// Bools implements smt.Solver.
func (s *recalled) Bools(vars []smt.Term) (values, known []bool) {
	var of Key
	for _, v := range vars {
		of = link(of, v)
	}
	f, ok := s.b.m.known(s.key)
	if ok && f.Vars == of && len(vars) > 0 && !s.asked {
		return slices.Clone(f.Values), slices.Clone(f.Known)
	}
	if !s.again(smt.Sat) {
		return make([]bool, len(vars)), make([]bool, len(vars))
	}
	values, known = s.solver.Bools(vars)
	if ok && f.Vars == (Key{}) {
		f.Vars, f.Values, f.Known = of, slices.Clone(values), slices.Clone(known)
		s.b.m.keep(s.key, f)
	}
	return values, known
}

// SetLimit implements smt.Solver.
func (s *recalled) SetLimit(steps uint) {
	s.limit = steps
	if s.solver != nil {
		s.solver.SetLimit(steps)
	}
}

// Close implements smt.Solver.
func (s *recalled) Close() {
	if s.solver != nil {
		s.solver.Close()
	}
}
