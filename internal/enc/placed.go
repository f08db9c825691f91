package enc

import (
	"maps"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/smt"
)

// A path from a driver is full of pointers that come from outside: arguments, what memory
// had in it at first, results of functions without a body. With addresses that may be
// anything, each write may be to what is read next, and the prover has to work hard. Most
// paths can be run with each of these pointers leading to an object of its own. So this is
// tried first, with all addresses constant. A condition that compares one of
// them with null, or another such address, and fails so, says what to try next.

// placement is where pointers from outside point to, if they are placed.
type placement struct {
	at     map[smt.Term]smt.Term // the addresses, by pointer
	number map[smt.Term]int      // the numbers of the pointers with an address of their own
	next   int                   // the next pointer's number
	failed bool                  // a condition can't hold
	wish   *wish                 // what would let it hold
	equal  map[smt.Term]smt.Term // what symbols are, as conditions say
}

// wish is that a pointer has an address.
type wish struct {
	pointer int
	address smt.Term
}

// maxPlaced bounds the pointers from outside that get an object of their own, maxWishes how
// often the path is encoded with another wish.
const (
	maxPlaced = 10_000
	maxWishes = 50
)

// place returns the address of an object of type t that v, a pointer from outside, may
// point to.
func (m *pathMemory) place(t cil.Type, v smt.Term) (smt.Term, bool) {
	if a, ok := m.placed.at[v]; ok {
		return a, true
	}
	if m.placed.next == maxPlaced {
		return v, false
	}
	a, ok := m.wished()
	if !ok {
		size := int64(-1)
		if comp, ok := t.(*cil.CompType); ok && comp.Defined {
			size = comp.Size
		}
		o := m.newObject("outside", size, staticArea)
		a, o.typ = o.base, t
		m.placed.number[a] = m.placed.next
	}
	m.placed.at[v] = a
	m.placed.next++
	return a, true
}

// wished returns the wish for the next pointer, if there is one.
func (m *pathMemory) wished() (smt.Term, bool) {
	a, ok := m.r.opt.Wishes[m.placed.next]
	return a, ok
}

// allocated returns what an allocation of the memory at v returns: v, or null if that is
// wished.
func (m *pathMemory) allocated(v smt.Term) smt.Term {
	a, ok := m.wished()
	if !ok {
		a = v
		m.placed.number[v] = m.placed.next
	}
	m.placed.next++
	return a
}

// allocation reports whether the address a is one of an allocation.
func (m *pathMemory) allocation(a smt.Term) bool { return !m.outside(a).IsTrue() }

// holds adds the condition t, which says that e has the truth value want.
func (r *run) holds(e cil.Expr, t smt.Term, want bool) {
	r.cond(t)
	r.mem.succeeded(t)
	if !r.opt.Placed || r.mem.placed.failed {
		return
	}
	if r.settled(t).IsFalse() {
		r.mem.placed.failed = true
		r.mem.placed.wish = r.wish(e, want)
		return
	}
	r.settle(t)
}

// settled is t with the values that the conditions before settle.
func (r *run) settled(t smt.Term) smt.Term { return r.c.f.Subst(t, r.mem.placed.equal) }

// settle remembers what the condition t says that symbols are: one that follows an object
// is the first that is compared with it.
func (r *run) settle(t smt.Term) {
	switch t.Op() {
	case smt.OpAnd:
		for _, x := range t.Args() {
			r.settle(x)
		}
	case smt.OpEq:
		x, y := t.Args()[0], t.Args()[1]
		if x.IsConst() {
			x, y = y, x
		}
		if x.Op() == smt.OpVar && y.IsConst() && !r.settled(x).IsConst() {
			r.mem.placed.equal[x] = y
		}
	}
}

// wish looks for the address of a pointer with which the condition e has the truth value
// want: in a comparison with constant operands that has the other one.
func (r *run) wish(e cil.Expr, want bool) *wish {
	switch e := e.(type) {
	case *cil.Unary:
		if e.Op == cil.LogNot {
			return r.wish(e.X, !want)
		}
	case *cil.Binary:
		switch {
		case e.Op == cil.LAnd && want, e.Op == cil.LOr && !want:
			if w := r.wish(e.X, want); w != nil {
				return w
			}
			return r.wish(e.Y, want)
		case e.Op == cil.Eq && want, e.Op == cil.Ne && !want:
			x, y := r.settled(r.c.value(e.X)), r.settled(r.c.value(e.Y))
			if w := r.wishFor(x, y); w != nil || x == y {
				return w
			}
			return r.wishFor(y, x)
		}
	}
	return nil
}

// wishFor is the wish that the address p, in an object that a pointer from outside leads to,
// is that of another one, or null.
func (r *run) wishFor(p, other smt.Term) *wish {
	at, ok := r.mem.places[p]
	if !ok || !other.IsConst() {
		return nil
	}
	n, ok := r.mem.placed.number[at.obj.base]
	switch {
	case !ok:
	case other == r.c.null():
		if at.off == 0 {
			return &wish{n, other}
		}
	case !r.mem.allocation(p) && r.mem.outside(other).IsTrue() && r.mayShare(at, other):
		return &wish{n, r.c.moved(other, -at.off, smt.Term{})}
	}
	return nil
}

// placed looks for a run in which pointers from outside point to objects of their own,
// apart from those that conditions want elsewhere; first for one in which volatile memory
// holds what the program stored there. It returns nil if none is found.
func (rc *rechecker) placed() *Verdict {
	if slices.ContainsFunc(rc.p.Steps, readsStored) {
		if v := rc.placedWith(true); v != nil {
			return v
		}
	}
	return rc.placedWith(false)
}

// readsStored reports whether s reads volatile memory.
func readsStored(s path.Step) bool {
	in, ok := s.Node.Instr.(*cil.Havoc)
	return ok && in.Of != nil
}

func (rc *rechecker) placedWith(stored bool) *Verdict {
	opt := rc.opt.PathOptions
	opt.Layout, opt.Placed, opt.Stored, opt.Wishes, opt.script = Ascending, true, stored, map[int]smt.Term{}, rc.opt.Script
	for range maxWishes {
		r := encode(rc.prog, rc.b.Factory(), rc.p, opt)
		switch at := r.mem.placed; {
		case !at.failed && doubts(r.out) == "":
			return rc.run(r.out)
		case at.wish == nil:
			return nil
		default:
			opt.Wishes = maps.Clone(opt.Wishes)
			opt.Wishes[at.wish.pointer] = at.wish.address
		}
	}
	return nil
}

// run looks for a run that form describes, with pointers that lead to where a process can
// have memory if there is one.
func (rc *rechecker) run(form *Formula) *Verdict {
	defined := conditions(form.Defined)
	if len(form.Mappable) > 0 {
		if v := rc.runWith(form, slices.Concat(defined, form.Mappable)); v != nil {
			return v
		}
	}
	return rc.runWith(form, defined)
}

// maxRounds bounds how often a run is looked for.
const maxRounds = 20

// runWith looks for a run in which the wanted conditions hold. The prover is told only of
// those that the runs which it finds without them break.
func (rc *rechecker) runWith(form *Formula, wanted []smt.Term) *Verdict {
	var told []smt.Term
	for range maxRounds {
		v, broken := rc.attempt(form, told, wanted)
		if len(broken) == 0 {
			return v
		}
		told = append(told, broken...)
	}
	return nil
}

// attempt looks for a run in which the told conditions hold. It returns which of the wanted
// ones don't, or the run, nil if none is found.
func (rc *rechecker) attempt(form *Formula, told, wanted []smt.Term) (*Verdict, []smt.Term) {
	s, conds := rc.solver(form)
	defer s.Close()
	if rc.opt.Limit == 0 || rc.opt.Limit > placedLimit {
		s.SetLimit(placedLimit)
	}
	for _, t := range append(conds, told...) {
		s.Assert(t)
	}
	if rc.check(s, nil).Status != smt.Sat {
		return nil, nil
	}
	m := s.Model()
	if m == nil {
		return nil, nil
	}
	ev := smt.NewEvaluator(rc.b.Factory(), m)
	var broken []smt.Term
	for _, t := range wanted {
		if !ev.Holds(t) {
			broken = append(broken, t)
		}
	}
	if len(broken) > 0 {
		return nil, broken
	}
	if v := rc.found(form, m); v.Outcome == PathFeasible {
		return v, nil
	}
	return nil, nil
}

// placedLimit bounds each search for a run with placed pointers, in the prover's steps.
const placedLimit = 20_000_000
