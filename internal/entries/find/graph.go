package find

import (
	"slices"

	"hardbop/internal/cil"
)

// Graph says what refers to what, over the units: functions call functions and mention
// variables, initialisers mention variables and functions.
type Graph struct {
	funcs map[string]*cil.Func // defined ones with external linkage
	vars  map[string]*cil.Var
	unit  map[*cil.Func]int
	// calls are direct ones; mentions are the variables that a body or an initialiser has.
	calls    map[*cil.Func][]*cil.Func
	mentions map[any][]*cil.Var
	referred map[*cil.Func]bool
	// copied are the variables that are read as a whole, or a struct of which is.
	copied map[*cil.Var]bool
	// members are those through which functions of the files themselves call: "TAG.MEMBER".
	members map[string]bool
	// pointers are the types of other pointers through which they call.
	pointers map[string]bool
	places   map[*cil.Var][]Place
}

// NewGraph makes the graph of the units.
func NewGraph(units []Unit) *Graph {
	g := &Graph{funcs: map[string]*cil.Func{}, vars: map[string]*cil.Var{}, unit: map[*cil.Func]int{},
		calls: map[*cil.Func][]*cil.Func{}, mentions: map[any][]*cil.Var{}, referred: map[*cil.Func]bool{}, copied: map[*cil.Var]bool{}, members: map[string]bool{}, pointers: map[string]bool{}, places: map[*cil.Var][]Place{}}
	for i, u := range units {
		g.names(i, u.Prog)
	}
	for _, u := range units {
		g.edges(u.Prog)
		g.placesOf(u.Prog)
	}
	return g
}

func (g *Graph) names(i int, prog *cil.Program) {
	for _, f := range prog.Funcs {
		if !f.HasBody() {
			continue
		}
		g.unit[f] = i
		if !f.Static && g.funcs[f.Name] == nil {
			g.funcs[f.Name] = f
		}
	}
	for _, v := range prog.Globals {
		if !v.Extern && !v.Static && g.vars[v.Name] == nil {
			g.vars[v.Name] = v
		}
	}
}

func (g *Graph) edges(prog *cil.Program) {
	for _, v := range prog.Globals {
		for _, e := range initials(v) {
			g.expr(v, e)
		}
	}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok {
				if !InHeader(f.Pos) {
					g.through(f, c.Fn)
				}
				if callee, _ := g.Definition(c.Callee()); callee != nil {
					g.calls[f] = append(g.calls[f], callee)
				}
			}
			cil.EachExpr(n.Instr, func(e cil.Expr) { g.expr(f, e) })
		}
	}
}

// through records that a call in f goes through a member of a struct, or through another pointer.
func (g *Graph) through(f *cil.Func, fn cil.Expr) {
	if _, direct := fn.(*cil.FuncAddr); direct {
		return
	}
	members := g.Through(f, fn)
	for _, m := range members {
		g.members[m] = true
	}
	if len(members) == 0 {
		g.pointers[fn.Type().String()] = true
	}
}

// Through lists the members of structs, "TAG.MEMBER", from which f reads the pointer fn, also by way of a local variable.
func (g *Graph) Through(f *cil.Func, fn cil.Expr) []string {
	var list []string
	for _, l := range readFrom(f, fn) {
		if u := stored(l, f.Pos, f); u.How == Table {
			list = append(list, u.Struct+"."+u.Member)
		}
	}
	return list
}

// readFrom lists where the pointer fn is read from: a local variable counts as what is assigned to it.
func readFrom(f *cil.Func, fn cil.Expr) []*cil.Lval {
	l, ok := uncast(fn).(*cil.Load)
	if !ok {
		return nil
	}
	if !l.L.IsVar(nil) || l.L.Base.Func != f {
		return []*cil.Lval{l.L}
	}
	var list []*cil.Lval
	for _, n := range f.Nodes {
		if a, ok := n.Instr.(*cil.Assign); ok && a.L.IsVar(l.L.Base) {
			if from, ok := uncast(a.E).(*cil.Load); ok && !from.L.IsVar(nil) {
				list = append(list, from.L)
			}
		}
	}
	return list
}

// CallsMember reports whether a function of the files themselves calls through the member
// of the struct with the tag.
func (g *Graph) CallsMember(tag, member string) bool { return g.members[tag+"."+member] }

// CallsType reports whether a function of the files themselves calls through a pointer to functions of f's type, which it hasn't read
// from a member of a struct.
func (g *Graph) CallsType(f *cil.Func) bool { return g.pointers[(&cil.PtrType{Elem: f.Type}).String()] }

// initials returns the expressions of v's initialiser.
func initials(v *cil.Var) []cil.Expr {
	if v.Init == nil {
		return nil
	}
	if v.Init.Expr != nil {
		return []cil.Expr{v.Init.Expr}
	}
	var es []cil.Expr
	for _, e := range v.Init.Entries {
		es = append(es, e.Expr)
	}
	return es
}

// expr adds what e mentions to from, a function or a variable.
func (g *Graph) expr(from any, e cil.Expr) {
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && l.L.Base != nil && !cil.IsScalar(l.L.Type()) {
			g.copied[g.object(l.L.Base)] = true
		}
		if fa, ok := x.(*cil.FuncAddr); ok {
			if f, _ := g.Definition(fa.F); f != nil && any(f) != from {
				g.referred[f] = true
			}
		}
	})
	for _, v := range cil.Vars(e) {
		if v.Func == nil && v.Kind == cil.Global {
			g.mentions[from] = append(g.mentions[from], g.object(v))
		}
	}
}

// object returns the definition of v, which may be in another unit.
func (g *Graph) object(v *cil.Var) *cil.Var {
	if d := g.vars[v.Name]; v.Extern && d != nil {
		return d
	}
	return v
}

// Definition returns the function that f names and its unit; nil if no unit defines it.
func (g *Graph) Definition(f *cil.Func) (*cil.Func, int) {
	switch {
	case f == nil:
		return nil, -1
	case f.HasBody():
		return f, g.unit[f]
	case f.Static:
		return nil, -1
	}
	d := g.funcs[f.Name]
	if d == nil {
		return nil, -1
	}
	return d, g.unit[d]
}

// Referred reports whether something other than f itself calls f or has its address.
func (g *Graph) Referred(f *cil.Func) bool { return g.referred[f] }

// Copied reports whether a struct is copied from v: then what is used may be the copy.
func (g *Graph) Copied(v *cil.Var) bool { return g.copied[v] }

// Reach is what a function, or a variable, leads to.
type Reach struct {
	Funcs map[*cil.Func]bool
	Vars  map[*cil.Var]bool
}

// From returns what f reaches by direct calls and by the variables that it mentions,
// f included. It doesn't go through the function pointers of tables, nor behind variables
// for which stop holds.
func (g *Graph) From(f *cil.Func, stop func(*cil.Var) bool) Reach {
	r := Reach{map[*cil.Func]bool{}, map[*cil.Var]bool{}}
	g.visitFunc(r, f, stop)
	return r
}

// Behind returns the variables that the initialiser of v leads to, without v.
func (g *Graph) Behind(v *cil.Var, stop func(*cil.Var) bool) map[*cil.Var]bool {
	r := Reach{map[*cil.Func]bool{}, map[*cil.Var]bool{}}
	for _, w := range g.mentions[v] {
		g.visitVar(r, w, stop)
	}
	delete(r.Vars, v)
	return r.Vars
}

func (g *Graph) visitFunc(r Reach, f *cil.Func, stop func(*cil.Var) bool) {
	if r.Funcs[f] {
		return
	}
	r.Funcs[f] = true
	for _, c := range g.calls[f] {
		g.visitFunc(r, c, stop)
	}
	for _, v := range g.mentions[f] {
		g.visitVar(r, v, stop)
	}
}

func (g *Graph) visitVar(r Reach, v *cil.Var, stop func(*cil.Var) bool) {
	if r.Vars[v] {
		return
	}
	r.Vars[v] = true
	if stop(v) {
		return
	}
	for _, w := range g.mentions[v] {
		g.visitVar(r, w, stop)
	}
}

// maxForwards bounds how many calls deep a parameter is followed.
const maxForwards = 8

// Forwards reports whether f may keep its parameter k, or hand it to something that isn't
// known: f has no body, stores it in memory, or passes it to a function that forwards it.
func (g *Graph) Forwards(f *cil.Func, k int) bool {
	return g.hands(f, k, maxForwards, way{func(*cil.Func, int) bool { return true }, true})
}

// Hands reports whether f hands its parameter k to a function without a body, maybe itself, for which takes holds.
func (g *Graph) Hands(f *cil.Func, k int, takes func(f *cil.Func, k int) bool) bool {
	return g.hands(f, k, maxForwards, way{takes, false})
}

// way says what counts of what becomes of a parameter: the functions without a body that get it, and whether it does that it is stored in
// memory, or that what gets it isn't known.
type way struct {
	takes   func(f *cil.Func, k int) bool
	unknown bool
}

func (g *Graph) hands(f *cil.Func, k, depth int, w way) bool {
	d, _ := g.Definition(f)
	if d == nil {
		return w.takes(f, k)
	}
	if depth == 0 || k >= len(d.Formals) {
		return w.unknown
	}
	holders := holding(d, d.Formals[k])
	has := func(e cil.Expr) bool {
		return slices.ContainsFunc(cil.Vars(e), func(v *cil.Var) bool { return slices.Contains(holders, v) })
	}
	for _, n := range d.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if w.unknown && !local(in.L) && has(in.E) {
				return true
			}
		case *cil.Call:
			for j, a := range in.Args {
				if has(a) && (in.Callee() == nil && w.unknown || in.Callee() != nil && g.hands(in.Callee(), j, depth-1, w)) {
					return true
				}
			}
		}
	}
	return false
}

// local reports whether l is a local variable or a part of one.
func local(l *cil.Lval) bool { return l.Base != nil && l.Base.Func != nil }

// holding lists v and the local variables of d that may have its value.
func holding(d *cil.Func, v *cil.Var) []*cil.Var {
	list := []*cil.Var{v}
	for i := 0; i < len(list); i++ { // which gets longer
		for _, n := range d.Nodes {
			if a, ok := n.Instr.(*cil.Assign); ok && local(a.L) && mentionsVar(a.E, list[i]) && !slices.Contains(list, a.L.Base) {
				list = append(list, a.L.Base)
			}
		}
	}
	return list
}

func mentionsVar(e cil.Expr, v *cil.Var) bool { return slices.Contains(cil.Vars(e), v) }
