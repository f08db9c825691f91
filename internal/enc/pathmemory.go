package enc

import (
	"fmt"
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/smt"
)

// pathMemory holds the present state along a path: for each activation the values of the
// variables that are reached by name only, and what addresses hold.
type pathMemory struct {
	r        *run
	heap     heap
	frames   []*frame // open activations; the first is that of the globals
	objects  []*object
	errors   bool               // some pointers are error numbers
	places   map[smt.Term]place // known addresses
	shared   *space             // memory that pointers reach
	used     [areas]int64       // bytes allotted of each area
	funcs    map[*cil.Func]smt.Term
	opened   int
	clobbers int                          // how often all memory became arbitrary
	outer    map[*cil.CompType][]smt.Term // pointers to structs that came from the outside
	placed   placement
	chances  []chance // the allocations of which it isn't known yet whether they failed
	since    map[*object]*big.Int
}

// chance is an allocation that returns value: null or the like if fails holds, otherwise
// the address of obj.
type chance struct {
	fails, value smt.Term
	obj          *object
}

// succeeded learns from the condition t of the present step which allocations didn't
// fail: what they returned is a known place from here on, for which it depends on the step.
func (m *pathMemory) succeeded(t smt.Term) {
	f := m.r.c.f
	m.chances = slices.DeleteFunc(m.chances, func(c chance) bool {
		if !f.Subst(t, map[smt.Term]smt.Term{c.fails: f.True(), c.value: m.r.c.null()}).IsFalse() {
			return false
		}
		m.places[c.value] = place{c.obj, 0}
		m.since[c.obj] = new(big.Int).SetBit(new(big.Int), m.r.now, 1)
		return true
	})
}

// frame is an activation of a function.
type frame struct {
	fn      *cil.Func
	call    *cil.Call // nil for the first
	number  int
	cells   map[cell]entry
	objects map[*cil.Var]*object
	initial []Observed // what variables that are reached by name hold at first
}

// cell names a scalar variable or member.
type cell struct {
	v    *cil.Var
	path string
}

// area is a part of the address space in a fixed layout.
type area int

const (
	codeArea area = iota
	staticArea
	heapArea
	stackArea
	areas
)

// areaStart returns where an area begins; they fit in 32 bits.
func areaStart(a area) int64 {
	return [...]int64{codeArea: 0x10000, staticArea: 0x1000000, heapArea: 0x40000000, stackArea: 0xB0000000, areas: 0xF0000000}[a]
}

// areaEnd returns where an area ends: there is a gap behind it.
func areaEnd(a area) int64 { return areaStart(a+1) - gap }

// gap is between areas, so that the struct around what a pointer from the outside leads to
// doesn't reach into the next area.
const gap = 1 << 20

// allocationStep is the distance of objects of unknown size.
const allocationStep = 1 << 16

func newPathMemory(r *run) *pathMemory {
	m := &pathMemory{r: r, since: map[*object]*big.Int{}, places: map[smt.Term]place{}, shared: newSpace("all"), funcs: map[*cil.Func]smt.Term{}}
	if r.opt.Theory == Bits {
		m.heap = &byteHeap{r.c}
	} else {
		m.heap = &typedHeap{c: r.c}
	}
	m.placed = placement{at: map[smt.Term]smt.Term{}, number: map[smt.Term]int{}, equal: map[smt.Term]smt.Term{}}
	m.frames = []*frame{m.newFrame(nil, nil)}
	return m
}

func (m *pathMemory) newFrame(fn *cil.Func, call *cil.Call) *frame {
	m.opened++
	return &frame{fn: fn, call: call, number: m.opened, cells: map[cell]entry{}, objects: map[*cil.Var]*object{}}
}

func (m *pathMemory) top() *frame { return m.frames[len(m.frames)-1] }

// depth is the number of calls that are open.
func (m *pathMemory) depth() int { return max(len(m.frames)-2, 0) }

// enter makes sure that the present activation is one of fn, which matters at the start.
func (m *pathMemory) enter(fn *cil.Func) {
	if m.top().fn == fn {
		return
	}
	if len(m.frames) > 1 {
		m.r.note(&m.r.out.Inexact, "the path goes into "+fn.Name+" without a call")
	}
	m.push(fn, nil)
}

func (m *pathMemory) push(fn *cil.Func, call *cil.Call) {
	f := m.newFrame(fn, call)
	m.frames = append(m.frames, f)
	m.r.activated(f)
}

func (m *pathMemory) pop() { m.frames = m.frames[:len(m.frames)-1] }

// frameOf returns the activation that v belongs to.
func (m *pathMemory) frameOf(v *cil.Var) *frame {
	if v.Func == nil {
		return m.frames[0]
	}
	return m.top()
}

// byName reports whether v is reached by name only and consists of scalars and structs.
func byName(v *cil.Var) bool { return !v.AddrTaken && plain(v.Type) }

func plain(t cil.Type) bool {
	comp, ok := t.(*cil.CompType)
	if !ok {
		return cil.IsScalar(t)
	}
	if comp.Union || !comp.Defined {
		return false
	}
	for _, f := range comp.Fields {
		if !plain(f.Type) {
			return false
		}
	}
	return true
}

func (m *pathMemory) read(c *coder, l *cil.Lval) smt.Term {
	if l.Base != nil && byName(l.Base) {
		e := m.cell(l)
		m.r.depend(e.steps)
		return e.value
	}
	a := m.access(l)
	if m.inUnit(l) {
		return m.readBits(a, lastField(l))
	}
	return m.readScalar(a, readType(l))
}

// cell returns what the variable or member l holds, at first an unknown value.
func (m *pathMemory) cell(l *cil.Lval) entry {
	f, key := m.frameOf(l.Base), cell{l.Base, fieldText(l.Path)}
	e, ok := f.cells[key]
	if !ok {
		e = entry{value: m.initial(l), steps: new(big.Int)}
		f.cells[key] = e
	}
	return e
}

// initial returns the value that l has before anything is assigned to it.
func (m *pathMemory) initial(l *cil.Lval) smt.Term {
	if v, ok := m.constant(l); ok {
		return v
	}
	v := m.r.freshSymbol(varName(l.Base)+fieldText(l.Path), readType(l))
	o := Observed{Step: -1, L: l, Func: l.Base.Func, Depth: m.depth(), Why: "initial value", Term: v}
	m.r.out.Inputs = append(m.r.out.Inputs, o)
	f := m.frameOf(l.Base)
	f.initial = append(f.initial, o)
	return m.r.fromOutside(l.Type(), v)
}

// access describes the memory at l, which isn't reached by name only.
func (m *pathMemory) access(l *cil.Lval) access {
	c := m.r.c
	a := access{sp: m.shared, bytes: c.bytesOf(l), key: scalarKey(l)}
	if m.r.opt.Where != nil && !m.inUnit(l) {
		a.where = m.r.opt.Where.Locate(l)
	}
	if l.Base != nil {
		a.sp = m.objectOf(l.Base).own
	} else {
		p := c.leads(l.Mem)
		c.mustHold(nullDereference, func() smt.Term {
			return c.f.Not(c.f.Eq(p, c.null()))
		})
		if m.r.draft != nil {
			c.mustHold(strayPointer, func() smt.Term { return m.mappable(p) })
		}
	}
	a.addr = c.address(l)
	if at, ok := m.places[a.addr]; ok && at.obj.own == a.sp {
		a.at = at
		if steps := m.since[at.obj]; steps != nil {
			m.r.depend(steps)
		}
	}
	return a
}

// inUnit reports whether l is read and written with the rest of its storage unit, in which
// other members may lie.
func (m *pathMemory) inUnit(l *cil.Lval) bool {
	return isBitField(lastField(l)) && m.r.opt.Theory == Bits
}

func (m *pathMemory) readScalar(a access, t cil.Type) smt.Term {
	v, pristine, steps := m.heap.read(a)
	m.r.accessed(a, pristine)
	m.r.depend(steps)
	if !isFloat(t) {
		v = m.r.c.known(t, v)
	}
	if !pristine.IsValid() {
		return v
	}
	if known := m.r.fromOutside(t, pristine); v == pristine {
		return known
	}
	return v
}

// readBits reads a bit-field out of its storage unit.
func (m *pathMemory) readBits(a access, f *cil.Field) smt.Term {
	c := m.r.c
	unit := m.readScalar(a, unsignedOf(f))
	bits := c.f.Extract(f.BitOff+f.BitLen-1, f.BitOff, unit)
	t := f.Type.(*cil.IntType)
	return (&bitTheory{c}).extend(typed{bits, t}, 8*t.Bytes)
}

// unsignedOf returns the unsigned type of f's storage unit.
func unsignedOf(f *cil.Field) *cil.IntType {
	n := f.Type.(*cil.IntType).Bytes
	return &cil.IntType{Kind: cil.ULongLong, Bits: 8 * n, Bytes: n}
}

// target is a scalar that is about to be written, with its address as it is now: the
// parts of a struct are found before the first of them changes what leads to the others.
type target struct {
	l *cil.Lval
	a access // unless l is a variable that is reached by its name
}

func (m *pathMemory) locate(l *cil.Lval) target {
	if l.Base != nil && byName(l.Base) {
		return target{l: l}
	}
	return target{l, m.access(l)}
}

// locateAll finds the parts of one lvalue.
func (m *pathMemory) locateAll(parts []*cil.Lval) []target {
	to := make([]target, len(parts))
	m.r.c.parts(func() {
		for i, l := range parts {
			to[i] = m.locate(normal(l))
		}
	})
	return to
}

// write gives the scalar the value v.
func (m *pathMemory) write(to target, v smt.Term) {
	l := to.l
	f := lastField(l)
	if isBitField(f) {
		v = m.narrowed(f, v)
	}
	if l.Base != nil && byName(l.Base) {
		m.frameOf(l.Base).cells[cell{l.Base, fieldText(l.Path)}] = entry{value: v, steps: m.r.used}
		return
	}
	if m.inUnit(l) {
		v = m.intoUnit(m.readScalar(to.a, unsignedOf(f)), f, v)
	}
	m.r.accessed(to.a, smt.Term{})
	m.heap.write(to.a, v, m.r.used)
}

// narrowed cuts v to the width of the bit-field f.
func (m *pathMemory) narrowed(f *cil.Field, v smt.Term) smt.Term {
	t := f.Type.(*cil.IntType)
	if t.Kind == cil.Bool {
		return v
	}
	c := m.r.c
	if m.r.opt.Theory == Bits {
		return (&bitTheory{c}).extend(typed{c.f.Extract(f.BitLen-1, 0, v), t}, 8*t.Bytes)
	}
	field := &cil.IntType{Kind: t.Kind, Bits: f.BitLen, Bytes: t.Bytes, Signed: t.Signed}
	return (&mathTheory{c}).wrap(v, interval.Interval{}, field)
}

// intoUnit returns the storage unit with the bits of f replaced by those of v.
func (m *pathMemory) intoUnit(unit smt.Term, f *cil.Field, v smt.Term) smt.Term {
	t, n := m.r.c.f, 8*f.Type.(*cil.IntType).Bytes
	res := t.Extract(f.BitLen-1, 0, v)
	if f.BitOff > 0 {
		res = t.Concat(res, t.Extract(f.BitOff-1, 0, unit))
	}
	if top := f.BitOff + f.BitLen; top < n {
		res = t.Concat(t.Extract(n-1, top, unit), res)
	}
	return res
}

// objectOf returns the memory of v, which isn't reached by name only.
func (m *pathMemory) objectOf(v *cil.Var) *object {
	f := m.frameOf(v)
	if o := f.objects[v]; o != nil {
		return o
	}
	name := fmt.Sprintf("%s@%d", varName(v), f.number)
	where := stackArea
	if v.Func == nil {
		where = staticArea
	}
	o := m.newObject(name, m.r.c.model.SizeOf(v.Type), where)
	if !v.AddrTaken {
		m.makePrivate(o)
	}
	f.objects[v], o.v = o, v
	if m.r.opt.Where != nil {
		o.where = m.r.opt.Where.Locate(cil.VarLval(v))
	}
	m.initialise(v, o)
	return o
}

// newObject makes an object of size bytes (-1: not known) in the shared space.
func (m *pathMemory) newObject(name string, size int64, where area) *object {
	o := &object{name: name, id: int64(len(m.objects)) + 1, size: size, own: m.shared}
	m.objects = append(m.objects, o)
	c := m.r.c
	if m.r.opt.Layout != AnyLayout {
		o.base = c.th.lit(c.addrType(), big.NewInt(m.allot(size, where)))
	} else {
		o.base = c.symbol("&"+name+"#"+big.NewInt(o.id).String(), &cil.PtrType{Elem: charType})
	}
	m.places[o.base] = place{o, 0}
	m.within(o, o.base, 0, smt.Term{})
	if m.errors {
		m.noError(o)
	}
	return o
}

// allot returns the address of a new object in a fixed layout.
func (m *pathMemory) allot(size int64, where area) int64 {
	step := max(size, 1)
	if size < 0 {
		step = allocationStep
	}
	step = (step + 31) / 16 * 16
	m.used[where] += step
	if areaStart(where)+m.used[where] > areaEnd(where) {
		m.r.note(&m.r.out.Inexact, "objects that don't fit the layout")
	}
	if m.r.opt.Layout == Descending {
		return areaEnd(where) - m.used[where]
	}
	return areaStart(where) + m.used[where] - step
}

// makePrivate gives o, which no pointer reaches, a space of its own.
func (m *pathMemory) makePrivate(o *object) { o.own = newSpace(o.name) }

func (m *pathMemory) object(_ *coder, v *cil.Var) smt.Term { return m.objectOf(v).base }

func (m *pathMemory) function(c *coder, f *cil.Func) smt.Term {
	if a, ok := m.funcs[f]; ok {
		return a
	}
	o := m.newObject("function "+f.Name, 1, codeArea)
	m.funcs[f] = o.base
	return o.base
}

// part implements [memory]: it remembers the places of addresses.
func (m *pathMemory) part(_ *coder, _ *cil.Var, start, a smt.Term, off int64, dynamic smt.Term) {
	at, ok := m.places[start]
	if !ok {
		return
	}
	at.off += off
	if !dynamic.IsValid() {
		m.places[a] = at
	}
	m.within(at.obj, a, at.off, dynamic)
}

// within states, where the layout isn't fixed, that addresses inside objects aren't null
// and belong to one object.
func (m *pathMemory) within(o *object, a smt.Term, off int64, dynamic smt.Term) {
	if m.r.opt.Layout != AnyLayout || o.size == 0 {
		return
	}
	c := m.r.c
	t := c.addrType()
	c.withinObject(off, dynamic, o.size, func() smt.Term {
		owner := c.f.Eq(c.f.Apply("object", c.th.sort(t), a), c.th.lit(t, big.NewInt(o.id)))
		return c.f.And(owner, c.f.Not(c.f.Eq(a, c.null())))
	})
}

// outside says that the address a is neither in a local nor in an allocation, nor close to
// one.
func (m *pathMemory) outside(a smt.Term) smt.Term {
	c := m.r.c
	t := c.addrType()
	bound := func(op cil.BinOp, at int64) smt.Term {
		return c.th.compare(op, typed{a, t}, typed{c.th.lit(t, big.NewInt(at)), t})
	}
	return c.f.Or(bound(cil.Lt, areaEnd(staticArea)), bound(cil.Ge, areaStart(areas)+gap))
}

// mappable says that a process can have memory at and around a.
func (m *pathMemory) mappable(a smt.Term) smt.Term {
	c := m.r.c
	t := c.addrType()
	high := int64(areaStart(areas))
	if t.Bytes == 8 {
		high = userSpace
	}
	low := c.th.compare(cil.Le, typed{c.th.bytes(areaStart(codeArea)), t}, typed{a, t})
	return c.f.And(low, c.th.compare(cil.Lt, typed{a, t}, typed{c.th.lit(t, big.NewInt(high)), t}))
}

// userSpace is an address below which processes of 64 bits can have memory.
const userSpace = 0x500000000000

// maxApart bounds the pointers to structs of one type that are compared with each other.
const maxApart = 16

// apart says that the struct of type t at v and those that pointers from the outside led
// to before are the same or share no byte.
func (m *pathMemory) apart(t cil.Type, v smt.Term) {
	comp, ok := t.(*cil.CompType)
	if !ok || !comp.Defined || comp.Size == 0 || slices.Contains(m.outer[comp], v) || len(m.outer[comp]) == maxApart {
		return
	}
	c := m.r.c
	at := c.addrType()
	most := func(x, y smt.Term) smt.Term { return c.th.compare(cil.Le, typed{x, at}, typed{y, at}) }
	before := func(x, y smt.Term) smt.Term { return most(c.moved(x, comp.Size, smt.Term{}), y) }
	m.r.fact(most(v, c.moved(v, comp.Size, smt.Term{})))
	for _, w := range m.outer[comp] {
		m.r.fact(c.f.Or(c.f.Eq(v, w), before(v, w), before(w, v)))
	}
	if m.outer == nil {
		m.outer = map[*cil.CompType][]smt.Term{}
	}
	m.outer[comp] = append(m.outer[comp], v)
}
