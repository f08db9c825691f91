package suffice

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// Values are integers as C has them, pointers as addresses, floats as the bits of their
// representation; nil is one that isn't known.

// part is a scalar of a value.
type part struct {
	path  []cil.Sel
	value *big.Int
}

// parts evaluates e, which may be a whole struct; nil for one whose parts can't be listed.
func (r *run) parts(e cil.Expr) []part {
	if cil.IsScalar(e.Type()) {
		return []part{{nil, r.value(e)}}
	}
	switch e := e.(type) {
	case *cil.Load:
		leaves, ok := cil.ScalarParts(e.L, maxParts)
		if !ok {
			return nil
		}
		var out []part
		for _, l := range leaves {
			out = append(out, part{l.Path[len(e.L.Path):], r.read(l)})
		}
		return out
	case *cil.Cond:
		if c := r.value(e.C); c != nil && c.Sign() != 0 {
			return r.parts(e.A)
		} else if c != nil {
			return r.parts(e.B)
		}
	}
	return nil
}

// store assigns the parts of l; nil makes all of it unknown.
func (r *run) store(l *cil.Lval, ps []part) {
	if ps == nil {
		r.forget(l)
		return
	}
	var to []target
	for _, p := range ps {
		to = append(to, r.locate(l.Part(p.path...)))
	}
	for i, p := range ps {
		r.write(to[i], p.value)
	}
}

// read returns what the scalar l holds.
func (r *run) read(l *cil.Lval) *big.Int {
	t := r.locate(l)
	switch {
	case t.name:
		v, ok := r.frameOf(t.l.Base).cells[t.l.Base][pathKey(t.l)]
		if !ok && constant(t.l.Base) {
			return r.initial(t.l)
		}
		return v
	case t.at == nil:
		return nil
	}
	return r.mem.scalar(t.l, t.at, r.Prog.Model.SizeOf(t.l.Type()), r.mem.region(t.l))
}

// initial is the value of a part of a constant.
func (r *run) initial(l *cil.Lval) *big.Int {
	if in := l.Base.Init; in != nil {
		if in.Expr != nil {
			return r.value(in.Expr)
		}
		for _, e := range in.Entries {
			if pathKey(&cil.Lval{Base: l.Base, Path: e.Path}) == pathKey(l) {
				return r.value(e.Expr)
			}
		}
	}
	return new(big.Int)
}

// address returns where l is, which isn't reached by its name only.
func (r *run) address(l *cil.Lval) *big.Int {
	start := r.start(l)
	if start == nil {
		return nil
	}
	off := r.offset(l)
	if off == nil {
		return nil
	}
	return r.wrapped(new(big.Int).Add(start, off))
}

func (r *run) start(l *cil.Lval) *big.Int {
	if l.Base != nil {
		return r.frameOf(l.Base).at[l.Base]
	}
	return r.value(l.Mem)
}

// offset is where l is in its base.
func (r *run) offset(l *cil.Lval) *big.Int {
	off := new(big.Int)
	at := &cil.Lval{Base: l.Base, Mem: l.Mem}
	for _, s := range l.Path {
		at = at.Part(s)
		if s.Field != nil {
			off.Add(off, big.NewInt(s.Field.Offset))
			continue
		}
		i := r.value(s.Index)
		if i == nil {
			return nil
		}
		off.Add(off, new(big.Int).Mul(i, big.NewInt(r.Prog.Model.SizeOf(at.Type()))))
	}
	return off
}

// wrapped returns an address.
func (r *run) wrapped(v *big.Int) *big.Int { return bitsOf(v, 8*r.Prog.Model.PtrBytes) }

func bitsOf(v *big.Int, n int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return m.Mod(v, m)
}

// normalized returns the value of type t that has the bits of v.
func normalized(t cil.Type, v *big.Int) *big.Int {
	if it, ok := t.(*cil.IntType); ok && it.Kind != cil.Bool {
		return it.Wrap(v)
	}
	return v
}

// narrowed cuts v to the width of the bit-field f.
func narrowed(f *cil.Field, v *big.Int) *big.Int {
	u := bitsOf(v, f.BitLen)
	if t := f.Type.(*cil.IntType); t.Signed && u.Bit(f.BitLen-1) == 1 {
		u.Sub(u, new(big.Int).Lsh(big.NewInt(1), uint(f.BitLen)))
	}
	return u
}

func (r *run) function(f *cil.Func) *big.Int {
	for _, p := range r.Script.Funcs {
		if p.Func == f {
			return new(big.Int).SetUint64(p.Addr)
		}
	}
	return nil
}

// value evaluates a scalar.
func (r *run) value(e cil.Expr) *big.Int {
	switch e := e.(type) {
	case *cil.Const:
		return e.Val
	case *cil.Load:
		return r.read(e.L)
	case *cil.AddrOf:
		return r.addressOf(e.L)
	case *cil.FuncAddr:
		return r.function(e.F)
	case *cil.Unary:
		return r.unary(e)
	case *cil.Binary:
		return r.binary(e)
	case *cil.Cond:
		return r.chosen(e)
	case *cil.Cast:
		return r.cast(e)
	}
	return nil
}

func (r *run) addressOf(l *cil.Lval) *big.Int {
	l = normal(l)
	if l.Base != nil && !enc.InMemory(l.Base) {
		return nil
	}
	return r.address(l)
}

func (r *run) chosen(e *cil.Cond) *big.Int {
	c := r.value(e.C)
	switch {
	case c == nil:
		if a, b := r.value(e.A), r.value(e.B); a != nil && b != nil && a.Cmp(b) == 0 {
			return a
		}
		return nil
	case c.Sign() != 0:
		return r.value(e.A)
	}
	return r.value(e.B)
}

func (r *run) cast(e *cil.Cast) *big.Int {
	x := r.value(e.X)
	if x == nil || isFloat(e.X.Type()) != isFloat(e.T) {
		return nil
	}
	switch t := e.T.(type) {
	case *cil.IntType:
		return t.Wrap(x)
	case *cil.PtrType:
		return r.wrapped(x)
	}
	if cil.SameType(e.T, e.X.Type()) {
		return x
	}
	return nil
}

func isFloat(t cil.Type) bool {
	_, ok := t.(*cil.FloatType)
	return ok
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func (r *run) unary(e *cil.Unary) *big.Int {
	x := r.value(e.X)
	if x == nil || isFloat(e.X.Type()) {
		return nil
	}
	switch e.Op {
	case cil.LogNot:
		return truth(x.Sign() == 0)
	case cil.BitNot:
		return wrapInt(e.T, new(big.Int).Not(x))
	}
	return wrapInt(e.T, new(big.Int).Neg(x))
}

func wrapInt(t cil.Type, v *big.Int) *big.Int {
	if it, ok := t.(*cil.IntType); ok {
		return it.Wrap(v)
	}
	return nil
}

func (r *run) binary(e *cil.Binary) *big.Int {
	x, y := r.value(e.X), r.value(e.Y)
	switch {
	case e.Op == cil.LAnd || e.Op == cil.LOr:
		return logical(e.Op == cil.LOr, x, y)
	case x == nil || y == nil || isFloat(e.X.Type()):
		return nil
	case e.Op == cil.PtrAdd || e.Op == cil.PtrSub || e.Op == cil.PtrDiff:
		return r.pointers(e, x, y)
	case e.Op.IsCompare():
		return truth(e.Op.Holds(x.Cmp(y)))
	}
	return arith(e, x, y)
}

// logical joins truth values, of which one may decide.
func logical(or bool, x, y *big.Int) *big.Int {
	for _, v := range []*big.Int{x, y} {
		if v != nil && (v.Sign() != 0) == or {
			return truth(or)
		}
	}
	if x == nil || y == nil {
		return nil
	}
	return truth(!or)
}

func (r *run) pointers(e *cil.Binary, x, y *big.Int) *big.Int {
	size := big.NewInt(r.Prog.Model.SizeOf(e.X.Type().(*cil.PtrType).Elem))
	v := new(big.Int)
	switch {
	case e.Op == cil.PtrAdd:
		return r.wrapped(v.Add(x, v.Mul(y, size)))
	case e.Op == cil.PtrSub:
		return r.wrapped(v.Sub(x, v.Mul(y, size)))
	case size.Sign() <= 0:
		return nil
	}
	d := normalized(r.Prog.Model.PtrDiffT(), r.wrapped(v.Sub(x, y)))
	return wrapInt(e.T, new(big.Int).Quo(d, size))
}

// arith computes integers; what isn't defined isn't known.
func arith(e *cil.Binary, x, y *big.Int) *big.Int {
	v := new(big.Int)
	switch e.Op {
	case cil.Add:
		v.Add(x, y)
	case cil.Sub:
		v.Sub(x, y)
	case cil.Mul:
		v.Mul(x, y)
	case cil.BitAnd:
		v.And(x, y)
	case cil.BitOr:
		v.Or(x, y)
	case cil.BitXor:
		v.Xor(x, y)
	case cil.Shl, cil.Shr:
		return shift(e, x, y)
	case cil.Div, cil.Mod:
		if y.Sign() == 0 {
			return nil
		}
		if e.Op == cil.Div {
			v.Quo(x, y)
		} else {
			v.Rem(x, y)
		}
	default:
		return nil
	}
	return wrapInt(e.T, v)
}

// maxShift bounds shifts of mathematical integers.
const maxShift = 4096

func shift(e *cil.Binary, x, y *big.Int) *big.Int {
	t, ok := e.T.(*cil.IntType)
	if !ok {
		return nil
	}
	limit := int64(t.Bits)
	if t.Kind == cil.MathInt {
		limit = maxShift
	}
	if y.Sign() < 0 || y.Cmp(big.NewInt(limit)) >= 0 {
		return nil
	}
	if e.Op == cil.Shl {
		return wrapInt(t, new(big.Int).Lsh(x, uint(y.Int64())))
	}
	return new(big.Int).Rsh(x, uint(y.Int64()))
}
