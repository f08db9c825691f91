package inline

import "hardbop/internal/cil"

// Part says what a node does of what its origin does.
type Part int

// The parts.
const (
	// Step is the whole, or the point that stands for a call or a return.
	Step Part = iota
	// Pass passes an argument or the result.
	Pass
	// Glue is what only the copy needs.
	Glue
)

// Origin says where a node comes from.
type Origin struct {
	Node *cil.Node // what the node is a copy of, the call or return that it is a part of, or itself
	Func *cil.Func // the function in which Node was at first
	// Chain are the calls, outermost first, whose bodies the node stands in; each is a node
	// as it was in the program at first.
	Chain []*cil.Node
	Part  Part
}

// Result is the way back from a program with bodies in the place of calls. A nil Result is
// that of a program without any.
type Result struct {
	Inlined int // the number of calls
	Added   int // the number of nodes

	origins map[*cil.Node]Origin
	calls   map[*cil.Node]*cil.Call
	vars    map[*cil.Var]*cil.Var
	order   map[*cil.Node]int
}

func newResult(prog *cil.Program) *Result {
	r := &Result{origins: map[*cil.Node]Origin{}, calls: map[*cil.Node]*cil.Call{}, vars: map[*cil.Var]*cil.Var{}, order: map[*cil.Node]int{}}
	for _, f := range prog.Funcs {
		for i, n := range f.Nodes {
			r.order[n] = i
		}
	}
	return r
}

// Origin says where n comes from.
func (r *Result) Origin(n *cil.Node) Origin {
	if r != nil {
		if o, ok := r.origins[n]; ok {
			return o
		}
	}
	return Origin{Node: n, Func: n.Func}
}

// Func returns the function that n is in as people see the program.
func (r *Result) Func(n *cil.Node) *cil.Func { return r.Origin(n).Func }

// Call returns the call that n is or stands for; nil if there is none.
func (r *Result) Call(n *cil.Node) *cil.Call {
	if c, ok := n.Instr.(*cil.Call); ok {
		return c
	}
	return r.Replaced(n)
}

// Replaced returns the call for which n stands, with a body behind it; nil if there is none.
func (r *Result) Replaced(n *cil.Node) *cil.Call {
	if r == nil {
		return nil
	}
	o := r.Origin(n)
	if o.Part != Step {
		return nil
	}
	return r.calls[o.Node]
}

// Source returns the variable that v is a copy of, or v.
func (r *Result) Source(v *cil.Var) *cil.Var {
	if r != nil && r.vars[v] != nil {
		return r.vars[v]
	}
	return v
}

// Place returns the number that the origin of n had in its function.
func (r *Result) Place(n *cil.Node) int { return r.order[r.Origin(n).Node] }

// Beside says that m, a new node, is where n is.
func (r *Result) Beside(m, n *cil.Node) {
	if r == nil {
		return
	}
	o := r.Origin(n)
	r.order[m] = r.order[o.Node]
	r.origins[m] = Origin{Node: m, Func: o.Func, Chain: o.Chain}
}

// Copies returns the copies that nodes have in the functions of prog, in the order of prog.
func (r *Result) Copies(prog *cil.Program) map[*cil.Node][]*cil.Node {
	copies := map[*cil.Node][]*cil.Node{}
	if r == nil {
		return copies
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if o, ok := r.origins[n]; ok && o.Part == Step && o.Node != n {
				copies[o.Node] = append(copies[o.Node], n)
			}
		}
	}
	return copies
}

// Instr returns the instruction of n as people see the program: over the variables of the
// function that n comes from, a call or return where n stands for one.
func (r *Result) Instr(n *cil.Node) cil.Instr {
	if r == nil {
		return n.Instr
	}
	if c := r.Replaced(n); c != nil {
		return r.called(n, c)
	}
	o := r.Origin(n)
	if ret, ok := o.Node.Instr.(*cil.Return); ok && o.Node != n && o.Part == Step {
		if e := r.passed(n)[o.Func.Result]; e != nil {
			return &cil.Return{E: e}
		}
		return ret
	}
	return renameInstr(n.Instr, r.Source)
}

// called returns the call c, for which n stands, with the arguments as they are now.
func (r *Result) called(n *cil.Node, c *cil.Call) *cil.Call {
	now := *c
	now.Args = append([]cil.Expr(nil), c.Args...)
	passed := r.passed(n)
	for i, v := range c.Callee().Formals {
		if e := passed[v]; e != nil {
			now.Args[i] = e
		}
	}
	return &now
}

// passed returns what the nodes behind n, which stands for a call or return, pass, by the
// variables that it is passed to.
func (r *Result) passed(n *cil.Node) map[*cil.Var]cil.Expr {
	passed := map[*cil.Var]cil.Expr{}
	at := r.Origin(n).Node
	for len(n.Succs) == 1 {
		n = n.Succs[0]
		if o := r.Origin(n); o.Node != at || o.Part == Step {
			break
		}
		if a, ok := n.Instr.(*cil.Assign); ok && r.Origin(n).Part == Pass {
			passed[r.Source(a.L.Base)] = rename(a.E, r.Source)
		}
	}
	return passed
}

// Lval returns l over the variables that people see.
func (r *Result) Lval(l *cil.Lval) *cil.Lval {
	if r == nil {
		return l
	}
	return renameLval(l, r.Source)
}
