package slic

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// weaver puts the calls of the handler procedures into the program's functions. For one
// function at a time it collects what is to run before and after its nodes, and then
// sets the successors anew.
type weaver struct {
	*checker
	cfg    Config
	called bool // whether the program may call its entry function
	procOf map[point]*procedure
	hits   map[point]int

	f      *cil.Func
	before map[*cil.Node]*chain
	after  map[*cil.Node]*chain
}

// point is where a procedure is called.
type point struct {
	f *cil.Func
	e Event
}

func newWeaver(c *checker, prog *cil.Program, cfg Config) *weaver {
	w := &weaver{checker: c, cfg: cfg, called: called(prog, cfg.Entry), procOf: map[point]*procedure{}, hits: map[point]int{}}
	for _, p := range c.procs {
		if p.woven() {
			w.procOf[point{p.target, p.point}] = p
		}
	}
	return w
}

// called reports whether prog may call entry.
func called(prog *cil.Program, entry *cil.Func) bool {
	if entry == nil || entry.AddrTaken {
		return entry != nil
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() == entry {
				return true
			}
		}
	}
	return false
}

// at returns the procedure for e of f, which may be nil, and counts the point.
func (w *weaver) at(f *cil.Func, e Event) *procedure {
	p := w.procOf[point{f, e}]
	if p != nil {
		w.hits[point{f, e}]++
	}
	return p
}

// events returns the counts of the patterns.
func (w *weaver) events() []EventCount {
	var counts []EventCount
	for _, h := range w.spec.Handlers {
		for _, pat := range h.Patterns {
			n := 0
			if pat.Event == End {
				n = w.hits[point{nil, End}]
			}
			for _, f := range w.decls.Functions(pat.Func) {
				n += w.hits[point{f, pointOf(f, pat.Event)}]
			}
			counts = append(counts, EventCount{pat, n})
		}
	}
	return counts
}

// weave puts calls into f.
func (w *weaver) weave(f *cil.Func) {
	w.f, w.before, w.after = f, map[*cil.Node]*chain{}, map[*cil.Node]*chain{}
	original := slices.Clone(f.Nodes)
	for _, n := range original {
		if call, ok := n.Instr.(*cil.Call); ok && f != w.cfg.Outside {
			w.callSite(n, call)
		}
	}
	original = w.bodyEvents(original)
	if len(w.before) == 0 && len(w.after) == 0 {
		return
	}
	w.connect(original)
	f.Finish()
}

func (w *weaver) chain() *chain { return &chain{fn: w.f} }

// connect leads every edge through what was put before its end and after its start.
func (w *weaver) connect(original []*cil.Node) {
	head := func(n *cil.Node) *cil.Node {
		if c := w.before[n]; !c.empty() {
			return c.first
		}
		return n
	}
	for _, n := range original {
		for i, s := range n.Succs {
			n.Succs[i] = head(s)
		}
		if c := w.after[n]; !c.empty() && len(n.Succs) > 0 {
			c.close(n.Succs[0])
			n.Succs = []*cil.Node{c.first}
		}
	}
	for _, n := range original {
		if c := w.before[n]; !c.empty() {
			c.first.Labels, n.Labels = append(n.Labels, c.first.Labels...), nil
			c.close(n)
		}
	}
}

// run appends a call of p, whose parameters get what value returns for them.
func (w *weaver) run(c *chain, p *procedure, pos source.Pos, value func(k int, t cil.Type) cil.Expr) {
	call := &cil.Call{Fn: &cil.FuncAddr{F: p.fn, T: &cil.PtrType{Elem: p.fn.Type}}}
	for _, a := range p.formals {
		call.Args = append(call.Args, value(a.index, a.v.Type))
	}
	c.emit(call, pos)
}

// temp appends an assignment of e to a new variable and returns the variable's value.
func (w *weaver) temp(c *chain, hint string, e cil.Expr, pos source.Pos) cil.Expr {
	v := w.f.NewTemp(w.names.local(hint), e.Type(), pos)
	c.emit(&cil.Assign{L: cil.VarLval(v), E: e}, pos)
	return cil.LoadVar(v)
}

// arbitrary appends a variable with any value of type t.
func (w *weaver) arbitrary(c *chain, t cil.Type, why string, pos source.Pos) cil.Expr {
	v := w.f.NewTemp(w.names.local("any"), t, pos)
	c.emit(&cil.Havoc{L: cil.VarLval(v), Why: why}, pos)
	return cil.LoadVar(v)
}
