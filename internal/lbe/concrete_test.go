package lbe

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

// This file runs a fragment in the interpreter: a copy of its nodes becomes a function, with
// assignments before them that make the state at the start.

// binding gives a scalar its value at the start: a constant or an address.
type binding struct {
	l *cil.Lval
	e cil.Expr
}

// eq says that the scalar has the value.
func (b binding) eq() cil.Expr {
	return &cil.Binary{Op: cil.Eq, X: &cil.Load{L: b.l}, Y: b.e, T: &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}}
}

// harness runs one fragment.
type harness struct {
	prog     *cil.Program
	frag     *Fragment
	sem      Semantics
	start    *cil.Node
	end      *cil.Node
	original map[*cil.Node]*cil.Node // the node of the fragment that a copy is the first part of
	locals   []*cil.Var              // ghosts among them
	src, dst []Pred
	wrap     bool
}

// outcome is a run from the start of the fragment to its end.
type outcome struct {
	src, dst []bool
	nodes    []*cil.Node
}

// chooser says which of n values the next unknown is.
type chooser func(n int) int

func newHarness(prog *cil.Program, frag *Fragment, sem Semantics, src, dst []Pred) *harness {
	h := &harness{prog: prog, frag: frag, sem: sem, src: src, dst: dst, original: map[*cil.Node]*cil.Node{}}
	h.locals = slices.Clone(frag.From.Func.Locals)
	h.end = &cil.Node{Func: frag.From.Func, Instr: &cil.Skip{}}
	copies := map[*cil.Node]*cil.Node{frag.To: h.end}
	for _, n := range slices.Backward(frag.Nodes) {
		copies[n] = h.copy(n, copies)
	}
	h.start = h.copy(frag.From, copies)
	return h
}

// copy makes a node that does the same as n does in the fragment. Where the fragment is left
// another way, the copy has no successor.
func (h *harness) copy(n *cil.Node, copies map[*cil.Node]*cil.Node) *cil.Node {
	last := &cil.Node{Func: n.Func, Instr: n.Instr, Pos: n.Pos}
	for _, s := range n.Succs {
		c := copies[s]
		if c == nil {
			c = &cil.Node{Func: n.Func, Instr: &cil.Assume{E: cil.IntConst(cil.Math, 0)}, Succs: []*cil.Node{h.end}}
		}
		last.Succs = append(last.Succs, c)
	}
	first := last
	before := func(in cil.Instr) { first = &cil.Node{Func: n.Func, Instr: in, Pos: n.Pos, Succs: []*cil.Node{first}} }
	if c, ok := n.Instr.(*cil.Call); ok {
		last.Instr = &cil.Skip{}
		for _, l := range h.changes(c) {
			before(&cil.Havoc{L: l})
		}
	}
	if h.sem.Ghosts != nil {
		for _, g := range h.sem.Ghosts(n) {
			before(&cil.Assign{L: cil.VarLval(g), E: &cil.Load{L: g.Of}})
			if !slices.Contains(h.locals, g) {
				h.locals = append(h.locals, g)
			}
		}
	}
	h.original[first] = n
	return first
}

// changes lists what a call changes, of an array of unknown length the first element.
func (h *harness) changes(c *cil.Call) []*cil.Lval {
	var out []*cil.Lval
	for _, l := range h.sem.Effects(c) {
		switch a, ok := l.Type().(*cil.ArrayType); {
		case cil.IsAnyMemory(l):
			out = append(out, h.reachable()...)
		case ok && a.Len < 0:
			out = append(out, l.Part(cil.Sel{Index: cil.IntConst(cil.Math, 0)}))
		default:
			out = append(out, l)
		}
	}
	if c.Ret != nil {
		out = append(out, c.Ret)
	}
	return out
}

// variables are those that the fragment's function sees.
func (h *harness) variables() []*cil.Var {
	f := h.frag.From.Func
	vs := slices.Concat(h.prog.Globals, f.Formals, h.locals)
	if f.Result != nil {
		vs = append(vs, f.Result)
	}
	return vs
}

func (h *harness) reachable() []*cil.Lval {
	var out []*cil.Lval
	for _, v := range h.variables() {
		if v.AddrTaken && v.Kind != cil.Literal {
			out = append(out, cil.VarLval(v))
		}
	}
	return out
}

// run runs the fragment once. It returns nil if the run doesn't get to the end; undefined says
// that it is because of undefined behaviour.
func (h *harness) run(start []binding, choose chooser) (out *outcome, undefined bool) {
	f := *h.frag.From.Func
	f.Locals, f.Entry = h.locals, h.start
	for _, b := range slices.Backward(start) {
		f.Entry = &cil.Node{Func: h.frag.From.Func, Instr: &cil.Assign{L: b.l, E: b.e}, Succs: []*cil.Node{f.Entry}}
	}
	r := &running{h: h, choose: choose, out: &outcome{}}
	stop := interp.Run(h.prog, &f, interp.Config{Hook: r.hook, Havoc: r.havoc, CheckOverflow: !h.wrap})
	if !r.done {
		return nil, stop.Kind == interp.UB
	}
	return r.out, false
}

// running is one run.
type running struct {
	h       *harness
	choose  chooser
	out     *outcome
	done    bool
	objects map[string][]*big.Int // addresses that pointers may hold, by their type
}

func (r *running) hook(s *interp.State, n *cil.Node) {
	if r.objects == nil {
		r.findObjects(s)
	}
	if n == r.h.start {
		r.out.src = r.values(s, r.h.src)
	}
	if o := r.h.original[n]; o != nil {
		r.out.nodes = append(r.out.nodes, o)
	}
	if n == r.h.end {
		r.out.dst = r.values(s, r.h.dst)
		r.done = r.out.src != nil && r.out.dst != nil
		panic(&interp.Stop{})
	}
}

// values evaluates predicates; nil if one has no value.
func (r *running) values(s *interp.State, ps []Pred) []bool {
	vals := make([]bool, len(ps))
	for i, p := range ps {
		v, err := s.Holds(p.E, nil)
		if err != nil {
			return nil
		}
		vals[i] = v
	}
	return vals
}

// findObjects notes the addresses of scalars and structs by their type.
func (r *running) findObjects(s *interp.State) {
	r.objects = map[string][]*big.Int{}
	add := func(l *cil.Lval) {
		v, err := s.Eval(&cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}, nil)
		if key := cil.TypeString(l.Type()); err == nil && len(r.objects[key]) < 3 {
			r.objects[key] = append(r.objects[key], v.Int)
		}
	}
	for _, v := range r.h.variables() {
		if _, isStruct := v.Type.(*cil.CompType); isStruct && v.AddrTaken {
			add(cil.VarLval(v))
		}
		for _, l := range scalars(v) {
			if v.AddrTaken && !bitField(l) {
				add(l)
			}
		}
	}
}

func (r *running) havoc(_ *cil.Node, t cil.Type) *big.Int {
	if p, ok := t.(*cil.PtrType); ok {
		all := append([]*big.Int{{}}, r.objects[cil.TypeString(p.Elem)]...)
		return all[r.choose(len(all))]
	}
	all := domain(t)
	return all[r.choose(len(all))]
}

// scalars lists the scalar parts of v.
func scalars(v *cil.Var) []*cil.Lval {
	ls, _ := cil.ScalarParts(cil.VarLval(v), 64)
	return ls
}

func bitField(l *cil.Lval) bool {
	return len(l.Path) > 0 && l.Path[len(l.Path)-1].Field != nil && l.Path[len(l.Path)-1].Field.BitField
}

// domain lists the values of t that states are made of: small ones, and the ends of narrow and
// unsigned types.
func domain(t cil.Type) []*big.Int {
	it := t.(*cil.IntType)
	var all []*big.Int
	for _, v := range []int64{0, 1, -1} {
		x := big.NewInt(v)
		if it.Bits < 32 && it.Signed && v == 1 {
			x = it.Max()
		}
		if x = it.Wrap(x); !slices.ContainsFunc(all, func(y *big.Int) bool { return x.Cmp(y) == 0 }) {
			all = append(all, x)
		}
	}
	return all
}

// readType is the type of the values that l can have.
func readType(l *cil.Lval) cil.Type {
	t := l.Type()
	if it, ok := t.(*cil.IntType); ok && bitField(l) {
		return &cil.IntType{Kind: it.Kind, Bits: l.Path[len(l.Path)-1].Field.BitLen, Bytes: it.Bytes, Signed: it.Signed}
	}
	return t
}

// bindings lists the values that the scalar l may have at the start, as constants.
func bindings(l *cil.Lval) []binding {
	var all []binding
	for _, v := range domain(readType(l)) {
		all = append(all, binding{l, &cil.Const{T: l.Type().(*cil.IntType), Val: v}})
	}
	return all
}
