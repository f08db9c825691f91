package smt

// linear is a constant plus coefficients times atoms; atoms are in order, coefficients
// are not 0. The slices are shared with terms and never changed in place.
type linear struct {
	k     num
	atoms []Term
	coefs []num
}

func linearOf(t Term) linear {
	switch t.n.op {
	case OpInt:
		return linear{k: t.n.val}
	case OpSum:
		return linear{t.n.val, t.n.args, t.n.coefs}
	}
	return linear{atoms: []Term{t}, coefs: []num{small(1)}}
}

// term returns the term of l.
func (f *Factory) linearTerm(l linear) Term {
	if len(l.atoms) == 0 {
		return f.num(l.k)
	}
	if len(l.atoms) == 1 && l.k.is(0) && l.coefs[0].is(1) {
		return l.atoms[0]
	}
	return f.make(shape{op: OpSum, sort: f.IntSort(), val: l.k, args: l.atoms, coefs: l.coefs})
}

// plus returns l + c*m.
func (l linear) plus(m linear, c num) linear {
	out := linear{k: l.k.add(m.k.mul(c))}
	if len(m.atoms) == 0 {
		out.atoms, out.coefs = l.atoms, l.coefs
		return out
	}
	out.atoms = make([]Term, 0, len(l.atoms)+len(m.atoms))
	out.coefs = make([]num, 0, len(l.atoms)+len(m.atoms))
	i, j := 0, 0
	for i < len(l.atoms) || j < len(m.atoms) {
		switch order := mergeOrder(l.atoms, m.atoms, i, j); {
		case order < 0:
			out.add(l.atoms[i], l.coefs[i])
			i++
		case order > 0:
			out.add(m.atoms[j], m.coefs[j].mul(c))
			j++
		default:
			out.add(l.atoms[i], l.coefs[i].add(m.coefs[j].mul(c)))
			i, j = i+1, j+1
		}
	}
	return out
}

func mergeOrder(a, b []Term, i, j int) int {
	switch {
	case i == len(a):
		return 1
	case j == len(b):
		return -1
	}
	return a[i].Compare(b[j])
}

func (l *linear) add(atom Term, c num) {
	if c.sign() != 0 {
		l.atoms = append(l.atoms, atom)
		l.coefs = append(l.coefs, c)
	}
}

// times returns c*l.
func (l linear) times(c num) linear {
	if c.sign() == 0 {
		return linear{}
	}
	out := linear{k: l.k.mul(c), atoms: l.atoms, coefs: make([]num, len(l.coefs))}
	for i, x := range l.coefs {
		out.coefs[i] = x.mul(c)
	}
	return out
}

// content returns the greatest common divisor of the coefficients; 0 if there are none.
func (l linear) content() num {
	g := num{}
	for _, c := range l.coefs {
		g = g.gcd(c)
		if g.is(1) {
			break
		}
	}
	return g
}

// over returns l without its constant and with coefficients divided by g, which divides
// them.
func (l linear) over(g num) linear {
	if g.is(1) {
		return linear{atoms: l.atoms, coefs: l.coefs}
	}
	out := linear{atoms: l.atoms, coefs: make([]num, len(l.coefs))}
	for i, x := range l.coefs {
		out.coefs[i], _ = x.divMod(g)
	}
	return out
}

// Add returns the sum of ts; 0 if there are none.
func (f *Factory) Add(ts ...Term) Term {
	sum := linear{}
	for i, t := range ts {
		mustSort("+", t, IntSort)
		if i == 0 {
			sum = linearOf(t)
		} else {
			sum = sum.plus(linearOf(t), small(1))
		}
	}
	return f.linearTerm(sum)
}

// Sub returns a - b.
func (f *Factory) Sub(a, b Term) Term {
	mustSort("-", a, IntSort)
	mustSort("-", b, IntSort)
	return f.linearTerm(linearOf(a).plus(linearOf(b), small(-1)))
}

// Neg returns -a.
func (f *Factory) Neg(a Term) Term {
	mustSort("-", a, IntSort)
	return f.linearTerm(linearOf(a).times(small(-1)))
}

// Mul returns the product of ts; 1 if there are none. It stays linear as long as at most
// one factor isn't a constant.
func (f *Factory) Mul(ts ...Term) Term {
	scale := small(1)
	var factors []Term
	for _, t := range ts {
		mustSort("*", t, IntSort)
		c, rest := f.splitFactor(t)
		scale = scale.mul(c)
		factors = append(factors, rest...)
	}
	var product linear
	switch len(factors) {
	case 0:
		return f.num(scale)
	case 1:
		product = linearOf(factors[0])
	default:
		product = linearOf(f.product(factors))
	}
	return f.linearTerm(product.times(scale))
}

// maxFactors bounds the products that are dissolved in greater ones, so that repeated
// squaring stays small.
const maxFactors = 16

// splitFactor returns t as a number times factors that aren't constants.
func (f *Factory) splitFactor(t Term) (num, []Term) {
	l := linearOf(t)
	if len(l.atoms) == 0 {
		return l.k, nil
	}
	if len(l.atoms) > 1 || !l.k.is(0) {
		return small(1), []Term{t}
	}
	if a := l.atoms[0]; a.n.op == OpMul && len(a.n.args) <= maxFactors {
		return l.coefs[0], a.n.args
	}
	return l.coefs[0], l.atoms
}

func (f *Factory) product(factors []Term) Term {
	factors = append([]Term(nil), factors...)
	sortTerms(factors)
	return f.make(shape{op: OpMul, sort: f.IntSort(), args: factors})
}
