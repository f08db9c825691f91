package check

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// violation asks whether a run that passes the segments comes to the target.
func (v *validator) violation() (*result.Result, error) {
	last := len(v.e.Segments) - 1
	target := v.e.Segments[last][len(v.e.Segments[last])-1]
	w, err := v.o.WeaveViolation(v.file, v.e, last, false)
	if err != nil {
		return nil, err
	}
	there := false
	r, err := v.ask(w, func(prog *cil.Program) (property.Property, bool) {
		p, ok := v.spec.Property(prog)
		p.Keep(func(t property.Target) bool { return v.at(t, target.At) })
		there = len(p.Targets) > 0
		if e := passed(prog, last); e != nil {
			p.Guard(e)
		}
		return p, ok
	}, v.counts(last))
	if err != nil {
		return nil, err
	}
	if !there {
		return nil, &witness.Mismatch{What: fmt.Sprintf("%s: nothing that the property forbids is at line %d", v.file, target.At.Line), Pos: target.Pos}
	}
	r.Witness = &result.Witness{Answer: Open}
	switch r.Verdict {
	case result.Unsafe:
		r.Witness.Answer = Confirmed
	case result.Unknown:
		r.Witness.Why = r.Reason.Text
	default:
		return r, v.explain(r, last)
	}
	return r, nil
}

// at reports whether a target is at a location.
func (v *validator) at(t property.Target, l witness.Location) bool {
	name := t.Node.Func.Name
	if t.Node.Func.Orig != "" {
		name = t.Node.Func.Orig
	}
	return slices.Contains(v.lines.In(t.Node.Pos.File, t.Node.Pos.Line), l.Line) && (l.Func == "" || l.Func == name)
}

// passed is the condition that n segments are passed; nil if nothing counts them.
func passed(prog *cil.Program, n int) cil.Expr {
	for _, g := range prog.Globals {
		if g.Name == witness.State || g.Orig == witness.State {
			t := g.Type.(*cil.IntType)
			return cil.MakeBinary(cil.Eq, cil.LoadVar(g), cil.IntConst(t, int64(n)), prog.Model.Int(cil.Int))
		}
	}
	return nil
}

// counts makes predicates that say how many segments are passed.
func (v *validator) counts(n int) func(*cil.Program) []*pred.Pred {
	return func(prog *cil.Program) []*pred.Pred {
		var list []*pred.Pred
		for i := 0; i <= n && passed(prog, i) != nil; i++ {
			if e, err := cil.ParseExpr(prog, nil, fmt.Sprintf("%s == %d", witness.State, i), source.Pos{}); err == nil {
				list = append(list, &pred.Pred{E: e})
			}
		}
		return list
	}
}

// explain says of a sequence that no run goes which waypoint is the first that none passes.
func (v *validator) explain(r *result.Result, last int) error {
	w := r.Witness
	w.Answer, w.Why = Refused, "no run that passes the segments comes to the target"
	low, high := 0, last+1 // runs pass low segments; high ones aren't passed
	for low+1 < high {
		mid := (low + high) / 2
		switch some, err := v.passes(mid); {
		case err != nil:
			return err
		case some == result.Unsafe:
			low = mid
		case some == result.Unknown:
			return nil
		default:
			high = mid
		}
	}
	seg := v.e.Segments[high-1]
	p := seg[len(seg)-1]
	w.Why = fmt.Sprintf("no run passes the waypoint %d of %d, %s at line %d", high, last+1, p.Type, p.At.Line)
	place := result.At(p.Pos)
	w.Where = &place
	return nil
}

// passes says whether a run passes the first n segments: UNSAFE if so.
func (v *validator) passes(n int) (result.Verdict, error) {
	w, err := v.o.WeaveViolation(v.file, v.e, n, true)
	if err != nil {
		return result.Unknown, err
	}
	r, err := v.ask(w, func(prog *cil.Program) (property.Property, bool) { return property.Calls(prog, witness.Passed) }, v.counts(n))
	if err != nil {
		return result.Unknown, err
	}
	return r.Verdict, nil
}
