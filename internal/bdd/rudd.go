package bdd

import (
	"fmt"
	"runtime"

	"github.com/dalzilio/rudd"
)

// ruddManager runs on package rudd. It keeps one handle per node in a table, because
// rudd loses count of more than 1,023 handles of a node; it avoids rudd's difference,
// empty variable sets and Allsat, which are wrong there; what rudd lacks is computed
// here. The node limit is checked at safe points only.
type ruddManager struct {
	b       *rudd.BDD
	config  Config
	numVars int
	handles map[Node]*ruddHandle
	image   Renaming
	points  int // safe points so far
	stats   Stats
}

// ruddHandle is the handle of a node.
type ruddHandle struct {
	node rudd.Node
	refs int
	// made counts the handles that rudd made for the node since the last collection: a
	// node with many is not let go, as long as their finalizers may still be to run.
	made int
}

// Limits of ruddManager.
const (
	ruddMaxVars    = 2097151
	ruddKeepMade   = 500     // of ruddHandle.made
	ruddMaxHandles = 1 << 17 // before a safe point collects
	ruddCountEvery = 64      // safe points per check of the node limit
)

func newRudd(c Config) (Manager, error) {
	if c.MaxVars <= 0 || c.MaxVars > ruddMaxVars {
		return nil, fmt.Errorf("rudd needs to know the number of variables, at most %d", ruddMaxVars)
	}
	b, err := rudd.New(c.MaxVars, rudd.Nodesize(10000+2*c.MaxVars), rudd.Cachesize(10000), rudd.Cacheratio(25))
	if err != nil {
		return nil, err
	}
	return &ruddManager{b: b, config: c, handles: map[Node]*ruddHandle{}}, nil
}

// in returns our handle of a node of rudd.
func (m *ruddManager) in(n rudd.Node) Node {
	if n == nil {
		panic("bdd: rudd failed: " + m.b.Error())
	}
	f := Node(*n)
	if f <= True {
		return f
	}
	h := m.handles[f]
	if h == nil {
		h = &ruddHandle{node: n}
		m.handles[f] = h
	}
	h.made++
	return f
}

// out returns rudd's handle.
func (m *ruddManager) out(f Node) rudd.Node {
	switch f {
	case False:
		return m.b.False()
	case True:
		return m.b.True()
	}
	return m.handles[f].node
}

func (m *ruddManager) NumVars() int { return m.numVars }

func (m *ruddManager) AddVars(n int) int {
	first := m.numVars
	if first+n > m.config.MaxVars {
		panic(fmt.Sprintf("bdd: more than %d variables", m.config.MaxVars))
	}
	m.numVars += n
	return first
}

func (m *ruddManager) Var(v int) Node    { return m.in(m.b.Ithvar(v)) }
func (m *ruddManager) NotVar(v int) Node { return m.in(m.b.NIthvar(v)) }
func (m *ruddManager) Low(f Node) Node   { return m.in(m.b.Low(m.out(f))) }
func (m *ruddManager) High(f Node) Node  { return m.in(m.b.High(m.out(f))) }

func (m *ruddManager) Top(f Node) int {
	if f <= True {
		return -1
	}
	return m.b.Label(m.out(f))
}

func (m *ruddManager) Not(f Node) Node { return m.in(m.b.Not(m.out(f))) }

func (m *ruddManager) And(f, g Node) Node {
	return m.in(m.b.Apply(m.out(f), m.out(g), rudd.OPand))
}

func (m *ruddManager) Or(f, g Node) Node {
	return m.in(m.b.Apply(m.out(f), m.out(g), rudd.OPor))
}

func (m *ruddManager) Xor(f, g Node) Node {
	return m.in(m.b.Apply(m.out(f), m.out(g), rudd.OPxor))
}

func (m *ruddManager) Diff(f, g Node) Node { return m.And(f, m.Not(g)) }

func (m *ruddManager) Ite(f, g, h Node) Node {
	return m.in(m.b.Ite(m.out(f), m.out(g), m.out(h)))
}

func (m *ruddManager) Exist(f, cube Node) Node {
	if cube == True {
		return f
	}
	return m.in(m.b.Exist(m.out(f), m.out(cube)))
}

func (m *ruddManager) Forall(f, cube Node) Node { return m.Not(m.Exist(m.Not(f), cube)) }

func (m *ruddManager) AndExist(f, g, cube Node) Node {
	if cube == True {
		return m.And(f, g)
	}
	return m.in(m.b.AndExist(m.out(cube), m.out(f), m.out(g)))
}

func (m *ruddManager) SetImage(from, to []int) { m.image = Renaming{From: from, To: to} }

func (m *ruddManager) Image(f, g, cube Node) Node {
	return m.Rename(m.AndExist(f, g, cube), &m.image)
}

func (m *ruddManager) Rename(f Node, r *Renaming) Node {
	by := make(map[int]Node, len(r.From))
	for i, v := range r.From {
		by[v] = m.Var(r.To[i])
	}
	return m.replace(f, by, map[Node]Node{False: False, True: True})
}

func (m *ruddManager) Compose(f Node, s *Substitution) Node {
	by := make(map[int]Node, len(s.Vars))
	for i, v := range s.Vars {
		by[v] = s.By[i]
	}
	return m.replace(f, by, map[Node]Node{False: False, True: True})
}

// replace replaces variables by functions.
func (m *ruddManager) replace(f Node, by map[int]Node, known map[Node]Node) Node {
	if r, ok := known[f]; ok {
		return r
	}
	g, ok := by[m.Top(f)]
	if !ok {
		g = m.Var(m.Top(f))
	}
	r := m.Ite(g, m.replace(m.High(f), by, known), m.replace(m.Low(f), by, known))
	known[f] = r
	return r
}

func (m *ruddManager) Constrain(f, care Node) Node {
	return (&restricter{m: m, known: map[[2]Node]Node{}}).run(f, care)
}

func (m *ruddManager) Restrict(f, care Node) Node {
	return (&restricter{m: m, known: map[[2]Node]Node{}, own: true}).run(f, care)
}

// restricter constrains by a care set; own says that f gets no other variables.
type restricter struct {
	m     *ruddManager
	known map[[2]Node]Node
	own   bool
}

func (r *restricter) run(f, care Node) Node {
	switch {
	case care == False:
		panic("bdd: nothing to care for")
	case f <= True || care == True:
		return f
	}
	key := [2]Node{f, care}
	if g, ok := r.known[key]; ok {
		return g
	}
	m := r.m
	v := m.Top(f)
	if w := m.Top(care); w < v {
		if r.own {
			return r.run(f, m.Or(m.Low(care), m.High(care)))
		}
		v = w
	}
	f0, f1 := split(m, f, v)
	c0, c1 := split(m, care, v)
	var g Node
	switch {
	case c0 == False:
		g = r.run(f1, c1)
	case c1 == False:
		g = r.run(f0, c0)
	default:
		g = m.Ite(m.Var(v), r.run(f1, c1), r.run(f0, c0))
	}
	r.known[key] = g
	return g
}

func (m *ruddManager) Ref(f Node) Node {
	if f > True {
		m.handles[f].refs++
	}
	return f
}

func (m *ruddManager) Deref(f Node) {
	if f <= True {
		return
	}
	if m.handles[f].refs == 0 {
		panic(fmt.Sprintf("bdd: node %d is not kept", f))
	}
	m.handles[f].refs--
}

func (m *ruddManager) SafePoint() {
	m.points++
	if len(m.handles) > ruddMaxHandles {
		m.GC()
	}
	if m.points%ruddCountEvery == 0 {
		m.check()
	}
}

// check asks Stop and compares the number of nodes with the limit.
func (m *ruddManager) check() {
	if m.config.Stop != nil {
		if err := m.config.Stop(); err != nil {
			panic(&StopError{err})
		}
	}
	if m.config.MaxNodes > 0 && m.countNodes() > m.config.MaxNodes {
		panic(&LimitError{m.config.MaxNodes})
	}
}

func (m *ruddManager) countNodes() int {
	n := 0
	// The callback returns no error, so Allnodes doesn't either.
	_ = m.b.Allnodes(func(_, _, _, _ int) error { n++; return nil })
	m.stats.Peak = max(m.stats.Peak, n)
	return n
}

func (m *ruddManager) GC() {
	m.stats.GCs++
	for f, h := range m.handles {
		if h.refs == 0 && h.made < ruddKeepMade {
			delete(m.handles, f)
		}
		h.made = 1
	}
	runtime.GC()
}

func (m *ruddManager) Stats() Stats {
	s := m.stats
	s.Nodes = m.countNodes()
	s.Peak = max(s.Peak, s.Nodes)
	return s
}
