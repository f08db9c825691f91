package enc

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/smt"
)

// Script is what drives a run along a feasible path, as numbers out of one model: where
// memory lies, what it holds at the start, and what each step that leaves something open
// gets as its answer.
type Script struct {
	// Globals are the variables of static storage that lie in memory.
	Globals []PlacedVar
	Funcs   []PlacedFunc
	// Start is what memory holds before the first step, Values what the globals hold that
	// are reached by name only.
	Start  []Write
	Values []Value
	// Events are the activations and answers, in the order in which a run gets to them.
	Events []Event
	// Used are the parts of memory that the run accesses through pointers.
	Used []Range
}

// PlacedVar is a variable with its address.
type PlacedVar struct {
	Var  *cil.Var
	Addr uint64
	Size int64
}

// PlacedFunc is a function with its address.
type PlacedFunc struct {
	Func *cil.Func
	Addr uint64
}

// Range is a part of memory.
type Range struct{ Addr, Bytes uint64 }

// Event is either the begin of an activation of Entered, or, if that is nil, the answer
// to what step Step of the path leaves open.
type Event struct {
	Step    int
	Entered *cil.Func
	Locals  []PlacedVar // those of the activation that lie in memory
	Values  []Value     // what others of it hold at first
	Answer  Answer
}

// Answer is what a step gets from outside. Value is what is assigned to the lvalue of the
// step, if [ByValue] says so, its places counted from the start of that lvalue. Memory is
// what else changes, in order.
type Answer struct {
	Value, Memory []Write
}

// Write is a change of memory: the bytes from Addr on hold Val, or if Width isn't 0, so
// many of their bits from Bit on.
type Write struct {
	Addr       uint64
	Bytes      int64
	Val        *big.Int
	Bit, Width int
}

// ByValue reports whether the answer to a step that assigns to l has the value of l,
// instead of changes of memory: where l is a scalar, or a variable without an address.
func ByValue(l *cil.Lval) bool {
	if cil.IsAnyMemory(l) {
		return false
	}
	l = normal(l)
	return cil.IsScalar(l.Type()) || l.Base != nil && byName(l.Base)
}

// InMemory reports whether v has an address along paths, instead of being reached by its
// name only.
func InMemory(v *cil.Var) bool { return !byName(v) }

// Answers reports whether a call of f, which has no body, whose result goes to ret, is an
// event of a [Script].
func Answers(f *cil.Func, ret *cil.Lval) bool {
	return !releasers()[f.Name] && (ret != nil || Allocation(f) == nil)
}

// draft is a Script whose numbers are terms yet.
type draft struct {
	events  []*draftEvent
	reads   []draftRead
	touched []draftRange
	// own is the lvalue that the present step assigns to, nil if there is none.
	own *cil.Lval
}

type draftEvent struct {
	step   int
	frame  *frame // of an activation
	space  *space // that begins here, nil if none does
	value  []draftWrite
	memory []draftWrite
}

type draftWrite struct {
	addr       smt.Term // of the first byte; if it is no term, off bytes from the step's lvalue
	off        int64
	bytes      int64
	val        smt.Term // zero bytes if it is no term
	bit, width int
}

// draftRead is a read of what memory held when sp began.
type draftRead struct {
	sp    *space
	addr  smt.Term
	bytes int
	val   smt.Term
}

type draftRange struct {
	addr  smt.Term
	bytes int
}

// answered begins the answer to the present step, which assigns to l unless that is nil.
func (r *run) answered(l *cil.Lval) {
	if r.draft != nil {
		r.draft.own = l
		r.draft.events = append(r.draft.events, &draftEvent{step: r.now})
	}
}

// activated notes that an activation begins.
func (r *run) activated(f *frame) {
	if r.draft != nil {
		r.draft.events = append(r.draft.events, &draftEvent{step: r.now, frame: f})
	}
}

// wrote notes that the part to.l of l gets the value v from outside.
func (r *run) wrote(l *cil.Lval, to target, v smt.Term) {
	if r.draft == nil {
		return
	}
	w := draftWrite{bytes: int64(r.c.bytesOf(to.l)), val: v}
	if f := lastField(to.l); isBitField(f) {
		w.bit, w.width = f.BitOff, f.BitLen
	}
	e := r.draft.events[len(r.draft.events)-1]
	if l == r.draft.own && ByValue(l) {
		e.value = append(e.value, r.within(l, to.l, w))
		return
	}
	w.addr = to.a.addr
	e.memory = append(e.memory, w)
}

// within returns w, which writes the part to of l, with its place in l.
func (r *run) within(l, to *cil.Lval, w draftWrite) draftWrite {
	if cil.IsScalar(l.Type()) {
		w.bit, w.width = 0, 0
		return w
	}
	end, _ := r.c.offset(to)
	start, _ := r.c.offset(normal(l))
	w.off = end - start
	return w
}

// returned notes the value that the present step gets for its lvalue.
func (r *run) returned(bytes int64, v smt.Term) {
	if r.draft != nil {
		e := r.draft.events[len(r.draft.events)-1]
		e.value = append(e.value, draftWrite{bytes: bytes, val: v})
	}
}

// zeroed notes that n bytes from addr on become zero.
func (r *run) zeroed(addr smt.Term, n int64) {
	if r.draft != nil {
		e := r.draft.events[len(r.draft.events)-1]
		e.memory = append(e.memory, draftWrite{addr: addr, bytes: n})
	}
}

// clobbered notes that all memory is arbitrary, and is sp from now on.
func (r *run) clobbered(sp *space) {
	if r.draft != nil {
		r.draft.events[len(r.draft.events)-1].space = sp
	}
}

// accessed notes an access, and what it reads of what memory held at the start if val is
// a term.
func (r *run) accessed(a access, val smt.Term) {
	if r.draft == nil {
		return
	}
	r.draft.touched = append(r.draft.touched, draftRange{a.addr, a.bytes})
	if val.IsValid() {
		r.draft.reads = append(r.draft.reads, draftRead{a.sp, a.addr, a.bytes, val})
	}
}

// script gives the terms of a draft the values of a model.
func (r *run) script(ev *smt.Evaluator) *Script {
	s := &scripter{r: r, ev: ev}
	out := &Script{Globals: s.places(r.mem.frames[0]), Start: s.contents(nil), Values: valuesOf(ev, r.mem.frames[0].initial)}
	for _, f := range r.prog.Funcs {
		if t, ok := r.mem.funcs[f]; ok {
			out.Funcs = append(out.Funcs, PlacedFunc{f, s.addr(t)})
		}
	}
	for _, e := range r.draft.events {
		out.Events = append(out.Events, s.event(e))
	}
	for _, t := range r.draft.touched {
		out.Used = append(out.Used, Range{s.addr(t.addr), uint64(t.bytes)})
	}
	return out
}

type scripter struct {
	r  *run
	ev *smt.Evaluator
}

func (s *scripter) addr(t smt.Term) uint64 { return s.ev.Eval(t).Int().Uint64() }

func (s *scripter) event(e *draftEvent) Event {
	out := Event{Step: e.step}
	if e.frame != nil {
		out.Entered, out.Locals, out.Values = e.frame.fn, s.places(e.frame), valuesOf(s.ev, e.frame.initial)
		return out
	}
	out.Answer.Value, out.Answer.Memory = s.writes(e.value), s.writes(e.memory)
	if e.space != nil {
		out.Answer.Memory = append(out.Answer.Memory, s.contents(e.space)...)
	}
	return out
}

func (s *scripter) writes(ws []draftWrite) []Write {
	var out []Write
	for _, w := range ws {
		c := Write{Addr: uint64(w.off), Bytes: w.bytes, Val: new(big.Int), Bit: w.bit, Width: w.width}
		if w.addr.IsValid() {
			c.Addr = s.addr(w.addr)
		}
		if w.val.IsValid() {
			c.Val = s.ev.Eval(w.val).Int()
		}
		out = append(out, c)
	}
	return out
}

// places lists the variables of an activation in the order of their addresses.
func (s *scripter) places(f *frame) []PlacedVar {
	var out []PlacedVar
	for v, o := range f.objects {
		out = append(out, PlacedVar{v, s.addr(o.base), o.size})
	}
	slices.SortFunc(out, func(a, b PlacedVar) int {
		if a.Addr < b.Addr {
			return -1
		}
		return 1
	})
	return out
}

// contents lists what is read of what memory held when sp began; nil stands for all
// spaces that are there from the start. Constant objects keep what they have.
func (s *scripter) contents(sp *space) []Write {
	bytes := map[uint64]byte{}
	for _, r := range s.r.draft.reads {
		if r.sp != sp && (sp != nil || r.sp.late) {
			continue
		}
		at, v := s.addr(r.addr), s.ev.Eval(r.val).Int()
		for i := range r.bytes {
			bytes[at+uint64(i)] = byte(new(big.Int).Rsh(v, uint(8*i)).Uint64())
		}
	}
	s.dropConstants(bytes)
	return joined(bytes)
}

// dropConstants removes the bytes of constant objects.
func (s *scripter) dropConstants(bytes map[uint64]byte) {
	for v, o := range s.r.mem.frames[0].objects {
		if !hasConstantValue(v) {
			continue
		}
		base := s.addr(o.base)
		for i := uint64(0); i < uint64(max(o.size, 0)); i++ {
			delete(bytes, base+i)
		}
	}
}

// joined makes writes of at most 8 bytes, in the order of their addresses.
func joined(bytes map[uint64]byte) []Write {
	var at []uint64
	for a := range bytes {
		at = append(at, a)
	}
	slices.Sort(at)
	var out []Write
	for _, a := range at {
		b := new(big.Int).SetUint64(uint64(bytes[a]))
		if n := len(out) - 1; n >= 0 && out[n].Bytes < 8 && out[n].Addr+uint64(out[n].Bytes) == a {
			out[n].Val.Or(out[n].Val, b.Lsh(b, uint(8*out[n].Bytes)))
			out[n].Bytes++
			continue
		}
		out = append(out, Write{Addr: a, Bytes: 1, Val: b})
	}
	return out
}
