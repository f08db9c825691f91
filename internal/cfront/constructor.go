package cfront

import (
	"math"
	"sort"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// constructor is a function that runs before main: those with a priority before the
// others, the lowest first.
type constructor struct {
	s        *symbol
	priority int64
}

// constructors lists the functions that the files define with the attribute constructor.
func (fe *front) constructors() []constructor {
	var cs []constructor
	seen := map[*symbol]bool{}
	for _, u := range fe.units {
		for _, r := range u.order {
			s := u.ids[r.name]
			if v := r.attribute("constructor"); v != nil && !seen[s] && s.definition() != nil {
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
func (x *elab) runConstructors(n cc.Node) {
	for _, c := range x.front.constructors() {
		f, ok := c.s.resolve().(*function)
		if !ok || len(f.t.Params) > 0 {
			continue
		}
		x.mention(f.f.Name)
		x.emitCall(&cil.FuncAddr{F: f.f, T: &cil.PtrType{Elem: f.t}}, f.t, nil, nil, false, n)
	}
}
