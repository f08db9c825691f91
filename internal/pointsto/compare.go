package pointsto

import "hardbop/internal/cil"

// NeverEqual reports whether the pointers x and y are equal only if both are null: they
// point to different objects that the program defines, or to its and the outside's. Extern
// objects without a definition may be anywhere: linkers make such symbols for the bounds of
// others.
func (r *Result) NeverEqual(x, y cil.Expr) bool {
	a, b := r.value(x), r.value(y)
	if a.top || b.top || len(a.targets) == 0 || len(b.targets) == 0 {
		return false
	}
	for _, t := range a.targets {
		for _, u := range b.targets {
			if t.Obj == u.Obj || r.anywhere(t) || r.anywhere(u) || mayMeet(t, u) || mayMeet(u, t) {
				return false
			}
		}
	}
	return true
}

// anywhere reports whether it isn't known where t is.
func (r *Result) anywhere(t Target) bool {
	return r.a.isAnything(t) || t.Obj.Kind == Variable && t.Obj.Var.Extern
}

// mayMeet reports whether t is an object from outside and u may lie in it, or be it: another
// one from outside, a constant one, which the outside may point to without being able to
// change it, or none.
func mayMeet(t, u Target) bool {
	return t.Obj.Kind == External && (u.Obj.Kind == External || u.Obj.Kind == Nowhere || u.Obj.Kind == Variable && (u.Obj.Var.Const || u.Obj.Var.Kind == cil.Literal))
}

// PointsToStruct reports whether p, a pointer to a struct, leads to the start of such a
// struct, as its object is laid out, or is null.
func (r *Result) PointsToStruct(p cil.Expr) bool {
	v, t := r.value(p), element(pointee(p))
	if v.top || len(v.targets) == 0 || !isStruct(t) {
		return false
	}
	for _, tgt := range v.targets {
		if tgt.Obj.merged || r.a.isAnything(tgt) {
			return false
		}
		if _, f := r.a.fit(tgt, t, false); f != fits {
			return false
		}
	}
	return true
}
