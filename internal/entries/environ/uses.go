package environ

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/kinds"
)

// Many drivers don't look at what a subsystem has put into a member: open puts its own there. Then
// other callbacks find that only; that another object was there before, of a type that it never
// has, would only blur what the member leads to. Null is there instead.

// uses reports whether the program may read the gift, a t, as what it is, or puts nothing else there.
func (p *plan) uses(k kinds.Gift, t cil.Type) bool {
	given, ok := pointee(t)
	if !ok || k.DataMember != "" {
		return true
	}
	r := &readings{tag: k.Struct, member: k.Member}
	for _, u := range p.units {
		for _, f := range u.Prog.Funcs {
			for _, n := range f.Nodes {
				r.instr(n.Instr)
			}
		}
	}
	return !r.set || r.others > 0 || slices.ContainsFunc(r.as, func(c *cil.CompType) bool {
		return slices.ContainsFunc(p.definitions(c), func(c *cil.CompType) bool { return begins(c, given) || begins(given, c) })
	})
}

// definitions lists what the files say that c is, itself if none does: one that has only pointers to it may leave that to others.
func (p *plan) definitions(c *cil.CompType) []*cil.CompType {
	if c.Defined || c.Anonymous {
		return []*cil.CompType{c}
	}
	var list []*cil.CompType
	for _, u := range p.units {
		for _, d := range u.Prog.Comps {
			if d.Defined && d.Tag == c.Tag {
				list = append(list, d)
			}
		}
	}
	if len(list) == 0 {
		return []*cil.CompType{c}
	}
	return list
}

// begins reports whether an a may be what lies at the start of a b, or be one itself.
func begins(a, b *cil.CompType) bool {
	for {
		if a == b || a.Tag == b.Tag {
			return true
		}
		if b.Union || len(b.Fields) == 0 {
			return true
		}
		next, ok := b.Fields[0].Type.(*cil.CompType)
		if !ok {
			return false
		}
		b = next
	}
}

// readings is how a member of a struct is read: as a pointer to which structs, and how often
// otherwise.
type readings struct {
	tag, member string
	as          []*cil.CompType
	others      int
	set         bool // something is stored in it
}

func (r *readings) instr(in cil.Instr) {
	var written *cil.Lval
	switch in := in.(type) {
	case *cil.Assign:
		written = in.L
	case *cil.Havoc:
		written = in.L
	case *cil.Call:
		written = in.Ret
	}
	r.set = r.set || written != nil && r.selects(written)
	cil.EachExpr(in, func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) { r.expr(x, written) })
	})
}

// expr counts a read, and takes it back where it is seen that it is one that is known.
func (r *readings) expr(x cil.Expr, written *cil.Lval) {
	switch x := x.(type) {
	case *cil.Load:
		if r.selects(x.L) && x.L != written {
			r.others++
		}
	case *cil.AddrOf:
		if r.selects(x.L) {
			r.others++ // it may be read from there
		}
	case *cil.Cast:
		if c, ok := pointee(x.T); ok && r.is(x.X) {
			r.as = append(r.as, c)
			r.others--
		}
	}
}

// is reports whether x reads the member.
func (r *readings) is(x cil.Expr) bool {
	l, ok := x.(*cil.Load)
	return ok && r.selects(l.L)
}

// selects reports whether l is the member.
func (r *readings) selects(l *cil.Lval) bool {
	if len(l.Path) == 0 {
		return false
	}
	f := l.Path[len(l.Path)-1].Field
	return f != nil && f.Name == r.member && f.Comp.Tag == r.tag
}
