package environ

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// Subsystems set members of objects before they call the functions of a table: a misc
// device's files have the device in private_data. Where all that the program does with a
// table's address is known to end in one kind of registration, the table's functions are
// called only while it is registered so, and find there what was registered. Otherwise
// nothing is assumed.

// giftSlot gives g, which has a table with a name, the slot of what the call that registers
// it hands over.
func (p *plan) giftSlot(g *group, called map[string]*cil.Func) {
	b := g.base()
	if b == nil || b.Orig != "" || len(g.path()) > 0 {
		return
	}
	var s *slot
	for _, k := range p.kinds.Gifts() {
		f := called[k.Function]
		if f == nil || max(k.Table, k.Data) >= len(f.Type.Params) || !p.registersOnly(b, k, f) {
			continue
		}
		if s = p.gift(g, k, f, called); s != nil {
			p.addSlot(g, s)
			return
		}
	}
}

// registersOnly reports whether the program does nothing with the address of the table v but
// register it by f.
func (p *plan) registersOnly(v *cil.Var, k kinds.Gift, f *cil.Func) bool {
	c, _ := pointee(f.Type.Params[k.Table])
	places := p.graph.Places(v)
	return len(places) > 0 && !slices.ContainsFunc(places, func(q find.Place) bool {
		switch {
		case k.TableMember == "":
			return q != find.Place{Callee: k.Function, Arg: k.Table}
		case q.Callee != "":
			return q != find.Place{Callee: k.By, Arg: k.ByArg}
		}
		return c == nil || q != find.Place{Struct: c.Tag, Member: k.TableMember}
	})
}

func (p *plan) gift(g *group, k kinds.Gift, f *cil.Func, called map[string]*cil.Func) *slot {
	name := p.unique("hardbop_data_of_" + g.name)
	s := &slot{name: name + "_set", unit: g.unit, managed: k.Managed, within: k.Within, gift: &k, unused: !p.uses(k, f.Type.Params[k.Data]),
		values: []value{{name: name, typ: f.Type.Params[k.Data], arg: k.Data, param: noParam}},
		sets:   []hook{{fn: f, arg: -1, callback: -1, table: k.Table, tableMember: k.TableMember, tableName: g.base().Name, success: k.Success}}}
	if end := called[k.End]; end != nil && k.EndArg < len(end.Type.Params) {
		s.clears = append(s.clears, hook{fn: end, arg: k.EndArg, callback: -1})
	}
	return s
}

// noParam is the number of a parameter that no function has.
const noParam = -3

// giving returns g's slot of which objects with the tag get something.
func (g *group) giving(tag string) *slot {
	for _, s := range g.slots {
		if s.gift != nil && s.gift.Struct == tag {
			return s
		}
	}
	return nil
}

// gifts returns the assignments to members of object, a c, that is new, or that is parameter
// k if that isn't negative.
func (w *writer) gifts(g *group, c *cil.CompType, object string, k int) []string {
	var list []string
	give := func(member, value string) {
		for _, f := range c.Fields {
			if f.Name == member {
				list = append(list, fmt.Sprintf("%s.%s = %s;", object, member, w.cast(f.Type, value)))
			}
		}
	}
	if s := g.giving(c.Tag); s != nil {
		v := s.values[0].name
		if s.unused {
			v = "0"
		}
		if m := s.gift.DataMember; m != "" {
			v = "(" + v + ")->" + m
		}
		give(s.gift.Member, v)
	}
	for _, s := range g.slots {
		for _, v := range s.values {
			if v.member != "" && v.param == k {
				give(v.member, v.name)
			}
		}
	}
	return list
}
