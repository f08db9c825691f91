package newton

import (
	"math/big"

	"hardbop/internal/cil"
)

// linear is a constant plus a sum of terms over the mathematical integers, in the order
// in which they were met. It keeps values readable: a + 1 + 1 becomes a + 2.
type linear struct {
	terms []term
	rest  *big.Int
}

// term is coeff times atom.
type term struct {
	coeff *big.Int
	atom  cil.Expr
	key   string
}

// linearOf returns e, an expression of type Math, as a linear form.
func linearOf(e cil.Expr) linear {
	l := linear{rest: new(big.Int)}
	l.add(big.NewInt(1), e)
	return l
}

// add adds k times e.
func (l *linear) add(k *big.Int, e cil.Expr) {
	switch x := e.(type) {
	case *cil.Const:
		l.rest.Add(l.rest, new(big.Int).Mul(k, x.Val))
		return
	case *cil.Unary:
		if x.Op == cil.Neg && cil.SameType(x.T, cil.Math) {
			l.add(new(big.Int).Neg(k), x.X)
			return
		}
	case *cil.Binary:
		if cil.SameType(x.T, cil.Math) && l.addBinary(k, x) {
			return
		}
	}
	l.addAtom(k, e)
}

// addBinary adds k times the operation x if it is linear.
func (l *linear) addBinary(k *big.Int, x *cil.Binary) bool {
	switch x.Op {
	case cil.Add, cil.Sub:
		l.add(k, x.X)
		if x.Op == cil.Sub {
			k = new(big.Int).Neg(k)
		}
		l.add(k, x.Y)
		return true
	case cil.Mul:
		if c, ok := cil.ConstValue(x.X); ok {
			l.add(new(big.Int).Mul(k, c), x.Y)
			return true
		}
		if c, ok := cil.ConstValue(x.Y); ok {
			l.add(new(big.Int).Mul(k, c), x.X)
			return true
		}
	}
	return false
}

func (l *linear) addAtom(k *big.Int, e cil.Expr) {
	key := cil.ExprString(e)
	for i := range l.terms {
		if t := &l.terms[i]; t.key == key && cil.Equal(t.atom, e) {
			t.coeff = new(big.Int).Add(t.coeff, k)
			return
		}
	}
	l.terms = append(l.terms, term{k, e, key})
}

// expr returns the form as an expression: 2*b, b - 1, a + 2, 0.
func (l linear) expr() cil.Expr {
	var e cil.Expr
	for _, t := range l.terms {
		if t.coeff.Sign() != 0 {
			e = plus(e, t.coeff, t.atom)
		}
	}
	if e == nil || l.rest.Sign() != 0 {
		e = plus(e, l.rest, nil)
	}
	return e
}

// plus returns e + k*atom, or e + k if atom is nil; e may be nil for zero.
func plus(e cil.Expr, k *big.Int, atom cil.Expr) cil.Expr {
	op, abs := cil.Add, k
	if e != nil && k.Sign() < 0 {
		op, abs = cil.Sub, new(big.Int).Neg(k)
	}
	x := cil.Expr(&cil.Const{T: cil.Math, Val: abs})
	if atom != nil {
		if abs.CmpAbs(big.NewInt(1)) != 0 {
			x = &cil.Binary{Op: cil.Mul, X: x, Y: atom, T: cil.Math}
		} else if x = atom; abs.Sign() < 0 {
			x = &cil.Unary{Op: cil.Neg, X: atom, T: cil.Math}
		}
	}
	if e == nil {
		return x
	}
	return &cil.Binary{Op: op, X: e, Y: x, T: cil.Math}
}

// dropZeros removes the terms that cancelled out.
func (l *linear) dropZeros() {
	kept := l.terms[:0]
	for _, t := range l.terms {
		if t.coeff.Sign() != 0 {
			kept = append(kept, t)
		}
	}
	l.terms = kept
}

// negated returns -l.
func (l linear) negated() linear {
	out := linear{rest: new(big.Int).Neg(l.rest)}
	for _, t := range l.terms {
		out.terms = append(out.terms, term{new(big.Int).Neg(t.coeff), t.atom, t.key})
	}
	return out
}

// compared returns the comparison of l with zero, positive terms on the left.
func (l linear) compared(op cil.BinOp) cil.Expr {
	x, y := linear{rest: new(big.Int)}, linear{rest: new(big.Int).Neg(l.rest)}
	for _, t := range l.terms {
		if t.coeff.Sign() > 0 {
			x.terms = append(x.terms, t)
		} else {
			y.terms = append(y.terms, term{new(big.Int).Neg(t.coeff), t.atom, t.key})
		}
	}
	return compare(op, x.expr(), y.expr(), intType)
}
