package boolprog

import "fmt"

// NodeKind says what a node of a control-flow graph does.
type NodeKind uint8

// Kinds of nodes. Entry, Exit and Branch change nothing and cost nothing.
const (
	NodeEntry  NodeKind = iota // the only one without statement, with NodeExit
	NodeExit                   // only returns lead to it
	NodeBranch                 // the head of an if or while, a goto, an enforce: goes to any successor
	NodeSkip                   // skip, print
	NodeAssign
	NodeAssume // also either side of an if or while
	NodeAssert
	NodeCall
	NodeReturn // also the end of the body: then Implicit, with arbitrary results
	NodeDead
)

// Node is a point of a procedure and the step that is taken from there.
type Node struct {
	Kind     NodeKind
	Implicit bool    // a return that isn't in the program
	Stmt     *Stmt   // where the node comes from; has left sides, right sides, position, origin
	Cond     *Expr   // of Assume, Assert, and of Assign (constrain; nil means true)
	Callee   int     // of Call: index of the procedure
	Succs    []int   // nodes that may come next; of a call, after the return
	Enforce  []*Expr // all hold whenever this point is reached
}

// Weight returns what the node adds to the length of a path: 1 for a statement that is
// executed, 0 for a point that only joins or branches and for an implicit return. The
// head of an if or while is 0, the assume on either side 1; of a call the steps of the
// callee come on top.
func (n *Node) Weight() int {
	if n.Kind <= NodeBranch || n.Implicit {
		return 0
	}
	return 1
}

// Graph is the control-flow graph of a procedure.
//
// The variables of a procedure are numbered in slots: globals, formals, locals,
// results. Result slots mean something at NodeExit only.
type Graph struct {
	Prog   *Program
	Proc   *Proc
	Nodes  []Node
	Entry  int
	Exit   int
	labels map[string]int
}

// LabelNode returns the node that a label stands before.
func (g *Graph) LabelNode(label string) (node int, ok bool) {
	node, ok = g.labels[label]
	return node, ok
}

// Slot returns the slot of a resolved variable.
func (g *Graph) Slot(r Ref) int {
	switch r.Scope {
	case Global:
		return r.Index
	case Local:
		return len(g.Prog.Globals) + r.Index
	}
	panic(fmt.Sprintf("boolprog: no slot for %s", r.Name))
}

// FirstResult returns the slot of the first result, which is the number of variables
// in scope.
func (g *Graph) FirstResult() int {
	return len(g.Prog.Globals) + len(g.Proc.Formals) + len(g.Proc.Locals)
}

// NumSlots returns the number of slots.
func (g *Graph) NumSlots() int { return g.FirstResult() + g.Proc.NumResults }

// SlotName returns the name of a slot's variable; results are called "result 1" and so on.
func (g *Graph) SlotName(slot int) string {
	for _, vars := range [][]*Var{g.Prog.Globals, g.Proc.Formals, g.Proc.Locals} {
		if slot < len(vars) {
			return vars[slot].Name
		}
		slot -= len(vars)
	}
	return fmt.Sprintf("result %d", slot+1)
}

// BuildGraphs makes the graph of each procedure, in the order of p.Procs. The program
// must have passed [Check].
func BuildGraphs(p *Program) []*Graph {
	index := make(map[string]int, len(p.Procs))
	for i, q := range p.Procs {
		index[q.Name] = i
	}
	graphs := make([]*Graph, len(p.Procs))
	for i, q := range p.Procs {
		graphs[i] = buildGraph(p, q, index)
	}
	return graphs
}

// grapher builds one graph. open are the nodes whose successor is the next node made.
type grapher struct {
	*Graph
	procs   map[string]int
	open    []int
	enforce []*Expr
	gotos   []int
}

// buildGraph makes the graph of q.
func buildGraph(p *Program, q *Proc, procs map[string]int) *Graph {
	b := &grapher{Graph: &Graph{Prog: p, Proc: q, labels: map[string]int{}}, procs: procs}
	if q.Enforce != nil {
		b.enforce = []*Expr{q.Enforce}
	}
	b.Entry = b.node(Node{Kind: NodeEntry})
	b.open = nil
	b.Exit = b.node(Node{Kind: NodeExit})
	b.open = []int{b.Entry}
	b.block(q.Body)
	b.implicitReturn()
	for _, n := range b.gotos {
		for _, l := range b.Nodes[n].Stmt.Targets {
			b.link(n, b.labels[l])
		}
	}
	return b.Graph
}

// node adds a node behind the open ones and makes it the only open one.
func (b *grapher) node(n Node) int {
	id := len(b.Nodes)
	n.Enforce = b.enforce
	b.Nodes = append(b.Nodes, n)
	for _, from := range b.open {
		b.link(from, id)
	}
	b.open = []int{id}
	return id
}

// link adds an edge.
func (b *grapher) link(from, to int) {
	b.Nodes[from].Succs = append(b.Nodes[from].Succs, to)
}

// implicitReturn ends the body with a return of arbitrary values, if its end can be
// reached at all.
func (b *grapher) implicitReturn() {
	if len(b.open) == 0 {
		return
	}
	s := &Stmt{Kind: Return, Pos: b.Proc.Pos}
	for range b.Proc.NumResults {
		s.Rhs = append(s.Rhs, Nondet())
	}
	b.link(b.node(Node{Kind: NodeReturn, Implicit: true, Stmt: s}), b.Exit)
}

// block adds the statements of a block. What an enforce asks for ends with its block.
func (b *grapher) block(list []*Stmt) {
	outer := b.enforce
	for _, s := range list {
		first := len(b.Nodes)
		b.stmt(s)
		for _, l := range s.Labels {
			b.labels[l] = first
		}
	}
	b.enforce = outer
}

// stmt adds one statement.
func (b *grapher) stmt(s *Stmt) {
	switch s.Kind {
	case Skip, Print:
		b.node(Node{Kind: NodeSkip, Stmt: s})
	case Assign:
		b.node(Node{Kind: NodeAssign, Stmt: s, Cond: s.Cond})
	case Assume:
		b.node(Node{Kind: NodeAssume, Stmt: s, Cond: s.Cond})
	case Assert:
		b.node(Node{Kind: NodeAssert, Stmt: s, Cond: s.Cond})
	case Call:
		b.node(Node{Kind: NodeCall, Stmt: s, Callee: b.procs[s.Callee]})
	case Dead:
		b.node(Node{Kind: NodeDead, Stmt: s})
	case Return:
		b.link(b.node(Node{Kind: NodeReturn, Stmt: s}), b.Exit)
		b.open = nil
	case Goto:
		b.gotos = append(b.gotos, b.node(Node{Kind: NodeBranch, Stmt: s}))
		b.open = nil
	case Enforce:
		b.node(Node{Kind: NodeBranch, Stmt: s})
		b.enforce = append(b.enforce[:len(b.enforce):len(b.enforce)], s.Cond)
	case If:
		b.ifStmt(s)
	case While:
		b.whileStmt(s)
	default:
		panic(fmt.Sprintf("boolprog: statement of unknown kind %d", s.Kind))
	}
}

// ifStmt adds a branch to two assumes with a block behind each.
func (b *grapher) ifStmt(s *Stmt) {
	head := b.node(Node{Kind: NodeBranch, Stmt: s})
	b.node(Node{Kind: NodeAssume, Stmt: s, Cond: s.Cond})
	b.block(s.Then)
	behindThen := b.open
	b.open = []int{head}
	b.node(Node{Kind: NodeAssume, Stmt: s, Cond: Not(s.Cond)})
	b.block(s.Else)
	b.open = append(behindThen[:len(behindThen):len(behindThen)], b.open...)
}

// whileStmt adds a branch to two assumes, with the body behind the first.
func (b *grapher) whileStmt(s *Stmt) {
	head := b.node(Node{Kind: NodeBranch, Stmt: s})
	b.node(Node{Kind: NodeAssume, Stmt: s, Cond: s.Cond})
	b.block(s.Then)
	for _, from := range b.open {
		b.link(from, head)
	}
	b.open = []int{head}
	b.node(Node{Kind: NodeAssume, Stmt: s, Cond: Not(s.Cond)})
}
