package cfront

import (
	"math"
	"slices"
	"sort"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// constructor is a function that runs before main: those with a priority before the
// others, the lowest first. Destructors run behind main and exit, in the opposite order.
type constructor struct {
	s        *symbol
	priority int64
}

// constructors lists the functions that the files define with an attribute: constructor, or
// destructor.
func (fe *front) constructors(attribute string) []constructor {
	var cs []constructor
	seen := map[*symbol]bool{}
	for _, u := range fe.units {
		for _, r := range u.order {
			s := u.ids[r.name]
			if v := r.attribute(attribute); v != nil && !seen[s] && s.definition() != nil {
				seen[s] = true
				cs = append(cs, constructor{s, u.priority(v)})
			}
		}
	}
	sort.SliceStable(cs, func(i, j int) bool { return cs[i].priority < cs[j].priority })
	return cs
}

// priority is the argument of the attribute; without one it is the last.
func (u *unit) priority(v *cc.AttributeValue) int64 {
	if v.ArgumentExpressionList == nil {
		return math.MaxInt64
	}
	return u.fileContext().constInt(v.ArgumentExpressionList.AssignmentExpression)
}

// runConstructors calls the constructors where main begins.
func (x *elab) runConstructors(n cc.Node) { x.runAll(x.front.constructors("constructor"), n) }

// runDestructors calls the destructors where main or the program ends.
func (x *elab) runDestructors(n cc.Node) {
	ds := x.front.constructors("destructor")
	slices.Reverse(ds)
	x.runAll(ds, n)
}

func (x *elab) runAll(cs []constructor, n cc.Node) {
	for _, c := range cs {
		f, ok := c.s.resolve().(*function)
		if !ok || len(f.t.Params) > 0 {
			continue
		}
		x.mention(f.f.Name)
		x.emitCall(&cil.FuncAddr{F: f.f, T: &cil.PtrType{Elem: f.t}}, f.t, nil, nil, false, n)
	}
}
