package line_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"hardbop/boolprog"
	"hardbop/boolprog/interp"
	"hardbop/boolprog/line"
)

var lines = flag.Int("lines", 600, "generated lines of statements")

// writer draws a line of statements: as a Boolean program whose procedures don't branch, each an
// activation, and as moves.
type writer struct {
	r     *rand.Rand
	bp    *boolprog.Program
	x     *line.Machine
	moves []*line.Move
}

// scope is an activation in the making.
type scope struct {
	proc  *boolprog.Proc
	frame *line.Frame
	names []string   // of all variables that it sees
	own   [][]string // its own, in groups
	depth int
}

var globals = [][]string{{"a"}, {"b"}, {"g0", "g1", "g2"}}

func newWriter(r *rand.Rand) *writer {
	w := &writer{r: r, bp: &boolprog.Program{}, x: line.New(globals, 1<<16)}
	for _, group := range globals {
		for _, n := range group {
			w.bp.Globals = append(w.bp.Globals, &boolprog.Var{Name: n})
		}
	}
	return w
}

// open begins an activation with two formals, and more in a group.
func (w *writer) open(depth int) *scope {
	s := &scope{proc: &boolprog.Proc{Name: "main"}, depth: depth, own: [][]string{{"p"}, {"q"}, {"l0", "l1", "l2"}, {"k"}}}
	if depth > 0 {
		s.proc.Name = fmt.Sprintf("f%d", len(w.bp.Procs))
	}
	for _, group := range append(globals[:len(globals):len(globals)], s.own...) {
		s.names = append(s.names, group...)
	}
	for _, group := range s.own {
		for _, n := range group {
			v := &boolprog.Var{Name: n}
			if n == "p" || n == "q" {
				s.proc.Formals = append(s.proc.Formals, v)
			} else {
				s.proc.Locals = append(s.proc.Locals, v)
			}
		}
	}
	w.bp.Procs = append(w.bp.Procs, s.proc)
	var enforced []*boolprog.Expr
	for range w.r.IntN(4) {
		enforced = append(enforced, boolprog.Not(boolprog.And(w.literal(s), w.literal(s))))
	}
	s.frame = w.x.Frame(s.own, enforced)
	for _, e := range enforced {
		s.proc.AddEnforce(e)
	}
	return s
}

func (w *writer) literal(s *scope) *boolprog.Expr {
	e := boolprog.V(s.names[w.r.IntN(len(s.names))])
	if w.r.IntN(2) == 0 {
		return boolprog.Not(e)
	}
	return e
}

// expr draws an expression; primed variables may occur where primed says so.
func (w *writer) expr(s *scope, size int, primed bool) *boolprog.Expr {
	if size == 0 {
		switch w.r.IntN(8) {
		case 0:
			return boolprog.Nondet()
		case 1:
			return boolprog.Bool(w.r.IntN(2) == 0)
		case 2, 3:
			if primed {
				return boolprog.Primed(s.names[w.r.IntN(len(s.names))])
			}
		}
		return w.literal(s)
	}
	a, b := w.expr(s, size-1, primed), w.expr(s, w.r.IntN(size), primed)
	switch op := []boolprog.Op{boolprog.OpNot, boolprog.OpAnd, boolprog.OpOr, boolprog.OpXor, boolprog.OpImplies, boolprog.OpEq, boolprog.OpNe, boolprog.OpSchoose, boolprog.OpOne}[w.r.IntN(9)]; op {
	case boolprog.OpNot:
		return boolprog.Not(a)
	case boolprog.OpOne:
		return &boolprog.Expr{Op: op, Args: []*boolprog.Expr{a, b, w.literal(s)}}
	default:
		return boolprog.Binary(op, a, b)
	}
}

// statements draws some statements of an activation, calls with their activations among them.
func (w *writer) statements(s *scope, n int) {
	for range n {
		switch k := w.r.IntN(8); {
		case k < 2 && s.depth < 3:
			w.call(s)
		case k < 4:
			w.stmt(s, &boolprog.Stmt{Kind: boolprog.Assume, Cond: w.expr(s, 1+w.r.IntN(2), false)})
		case k == 4:
			w.stmt(s, &boolprog.Stmt{Kind: boolprog.Skip})
		default:
			w.stmt(s, w.assignment(s))
		}
	}
}

func (w *writer) stmt(s *scope, st *boolprog.Stmt) {
	s.proc.Body = append(s.proc.Body, st)
	mv := w.x.Move()
	mv.Stmt(s.frame, st)
	w.moves = append(w.moves, mv)
}

// assignment draws a parallel assignment, at times of a whole group.
func (w *writer) assignment(s *scope) *boolprog.Stmt {
	st := &boolprog.Stmt{Kind: boolprog.Assign}
	to := []string{"l0", "l1", "l2"}
	if w.r.IntN(3) > 0 {
		to = nil
		for _, i := range w.r.Perm(len(s.names))[:1+w.r.IntN(3)] {
			to = append(to, s.names[i])
		}
	}
	for _, n := range to {
		st.Lhs = append(st.Lhs, boolprog.Name(n))
		st.Rhs = append(st.Rhs, w.expr(s, w.r.IntN(2), false))
	}
	if w.r.IntN(3) == 0 {
		st.Cond = w.expr(s, 1, true)
	}
	return st
}

// call draws a call, what is called, and the return.
func (w *writer) call(s *scope) {
	to := w.open(s.depth + 1)
	st := &boolprog.Stmt{Kind: boolprog.Call, Callee: to.proc.Name}
	st.Rhs = []*boolprog.Expr{w.expr(s, 1, false), w.expr(s, 1, false)}
	s.proc.Body = append(s.proc.Body, st)
	mv := w.x.Move()
	mv.Enter(s.frame, to.frame, []string{"p", "q"}, st.Rhs)
	w.moves = append(w.moves, mv)
	w.statements(to, w.r.IntN(5))
	ret := &boolprog.Stmt{Kind: boolprog.Return, Rhs: []*boolprog.Expr{w.expr(to, 1, false), w.expr(to, 1, false)}}
	to.proc.NumResults = 2
	to.proc.Body = append(to.proc.Body, ret)
	lhs := [][]string{{"k", "_"}, {"a", "l1"}, {"t", "u"}}[w.r.IntN(3)]
	for _, n := range lhs {
		st.Lhs = append(st.Lhs, boolprog.Name(n))
	}
	if lhs[0] == "t" {
		w.temporaries(s)
	}
	back := w.x.Move()
	back.Leave(to.frame, s.frame, lhs, ret.Rhs)
	w.moves = append(w.moves, back)
	if lhs[0] == "t" && w.r.IntN(2) == 0 {
		w.stmt(s, &boolprog.Stmt{Kind: boolprog.Assign, Lhs: []boolprog.Ref{boolprog.Name("b")}, Rhs: []*boolprog.Expr{boolprog.V("t")}})
		mv := w.x.Move()
		mv.Forget(s.frame, []string{"t", "u"})
		w.moves = append(w.moves, mv)
	}
}

// temporaries declares what receives results, once.
func (w *writer) temporaries(s *scope) {
	for _, n := range []string{"t", "u"} {
		s.frame.Declare([]string{n})
		if len(s.proc.Formals)+len(s.proc.Locals) < 8 {
			s.proc.Locals = append(s.proc.Locals, &boolprog.Var{Name: n})
		}
	}
}

// groups enforces in each procedure what the machine knows of groups.
func (w *writer) groups() {
	for _, q := range w.bp.Procs {
		w.bp.AddGroup(q, "l0", "l1", "l2")
	}
	w.bp.AddGroup(nil, "g0", "g1", "g2")
}

// TestLines follows generated lines of statements, and searches the Boolean program of the same
// statements state by state.
func TestLines(t *testing.T) {
	ends, stops := 0, 0
	for seed := range uint64(*lines) {
		w := newWriter(rand.New(rand.NewPCG(seed, 1)))
		main := w.open(0)
		w.statements(main, 2+w.r.IntN(7))
		main.proc.Body = append(main.proc.Body, &boolprog.Stmt{Kind: boolprog.Assert, Cond: boolprog.Bool(false)})
		w.groups()
		if err := boolprog.Check(w.bp, ""); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, err := interp.Check(boolprog.BuildGraphs(w.bp), interp.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got := follow(w, main)
		if (got == line.None) == want.Unsafe {
			t.Errorf("seed %d: the end is reached: %v, the search says %v:\n%s", seed, got != line.None, want.Unsafe, w.bp)
		}
		if got == line.None {
			stops++
		} else {
			ends++
		}
	}
	if t.Logf("%d lines end, %d stop before", ends, stops); ends < *lines/5 || stops < *lines/5 {
		t.Error("the lines are one-sided")
	}
}

// follow makes all moves from main's start.
func follow(w *writer, main *scope) line.States {
	at := w.x.Start(main.frame)
	for _, mv := range w.moves {
		if !mv.Idle() {
			at = w.x.After(at, mv)
		}
	}
	return at
}
