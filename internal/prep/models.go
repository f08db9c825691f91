package prep

import (
	"slices"

	"hardbop/internal/cil"
)

// This file makes statements of what models say by attributes: which numbers they change
// in the structs that they get pointers to, and what is returned for memory of no bytes.

// Models adds the statements in all functions: behind the calls of functions without a
// body, at the entry of the others. It returns at how many places. What alloc says of a function
// is how it allocates, nil for those that don't.
func Models(prog *cil.Program, alloc func(*cil.Func) *cil.Alloc) int {
	m := &modelling{prog.Model, members(prog), alloc}
	n := 0
	for _, f := range prog.Funcs {
		if f.HasBody() && m.function(f) {
			f.Finish()
			n++
		}
	}
	return n
}

// modelling is what all functions share.
type modelling struct {
	model *cil.DataModel
	seen  *seenMembers
	alloc func(*cil.Func) *cil.Alloc
}

// function adds what is to be added in f, and reports whether there is anything.
func (m *modelling) function(f *cil.Func) bool {
	var formals []cil.Expr
	for _, v := range f.Formals {
		formals = append(formals, cil.LoadVar(v))
	}
	changed := insertBehind(f.Entry, m.changes(f, formals))
	for _, n := range append([]*cil.Node(nil), f.Nodes...) {
		c, ok := n.Instr.(*cil.Call)
		if !ok || c.Callee() == nil || c.Callee().HasBody() || len(n.Succs) != 1 {
			continue
		}
		changed = m.empty(n, c) || changed
		changed = m.behind(n, c) || changed
	}
	return changed
}

// behind adds the changes that a model without a body makes when it is called at n, and the bound of its result.
func (m *modelling) behind(n *cil.Node, c *cil.Call) bool {
	args := slices.Clone(c.Args)
	var saved []cil.Instr
	for _, ch := range c.Callee().Changes {
		if ch.Param < len(args) {
			args[ch.Param] = asBefore(n, c, args[ch.Param], &saved)
		}
	}
	ins := m.changes(c.Callee(), args)
	if k := c.Callee().AtMost - 1; k >= 0 && k < len(args) && c.Ret != nil && cil.SameType(c.Ret.Type(), args[k].Type()) {
		no := asBefore(n, c, args[k], &saved)
		ins = append(ins, &cil.Assume{E: cil.MakeBinary(cil.Le, &cil.Load{L: c.Ret}, no, m.model.Int(cil.Int))})
	}
	if len(ins) == 0 {
		return false
	}
	insertBefore(n, saved)
	return insertBehind(n, ins)
}

// changes lists the statements that give arbitrary values to what the model f changes
// through its arguments.
func (m *modelling) changes(f *cil.Func, args []cil.Expr) []cil.Instr {
	var out []cil.Instr
	for _, ch := range f.Changes {
		if ch.Param >= len(args) {
			continue
		}
		for _, l := range m.numbers(args[ch.Param], ch.Members) {
			out = append(out, &cil.Havoc{L: l, Why: "call of " + f.Name})
		}
	}
	return out
}

// numbers lists the numbers that the program may read in what p points to: those in the
// members of these names, if there are any.
func (m *modelling) numbers(p cil.Expr, names []string) []*cil.Lval {
	p = cil.WithoutPointerCasts(p)
	t, ok := p.Type().(*cil.PtrType)
	if !ok || cil.IsZero(p) || !isObject(t.Elem) {
		return nil
	}
	at := m.model.Deref(p)
	c, ok := t.Elem.(*cil.CompType)
	if !ok {
		return m.parts(at, true)
	}
	var out []*cil.Lval
	for _, f := range c.Fields {
		if len(names) == 0 || slices.Contains(names, f.Name) {
			out = append(out, m.parts(at.Part(cil.Sel{Field: f}), m.seen.has(c, f))...)
		}
	}
	return out
}

// parts lists the numbers in l that the program may read; seen says that it may read l.
func (m *modelling) parts(l *cil.Lval, seen bool) []*cil.Lval {
	switch t := l.Type().(type) {
	case *cil.CompType:
		var out []*cil.Lval
		for _, f := range t.Fields {
			out = append(out, m.parts(l.Part(cil.Sel{Field: f}), m.seen.has(t, f))...)
		}
		return out
	case *cil.ArrayType:
		first := m.parts(l.Part(cil.Sel{Index: cil.IntConst(m.model.Int(cil.Int), 0)}), seen)
		if len(first) > 0 {
			return []*cil.Lval{l}
		}
	case *cil.IntType, *cil.FloatType:
		if seen {
			return []*cil.Lval{l}
		}
	}
	return nil
}

// empty adds behind the call at n, if it allocates memory, what it returns if that is of
// no bytes.
func (m *modelling) empty(n *cil.Node, c *cil.Call) bool {
	a := m.alloc(c.Callee())
	if a == nil || a.Empty == 0 || c.Ret == nil {
		return false
	}
	var saved []cil.Instr
	var none cil.Expr
	for _, k := range a.Size {
		if k >= len(c.Args) {
			return false
		}
		if v, ok := cil.ConstValue(c.Args[k]); ok && v.Sign() != 0 {
			continue
		}
		size := asBefore(n, c, c.Args[k], &saved)
		is := cil.MakeBinary(cil.Eq, size, cil.MakeCast(size.Type(), cil.IntConst(m.model.Int(cil.Int), 0)), m.model.Int(cil.Int))
		if none != nil {
			is = cil.MakeBinary(cil.LOr, none, is, m.model.Int(cil.Int))
		}
		none = is
	}
	if none == nil {
		return false
	}
	insertBefore(n, saved)
	next := n.Succs[0]
	set := n.Func.NewNode(&cil.Assign{L: c.Ret, E: cil.MakeCast(c.Ret.Type(), cil.IntConst(m.model.SizeT(), a.Empty))}, n.Pos)
	set.Succs = []*cil.Node{next}
	test := n.Func.NewNode(&cil.Branch{E: none}, n.Pos)
	test.Succs = []*cil.Node{set, next}
	n.Succs = []*cil.Node{test}
	return true
}

// asBefore returns an expression that has the value behind the call c at n that its
// argument e has before it; what saves it for that is put into saved.
func asBefore(n *cil.Node, c *cil.Call, e cil.Expr, saved *[]cil.Instr) cil.Expr {
	if c.Ret == nil || !readsMemory(e, c.Ret.Base) {
		return e
	}
	v := n.Func.NewTemp("arg", e.Type(), n.Pos)
	*saved = append(*saved, &cil.Assign{L: cil.VarLval(v), E: e})
	return cil.LoadVar(v)
}

// readsMemory reports whether e reads the variable v, or what others may change:
// globals, what pointers lead to or may lead to.
func readsMemory(e cil.Expr, v *cil.Var) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		if l, ok := x.(*cil.Load); ok && (l.L.Base == nil || l.L.Base == v || l.L.Base.Func == nil || l.L.Base.AddrTaken) {
			found = true
		}
	})
	return found
}

// insertBehind puts ins behind the node n, and reports whether there are any.
func insertBehind(n *cil.Node, ins []cil.Instr) bool {
	for _, in := range ins {
		x := n.Func.NewNode(in, n.Pos)
		x.Succs, n.Succs = n.Succs, []*cil.Node{x}
		n = x
	}
	return len(ins) > 0
}

// insertBefore puts ins before the node n, and returns the first node of both.
func insertBefore(n *cil.Node, ins []cil.Instr) *cil.Node {
	if len(ins) == 0 {
		return n
	}
	first := n.Func.NewNode(ins[0], n.Pos)
	for _, p := range n.Func.Nodes {
		for i, s := range p.Succs {
			if s == n {
				p.Succs[i] = first
			}
		}
	}
	first.Succs = []*cil.Node{n}
	insertBehind(first, ins[1:])
	return first
}

// seenMembers are the members of structs that the program may read.
type seenMembers struct {
	fields map[*cil.Field]bool
	whole  map[*cil.CompType]bool // all of them
}

// members lists what the program reads, takes the address of, or sees as something else.
func members(prog *cil.Program) *seenMembers {
	s := &seenMembers{map[*cil.Field]bool{}, map[*cil.CompType]bool{}}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			cil.EachExpr(n.Instr, func(e cil.Expr) { cil.Walk(e, s.expr) })
		}
	}
	return s
}

func (s *seenMembers) expr(e cil.Expr) {
	switch e := e.(type) {
	case *cil.Load:
		s.path(e.L)
	case *cil.AddrOf:
		s.path(e.L)
	case *cil.Cast:
		from, ok := e.X.Type().(*cil.PtrType)
		to, also := e.T.(*cil.PtrType)
		if ok && also && cil.IsScalar(to.Elem) {
			s.all(from.Elem)
		}
	}
}

// all marks all members of t as read, if it is a struct.
func (s *seenMembers) all(t cil.Type) {
	switch t := t.(type) {
	case *cil.ArrayType:
		s.all(t.Elem)
	case *cil.CompType:
		if !s.whole[t] {
			s.whole[t] = true
			for _, f := range t.Fields {
				s.all(f.Type)
			}
		}
	}
}

func (s *seenMembers) path(l *cil.Lval) {
	for _, x := range l.Path {
		if x.Field != nil {
			s.fields[x.Field] = true
		}
	}
}

// has reports whether the program may read the member f of t.
func (s *seenMembers) has(t *cil.CompType, f *cil.Field) bool { return s.fields[f] || s.whole[t] }
