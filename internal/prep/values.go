package prep

import (
	"maps"
	"math/big"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file has the values that the propagation deals in: few numbers that a variable may
// have, or an address. Numbers are put together only in a function that dispatches on a
// variable, and only if the program assigns them as constants, so that there are few of them.

// fact is what is known of a variable: that it has one of some numbers, ascending, or the
// address. The zero fact is nothing.
type fact struct {
	nums []*big.Int
	addr cil.Expr // of a part of a global variable, or of a function
}

// maxValues bounds the numbers that a variable may have.
const maxValues = 32

func (a fact) unknown() bool { return a.nums == nil && a.addr == nil }

// only is the only number that it may be, or nil.
func (a fact) only() *big.Int {
	if len(a.nums) == 1 {
		return a.nums[0]
	}
	return nil
}

// single is a as far as other functions learn of it: only values of one are.
func (a fact) single() fact {
	if len(a.nums) > 1 {
		return fact{}
	}
	return a
}

// within reports whether all values of a are values of b.
func (a fact) within(b fact) bool {
	if a.addr != nil || b.addr != nil {
		return a.addr != nil && b.addr != nil && cil.Equal(a.addr, b.addr)
	}
	for _, x := range a.nums {
		if _, ok := slices.BinarySearchFunc(b.nums, x, (*big.Int).Cmp); !ok {
			return false
		}
	}
	return true
}

// number is the fact that a variable is x.
func number(x *big.Int) fact { return fact{nums: []*big.Int{x}} }

// numbers is the fact that a variable is one of xs; nothing if they are too many.
func (c *constants) numbers(xs []*big.Int) fact {
	slices.SortFunc(xs, (*big.Int).Cmp)
	xs = slices.CompactFunc(xs, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
	literal := func(x *big.Int) bool { return c.literals[x.String()] }
	if len(xs) > 1 && (!c.several || len(xs) > maxValues || !each(xs, literal)) {
		return fact{}
	}
	return fact{nums: xs}
}

func each(xs []*big.Int, ok func(*big.Int) bool) bool {
	return !slices.ContainsFunc(xs, func(x *big.Int) bool { return !ok(x) })
}

// either is what is known of a variable of which a or b is known.
func (c *constants) either(a, b fact) fact {
	if a.nums == nil || b.nums == nil {
		return fact{}
	}
	return c.numbers(slices.Concat(a.nums, b.nums))
}

// literalsOf notes the constants that variables get in f.
func (c *constants) literalsOf(f *cil.Func) {
	note := func(e cil.Expr) {
		if k, ok := cil.ConstValue(e); e != nil && ok {
			c.literals[k.String()] = true
		}
	}
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			note(in.E)
		case *cil.Return:
			if in.E != nil {
				note(in.E)
			}
		case *cil.Call:
			for _, a := range in.Args {
				note(a)
			}
		}
	}
}

// eval evaluates where the variables are as at says, or as e says.
func (c *constants) eval(e env, at map[*cil.Var]*big.Int) *interval.Eval {
	return &interval.Eval{Wrap: c.opt.Wrap, Read: func(l *cil.Lval) (interval.Interval, bool) {
		if !l.IsVar(nil) {
			return interval.Interval{}, false
		}
		if x := at[l.Base]; x != nil {
			return interval.Point(x), true
		}
		if xs := e[l.Base].nums; xs != nil {
			return interval.Interval{Lo: xs[0], Hi: xs[len(xs)-1]}, true
		}
		return interval.Interval{}, false
	}}
}

// maxCases bounds the combinations of values that an expression is evaluated for.
const maxCases = 64

// cases lists the combinations of the values of variables that x may be evaluated for, and
// those variables.
func (c *constants) cases(e env, x cil.Expr) (all []map[*cil.Var]*big.Int, vars []*cil.Var) {
	all = []map[*cil.Var]*big.Int{{}}
	for _, v := range cil.Vars(x) {
		xs := e[v].nums
		if len(xs) < 2 || len(xs)*len(all) > maxCases {
			continue
		}
		vars = append(vars, v)
		var more []map[*cil.Var]*big.Int
		for _, at := range all {
			for _, k := range xs {
				with := maps.Clone(at)
				with[v] = k
				more = append(more, with)
			}
		}
		all = more
	}
	return all, vars
}

// value is what is known of the value of x.
func (c *constants) value(e env, x cil.Expr) fact {
	if !cil.IsInteger(x.Type()) && !cil.IsPointer(x.Type()) {
		return fact{}
	}
	var nums []*big.Int
	cases, _ := c.cases(e, x)
	for _, at := range cases {
		if v := c.eval(e, at).Value(x); v.IsPoint() {
			nums = append(nums, v.Lo)
		}
	}
	if len(nums) == len(cases) {
		return c.numbers(nums)
	}
	return fact{addr: address(e, x)}
}

// truth decides the condition x.
func (c *constants) truth(e env, x cil.Expr) interval.Truth {
	x = (&resolver{env: e}).expr(x)
	cases, _ := c.cases(e, x)
	t := c.eval(e, cases[0]).Truth(x)
	for _, at := range cases[1:] {
		t = either(t, c.eval(e, at).Truth(x))
	}
	return t
}

func either(a, b interval.Truth) interval.Truth {
	if a != b {
		return interval.Maybe
	}
	return a
}

// assume returns what holds if x's truth is want: nil if it can't be. Values with which it
// can't be fall away, and a variable that is compared with a constant has that value.
func (c *constants) assume(e env, x cil.Expr, want bool) env {
	no := interval.True
	if want {
		no = interval.False
	}
	y := (&resolver{env: e}).expr(x)
	cases, vars := c.cases(e, y)
	cases = slices.DeleteFunc(cases, func(at map[*cil.Var]*big.Int) bool { return c.eval(e, at).Truth(y) == no })
	if len(cases) == 0 {
		return nil
	}
	out := e.clone()
	for _, v := range vars {
		var left []*big.Int
		for _, at := range cases {
			left = append(left, at[v])
		}
		out.set(v, c.numbers(left))
	}
	if v, k := equated(x, want); v != nil && out[v].nums == nil {
		out.set(v, number(k))
	}
	return out
}

// equated returns the variable and the constant that x, with this truth, says to be equal;
// nil if it doesn't.
func equated(x cil.Expr, want bool) (*cil.Var, *big.Int) {
	b, ok := x.(*cil.Binary)
	if !ok || !(b.Op == cil.Eq && want || b.Op == cil.Ne && !want) {
		return nil, nil
	}
	l, isLoad := b.X.(*cil.Load)
	k, isConst := cil.ConstValue(b.Y)
	if !isLoad || !isConst || !l.L.IsVar(nil) || !cil.SameType(b.X.Type(), b.Y.Type()) {
		return nil, nil
	}
	return l.L.Base, k
}
