package pointsto

import (
	"slices"

	"hardbop/internal/cil"
)

// Locations lists the cells that the lvalues may mean; a cell may be Unknown: any of the object. One that several
// may mean may be listed again. anywhere is true if the analysis doesn't know.
func (r *Result) Locations(ls ...*cil.Lval) (ts []Target, anywhere bool) {
	var mem cil.Expr
	var b beginning
	for _, l := range ls {
		if mem == nil || l.Mem != mem { // parts of one struct begin at the same place
			mem, b = l.Mem, r.starts(l)
		}
		ps := r.placesFrom(l, b)
		ts, anywhere = slices.Grow(ts, len(ps.places)), anywhere || ps.top
		for _, p := range ps.places {
			t := p.Target
			if p.Obj.merged {
				t.Cell = Unknown
			}
			ts = append(ts, t)
		}
	}
	return ts, anywhere
}
