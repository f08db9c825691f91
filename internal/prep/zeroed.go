package prep

import (
	"math/big"

	"hardbop/internal/cil"
)

// This file makes what is known of new memory that is zero a part of the program: behind a
// call that returns it, the members that the program reads are set to zero, if the size is
// that of the type that the program gives the memory.

// maxZeroed bounds the members that are set behind one call.
const maxZeroed = 64

// maxArray bounds the arrays whose elements are set to zero.
const maxArray = 8

// Zeroed adds the assignments in all functions, and returns behind how many calls.
func Zeroed(prog *cil.Program) int {
	z := &zeroing{model: prog.Model, read: fieldsRead(prog)}
	n := 0
	for _, f := range prog.Funcs {
		if !f.HasBody() {
			continue
		}
		changed := false
		for _, node := range append([]*cil.Node(nil), f.Nodes...) {
			if z.behind(f, node) {
				changed = true
				n++
			}
		}
		if changed {
			f.Finish()
		}
	}
	return n
}

// zeroing is what all functions share.
type zeroing struct {
	model *cil.DataModel
	read  map[*cil.Field]bool
}

// fieldsRead returns the members that some expression reads.
func fieldsRead(prog *cil.Program) map[*cil.Field]bool {
	read := map[*cil.Field]bool{}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) {
				cil.Walk(e, func(x cil.Expr) {
					l, ok := x.(*cil.Load)
					if !ok {
						return
					}
					for _, s := range l.L.Path {
						if s.Field != nil {
							read[s.Field] = true
						}
					}
				})
			})
		}
	}
	return read
}

// behind adds the assignments behind the call at node, if it is one that returns memory
// that is zero.
func (z *zeroing) behind(f *cil.Func, node *cil.Node) bool {
	c, ok := node.Instr.(*cil.Call)
	if !ok || c.Ret == nil || c.Ret.Base == nil || len(c.Ret.Path) > 0 || c.Ret.Base.AddrTaken || len(node.Succs) != 1 {
		return false
	}
	size, ok := z.size(c)
	if !ok {
		return false
	}
	elem, at := z.typeOf(c.Ret.Base, node)
	if elem == nil || z.model.SizeOf(elem) != size {
		return false
	}
	p := cil.MakeCast(&cil.PtrType{Elem: elem}, cil.LoadVar(c.Ret.Base))
	var parts []*cil.Lval
	z.parts(&cil.Lval{Mem: p}, false, &parts)
	if len(parts) == 0 || len(parts) > maxZeroed {
		return false
	}
	z.insert(f, at, p, parts)
	return true
}

// size returns the number of bytes that the call c allocates as zeros, if it is constant.
func (z *zeroing) size(c *cil.Call) (int64, bool) {
	g := c.Callee()
	if g == nil || g.HasBody() {
		return 0, false
	}
	a := g.Alloc
	if a == nil && g.Name == "calloc" {
		a = &cil.Alloc{Size: []int{0, 1}, Zeroed: true}
	}
	if a == nil || a.Error || a.Filled || a.Kept || !a.Zeroes(c) || len(a.Size) == 0 {
		return 0, false
	}
	n := big.NewInt(1)
	for _, k := range a.Size {
		if k >= len(c.Args) {
			return 0, false
		}
		v, ok := cil.ConstValue(c.Args[k])
		if !ok {
			return 0, false
		}
		n.Mul(n, v)
	}
	return n.Int64(), n.IsInt64() && n.Sign() > 0
}

// typeOf returns the type of what the result v of a call at node is taken to point to, and
// the node behind which the memory may be set: the call, or the assignment of v to a pointer if that
// follows it.
func (z *zeroing) typeOf(v *cil.Var, node *cil.Node) (cil.Type, *cil.Node) {
	if t := object(v.Type); t != nil {
		return t, node
	}
	at, next := node, node.Succs[0]
	for ; alone(next) && isAside(next); next = next.Succs[0] {
	}
	a, ok := next.Instr.(*cil.Assign)
	if !ok || !alone(next) {
		return nil, nil
	}
	if next == node.Succs[0] && a.L.Base != nil {
		at = next // nothing comes between, and it doesn't write the memory itself
	}
	l, ok := cil.WithoutPointerCasts(a.E).(*cil.Load)
	if !ok || l.L.Base != v || len(l.L.Path) > 0 || a.L.Base == v {
		return nil, nil
	}
	return object(a.L.Type()), at
}

// alone reports whether one way leads to n, and one from there.
func alone(n *cil.Node) bool { return len(n.Preds) == 1 && len(n.Succs) == 1 }

// isAside reports whether n only tells somebody what was returned, as a rule's events do.
func isAside(n *cil.Node) bool {
	c, ok := n.Instr.(*cil.Call)
	return ok && c.Ret == nil
}

// object returns the type of the objects that pointers of type t point to, or nil.
func object(t cil.Type) cil.Type {
	p, ok := t.(*cil.PtrType)
	if !ok || !isObject(p.Elem) {
		return nil
	}
	return p.Elem
}

// parts appends the scalars of l that are read; wanted says that l itself is.
func (z *zeroing) parts(l *cil.Lval, wanted bool, out *[]*cil.Lval) {
	switch t := l.Type().(type) {
	case *cil.CompType:
		if t.Union || !t.Defined {
			return
		}
		for _, f := range t.Fields {
			z.parts(l.Part(cil.Sel{Field: f}), z.read[f], out)
		}
	case *cil.ArrayType:
		for i := int64(0); i < t.Len && t.Len <= maxArray; i++ {
			z.parts(l.Part(cil.Sel{Index: cil.IntConst(z.model.Int(cil.Int), i)}), wanted, out)
		}
	case *cil.IntType, *cil.PtrType:
		if wanted || len(l.Path) == 0 {
			*out = append(*out, l)
		}
	}
}

// insert puts the assignments behind the node at, for the case that p isn't null.
func (z *zeroing) insert(f *cil.Func, at *cil.Node, p cil.Expr, parts []*cil.Lval) {
	next := at.Succs[0]
	there := cil.MakeBinary(cil.Ne, p, cil.MakeCast(p.Type(), cil.IntConst(z.model.Int(cil.Int), 0)), z.model.Int(cil.Int))
	br := f.NewNode(&cil.Branch{E: there}, at.Pos)
	at.Succs = []*cil.Node{br}
	first, last := (*cil.Node)(nil), br
	for _, l := range parts {
		n := f.NewNode(&cil.Assign{L: l, E: zeroOf(z.model, l.Type())}, at.Pos)
		if first == nil {
			first = n
		} else {
			last.Succs = []*cil.Node{n}
		}
		last = n
	}
	last.Succs = []*cil.Node{next}
	br.Succs = []*cil.Node{first, next}
}

// zeroOf is zero as an integer or a pointer of type t.
func zeroOf(m *cil.DataModel, t cil.Type) cil.Expr {
	if it, ok := t.(*cil.IntType); ok {
		return cil.IntConst(it, 0)
	}
	return cil.MakeCast(t, cil.IntConst(m.Int(cil.Int), 0))
}
