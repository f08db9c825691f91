package smt

// This file elaborates operators. Each operator has a rule: what its arguments must be,
// and how the term is made.

// rule says how an operator is applied.
type rule struct {
	args     SortKind // what each argument must be; NoSort: make checks them itself
	same     bool     // the arguments must have one sort
	min, max int      // number of arguments; max 0 is no bound
	make     func(f *Factory, a []Term) Term
}

// isReserved reports whether name has a meaning in SMT-LIB and can't be a symbol.
func isReserved(name string) bool {
	switch name {
	case "true", "false", "let", "!", "_", "as", "const", "select", "store", "ite", "=", "distinct",
		"forall", "exists", "match", "par", "Bool", "Int", "Real", "Array", "BitVec", "concat", "abs", "/",
		"is_int", "to_int", "to_real", "extract", "zero_extend", "sign_extend", "repeat", "implies", "iff", "if":
		return true
	}
	if len(name) > 2 && name[:2] == "bv" {
		return true
	}
	_, ok := ruleOf(name)
	return ok
}

// ruleOf returns the rule of the operator name.
func ruleOf(name string) (rule, bool) {
	if r, ok := boolRule(name); ok {
		return r, true
	}
	if r, ok := intRule(name); ok {
		return r, true
	}
	return bvRule(name)
}

func boolRule(name string) (rule, bool) {
	switch name {
	case "not":
		return rule{BoolSort, true, 1, 1, func(f *Factory, a []Term) Term { return f.Not(a[0]) }}, true
	case "and":
		return rule{BoolSort, true, 0, 0, func(f *Factory, a []Term) Term { return f.And(a...) }}, true
	case "or":
		return rule{BoolSort, true, 0, 0, func(f *Factory, a []Term) Term { return f.Or(a...) }}, true
	case "xor":
		return rule{BoolSort, true, 1, 0, leftFold((*Factory).Xor)}, true
	case "=>":
		return rule{BoolSort, true, 1, 0, implications}, true
	case "=":
		return rule{NoSort, true, 1, 0, chain((*Factory).Eq)}, true
	case "distinct":
		return rule{NoSort, true, 1, 0, func(f *Factory, a []Term) Term { return f.Distinct(a...) }}, true
	}
	return rule{}, false
}

func intRule(name string) (rule, bool) {
	switch name {
	case "+":
		return rule{IntSort, true, 1, 0, func(f *Factory, a []Term) Term { return f.Add(a...) }}, true
	case "-":
		return rule{IntSort, true, 1, 0, minus}, true
	case "*":
		return rule{IntSort, true, 1, 0, func(f *Factory, a []Term) Term { return f.Mul(a...) }}, true
	case "div":
		return rule{IntSort, true, 2, 0, leftFold((*Factory).Div)}, true
	case "mod":
		return rule{IntSort, true, 2, 2, leftFold((*Factory).Mod)}, true
	case "abs":
		return rule{IntSort, true, 1, 1, func(f *Factory, a []Term) Term {
			return f.Ite(f.Lt(a[0], f.Int64(0)), f.Neg(a[0]), a[0])
		}}, true
	case "<=":
		return rule{IntSort, true, 1, 0, chain((*Factory).Le)}, true
	case "<":
		return rule{IntSort, true, 1, 0, chain((*Factory).Lt)}, true
	case ">=":
		return rule{IntSort, true, 1, 0, chain((*Factory).Ge)}, true
	case ">":
		return rule{IntSort, true, 1, 0, chain((*Factory).Gt)}, true
	}
	return rule{}, false
}

func bvRule(name string) (rule, bool) {
	if m := bvRelation(name); m != nil {
		return rule{BitVecSort, true, 2, 2, func(f *Factory, a []Term) Term { return m(f, a[0], a[1]) }}, true
	}
	if m := bvOperation(name); m != nil {
		return rule{BitVecSort, true, 2, 0, leftFold(m)}, true
	}
	switch name {
	case "bvnot":
		return rule{BitVecSort, true, 1, 1, func(f *Factory, a []Term) Term { return f.BVNot(a[0]) }}, true
	case "bvneg":
		return rule{BitVecSort, true, 1, 1, func(f *Factory, a []Term) Term { return f.BVNeg(a[0]) }}, true
	}
	return rule{}, false
}

func bvRelation(name string) func(f *Factory, a, b Term) Term {
	switch name {
	case "bvult":
		return (*Factory).Ult
	case "bvule":
		return (*Factory).Ule
	case "bvugt":
		return (*Factory).Ugt
	case "bvuge":
		return (*Factory).Uge
	case "bvslt":
		return (*Factory).Slt
	case "bvsle":
		return (*Factory).Sle
	case "bvsgt":
		return (*Factory).Sgt
	case "bvsge":
		return (*Factory).Sge
	}
	return nil
}

func bvOperation(name string) func(f *Factory, a, b Term) Term {
	switch name {
	case "bvadd":
		return (*Factory).BVAdd
	case "bvsub":
		return (*Factory).BVSub
	case "bvmul":
		return (*Factory).BVMul
	case "bvudiv":
		return (*Factory).BVUDiv
	case "bvurem":
		return (*Factory).BVURem
	case "bvsdiv":
		return (*Factory).BVSDiv
	case "bvsrem":
		return (*Factory).BVSRem
	case "bvand":
		return (*Factory).BVAnd
	case "bvor":
		return (*Factory).BVOr
	case "bvxor":
		return (*Factory).BVXor
	case "bvshl":
		return (*Factory).BVShl
	case "bvlshr":
		return (*Factory).BVLshr
	case "bvashr":
		return (*Factory).BVAshr
	}
	return nil
}

func leftFold(op func(f *Factory, a, b Term) Term) func(*Factory, []Term) Term {
	return func(f *Factory, a []Term) Term {
		t := a[0]
		for _, u := range a[1:] {
			t = op(f, t, u)
		}
		return t
	}
}

// chain makes op hold between all neighbours.
func chain(op func(f *Factory, a, b Term) Term) func(*Factory, []Term) Term {
	return func(f *Factory, a []Term) Term {
		var parts []Term
		for i := 1; i < len(a); i++ {
			parts = append(parts, op(f, a[i-1], a[i]))
		}
		return f.And(parts...)
	}
}

func implications(f *Factory, a []Term) Term {
	t := a[len(a)-1]
	for i := len(a) - 2; i >= 0; i-- {
		t = f.Implies(a[i], t)
	}
	return t
}

func minus(f *Factory, a []Term) Term {
	if len(a) == 1 {
		return f.Neg(a[0])
	}
	return leftFold((*Factory).Sub)(f, a)
}

// apply applies the operator op, the head of e, to args.
func (p *parser) apply(e, op *sexpr, args []Term) Term {
	if op.isList {
		return p.applyIndexed(e, op, args)
	}
	if !op.quoted {
		switch op.atom {
		case "ite", "select", "store", "concat":
			return p.applyMixed(e, op.atom, args)
		}
		if r, ok := ruleOf(op.atom); ok {
			return p.applyRule(e, op.atom, r, args)
		}
	}
	s, ok := p.symbols[op.atom]
	if !ok || len(s.Args) == 0 {
		return p.fail(op, "%s is no function that is known here", op.atom)
	}
	if len(args) != len(s.Args) {
		return p.fail(e, "%s has %d arguments, not %d", op.atom, len(s.Args), len(args))
	}
	for i, a := range args {
		if a.Sort() != s.Args[i] {
			return p.fail(&e.list[i+1], "argument is %s, expected %s", a.Sort(), s.Args[i])
		}
	}
	return p.f.Apply(s.Name, s.Result, args...)
}

// maxBits bounds the size of what multiplication makes of constants.
const maxBits = 1 << 17

func (p *parser) applyRule(e *sexpr, name string, r rule, args []Term) Term {
	if len(args) < r.min || r.max > 0 && len(args) > r.max {
		return p.fail(e, "wrong number of arguments for %s: %d", name, len(args))
	}
	size := 0
	for i, a := range args {
		if r.args != NoSort && a.Sort().Kind() != r.args || r.same && a.Sort() != args[0].Sort() {
			return p.fail(&e.list[i+1], "argument of %s is %s", name, a.Sort())
		}
		size += coefficientBits(a)
	}
	if name == "*" && size > maxBits {
		return p.fail(e, "the constants are too big")
	}
	return r.make(p.f, args)
}

// coefficientBits returns the size of the biggest constant of a linear term.
func coefficientBits(t Term) int {
	if t.n.sort.kind != IntSort {
		return 0
	}
	l := linearOf(t)
	bits := l.k.view().BitLen()
	for _, c := range l.coefs {
		bits = max(bits, c.view().BitLen())
	}
	return bits
}

// applyMixed applies an operator whose arguments have different sorts.
func (p *parser) applyMixed(e *sexpr, name string, a []Term) Term {
	want := map[string]int{"ite": 3, "select": 2, "store": 3, "concat": 2}[name]
	if len(a) != want {
		return p.fail(e, "%s has %d arguments, not %d", name, want, len(a))
	}
	first := a[0].Sort()
	switch name {
	case "ite":
		if first.Kind() == BoolSort && a[1].Sort() == a[2].Sort() {
			return p.f.Ite(a[0], a[1], a[2])
		}
	case "select":
		if first.Kind() == ArraySort && a[1].Sort() == first.From() {
			return p.f.Select(a[0], a[1])
		}
	case "store":
		if first.Kind() == ArraySort && a[1].Sort() == first.From() && a[2].Sort() == first.To() {
			return p.f.Store(a[0], a[1], a[2])
		}
	case "concat":
		if w := first.Width() + a[1].Sort().Width(); first.Width() > 0 && a[1].Sort().Width() > 0 && w <= maxWidth {
			return p.f.Concat(a[0], a[1])
		}
	}
	return p.fail(e, "the arguments of %s don't fit", name)
}

// applyIndexed applies (_ extract i j), (_ zero_extend n), (_ sign_extend n) or
// (as const sort).
func (p *parser) applyIndexed(e, op *sexpr, a []Term) Term {
	if len(a) != 1 || len(op.list) < 3 {
		return p.fail(op, "expected an operator")
	}
	if op.head() == "as" && op.list[1].is("const") && len(op.list) == 3 {
		return p.constArray(op, a[0])
	}
	w := a[0].Sort().Width()
	var index []int
	for i := 2; i < len(op.list); i++ {
		n, ok := p.index(&op.list[i])
		if !ok {
			return Term{}
		}
		index = append(index, n)
	}
	if op.head() == "_" && w > 0 {
		switch {
		case op.list[1].is("extract") && len(index) == 2 && index[1] <= index[0] && index[0] < w:
			return p.f.Extract(index[0], index[1], a[0])
		case op.list[1].is("zero_extend") && len(index) == 1 && w+index[0] <= maxWidth:
			return p.f.ZeroExt(index[0], a[0])
		case op.list[1].is("sign_extend") && len(index) == 1 && w+index[0] <= maxWidth:
			return p.f.SignExt(index[0], a[0])
		}
	}
	return p.fail(op, "expected extract, zero_extend, sign_extend or const with fitting numbers")
}

func (p *parser) constArray(op *sexpr, v Term) Term {
	s, ok := p.sort(&op.list[2])
	if !ok {
		return Term{}
	}
	if s.Kind() != ArraySort || v.Sort() != s.To() {
		return p.fail(op, "a constant of %s can't be made of %s", s, v.Sort())
	}
	return p.f.ConstArray(s, v)
}

// Operation applies the operation that SMT-LIB calls name to args; ok is false if it isn't
// known, has indexes, or doesn't fit args.
func (f *Factory) Operation(name string, args []Term) (t Term, ok bool) {
	p := newParser(f, "", "")
	e := sexpr{isList: true, list: make([]sexpr, len(args)+1)}
	if len(args) == 0 {
		if name != "true" && name != "false" {
			return Term{}, false
		}
		return f.Bool(name == "true"), true
	}
	e.list[0].atom = name
	t = p.apply(&e, &e.list[0], args)
	return t, t.IsValid()
}
