package c2bp

import (
	"fmt"
	"math/big"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// element is something that the Boolean program keeps track of. It has values, numbered
// from 0: a plain element is true (0) or false (1), a domain element lies in a part.
type element struct {
	scope  *cil.Func // nil: global
	pred   cil.Expr  // of a plain element
	v      *cil.Var  // of a domain element
	parts  []interval.Interval
	within interval.Interval // of a domain element: all values
	sense  string            // of a plain element: text that identifies what pred means
	names  []string          // Boolean variables: one if there are two values, else one a value
	main   int               // the value that names[0] means, if there is one name
	reads  []*cil.Lval
	vars   map[*cil.Var]bool // variables that occur in it, under addresses too
	addr   bool              // the address of something occurs in it
	mem    bool              // it reads memory: through a pointer or a variable whose address is taken
}

// newPlain makes the element of predicate p in the scope of f.
func newPlain(f *cil.Func, p cil.Expr) *element {
	el := &element{scope: f, names: []string{boolprog.PredName(cil.ExprString(p))}}
	el.mean(p, cil.ExprString(p))
	return el
}

// mean gives el its predicate.
func (el *element) mean(p cil.Expr, sense string) {
	el.pred, el.sense = p, sense
	el.collect(p)
}

// newDomain makes the element of variable v with the given parts.
func newDomain(v *cil.Var, parts []interval.Interval, within interval.Interval) *element {
	el := &element{scope: v.Func, v: v, parts: parts, within: within}
	el.collect(cil.LoadVar(v))
	if len(parts) > 2 {
		for _, p := range parts {
			el.names = append(el.names, boolprog.PredName(cil.ExprString(el.partPred(p))))
		}
		return el
	}
	if !parts[0].IsPoint() && parts[1].IsPoint() {
		el.main = 1
	}
	el.names = []string{boolprog.PredName(cil.ExprString(el.partPred(parts[el.main])))}
	return el
}

func (el *element) collect(e cil.Expr) {
	el.vars = map[*cil.Var]bool{}
	el.reads = readsOf(e)
	for _, l := range el.reads {
		if l.Base == nil || l.Base.AddrTaken {
			el.mem = true
		}
	}
	for _, v := range cil.Vars(e) {
		el.vars[v] = true
	}
	cil.Walk(e, func(x cil.Expr) {
		switch x.(type) {
		case *cil.AddrOf, *cil.FuncAddr:
			el.addr = true
		}
	})
}

// readsOf lists the lvalues that e reads, those inside addresses too.
func readsOf(e cil.Expr) []*cil.Lval {
	var ls []*cil.Lval
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok {
			ls = append(ls, l.L)
		}
	})
	return ls
}

// partPred is the predicate that the element's variable lies in p.
func (el *element) partPred(p interval.Interval) cil.Expr {
	x, within := mathValue(cil.LoadVar(el.v)), el.within
	bound := func(op cil.BinOp, c *big.Int) cil.Expr {
		return &cil.Binary{Op: op, X: x, Y: &cil.Const{T: cil.Math, Val: c}, T: intResult}
	}
	switch {
	case p.IsPoint():
		return bound(cil.Eq, p.Lo)
	case p.Lo == nil || within.Lo != nil && p.Lo.Cmp(within.Lo) == 0:
		return bound(cil.Lt, new(big.Int).Add(p.Hi, big.NewInt(1)))
	case p.Hi == nil || within.Hi != nil && p.Hi.Cmp(within.Hi) == 0:
		return bound(cil.Gt, new(big.Int).Sub(p.Lo, big.NewInt(1)))
	}
	return &cil.Binary{Op: cil.LAnd, T: intResult,
		X: bound(cil.Gt, new(big.Int).Sub(p.Lo, big.NewInt(1))), Y: bound(cil.Lt, new(big.Int).Add(p.Hi, big.NewInt(1)))}
}

// intResult is the type of comparisons in predicates that are made here.
var intResult = &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}

// mathValue is e as a mathematical integer.
func mathValue(e cil.Expr) cil.Expr { return &cil.Cast{T: cil.Math, X: e} }

// size returns the number of values.
func (el *element) size() int {
	if el.v == nil {
		return 2
	}
	return len(el.parts)
}

// lit returns the formula that el has value i.
func (el *element) lit(i int) *boolprog.Expr {
	if len(el.names) > 1 {
		return boolprog.V(el.names[i])
	}
	if i == el.main {
		return boolprog.V(el.names[0])
	}
	return boolprog.Not(boolprog.V(el.names[0]))
}

// meaning returns the C condition that el has value i.
func (el *element) meaning(i int) cil.Expr {
	if el.v != nil {
		return el.partPred(el.parts[i])
	}
	if i == 0 {
		return el.pred
	}
	return cil.Not(el.pred)
}

// among returns the formula that el's value is in the set.
func (el *element) among(set []bool) *boolprog.Expr {
	in := 0
	for _, b := range set {
		if b {
			in++
		}
	}
	switch {
	case in == 0:
		return boolprog.Bool(false)
	case in == len(set):
		return boolprog.Bool(true)
	case 2*in > len(set) && len(set) > 2:
		return boolprog.Not(el.among(complement(set)))
	}
	var lits []*boolprog.Expr
	for i, b := range set {
		if b {
			lits = append(lits, el.lit(i))
		}
	}
	return boolprog.Or(lits...)
}

func complement(set []bool) []bool {
	out := make([]bool, len(set))
	for i, b := range set {
		out[i] = !b
	}
	return out
}

// key identifies el over iterations and statements: two elements with one key have the
// same variables and mean the same.
func (el *element) key() string {
	name := ""
	if el.scope != nil {
		name = el.scope.Name
	}
	return fmt.Sprintf("%s %s %s", name, strings.Join(el.names, ";"), el.sense)
}

// mentions reports whether a variable of one of the kinds occurs in el.
func (el *element) mentions(kinds ...cil.VarKind) bool {
	for v := range el.vars {
		for _, k := range kinds {
			if v.Kind == k {
				return true
			}
		}
	}
	return false
}

// isFormal reports whether el has a value at its procedure's entry that the caller
// knows: it speaks of formals, globals and memory only.
func (el *element) isFormal() bool {
	return el.scope != nil && !el.mentions(cil.Local, cil.Temp, cil.Ghost, cil.Result)
}

// isResult reports whether el is returned: it speaks of the result, ghosts, globals and
// memory, never of a local, and of a formal only if that keeps its value, so that it is
// as good as its ghost. fixed reports which formals do.
func (el *element) isResult(fixed func(*cil.Var) bool) bool {
	if el.scope == nil || el.mentions(cil.Local, cil.Temp) {
		return false
	}
	onlyFormals := true
	for v := range el.vars {
		if v.Kind != cil.Formal {
			onlyFormals = false
		} else if !fixed(v) {
			return false
		}
	}
	return !onlyFormals || el.mem
}
