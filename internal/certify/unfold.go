package certify

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/source"
)

// This file unfolds a procedure: the bodies of what it calls stand in the place of the calls,
// over variables of their own, so that a step from one point to the next is one formula.
// Calls of procedures that may call themselves stay.

// maxPoints bounds the points of the unfolded program.
const maxPoints = 200_000

// Frame is an activation of a function in an unfolded procedure.
type Frame struct {
	Func *cil.Func
	// Calls are the points of the calls that lead to it, outermost first.
	Calls []*Point
	// Vars has the copies of the function's variables; none for the procedure's own.
	Vars   map[*cil.Var]*cil.Var
	copies map[*cil.Var]bool
}

// Key names the calls that lead to the activation.
func (fr *Frame) Key() string {
	var b strings.Builder
	for _, c := range fr.Calls {
		fmt.Fprintf(&b, "%s:%d/", c.Node.Func.Name, c.Node.ID)
	}
	return b.String()
}

// Store says that an lvalue gets the value of an expression, an arbitrary one if E is nil.
type Store struct {
	To *cil.Lval
	E  cil.Expr
}

// Point is a point of an unfolded procedure. What happens there: all of Writes at once, and the
// variables of Fresh become arbitrary. Then one of Succs follows whose guard holds; a nil guard
// always does.
type Point struct {
	ID     int
	Node   *cil.Node
	Frame  *Frame
	Writes []Store
	Fresh  *Frame
	Succs  []*Point
	Guards []cil.Expr
	// Error says what is wrong if a run gets here; "" if nothing is.
	Error string
	// Call is the call of a procedure that isn't unfolded; nil elsewhere.
	Call *Call
	// indirect says that it is a call through a pointer, or a choice of what that calls.
	indirect bool
	// numbers says that the point only says something of what was allocated at its node.
	numbers bool
	// Cut says that the point has a claim.
	Cut bool
}

// Call is a call of another procedure, with arguments over the variables of the caller.
type Call struct {
	Callee *Procedure
	Args   []cil.Expr
	Result *cil.Var // has what is returned
}

// Key names the point: the nodes of the calls that lead to it, and its own.
func (p *Point) Key() string {
	return fmt.Sprintf("%s%s:%d", p.Frame.Key(), p.Node.Func.Name, p.Node.ID)
}

// Pos is the place of the point in the source.
func (p *Point) Pos() source.Pos { return p.Node.Pos }

// Procedure is a procedure with the bodies of what it calls.
type Procedure struct {
	Func        *cil.Func
	Points      []*Point
	Entry, Exit *Point
	Frames      []*Frame
	// Scope has all variables under the names that claims call them by.
	Scope *cil.Func
	// Old are the values that formals and globals had at the entry; nil for the start.
	Old map[*cil.Var]*cil.Var
	// modifies are the globals that a call may change, memory whether it may change what
	// pointers lead to.
	modifies []*cil.Var
	memory   bool
	counts   *cil.Var // the number of allocations, which a call may change; nil without any
}

// unfolder makes the points of one procedure.
type unfolder struct {
	sys   *System
	proc  *Procedure
	names map[string]bool
	work  []func()
}

// unfold makes a procedure of f.
func (s *System) unfold(proc *Procedure) error {
	u := &unfolder{sys: s, proc: proc, names: map[string]bool{}}
	f := proc.Func
	for _, v := range s.prog.Globals {
		u.names[v.Name] = true
	}
	for _, v := range variables(f) {
		u.names[v.Name] = true
	}
	proc.Scope = &cil.Func{Name: f.Name, Type: f.Type, Formals: f.Formals, Locals: append(slices.Clone(f.Locals), u.sys.counters()...), Result: f.Result, Entry: f.Entry, Exit: f.Exit}
	top := &Frame{Func: f}
	proc.Frames = []*Frame{top}
	proc.Entry, proc.Exit = u.body(top)
	for len(u.work) > 0 {
		next := u.work[0]
		u.work = u.work[1:]
		if next(); len(proc.Points) > maxPoints {
			return fmt.Errorf("%s and what it calls have more than %d points", f.Name, maxPoints)
		}
	}
	proc.Entry.Cut, proc.Exit.Cut = true, true
	markHeads(proc)
	return nil
}

func variables(f *cil.Func) []*cil.Var {
	vs := append(slices.Clone(f.Formals), f.Locals...)
	if f.Result != nil {
		vs = append(vs, f.Result)
	}
	return vs
}

func (u *unfolder) point(n *cil.Node, fr *Frame) *Point {
	p := &Point{ID: len(u.proc.Points), Node: n, Frame: fr}
	u.proc.Points = append(u.proc.Points, p)
	return p
}

// body makes the points of an activation; its calls are unfolded later.
func (u *unfolder) body(fr *Frame) (entry, exit *Point) {
	at := map[*cil.Node]*Point{}
	for _, n := range fr.Func.Nodes {
		at[n] = u.point(n, fr)
	}
	for _, n := range fr.Func.Nodes {
		p := at[n]
		for _, s := range n.Succs {
			p.Succs = append(p.Succs, at[s])
		}
		p.Guards = make([]cil.Expr, len(p.Succs))
		u.instr(p, n)
	}
	return at[fr.Func.Entry], at[fr.Func.Exit]
}

// instr says what happens at p.
func (u *unfolder) instr(p *Point, n *cil.Node) {
	to := renaming(p.Frame.Vars)
	if what := u.sys.errors[n]; what != "" {
		p.Error = what
	}
	switch in := n.Instr.(type) {
	case *cil.Assign:
		p.Writes = []Store{{to.lval(in.L), to.expr(in.E)}}
	case *cil.Havoc:
		p.Writes = []Store{{to.lval(in.L), nil}}
	case *cil.Clobber:
		p.Writes = u.sys.anything()
	case *cil.Assume:
		for i := range p.Guards {
			p.Guards[i] = to.expr(in.E)
		}
	case *cil.Branch:
		if e := to.expr(in.E); len(p.Guards) == 2 {
			p.Guards[0], p.Guards[1] = e, cil.Not(e)
		}
	case *cil.Return:
		if res := n.Func.Result; in.E != nil && res != nil {
			p.Writes = []Store{{to.lval(cil.VarLval(res)), to.expr(in.E)}}
		}
	case *cil.Opaque:
		p.Error = "what isn't modelled can be reached: " + in.What
	case *cil.Call:
		u.call(p, in, &cil.Call{Ret: to.lval(in.Ret), Fn: to.expr(in.Fn), Args: to.exprs(in.Args)})
	}
}

// call says what happens at a call; c is over the variables of the procedure.
func (u *unfolder) call(p *Point, in, c *cil.Call) {
	if f := in.Callee(); f != nil {
		u.callOf(p, f, c)
		return
	}
	next := p.Succs
	p.Succs, p.Guards, p.indirect = nil, nil, true
	var none cil.Expr
	for _, f := range u.sys.pointed() {
		q := u.point(p.Node, p.Frame)
		q.Succs, q.Guards = next, make([]cil.Expr, len(next))
		address := &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}
		var e cil.Expr = address
		if !cil.SameType(e.Type(), c.Fn.Type()) {
			e = cil.MakeCast(c.Fn.Type(), e)
		}
		p.Succs = append(p.Succs, q)
		is := &cil.Binary{Op: cil.Eq, X: c.Fn, Y: e, T: u.sys.prog.Model.Int(cil.Int)}
		p.Guards = append(p.Guards, is)
		if not := cil.Not(is); none == nil {
			none = not
		} else {
			none = &cil.Binary{Op: cil.LAnd, X: none, Y: not, T: is.T}
		}
		u.callOf(q, f, c)
	}
	outside := u.point(p.Node, p.Frame)
	outside.Succs, outside.Guards = next, make([]cil.Expr, len(next))
	outside.Writes = u.sys.external(c)
	p.Succs, p.Guards = append(p.Succs, outside), append(p.Guards, none)
}

// callOf is call where the callee is known.
func (u *unfolder) callOf(p *Point, f *cil.Func, c *cil.Call) {
	switch {
	case !f.HasBody():
		p.Writes = u.sys.external(&cil.Call{Ret: c.Ret, Fn: &cil.FuncAddr{F: f, T: &cil.PtrType{Elem: f.Type}}, Args: c.Args})
		u.allocation(p, f, c)
	case u.sys.procs[f] != nil:
		u.summary(p, f, c)
	default:
		u.work = append(u.work, func() { u.inside(p, f, c) })
	}
}

// summary makes p a call that stays, with a point behind it that stores the result.
func (u *unfolder) summary(p *Point, f *cil.Func, c *cil.Call) {
	result := &cil.Var{Name: "ret", Type: u.sys.prog.Model.Int(cil.Int)}
	if f.Result != nil {
		result = f.Result
	}
	p.Call = &Call{Callee: u.sys.procs[f], Args: c.Args, Result: u.copyOf(result)}
	p.Writes = p.Call.writes()
	q := u.point(p.Node, p.Frame)
	q.Succs, q.Guards = p.Succs, make([]cil.Expr, len(p.Succs))
	if c.Ret != nil {
		w := Store{To: c.Ret}
		if cil.SameType(c.Ret.Type(), result.Type) {
			w.E = cil.LoadVar(p.Call.Result)
		}
		q.Writes = []Store{w}
	}
	p.Succs, p.Guards = []*Point{q}, []cil.Expr{nil}
}

// inside puts the body of f behind p.
func (u *unfolder) inside(p *Point, f *cil.Func, c *cil.Call) {
	fr := &Frame{Func: f, Calls: append(slices.Clone(p.Frame.Calls), p), Vars: map[*cil.Var]*cil.Var{}, copies: map[*cil.Var]bool{}}
	u.proc.Frames = append(u.proc.Frames, fr)
	for _, v := range variables(f) {
		w := u.copyOf(v)
		fr.Vars[v], fr.copies[w] = w, true
	}
	p.Fresh = fr
	for i, v := range f.Formals {
		if i < len(c.Args) && cil.SameType(v.Type, c.Args[i].Type()) {
			p.Writes = append(p.Writes, Store{cil.VarLval(fr.Vars[v]), c.Args[i]})
		}
	}
	for _, v := range variables(f) {
		if w := fr.Vars[v]; w.AddrTaken && !slices.ContainsFunc(p.Writes, func(x Store) bool { return x.To.IsVar(w) }) {
			p.Writes = append(p.Writes, Store{cil.VarLval(w), nil})
		}
	}
	entry, exit := u.body(fr)
	exit.Succs, exit.Guards = p.Succs, make([]cil.Expr, len(p.Succs))
	if c.Ret != nil {
		w := Store{To: c.Ret}
		if f.Result != nil && cil.SameType(c.Ret.Type(), f.Result.Type) {
			w.E = cil.LoadVar(fr.Vars[f.Result])
		}
		exit.Writes = []Store{w}
	}
	p.Succs, p.Guards = []*Point{entry}, []cil.Expr{nil}
}

// copyOf returns a variable like v with a name of its own.
func (u *unfolder) copyOf(v *cil.Var) *cil.Var {
	w := *v
	w.Kind, w.Func = cil.Local, u.proc.Func
	for k := 1; u.names[w.Name]; k++ {
		w.Name = fmt.Sprintf("%s__%d", v.Name, k)
	}
	u.names[w.Name] = true
	u.proc.Scope.Locals = append(u.proc.Scope.Locals, &w)
	return &w
}

// external lists what a call of something without a body changes.
func (s *System) external(c *cil.Call) []Store {
	var ws []Store
	for _, l := range enc.ExternEffect(c, s.opt.Extern) {
		ws = append(ws, Store{l, nil})
	}
	if c.Ret != nil {
		ws = append(ws, Store{c.Ret, nil})
	}
	return ws
}

// anything lists all that code of others may change.
func (s *System) anything() []Store {
	ws := []Store{{cil.AnyMemory(), nil}}
	for _, v := range s.prog.Globals {
		if !v.Const && v.Kind == cil.Global && !v.AddrTaken {
			ws = append(ws, Store{cil.VarLval(v), nil})
		}
	}
	return ws
}

// pointed lists the functions with a body that a call through a pointer may call: all whose
// address is used.
func (s *System) pointed() []*cil.Func {
	s.pointers = true
	var fs []*cil.Func
	for _, f := range s.prog.Funcs {
		if f.AddrTaken && f.HasBody() {
			fs = append(fs, f)
		}
	}
	return fs
}

// markHeads makes cuts of the points that end a cycle in a search in depth.
func markHeads(p *Procedure) {
	const open, closed = 1, 2
	state := make([]int, len(p.Points))
	type step struct {
		p    *Point
		next int
	}
	stack := []step{{p: p.Entry}}
	state[p.Entry.ID] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.p.Succs) {
			state[top.p.ID] = closed
			stack = stack[:len(stack)-1]
			continue
		}
		to := top.p.Succs[top.next]
		top.next++
		switch state[to.ID] {
		case 0:
			state[to.ID] = open
			stack = append(stack, step{p: to})
		case open:
			to.Cut = true
		}
	}
}
