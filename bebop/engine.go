package bebop

import (
	"fmt"
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// place is a node of a procedure.
type place struct{ proc, node int }

// engine is what the searches share: the encoded program and its blocks.
type engine struct {
	prog   *boolprog.Program
	graphs []*boolprog.Graph
	opt    Options
	space  *space
	m      bdd.Manager
	main   int
	labels map[place]bool // where being is an error
	procs  []*procState
	blocks []*block // by id; of the procedures that were entered
	stats  Stats
	breath int
}

// breaths is how often breathe asks whether to stop.
const breaths = 64

// breathe is a point where nothing but what is kept is needed: garbage may be
// collected and the search stopped.
func (x *engine) breathe() {
	x.m.SafePoint()
	if x.breath++; x.breath%breaths == 0 {
		if err := x.opt.stop(); err != nil {
			panic(&bdd.StopError{Err: err})
		}
	}
}

// procState is a procedure that is entered.
type procState struct {
	*procInfo
	blocks []*block // entry first, exit second; nil before the procedure is entered
	sites  []*callSite
	// start relates entry and current values at the entry, and forget are the current
	// values that mean nothing behind the exit.
	start, forget bdd.Node
	// toCall turns values at entry and exit into current and next values of a caller,
	// toCur arguments into formals, toEntry formals and globals into entry copies.
	toCall, toCur, toEntry *bdd.Renaming
}

func newEngine(p *boolprog.Program, graphs []*boolprog.Graph, opt Options) (*engine, error) {
	main := slices.IndexFunc(p.Procs, func(q *boolprog.Proc) bool { return q.Name == "main" })
	if main < 0 {
		return nil, fmt.Errorf("the program has no procedure main")
	}
	x := &engine{prog: p, graphs: graphs, opt: opt, main: main, labels: map[place]bool{}}
	for _, l := range opt.Labels {
		if err := x.addLabel(l); err != nil {
			return nil, err
		}
	}
	x.space = newSpace(p, graphs)
	levels := x.space.numLevels(main)
	m, err := bdd.New(bdd.Config{Backend: bdd.Backend(opt.BDD), MaxVars: max(levels, 1), MaxNodes: opt.MaxNodes, Stop: opt.stop})
	if err != nil {
		return nil, err
	}
	m.AddVars(levels)
	x.m = m
	x.space.use(m)
	for _, q := range x.space.procs {
		x.procs = append(x.procs, &procState{procInfo: q})
	}
	return x, nil
}

// addLabel makes all places with a label errors.
func (x *engine) addLabel(label string) error {
	found := false
	for i, g := range x.graphs {
		if n, ok := g.LabelNode(label); ok {
			x.labels[place{i, n}] = true
			found = true
		}
	}
	if !found {
		return fmt.Errorf("the program has no label %s", label)
	}
	return nil
}

// open makes the blocks of a procedure and what entering and leaving it needs.
func (x *engine) open(q *procState) {
	if q.blocks != nil {
		return
	}
	q.blocks = makeBlocks(q.procInfo, len(x.blocks))
	x.blocks = append(x.blocks, q.blocks...)
	q.toCall, q.toCur, q.toEntry = &bdd.Renaming{}, &bdd.Renaming{}, &bdd.Renaming{}
	start, forget := bdd.True, []*entity(nil)
	q.mod.each(func(g int) {
		e := x.space.entities[g]
		if q.called {
			start = x.m.And(start, x.unchanged(e))
			rename(q.toCall, e, entryCopy, curCopy)
			rename(q.toCall, e, curCopy, nextCopy)
			rename(q.toEntry, e, curCopy, entryCopy)
		}
	})
	for _, e := range distinct(q.locals) {
		switch {
		case !e.formal:
			start = x.m.And(start, x.space.valid(e, curCopy))
			forget = append(forget, e)
		case q.called && e.hasEntry():
			start = x.m.And(start, x.unchanged(e))
			forget = append(forget, e)
			rename(q.toCall, e, entryCopy, argCopy)
			rename(q.toEntry, e, curCopy, entryCopy)
		case q.called:
			rename(q.toCall, e, curCopy, argCopy)
		}
		if e.formal && q.called {
			rename(q.toCur, e, argCopy, curCopy)
		}
	}
	q.start, q.forget = x.m.Ref(start), x.m.Ref(x.cube(forget, curCopy))
}

// rename adds the bits of an entity to a renaming.
func rename(r *bdd.Renaming, e *entity, from, to copyKind) {
	r.From, r.To = e.levels(r.From, from), e.levels(r.To, to)
}

// unchanged returns the relation "entry and current value are equal".
func (x *engine) unchanged(e *entity) bdd.Node {
	f := bdd.True
	for _, b := range slices.Backward(e.bits) {
		f = x.m.And(f, bdd.Equiv(x.m, x.m.Var(b[entryCopy]), x.m.Var(b[curCopy])))
	}
	return f
}

// distinct returns the entities of variables, each once, in order.
func distinct(vars []*variable) []*entity {
	var list []*entity
	seen := map[*entity]bool{}
	for _, v := range vars {
		if !seen[v.entity] {
			seen[v.entity] = true
			list = append(list, v.entity)
		}
	}
	return list
}

// modified returns the globals that a procedure may write.
func (x *engine) modified(q *procState) []*entity {
	var list []*entity
	q.mod.each(func(g int) { list = append(list, x.space.entities[g]) })
	return list
}

// formalsOf returns the entities of formals.
func formalsOf(q *procState) []*entity {
	return slices.DeleteFunc(distinct(q.locals), func(e *entity) bool { return !e.formal })
}

// keep stores f in place, kept, and lets go of what was there.
func (x *engine) keep(place *bdd.Node, f bdd.Node) {
	x.m.Ref(f)
	x.m.Deref(*place)
	*place = f
}

// enforcedAt returns what is enforced at the first node of a block.
func (x *engine) enforcedAt(b *block) bdd.Node {
	return compiler{s: x.space, q: b.proc}.invariant(b.first().Enforce)
}

// initial returns the states of globals and formals in which main may start.
func (x *engine) initial() bdd.Node {
	f := bdd.True
	for _, e := range append(distinct(x.space.globals), distinct(x.procs[x.main].locals)...) {
		f = x.m.And(f, x.space.valid(e, curCopy))
	}
	return f
}
