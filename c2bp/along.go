package c2bp

import (
	"encoding/binary"
	"fmt"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// This file abstracts a path alone, for many sets of predicates. Each activation on it
// becomes a procedure without branches, of the statements that [Abstracter.Abstract] makes
// of its nodes: the Boolean program for the predicates has the path if and only if this one
// reaches its end. What a statement becomes depends on the elements that are linked with it,
// directly or through others; with the same ones it is known from one set to the next.

// Lines abstracts paths alone.
type Lines struct {
	ab    *Abstracter
	ids   map[string]int // of elements, by key
	infos map[lineStep]*stepInfo
	known map[string][]*boolprog.Stmt // by step and the elements that matter to it
	// numbers has the moves of all paths, see line.go.
	numbers  map[lineMove]int
	moves    []lineMove
	maxNodes int // of the diagrams of a set
}

// Lines returns what abstracts paths alone. It shares with ab what the provers said.
func (ab *Abstracter) Lines() *Lines {
	return &Lines{ab: ab, ids: map[string]int{}, infos: map[lineStep]*stepInfo{}, known: map[string][]*boolprog.Stmt{}, numbers: map[lineMove]int{}, maxNodes: maxLineNodes}
}

// lineStep is what a step does: steps that do the same have the same statements.
type lineStep struct {
	node   *cil.Node
	taken  int
	callee *cil.Func // the function that a call enters; nil for none
}

// newLineStep returns what step i of a path does.
func newLineStep(p *path.Path, i int) lineStep {
	st := p.Steps[i]
	s := lineStep{node: st.Node}
	if _, ok := st.Node.Instr.(*cil.Branch); ok {
		s.taken = st.Taken
	}
	if p.Enters(i) {
		s.callee = p.Steps[i+1].Node.Func
	}
	return s
}

// stepInfo is what is known of a step for all sets of predicates.
type stepInfo struct {
	id     int
	probe  *element     // has what the step reads and writes
	linked map[int]bool // by element: whether it shares something with the probe
}

func (l *Lines) info(s lineStep) *stepInfo {
	in := l.infos[s]
	if in == nil {
		in = &stepInfo{id: len(l.infos), probe: l.probe(s.node), linked: map[int]bool{}}
		l.infos[s] = in
	}
	return in
}

// probe returns an element that has what a node reads and may write.
func (l *Lines) probe(n *cil.Node) *element {
	all := &element{vars: map[*cil.Var]bool{}}
	add := func(e cil.Expr) {
		var x element
		x.collect(e)
		all.reads, all.mem, all.addr = append(all.reads, x.reads...), all.mem || x.mem, all.addr || x.addr
		for v := range x.vars {
			all.vars[v] = true
		}
	}
	cil.EachExpr(n.Instr, add)
	for _, w := range written(n, l.ab.opt.Effects, l.ab.in.Callees) {
		add(&cil.Load{L: w})
	}
	if _, ok := n.Instr.(*cil.Return); ok && n.Func.Result != nil {
		add(cil.LoadVar(n.Func.Result))
	}
	return all
}

// near reports whether two elements share something, or may.
func (l *Lines) near(a, b *element) bool {
	return a.mem && b.mem || a.addr && b.addr || l.ab.linked(a, b)
}

// LineSet abstracts paths for one set of predicates.
type LineSet struct {
	*Lines
	scene  scene
	funcs  map[*cil.Func]*lineFunc
	known  map[lineStep][]*boolprog.Stmt
	temps  *tempSet
	follow *follower // nil before the first question
}

// lineFunc is a function as the elements of a set show it.
type lineFunc struct {
	emitter *emitter
	ids     []int // of the elements that it sees
	part    []int // by element: those with one number are linked, if only through others
	enforce []*boolprog.Expr
}

// For returns what abstracts paths for these predicates.
func (l *Lines) For(preds *pred.Set) *LineSet {
	l.ab.setElements(preds)
	s := &LineSet{Lines: l, funcs: map[*cil.Func]*lineFunc{}, known: map[lineStep][]*boolprog.Stmt{}, temps: newTempSet()}
	conflicts := l.ab.conflicts()
	l.ab.answer(conflicts)
	l.ab.noteConflicts(conflicts)
	s.scene = l.ab.scene
	return s
}

// fn returns the function f as the elements show it.
func (s *LineSet) fn(f *cil.Func) *lineFunc {
	if x := s.funcs[f]; x != nil {
		return x
	}
	x := &lineFunc{emitter: s.ab.newEmitter(f)}
	els := x.emitter.view.els
	x.part = make([]int, len(els))
	for i, el := range els {
		x.ids = append(x.ids, s.id(el))
		x.part[i] = i
		for k := range i {
			if x.part[k] != x.part[i] && s.near(el, els[k]) {
				merge(x.part[:i+1], x.part[i], x.part[k])
			}
		}
	}
	var p boolprog.Proc
	s.ab.addConflicts(&p, f)
	if p.Enforce != nil {
		x.enforce = append(x.enforce, p.Enforce)
	}
	s.funcs[f] = x
	return x
}

func (l *Lines) id(el *element) int {
	key := el.key()
	k, ok := l.ids[key]
	if !ok {
		k = len(l.ids)
		l.ids[key] = k
	}
	return k
}

// Along returns a Boolean program whose only assertion fails at the end of the path. If it
// can't be reached, the Boolean program for the predicates doesn't have the path.
func (s *LineSet) Along(p *path.Path) *boolprog.Program {
	s.ab.scene, s.ab.temps = s.scene, s.temps
	bp := &boolprog.Program{}
	for _, n := range names(s.ab.global) {
		bp.Globals = append(bp.Globals, &boolprog.Var{Name: n})
	}
	w := &lineWriter{set: s, bp: bp, path: p}
	w.activation()
	s.ab.addGlobalGroups(bp) // to all procedures
	return bp
}

// statements abstracts a step. What is known of it for the elements that matter is taken.
func (s *LineSet) statements(st lineStep) []*boolprog.Stmt {
	if out, ok := s.known[st]; ok {
		return out
	}
	key, fixed := s.key(st)
	out, ok := s.Lines.known[key]
	if !fixed || !ok {
		out = s.abstract(st)
	}
	if fixed {
		s.Lines.known[key] = out
	}
	s.known[st] = out
	return out
}

// key identifies what the step becomes. It is false for steps that all elements of a function
// matter to: those that enter or leave one, and the points of ghosts.
func (s *LineSet) key(st lineStep) (string, bool) {
	if st.callee != nil || st.node == st.node.Func.Exit || len(s.scene.ghosts[st.node]) > 0 {
		return "", false
	}
	in, f := s.info(st), s.fn(st.node.Func)
	matters := make([]bool, len(f.ids))
	for i, id := range f.ids {
		linked, ok := in.linked[id]
		if !ok {
			linked = s.near(in.probe, f.emitter.view.els[i])
			in.linked[id] = linked
		}
		if linked {
			matters[f.part[i]] = true
		}
	}
	key := binary.AppendUvarint(nil, uint64(in.id))
	for i, id := range f.ids {
		if matters[f.part[i]] {
			key = binary.AppendUvarint(key, uint64(id))
		}
	}
	return string(key), true
}

// abstract makes the statements of a step, and asks what syntax doesn't say.
func (s *LineSet) abstract(st lineStep) []*boolprog.Stmt {
	ab := s.ab
	ab.asked = nil
	out := s.made(st)
	if len(ab.asked) == 0 {
		return out
	}
	ab.answer(onceEach(ab.asked))
	ab.answering = true
	defer func() { ab.answering = false }()
	return s.made(st)
}

// onceEach leaves out questions that are there already.
func onceEach(qs []*question) []*question {
	var out []*question
	seen := map[string]bool{}
	for _, q := range qs {
		if !seen[q.key] {
			seen[q.key] = true
			out = append(out, q)
		}
	}
	return out
}

// made makes the statements of a step with what is known.
func (s *LineSet) made(st lineStep) []*boolprog.Stmt {
	e, n := s.fn(st.node.Func).emitter, st.node
	e.view.exact = s.ab.exact[n]
	out := e.remember(nil, n)
	switch in := n.Instr.(type) {
	case *cil.Branch:
		return append(out, e.sides(n, in)[st.taken])
	case *cil.Call:
		if st.callee != nil {
			return append(append(out, e.calls(n, in, st.callee)...), e.view.call(n, in, st.callee)...)
		}
		u := &update{}
		e.view.extern(u, e.view.els, in)
		return e.add(out, u.stmt(), n, "", "")
	}
	return e.instr(out, n)
}

// lineWriter lays the activations on a path out.
type lineWriter struct {
	set  *LineSet
	bp   *boolprog.Program
	path *path.Path
	next int // the first step that isn't laid out
}

// activation lays out the one that begins with the next step, and those inside.
func (w *lineWriter) activation() *boolprog.Proc {
	f := w.path.Steps[w.next].Node.Func
	name := "main"
	if len(w.bp.Procs) > 0 {
		name = fmt.Sprintf("activation$%d", len(w.bp.Procs))
	}
	p := &boolprog.Proc{Name: name}
	w.bp.Procs = append(w.bp.Procs, p)
	w.steps(p)
	fn := w.set.fn(f)
	decl := fn.emitter.declare(name)
	p.Formals, p.Locals, p.NumResults = decl.Formals, decl.Locals, decl.NumResults
	for _, c := range fn.enforce {
		p.AddEnforce(c)
	}
	w.set.ab.addLocalGroups(w.bp, p, f)
	return p
}

// steps lays out the statements of an activation.
func (w *lineWriter) steps(p *boolprog.Proc) {
	for last := len(w.path.Steps) - 1; w.next <= last; {
		i := w.next
		if w.next++; i == last {
			p.Body = append(p.Body, &boolprog.Stmt{Kind: boolprog.Assert, Cond: boolprog.Bool(false)})
			return
		}
		for _, st := range w.set.statements(newLineStep(w.path, i)) {
			c := *st
			p.Body = append(p.Body, &c)
			if st.Kind == boolprog.Call {
				c.Callee = w.activation().Name
			}
		}
		if w.path.Leaves(i) {
			return
		}
	}
}
