package slic

import (
	"path/filepath"
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
	places []EventPlace

	f      *cil.Func
	before map[*cil.Node]*chain
	after  map[*cil.Node]*chain
	// marked has the arguments of the macros whose expansion begins at a node.
	marked map[*cil.Node]map[int]cil.Expr
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

// at returns the procedure for e of f, which may be nil, and counts the point at pos.
func (w *weaver) at(f *cil.Func, e Event, pos source.Pos) *procedure {
	p := w.procOf[point{f, e}]
	if p != nil {
		w.hits[point{f, e}]++
	}
	if p != nil && f != nil {
		name := f.Name
		if f.Orig != "" {
			name = f.Orig
		}
		w.places = append(w.places, EventPlace{Pos: pos, Func: name, Event: e, In: w.f})
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
	w.f, w.before, w.after, w.marked = f, map[*cil.Node]*chain{}, map[*cil.Node]*chain{}, map[*cil.Node]map[int]cil.Expr{}
	original := slices.Clone(f.Nodes)
	library := w.ownBusiness(f)
	for _, n := range original {
		switch in := n.Instr.(type) {
		case *cil.Call:
			if in.As != nil {
				w.othersSite(n, in)
			} else if f != w.cfg.Outside && !in.Inner && !(library && in.Callee() != nil) {
				w.callSite(n, in)
			}
		case *cil.Skip:
			if in.Mark != nil && !library {
				w.markSite(n, in.Mark)
			}
		}
	}
	original = w.bodyEvents(original)
	if len(w.before) == 0 && len(w.after) == 0 {
		return
	}
	w.connect(original)
	f.Finish()
}

// ownBusiness reports whether what f calls is no event: f is an inline function of a
// header that the rule itself speaks of, as of spin_lock, which calls raw_spin_lock, or it
// is the model of a function.
func (w *weaver) ownBusiness(f *cil.Func) bool {
	if f.Model != "" {
		return true
	}
	if !f.Static || filepath.Ext(f.Pos.File) != ".h" {
		return false
	}
	for _, e := range []Event{Call, Return, Entry, Exit} {
		if w.procOf[point{f, e}] != nil {
			return true
		}
	}
	return false
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
