package environ

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// This file says where a driver holds a lock, so that others who take it can't run.

// locks says where locks are held: between a call that takes one and one that leaves one, on all ways to there, and in what is called
// there. That is told by the functions' names. A call that may fail to take a lock does so on one way only.
type locks struct {
	// depth is how many locks of its own a function holds at its nodes at least, under those that are held of its caller.
	depth map[*cil.Func]map[*cil.Node]int
	// under are the functions that may be called with a lock held.
	under map[*cil.Func]bool
}

// maxHeld bounds how many locks are told apart, taken or left.
const maxHeld = 4

// locksOf finds the locks of prog.
func locksOf(prog *cil.Program) *locks {
	l := &locks{map[*cil.Func]map[*cil.Node]int{}, map[*cil.Func]bool{}}
	for _, f := range prog.Funcs {
		if IsMark(f.Name) {
			continue // the environment calls the driver with no lock held, whatever the driver has left
		}
		l.walk(f)
		for n, d := range l.depth[f] {
			if c, ok := n.Instr.(*cil.Call); ok && d > 0 {
				l.call(c.Callee())
			}
		}
	}
	return l
}

// held reports whether a lock is held at n, or may be held of a caller.
func (l *locks) held(n *cil.Node) bool { return l.under[n.Func] || l.depth[n.Func][n] > 0 }

// call records that f is called with a lock held, and so what it calls.
func (l *locks) call(f *cil.Func) {
	if f == nil || l.under[f] {
		return
	}
	l.under[f] = true
	for _, n := range f.Nodes {
		if c, ok := n.Instr.(*cil.Call); ok {
			l.call(c.Callee())
		}
	}
}

// walk finds how many locks are held at f's nodes, and returns how many more at its end than at its beginning.
func (l *locks) walk(f *cil.Func) int {
	if at, known := l.depth[f]; known || !f.HasBody() {
		return at[f.Exit]
	}
	at := map[*cil.Node]int{}
	l.depth[f] = at
	work := []*cil.Node{f.Entry}
	at[f.Entry] = 0
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		after := max(-maxHeld, min(maxHeld, at[n]+l.change(n)))
		for _, s := range n.Succs {
			if d, seen := at[s]; !seen || d > after {
				at[s] = after
				work = append(work, s)
			}
		}
	}
	return at[f.Exit]
}

// change is how many locks n takes, less those that it leaves.
func (l *locks) change(n *cil.Node) int {
	c, ok := n.Instr.(*cil.Call)
	if !ok || c.Callee() == nil {
		return 0
	}
	switch words := strings.Split(find.SourceName(c.Callee()), "_"); {
	case slices.Contains(words, "unlock"), words[0] == "up":
		return -1
	case slices.Contains(words, "init"):
		return 0
	case slices.Contains(words, "lock"), slices.Contains(words, "trylock"), words[0] == "down":
		return 1
	}
	return l.walk(c.Callee())
}
