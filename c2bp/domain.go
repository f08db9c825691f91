package c2bp

import (
	"math/big"
	"sort"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// This file finds the finite domains. Variables that are linked by copies or compared
// with each other form a copy class with one partition: its constants and the gaps
// between them. Which variables get a domain is decided by demand: a predicate that
// compares a variable demands it, and a demanded variable demands those that are
// copied into it, so that one refinement takes in all that the value can come from.

// maxParts bounds a partition; a class with more constants is left to plain predicates.
const maxParts = 256

// flow is what the program says about the variables that could have a finite domain.
type flow struct {
	ptrBytes int                     // the size of addresses
	class    map[*cil.Var]*cil.Var   // union-find parent; a root is its own parent
	sources  map[*cil.Var][]*cil.Var // y for each x = y
	open     map[*cil.Var]bool       // assigned something that is neither constant nor copy
	compared map[*cil.Var][]*big.Int // constants that it is compared with
	assigned map[*cil.Var][]*big.Int // constants that it is assigned
	related  map[*cil.Var][]*cil.Var // variables that it is compared with
}

// newFlow scans the reachable functions.
func newFlow(ptrBytes int, funcs []*cil.Func, callees func(*cil.Node) []*cil.Func) *flow {
	fl := &flow{ptrBytes: ptrBytes,
		class: map[*cil.Var]*cil.Var{}, sources: map[*cil.Var][]*cil.Var{}, open: map[*cil.Var]bool{},
		compared: map[*cil.Var][]*big.Int{}, assigned: map[*cil.Var][]*big.Int{}, related: map[*cil.Var][]*cil.Var{},
	}
	for _, f := range funcs {
		for _, n := range f.Nodes {
			fl.scan(n, callees)
		}
	}
	return fl
}

// finite reports whether v may have a finite domain: nothing but assignments to v
// itself changes it.
func finite(v *cil.Var) bool {
	return v.Kind != cil.Ghost && !v.AddrTaken && !v.Volatile && (cil.IsInteger(v.Type) || cil.IsPointer(v.Type))
}

// cell returns the variable that e reads, looking through conversions, if it may have
// a finite domain.
func cell(e cil.Expr) *cil.Var {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			break
		}
		e = c.X
	}
	if l, ok := e.(*cil.Load); ok && l.L.IsVar(nil) && finite(l.L.Base) {
		return l.L.Base
	}
	return nil
}

func (fl *flow) root(v *cil.Var) *cil.Var {
	if fl.class[v] == nil {
		fl.class[v] = v
	}
	for fl.class[v] != v {
		fl.class[v] = fl.class[fl.class[v]]
		v = fl.class[v]
	}
	return v
}

func (fl *flow) join(a, b *cil.Var) { fl.class[fl.root(a)] = fl.root(b) }

// relate notes that a predicate compares x and y.
func (fl *flow) relate(x, y *cil.Var) {
	for _, o := range fl.related[x] {
		if o == y {
			return
		}
	}
	fl.related[x] = append(fl.related[x], y)
	fl.related[y] = append(fl.related[y], x)
	fl.join(x, y)
}

func (fl *flow) scan(n *cil.Node, callees func(*cil.Node) []*cil.Func) {
	switch in := n.Instr.(type) {
	case *cil.Assign:
		fl.value(in.E)
		if in.L.IsVar(nil) {
			fl.assign(in.L.Base, in.E)
		}
	case *cil.Havoc:
		if in.L.IsVar(nil) {
			fl.open[in.L.Base] = true
		}
	case *cil.Assume:
		fl.value(in.E)
	case *cil.Branch:
		fl.value(in.E)
	case *cil.Return:
		if in.E != nil {
			fl.value(in.E)
			fl.assign(n.Func.Result, in.E)
		}
	case *cil.Call:
		fl.call(n, in, callees(n))
	}
}

func (fl *flow) assign(v *cil.Var, e cil.Expr) {
	if !finite(v) {
		return
	}
	if c, ok := cil.ConstValue(e); ok {
		fl.assigned[v] = append(fl.assigned[v], c)
	} else if y := cell(e); y != nil {
		fl.sources[v] = append(fl.sources[v], y)
		fl.join(v, y)
	} else {
		fl.open[v] = true
	}
}

func (fl *flow) call(n *cil.Node, c *cil.Call, targets []*cil.Func) {
	for _, a := range c.Args {
		fl.value(a)
	}
	known := len(targets) > 0
	for _, g := range targets {
		if !g.HasBody() {
			known = false
			continue
		}
		for i, p := range g.Formals {
			if i < len(c.Args) {
				fl.assign(p, c.Args[i])
			} else {
				fl.open[p] = true
			}
		}
		if c.Ret != nil && c.Ret.IsVar(nil) && g.Result != nil {
			fl.assign(c.Ret.Base, cil.LoadVar(g.Result))
		}
	}
	if c.Ret != nil && c.Ret.IsVar(nil) && !known {
		fl.open[c.Ret.Base] = true
	}
}

// value collects the comparisons inside e.
func (fl *flow) value(e cil.Expr) {
	cil.Walk(e, func(x cil.Expr) {
		b, ok := x.(*cil.Binary)
		if !ok || !b.Op.IsCompare() {
			return
		}
		if v, c, ok := againstConst(b); ok {
			fl.compared[v] = append(fl.compared[v], c)
			return
		}
		if x, y := cell(b.X), cell(b.Y); x != nil && y != nil {
			fl.relate(x, y)
		}
	})
}

// againstConst takes v op c, v + k op c and v - k op c apart, either way round, and
// returns v and the constant that v itself is compared with.
func againstConst(b *cil.Binary) (*cil.Var, *big.Int, bool) {
	x, y := b.X, b.Y
	if _, ok := constOf(x); ok {
		x, y = y, x
	}
	c, ok := constOf(y)
	if !ok {
		return nil, nil, false
	}
	if v := cell(x); v != nil {
		return v, c, true
	}
	sum, ok := stripCasts(x).(*cil.Binary)
	if !ok || sum.Op != cil.Add && sum.Op != cil.Sub {
		return nil, nil, false
	}
	v := cell(sum.X)
	k, isConst := constOf(sum.Y)
	if v == nil || !isConst {
		return nil, nil, false
	}
	if sum.Op == cil.Add {
		k = new(big.Int).Neg(k)
	}
	return v, new(big.Int).Add(c, k), true
}

func constOf(e cil.Expr) (*big.Int, bool) {
	if c, ok := cil.ConstValue(e); ok {
		return c, true
	}
	if cil.IsZero(e) {
		return new(big.Int), true
	}
	return nil, false
}

func stripCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// closed reports whether all values of v are constants and copies of closed variables.
func (fl *flow) closed(v *cil.Var) bool {
	for x := range fl.closure([]*cil.Var{v}) {
		if fl.open[x] || x.Kind != cil.Result && len(fl.assigned[x]) == 0 && len(fl.sources[x]) == 0 {
			return false
		}
	}
	return true
}

// closure returns what is copied into vs, directly or not, and vs themselves.
func (fl *flow) closure(vs []*cil.Var) map[*cil.Var]bool {
	set := map[*cil.Var]bool{}
	for len(vs) > 0 {
		v := vs[len(vs)-1]
		vs = vs[:len(vs)-1]
		if !set[v] {
			set[v] = true
			vs = append(vs, fl.sources[v]...)
		}
	}
	return set
}

// partitions returns the parts of each demanded variable's domain, closed under copies.
// extra holds constants from the predicates themselves.
func (fl *flow) partitions(demand []*cil.Var, extra map[*cil.Var][]*big.Int) map[*cil.Var][]interval.Interval {
	set := fl.closure(demand)
	consts := map[*cil.Var][]*big.Int{} // by class
	add := func(v *cil.Var, cs []*big.Int) {
		r := fl.root(v)
		consts[r] = append(consts[r], cs...)
	}
	for v := range set {
		add(v, fl.compared[v])
		add(v, extra[v])
	}
	for v := range set {
		if fl.comparedWithin(v, set) {
			for x := range fl.closure([]*cil.Var{v}) {
				add(x, fl.assigned[x])
			}
		}
	}
	parts := map[*cil.Var][]interval.Interval{}
	for v := range set {
		if cs := sortedConsts(consts[fl.root(v)]); len(cs) <= maxParts/2 {
			if ps := split(cs, fl.valueRange(v)); len(ps) > 1 {
				parts[v] = ps
			}
		}
	}
	return parts
}

func (fl *flow) comparedWithin(v *cil.Var, set map[*cil.Var]bool) bool {
	for _, x := range fl.related[v] {
		if set[x] {
			return true
		}
	}
	return false
}

func sortedConsts(cs []*big.Int) []*big.Int {
	sort.Slice(cs, func(i, j int) bool { return cs[i].Cmp(cs[j]) < 0 })
	out := cs[:0:0]
	for i, c := range cs {
		if i == 0 || c.Cmp(cs[i-1]) != 0 {
			out = append(out, c)
		}
	}
	return out
}

// valueRange holds all values of v.
func (fl *flow) valueRange(v *cil.Var) interval.Interval {
	if t, ok := v.Type.(*cil.IntType); ok {
		return interval.Range(t)
	}
	return interval.Addresses(fl.ptrBytes)
}

// split cuts the range at the constants: each is a part, and each gap that isn't empty.
func split(cs []*big.Int, within interval.Interval) []interval.Interval {
	one := big.NewInt(1)
	var parts []interval.Interval
	keep := func(p interval.Interval) {
		if p = p.Intersect(within); !p.Empty() {
			parts = append(parts, p)
		}
	}
	var lo *big.Int
	for _, c := range cs {
		keep(interval.Interval{Lo: lo, Hi: new(big.Int).Sub(c, one)})
		keep(interval.Point(c))
		lo = new(big.Int).Add(c, one)
	}
	keep(interval.Interval{Lo: lo})
	return parts
}
