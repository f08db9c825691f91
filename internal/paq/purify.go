package paq

import (
	"fmt"
	"strings"

	"hardbop/internal/smt"
)

// purifier turns formulas into ones that linear decision diagrams can say: over Booleans and
// linear constraints between integers. What else there is gets a name, with a condition that
// fixes its value up to what is unknown of it:
//
//   - the quotient q of a by a constant k has k*q <= a < k*(q+1); a remainder is a-k*q;
//   - applications of one function (W. Ackermann, 1954), and elements of one array, are equal
//     where their arguments are;
//   - an integer that is chosen by a condition gets a name only where an atom has many of them;
//     else the condition is asked outside of the atom (see diagrams.go).
//
// So exactly the same valuations of the formulas' own symbols can be extended to the names.
type purifier struct {
	f      *smt.Factory
	prefix string // of names; no symbol of the query begins so
	count  int
	names  map[smt.Term]smt.Term // of terms whose own parts are purified
	calls  map[string][]call     // by function
	pairs  int                   // of calls of one function
	sides  []smt.Term            // conditions that weren't taken yet
	reason string                // why the formulas can't be said; the first one counts
}

// call is the application of a function, or an element of an array.
type call struct {
	args []smt.Term
	name smt.Term
}

// maxPairs bounds the pairs of applications that have to be compared.
const maxPairs = 2000

func newPurifier(q *Query) *purifier {
	return &purifier{f: q.Factory, prefix: freePrefix(q, "ldd"), names: map[smt.Term]smt.Term{}, calls: map[string][]call{}}
}

// freePrefix returns prefix, made longer until no symbol of the query begins so.
func freePrefix(q *Query, prefix string) string {
	for _, s := range smt.Symbols(q.Conjuncts...) {
		for strings.HasPrefix(s.Name, prefix) {
			prefix += "!"
		}
	}
	return prefix
}

// refuse says why t can't be said, and returns it.
func (p *purifier) refuse(t smt.Term, format string, args ...any) smt.Term {
	if p.reason == "" {
		p.reason = fmt.Sprintf(format, args...)
	}
	return t
}

// term returns t purified. Its value means nothing once there is a reason to refuse.
func (p *purifier) term(t smt.Term) smt.Term {
	if p.reason != "" {
		return t
	}
	return p.f.Map(t, func(u smt.Term) (smt.Term, bool) {
		if p.reason != "" {
			return u, true
		}
		r, ok := p.special(u)
		if p.reason != "" {
			return u, true
		}
		return r, ok
	})
}

// special returns what t becomes, if it isn't linear.
func (p *purifier) special(t smt.Term) (smt.Term, bool) {
	switch t.Op() {
	case smt.OpVar:
		if !simpleSort(t.Sort()) {
			return p.refuse(t, "%s is %s", t, t.Sort()), true
		}
	case smt.OpApply:
		return p.apply(t), true
	case smt.OpSelect:
		return p.element(t.Arg(0), p.term(t.Arg(1))), true
	case smt.OpDiv:
		return p.quotient(p.term(t.Arg(0)), t.Arg(1)), true
	case smt.OpMod:
		return p.remainder(p.term(t.Arg(0)), t.Arg(1)), true
	case smt.OpMul:
		return p.refuse(t, "a product of unknowns"), true
	case smt.OpEq:
		if !simpleSort(t.Arg(0).Sort()) {
			return p.refuse(t, "an equation of %ss", t.Arg(0).Sort()), true
		}
	case smt.OpBVUlt, smt.OpBVSlt:
		return p.refuse(t, "a comparison of bit vectors"), true
	}
	return t, false
}

func simpleSort(s smt.Sort) bool { return s.Kind() == smt.BoolSort || s.Kind() == smt.IntSort }

// name returns the name of t, which has none of its own parts' conditions, and whether it is new.
func (p *purifier) name(t smt.Term) (name smt.Term, fresh bool) {
	name, ok := p.names[t]
	if !ok {
		p.count++
		name = p.f.Var(fmt.Sprintf("%s%d", p.prefix, p.count), t.Sort())
		p.names[t] = name
	}
	return name, !ok
}

// apply names the application of a function.
func (p *purifier) apply(t smt.Term) smt.Term {
	if !simpleSort(t.Sort()) {
		return p.refuse(t, "the result of %s is %s", t.Name(), t.Sort())
	}
	args := t.Args()
	for i := range args {
		if !simpleSort(args[i].Sort()) {
			return p.refuse(t, "an argument of %s is %s", t.Name(), args[i].Sort())
		}
		args[i] = p.term(args[i])
	}
	if p.reason != "" {
		return t
	}
	return p.call("f "+smt.SymbolOf(t).Key(), p.f.Apply(t.Name(), t.Sort(), args...), args)
}

// call names t, the application of a function to args.
func (p *purifier) call(function string, t smt.Term, args []smt.Term) smt.Term {
	name, fresh := p.name(t)
	if !fresh {
		return name
	}
	for _, c := range p.calls[function] {
		if p.pairs++; p.pairs > maxPairs {
			return p.refuse(t, "more than %d pairs of applications", maxPairs)
		}
		parts := []smt.Term{p.f.Eq(name, c.name)}
		for i, a := range args {
			parts = append(parts, p.f.Not(p.f.Eq(a, c.args[i])))
		}
		p.sides = append(p.sides, p.f.Or(parts...))
	}
	p.calls[function] = append(p.calls[function], call{args, name})
	return name
}

// element returns the element of an array at a purified index.
func (p *purifier) element(array, index smt.Term) smt.Term {
	sort := array.Sort()
	switch {
	case p.reason != "":
		return index
	case !simpleSort(sort.From()) || !simpleSort(sort.To()):
		return p.refuse(index, "an array is %s", sort)
	}
	switch array.Op() {
	case smt.OpVar:
		return p.call("a "+array.Name(), p.f.Select(array, index), []smt.Term{index})
	case smt.OpConst:
		return p.term(array.Arg(0))
	case smt.OpStore:
		here := p.f.Eq(p.term(array.Arg(1)), index)
		value, rest := p.term(array.Arg(2)), p.element(array.Arg(0), index)
		if p.reason != "" {
			return index
		}
		return p.f.Ite(here, value, rest)
	case smt.OpIte:
		c := p.term(array.Arg(0))
		a, b := p.element(array.Arg(1), index), p.element(array.Arg(2), index)
		if p.reason != "" {
			return index
		}
		return p.f.Ite(c, a, b)
	}
	return p.refuse(index, "an array that isn't a variable")
}

// quotient names a purified term divided by k.
func (p *purifier) quotient(a, k smt.Term) smt.Term {
	switch {
	case p.reason != "":
		return a
	case k.Op() != smt.OpInt:
		return p.refuse(a, "a division by an unknown")
	}
	f := p.f
	q, fresh := p.name(f.Div(a, k))
	if fresh {
		product := f.Mul(k, q)
		p.sides = append(p.sides, f.Le(product, a), f.Lt(a, f.Add(product, k)))
	}
	return q
}

// remainder returns the remainder of a purified term by k.
func (p *purifier) remainder(a, k smt.Term) smt.Term {
	q := p.quotient(a, k)
	if p.reason != "" {
		return a
	}
	return p.f.Sub(a, p.f.Mul(k, q))
}

// choice names an integer that is chosen by a condition.
func (p *purifier) choice(t smt.Term) smt.Term {
	name, fresh := p.name(t)
	if fresh {
		p.sides = append(p.sides, p.f.Ite(t.Arg(0), p.f.Eq(name, t.Arg(1)), p.f.Eq(name, t.Arg(2))))
	}
	return name
}

// taken returns the conditions that weren't taken yet.
func (p *purifier) taken() []smt.Term {
	sides := p.sides
	p.sides = nil
	return sides
}
