package certify

import (
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file tells what is allocated apart. Each allocation of a run is an object of its own, with
// a number of its own: that of the allocations before it. So there is a function from addresses
// to numbers, in each run another, that never changes. Claims may speak of it as the array
// "objects", and of "allocated", the number of the next: what was allocated before has a lower
// number, and so isn't at the same address as what comes later. Variables have still lower ones.

// count makes the two variables, if something is allocated.
func (s *System) count(entry *cil.Func) {
	if !slices.ContainsFunc(append(s.reachable(entry), entry), s.allocates) {
		return
	}
	names := map[string]bool{}
	for _, v := range s.prog.Globals {
		names[v.Name] = true
	}
	for _, f := range s.prog.Funcs {
		for _, v := range variables(f) {
			names[v.Name] = true
		}
	}
	s.findMembers()
	number := s.prog.Model.SizeT()
	s.allocated = &cil.Var{Name: unused("allocated", names), Type: number, Kind: cil.Global}
	s.objects = &cil.Var{Name: unused("objects", names), Type: &cil.ArrayType{Elem: number, Len: -1}, Kind: cil.Owner}
}

// unused returns a name like this one that isn't among names.
func unused(name string, names map[string]bool) string {
	for names[name] {
		name += "_"
	}
	return name
}

// counters lists the two variables.
func (s *System) counters() []*cil.Var {
	if s.objects == nil {
		return nil
	}
	return []*cil.Var{s.allocated, s.objects}
}

// allocates reports whether f calls an allocator.
func (s *System) allocates(f *cil.Func) bool {
	return slices.ContainsFunc(f.Nodes, func(n *cil.Node) bool {
		c, ok := n.Instr.(*cil.Call)
		return ok && c.Callee() != nil && numbered(c.Callee(), c.Ret)
	})
}

// numbered reports whether what a call of f stores in ret is a new object's address, if it isn't
// a failure.
func numbered(f *cil.Func, ret *cil.Lval) bool {
	return !f.HasBody() && enc.Allocation(f) != nil && ret != nil && ret.IsVar(nil) && cil.IsPointer(ret.Type())
}

// allocation puts points behind p, where f was called: what it returned is a failure, or has the
// next number.
func (u *unfolder) allocation(p *Point, f *cil.Func, c *cil.Call) {
	s := u.sys
	if s.objects == nil || !numbered(f, c.Ret) {
		return
	}
	a, next := enc.Allocation(f), cil.LoadVar(s.allocated)
	one, q := u.point(p.Node, p.Frame), u.point(p.Node, p.Frame)
	one.numbers, q.numbers = true, true
	one.Writes = []Store{{cil.VarLval(s.allocated), cil.MakeBinary(cil.Add, next, s.number(1), next.Type())}}
	one.Succs, one.Guards = p.Succs, make([]cil.Expr, len(p.Succs))
	q.Succs = append(slices.Clone(p.Succs), one)
	q.Guards = append(slices.Repeat([]cil.Expr{s.fails(a, c.Ret)}, len(p.Succs)), s.isNew(a, c))
	p.Succs, p.Guards = []*Point{q}, []cil.Expr{nil}
}

// fails says that an allocator returned null, or an error number.
func (s *System) fails(a *cil.Alloc, ret *cil.Lval) cil.Expr {
	at := s.address(&cil.Load{L: ret})
	if a.Error {
		return s.compare(cil.Ge, at, s.limit(enc.MaxError-1))
	}
	return s.compare(cil.Eq, at, s.number(0))
}

// isNew says that an allocator returned the address of the next object. There are fewer of these
// than addresses, so that their number doesn't wrap around.
func (s *System) isNew(a *cil.Alloc, c *cil.Call) cil.Expr {
	p, next := &cil.Load{L: c.Ret}, cil.LoadVar(s.allocated)
	is := s.both(s.compare(cil.Lt, next, s.limit(0)), s.compare(cil.Eq, s.object(s.address(p)), next))
	for _, m := range s.members {
		if m.end <= s.bytes(a, c) {
			is = s.both(is, s.compare(cil.Eq, s.object(s.address(m.of(p))), next))
		}
	}
	return is
}

// bytes is the number of bytes that a call allocates at least.
func (s *System) bytes(a *cil.Alloc, c *cil.Call) int64 {
	n := big.NewInt(1)
	for _, k := range a.Size {
		if k >= len(c.Args) {
			return 0
		}
		v, ok := cil.ConstValue(c.Args[k])
		if !ok {
			return 0
		}
		n.Mul(n, v)
	}
	if len(a.Size) == 0 || !n.IsInt64() {
		return 0
	}
	return n.Int64()
}

// member is a member of a struct that the program uses through a pointer.
type member struct {
	path []cil.Sel
	end  int64 // the first byte behind it, from the start of the struct
}

// of is the address of the member in the struct at p.
func (m member) of(p cil.Expr) cil.Expr {
	t := &cil.PtrType{Elem: m.path[0].Field.Comp}
	l := &cil.Lval{Mem: cil.MakeCast(t, p), Path: m.path}
	return &cil.AddrOf{L: l, T: &cil.PtrType{Elem: l.Type()}}
}

// findMembers lists the members that don't lie at the start.
func (s *System) findMembers() {
	seen := map[string]bool{}
	for _, f := range s.prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					l := lvalIn(x)
					if l == nil || l.Mem == nil || len(l.Path) == 0 || l.Path[0].Field == nil {
						return
					}
					key := l.Path[0].Field.Comp.Tag + fieldNames(l.Path)
					if m, ok := s.member(l.Path); ok && !seen[key] {
						seen[key] = true
						s.members = append(s.members, m)
					}
				})
			})
		}
	}
}

func lvalIn(x cil.Expr) *cil.Lval {
	switch x := x.(type) {
	case *cil.Load:
		return x.L
	case *cil.AddrOf:
		return x.L
	}
	return nil
}

func fieldNames(path []cil.Sel) string {
	names := ""
	for _, sel := range path {
		if sel.Field != nil {
			names += "." + sel.Field.Name
		}
	}
	return names
}

// member is what a path selects, false if that is no scalar member, or one at the start.
func (s *System) member(path []cil.Sel) (member, bool) {
	at := int64(0)
	for _, sel := range path {
		if sel.Field == nil || sel.Field.BitField {
			return member{}, false
		}
		at += sel.Field.Offset
	}
	t := path[len(path)-1].Field.Type
	return member{path, at + s.prog.Model.SizeOf(t)}, at > 0 && cil.IsScalar(t)
}

// Named are the conditions that tell whether x, a pointer or as long a number, leads to what has a
// name, or isn't the program's; none where nothing is allocated, or x is something else.
func (s *System) Named(x cil.Expr) []cil.Expr {
	if !s.isAddress(x) {
		return nil
	}
	is := s.compare(cil.Lt, s.object(s.address(x)), s.number(s.named))
	return []cil.Expr{is, cil.Not(is)}
}

// Older are the conditions that tell whether the object that x leads to was there before what is
// allocated from now on; none as in [System.Named].
func (s *System) Older(x cil.Expr) []cil.Expr {
	if !s.isAddress(x) {
		return nil
	}
	is := s.compare(cil.Lt, s.object(s.address(x)), cil.LoadVar(s.allocated))
	return []cil.Expr{is, cil.Not(is)}
}

// isAddress reports whether objects have numbers, and x may be the address of one.
func (s *System) isAddress(x cil.Expr) bool {
	t, ok := x.Type().(*cil.IntType)
	return s.objects != nil && (cil.IsPointer(x.Type()) || ok && t.Bytes == s.prog.Model.PtrBytes)
}

// Inside are the conditions that tell whether l, a pointer in memory, leads into the object that
// itself lies in; none where nothing is allocated, or l is something else.
func (s *System) Inside(l *cil.Lval) []cil.Expr {
	if s.objects == nil || l.Mem == nil || !cil.IsPointer(l.Type()) {
		return nil
	}
	is := s.compare(cil.Eq, s.object(s.address(root(l))), s.object(s.address(&cil.Load{L: l})))
	return []cil.Expr{is, cil.Not(is)}
}

// sayCount says that what has a name came before all that is allocated.
func (r *Region) sayCount() {
	if s := r.sys; s.objects != nil {
		r.say(r.term(s.compare(cil.Ge, cil.LoadVar(s.allocated), s.number(s.named))))
	}
}

// unlessApart is x where two lvalues may lie in one object, else y.
func (s *System) unlessApart(a, b *cil.Lval, x, y cil.Expr) cil.Expr {
	if s.objects == nil || cil.IsAnyMemory(a) {
		return x
	}
	return cil.MakeCond(s.compare(cil.Eq, s.object(s.address(root(a))), s.object(s.address(root(b)))), x, y, x.Type())
}

// root is the pointer that leads to the object in which l lies, wherever in it: accesses stay in
// the objects that their pointers are computed from, and no object begins where another ends.
func root(l *cil.Lval) cil.Expr {
	if l.Base != nil {
		return &cil.AddrOf{L: cil.VarLval(l.Base), T: &cil.PtrType{Elem: l.Base.Type}}
	}
	for p := l.Mem; ; {
		switch x := p.(type) {
		case *cil.AddrOf:
			return root(x.L)
		case *cil.Cast:
			if cil.IsPointer(x.X.Type()) {
				p = x.X
				continue
			}
		case *cil.Binary:
			if x.Op == cil.PtrAdd || x.Op == cil.PtrSub {
				p = x.X
				continue
			}
		}
		return p
	}
}

// The expressions.

// object is the number of the object at an address.
func (s *System) object(at cil.Expr) cil.Expr {
	return &cil.Load{L: &cil.Lval{Base: s.objects, Path: []cil.Sel{{Index: at}}}}
}

// address is x as a number.
func (s *System) address(x cil.Expr) cil.Expr { return cil.MakeCast(s.allocated.Type, x) }

func (s *System) number(n int64) cil.Expr { return cil.IntConst(s.prog.Model.SizeT(), n) }

// limit is the highest address, or n less.
func (s *System) limit(n int64) cil.Expr {
	t := s.prog.Model.SizeT()
	return &cil.Const{T: t, Val: new(big.Int).Sub(t.Max(), big.NewInt(n))}
}

func (s *System) compare(op cil.BinOp, x, y cil.Expr) cil.Expr {
	return cil.MakeBinary(op, x, y, s.prog.Model.Int(cil.Int))
}

func (s *System) both(x, y cil.Expr) cil.Expr { return s.compare(cil.LAnd, x, y) }
