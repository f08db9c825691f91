package enc

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// Layout says where objects lie.
type Layout int

// The layouts. With AnyLayout all that is known of addresses is that they aren't null and
// belong to one object. In the other two objects lie one after the other in the order of
// their first use, with pointers from outside kept away from locals and allocations: a
// model is a run of one implementation of C; without a model nothing is said of others.
const (
	AnyLayout Layout = iota
	Ascending
	Descending
)

// PathOptions choose how a path becomes a formula.
type PathOptions struct {
	Options
	Extern ExternPolicy
	// AllocFails lets the functions that allocate memory return null; without it they
	// always succeed, as SV-COMP says.
	AllocFails bool
	// Layout says where objects lie.
	Layout Layout
	// Needed reports whether the value that a step gives to an lvalue may be read later.
	// What isn't needed needn't become arbitrary. Nil says so of all.
	Needed func(step int, l *cil.Lval) bool
	// Where says where lvalues may lie, so that a read needs to look only at the writes that
	// it may see. Nil looks at all.
	Where Locator
	// Placed lets each pointer from outside point to an object of its own, apart from the
	// wishes. A model is a run still, and found much faster; without a model nothing is said
	// of other runs.
	Placed bool
	// Stored lets reads of volatile memory give what the program stored there last.
	Stored bool
	// Wishes are addresses for placed pointers, by their numbers.
	Wishes map[int]smt.Term
	// script has what a [Script] needs noted along the way.
	script bool
}

// StepCond is a condition that a step of a path puts on the values before it.
type StepCond struct {
	Step int
	Cond smt.Term
	// Deps are the steps, in order, that the values in Cond depend on, Step included.
	Deps []int
}

// demand is a condition under which what a step does is defined by C.
type demand struct {
	step int
	kind undefined
	cond smt.Term
}

// Observed is a value along a path.
type Observed struct {
	Step  int // after which L has the value; -1 is before the first
	L     *cil.Lval
	Func  *cil.Func // whose activation L is evaluated in
	Depth int       // how many calls are open
	Why   string    // for inputs: where the value comes from
	Term  smt.Term
}

// Formula says that a path can be executed: the conjunction of Facts and Conds.
type Formula struct {
	// Conds has the conditions of branches and assumes in order, and under [Assume] in
	// the bit theory that no signed operation overflows.
	Conds []StepCond
	// Facts hold of any run: ranges of types, addresses of objects.
	Facts []smt.Term
	// Defined are conditions under which the behaviour is defined by C: no null pointer is
	// dereferenced, nothing is divided by zero, shift counts are in range.
	Defined []demand
	// Inputs are the values that come from outside, Values those that steps assign.
	Inputs, Values []Observed
	// Inexact lists what is encoded with more behaviours than C has, besides operations
	// that are uninterpreted functions: a model proves nothing.
	Inexact []string
	// Partial lists what is encoded with fewer behaviours: that there is no model proves nothing.
	Partial []string
	// Mappable are conditions under which what pointers lead to can be memory of a process.
	Mappable []smt.Term
	run      *run
}

// Encode returns the formula of p. Signed overflow, memory and addresses are as opt says.
func Encode(prog *cil.Program, f *smt.Factory, p *path.Path, opt PathOptions) *Formula {
	return encode(prog, f, p, opt).out
}

func encode(prog *cil.Program, f *smt.Factory, p *path.Path, opt PathOptions) *run {
	r := newRun(prog, f, opt)
	for i, s := range p.Steps {
		r.begin(i)
		r.step(p, i, s)
		if r.mem.placed.failed {
			break
		}
	}
	return r
}

// run walks along a path.
type run struct {
	c     *coder
	prog  *cil.Program
	opt   PathOptions
	mem   *pathMemory
	out   *Formula
	now   int               // the present step
	node  *cil.Node         // its node
	used  *big.Int          // the steps that what the present one reads depends on
	fresh int               // number of symbols made
	seen  map[smt.Term]bool // facts and conditions
	// required has the conditions under which the behaviour is defined, and memory is that of
	// a process: a run need not keep to them.
	required map[smt.Term]bool
	noted    map[string]bool
	draft    *draft // nil if no script is wanted
}

func newRun(prog *cil.Program, f *smt.Factory, opt PathOptions) *run {
	r := &run{c: newCoder(f, prog.Model, opt.Options), prog: prog, opt: opt, out: &Formula{},
		used: new(big.Int), seen: map[smt.Term]bool{}, required: map[smt.Term]bool{}, noted: map[string]bool{}}
	if opt.script {
		r.draft = &draft{}
	}
	r.out.run = r
	r.mem = newPathMemory(r)
	r.c.mem = r.mem
	r.c.fact = r.fact
	r.c.require = r.require
	return r
}

func (r *run) fact(t smt.Term) {
	if !t.IsTrue() && !r.seen[t] {
		r.seen[t] = true
		r.out.Facts = append(r.out.Facts, t)
	}
}

// require gets what must hold for a step to behave as C defines.
func (r *run) require(kind undefined, cond smt.Term) {
	switch {
	case kind == signedOverflow && r.opt.Overflow == Assume:
		r.cond(cond)
	case kind == signedOverflow || cond.IsTrue() || r.required[cond]:
	case kind == strayPointer:
		r.required[cond] = true
		r.out.Mappable = append(r.out.Mappable, cond)
	default:
		r.required[cond] = true
		r.out.Defined = append(r.out.Defined, demand{r.now, kind, cond})
	}
}

func (r *run) note(list *[]string, what string) {
	if !r.noted[what] {
		r.noted[what] = true
		*list = append(*list, what)
	}
}

func (r *run) begin(i int) {
	r.now = i
	r.used = new(big.Int).SetBit(new(big.Int), i, 1)
}

func (r *run) depend(steps *big.Int) { r.used = union(r.used, steps) }

// cond adds a condition of the present step.
func (r *run) cond(t smt.Term) {
	if t.IsTrue() || r.seen[t] {
		return
	}
	r.seen[t] = true
	r.out.Conds = append(r.out.Conds, StepCond{r.now, t, setBits(r.used)})
}

// step encodes step i of p.
func (r *run) step(p *path.Path, i int, s path.Step) {
	r.mem.enter(s.Node.Func)
	r.node = s.Node
	last := i == len(p.Steps)-1
	switch in := s.Node.Instr.(type) {
	case *cil.Skip:
		if s.Node == s.Node.Func.Exit && !last {
			r.leave()
		}
	case *cil.Assign:
		r.assign(in.L, in.E)
	case *cil.Havoc:
		r.answered(in.L)
		if in.Of != nil && r.opt.Stored {
			r.assign(in.L, &cil.Load{L: in.Of})
			return
		}
		r.havoc(in.L, in.Why)
	case *cil.Assume:
		r.holds(in.E, r.c.truth(in.E), true)
	case *cil.Branch:
		if !last {
			r.branch(in, s.Taken)
		}
	case *cil.Call:
		if !last {
			r.call(in, s, p.Steps[i+1].Node)
		}
	case *cil.Return:
		if res := s.Node.Func.Result; in.E != nil && res != nil {
			r.assign(cil.VarLval(res), in.E)
		}
	case *cil.Opaque:
		r.note(&r.out.Inexact, in.Code+": "+in.What)
	}
}

func (r *run) branch(in *cil.Branch, taken int) {
	t := r.c.truth(in.E)
	if taken == 1 {
		t = r.c.f.Not(t)
	}
	r.holds(in.E, t, taken == 0)
}

// scalarValue is the value of the scalar at path in a value.
type scalarValue struct {
	path  []cil.Sel
	value smt.Term
}

// maxPathLeaves bounds the scalars of a struct that is copied along a path.
const maxPathLeaves = 4096

// parts evaluates e, which may be a whole struct.
func (r *run) parts(e cil.Expr) []scalarValue {
	if cil.IsScalar(e.Type()) {
		return []scalarValue{{nil, r.c.value(e)}}
	}
	switch e := e.(type) {
	case *cil.Load:
		leaves, ok := cil.ScalarParts(&cil.Lval{Base: e.L.Base, Mem: e.L.Mem, Path: e.L.Path}, maxPathLeaves)
		if !ok {
			r.note(&r.out.Inexact, "copy of a large "+e.Type().String())
		}
		out := make([]scalarValue, len(leaves))
		r.c.parts(func() {
			for i, l := range leaves {
				out[i] = scalarValue{l.Path[len(e.L.Path):], r.mem.read(r.c, normal(l))}
			}
		})
		return out
	case *cil.Cond:
		return r.chosenParts(e)
	}
	panic("enc: a struct value that is neither read nor chosen")
}

func (r *run) chosenParts(e *cil.Cond) []scalarValue {
	c := r.c.truth(e.C)
	a, b := r.parts(e.A), r.parts(e.B)
	for i := range a {
		a[i].value = r.c.f.Ite(c, a[i].value, b[i].value)
	}
	return a
}

func (r *run) assign(l *cil.Lval, e cil.Expr) { r.store(l, r.parts(e)) }

// store assigns the scalar parts of l.
func (r *run) store(l *cil.Lval, vs []scalarValue) {
	parts := make([]*cil.Lval, len(vs))
	for i, v := range vs {
		parts[i] = part(l, v.path)
	}
	to := r.mem.locateAll(parts)
	for i, v := range vs {
		r.mem.write(to[i], v.value)
		r.observe(&r.out.Values, to[i].l, "", v.value)
	}
}

func (r *run) observe(list *[]Observed, l *cil.Lval, why string, t smt.Term) {
	*list = append(*list, Observed{Step: r.now, L: l, Func: r.mem.top().fn, Depth: r.mem.depth(), Why: why, Term: t})
}

// havoc gives l an arbitrary value.
func (r *run) havoc(l *cil.Lval, why string) {
	if cil.IsAnyMemory(l) {
		r.mem.clobber()
		r.clobbered(r.mem.shared)
		return
	}
	r.change(r.changes(l), why)
}

// changed is the scalars of l that become arbitrary.
type changed struct {
	l  *cil.Lval
	to []target
}

// change gives what was found an arbitrary value.
func (r *run) change(what []changed, why string) {
	for _, w := range what {
		for _, t := range w.to {
			v := r.input(t.l, "input", why)
			r.mem.write(t, v)
			r.wrote(w.l, t, v)
			r.observe(&r.out.Values, t.l, why, v)
		}
	}
}

// changes finds what becomes arbitrary with l. Of an array of unknown length only the first
// elements change, which leaves out behaviours.
func (r *run) changes(l *cil.Lval) []changed {
	if a, ok := l.Type().(*cil.ArrayType); ok && a.Len < 0 {
		r.note(&r.out.Partial, "change of an array of unknown length")
		var all []changed
		for i := range elements(l) {
			all = append(all, r.changes(part(l, []cil.Sel{{Index: intIndex(i)}}))...)
		}
		return all
	}
	leaves, ok := cil.ScalarParts(l, maxPathLeaves)
	if !ok {
		r.note(&r.out.Partial, "change of a large "+l.Type().String())
	}
	if len(leaves) > 1 && r.opt.Needed != nil {
		leaves = slices.DeleteFunc(slices.Clone(leaves), func(l *cil.Lval) bool { return !r.opt.Needed(r.now, l) })
	}
	if r.opt.Theory == Bits {
		leaves = r.uncovered(leaves)
	}
	return []changed{{l, r.mem.locateAll(leaves)}}
}

// uncovered leaves out scalars of an object that lie inside of an earlier one, as members
// of unions do: when that becomes arbitrary, they do too.
func (r *run) uncovered(leaves []*cil.Lval) []*cil.Lval {
	type bytes struct{ from, to int64 }
	var kept []*cil.Lval
	var before []bytes
	end := int64(0)
	for _, l := range leaves {
		from, dynamic := r.c.offset(l)
		here := bytes{from, from + r.c.model.SizeOf(l.Type())}
		inside := func(b bytes) bool { return b.from <= here.from && here.to <= b.to }
		if dynamic.IsValid() || isBitField(lastField(l)) {
			kept = append(kept, l)
			continue
		}
		if here.from < end && slices.ContainsFunc(before, inside) {
			continue
		}
		kept, before, end = append(kept, l), append(before, here), max(end, here.to)
	}
	return kept
}

// unknownLength is how many elements of an array of unknown length may change, unless that
// are more than unknownScalars scalars: then it is fewer, but one.
const (
	unknownLength  = 16
	unknownScalars = 64
)

// elements returns how many elements of l, an array of unknown length, may change. What goes on behind
// an array may be another struct.
func elements(l *cil.Lval) int64 {
	leaves, _ := cil.ScalarParts(part(l, []cil.Sel{{Index: intIndex(0)}}), unknownScalars)
	most := int64(unknownLength)
	if l.Type().(*cil.ArrayType).Len == cil.AndBehind {
		most = unknownScalars
	}
	return min(most, max(1, int64(unknownScalars/max(1, len(leaves)))))
}

// input returns a fresh symbol for a value of l.
func (r *run) input(l *cil.Lval, name, why string) smt.Term {
	v := r.freshSymbol(name, readType(l))
	r.observe(&r.out.Inputs, l, why, v)
	return r.fromOutside(l.Type(), v)
}

func (r *run) freshSymbol(name string, t cil.Type) smt.Term {
	r.fresh++
	return r.c.symbol(name+"#"+big.NewInt(int64(r.fresh)).String(), t)
}

// fromOutside states that v, if it is a pointer, doesn't point to what the outside can't
// know. It returns what v is.
func (r *run) fromOutside(t cil.Type, v smt.Term) smt.Term {
	p, ok := t.(*cil.PtrType)
	if !ok {
		return v
	}
	if r.opt.Placed {
		if place, ok := r.mem.place(p.Elem, v); ok {
			r.fact(r.c.f.Eq(v, place))
			return place
		}
	}
	if r.opt.Layout != AnyLayout {
		r.fact(r.mem.outside(v))
	}
	r.mem.apart(p.Elem, v)
	return v
}
