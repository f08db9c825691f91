package environ

import (
	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// slot is a variable of the environment that remembers what a call handed over: the
// argument for a callback, or the object that was registered or armed.
type slot struct {
	name  string // of the variable
	unit  int
	typ   cil.Type
	group *group
	// sets are the calls that fill it, clears those that empty it.
	sets, clears []hook
	// once says that the callback runs once for each time.
	once bool
	// managed says that it is emptied at the end of the owner's life.
	managed bool
	// function is the member of the object that must be the callback; "" for none.
	function string
}

// hook is a called function and the argument that matters.
type hook struct {
	fn     *cil.Func
	arg    int
	member string // of what the argument points to; "" for the argument itself
	// callback is the number of the argument that must be the group's callback; -1 for none.
	callback int
	zero     bool // only a result of 0 counts
}

// called returns the functions that the bodies of unit i call, by name.
func (p *plan) called(i int) map[string]*cil.Func {
	m := map[string]*cil.Func{}
	for _, f := range p.units[i].Prog.Funcs {
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil {
				m[find.SourceName(c.Callee())] = c.Callee()
			}
		}
	}
	return m
}

// slotsOf makes the slots of the groups.
func (p *plan) slotsOf() {
	calls := make([]map[string]*cil.Func, len(p.units))
	for i := range p.units {
		calls[i] = p.called(i)
	}
	objects := map[string]*slot{}
	for _, g := range p.groups {
		if p.isObject(g) != "" {
			p.objectSlot(g, calls[g.unit], objects)
		} else {
			p.argumentSlot(g, calls[g.unit])
		}
	}
}

// isObject returns the struct of the objects that g's callbacks are called for, if calls
// are known that tell of such objects.
func (p *plan) isObject(g *group) string {
	tag := g.tag
	if tag == "" {
		tag = objectTag(g)
	}
	for _, t := range append([]string{tag}, parameterTags(g)...) {
		if len(p.kinds.Objects(t)) > 0 {
			return t
		}
	}
	return ""
}

// parameterTags returns the structs that the first parameters of g's callbacks point to.
func parameterTags(g *group) []string {
	var tags []string
	for _, m := range g.members {
		if ps := m.cand.Func.Type.Params; len(ps) > 0 {
			if pt, ok := ps[0].(*cil.PtrType); ok {
				if c, ok := pt.Elem.(*cil.CompType); ok {
					tags = append(tags, c.Tag)
				}
			}
		}
	}
	return tags
}

// objectTag returns the struct of what a registration call hands to g's callback.
func objectTag(g *group) string {
	for _, m := range g.members {
		if m.data < 0 || m.data >= len(m.cand.Func.Type.Params) {
			continue
		}
		if pt, ok := m.cand.Func.Type.Params[m.data].(*cil.PtrType); ok {
			if c, ok := pt.Elem.(*cil.CompType); ok {
				return c.Tag
			}
		}
	}
	return ""
}

// objectSlot gives g the slot of the objects that its callbacks are called for. Callbacks
// that are called once have one each, the others share it.
func (p *plan) objectSlot(g *group, called map[string]*cil.Func, objects map[string]*slot) {
	tag := p.isObject(g)
	s := &slot{unit: g.unit, group: g}
	for _, o := range p.kinds.Objects(tag) {
		f := called[o.Function]
		if f == nil || o.Arg >= len(f.Type.Params) {
			continue
		}
		h := hook{fn: f, arg: o.Arg, member: o.Member, callback: -1, zero: o.Zero}
		if o.Clears {
			s.clears = append(s.clears, h)
			continue
		}
		s.sets = append(s.sets, h)
		s.once = s.once || o.Once
	}
	if len(s.sets) == 0 {
		return
	}
	if !s.once && objects[tag] != nil {
		g.slot = objects[tag]
		return
	}
	objects[tag] = s
	s.typ = p.pointerTo(g.unit, tag)
	s.name = p.unique("hardbop_" + tag + "_of_" + g.name)
	if s.once && len(g.members) == 1 {
		s.function = p.kinds.Function(tag)
	}
	g.slot = s
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

// argumentSlot gives g, a callback that a call registers, the slot of the argument that is
// handed to it.
func (p *plan) argumentSlot(g *group, called map[string]*cil.Func) {
	if g.members[0].use.How != find.Call || g.members[0].data < 0 {
		return
	}
	u := g.members[0].use
	r, ok := p.kinds.Call(u.Callee, u.Arg)
	f := called[u.Callee]
	if !ok || f == nil || r.Data >= len(f.Type.Params) {
		return
	}
	s := &slot{name: p.unique("hardbop_data_of_" + g.name), unit: g.unit, group: g, typ: f.Type.Params[r.Data], once: r.Once, managed: r.Managed,
		sets: []hook{{fn: f, arg: r.Data, callback: r.Callback, zero: r.Zero}}}
	if end := called[r.End]; end != nil && r.EndArg < len(end.Type.Params) {
		s.clears = append(s.clears, hook{fn: end, arg: r.EndArg, callback: -1})
	}
	g.slot = s
	p.slots = append(p.slots, s)
}
