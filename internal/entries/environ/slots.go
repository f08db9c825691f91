package environ

import (
	"fmt"
	"maps"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// slot is a group of variables of the environment that remember what a call handed over:
// the arguments for a callback, or the object that was registered or armed.
type slot struct {
	name string // of the variable that says that there is something
	unit int
	// values are the variables.
	values []value
	// callback is the function whose registration counts; nil for any.
	callback *find.Candidate
	// sets are the calls that fill it, clears those that empty it, asks those whose result says what is in it.
	sets, clears, asks []hook
	// object says that it has an object, not arguments.
	object bool
	// once says that the callback runs once for each time, again that it does again if it returns another
	// value than 0.
	once, again bool
	// managed says that the kernel empties it when the owner's life has ended, last that the callback runs then; within
	// that it is empty then.
	managed, last, within bool
	// deep says that it may be filled twice before the callback runs: what was there before waits behind it.
	deep bool
	// calls are those that register the callback; nil for any call that fills it.
	calls []*cil.Call
	// until is the struct of the drivers at whose end it is emptied; "" for none.
	until string
	// blocks says that there are calls that keep the callback from being called, sleeps that it isn't called before
	// it was woken.
	blocks, sleeps bool
	// loses is the member of the object that is null when the callback is called; "" for none.
	loses string
	// function is the member of the object that must be the callback; "" for none.
	function string
	// gift says what the objects of the group get; nil if they get nothing. It is unused if the
	// program takes what it finds there for something else.
	gift   *kinds.Gift
	unused bool
}

// value is a variable of a slot.
type value struct {
	name string
	typ  cil.Type
	arg  int // number of the argument that is remembered, or ofHook, ofQueue, ofResult
	// param is the number of the parameter that gets it; -1 for those of its type.
	param int
	// member is the member of what the parameter points to that gets it; "" for none.
	member string
}

// What a value is that is no fixed argument of the call: the argument that the hook names, the queue that it
// names, the call's result.
const (
	ofHook   = -1
	ofQueue  = -2
	ofResult = -3
)

// armed reports whether s has something that runs, once, also when who armed it is gone.
func (s *slot) armed() bool { return s.once && !s.managed }

// hook is a called function and the argument that matters.
type hook struct {
	fn     *cil.Func
	arg    int
	member string // of what the argument points to; "" for the argument itself
	of     string // the member of the slot's object that is the argument; "" for the object
	deref  bool   // the argument points to the pointer
	ends   bool   // it ends the life of what was opened
	// value is the number of the slot's value that the argument is compared with.
	value int
	// runs says that what is in the slot runs first, stays that what it arms again stays there; waits that what
	// is in the slot may run at the beginning of the call, spins that the call may be in any context.
	runs, stays, waits, spins bool
	// callback is the number of the argument that must be the slot's callback; -1 for none.
	callback int
	// table is the number of the argument that is the slot's table, or whose tableMember
	// is; tableName is the table's name, "" for none.
	table       int
	tableMember string
	tableName   string
	// queue is the argument that has the queue on which the object waits; -1 for none.
	// delay is the argument that must be 0 for that, if it delays.
	queue, delay int
	delays       bool
	success      kinds.Success
	told         kinds.Told
	// blocks says that the object is kept from being called, unblocks that it isn't any more.
	blocks, unblocks bool
	// wakes says that the callback may be called from now on.
	wakes bool
}

// called returns the functions that the bodies of unit i call, or may call through pointers, by name.
func (p *plan) called(i int) map[string]*cil.Func {
	m := map[string]*cil.Func{}
	for _, f := range p.units[i].Prog.Funcs {
		if f.AddrTaken && !f.HasBody() {
			m[find.SourceName(f)] = f
		}
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil {
				m[find.SourceName(c.Callee())] = c.Callee()
			}
		}
	}
	return m
}

// calledAnywhere returns for each unit the functions that the bodies of all units call, as far as the unit can
// declare them: what is armed in one file may be taken back in another.
func (p *plan) calledAnywhere() []map[string]*cil.Func {
	own, calls := make([]map[string]*cil.Func, len(p.units)), make([]map[string]*cil.Func, len(p.units))
	for i := range p.units {
		own[i] = p.called(i)
		calls[i] = maps.Clone(own[i])
	}
	for i := range p.units {
		for _, others := range own {
			for name, f := range others {
				if calls[i][name] == nil && p.declares(i, f) {
					calls[i][name] = f
				}
			}
		}
	}
	return calls
}

// declares reports whether unit i has the structs that f's parameters and result point to; other types than numbers and
// pointers it may not have.
func (p *plan) declares(i int, f *cil.Func) bool {
	types := f.Type.Params
	if returns(f.Type) {
		types = append(slices.Clone(types), f.Type.Ret)
	}
	return !slices.ContainsFunc(types, func(t cil.Type) bool {
		if pt, ok := t.(*cil.PtrType); ok {
			t = pt.Elem
		}
		switch t := t.(type) {
		case *cil.IntType, *cil.VoidType:
			return false
		case *cil.CompType:
			return t.Anonymous || !slices.ContainsFunc(p.units[i].Prog.Comps, func(c *cil.CompType) bool { return c.Tag == t.Tag })
		}
		return true
	})
}

// slotsOf makes the slots of the groups.
func (p *plan) slotsOf() {
	calls := p.calledAnywhere()
	objects := map[string]*slot{}
	for _, g := range p.groups {
		tag := p.isObject(g)
		if tag == "" || !p.tells(g, tag) {
			p.argumentSlot(g, calls[g.unit])
		}
		if tag != "" {
			p.objectSlot(g, tag, calls[g.unit], objects)
		}
		p.giftSlot(g, calls[g.unit])
	}
}

// tells reports whether g's registration hands over just an object, so that it is of no
// interest: what counts is the call that tells of the object.
func (p *plan) tells(g *group, tag string) bool {
	return g.registration == nil || len(g.registration.Data) == 1 && pointsTo(g.members[0].cand.Func, g.registration.Data[0].Param) == tag
}

// pointsTo returns the tag of the struct that parameter k of f points to, or "".
func pointsTo(f *cil.Func, k int) string {
	if k >= len(f.Type.Params) {
		return ""
	}
	if c, ok := pointee(f.Type.Params[k]); ok {
		return c.Tag
	}
	return ""
}

// isObject returns the struct of the objects that g's callbacks are called for, if calls
// are known that tell of such objects.
func (p *plan) isObject(g *group) string {
	tags := []string{g.tag}
	if g.registration != nil {
		tags = append(tags, g.registration.Object)
	}
	for _, m := range g.members {
		tags = append(tags, pointsTo(m.cand.Func, 0))
	}
	for _, t := range tags {
		if len(p.kinds.Objects(t)) > 0 {
			return t
		}
	}
	return ""
}

// objectSlot gives g the slot of the objects that its callbacks are called for. Callbacks
// that are called once have one each, the others share it.
func (p *plan) objectSlot(g *group, tag string, called map[string]*cil.Func, objects map[string]*slot) {
	s, queues := &slot{unit: g.unit, object: true}, false
	for _, o := range p.kinds.Objects(tag) {
		f := called[o.Function]
		if f == nil || o.Arg >= len(f.Type.Params) {
			continue
		}
		h := hook{fn: f, arg: o.Arg, member: o.Member, of: o.Of, deref: o.Deref, ends: o.Ends, callback: -1, success: o.Success,
			queue: o.Queue, delay: o.Delay, delays: o.Delay >= 0, runs: o.Runs, stays: o.Stays, waits: o.Waits, spins: o.Spins, told: o.Told, blocks: o.Blocks, unblocks: o.Unblocks}
		s.blocks = s.blocks || o.Blocks
		switch {
		case o.Clears && o.Managed:
			s.calls = append(s.calls, g.callsOf(o.Function, o.Callback)...)
			s.managed = s.managed || len(s.calls) > 0
		case o.Asks:
			s.asks = append(s.asks, h)
		case o.Of != "" && !p.has(g.unit, tag, o.Of):
		case o.Clears && o.Queue >= 0:
			h.arg, h.value = o.Queue, 1
			s.clears = append(s.clears, h)
		case o.Clears:
			s.clears = append(s.clears, h)
		default:
			s.sets = append(s.sets, h)
			s.once, s.again, s.until, s.managed = s.once || o.Once, s.again || o.Again, o.Until, s.managed || o.Managed
			if p.has(g.unit, tag, o.Loses) {
				s.loses = o.Loses
			}
			queues = queues || o.Queue >= 0
		}
	}
	if len(s.sets) == 0 {
		return
	}
	if p.outlives(g) {
		s.until = ""
	}
	shared := fmt.Sprint(g.unit, " ", tag)
	if !s.once && objects[shared] != nil {
		g.slots = append(g.slots, objects[shared])
		return
	}
	objects[shared] = s
	name := tag
	if s.once {
		name += "_of_" + g.name
	}
	name = p.unique("hardbop_object_" + name)
	s.name, s.values = name+"_set", []value{{name: name, typ: p.pointerTo(g.unit, tag), arg: ofHook, param: -1}}
	if queues {
		s.values = append(s.values, value{name: name + "_queue", typ: &cil.PtrType{Elem: cil.Void}, arg: ofQueue, param: noParam})
	} else {
		s.clears = slices.DeleteFunc(s.clears, func(h hook) bool { return h.value > 0 })
	}
	if s.once && len(g.members) == 1 {
		s.function, s.callback = p.kinds.Function(tag), g.members[0].cand
	}
	p.addSlot(g, s)
}

// callsOf lists the calls of the function called name that get one of g's callbacks as argument k.
func (g *group) callsOf(name string, k int) []*cil.Call {
	var list []*cil.Call
	for _, u := range g.uses {
		if u.How == find.Call && u.Callee == name && u.Arg == k {
			list = append(list, u.Call)
		}
	}
	return list
}

// outlives reports whether no driver's end takes the objects back that g's callback is registered for, by whatever call.
func (p *plan) outlives(g *group) bool {
	return !slices.ContainsFunc(p.groups, func(o *group) bool {
		return o.members[0].cand == g.members[0].cand && (o.registration == nil || !o.registration.Outlives)
	})
}

// has reports whether the unit's struct with the tag has the member.
func (p *plan) has(unit int, tag, member string) bool {
	return slices.ContainsFunc(p.units[unit].Prog.Comps, func(c *cil.CompType) bool {
		return c.Tag == tag && slices.ContainsFunc(c.Fields, func(f *cil.Field) bool { return f.Name == member })
	})
}

func (p *plan) addSlot(g *group, s *slot) {
	g.slots = append(g.slots, s)
	p.slots = append(p.slots, s)
}

// pointerTo returns the type of pointers to the struct with the tag.
func (p *plan) pointerTo(unit int, tag string) cil.Type {
	for _, c := range p.units[unit].Prog.Comps {
		if c.Tag == tag {
			return &cil.PtrType{Elem: c}
		}
	}
	return &cil.PtrType{Elem: cil.Void}
}

// argumentSlot gives g, a callback that a call registers or starts, the slot of the
// arguments that are handed to it.
func (p *plan) argumentSlot(g *group, called map[string]*cil.Func) {
	r := g.registration
	if r == nil || len(r.Data) == 0 {
		return
	}
	f := called[r.Function]
	if f == nil {
		return
	}
	name := p.unique("hardbop_data_of_" + g.name)
	s := &slot{name: name + "_set", unit: g.unit, once: r.Once, managed: r.Managed, within: r.Within, last: r.Last, callback: g.members[0].cand, calls: g.callsOf(r.Function, r.Callback),
		sets: []hook{{fn: f, arg: -1, callback: r.Callback, success: r.Success}}}
	for i, d := range r.Data {
		v := value{name: name, arg: d.Arg, param: d.Param, member: d.Member}
		if i > 0 {
			v.name += fmt.Sprint("_", i+1)
		}
		if d.Param < 0 {
			v.param = noParam
		}
		if d.Arg >= len(f.Type.Params) {
			return
		}
		v.typ = f.Type.Params[d.Arg]
		s.values = append(s.values, v)
	}
	for _, e := range r.Ends {
		if end := called[e.Function]; end != nil && e.Arg < len(end.Type.Params) {
			s.clears = append(s.clears, p.endHook(end, e.Arg, r.Waits))
		}
	}
	result := len(s.values)
	if stop := called[r.Stop]; stop != nil && r.StopArg < len(stop.Type.Params) {
		s.clears = append(s.clears, hook{fn: stop, arg: r.StopArg, callback: -1, value: result, waits: r.Waits})
	}
	if wake := called[r.Wake]; wake != nil && r.WakeArg < len(wake.Type.Params) {
		s.asks = append(s.asks, hook{fn: wake, arg: r.WakeArg, callback: -1, value: result, wakes: true})
		s.sleeps = true
	}
	if s.sleeps || r.Stop != "" {
		s.values = append(s.values, value{name: name + "_result", typ: f.Type.Ret, arg: ofResult, param: noParam})
	}
	p.addSlot(g, s)
}

// endHook is the hook of f, which undoes a registration whose data is argument k, may say which callback's, and may wait for it.
func (p *plan) endHook(f *cil.Func, k int, waits bool) hook {
	h := hook{fn: f, arg: k, callback: -1, waits: waits}
	if u := p.kinds.Undoes(find.SourceName(f)); u != nil && u.Callback < len(f.Type.Params) {
		h.callback, h.runs = u.Callback, u.Runs
	}
	return h
}
