package smt

import "sort"

// Rebuild returns the term with the operation of t over other arguments, simplified.
// There must be as many as t has, of the same sorts.
func (f *Factory) Rebuild(t Term, args []Term) Term {
	n := t.n
	switch n.op {
	case OpTrue, OpFalse, OpInt, OpBV, OpVar:
		return t
	case OpApply:
		return f.Apply(n.name, n.sort, args...)
	case OpSum:
		return f.rebuildSum(n, args)
	case OpMul:
		return f.Mul(args...)
	case OpAnd:
		return f.And(args...)
	case OpOr:
		return f.Or(args...)
	case OpNot, OpBVNot, OpBVNeg, OpExtract, OpZeroExt, OpSignExt, OpConst:
		return f.rebuildUnary(n, args[0])
	case OpIte:
		return f.Ite(args[0], args[1], args[2])
	case OpStore:
		return f.Store(args[0], args[1], args[2])
	}
	return f.rebuildBinary(n.op, args[0], args[1])
}

func (f *Factory) rebuildSum(n *node, args []Term) Term {
	sum := linear{k: n.val}
	for i, a := range args {
		mustSort("+", a, IntSort)
		sum = sum.plus(linearOf(a), n.coefs[i])
	}
	return f.linearTerm(sum)
}

func (f *Factory) rebuildUnary(n *node, a Term) Term {
	switch n.op {
	case OpNot:
		return f.Not(a)
	case OpExtract:
		return f.Extract(int(n.p0), int(n.p1), a)
	case OpConst:
		return f.ConstArray(n.sort, a)
	case OpZeroExt, OpSignExt:
		return f.extend(n.op, int(n.p0), a)
	}
	return f.bvUnary(n.op, a)
}

func (f *Factory) rebuildBinary(op Op, a, b Term) Term {
	switch op {
	case OpSelect:
		return f.Select(a, b)
	case OpDiv:
		return f.Div(a, b)
	case OpMod:
		return f.Mod(a, b)
	case OpEq, OpIff:
		return f.Eq(a, b)
	case OpLe:
		return f.Le(a, b)
	case OpBVUlt, OpBVSlt:
		return f.bvLess(op, a, b)
	case OpConcat:
		return f.Concat(a, b)
	}
	return f.bvBinary(op, a, b)
}

// Subst returns t with each term that is a key of m, outermost first, replaced by its
// value, all at once. Keys and values must have equal sorts.
func (f *Factory) Subst(t Term, m map[Term]Term) Term {
	if len(m) == 0 {
		return t
	}
	return f.Map(t, func(u Term) (Term, bool) {
		v, ok := m[u]
		return v, ok
	})
}

// Map returns t with each subterm for which g reports true replaced by what g returns;
// what is inside of it isn't looked at. g is called once for each subterm.
func (f *Factory) Map(t Term, g func(Term) (Term, bool)) Term {
	return (&mapper{f, g, map[*node]Term{}}).term(t)
}

type mapper struct {
	f    *Factory
	g    func(Term) (Term, bool)
	done map[*node]Term
}

func (m *mapper) term(t Term) Term {
	if u, ok := m.done[t.n]; ok {
		return u
	}
	u, ok := m.g(t)
	if !ok {
		u = m.inside(t)
	}
	m.done[t.n] = u
	return u
}

func (m *mapper) inside(t Term) Term {
	args := make([]Term, len(t.n.args))
	changed := false
	for i, a := range t.n.args {
		args[i] = m.term(a)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	return m.f.Rebuild(t, args)
}

// Walk calls visit once for each subterm of ts, arguments before what they are in.
func Walk(visit func(Term), ts ...Term) {
	w := walker{visit, map[*node]bool{}}
	for _, t := range ts {
		w.term(t)
	}
}

type walker struct {
	visit func(Term)
	seen  map[*node]bool
}

func (w *walker) term(t Term) {
	if w.seen[t.n] {
		return
	}
	w.seen[t.n] = true
	for _, a := range t.n.args {
		w.term(a)
	}
	w.visit(t)
}

// Vars returns the symbols without arguments in ts, in order.
func Vars(ts ...Term) []Term {
	var out []Term
	Walk(func(t Term) {
		if t.n.op == OpVar {
			out = append(out, t)
		}
	}, ts...)
	sortTerms(out)
	return out
}

// Atoms returns the atoms of ts, in order; see [Term.IsAtom].
func Atoms(ts ...Term) []Term {
	var out []Term
	Walk(func(t Term) {
		if t.IsAtom() {
			out = append(out, t)
		}
	}, ts...)
	sortTerms(out)
	return out
}

// Symbol is an uninterpreted symbol: its name and its signature.
type Symbol struct {
	Name   string
	Args   []Sort // none for a variable
	Result Sort
}

// SymbolOf returns the symbol of an OpVar or OpApply.
func SymbolOf(t Term) Symbol {
	s := Symbol{Name: t.n.name, Result: t.n.sort}
	for _, a := range t.n.args {
		s.Args = append(s.Args, a.n.sort)
	}
	return s
}

// Key identifies the symbol by its name and signature.
func (s Symbol) Key() string {
	key := s.Result.String() + " " + s.Name
	for _, a := range s.Args {
		key = a.String() + " " + key
	}
	return key
}

// Compare orders symbols by name, then by signature.
func (s Symbol) Compare(t Symbol) int {
	switch {
	case s.Name < t.Name:
		return -1
	case s.Name > t.Name:
		return 1
	case len(s.Args) != len(t.Args):
		return len(s.Args) - len(t.Args)
	}
	for i, a := range s.Args {
		if c := a.Compare(t.Args[i]); c != 0 {
			return c
		}
	}
	return s.Result.Compare(t.Result)
}

// Symbols returns the uninterpreted symbols of ts, in order.
func Symbols(ts ...Term) []Symbol {
	seen := map[string]bool{}
	var out []Symbol
	Walk(func(t Term) {
		if t.n.op != OpVar && t.n.op != OpApply {
			return
		}
		s := SymbolOf(t)
		if k := s.Key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}, ts...)
	sort.Slice(out, func(i, j int) bool { return out[i].Compare(out[j]) < 0 })
	return out
}
