package pointsto

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"hardbop/internal/cil"
)

// analysis is the state while a program is analysed.
type analysis struct {
	prog *cil.Program
	opt  Options

	nodes    []*node // nil where joined into another
	parent   []int
	newEdges [][2]int // edges that nothing has been passed over
	changed  bool

	targets []Target
	ids     map[Target]int

	sets *pool
	// By target: functions, merged variables and heap objects, those of them that are lumped,
	// and targets for which another one stands since their object was merged. See lump.go.
	functions, merged, lumped, stale marks

	stands   map[int]int // for each target that was stale, the one that stands for it
	merges   int         // the number of objects that have been merged
	lumpNode int         // -1 if there is none

	objects   []*Object
	vars      map[*cil.Var]*Object
	funcs     map[*cil.Func]*Object
	heaps     map[*cil.Node]*Object
	viewers   map[*Object][]int // of heap objects: nodes that hold pointers to them as characters
	externals map[string]*Object
	comps     map[*cil.CompType]*Object // those of the externals that are comps
	shapes    shapes
	bytes     *Object // the outside's memory that is accessed as more than one type
	nowhere   *Object
	voidPtr   cil.Type

	outside int // the node of all addresses that the outside knows
	// small are the variables whose values are in the pages where nothing lies.
	small map[*cil.Var]bool
	// converted are those whose values are there or have come from pointers.
	converted map[*cil.Var]bool
	// anything says that the outside may use all that it knows.
	anything bool
	// set are the members of variables that are set each time right after the outside has filled
	// the variable.
	set   map[*cil.Var]map[int]bool
	waits []*cil.Lval // what waits read, see others
	// knownMerged is the node of the merged variables and heap objects among them, to which
	// pointers from the outside of any type may point.
	knownMerged int
	origins     map[string]*origin
	// Those of functions and of data, but for pointers of no type; and what is offered to them.
	calledOrigins, dataOrigins []*origin
	knownFunctions, knownData  []*Object

	redirected map[*rule]bool // rules that act on an origin too
	guessed    map[int]bool   // nodes whose only targets are guesses

	reached map[*cil.Func]bool
	order   []*cil.Func // reached, in order of discovery
	queue   []*cil.Func
	sites   map[*cil.Node]*callSite
	classes map[signature][]*callClass
	effects map[string]effect
	recast  map[string]bool // types of functions that the program converts to others
	// recastTypes has the types whose texts have been looked up.
	recastTypes map[*cil.FuncType]bool
}

func newAnalysis(prog *cil.Program, opt Options) *analysis {
	a := &analysis{prog: prog, opt: opt, ids: map[Target]int{}, sets: newPool(), stands: map[int]int{},
		vars: map[*cil.Var]*Object{}, funcs: map[*cil.Func]*Object{}, heaps: map[*cil.Node]*Object{}, viewers: map[*Object][]int{},
		externals: map[string]*Object{}, comps: map[*cil.CompType]*Object{}, origins: map[string]*origin{}, voidPtr: &cil.PtrType{Elem: cil.Void},
		reached: map[*cil.Func]bool{}, sites: map[*cil.Node]*callSite{}, classes: map[signature][]*callClass{},
		effects: effects(), recast: recasts(prog), recastTypes: map[*cil.FuncType]bool{}, redirected: map[*rule]bool{}, guessed: map[int]bool{}, lumpNode: -1}
	if opt.OneLevel {
		a.set = a.settled()
	}
	a.outside, a.knownMerged = a.newNode(), a.newNode()
	a.addRule(a.outside, &rule{op: escapes})
	a.bytes = a.newObject(External)
	a.bytes.merged = true
	a.escape(a.bytes)
	a.external(cil.Void, true)
	a.nowhere = a.newObject(Nowhere)
	return a
}

// run analyses everything that entry reaches.
func (a *analysis) run(entry *cil.Func) {
	a.small, a.converted = a.numbers(entry, false), a.numbers(entry, true)
	for _, v := range a.prog.Globals {
		a.variable(v)
		a.global(v)
	}
	a.reach(entry)
	for _, v := range entry.Formals {
		a.havoc(cil.VarLval(v))
	}
	a.drain()
	for a.solve(); a.guess() || a.others(); {
		a.solve()
	}
	for _, n := range sortedKeys(a.guessed) {
		a.guessed[a.find(n)] = true
	}
	a.sets = newPool() // without those that were in use on the way
}

// guess lets pointers that are dereferenced and point to nothing known, because they are
// null, lead nowhere or were never set, point to whatever the outside has of the type that they are
// used as: what is stored through one is then found through its copies. It reports
// whether there were any.
func (a *analysis) guess() bool {
	var work []int
	for i, n := range a.nodes {
		if n != nil && a.leadsNowhere(n.pts) && slices.ContainsFunc(n.rules, dereferences) {
			work = append(work, i)
		}
	}
	found := len(work) > 0
	preds := a.emptyPreds()
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if !a.guessed[i] {
			a.guessed[i] = true
			a.addTarget(i, Target{Obj: a.external(cil.Void, true)})
			work = append(work, preds[i]...)
		}
	}
	return found
}

// leadsNowhere reports whether there is nothing at any of the targets.
func (a *analysis) leadsNowhere(targets *set) bool {
	for id := range targets.elements() {
		if a.targets[id].Obj != a.nowhere {
			return false
		}
	}
	return true
}

// emptyPreds lists, for each node whose targets are nowhere, the nodes that it copies.
func (a *analysis) emptyPreds() map[int][]int {
	preds := map[int][]int{}
	for i, n := range a.nodes {
		if n == nil || !a.leadsNowhere(n.pts) {
			continue
		}
		for _, s := range n.succs {
			s = a.find(s)
			preds[s] = append(preds[s], i)
		}
	}
	return preds
}

func dereferences(r *rule) bool {
	return r.op.accesses() && r.op != calls && r.typ != nil && !isVoid(r.typ)
}

// global generates the constraints of a global's initial value.
func (a *analysis) global(v *cil.Var) {
	if v.Init != nil {
		if v.Init.Expr != nil {
			a.assign(cil.VarLval(v), v.Init.Expr)
		}
		for _, e := range v.Init.Entries {
			a.assign(&cil.Lval{Base: v, Path: e.Path}, e.Expr)
		}
	}
	if a.opt.Known != nil && a.opt.Known(v) {
		a.know(a.variable(v))
	}
	if !a.opt.ArbitraryGlobals || v.Const || v.Initial || v.Kind == cil.Literal {
		return
	}
	a.havoc(cil.VarLval(v))
	if v.AddrTaken {
		a.escape(a.variable(v))
	}
}

// reach notes that f may be called.
func (a *analysis) reach(f *cil.Func) {
	if f.HasBody() && !a.reached[f] {
		a.reached[f] = true
		a.order = append(a.order, f)
		a.queue = append(a.queue, f)
		a.variables(f)
	}
}

// variables makes the objects of f's variables.
func (a *analysis) variables(f *cil.Func) {
	for _, vs := range [][]*cil.Var{f.Formals, f.Locals} {
		for _, v := range vs {
			a.variable(v)
		}
	}
	if f.Result != nil {
		a.variable(f.Result)
	}
}

// drain generates the constraints of the functions that were newly reached.
func (a *analysis) drain() {
	for len(a.queue) > 0 {
		f := a.queue[0]
		a.queue = a.queue[1:]
		for _, n := range f.Nodes {
			a.instr(n)
		}
	}
}

func (a *analysis) instr(n *cil.Node) {
	switch in := n.Instr.(type) {
	case *cil.Skip, *cil.Opaque:
	case *cil.Assign:
		a.touchLval(in.L)
		a.assign(in.L, in.E)
	case *cil.Havoc:
		a.touchLval(in.L)
		switch {
		case in.Shared():
			a.waits = append(a.waits, in.L)
		case in.Why != cil.Uninitialised:
			a.havoc(in.L)
		}
		if in.L.Base == nil && cil.IsAnyMemory(in.L) {
			a.beyond()
		}
		if in.Of != nil {
			a.touchLval(in.Of)
			a.assign(in.L, &cil.Load{L: in.Of})
		}
	case *cil.Assume:
		a.touch(in.E)
	case *cil.Branch:
		a.touch(in.E)
	case *cil.Call:
		a.newCall(n, in)
	case *cil.Return:
		if in.E != nil && n.Func.Result != nil {
			a.assign(cil.VarLval(n.Func.Result), in.E)
		}
	default:
		panic(fmt.Sprintf("pointsto: unknown instruction %T", in))
	}
}

// touch generates the constraints of the reads in e, whose values nothing gets.
func (a *analysis) touch(e cil.Expr) {
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && l.L.Mem != nil {
			a.touchLval(l.L)
		}
	})
}

// touchLval settles which cells l means.
func (a *analysis) touchLval(l *cil.Lval) {
	if l.Mem == nil || isVoid(element(l.Type())) || isFunc(l.Type()) {
		return
	}
	for _, path := range a.shapes.paths(l.Type()) {
		a.read(within(l, path))
	}
}

// within returns the part of l at path.
func within(l *cil.Lval, path []cil.Sel) *cil.Lval {
	return &cil.Lval{Base: l.Base, Mem: l.Mem, Path: append(l.Path[:len(l.Path):len(l.Path)], path...)}
}

// assign generates the constraints of l = e, cell by cell for structs.
func (a *analysis) assign(l *cil.Lval, e cil.Expr) {
	if !isComp(e.Type()) {
		if v, ok := a.value(e); ok {
			a.write(l, v)
		}
		return
	}
	for _, src := range compSources(e) {
		for _, path := range a.shapes.paths(e.Type()) {
			a.write(within(l, path), a.read(within(src, path)))
		}
	}
}

func isComp(t cil.Type) bool {
	switch t.(type) {
	case *cil.CompType, *cil.ArrayType:
		return true
	}
	return false
}

// compSources lists the lvalues that an expression of comp type may be the value of.
func compSources(e cil.Expr) []*cil.Lval {
	switch e := e.(type) {
	case *cil.Load:
		return []*cil.Lval{e.L}
	case *cil.Cond:
		return append(compSources(e.A), compSources(e.B)...)
	case *cil.Cast:
		return compSources(e.X)
	}
	panic(fmt.Sprintf("pointsto: %T of type %s", e, e.Type()))
}

// havoc stores what the outside may know in l.
func (a *analysis) havoc(l *cil.Lval) {
	for _, path := range a.shapes.paths(l.Type()) {
		p := within(l, path)
		if l.Base != nil && a.opt.OneLevel && a.keeps(a.place(p)) {
			continue
		}
		if v, ok := a.incoming(p.Type()); ok {
			a.write(p, v)
		}
	}
}

// place returns the cell of a part of a variable.
func (a *analysis) place(l *cil.Lval) Target {
	at, _ := a.member(a.canonical(Target{Obj: a.variable(l.Base)}), l.Path, true)
	return at
}

// write makes the cell l include the node v.
func (a *analysis) write(l *cil.Lval, v int) {
	if l.Base != nil {
		a.edge(v, a.cell(a.place(l)))
		return
	}
	if p, ok := a.value(l.Mem); ok {
		n := a.newNode()
		a.edge(v, n)
		a.addRule(p, &rule{op: stores, typ: pointee(l.Mem), path: l.Path, other: n})
	}
}

// read returns a node with what the cell l holds.
func (a *analysis) read(l *cil.Lval) int {
	if l.Base != nil {
		return a.cell(a.place(l))
	}
	n := a.newNode()
	if p, ok := a.value(l.Mem); ok {
		a.addRule(p, &rule{op: loads, typ: pointee(l.Mem), path: l.Path, other: n})
	}
	return n
}

func pointee(p cil.Expr) cil.Type { return p.Type().(*cil.PtrType).Elem }

// value returns a node with the targets of the scalar e; ok is false if it has none.
func (a *analysis) value(e cil.Expr) (int, bool) {
	switch e := e.(type) {
	case *cil.Const, *cil.FloatConst:
		return 0, false
	case *cil.Load:
		return a.read(e.L), true
	case *cil.AddrOf:
		return a.address(e)
	case *cil.FuncAddr:
		return a.pointing(Target{Obj: a.function(e.F)}), true
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return 0, false
		}
		return a.blurred(e.X)
	case *cil.Binary:
		return a.binary(e)
	case *cil.Cond:
		return a.both(a.maybe(e.A), a.maybe(e.B))
	case *cil.Cast:
		return a.cast(e)
	}
	panic(fmt.Sprintf("pointsto: unknown expression %T", e))
}

// maybe is value with -1 for none.
func (a *analysis) maybe(e cil.Expr) int {
	if n, ok := a.value(e); ok {
		return n
	}
	return -1
}

// both returns a node with the targets of x and y, which may be -1.
func (a *analysis) both(x, y int) (int, bool) {
	switch {
	case x < 0:
		return y, y >= 0
	case y < 0:
		return x, true
	}
	n := a.newNode()
	a.edge(x, n)
	a.edge(y, n)
	return n, true
}

// pointing returns a node with just t.
func (a *analysis) pointing(t Target) int {
	n := a.newNode()
	a.addTarget(n, t)
	return n
}

func (a *analysis) address(e *cil.AddrOf) (int, bool) {
	if e.L.Base != nil {
		return a.pointing(a.place(e.L)), true
	}
	p, ok := a.value(e.L.Mem)
	if !ok {
		return 0, false
	}
	if len(e.L.Path) == 0 {
		return p, true
	}
	n := a.newNode()
	a.addRule(p, &rule{op: members, typ: pointee(e.L.Mem), path: e.L.Path, other: n})
	return n, true
}

// blurred returns a node with unknown places in the objects that e may point to.
func (a *analysis) blurred(e cil.Expr) (int, bool) { return a.passed(e, blurs) }

// passed returns a node with what op, without more to say, makes of what e may point to.
func (a *analysis) passed(e cil.Expr, op op) (int, bool) {
	p, ok := a.value(e)
	if !ok {
		return 0, false
	}
	n := a.newNode()
	a.addRule(p, &rule{op: op, other: n})
	return n, true
}

func (a *analysis) maybeBlurred(e cil.Expr) int {
	if n, ok := a.blurred(e); ok {
		return n
	}
	return -1
}

func (a *analysis) binary(e *cil.Binary) (int, bool) {
	switch {
	case holdsNoAddress(e):
		return 0, false
	case e.Op == cil.PtrAdd || e.Op == cil.PtrSub:
		return a.both(a.shifted(e), a.distance(e))
	}
	return a.both(a.maybeBlurred(e.X), a.maybeBlurred(e.Y))
}

// distance returns the node of the addresses that come into pointer arithmetic by the number that
// is added, -1 for none.
func (a *analysis) distance(e *cil.Binary) int {
	if !a.hasBase(e) {
		return a.maybeBlurred(e.Y)
	}
	p, ok := a.value(e.Y)
	if !ok {
		return -1
	}
	n := a.newNode()
	a.addRule(p, &rule{op: counts, other: n})
	return n
}

// hasBase reports whether the pointer arithmetic e begins at an object, not at an address that is
// a constant: then a number from the outside only counts its elements, and isn't the address of
// something else (C17 6.5.6p8). One that holds the address of an object of the program may
// be a distance between two objects, and leads to both.
func (a *analysis) hasBase(e *cil.Binary) bool {
	p := withoutCasts(e.X)
	if c, ok := p.(*cil.Cast); ok {
		p = c.X
	}
	_, constant := cil.ConstValue(p)
	return !constant
}

// isNumber reports whether t is what an integer from the outside says: any address there.
func isNumber(t Target) bool { return t.Obj.Kind == External && isVoid(t.Obj.Type) }

// holdsNoAddress reports whether the operator's result is no address whatever its
// operands are. A difference of pointers is a distance.
func holdsNoAddress(e *cil.Binary) bool {
	_, float := e.T.(*cil.FloatType)
	return e.Op.IsCompare() || e.Op == cil.LAnd || e.Op == cil.LOr || e.Op == cil.PtrDiff || float
}

// shifted returns the node of the pointer e.X after arithmetic, -1 for none.
func (a *analysis) shifted(e *cil.Binary) int {
	p, ok := a.value(e.X)
	switch {
	case !ok:
		return -1
	case cil.IsZero(e.Y):
		return p
	}
	n := a.newNode()
	s := a.stepOf(e)
	a.addRule(p, &rule{op: shifts, typ: s.typ, index: s.index, back: s.back, other: n})
	return n
}

// pageBytes is the size of the pages at both ends of memory, where nothing lies: null, what
// stands for no memory, and numbers of errors that are made pointers.
const pageBytes = 4096

// isNowhere reports whether the integer e is a constant that is an address in these pages.
func (a *analysis) isNowhere(e cil.Expr) bool {
	v, ok := cil.ConstValue(e)
	if !ok {
		return false
	}
	v = a.prog.Model.SizeT().Wrap(v)
	end := new(big.Int).Lsh(big.NewInt(1), uint(8*a.prog.Model.PtrBytes))
	return v.Cmp(big.NewInt(pageBytes)) < 0 || end.Sub(end, v).Cmp(big.NewInt(pageBytes)) < 0
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
