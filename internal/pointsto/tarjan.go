package pointsto

import "slices"

// tarjan finds the strongly connected components of a graph, in which find(s) stands for
// the successor s; an index of 0 means not seen, a low of -1 that the component is finished.
type tarjan struct {
	succs      func(int) []int
	find       func(int) int
	index, low []int
	stack      []int
	count      int
	groups     [][]int
}

type tarjanFrame struct{ n, next int }

func newTarjan(n int, succs func(int) []int, find func(int) int) *tarjan {
	return &tarjan{succs: succs, find: find, index: make([]int, n), low: make([]int, n)}
}

func (t *tarjan) search(root int) {
	frames := []tarjanFrame{t.open(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		succs := t.succs(f.n)
		if f.next < len(succs) {
			s := t.find(succs[f.next])
			f.next++
			if t.index[s] == 0 {
				frames = append(frames, t.open(s))
			} else if t.low[s] >= 0 {
				t.low[f.n] = min(t.low[f.n], t.index[s])
			}
			continue
		}
		n := f.n
		frames = frames[:len(frames)-1]
		if t.low[n] == t.index[n] {
			t.close(n)
		} else {
			up := frames[len(frames)-1].n
			t.low[up] = min(t.low[up], t.low[n])
		}
	}
}

func (t *tarjan) open(n int) tarjanFrame {
	t.count++
	t.index[n], t.low[n] = t.count, t.count
	t.stack = append(t.stack, n)
	return tarjanFrame{n: n}
}

// close takes the component of n off the stack.
func (t *tarjan) close(n int) {
	at := len(t.stack) - 1
	for t.stack[at] != n {
		at--
	}
	g := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	for _, m := range g {
		t.low[m] = -1
	}
	t.groups = append(t.groups, g)
}
