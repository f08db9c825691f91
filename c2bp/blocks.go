package c2bp

import (
	"fmt"
	"slices"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/pred"
)

// This file is the abstraction of large blocks (package lbe; DESIGN, section 10): a procedure
// is laid out as its cutpoints, and each fragment between two of them is one parallel
// assignment with constrain. What can't be part of a fragment, calls above all, is a cutpoint
// of its own and abstracted as ever.
//
// A fragment's relation is found for the states that runs reach, round by round: the Boolean
// program with what is known so far is searched, and where new states come to a fragment, what
// follows them is added (lazy abstraction). The last program allows all runs of the C program:
// no state comes to a fragment that it has no successors for. What is known of a fragment is kept
// from one program to the next, as long as the elements that it depends on are the same.

// block is a fragment with its relation.
type block struct {
	frag  *lbe.Fragment
	query *lbe.Query
	rel   Relation
	// src are the elements that matter at the start, changed those that are assigned; dropped
	// are those that nobody asks for at the end.
	src, changed, dropped []*element
	els                   []*element // src and changed, each once, as the relation follows them
	states                *boolprog.Expr
	from                  string // text of the states that were looked at last
	group                 *group
}

// group is a run of blocks that are questions to one prover.
type group struct {
	Group
	prover int      // index of the prover
	size   int      // sum of the fragments' nodes
	draft  *draft   // that has the group
	blocks []*block // of the draft
}

// groupSize bounds the nodes of a group's fragments, unless it is only one: small fragments
// share what the prover keeps, which is several megabytes for each group.
const groupSize = 400

// choiceSuffix ends the origin of the choice between the fragments that begin at a node.
const choiceSuffix = "."

// Reach is what a search of a Boolean program found.
type Reach struct {
	// States has the reachable states before statements with an origin.
	States func(origin string) *boolprog.Expr
	// Failed says that an assertion may fail.
	Failed bool
}

// abstractBlocks is [Abstracter.Abstract] for large blocks.
func (ab *Abstracter) abstractBlocks(preds *pred.Set) *Abstraction {
	ab.setElements(preds)
	ab.temps = newTempSet()
	d := ab.blockDraft()
	defer d.close()
	all := func(*cil.Node) bool { return true }
	if !ab.answer(d.questions(all)) {
		return nil
	}
	d.revise(all)
	for {
		if d.exhausted() {
			return nil
		}
		abs := d.program()
		r, ok := ab.opt.States(abs.BP)
		if ok && r.Failed || !d.grow(r, ok) {
			d.countChanges()
			return abs
		}
	}
}

// blockDraft lays the procedures out in blocks, without their relations.
func (ab *Abstracter) blockDraft() *draft {
	d := &draft{ab: ab}
	for _, f := range ab.funcs {
		e := ab.newEmitter(f)
		e.cuts = ab.in.cutsOf(f)
		e.live = lbe.NewLive(f, e.readsAt)
		for _, n := range e.cuts {
			e.draftCut(n)
		}
		for _, frag := range lbe.Fragments(f, e.cuts) {
			if b := e.newBlock(frag); b != nil {
				e.blocks = append(e.blocks, b)
				d.blocks = append(d.blocks, b)
				d.relate(b, e.followed(b))
			}
		}
		d.procs = append(d.procs, e)
	}
	ab.blocks = map[fragmentKey]*block{}
	for _, b := range d.blocks {
		ab.blocks[b.key()] = b
	}
	return d
}

// relate gives the block its relation, which is that of the last program if it was the same.
func (d *draft) relate(b *block, followed []Followed) {
	if old := d.ab.blocks[b.key()]; old != nil && sameElements(old.src, b.src) && sameElements(old.changed, b.changed) {
		b.query, b.rel, b.states, b.from, b.group = old.query, old.rel, old.states, old.from, old.group
	} else {
		b.group = d.groupFor(b)
		b.rel = b.group.Relation(b.query, followed)
	}
	if b.group.draft != d {
		b.group.draft, b.group.blocks = d, nil
		d.groups = append(d.groups, b.group)
	}
	b.group.blocks = append(b.group.blocks, b)
}

// groupFor returns the group for a block that is new.
func (d *draft) groupFor(b *block) *group {
	size := len(b.frag.Nodes)
	if d.last == nil || d.last.size+size > groupSize {
		d.last = &group{prover: d.ab.numGroups % len(d.ab.provers)}
		d.last.Group = d.ab.provers[d.last.prover].Group()
		d.ab.numGroups++
	}
	d.last.size += size
	return d.last
}

// fragmentKey tells the fragments of a program apart.
type fragmentKey struct{ from, to *cil.Node }

func (b *block) key() fragmentKey { return fragmentKey{b.frag.From, b.frag.To} }

// sameElements reports whether the elements mean the same and have the same names.
func sameElements(a, b []*element) bool {
	return slices.EqualFunc(a, b, func(x, y *element) bool {
		if !slices.Equal(x.names, y.names) {
			return false
		}
		for i := range x.size() {
			if !cil.Equal(x.meaning(i), y.meaning(i)) {
				return false
			}
		}
		return x.size() == y.size()
	})
}

// draftCut abstracts what belongs to a cutpoint itself.
func (e *emitter) draftCut(n *cil.Node) {
	if e.ab.in.outside(n) {
		e.draftNode(n)
		return
	}
	e.stmts[n] = e.asserts(n)
}

// newBlock makes the block of a fragment, without its relation; nil if no run takes it.
func (e *emitter) newBlock(frag *lbe.Fragment) *block {
	sem := e.ab.semantics()
	sem.Ghosts = func(n *cil.Node) []*cil.Var { return e.ab.ghosts[n] }
	b := &block{frag: frag}
	var dst []lbe.Pred
	var tracked []*element
	for _, el := range e.view.els {
		if e.tracks(el, frag.To) {
			tracked = append(tracked, el)
			dst = append(dst, el.preds("'")...)
		} else {
			b.dropped = append(b.dropped, el)
		}
	}
	q := lbe.NewQuery(frag, sem, nil, dst)
	if q.Empty() {
		return nil
	}
	b.query = q
	b.keepChanged(q, tracked)
	for _, el := range e.view.related(q.Exprs()) {
		if e.reads(el, frag.From) {
			b.src = append(b.src, el)
			q.Src = append(q.Src, el.preds("")...)
		}
	}
	return b
}

// followed groups the predicates of the query by element. Elements that share no variable with
// others can be left out where a run doesn't touch them.
func (e *emitter) followed(b *block) []Followed {
	var all []Followed
	at := map[*element]int{}
	k := 0
	add := func(els []*element, list func(*Followed) *[]int) {
		for _, el := range els {
			i, ok := at[el]
			if !ok {
				i = len(all)
				at[el] = i
				all = append(all, Followed{Touches: e.touches(b, el), InRange: el.v != nil && cil.IsInteger(el.v.Type)})
				b.els = append(b.els, el)
			}
			for range el.names {
				l := list(&all[i])
				*l = append(*l, k)
				k++
			}
		}
	}
	add(b.src, func(f *Followed) *[]int { return &f.Src })
	add(b.changed, func(f *Followed) *[]int { return &f.Dst })
	return all
}

// touches returns the function that says where el may be read or changed; nil if what el is
// depends on others.
func (e *emitter) touches(b *block, el *element) func(*cil.Node) bool {
	if el.mem || el.addr {
		return nil
	}
	for _, o := range slices.Concat(b.src, b.changed) {
		for v := range el.vars {
			if o != el && o.vars[v] {
				return nil
			}
		}
	}
	return func(n *cil.Node) bool {
		_, found := n.Instr.(*cil.Return)
		found = found && el.mentions(cil.Result)
		look := func(x cil.Expr) {
			found = found || slices.ContainsFunc(cil.Vars(x), func(v *cil.Var) bool { return el.vars[v] })
		}
		cil.EachExpr(n.Instr, look)
		for _, g := range e.ab.ghosts[n] {
			look(cil.LoadVar(g))
			look(&cil.Load{L: g.Of})
		}
		return found
	}
}

// readsAt lists what is read at a node besides what its instruction says.
func (e *emitter) readsAt(n *cil.Node) []cil.Expr {
	var all []cil.Expr
	for _, g := range e.ab.ghosts[n] {
		all = append(all, &cil.Load{L: g.Of})
	}
	if n == e.f.Exit {
		for _, el := range e.sig.results {
			for i := range el.size() {
				all = append(all, el.meaning(i))
			}
		}
	}
	return all
}

// tracks reports whether el is followed at the cutpoint n (the paper's map mu): what it speaks
// of may still be read.
func (e *emitter) tracks(el *element, n *cil.Node) bool {
	for v := range el.vars {
		if !e.live.Before(n, v) {
			return false
		}
	}
	return true
}

// reads reports whether el is followed where the fragments from n begin: before n, or behind it
// if its instruction is no part of them. What a call returns is live only there.
func (e *emitter) reads(el *element, n *cil.Node) bool {
	if e.ab.in.outside(n) && len(n.Succs) == 1 {
		n = n.Succs[0]
	}
	return e.tracks(el, n)
}

// keepChanged leaves in q.Dst what the fragment may change.
func (b *block) keepChanged(q *lbe.Query, els []*element) {
	var keep []lbe.Pred
	k := 0
	for _, el := range els {
		changed := false
		for i := range el.names {
			changed = changed || q.Changed(k+i)
		}
		if changed {
			b.changed = append(b.changed, el)
			keep = append(keep, q.Dst[k:k+len(el.names)]...)
		}
		k += len(el.names)
	}
	q.Dst = keep
}

// preds lists what the element's variables mean. The names end in suffix.
func (el *element) preds(suffix string) []lbe.Pred {
	if len(el.names) == 1 {
		return []lbe.Pred{{Name: el.names[0] + suffix, E: el.meaning(el.main)}}
	}
	var ps []lbe.Pred
	for i, n := range el.names {
		ps = append(ps, lbe.Pred{Name: n + suffix, E: el.meaning(i), Part: true})
	}
	return ps
}

// related lists the elements that share something with the expressions, or with others that do.
func (v *view) related(es []cil.Expr) []*element {
	probe := &element{vars: map[*cil.Var]bool{}}
	for _, x := range es {
		o := &element{}
		o.collect(x)
		probe.reads, probe.mem = append(probe.reads, o.reads...), probe.mem || o.mem
		for x := range o.vars {
			probe.vars[x] = true
		}
	}
	return v.linkedWith(probe, len(v.els))
}

// grow adds what follows the states that are reached, of all blocks if that isn't known. It
// reports whether there was any. Relations of one prover grow one by one, those of several side
// by side.
func (d *draft) grow(r Reach, known bool) bool {
	asked := map[*block]bool{}
	var todo []*group
	for _, g := range d.groups {
		before := len(asked)
		for _, b := range g.blocks {
			if b.isNew(r, known) {
				asked[b] = true
			}
		}
		if len(asked) > before {
			todo = append(todo, g)
		}
	}
	limit := relationRows
	if m := d.ab.opt.MaxRows; m != 0 {
		limit = m
	}
	grew := make([]bool, len(todo))
	for first := 0; first < len(todo); first += maxOpen {
		some := todo[first:min(first+maxOpen, len(todo))]
		d.makeRoom(some)
		d.ab.spread(len(d.ab.provers), func(_ Prover, k int) {
			for i, g := range some {
				if g.prover == k {
					grew[first+i] = g.grow(asked, limit)
				}
			}
		})
	}
	for b := range asked {
		d.ab.Stats.Queries += b.rel.Queries()
	}
	return slices.Contains(grew, true)
}

// isNew reports whether the block begins in states that weren't looked at yet.
func (b *block) isNew(r Reach, known bool) bool {
	states := boolprog.Bool(true)
	if known {
		states = r.States(originOf(b.frag.From, choiceSuffix))
	}
	text := states.String()
	if text == b.from || isConst(states, false) {
		return false
	}
	b.from, b.states = text, states
	b.rel.Within(states)
	return true
}

// grow adds to the relations that are asked for, and reports whether there was anything to add.
func (g *group) grow(asked map[*block]bool, limit int) bool {
	any := false
	for _, b := range g.blocks {
		if asked[b] && b.rel.Grow(limit) {
			any = true
		}
	}
	return any
}

// maxOpen bounds the groups that the prover keeps something for at one time.
const maxOpen = 16

// makeRoom closes the questions of all groups if with some more there would be too many.
func (d *draft) makeRoom(some []*group) {
	if d.open == nil || len(d.open)+len(some) > maxOpen {
		d.close()
		d.open = map[*group]bool{}
	}
	for _, g := range some {
		d.open[g] = true
	}
}

// exhausted reports whether there were more questions than allowed.
func (d *draft) exhausted() bool {
	if d.ab.opt.MaxQueries == 0 {
		return false
	}
	for _, b := range d.blocks {
		if _, ok := b.rel.Rows(); !ok {
			return true
		}
	}
	return d.ab.exhausted()
}

// close ends the questions about the blocks.
func (d *draft) close() {
	for _, g := range d.groups {
		g.Close()
	}
}

// stmt returns the block's statement, nil if it has no successors so far.
func (b *block) stmt() *boolprog.Stmt {
	rows, ok := b.rel.Rows()
	cond := boolprog.Bool(true)
	switch whole := b.rel.Whole(); {
	case whole != nil && whole.IsEmpty():
		return nil
	case whole != nil:
		cond = b.diagram(whole)
	case ok:
		if len(rows) == 0 {
			return nil
		}
		cond = b.formula(rows)
	}
	u := &update{}
	if !isConst(cond, true) {
		u.cond = cond
	}
	for _, el := range slices.Concat(b.changed, b.dropped) {
		u.havoc(el)
	}
	if s := u.stmt(); s != nil {
		return s
	}
	return &boolprog.Stmt{Kind: boolprog.Assume, Cond: cond}
}

// blockBody lays the procedure out: at each cutpoint its own statements, then a choice between
// the fragments that begin there.
func (e *emitter) blockBody() []*boolprog.Stmt {
	var body []*boolprog.Stmt
	label := func(stmts []*boolprog.Stmt, name string) {
		stmts[0].Labels = append([]string{name}, stmts[0].Labels...)
		body = append(body, stmts...)
	}
	for _, n := range e.cuts {
		own := e.copies(n)
		var ways [][]*boolprog.Stmt
		var targets []string
		for _, b := range e.blocks {
			if b.frag.From != n {
				continue
			}
			if s := b.stmt(); s != nil {
				s = e.register(e.mark(s, n, fmt.Sprintf(">%d", b.frag.To.ID), fmt.Sprintf("%s ... to %d", describe(n), b.frag.To.Pos.Line)), n)
				e.out.blocks[s.Origin] = b
				targets = append(targets, fmt.Sprintf("%s_to_%d", nodeLabel(n), b.frag.To.ID))
				ways = append(ways, []*boolprog.Stmt{s, {Kind: boolprog.Goto, Targets: []string{nodeLabel(b.frag.To)}}})
			}
		}
		if n != e.f.Exit {
			own = append(own, e.register(e.choose(n, targets), n))
		}
		label(own, nodeLabel(n))
		for i, w := range ways {
			label(w, targets[i])
		}
	}
	return body
}

// choose goes to one of the targets; with none, runs end.
func (e *emitter) choose(n *cil.Node, targets []string) *boolprog.Stmt {
	if len(targets) == 0 {
		return e.mark(&boolprog.Stmt{Kind: boolprog.Assume, Cond: boolprog.Bool(false)}, n, choiceSuffix, "")
	}
	return e.mark(&boolprog.Stmt{Kind: boolprog.Goto, Targets: targets}, n, choiceSuffix, "")
}
