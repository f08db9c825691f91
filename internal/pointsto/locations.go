package pointsto

import "hardbop/internal/cil"

// Locations lists the cells that l may mean; a cell may be Unknown: any of the object.
// anywhere is true if the analysis doesn't know.
func (r *Result) Locations(l *cil.Lval) (ts []Target, anywhere bool) {
	ps := r.places(l)
	ts = make([]Target, 0, len(ps.places))
	for _, p := range ps.places {
		t := p.Target
		if p.mixed || p.Obj.merged {
			t.Cell = Unknown
		}
		ts = append(ts, t)
	}
	return ts, ps.top
}
