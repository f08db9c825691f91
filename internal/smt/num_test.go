package smt

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawNum draws a number, often one near the limits of int64 or 0.
func drawNum(t *rapid.T) num {
	near := rapid.SampledFrom([]int64{0, math.MaxInt64, math.MinInt64, 1 << 32}).Draw(t, "near")
	v := big.NewInt(near)
	return numOf(v.Add(v, big.NewInt(rapid.Int64Range(-20, 20).Draw(t, "off"))))
}

// TestNum compares arithmetic with math/big, and checks that small values are kept small.
func TestNum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawNum(t), drawNum(t)
		same := func(what string, got num, want *big.Int) {
			if got.view().Cmp(want) != 0 || (got.b == nil) != want.IsInt64() {
				t.Fatalf("%s of %s and %s is %s, want %s", what, x, y, got, want)
			}
		}
		a, b := x.big(), y.big()
		same("sum", x.add(y), new(big.Int).Add(a, b))
		same("difference", x.sub(y), new(big.Int).Sub(a, b))
		same("product", x.mul(y), new(big.Int).Mul(a, b))
		same("gcd", x.gcd(y), new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b)))
		if x.cmp(y) != a.Cmp(b) || x.sign() != a.Sign() {
			t.Fatalf("order of %s and %s", x, y)
		}
		if y.sign() != 0 {
			q, r := x.divMod(y)
			wantQ, wantR := new(big.Int).DivMod(a, b, new(big.Int))
			same("quotient", q, wantQ)
			same("remainder", r, wantR)
		}
	})
}
