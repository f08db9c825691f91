package newton

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// TestChosen has values x that two conditions compare with y + a and y + b, or b: what is made of them has to decide whether
// there is an x for which they hold, or don't.
func TestChosen(t *testing.T) {
	y := &cil.Cast{T: cil.Math, X: cil.LoadVar(&cil.Var{Name: "y", Type: lp64(t).Int(cil.Int)})}
	ops := []cil.BinOp{cil.Lt, cil.Gt, cil.Eq}
	made := 0
	for _, op1 := range ops {
		for _, op2 := range ops {
			for a := range int64(3) {
				b, c := limitOf(1, y, a), limitOf(0, y, 1)
				atoms := bound{op1, b}.with(bound{op2, c})
				made += len(atoms)
				for signs := range 4 {
					possible := func(at int64) bool {
						for x := int64(-20); x <= 20; x++ {
							if holds(op1, x, at+a) == (signs&1 == 0) && holds(op2, x, 1) == (signs&2 == 0) {
								return true
							}
						}
						return false
					}
					decided(t, fmt.Sprintf("x %v y + %d, x %v 1, %d", op1, a, op2, signs), atoms, y, possible)
				}
			}
		}
	}
	if made == 0 {
		t.Error("nothing was made")
	}
}

// TestChosenWithin has the same of one condition on a value without sign.
func TestChosenWithin(t *testing.T) {
	model := lp64(t)
	for _, test := range []struct {
		typ  cil.IntKind
		want string
	}{{cil.UInt, "y == 0"}, {cil.Int, ""}} {
		y := &cil.Cast{T: cil.Math, X: cil.LoadVar(&cil.Var{Name: "y", Type: model.Int(cil.UInt)})}
		got := ""
		for _, e := range (bound{cil.Lt, limitOf(1, y, 0)}).within(model.Int(test.typ)) {
			got += cil.ExprString(e)
		}
		if got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func lp64(t *testing.T) *cil.DataModel {
	t.Helper()
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// limitOf is k*y + c.
func limitOf(k int64, y cil.Expr, c int64) linear {
	l := linear{rest: big.NewInt(c)}
	if k != 0 {
		l.addAtom(big.NewInt(k), y)
	}
	return l
}

// decided checks that possible is the same of all values of y for which the atoms are.
func decided(t *testing.T, what string, atoms []cil.Expr, y cil.Expr, possible func(int64) bool) {
	t.Helper()
	seen := map[string]bool{}
	for at := int64(-8); at <= 8; at++ {
		key := ""
		for _, e := range atoms {
			b := e.(*cil.Binary)
			key += fmt.Sprint(holds(b.Op, valueAt(b.X, y, at), valueAt(b.Y, y, at)), " ")
		}
		if was, ok := seen[key]; ok && was != possible(at) {
			t.Fatalf("%s: y = %d isn't told from others by %v", what, at, key)
		}
		seen[key] = possible(at)
	}
}

// valueAt is the value of the linear expression e over y.
func valueAt(e, y cil.Expr, at int64) int64 {
	l := linearOf(e)
	sum := l.rest.Int64()
	for _, x := range l.terms {
		if !cil.Equal(x.atom, y) {
			panic("another variable: " + cil.ExprString(x.atom))
		}
		sum += x.coeff.Int64() * at
	}
	return sum
}

func holds(op cil.BinOp, x, y int64) bool {
	switch op {
	case cil.Lt:
		return x < y
	case cil.Gt:
		return x > y
	}
	return x == y
}

// TestChosenElsewhere has a value that is chosen under one name of a variable and read under another one: whether both are names of the same
// is a predicate from level 1 on.
func TestChosenElsewhere(t *testing.T) {
	prog := miniProgram(t, `
int *p;
int *q;
void main(int *r) {
	p = r;
	q = r;
	havoc(*p);
	assume(*p == 0);
	assume(*q != 0);
	error();
}
`)
	env := testEnv(t)
	for env.Level = range 2 {
		got := predText(t, Check(prog, errorPath(t, prog, ""), env).Explanation.Preds)
		if strings.Contains(got, "p == q") != (env.Level == 1) {
			t.Errorf("level %d:\n%s", env.Level, got)
		}
	}
}
