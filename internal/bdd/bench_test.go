package bdd

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
)

// The tasks here are those of testdata/buddy/tasks.c, operation by operation, so that
// testdata/buddy/compare.sh can compare times. Each returns the number of satisfying
// assignments.

// generator is the linear congruential generator of tasks.c.
type generator uint64

func (g *generator) below(n int) int {
	*g = *g*6364136223846793005 + 1442695040888963407
	return int(uint64(*g>>33) % uint64(n))
}

// replace keeps f in place.
func replace(m Manager, place *Node, f Node) {
	m.Ref(f)
	m.Deref(*place)
	*place = f
	m.SafePoint()
}

func newNative(vars int) Manager {
	m, err := New(Config{})
	if err != nil {
		panic(err)
	}
	m.AddVars(vars)
	return m
}

func queens(n int) *big.Int {
	m := newNative(n * n)
	all := True
	for i := range n {
		row := False
		for j := range n {
			row = m.Or(row, m.Var(i*n+j))
		}
		replace(m, &all, m.And(all, row))
	}
	for i := range n {
		for j := range n {
			none := True
			for k := n - 1; k >= 0; k-- {
				for l := n - 1; l >= 0; l-- {
					if (k != i || l != j) && (k == i || l == j || k-l == i-j || k+l == i+j) {
						none = m.And(m.NotVar(k*n+l), none)
					}
				}
			}
			replace(m, &all, m.And(all, m.Or(m.NotVar(i*n+j), none)))
		}
	}
	return SatCount(m, all, n*n)
}

// machineModel is a random machine of guarded commands over copies of bits.
type machineModel struct {
	m            Manager
	copies, bits int
	g            generator
}

func (x *machineModel) at(bit, copy int) int { return x.copies*bit + copy }

// command returns the relation of a command without the bits that keep their values, and
// those that don't.
func (x *machineModel) command(guards int) (rel Node, written []int) {
	m := x.m
	guard, update := True, True
	for range guards {
		v := x.at(x.g.below(x.bits), 0)
		if x.g.below(2) == 1 {
			guard = m.And(guard, m.Var(v))
		} else {
			guard = m.And(guard, m.NotVar(v))
		}
	}
	for range 3 {
		w := x.g.below(x.bits)
		for slices.Contains(written, w) {
			w = x.g.below(x.bits)
		}
		written = append(written, w)
		a, b := m.Var(x.at(x.g.below(x.bits), 0)), m.Var(x.at(x.g.below(x.bits), 0))
		f := m.Or(a, m.Not(b))
		if x.g.below(2) == 1 {
			f = m.Xor(a, b)
		}
		update = m.And(update, Equiv(m, m.Var(x.at(w, 1)), f))
	}
	return m.And(guard, update), written
}

// frame adds that all other bits keep their values.
func (x *machineModel) frame(rel Node, written []int) Node {
	for v := range x.bits {
		if !slices.Contains(written, v) {
			rel = x.m.And(rel, Equiv(x.m, x.m.Var(x.at(v, 1)), x.m.Var(x.at(v, 0))))
		}
	}
	return rel
}

func (x *machineModel) cube(bits []int, copy int) Node {
	vars := make([]int, len(bits))
	for i, b := range bits {
		vars[i] = x.at(b, copy)
	}
	return x.m.Ref(Cube(x.m, vars))
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// part is a relation and the current copies of what it writes.
type part struct{ rel, cube Node }

// parts makes commands: one each, or one relation of all of them.
func (x *machineModel) parts(commands, guards int, whole bool) []part {
	var list []part
	t := False
	for range commands {
		rel, written := x.command(guards)
		if whole {
			replace(x.m, &t, x.m.Or(t, x.frame(rel, written)))
		} else {
			list = append(list, part{x.m.Ref(rel), x.cube(written, 0)})
		}
	}
	if whole {
		return []part{{t, x.cube(upTo(x.bits), 0)}}
	}
	return list
}

func reach(bits, commands, guards, number int, whole bool) *big.Int {
	m := newNative(2 * bits)
	x := &machineModel{m: m, copies: 2, bits: bits, g: generator(bits + number)}
	var from, to []int
	init := True
	for i := range bits {
		from, to = append(from, x.at(i, 1)), append(to, x.at(i, 0))
		init = m.And(init, m.NotVar(x.at(i, 0)))
	}
	m.SetImage(from, to)
	seen, front := m.Ref(init), m.Ref(init)
	parts := x.parts(commands, guards, whole)
	for front != False {
		next := False
		for _, p := range parts {
			replace(m, &next, m.Or(next, m.Image(front, p.rel, p.cube)))
		}
		replace(m, &front, m.Diff(next, seen))
		replace(m, &seen, m.Or(seen, front))
		m.Deref(next)
	}
	return SatCount(m, seen, bits)
}

// summary relates the pairs of states that sequences of commands relate, by squaring.
func summary(bits, commands, guards, number int) *big.Int {
	m := newNative(4 * bits)
	x := &machineModel{m: m, copies: 4, bits: bits, g: generator(bits + number)}
	toMiddle, fromMiddle := &Renaming{}, &Renaming{}
	for i := range bits {
		toMiddle.From, toMiddle.To = append(toMiddle.From, x.at(i, 1)), append(toMiddle.To, x.at(i, 2))
		fromMiddle.From, fromMiddle.To = append(fromMiddle.From, x.at(i, 0)), append(fromMiddle.To, x.at(i, 2))
	}
	s, old := m.Ref(x.parts(commands, guards, true)[0].rel), False
	middle := x.cube(upTo(bits), 2)
	for s != old {
		replace(m, &old, s)
		p := m.AndExist(m.Rename(s, toMiddle), m.Rename(s, fromMiddle), middle)
		replace(m, &s, m.Or(s, p))
	}
	return SatCount(m, s, 2*bits)
}

// benchTask is a task with the answer that BuDDy gives.
type benchTask struct {
	name string
	want int64
	run  func() *big.Int
}

func benchTasks() []benchTask {
	var list []benchTask
	add := func(name string, want int64, run func() *big.Int) {
		list = append(list, benchTask{name, want, run})
	}
	for i, want := range []int64{92, 352, 724} {
		add(fmt.Sprintf("queens-%d", i+8), want, func() *big.Int { return queens(i + 8) })
	}
	add("reach-16", 240, func() *big.Int { return reach(16, 14, 2, 0, true) })
	add("reach-20", 157837, func() *big.Int { return reach(20, 20, 2, 0, true) })
	add("reach-24", 531319, func() *big.Int { return reach(24, 20, 2, 0, false) })
	add("reach-28", 78879, func() *big.Int { return reach(28, 24, 2, 200, false) })
	add("summary-11", 241727, func() *big.Int { return summary(11, 8, 2, 0) })
	add("summary-13", 973391, func() *big.Int { return summary(13, 9, 2, 0) })
	add("summary-14", 401750, func() *big.Int { return summary(14, 12, 3, 200) })
	return list
}

func BenchmarkTasks(b *testing.B) {
	for _, task := range benchTasks() {
		b.Run(task.name, func(b *testing.B) {
			for b.Loop() {
				if got := task.run(); got.Cmp(big.NewInt(task.want)) != 0 {
					b.Fatalf("%v assignments, want %d", got, task.want)
				}
			}
		})
	}
}

// TestTasks compares the short tasks with BuDDy's answers.
func TestTasks(t *testing.T) {
	for _, task := range benchTasks() {
		switch task.name {
		case "queens-8", "queens-9", "reach-16", "reach-28", "summary-11":
			if got := task.run(); got.Cmp(big.NewInt(task.want)) != 0 {
				t.Errorf("%s: %v assignments, want %d", task.name, got, task.want)
			}
		}
	}
}
