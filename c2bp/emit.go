package c2bp

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
)

// This file lays a procedure out as statements: one group of statements a C node, in
// the order of the nodes, joined by falling through and gotos. Nodes that change no
// element and don't branch print nothing.

// procName returns the name of f's procedure. Runs start at main, so the C program's
// own main gets another name.
func (ab *Abstracter) procName(f *cil.Func) string {
	switch {
	case f == ab.in.Entry:
		return "main"
	case f.Name == "main":
		return "$main"
	}
	return boolprog.SafeName(f.Name)
}

// emitter abstracts one procedure and lays it out.
type emitter struct {
	ab    *Abstracter
	f     *cil.Func
	sig   signature
	view  *view
	stmts map[*cil.Node][]*boolprog.Stmt
	asks  map[*cil.Node][]*question // that the prover has to answer
	loops map[*cil.Node]bool        // silent nodes that must print something: they lead back to themselves
	// unreached has the nodes that are left as they are in the draft.
	unreached map[*cil.Node]bool
	out       *Abstraction // of the layout
	live      *lbe.Live
	topics    map[*cil.Var]*topic
	dead      map[*cil.Node][]*element // that are forgotten before the node
	// cuts and blocks are the procedure's cutpoints and fragments, if it is laid out in blocks.
	cuts   []*cil.Node
	blocks []*block
}

func (ab *Abstracter) newEmitter(f *cil.Func) *emitter {
	return &emitter{ab: ab, f: f, sig: ab.signature(f), view: ab.newView(append(append([]*element(nil), ab.global...), ab.local[f]...)),
		stmts: map[*cil.Node][]*boolprog.Stmt{}, asks: map[*cil.Node][]*question{}, unreached: map[*cil.Node]bool{}}
}

// draft abstracts each node and notes its questions. A node with questions always prints
// something, so that it can be seen whether it is reached.
func (e *emitter) draft() {
	e.live = lbe.NewLive(e.f, e.readsAt)
	for _, n := range e.f.Nodes {
		e.draftNode(n)
	}
}

func (e *emitter) draftNode(n *cil.Node) {
	e.ab.asked = nil
	e.stmts[n] = e.node(n)
	e.asks[n] = e.ab.asked
	if len(e.asks[n]) > 0 && len(e.stmts[n]) == 0 {
		e.stmts[n] = []*boolprog.Stmt{e.mark(&boolprog.Stmt{Kind: boolprog.Skip}, n, "", describe(n))}
	}
}

// proc lays the procedure out.
func (e *emitter) proc(out *Abstraction) *boolprog.Proc {
	e.out = out
	body := e.body()
	p := e.declare(e.ab.procName(e.f))
	p.Body = body
	return p
}

// declare returns the procedure without its statements, which are known by now.
func (e *emitter) declare(name string) *boolprog.Proc {
	p := &boolprog.Proc{Name: name}
	p.NumResults = len(names(e.sig.results))
	for _, n := range names(e.sig.formals) {
		p.Formals = append(p.Formals, &boolprog.Var{Name: n})
	}
	for _, el := range e.ab.local[e.f] {
		if !el.isFormal() {
			for _, n := range el.names {
				p.Locals = append(p.Locals, &boolprog.Var{Name: n})
			}
		}
	}
	for _, n := range e.ab.temps.vars[e.f] {
		p.Locals = append(p.Locals, &boolprog.Var{Name: n})
	}
	return p
}

func (e *emitter) body() []*boolprog.Stmt {
	if e.cuts != nil {
		return e.blockBody()
	}
	e.loops = map[*cil.Node]bool{}
	for _, n := range e.f.Nodes {
		if len(e.stmts[n]) > 0 {
			e.ab.Stats.Nodes++
		}
	}
	e.resolve(e.f.Entry)
	for _, n := range e.f.Nodes {
		if !e.silent(n) {
			for _, s := range n.Succs {
				e.resolve(s)
			}
		}
	}
	e.forget()
	return e.layout()
}

// silent reports whether n prints nothing.
func (e *emitter) silent(n *cil.Node) bool {
	return len(e.stmts[n]) == 0 && len(n.Succs) == 1 && !e.loops[n]
}

// resolve returns the first node from n on that prints something. A cycle of silent
// nodes gets one that does.
func (e *emitter) resolve(n *cil.Node) *cil.Node {
	seen := map[*cil.Node]bool{}
	for e.silent(n) {
		if seen[n] {
			e.loops[n] = true
			e.stmts[n] = []*boolprog.Stmt{e.mark(&boolprog.Stmt{Kind: boolprog.Skip}, n, "", "")}
			return n
		}
		seen[n] = true
		n = n.Succs[0]
	}
	return n
}

// layout joins the nodes' statements.
func (e *emitter) layout() []*boolprog.Stmt {
	order := e.printed()
	next := map[*cil.Node]*cil.Node{}
	for i := 0; i+1 < len(order); i++ {
		next[order[i]] = order[i+1]
	}
	jumped := map[*cil.Node]bool{}
	var body []*boolprog.Stmt
	first := map[*cil.Node]*boolprog.Stmt{}
	jump := func(from, to *cil.Node, last bool) {
		to = e.resolve(to)
		if last && next[from] == to {
			return
		}
		jumped[to] = true
		body = append(body, &boolprog.Stmt{Kind: boolprog.Goto, Targets: []string{nodeLabel(to)}})
	}
	for i, n := range order {
		if i == 0 {
			if start := e.resolve(e.f.Entry); start != n {
				jumped[start] = true
				body = append(body, &boolprog.Stmt{Kind: boolprog.Goto, Targets: []string{nodeLabel(start)}})
			}
		}
		stmts := e.copies(n)
		if _, ok := n.Instr.(*cil.Branch); ok && len(n.Succs) == 2 {
			pre, sides := stmts[:len(stmts)-2], stmts[len(stmts)-2:]
			labels := []string{nodeLabel(n) + "_T", nodeLabel(n) + "_F"}
			split := e.register(e.mark(&boolprog.Stmt{Kind: boolprog.Goto, Targets: labels}, n, "", e.note(n, describe(n))), n)
			body = append(append(body, pre...), split)
			first[n] = append(pre[:len(pre):len(pre)], split)[0]
			for k, s := range sides {
				s.Labels = append(s.Labels, labels[k])
				body = append(body, s)
				jump(n, n.Succs[k], k == 1)
			}
			continue
		}
		body = append(body, stmts...)
		first[n] = stmts[0]
		if n != e.f.Exit && len(n.Succs) == 1 {
			jump(n, n.Succs[0], true)
		}
	}
	for _, n := range order {
		if jumped[n] {
			first[n].Labels = append([]string{nodeLabel(n)}, first[n].Labels...)
		}
	}
	return body
}

// copies returns n's statements for one layout, and records their origins.
func (e *emitter) copies(n *cil.Node) []*boolprog.Stmt {
	var out []*boolprog.Stmt
	if s := e.deadBefore(n); s != nil {
		out = append(out, s)
	}
	for _, s := range e.stmts[n] {
		c := *s
		c.Labels = slices.Clone(s.Labels)
		if c.Comment != "" {
			c.Comment = e.note(n, c.Comment)
		}
		out = append(out, e.register(&c, n))
	}
	return out
}

// note adds to a comment that n was not abstracted, if so.
func (e *emitter) note(n *cil.Node, comment string) string {
	if e.unreached[n] {
		return unreachedNote + comment
	}
	return comment
}

// register records what a statement with an origin stands for.
func (e *emitter) register(s *boolprog.Stmt, n *cil.Node) *boolprog.Stmt {
	if s.Origin != "" {
		e.out.origins[s.Origin] = newOrigin(n, strings.TrimPrefix(s.Origin, originOf(n, "")))
	}
	return s
}

// printed lists the nodes that print something, in order.
func (e *emitter) printed() []*cil.Node {
	var order []*cil.Node
	for _, n := range e.f.Nodes {
		if !e.silent(n) {
			order = append(order, n)
		}
	}
	return order
}

func nodeLabel(n *cil.Node) string { return fmt.Sprintf("N%d", n.ID) }

// node abstracts one node.
func (e *emitter) node(n *cil.Node) []*boolprog.Stmt {
	e.view.exact = e.ab.exact[n]
	return e.instr(e.remember(e.asserts(n), n), n)
}

// remember adds the assignments of the ghosts whose point n is.
func (e *emitter) remember(out []*boolprog.Stmt, n *cil.Node) []*boolprog.Stmt {
	for _, g := range e.ab.ghosts[n] {
		u := &update{}
		e.ab.newView(notOf(g, e.view.els)).assign(u, e.view.els, cil.VarLval(g), &cil.Load{L: g.Of})
		out = e.add(out, u.stmt(), n, "$", g.Name+" = "+cil.LvalString(g.Of))
	}
	return out
}

// instr adds the statements of n's instruction.
func (e *emitter) instr(out []*boolprog.Stmt, n *cil.Node) []*boolprog.Stmt {
	switch in := n.Instr.(type) {
	case *cil.Skip:
		if n == e.f.Exit {
			out = append(out, e.ret(n))
		}
	case *cil.Assign:
		u := &update{}
		e.view.assign(u, e.view.els, in.L, in.E)
		out = e.add(out, u.stmt(), n, "", describe(n))
	case *cil.Havoc:
		u := &update{}
		e.view.havocLval(u, e.view.els, in.L)
		out = e.add(out, u.stmt(), n, "", describe(n))
	case *cil.Assume:
		if g := e.view.decide(in.E).possible(); !isConst(g, true) {
			out = e.add(out, &boolprog.Stmt{Kind: boolprog.Assume, Cond: g}, n, "", describe(n))
		}
	case *cil.Branch:
		out = append(out, e.sides(n, in)...)
	case *cil.Return:
		if in.E != nil && e.f.Result != nil {
			u := &update{}
			e.view.assign(u, e.view.els, cil.VarLval(e.f.Result), in.E)
			out = e.add(out, u.stmt(), n, "", describe(n))
		}
	case *cil.Call:
		out = append(out, e.call(n, in)...)
	case *cil.Opaque:
		s := &boolprog.Stmt{Kind: boolprog.Assume, Cond: boolprog.Bool(false), Labels: []string{OpaqueLabel(n)}}
		out = e.add(out, s, n, "", describe(n))
	}
	return out
}

// asserts are the assertions for the targets at n.
func (e *emitter) asserts(n *cil.Node) []*boolprog.Stmt {
	var out []*boolprog.Stmt
	for _, t := range e.ab.in.Targets {
		if t.Node == n {
			out = append(out, e.mark(&boolprog.Stmt{Kind: boolprog.Assert, Cond: boolprog.Bool(false), Labels: []string{t.Label}}, n, "!", ""))
		}
	}
	return out
}

// notOf lists the elements that don't speak of the ghost: what it was before it is
// assigned says nothing.
func notOf(g *cil.Var, els []*element) []*element {
	return slices.DeleteFunc(slices.Clone(els), func(el *element) bool { return el.vars[g] })
}

// OpaqueLabel returns the label of the statement for an Opaque node.
func OpaqueLabel(n *cil.Node) string { return fmt.Sprintf("OPAQUE_%s_%d", n.Func.Name, n.ID) }

// sides returns the two assumes of a branch: rule (2).
func (e *emitter) sides(n *cil.Node, in *cil.Branch) []*boolprog.Stmt {
	d := e.view.decide(in.E)
	side := func(g *boolprog.Expr, suffix, comment string) *boolprog.Stmt {
		s := &boolprog.Stmt{Kind: boolprog.Assume, Cond: g}
		if isConst(g, true) {
			s = &boolprog.Stmt{Kind: boolprog.Skip}
		}
		return e.mark(s, n, suffix, comment)
	}
	return []*boolprog.Stmt{side(d.possible(), "+", "then"), side(d.negated().possible(), "-", "else")}
}

// ret returns the return statement at the exit.
func (e *emitter) ret(n *cil.Node) *boolprog.Stmt {
	s := &boolprog.Stmt{Kind: boolprog.Return}
	for _, name := range names(e.sig.results) {
		s.Rhs = append(s.Rhs, boolprog.V(name))
	}
	return e.mark(s, n, "", "")
}

// call abstracts a call, of each function that may be called.
func (e *emitter) call(n *cil.Node, c *cil.Call) []*boolprog.Stmt {
	targets := e.ab.in.Callees(n)
	var alts [][]*boolprog.Stmt
	external := len(targets) == 0
	for k, g := range targets {
		if !g.HasBody() {
			external = true
			continue
		}
		stmts := e.view.call(n, c, g)
		e.mark(stmts[0], n, fmt.Sprintf("(%d", k), describe(n))
		for _, s := range stmts[1:] {
			e.mark(s, n, ")", "")
		}
		alts = append(alts, append(e.calls(n, c, g), stmts...))
	}
	if external {
		u := &update{}
		e.view.extern(u, e.view.els, c)
		alts = append(alts, e.add(nil, u.stmt(), n, "", describe(n)))
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return e.choice(n, alts)
}

// calls is the assumption that a call through a pointer is one of g.
func (e *emitter) calls(n *cil.Node, c *cil.Call, g *cil.Func) []*boolprog.Stmt {
	if c.Callee() != nil {
		return nil
	}
	addr := cil.MakeCast(c.Fn.Type(), &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}})
	cond := cil.MakeBinary(cil.Eq, c.Fn, addr, e.ab.in.Prog.Model.Int(cil.Int))
	possible := e.view.decide(cond).possible()
	if isConst(possible, true) {
		return nil
	}
	return e.add(nil, &boolprog.Stmt{Kind: boolprog.Assume, Cond: possible}, n, "?", "")
}

// choice puts alternatives side by side: any of them may run.
func (e *emitter) choice(n *cil.Node, alts [][]*boolprog.Stmt) []*boolprog.Stmt {
	end := nodeLabel(n) + "_end"
	split := e.mark(&boolprog.Stmt{Kind: boolprog.Goto}, n, "?", describe(n))
	out := []*boolprog.Stmt{split}
	for k, alt := range alts {
		label := fmt.Sprintf("%s_%d", nodeLabel(n), k)
		split.Targets = append(split.Targets, label)
		if len(alt) == 0 {
			alt = []*boolprog.Stmt{e.mark(&boolprog.Stmt{Kind: boolprog.Skip}, n, "", "")}
		}
		alt[0].Labels = append(alt[0].Labels, label)
		out = append(append(out, alt...), &boolprog.Stmt{Kind: boolprog.Goto, Targets: []string{end}})
	}
	return append(out, &boolprog.Stmt{Kind: boolprog.Skip, Labels: []string{end}})
}

func (e *emitter) add(out []*boolprog.Stmt, s *boolprog.Stmt, n *cil.Node, suffix, comment string) []*boolprog.Stmt {
	if s == nil {
		return out
	}
	return append(out, e.mark(s, n, suffix, comment))
}

// mark gives s its origin.
func (e *emitter) mark(s *boolprog.Stmt, n *cil.Node, suffix, comment string) *boolprog.Stmt {
	s.Origin = originOf(n, suffix)
	s.Comment = comment
	return s
}

func originOf(n *cil.Node, suffix string) string {
	return fmt.Sprintf("%s:%d%s", n.Func.Name, n.ID, suffix)
}

// describe returns n's place and instruction on one line.
func describe(n *cil.Node) string {
	text := cil.InstrString(n.Instr)
	if n.Pos.Line > 0 {
		return fmt.Sprintf("%d: %s", n.Pos.Line, text)
	}
	return text
}
