package c2bp

import (
	"math/big"
	"sync"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
	"hardbop/internal/pred"
)

// Target is a point of the C program whose reachability is the question. It becomes
// an assertion that fails, with the label Label.
type Target struct {
	Node  *cil.Node
	Label string
}

// Input is what is abstracted. It must not change while an [Abstracter] uses it.
type Input struct {
	Prog    *cil.Program
	Entry   *cil.Func // where runs start; the procedure main of the Boolean program
	Targets []Target
	// Callees lists what a call node may call; nil stands for direct calls only.
	Callees func(*cil.Node) []*cil.Func
}

// Options of the abstraction. The zero value is the default.
type Options struct {
	// CubeLength bounds the cubes that the prover is asked about: 0 means 3, negative no limit.
	CubeLength int
	// Exact relates the new values of all predicates that an assignment changes, instead of
	// deciding each alone. [pred.Set] names single nodes for that; there, cubes also have no
	// limit in length.
	Exact bool
	// Wrap says that signed overflow wraps instead of being assumed not to happen.
	Wrap bool
	// Alias tells which lvalues may be the same; nil means [enc.TypeAlias].
	Alias enc.Alias
	// Effects lists what a call of a function without a body may change besides its
	// result; nil means [enc.ExternEffect] of one level.
	Effects func(*cil.Call) []*cil.Lval
	// PointsToObject reports whether an expression, if it isn't null, points to something
	// that exists when it is evaluated; nil for never.
	PointsToObject func(cil.Expr) bool
	// PointsToMemory reports the same, and that the expression is no error number in the place
	// of a pointer; nil for never.
	PointsToMemory func(cil.Expr) bool
	// AllocFails says that functions that allocate memory may return null.
	AllocFails bool
	// Reached lists the origins of the statements that runs of a Boolean program reach. It
	// says false if it doesn't know. Nil stands for that: all nodes are abstracted.
	Reached func(*boolprog.Program) ([]string, bool)
	// States, if not nil, asks for large blocks: it searches a Boolean program. It says false
	// if it doesn't know; then all states count as reached.
	States func(*boolprog.Program) (Reach, bool)
	// NoDomains leaves all comparisons to plain predicates: no variable has a finite domain.
	NoDomains bool
	// MaxQueries and MaxRows, if they aren't 0, bound the questions, and for large blocks the
	// rows of the relation of each. With more there is no Boolean program, nor with a question
	// about large blocks that the prover can't answer.
	MaxQueries, MaxRows int
	// More, if not nil, is told the number of questions where MaxQueries is reached, and returns the
	// bound from there on, 0 for none: work may stop there and go on later.
	More func(queries int) int
}

func (o Options) cubeLength() int {
	switch {
	case o.CubeLength == 0:
		return 3
	case o.CubeLength < 0:
		return 1 << 20
	}
	return o.CubeLength
}

// Stats counts the work of an [Abstracter].
type Stats struct {
	Queries   int // conjunctions that the prover was asked about
	CacheHits int // answers that were known already
	Elements  int // of the last Boolean program
	Nodes     int // C nodes that the last Boolean program abstracts by a statement
	Again     int // nodes of which the statements are others than in the program before
}

// Abstracter makes Boolean programs of one C program for growing sets of predicates.
// What the prover said is kept from one to the next.
type Abstracter struct {
	Stats Stats

	in      Input
	opt     Options
	provers []Prover
	funcs   []*cil.Func
	flow    *flow
	mods    func() *modTable // made when somebody asks: who knows the error path, or the Boolean program, doesn't
	// assigned has the formals that don't keep their entry value.
	assigned map[*cil.Var]bool

	answers map[string]cubeSet   // by the question's key
	latest  map[string]*answered // by the text of a condition
	// answering says that all questions have answers; else they are put into asked.
	answering bool
	last      map[*cil.Node]uint64 // fingerprints of the last program's statements
	asked     []*question
	blocks    map[fragmentKey]*block // of the last program
	numGroups int
	tallied   *pred.Set // the predicates that tally is about; nil for none
	tally     *Tally

	scene
	temps *tempSet // of the current Boolean program
}

// scene is what the predicates of a Boolean program make.
type scene struct {
	global     []*element
	local      map[*cil.Func][]*element
	ghosts     map[*cil.Node][]*cil.Var
	entryGhost map[*cil.Var]bool
	// exact has the nodes that are abstracted exactly, besides all with Options.Exact.
	exact       map[*cil.Node]bool
	conflicting []conflict
}

// New prepares the abstraction of a program. Each prover works for itself, at the same
// time as the others.
func New(in Input, opt Options, provers ...Prover) *Abstracter {
	if in.Callees == nil {
		in.Callees = directCallees
	}
	if opt.Alias == nil {
		opt.Alias = enc.TypeAlias{}
	}
	if opt.Effects == nil {
		opt.Effects = func(c *cil.Call) []*cil.Lval { return enc.ExternEffect(c, enc.ExternOneLevel) }
	}
	funcs := reachable(in.Entry, in.Callees)
	assigned := assignedFormals(funcs, in.Callees)
	return &Abstracter{
		in: in, opt: opt, provers: provers, funcs: funcs,
		flow:     newFlow(in.Prog.Model.PtrBytes, funcs, in.Callees),
		mods:     sync.OnceValue(func() *modTable { return newMods(funcs, in.Callees, opt.Effects, assigned) }),
		assigned: assigned,
		answers:  map[string]cubeSet{}, latest: map[string]*answered{}, last: map[*cil.Node]uint64{},
	}
}

func directCallees(n *cil.Node) []*cil.Func {
	if c, ok := n.Instr.(*cil.Call); ok {
		if f := c.Callee(); f != nil {
			return []*cil.Func{f}
		}
	}
	return nil
}

// reachable lists the functions with a body that entry may call, itself first, in the
// order of discovery.
func reachable(entry *cil.Func, callees func(*cil.Node) []*cil.Func) []*cil.Func {
	seen := map[*cil.Func]bool{entry: true}
	list := []*cil.Func{entry}
	for i := 0; i < len(list); i++ {
		for _, n := range list[i].Nodes {
			if _, ok := n.Instr.(*cil.Call); !ok {
				continue
			}
			for _, g := range callees(n) {
				if g.HasBody() && !seen[g] {
					seen[g] = true
					list = append(list, g)
				}
			}
		}
	}
	return list
}

// Abstract returns the Boolean program for the predicates; nil if Options.MaxQueries is reached.
func (ab *Abstracter) Abstract(preds *pred.Set) *Abstraction {
	if ab.opt.States != nil {
		return ab.abstractBlocks(preds)
	}
	ab.setElements(preds)
	ab.temps = newTempSet()
	conflicts := ab.conflicts()
	if !ab.answer(conflicts) {
		return nil
	}
	ab.noteConflicts(conflicts)
	d := ab.draft()
	reached := d.reached()
	if !ab.answer(d.questions(reached)) {
		return nil
	}
	d.revise(reached)
	d.countChanges()
	return d.program()
}

// conflicts lists the questions about the elements of all procedures, each once.
func (ab *Abstracter) conflicts() []*question {
	var qs []*question
	seen := map[string]bool{}
	for _, f := range ab.funcs {
		for _, q := range ab.conflictsIn(f) {
			if !seen[q.key] {
				seen[q.key] = true
				qs = append(qs, q)
			}
		}
	}
	return qs
}

// setElements sorts the predicates into finite domains and plain elements.
func (ab *Abstracter) setElements(preds *pred.Set) {
	ab.scene = scene{local: map[*cil.Func][]*element{}, exact: map[*cil.Node]bool{}, ghosts: map[*cil.Node][]*cil.Var{}, entryGhost: map[*cil.Var]bool{}}
	for _, n := range preds.Exact {
		ab.exact[n] = true
	}
	for _, g := range preds.Ghosts {
		at := g.At
		if at == nil {
			at = g.Func.Entry
			ab.entryGhost[g.V] = true
		} else if ab.asAtEntry(g) {
			ab.entryGhost[g.V] = true
		}
		ab.ghosts[at] = append(ab.ghosts[at], g.V)
	}
	els := ab.demanded(preds)
	settled := ab.newView(els)
	for _, p := range preds.Preds {
		if !settled.decides(p.E) {
			els = append(els, newPlain(p.Scope, p.E))
		}
	}
	for _, global := range []bool{true, false} {
		for _, el := range els {
			if (el.scope == nil) == global {
				ab.addElement(el)
			}
		}
	}
	ab.Stats.Elements = len(ab.global)
	for _, f := range ab.funcs {
		ab.Stats.Elements += len(ab.local[f])
	}
}

// demanded returns the finite domains that predicates ask for.
func (ab *Abstracter) demanded(preds *pred.Set) []*element {
	if ab.opt.NoDomains {
		return nil
	}
	var demand []*cil.Var
	extra := map[*cil.Var][]*big.Int{}
	for _, p := range preds.Preds {
		demand = append(demand, ab.demands(p.E, extra)...)
	}
	return ab.domains(ab.flow.partitions(demand, extra))
}

// asAtEntry reports whether the ghost has the value that its lvalue has at the entry: each
// run passes its point once, and nothing before that changes the lvalue.
func (ab *Abstracter) asAtEntry(g *pred.Ghost) bool {
	probe := &element{}
	probe.collect(&cil.Load{L: g.V.Of})
	for n := g.Func.Entry; n != g.At; n = n.Succs[0] {
		if len(n.Succs) != 1 || len(n.Preds) > 1 {
			return false
		}
		switch in := n.Instr.(type) {
		case *cil.Skip, *cil.Assume:
		case *cil.Assign:
			if ab.mayChange(probe, in.L) {
				return false
			}
		case *cil.Havoc:
			if ab.mayChange(probe, in.L) {
				return false
			}
		default:
			return false
		}
	}
	return len(g.At.Preds) <= 1
}

// demands returns the variables whose finite domains a predicate asks for.
func (ab *Abstracter) demands(e cil.Expr, extra map[*cil.Var][]*big.Int) []*cil.Var {
	var vs []*cil.Var
	cil.Walk(e, func(x cil.Expr) {
		b, ok := x.(*cil.Binary)
		if !ok || !b.Op.IsCompare() {
			return
		}
		if v, c, ok := againstConst(b); ok {
			vs = append(vs, v)
			extra[v] = append(extra[v], c)
		} else if x, y := cell(b.X), cell(b.Y); x != nil && y != nil && ab.flow.closed(x) && ab.flow.closed(y) {
			vs = append(vs, x, y)
			ab.flow.relate(x, y)
		}
	})
	return vs
}

// domains returns a domain element for each variable that has parts, in the order of
// declaration.
func (ab *Abstracter) domains(parts map[*cil.Var][]interval.Interval) []*element {
	var els []*element
	add := func(vs []*cil.Var) {
		for _, v := range vs {
			if ps := parts[v]; ps != nil {
				els = append(els, newDomain(v, ps, ab.flow.valueRange(v)))
			}
		}
	}
	add(ab.in.Prog.Globals)
	for _, f := range ab.funcs {
		add(f.Formals)
		add(f.Locals)
		if f.Result != nil {
			add([]*cil.Var{f.Result})
		}
	}
	return els
}

// decides reports whether the finite domains alone settle e in each of their values.
func (v *view) decides(e cil.Expr) bool {
	c := combiner{v: v, e: e}
	c.combine(v.domainsOf(e), nil)
	return len(c.open) == 0
}

// addElement adds el unless there is one that is the same; a name that hides a global
// variable's gets the procedure's name in front. Global elements have to come first.
func (ab *Abstracter) addElement(el *element) {
	if el.scope == nil {
		if !hasKey(ab.global, el) {
			ab.global = append(ab.global, el)
		}
		return
	}
	if hasKey(ab.local[el.scope], el) {
		return
	}
	taken := names(ab.global)
	for i, n := range el.names {
		for _, t := range taken {
			if t == n {
				el.names[i] = boolprog.PredName(el.scope.Name + ": " + n[1:len(n)-1])
			}
		}
	}
	ab.local[el.scope] = append(ab.local[el.scope], el)
}

func hasKey(els []*element, el *element) bool {
	for _, o := range els {
		if o.key() == el.key() {
			return true
		}
	}
	return false
}

// addGroups declares which Boolean variables exclude each other.
func (ab *Abstracter) addGroups(bp *boolprog.Program) {
	ab.addGlobalGroups(bp)
	for i, f := range ab.funcs {
		ab.addLocalGroups(bp, bp.Procs[i], f)
	}
}

func (ab *Abstracter) addGlobalGroups(bp *boolprog.Program) {
	for _, el := range ab.global {
		if len(el.names) > 1 {
			bp.AddGroup(nil, el.names...)
		}
	}
}

// addLocalGroups does so for the variables of f in its procedure.
func (ab *Abstracter) addLocalGroups(bp *boolprog.Program, p *boolprog.Proc, f *cil.Func) {
	for _, el := range ab.local[f] {
		if len(el.names) > 1 {
			bp.AddGroup(p, el.names...)
		}
	}
	for _, g := range ab.temps.groups[f] {
		bp.AddGroup(p, g...)
	}
}

// tempSet collects the variables that receive results at calls.
type tempSet struct {
	vars   map[*cil.Func][]string
	seen   map[*cil.Func]map[string]bool
	groups map[*cil.Func][][]string
}

func newTempSet() *tempSet {
	return &tempSet{vars: map[*cil.Func][]string{}, seen: map[*cil.Func]map[string]bool{}, groups: map[*cil.Func][][]string{}}
}

// add declares the variables of one returned element in f, once.
func (t *tempSet) add(f *cil.Func, names []string) {
	if t.seen[f] == nil {
		t.seen[f] = map[string]bool{}
	}
	if t.seen[f][names[0]] {
		return
	}
	t.seen[f][names[0]] = true
	t.vars[f] = append(t.vars[f], names...)
	if len(names) > 1 {
		t.groups[f] = append(t.groups[f], names)
	}
}

// Reachable lists the functions with a body that runs of the program may enter, the
// entry first.
func Reachable(in Input) []*cil.Func {
	if in.Callees == nil {
		in.Callees = directCallees
	}
	return reachable(in.Entry, in.Callees)
}
