package effects

import "hardbop/internal/cil"

// Dead says what [Effects.DeadStores] did.
type Dead struct {
	Gone int // how many statements it took out
	// Hollow has for calls and returns that stay the parameters and results that get no true value there any more: what the
	// value is made of went.
	Hollow map[*cil.Node][]*cil.Var
}

// DeadStores takes the assignments out of fs, the functions that runs may enter, that give
// values to what no condition depends on. What the others compute stays the same, and so
// do the ways through the program. Of the variables
// in told, which error paths tell of, those that only get constants keep them: that makes
// nothing else live.
func (s *Effects) DeadStores(fs []*cil.Func, told ...*cil.Var) Dead {
	d := &liveness{Effects: s, live: NewCells()}
	for _, f := range fs {
		d.collect(f)
	}
	d.close()
	for _, v := range told {
		d.keep(v)
	}
	out := Dead{Hollow: d.hollow()}
	for _, f := range fs {
		out.Gone += remove(f, d.dead)
	}
	return out
}

// hollow finds the arguments and results that are made of what dead stores would set.
func (d *liveness) hollow() map[*cil.Node][]*cil.Var {
	out := map[*cil.Node][]*cil.Var{}
	for _, x := range d.todo {
		read := NewCells()
		if x.passes == nil {
			continue
		}
		if x.reads(read); !d.live.holds(read) {
			out[x.passes] = append(out[x.passes], x.v)
		}
	}
	return out
}

// keep lets the assignments to v stay if what they assign reads nothing.
func (d *liveness) keep(v *cil.Var) {
	var own []*cil.Node
	for n := range d.dead {
		l, e := assigned(n)
		if !l.IsVar(v) {
			continue
		}
		read := NewCells()
		if e != nil {
			d.Read(read, e)
		}
		if e == nil || len(read.List()) > 0 {
			return
		}
		own = append(own, n)
	}
	for _, n := range own {
		delete(d.dead, n)
	}
}

// assigned returns what n, a dead store, gives a value, and that if it is known.
func assigned(n *cil.Node) (*cil.Lval, cil.Expr) {
	if a, ok := n.Instr.(*cil.Assign); ok {
		return a.L, a.E
	}
	return n.Instr.(*cil.Havoc).L, nil
}

// store is a place where cells get values that are made of what reads says.
type store struct {
	node   *cil.Node // what can be left out; nil for arguments and results
	to     *Cells
	reads  func(*Cells)
	passes *cil.Node // the call or return that gives v an argument or a result
	v      *cil.Var
}

// liveness is the search for the stores that matter.
type liveness struct {
	*Effects
	live *Cells
	todo []store
	dead map[*cil.Node]bool
}

// collect makes live what the conditions of f read, and lists its stores.
func (d *liveness) collect(f *cil.Func) {
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assume:
			d.Read(d.live, in.E)
		case *cil.Branch:
			d.Read(d.live, in.E)
		case *cil.Assign:
			d.add(n, in.L, in.E)
		case *cil.Havoc:
			if in.Of != nil {
				d.add(n, in.L, &cil.Load{L: in.Of})
				continue
			}
			d.add(n, in.L)
		case *cil.Return:
			if res := f.Result; in.E != nil && res != nil {
				d.pass(n, res, in.E)
			}
		case *cil.Call:
			d.call(n, in)
		}
	}
}

// add lists the store of something made of es to l.
func (d *liveness) add(n *cil.Node, l *cil.Lval, es ...cil.Expr) {
	d.todo = append(d.todo, store{node: n, to: d.Locate(l), reads: func(to *Cells) {
		d.ReadAddress(to, l)
		for _, e := range es {
			d.Read(to, e)
		}
	}})
}

// pass lists that v, a parameter or a result, gets e at n.
func (d *liveness) pass(n *cil.Node, v *cil.Var, e cil.Expr) {
	d.todo = append(d.todo, store{to: d.Locate(cil.VarLval(v)), reads: func(to *Cells) { d.Read(to, e) }, passes: n, v: v})
}

// call lists what a call stores: arguments, the result, and what a callee without a body
// changes.
func (d *liveness) call(n *cil.Node, in *cil.Call) {
	if in.Callee() == nil {
		d.Read(d.live, in.Fn)
	}
	for _, f := range d.Callees(n) {
		if !f.HasBody() {
			d.todo = append(d.todo, store{to: d.Writes(n), reads: func(to *Cells) {
				for _, a := range in.Args {
					d.Read(to, a)
				}
			}})
			continue
		}
		for i, v := range f.Formals {
			if i < len(in.Args) {
				d.pass(n, v, in.Args[i])
			}
		}
		if in.Ret != nil && f.Result != nil {
			d.add(nil, in.Ret, cil.LoadVar(f.Result))
		}
	}
}

// close makes live what stores to live cells read, until nothing changes. The stores that
// are left are dead.
func (d *liveness) close() {
	for changed := true; changed; {
		changed = false
		rest := d.todo[:0]
		for _, x := range d.todo {
			if x.to.Meets(d.live) {
				x.reads(d.live)
				changed = true
			} else {
				rest = append(rest, x)
			}
		}
		d.todo = rest
	}
	d.dead = map[*cil.Node]bool{}
	for _, x := range d.todo {
		if x.node != nil {
			d.dead[x.node] = true
		}
	}
}

// remove takes the dead nodes out of f; those with a label, and one in each cycle of them,
// do nothing instead.
func remove(f *cil.Func, dead map[*cil.Node]bool) int {
	n := 0
	next := map[*cil.Node]*cil.Node{}
	for _, x := range f.Nodes {
		if !dead[x] {
			continue
		}
		n++
		if len(x.Labels) > 0 || len(x.Succs) != 1 || leadsTo(next, x.Succs[0], x) {
			x.Instr = &cil.Skip{}
			continue
		}
		next[x] = x.Succs[0]
	}
	if n == 0 {
		return 0
	}
	for _, x := range f.Nodes {
		for i, s := range x.Succs {
			for next[s] != nil {
				s = next[s]
			}
			x.Succs[i] = s
		}
	}
	f.Finish()
	return n
}

// leadsTo reports whether the chain of next from from on comes to to.
func leadsTo(next map[*cil.Node]*cil.Node, from, to *cil.Node) bool {
	for from != to && next[from] != nil {
		from = next[from]
	}
	return from == to
}
