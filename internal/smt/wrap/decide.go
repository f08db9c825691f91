package wrap

import (
	"math/big"

	"hardbop/internal/smt"
)

// This file decides conjunctions of bounds. A literal bounds a sum of variables if it is
// sum <= k, sum = k or a negation of these. Sums have coefficients without common divisor,
// so a sum takes every integer value; if the sums of a conjunction share no variables,
// it has a model just if each sum has a value that all its literals allow. And a sum without
// such a value makes any conjunction contradictory.

// bounds is what literals say of one sum.
type bounds struct {
	lo, hi *big.Int // inclusive; nil if there is none
	not    []*big.Int
	lits   []smt.Term
}

// decide returns the status of the conjunction of lits if bounds tell, and for Unsat the
// literals that contradict each other.
func decide(lits []smt.Term) (smt.Status, []smt.Term) {
	var sums []smt.Term
	by := map[smt.Term]*bounds{}
	complete := true
	for _, l := range lits {
		sum, ok := boundedSum(l)
		if !ok {
			complete = complete && isBoolVar(l)
			continue
		}
		b := by[sum]
		if b == nil {
			b = &bounds{}
			by[sum] = b
			sums = append(sums, sum)
		}
		b.add(l)
	}
	for _, sum := range sums {
		if b := by[sum]; b.empty() {
			return smt.Unsat, b.lits
		}
	}
	if complete && independent(sums) {
		return smt.Sat, nil
	}
	return smt.Unknown, nil
}

func isBoolVar(l smt.Term) bool {
	return l.Op() == smt.OpVar || l.Op() == smt.OpNot && l.Arg(0).Op() == smt.OpVar
}

// boundedSum returns the sum that l bounds.
func boundedSum(l smt.Term) (smt.Term, bool) {
	if l.Op() == smt.OpNot {
		l = l.Arg(0)
	}
	if l.Op() != smt.OpLe && l.Op() != smt.OpEq || l.Arg(1).Op() != smt.OpInt {
		return smt.Term{}, false
	}
	return l.Arg(0), true
}

// independent reports whether the sums are of variables, and none occurs twice.
func independent(sums []smt.Term) bool {
	seen := map[smt.Term]bool{}
	for _, s := range sums {
		for i := range atomCount(s) {
			v := atom(s, i)
			if v.Op() != smt.OpVar || seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

func atomCount(s smt.Term) int {
	if s.Op() == smt.OpSum {
		return s.NumArgs()
	}
	return 1
}

func atom(s smt.Term, i int) smt.Term {
	if s.Op() == smt.OpSum {
		return s.Arg(i)
	}
	return s
}

func (b *bounds) add(l smt.Term) {
	b.lits = append(b.lits, l)
	positive := l.Op() != smt.OpNot
	if !positive {
		l = l.Arg(0)
	}
	k := l.Arg(1).Value()
	switch {
	case l.Op() == smt.OpLe && positive:
		b.atMost(k)
	case l.Op() == smt.OpLe:
		b.atLeast(k.Add(k, big.NewInt(1)))
	case positive:
		b.atMost(k)
		b.atLeast(k)
	default:
		b.not = append(b.not, k)
	}
}

func (b *bounds) atMost(k *big.Int) {
	if b.hi == nil || k.Cmp(b.hi) < 0 {
		b.hi = k
	}
}

func (b *bounds) atLeast(k *big.Int) {
	if b.lo == nil || k.Cmp(b.lo) > 0 {
		b.lo = k
	}
}

// empty reports whether no value is left.
func (b *bounds) empty() bool {
	if b.lo == nil || b.hi == nil {
		return false
	}
	size := new(big.Int).Sub(b.hi, b.lo)
	if size.Sign() < 0 {
		return true
	}
	out := map[string]bool{}
	for _, k := range b.not {
		if k.Cmp(b.lo) >= 0 && k.Cmp(b.hi) <= 0 {
			out[k.String()] = true
		}
	}
	return size.Cmp(big.NewInt(int64(len(out)))) < 0
}
