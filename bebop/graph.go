package bebop

// components returns the strongly connected components of a graph, each before those
// that lead to it: what a node reaches comes first.
func components(n int, succs [][]int) [][]int {
	t := &tarjan{succs: func(v int) []int { return succs[v] }, index: make([]int, n), low: make([]int, n), onStack: make([]bool, n)}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.found
}

// tarjan is R. Tarjan's algorithm (1972) with a stack of its own. index is 0 for nodes
// that have not been seen.
type tarjan struct {
	succs   func(v int) []int
	index   []int
	low     []int
	onStack []bool
	stack   []int
	found   [][]int
	next    int
}

// frame is a node whose successors from position at on are still to visit.
type frame struct{ node, at int }

func (t *tarjan) open(v int) frame {
	t.next++
	t.index[v], t.low[v] = t.next, t.next
	t.onStack[v] = true
	t.stack = append(t.stack, v)
	return frame{v, 0}
}

func (t *tarjan) visit(root int) {
	frames := []frame{t.open(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		succs := t.succs(f.node)
		if f.at < len(succs) {
			w := succs[f.at]
			f.at++
			switch {
			case t.index[w] == 0:
				frames = append(frames, t.open(w))
			case t.onStack[w]:
				t.low[f.node] = min(t.low[f.node], t.index[w])
			}
			continue
		}
		v := f.node
		frames = frames[:len(frames)-1]
		if t.low[v] == t.index[v] {
			t.close(v)
		}
		if len(frames) > 0 {
			from := frames[len(frames)-1].node
			t.low[from] = min(t.low[from], t.low[v])
		}
	}
}

// close takes the component of v, its first node, from the stack; v comes first.
func (t *tarjan) close(v int) {
	i := len(t.stack) - 1
	for t.stack[i] != v {
		i--
	}
	component := append([]int(nil), t.stack[i:]...)
	t.stack = t.stack[:i]
	for _, w := range component {
		t.onStack[w] = false
	}
	t.found = append(t.found, component)
}

// maxNesting bounds the nesting of loops that a weak topological order follows.
const maxNesting = 40

// weakOrder returns the positions of nodes in a weak topological order (F. Bourdoncle,
// "Efficient Chaotic Iteration Strategies with Widenings", 1993): a loop's nodes are
// consecutive, its head first, and inner loops likewise. Nodes that entry doesn't
// reach come last.
func weakOrder(n int, entry int, succs [][]int) []int {
	w := &weak{succs: succs, region: make([]int, n), position: make([]int, n)}
	for i := range w.position {
		w.position[i] = -1
	}
	w.t = &tarjan{index: make([]int, n), low: make([]int, n), onStack: make([]bool, n)}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	w.run(task{nodes: append([]int{entry}, all...)})
	return w.position
}

// weak makes a weak topological order. A node's region is the innermost loop that is
// being ordered; 0 is the whole graph, -1 a head that was taken out.
type weak struct {
	succs    [][]int
	region   []int
	regions  int
	position []int
	next     int
	t        *tarjan
}

// task is a set of nodes to order, the first being where a search starts. A single
// node without region is placed.
type task struct {
	nodes  []int
	region int
	depth  int
	place  bool
}

func (w *weak) run(first task) {
	tasks := []task{first}
	for len(tasks) > 0 {
		t := tasks[len(tasks)-1]
		tasks = tasks[:len(tasks)-1]
		if t.place {
			for _, v := range t.nodes {
				w.position[v] = w.next
				w.next++
			}
			continue
		}
		tasks = w.split(tasks, t)
	}
}

// split finds the components of a task's nodes and adds tasks for them, to be done in
// topological order. The list of components is in reverse topological order, and so is
// the order in which they go on the stack.
func (w *weak) split(tasks []task, t task) []task {
	w.t.found = nil
	w.t.succs = func(v int) []int { return w.inside(v, t.region) }
	for _, v := range t.nodes {
		w.t.index[v] = 0
	}
	for _, v := range t.nodes {
		if w.t.index[v] == 0 && w.region[v] == t.region {
			w.t.visit(v)
		}
	}
	for _, c := range w.t.found {
		head := task{nodes: c[:1], place: true}
		if len(c) > 1 && t.depth < maxNesting {
			w.regions++
			for _, v := range c[1:] {
				w.region[v] = w.regions
			}
			w.region[c[0]] = -1
			body := task{nodes: w.entered(c), region: w.regions, depth: t.depth + 1}
			tasks = append(tasks, body, head)
			continue
		}
		tasks = append(tasks, task{nodes: c, place: true})
	}
	return tasks
}

// inside returns the successors of v in a region.
func (w *weak) inside(v, region int) []int {
	var list []int
	for _, s := range w.succs[v] {
		if w.region[s] == region {
			list = append(list, s)
		}
	}
	return list
}

// entered returns a component without its head, starting with the head's successors.
func (w *weak) entered(c []int) []int {
	list := w.inside(c[0], w.region[c[1]])
	return append(list, c[1:]...)
}
