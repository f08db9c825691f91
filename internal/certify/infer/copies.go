package infer

import (
	"hardbop/internal/certify"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file is about locals that hold what was read from elsewhere: in the middle of a function it may matter
// what is so of the local, where candidates speak of the place that it was read from.

// copies says which locals are read from where: they are written at one point, and what is written is read
// from a place that, for all that other such locals hold, has a name.
type copies struct {
	locals []*cil.Var
	from   map[*cil.Var]*cil.Lval
}

// newCopies finds the copies of a procedure.
func newCopies(p *certify.Procedure) *copies {
	writes := map[*cil.Var]int{}
	value := map[*cil.Var]cil.Expr{}
	c := &copies{from: map[*cil.Var]*cil.Lval{}}
	for _, q := range p.Points {
		for _, w := range q.Writes {
			if v := w.To.Base; w.E != nil && v != nil && w.To.IsVar(v) && v.Kind == cil.Local && !v.AddrTaken && cil.IsPointer(v.Type) {
				if writes[v]++; writes[v] == 1 {
					value[v] = w.E
					c.locals = append(c.locals, v)
				}
			}
		}
	}
	for _, v := range c.locals {
		if writes[v] != 1 {
			delete(value, v)
		}
	}
	for _, v := range c.locals {
		if l := readFrom(value, v); l != nil {
			c.from[v] = l
		}
	}
	return c
}

// maxCopied bounds the copies of copies.
const maxCopied = 8

// readFrom is the place that the value of v was read from; nil if it is no such value.
func readFrom(value map[*cil.Var]cil.Expr, v *cil.Var) *cil.Lval {
	e := value[v]
	for range maxCopied {
		if e == nil {
			return nil
		}
		e = enc.Normal(cil.WithoutPointerCasts(e))
		next := cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
			if x := value[l.Base]; x != nil && l.IsVar(l.Base) {
				return x
			}
			return nil
		})
		if cil.Equal(next, e) {
			break
		}
		e = next
	}
	if l, ok := e.(*cil.Load); ok && !l.L.IsVar(nil) {
		return l.L
	}
	return nil
}

// copied adds candidates: one that speaks of a place, of the live locals that hold what was read from there. It
// reports whether there are any.
func (st *state) copied(ch choice, c *copies, live liveness) bool {
	n := len(st.choices)
	for _, v := range c.locals {
		if from := c.from[v]; from != nil && live[st.point][v] {
			if of, ok := ch.of(v, from); ok && live.all(of.conds[0], st.point) {
				st.choices = append(st.choices, of)
			}
		}
	}
	return len(st.choices) > n
}

// of is the candidate about v in the place of what it was read from; false if that doesn't occur.
func (ch choice) of(v *cil.Var, from *cil.Lval) (choice, bool) {
	out, found := choice{}, false
	for _, e := range ch.conds {
		out.conds = append(out.conds, cil.SubstLval(e, func(l *cil.Lval) cil.Expr {
			if !cil.EqualLval(l, from) {
				return nil
			}
			found = true
			return cil.MakeCast(l.Type(), cil.LoadVar(v))
		}))
	}
	return out, found
}
