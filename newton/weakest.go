package newton

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
)

// maxPulled bounds the conditions that are carried back at one time.
const maxPulled = 200

// weakest adds to the explanation the weakest preconditions, at each point of the path,
// of the conditions at the given steps (nil: of all): each condition is carried back over
// the assignments before it, and its atoms are predicates wherever they make sense.
func (x *explainer) weakest(steps []int) {
	w := newPuller(x)
	for i := x.out.FailStep; i >= 0; i-- {
		if steps == nil || containsInt(steps, i) {
			w.introduce(i)
		}
		w.back(i)
		w.collect(i)
	}
}

// matchCalls maps the step at a function's exit to the step of its call.
func matchCalls(p *path.Path) map[int]int {
	m := map[int]int{}
	var open []int
	for i := range p.Steps {
		if p.Leaves(i) && len(open) > 0 {
			m[i] = open[len(open)-1]
			open = open[:len(open)-1]
		}
		if p.Enters(i) {
			open = append(open, i)
		}
	}
	return m
}

// openCalls lists for each step the step of the call that its activation began with, -1 for
// those that the path starts in.
func openCalls(p *path.Path) []int {
	var stack, out []int
	top := -1
	for i := range p.Steps {
		out = append(out, top)
		switch {
		case p.Enters(i):
			stack = append(stack, top)
			top = i
		case p.Leaves(i) && len(stack) > 0:
			top, stack = stack[len(stack)-1], stack[:len(stack)-1]
		}
	}
	return out
}

// puller carries atoms backwards along the path.
type puller struct {
	x     *explainer
	path  *path.Path
	calls map[int]int
	open  []int // by step, that of the call which its activation began with; -1 for none
	alias enc.Alias
	atoms []cil.Expr
	fresh []cil.Expr // the atoms that the present step has changed
}

func newPuller(x *explainer) *puller {
	w := &puller{x: x, path: x.sim.path, calls: matchCalls(x.sim.path), open: openCalls(x.sim.path), alias: x.sim.env.Alias}
	if w.alias == nil {
		w.alias = enc.TypeAlias{}
	}
	return w
}

// introduce adds the condition of step i.
func (w *puller) introduce(i int) {
	switch in := w.path.Steps[i].Node.Instr.(type) {
	case *cil.Assume:
		w.add(atoms(cil.Truth(w.x.sim.form(in.E))))
	case *cil.Branch:
		w.add(atoms(cil.Truth(w.x.sim.form(in.E))))
	}
}

func (w *puller) add(as []cil.Expr) {
	for _, a := range as {
		if len(w.atoms) >= maxPulled || len(cil.Vars(a)) == 0 || size(a) > maxSize || w.has(a) {
			continue
		}
		w.atoms = append(w.atoms, a)
		w.fresh = append(w.fresh, a)
	}
}

func (w *puller) has(a cil.Expr) bool {
	for _, b := range w.atoms {
		if cil.Equal(a, b) {
			return true
		}
	}
	return false
}

// replace carries each atom over a step: by returns what it was before, or nil.
func (w *puller) replace(by func(cil.Expr) cil.Expr) {
	old := w.atoms
	w.atoms = nil
	for _, a := range old {
		b := by(a)
		switch {
		case b == nil:
		case b == a:
			w.atoms = append(w.atoms, a)
		default:
			w.add(atoms(w.x.sim.fold(b)))
		}
	}
}

// fold brings e into the form of predicates and folds constants.
func (s *simulation) fold(e cil.Expr) cil.Expr {
	return fold(s.prog.Model, e, s.env.Options.Overflow == enc.Wrap)
}

func fold(model *cil.DataModel, e cil.Expr, wrap bool) cil.Expr {
	r := rebuilder{model: model}
	r.addr = func(a *cil.AddrOf) cil.Expr { return cil.MakeAddr(r.lval(a.L)) }
	r.read = func(l *cil.Lval) cil.Expr { return &cil.Load{L: r.lval(l)} }
	return r.expr(cil.Truth(model.MathForm(e, wrap)))
}

// back carries the atoms over step i.
func (w *puller) back(i int) {
	st := w.path.Steps[i]
	switch in := st.Node.Instr.(type) {
	case *cil.Skip:
		if c, ok := w.calls[i]; ok {
			w.leave(c, st.Node.Func)
		}
	case *cil.Assign:
		w.assign(in.L, in.E, i)
	case *cil.Return:
		if in.E != nil && st.Node.Func.Result != nil {
			w.assign(cil.VarLval(st.Node.Func.Result), in.E, i)
		}
	case *cil.Havoc:
		w.drop(in.L, i)
	case *cil.Call:
		w.call(in, i)
	}
}

// assign carries the atoms over l = e, which is done in step i or by its call.
func (w *puller) assign(l *cil.Lval, e cil.Expr, i int) {
	outside := w.outside(l, i)
	w.replace(func(a cil.Expr) cil.Expr {
		if w.untouched(outside, a) {
			return a
		}
		b, ok := enc.WP(l, e, a, w.alias)
		if !ok {
			return nil
		}
		return b
	})
}

// outside lists what the open callers, from the last, call l, which step i or its call
// writes, as far as they have a name for it.
func (w *puller) outside(l *cil.Lval, i int) []*cil.Lval {
	var out []*cil.Lval
	for w.open[i] >= 0 && l.Base == nil {
		f := w.path.Steps[i].Node.Func
		if !enc.ThroughVars(l, func(v *cil.Var) bool { return v.Kind == cil.Formal && v.Func == f && !assigned(f, v) }) {
			break
		}
		i = w.open[i]
		actual := map[*cil.Var]cil.Expr{}
		for k, a := range w.path.Steps[i].Node.Instr.(*cil.Call).Args {
			if k < len(f.Formals) {
				actual[f.Formals[k]] = a
			}
		}
		at, ok := enc.Through(l, actual)
		if !ok {
			break
		}
		l, out = at, append(out, at)
	}
	return out
}

// untouched reports whether a doesn't depend on what the lvalues are names of.
func (w *puller) untouched(names []*cil.Lval, a cil.Expr) bool {
	return slices.ContainsFunc(names, func(l *cil.Lval) bool { return !enc.Affected(l, a, w.alias) })
}

// drop forgets the atoms that depend on l, which step i changes, but for what they say of other values, and, where they read what l may
// be another name of, whether it is, and what they say if it isn't.
func (w *puller) drop(l *cil.Lval, i int) {
	w.chosen(l)
	if l.Base == nil && cil.IsScalar(l.Type()) {
		value := &cil.Var{Name: "chosen", Type: l.Type(), Kind: cil.Ghost}
		w.assign(l, cil.LoadVar(value), i)
		of := func(a cil.Expr) bool { return slices.Contains(cil.Vars(a), value) }
		w.atoms, w.fresh = slices.DeleteFunc(w.atoms, of), slices.DeleteFunc(w.fresh, of)
		return
	}
	outside := w.outside(l, i)
	w.replace(func(a cil.Expr) cil.Expr {
		if !w.untouched(outside, a) && enc.Affected(l, a, w.alias) {
			return nil
		}
		return a
	})
}

// leave goes back into the function f from behind the call at step i. Atoms with variables
// of f mean those of another activation, which are not to be mixed up.
func (w *puller) leave(i int, f *cil.Func) {
	c := w.path.Steps[i].Node.Instr.(*cil.Call)
	w.replace(func(a cil.Expr) cil.Expr {
		if mentions(a, f) {
			return nil
		}
		return a
	})
	switch {
	case c.Ret == nil:
	case f.Result != nil:
		w.assign(c.Ret, cil.LoadVar(f.Result), i)
	default:
		w.drop(c.Ret, i)
	}
	w.passed(i, c, f)
}

// passed has the atoms speak of f's parameters where they speak of the variables that the
// call c at step i passed, or of what lies at the addresses that it passed, if the
// parameters keep their values: so they can become predicates of f.
func (w *puller) passed(i int, c *cil.Call, f *cil.Func) {
	p := passing{vars: map[*cil.Var]cil.Expr{}}
	for k, v := range f.Formals {
		if k < len(c.Args) && !v.AddrTaken && !assigned(f, v) {
			p.add(c.Args[k], v)
		}
	}
	if len(p.vars) == 0 && len(p.places) == 0 {
		return
	}
	w.replace(func(a cil.Expr) cil.Expr {
		return cil.SubstLval(a, p.inside)
	})
	for _, e := range p.held {
		w.x.add(e, w.path.Steps[i].Node.Func, i)
	}
}

// passing says what a call's arguments are called in the callee.
type passing struct {
	vars   map[*cil.Var]cil.Expr // the caller's variables that are passed
	places []passedPlace
	held   []cil.Expr // that variables of the caller hold these addresses
}

// passedPlace is what a parameter points to, as the caller writes it.
type passedPlace struct {
	at *cil.Lval
	by *cil.Var
}

// add adds that the formal v gets the argument e.
func (p *passing) add(e cil.Expr, v *cil.Var) {
	switch a := cil.WithoutPointerCasts(e).(type) {
	case *cil.Load:
		if !a.L.IsVar(nil) || !own(a.L.Base) {
			return
		}
		if cil.SameType(a.L.Type(), v.Type) {
			p.vars[a.L.Base] = cil.LoadVar(v)
		}
		if at, ok := onlyValue(a.L.Base).(*cil.AddrOf); ok {
			p.add(at, v)
			p.held = append(p.held, &cil.Binary{Op: cil.Eq, X: a, Y: at, T: intType})
		}
	case *cil.AddrOf:
		global := a.L.Base != nil && a.L.Base.Func == nil // which the callee can speak of itself
		if t, ok := v.Type.(*cil.PtrType); ok && !global && cil.SameType(t.Elem, a.L.Type()) && fixedPlace(a.L) {
			p.places = append(p.places, passedPlace{a.L, v})
		}
	}
}

// onlyValue returns what the local variable v is set to, if that happens at one place of its
// function; else nil.
func onlyValue(v *cil.Var) cil.Expr {
	var value cil.Expr
	for _, n := range v.Func.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if in.L.Base == v {
				if value != nil {
					return nil
				}
				value = cil.WithoutPointerCasts(in.E)
			}
		case *cil.Havoc:
			if in.L.Base == v {
				return nil
			}
		case *cil.Call:
			if in.Ret != nil && in.Ret.Base == v {
				return nil
			}
		}
	}
	return value
}

// own reports whether v is a variable that only its own function changes.
func own(v *cil.Var) bool { return !v.AddrTaken && v.Func != nil }

// fixedPlace reports whether l is a variable or a member of one, or of what a variable of
// the caller's own points to.
func fixedPlace(l *cil.Lval) bool {
	for _, s := range l.Path {
		if s.Field == nil {
			return false
		}
	}
	p, ok := l.Mem.(*cil.Load)
	return l.Base != nil || ok && p.L.IsVar(nil) && own(p.L.Base)
}

// inside returns what the callee calls the value of l, nil if it has no other name.
func (p *passing) inside(l *cil.Lval) cil.Expr {
	for _, x := range p.places {
		n := len(x.at.Path)
		if len(l.Path) >= n && cil.EqualLval(x.at, &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:n]}) {
			return &cil.Load{L: &cil.Lval{Mem: cil.LoadVar(x.by), Path: l.Path[n:]}}
		}
	}
	return actualOf(l, p.vars)
}

// assigned reports whether f gives v a value.
func assigned(f *cil.Func, v *cil.Var) bool {
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if in.L.Base == v {
				return true
			}
		case *cil.Havoc:
			if in.L.Base == v {
				return true
			}
		case *cil.Call:
			if in.Ret != nil && in.Ret.Base == v {
				return true
			}
		}
	}
	return false
}

func mentions(e cil.Expr, f *cil.Func) bool {
	for _, v := range cil.Vars(e) {
		if v.Func == f {
			return true
		}
	}
	return false
}

// call goes back over the call at step i: out of the function that it entered, or over
// the effect of a function without a body.
func (w *puller) call(c *cil.Call, i int) {
	if !w.path.Enters(i) || i == w.x.out.FailStep {
		w.external(c, i)
		return
	}
	g := w.path.Steps[i+1].Node.Func
	actual := map[*cil.Var]cil.Expr{}
	for k, f := range g.Formals {
		if k < len(c.Args) {
			actual[f] = c.Args[k]
		}
	}
	w.linked(g, actual, i+1)
	w.replace(func(a cil.Expr) cil.Expr {
		for _, v := range cil.Vars(a) {
			if v.Func == g && actual[v] == nil {
				return nil
			}
		}
		return cil.SubstLval(a, func(l *cil.Lval) cil.Expr { return actualOf(l, actual) })
	})
}

// linked adds that parameters of g which atoms mention are the globals that they got, at step i: g can change what both
// lead to, under either name.
func (w *puller) linked(g *cil.Func, actual map[*cil.Var]cil.Expr, i int) {
	for _, v := range g.Formals {
		l, ok := cil.WithoutPointerCasts(actual[v]).(*cil.Load)
		if !ok || !cil.IsPointer(v.Type) || l.L.Base == nil || l.L.Base.Func != nil || v.AddrTaken || assigned(g, v) {
			continue
		}
		if slices.ContainsFunc(w.atoms, func(a cil.Expr) bool { return slices.Contains(cil.Vars(a), v) }) {
			w.x.add(&cil.Binary{Op: cil.Eq, X: cil.LoadVar(v), Y: cil.MakeCast(v.Type, l), T: intType}, g, i)
		}
	}
}

// actualOf returns what a read of the formal l reads before the call, or nil.
func actualOf(l *cil.Lval, actual map[*cil.Var]cil.Expr) cil.Expr {
	if l.Base == nil || actual[l.Base] == nil {
		return nil
	}
	if len(l.Path) == 0 {
		return actual[l.Base]
	}
	from, ok := actual[l.Base].(*cil.Load)
	if !ok {
		return nil
	}
	return &cil.Load{L: &cil.Lval{Base: from.L.Base, Mem: from.L.Mem, Path: append(append([]cil.Sel(nil), from.L.Path...), l.Path...)}}
}

func (w *puller) external(c *cil.Call, i int) {
	policy := w.x.sim.env.Extern
	if c.Callee() == nil {
		policy = enc.ExternEverything
	}
	for _, l := range enc.ExternEffect(c, policy) {
		w.drop(l, i)
	}
	if policy == enc.ExternEverything {
		for _, l := range enc.ExternGlobals(w.x.sim.prog) {
			w.drop(l, i)
		}
	}
	if c.Ret != nil {
		w.allocation(c)
		w.drop(c.Ret, i)
	}
}

// allocation carries comparisons of new memory with a pointer over the call that returns
// it: they are equal at most if both are null.
func (w *puller) allocation(c *cil.Call) {
	if f := c.Callee(); f == nil || enc.Allocation(f) == nil {
		return
	}
	w.replace(func(a cil.Expr) cil.Expr {
		other := comparedWith(a, c.Ret)
		if other == nil || enc.Affected(c.Ret, other, w.alias) {
			return a
		}
		model := w.x.sim.prog.Model
		return cil.MakeBinary(cil.Eq, other, cil.MakeCast(other.Type(), cil.IntConst(model.Int(cil.Int), 0)), model.Int(cil.Int))
	})
}

// comparedWith returns what the atom a compares the value of l with, nil if it isn't a
// comparison for equality with that.
func comparedWith(a cil.Expr, l *cil.Lval) cil.Expr {
	b, ok := a.(*cil.Binary)
	if !ok || b.Op != cil.Eq && b.Op != cil.Ne {
		return nil
	}
	for _, sides := range [][2]cil.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if x, ok := cil.WithoutPointerCasts(sides[0]).(*cil.Load); ok && cil.EqualLval(x.L, l) && len(cil.Vars(sides[1])) > 0 {
			return sides[1]
		}
	}
	return nil
}

// collect adds the atoms that step i has made as predicates of its function.
func (w *puller) collect(i int) {
	for _, a := range w.fresh {
		w.x.add(a, w.path.Steps[i].Node.Func, i)
	}
	w.fresh = nil
}
