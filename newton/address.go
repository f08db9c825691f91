package newton

import (
	"math/big"

	"hardbop/internal/cil"
)

// This file folds addresses that are numbers.

// constAddress returns the number that the pointer p is made of.
func constAddress(model *cil.DataModel, p cil.Expr) (*big.Int, bool) {
	switch p := p.(type) {
	case *cil.Cast:
		if cil.IsPointer(p.X.Type()) {
			return constAddress(model, p.X)
		}
		v, ok := cil.ConstValue(withoutIntCasts(p.X))
		if !ok {
			return nil, false
		}
		return model.SizeT().Wrap(v), true
	case *cil.Binary:
		k, ok := cil.ConstValue(p.Y)
		v, okX := constAddress(model, p.X)
		size := model.SizeOf(p.T.(*cil.PtrType).Elem)
		if !ok || !okX || size < 0 {
			return nil, false
		}
		step := new(big.Int).Mul(k, big.NewInt(size))
		if p.Op == cil.PtrSub {
			step.Neg(step)
		}
		return model.SizeT().Wrap(step.Add(step, v)), true
	}
	return nil, false
}

// withoutIntCasts looks through the conversion of a constant to the mathematical integers.
func withoutIntCasts(e cil.Expr) cil.Expr {
	if c, ok := e.(*cil.Cast); ok && isMath(c.T) {
		return c.X
	}
	return e
}

// addressConst returns the pointer of type t that is the number v.
func addressConst(t cil.Type, v *big.Int) cil.Expr {
	if v.Sign() == 0 {
		return cil.MakeCast(t, truth(false))
	}
	return &cil.Cast{T: t, X: &cil.Const{T: cil.Math, Val: v}}
}

// foldPointer returns the pointer p with what is known of its address folded.
func foldPointer(model *cil.DataModel, p cil.Expr) cil.Expr {
	if v, ok := constAddress(model, p); ok {
		return addressConst(p.Type(), v)
	}
	b, ok := p.(*cil.Binary)
	if !ok || b.Op != cil.PtrAdd {
		return p
	}
	inner, ok := b.X.(*cil.Binary)
	if !ok || inner.Op != cil.PtrAdd {
		return p
	}
	i, okI := cil.ConstValue(b.Y)
	j, okJ := cil.ConstValue(inner.Y)
	if !okI || !okJ {
		return p
	}
	return model.MakePtrAdd(inner.X, &cil.Const{T: cil.Math, Val: new(big.Int).Add(i, j)})
}

// sameNumber compares two pointers that are numbers.
func sameNumber(model *cil.DataModel, x, y cil.Expr) (same, known bool) {
	if !cil.IsPointer(x.Type()) || !cil.IsPointer(y.Type()) {
		return false, false
	}
	a, okA := constAddress(model, x)
	b, okB := constAddress(model, y)
	return okA && okB && a.Cmp(b) == 0, okA && okB
}
