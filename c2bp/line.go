package c2bp

import (
	"hardbop/boolprog"
	"hardbop/boolprog/line"
	"hardbop/internal/bdd"
	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// This file follows the states of a path's abstraction along it, for many sets of
// predicates, without a Boolean program: what [LineSet.Along] lays out is straight. The steps
// of all paths are numbered. What a step does is made once for each set of predicates, and
// what it does to a set of states once for each of these, so that most steps are looked up.

// lineMove is what happens at a step at a depth of calls.
type lineMove struct {
	lineStep
	depth int
	from  lineStep // the call that a step returns from; none has no node
}

// Line is a path whose steps are numbered. The last step is left out.
type Line struct {
	path  *path.Path
	moves []int
}

// Line prepares a path.
func (l *Lines) Line(p *path.Path) *Line {
	x := &Line{path: p}
	var open []lineStep
	for i := range p.Steps[:len(p.Steps)-1] {
		m := lineMove{lineStep: newLineStep(p, i), depth: len(open)}
		if p.Leaves(i) {
			m.from = open[len(open)-1]
			open = open[:len(open)-1]
		}
		if m.callee != nil {
			open = append(open, m.lineStep)
		}
		x.moves = append(x.moves, l.number(m))
	}
	return x
}

func (l *Lines) number(m lineMove) int {
	id, ok := l.numbers[m]
	if !ok {
		id = len(l.moves)
		l.numbers[m] = id
		l.moves = append(l.moves, m)
	}
	return id
}

// follower has the states of one set of predicates.
type follower struct {
	set    *LineSet
	x      *line.Machine
	frames map[frameKey]*line.Frame
	moves  []*line.Move // by number; nil if it isn't made
}

// frameKey says whose activation is open at a depth.
type frameKey struct {
	f     *cil.Func
	depth int
}

// maxLineNodes bounds the diagrams of one set of predicates.
const maxLineNodes = 1 << 16

// Runs reports whether the Boolean program for the predicates has the path. known is false
// if that takes too much memory.
func (s *LineSet) Runs(p *Line) (runs, known bool) {
	for range 2 { // what is known of other paths may be all that fills the memory
		err := bdd.Guard(func() { runs = s.follower().runs(p) })
		if err == nil {
			return runs, true
		}
		s.follow = nil
	}
	return false, false
}

func (s *LineSet) follower() *follower {
	s.ab.scene, s.ab.temps = s.scene, s.temps
	if s.follow == nil {
		s.follow = &follower{set: s, x: line.New(groups(s.ab.global), s.maxNodes), frames: map[frameKey]*line.Frame{}}
	}
	return s.follow
}

// groups lists the names of elements by element.
func groups(els []*element) [][]string {
	var out [][]string
	for _, el := range els {
		out = append(out, el.names)
	}
	return out
}

func (w *follower) runs(p *Line) bool {
	at := w.x.Start(w.frame(p.path.Steps[0].Node.Func, 0))
	for _, id := range p.moves {
		if m := w.move(id); !m.Idle() {
			at = w.x.After(at, m)
		}
		if at == line.None {
			return false
		}
	}
	return true
}

func (w *follower) frame(f *cil.Func, depth int) *line.Frame {
	key := frameKey{f, depth}
	if w.frames[key] == nil {
		w.frames[key] = w.x.Frame(groups(w.set.ab.local[f]), w.set.fn(f).enforce)
	}
	return w.frames[key]
}

// move returns what a step does.
func (w *follower) move(id int) *line.Move {
	for id >= len(w.moves) {
		w.moves = append(w.moves, nil)
	}
	if w.moves[id] == nil {
		w.moves[id] = w.made(w.set.moves[id])
	}
	return w.moves[id]
}

func (w *follower) made(m lineMove) *line.Move {
	out := w.x.Move()
	f := w.frame(m.node.Func, m.depth)
	stmts := w.set.statements(m.lineStep)
	switch {
	case m.callee != nil:
		at := callAt(stmts)
		w.add(out, f, stmts[:at])
		out.Enter(f, w.frame(m.callee, m.depth+1), names(w.set.ab.signature(m.callee).formals), stmts[at].Rhs)
	case m.from.node != nil:
		w.add(out, f, stmts[:len(stmts)-1])
		w.leave(out, f, stmts[len(stmts)-1].Rhs, m)
	default:
		w.add(out, f, stmts)
	}
	return out
}

// leave returns to the call, which gets the results, and does what the caller does then.
func (w *follower) leave(out *line.Move, f *line.Frame, results []*boolprog.Expr, m lineMove) {
	to := w.frame(m.from.node.Func, m.depth-1)
	stmts := w.set.statements(m.from)
	at := callAt(stmts)
	var received []string
	for _, r := range w.set.ab.signature(m.from.callee).results {
		ts := returnedNames(m.from.callee, r)
		to.Declare(ts)
		received = append(received, ts...)
	}
	out.Leave(f, to, received, results)
	w.add(out, to, stmts[at+1:])
	out.Forget(to, received)
}

func (w *follower) add(out *line.Move, f *line.Frame, stmts []*boolprog.Stmt) {
	for _, st := range stmts {
		out.Stmt(f, st)
	}
}

// callAt returns the place of the call among the statements of one.
func callAt(stmts []*boolprog.Stmt) int {
	at := 0
	for stmts[at].Kind != boolprog.Call {
		at++
	}
	return at
}
