package prep

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// A loop may change what it waits for itself, and yet not end by that: who claims a lock has found it free, and a flag that is set anew
// before each look at it keeps the loop going. So the loop is followed from its head, with what it stores: does a condition end it that
// depends on that?

// Limits of what is followed.
const (
	maxRuns  = 1000
	maxCalls = 8
)

// trial follows a loop with what it stores in memory of the name x, up to the condition end, which may end the loop.
type trial struct {
	*waiting
	loop loop
	end  *cil.Node
	x    name
	seen map[string]bool
	work []run
	used bool // the condition depends on what is there
}

// run is a state on the way.
type run struct {
	at     *cil.Node
	locals map[*cil.Var]value
	memory map[string]value // what conditions say of memory, until some is written
	x      value            // of what is stored
	by     bool             // the way depends on that
	looked bool             // the way depends on what was there before
	calls  []open
}

// open is a call that hasn't returned.
type open struct {
	at     *cil.Node
	locals map[*cil.Var]value
}

// value is what is known of a number or a pointer.
type value struct {
	is      interval.Interval
	nonzero bool
	stored  uint64 // the bits that depend on what was stored
	looked  bool   // it depends on what was there before
	// moved says that it is what was there when the turn began, and by how much more.
	moved bool
	more  int64
}

// maxMore bounds by how much more is followed.
const maxMore = 8

const allBits = ^uint64(0)

// endsItself reports whether what the loop stores in memory called x may end it, at the condition end or, if that only decides what is asked, at
// any; or nothing that is there does.
func (w *waiting) endsItself(l loop, end *cil.Node, x name) bool {
	t := &trial{waiting: w, loop: l, end: end, x: x, seen: map[string]bool{}}
	t.push(run{at: l.head(end.Func), locals: map[*cil.Var]value{}, memory: map[string]value{}})
	for len(t.work) > 0 {
		r := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if len(t.seen) > maxRuns || t.step(r) {
			return true
		}
	}
	return !t.used
}

// head returns the node at which the loop of f begins.
func (l loop) head(f *cil.Func) *cil.Node {
	for _, n := range f.Nodes {
		if l[n] && l.begins(n) {
			return n
		}
	}
	return f.Entry
}

// push adds a state unless it was there before.
func (t *trial) push(r run) {
	if k := r.key(); !t.seen[k] {
		t.seen[k] = true
		t.work = append(t.work, r)
	}
}

func (r run) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %v %v %v", r.at, r.x, r.by, r.looked)
	for _, c := range append(slices.Clone(r.calls), open{locals: r.locals}) {
		var all []string
		for v, x := range c.locals {
			all = append(all, fmt.Sprint(v.Name, x))
		}
		slices.Sort(all)
		fmt.Fprintf(&b, "; %p %v", c.at, all)
	}
	fmt.Fprint(&b, r.memory)
	return b.String()
}

// step goes on from r. It reports whether the loop ends there by what it has stored.
func (t *trial) step(r run) bool {
	switch in := r.at.Instr.(type) {
	case *cil.Branch:
		return t.branch(r, in)
	case *cil.Call:
		return t.call(r, in)
	case *cil.Return:
		t.leave(r, in)
		return false
	case *cil.Assign:
		r = t.store(r, in.L, t.assigned(r, in))
	case *cil.Havoc:
		x := value{}
		if readsAnew(r.at) {
			x = t.value(r, &cil.Load{L: in.Of})
		}
		r = t.store(r, in.L, x)
	}
	t.next(r)
	return false
}

// next follows all ways from r, but those out of the loop.
func (t *trial) next(r run) {
	for _, s := range r.at.Succs {
		if len(r.calls) > 0 || t.loop[s] {
			t.goTo(r, s)
		}
	}
}

// goTo goes on from r at n. Where a turn begins, what is more or less than at the beginning of the last was stored.
func (t *trial) goTo(r run, n *cil.Node) {
	r.at = n
	if len(r.calls) == 0 && t.loop.begins(n) {
		if r.x.moved {
			r.x = value{stored: allBits}
		}
		r.locals = maps.Clone(r.locals)
		for v, x := range r.locals {
			x.moved, x.more = false, 0
			r.locals[v] = x
		}
	}
	t.push(r)
}

// branch follows the ways on which the condition may be.
func (t *trial) branch(r run, in *cil.Branch) bool {
	truth := t.truth(r, in.E)
	r.by = r.by || t.bits(r, in.E) != 0
	r.looked = r.looked || t.looks(r, in.E)
	t.used = t.used || r.at == t.end && (r.by || r.looked)
	for i, s := range r.at.Succs {
		if want := i == 0; truth == interval.True && !want || truth == interval.False && want {
			continue
		}
		if len(r.calls) > 0 || t.loop[s] {
			t.goTo(t.assume(r, in.E, i == 0), s)
		} else if r.by && (r.at == t.end || !t.loop.ends(t.end)) {
			return true
		}
	}
	return false
}

// call enters the function that is called. What can't be followed may end the loop.
func (t *trial) call(r run, in *cil.Call) bool {
	callees := t.callees(r.at)
	if len(callees) == 0 {
		r.memory = map[string]value{}
		if in.Ret != nil {
			r = t.store(r, in.Ret, value{})
		}
		t.next(r)
		return false
	}
	if len(r.calls) == maxCalls {
		return true
	}
	for _, f := range callees {
		t.enter(r, in, f)
	}
	return false
}

// enter begins the function f, which in calls.
func (t *trial) enter(r run, in *cil.Call, f *cil.Func) {
	locals := map[*cil.Var]value{}
	for i, v := range f.Formals {
		if i < len(in.Args) {
			locals[v] = t.value(r, in.Args[i])
		}
	}
	q := r
	q.at, q.locals, q.memory = f.Entry, locals, map[string]value{}
	q.calls = append(slices.Clone(r.calls), open{r.at, r.locals})
	t.push(q)
}

// leave returns to where the function was called.
func (t *trial) leave(r run, in *cil.Return) {
	if len(r.calls) == 0 {
		return
	}
	c := r.calls[len(r.calls)-1]
	q := r
	q.at, q.locals, q.memory, q.calls = c.at, c.locals, map[string]value{}, r.calls[:len(r.calls)-1]
	if to := c.at.Instr.(*cil.Call).Ret; to != nil && in.E != nil {
		q = t.store(q, to, t.value(r, in.E))
	}
	t.next(q)
}

// assigned is the value that in stores: in memory called x it is what the loop has stored, at least in the bits that it may change.
func (t *trial) assigned(r run, in *cil.Assign) value {
	v := t.value(r, in.E)
	if inner(in.L) || !t.is(in.L) || v.moved && t.counts(r, in) {
		return v
	}
	v.moved = false
	v.stored = allBits
	b, ok := in.E.(*cil.Binary)
	if !ok {
		return v
	}
	old, reads := b.X.(*cil.Load)
	if k, constant := mask(b.Y); constant && reads && cil.EqualLval(old.L, in.L) {
		switch b.Op {
		case cil.BitOr:
			v.stored = t.bits(r, old) | k
		case cil.BitAnd:
			v.stored = t.bits(r, old) | ^k
		}
	}
	return v
}

// counts reports whether in stores what it makes of nothing else than what was there.
func (t *trial) counts(r run, in *cil.Assign) bool {
	own := true
	cil.Walk(in.E, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && t.read(r, l.L).moved {
			own = own && cil.EqualLval(l.L, in.L)
		}
	})
	return own
}

// mask returns the bits of the constant e.
func mask(e cil.Expr) (bits uint64, ok bool) {
	k, ok := cil.ConstValue(e)
	switch {
	case ok && k.IsInt64():
		return uint64(k.Int64()), true
	case ok && k.IsUint64():
		return k.Uint64(), true
	}
	return 0, false
}

// store puts v in l.
func (t *trial) store(r run, l *cil.Lval, v value) run {
	if inner(l) {
		r.locals = maps.Clone(r.locals)
		r.locals[l.Base] = v
		return r
	}
	if l.Base == nil || l.Base.Func == nil || l.Base.AddrTaken {
		r.memory = map[string]value{}
	}
	switch {
	case t.is(l) && v.moved && v.more == 0:
		r.x = value{} // as it was
	case t.is(l):
		r.x = v
	}
	return r
}

// inner reports whether l is a variable that only its function knows.
func inner(l *cil.Lval) bool {
	return l.IsVar(nil) && l.Base.Func != nil && !l.Base.AddrTaken && cil.IsScalar(l.Base.Type)
}

// is reports whether l may be the memory called x.
func (t *trial) is(l *cil.Lval) bool {
	n := nameOf(l)
	return n.of == t.x.of && (n.base == t.x.base || n.base == nil || t.x.base == nil)
}

// read is what is known of what l has.
func (t *trial) read(r run, l *cil.Lval) value {
	switch {
	case inner(l):
		return r.locals[l.Base]
	case t.is(l) && r.x.known():
		return r.x
	}
	v := r.memory[cil.LvalString(l)]
	v.looked, v.moved = t.is(l), t.is(l)
	return v
}

// known reports whether x is of what was stored in the memory.
func (x value) known() bool { return x.stored != 0 || x.moved }

// value is what is known of e. Counters aren't followed.
func (t *trial) value(r run, e cil.Expr) value {
	v := value{stored: t.bits(r, e), looked: t.looks(r, e)}
	if b, ok := e.(*cil.Binary); !ok || b.Op.IsCompare() {
		if is := t.eval(r).Value(e); is.IsPoint() {
			v.is = is
		}
	}
	if l, equal := comparedWithZero(e); l != nil && !equal {
		v.nonzero = t.read(r, l).nonzero
	}
	v.more, v.moved = t.more(r, e)
	return v
}

// more returns by how much e is more than what was there when the turn began; ok is false if it isn't that.
func (t *trial) more(r run, e cil.Expr) (k int64, ok bool) {
	switch e := e.(type) {
	case *cil.Load:
		v := t.read(r, e.L)
		return v.more, v.moved
	case *cil.Cast:
		if keepsZero(e) {
			return t.more(r, e.X)
		}
	case *cil.Binary:
		k, ok = t.more(r, e.X)
		by, constant := cil.ConstValue(e.Y)
		if !ok || !constant || !by.IsInt64() || e.Op != cil.Add && e.Op != cil.Sub {
			return 0, false
		}
		if e.Op == cil.Sub {
			by = new(big.Int).Neg(by)
		}
		k += by.Int64()
		return k, -maxMore <= k && k <= maxMore
	}
	return 0, false
}

func (t *trial) eval(r run) *interval.Eval {
	return &interval.Eval{PtrBytes: t.model.PtrBytes, Read: func(l *cil.Lval) (interval.Interval, bool) {
		v := t.read(r, l)
		return v.is, v.is.Lo != nil && v.is.Hi != nil
	}}
}

// truth decides the condition e.
func (t *trial) truth(r run, e cil.Expr) interval.Truth {
	if l, equal := comparedWithZero(e); l != nil && t.read(r, l).nonzero {
		if equal {
			return interval.False
		}
		return interval.True
	}
	return t.eval(r).Truth(e)
}

// assume is r where the condition e is as wanted.
func (t *trial) assume(r run, e cil.Expr, want bool) run {
	if l, equal := comparedWithZero(e); l != nil {
		v := t.read(r, l)
		if equal == want {
			v.is = interval.Of(0, 0)
		} else {
			v.nonzero = true
		}
		return t.note(r, l, v)
	}
	b, ok := e.(*cil.Binary)
	if !ok || !(b.Op == cil.Eq && want || b.Op == cil.Ne && !want) {
		return r
	}
	l, reads := b.X.(*cil.Load)
	if y := t.eval(r).Value(b.Y); reads && y.IsPoint() {
		v := t.read(r, l.L)
		v.is = y
		return t.note(r, l.L, v)
	}
	return r
}

// note keeps v for l.
func (t *trial) note(r run, l *cil.Lval, v value) run {
	switch {
	case inner(l):
		return t.store(r, l, v)
	case t.is(l) && r.x.known():
		r.x = v
	default:
		r.memory = maps.Clone(r.memory)
		r.memory[cil.LvalString(l)] = v
	}
	return r
}

// comparedWithZero returns what e compares with zero, and whether for being equal; nil if that isn't what e does.
func comparedWithZero(e cil.Expr) (l *cil.Lval, equal bool) {
	switch e := e.(type) {
	case *cil.Load:
		return e.L, false
	case *cil.Cast:
		if keepsZero(e) {
			return comparedWithZero(e.X)
		}
	case *cil.Unary:
		if e.Op == cil.LogNot {
			l, equal = comparedWithZero(e.X)
			return l, !equal
		}
	case *cil.Binary:
		if (e.Op == cil.Eq || e.Op == cil.Ne) && cil.IsZero(e.Y) {
			l, equal = comparedWithZero(e.X)
			return l, equal != (e.Op == cil.Eq)
		}
	}
	return nil, false
}

// keepsZero reports whether what e converts is zero only if e is.
func keepsZero(e *cil.Cast) bool {
	to, number := e.T.(*cil.IntType)
	from, numbers := e.X.Type().(*cil.IntType)
	if number && numbers {
		return to.Kind == cil.Bool || to.Bytes >= from.Bytes
	}
	return cil.IsPointer(e.T) && cil.IsPointer(e.X.Type())
}

// looks reports whether e depends on what was there before.
func (t *trial) looks(r run, e cil.Expr) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			found = found || t.read(r, l.L).looked
		}
	})
	return found
}

// bits are those of e that depend on what was stored.
func (t *trial) bits(r run, e cil.Expr) uint64 {
	switch e := e.(type) {
	case *cil.Load:
		return t.read(r, e.L).stored
	case *cil.Cast:
		return t.bits(r, e.X)
	case *cil.Binary:
		x, y := t.bits(r, e.X), t.bits(r, e.Y)
		k, constant := mask(e.Y)
		switch {
		case e.Op == cil.BitAnd && constant:
			return x & k
		case e.Op == cil.BitOr || e.Op == cil.BitXor || x|y == 0:
			return x | y
		}
		return allBits
	}
	some := uint64(0)
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && t.read(r, l.L).stored != 0 {
			some = allBits
		}
	})
	return some
}
