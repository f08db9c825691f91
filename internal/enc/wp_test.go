package enc

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
)

// world is a small program for the tests, with every way for lvalues to alias.
type world struct {
	prog    *cil.Program
	ints    []cil.Expr  // addresses of type int *
	nodes   []cil.Expr  // addresses of type struct node *
	scalars []*cil.Lval // int lvalues and others that don't go through pointers
	pps     []cil.Expr  // addresses of type int **
	next    *cil.Field
	data    []*cil.Field // int members
	bits    []*cil.Field
	vars    []*cil.Var
	named   map[string]*cil.Var
	node    *cil.CompType
	int     *cil.IntType
}

func ptrTo(t cil.Type) *cil.PtrType { return &cil.PtrType{Elem: t} }

func addr(l *cil.Lval) cil.Expr { return &cil.AddrOf{L: l, T: ptrTo(l.Type())} }

// newWorld declares: struct node { int x, y; struct node *next; int lo:3; unsigned hi:5; int arr[2]; },
// two nodes, ints, pointers of several levels, an array, and an unsigned.
func newWorld() *world {
	m, err := cil.NewDataModel("LP64", true)
	if err != nil {
		panic(err)
	}
	i := m.Int(cil.Int)
	n := &cil.CompType{Tag: "node", Size: 32, Align: 8, Defined: true}
	field := func(name string, t cil.Type, off int64) *cil.Field {
		f := &cil.Field{Comp: n, Name: name, Type: t, Index: len(n.Fields), Offset: off}
		n.Fields = append(n.Fields, f)
		return f
	}
	w := &world{node: n, int: i, named: map[string]*cil.Var{}}
	w.data = []*cil.Field{field("x", i, 0), field("y", i, 4)}
	w.next = field("next", ptrTo(n), 8)
	lo, hi := field("lo", i, 16), field("hi", m.Int(cil.UInt), 16)
	lo.BitField, lo.BitOff, lo.BitLen = true, 0, 3
	hi.BitField, hi.BitOff, hi.BitLen = true, 3, 5
	w.bits = []*cil.Field{lo, hi}
	arr := field("arr", &cil.ArrayType{Elem: i, Len: 2}, 20)
	w.prog = &cil.Program{Model: m, Comps: []*cil.CompType{n}}
	v := func(name string, t cil.Type, taken bool) *cil.Var {
		x := &cil.Var{Name: name, Type: t, AddrTaken: taken}
		w.vars = append(w.vars, x)
		w.prog.Globals = append(w.prog.Globals, x)
		w.named[name] = x
		return x
	}
	a, b := v("a", i, true), v("b", i, true)
	u := v("u", m.Int(cil.UInt), true)
	c, k := v("c", i, false), v("k", i, false)
	s, t := v("s", n, true), v("t", n, true)
	priv := v("priv", n, false)
	ar := v("ar", &cil.ArrayType{Elem: i, Len: 3}, true)
	v("own", &cil.ArrayType{Elem: i, Len: 3}, false)
	p, q := v("p", ptrTo(i), true), v("q", ptrTo(i), false)
	np, nq := v("np", ptrTo(n), false), v("nq", ptrTo(n), false)
	pp := v("pp", ptrTo(ptrTo(i)), false)
	at := func(v *cil.Var, sels ...cil.Sel) *cil.Lval { return &cil.Lval{Base: v, Path: sels} }
	w.scalars = []*cil.Lval{at(a), at(b), at(u), at(c), at(k), at(priv, cil.Sel{Field: w.data[0]}),
		at(priv, cil.Sel{Field: hi}), at(priv, cil.Sel{Field: arr}, cil.Sel{Index: cil.IntConst(i, 1)})}
	w.ints = []cil.Expr{cil.LoadVar(p), cil.LoadVar(q), addr(at(a)), addr(at(b)), addr(at(s, cil.Sel{Field: w.data[1]})),
		addr(at(ar, cil.Sel{Index: cil.IntConst(i, 1)})), &cil.Load{L: &cil.Lval{Mem: cil.LoadVar(pp)}},
		&cil.Cast{T: ptrTo(i), X: addr(at(u))}}
	w.nodes = []cil.Expr{cil.LoadVar(np), cil.LoadVar(nq), addr(at(s)), addr(at(t)),
		&cil.Load{L: &cil.Lval{Mem: cil.LoadVar(np), Path: []cil.Sel{{Field: w.next}}}}}
	w.pps = []cil.Expr{cil.LoadVar(pp), addr(at(p))}
	return w
}

func pick[T any](t *rapid.T, name string, xs []T) T {
	return xs[rapid.IntRange(0, len(xs)-1).Draw(t, name)]
}

// index draws an index of an array with n elements: a constant, or a variable that the
// states keep within bounds.
func (w *world) index(t *rapid.T, n int64) cil.Expr {
	if rapid.Bool().Draw(t, "constant index") {
		return cil.IntConst(w.int, rapid.Int64Range(0, n-1).Draw(t, "index"))
	}
	return &cil.Binary{Op: cil.Mod, X: cil.LoadVar(w.named["k"]), Y: cil.IntConst(w.int, n), T: w.int}
}

// intLval draws an lvalue of a type with values like int's.
func (w *world) intLval(t *rapid.T) *cil.Lval {
	switch rapid.IntRange(0, 6).Draw(t, "lvalue") {
	case 0:
		return pick(t, "scalar", w.scalars)
	case 1, 2:
		return &cil.Lval{Mem: pick(t, "int pointer", w.ints)}
	case 3, 4:
		f := pick(t, "member", append(append([]*cil.Field(nil), w.data...), w.bits...))
		return &cil.Lval{Mem: pick(t, "node pointer", w.nodes), Path: []cil.Sel{{Field: f}}}
	case 5:
		v := w.named[pick(t, "array", []string{"ar", "own"})]
		return &cil.Lval{Base: v, Path: []cil.Sel{{Index: w.index(t, 3)}}}
	}
	path := []cil.Sel{{Field: w.node.FieldNamed("arr")}, {Index: w.index(t, 2)}}
	return &cil.Lval{Mem: pick(t, "node pointer", w.nodes), Path: path}
}

// intExpr draws an expression of type int that can't overflow on the small values that states have.
func (w *world) intExpr(t *rapid.T) cil.Expr {
	ld := cil.MakeCast(w.int, &cil.Load{L: w.intLval(t)})
	switch rapid.IntRange(0, 2).Draw(t, "expression") {
	case 0:
		return cil.IntConst(w.int, rapid.Int64Range(-9, 9).Draw(t, "constant"))
	case 1:
		return ld
	}
	return &cil.Binary{Op: cil.Add, X: ld, Y: cil.IntConst(w.int, 1), T: w.int}
}

// pred draws a predicate; half of those over integers read the lvalue near, or what the
// same text with another index means, if that is an integer.
func (w *world) pred(t *rapid.T, near *cil.Lval) cil.Expr {
	op := pick(t, "comparison", []cil.BinOp{cil.Eq, cil.Lt, cil.Le})
	switch rapid.IntRange(0, 4).Draw(t, "predicate") {
	case 0:
		x, y := pick(t, "left", w.ints), pick(t, "right", w.ints)
		return &cil.Binary{Op: cil.Eq, X: x, Y: y, T: w.int}
	case 1:
		x, y := pick(t, "left", w.nodes), pick(t, "right", w.nodes)
		return &cil.Binary{Op: cil.Ne, X: x, Y: y, T: w.int}
	}
	x, y := w.intExpr(t), w.intExpr(t)
	if cil.IsInteger(near.Type()) && rapid.Bool().Draw(t, "near") {
		near = part(near, nil)
		if n := len(near.Path); n > 0 && near.Path[n-1].Field == nil {
			near = withIndex(near, n-1, w.index(t, 2))
		}
		x = &cil.Load{L: near}
	}
	x, y = cil.MakeCast(cil.Math, x), cil.MakeCast(cil.Math, y)
	return &cil.Binary{Op: op, X: x, Y: y, T: w.int}
}

type assignment struct {
	l *cil.Lval
	e cil.Expr
}

func (w *world) assignment(t *rapid.T) assignment {
	switch rapid.IntRange(0, 5).Draw(t, "assignment") {
	case 0: // an int pointer
		l := pick(t, "to", []*cil.Lval{cil.VarLval(w.named["p"]), cil.VarLval(w.named["q"]), {Mem: cil.LoadVar(w.named["pp"])}})
		return assignment{l, pick(t, "address", w.ints)}
	case 1: // a node pointer
		l := pick(t, "to", []*cil.Lval{cil.VarLval(w.named["np"]), cil.VarLval(w.named["nq"]),
			{Mem: pick(t, "of", w.nodes), Path: []cil.Sel{{Field: w.next}}}})
		return assignment{l, pick(t, "address", w.nodes)}
	case 2: // a whole struct
		l := pick(t, "to", []*cil.Lval{cil.VarLval(w.named["priv"]), {Mem: pick(t, "struct", w.nodes)}})
		from := pick(t, "from", []*cil.Lval{cil.VarLval(w.named["priv"]), {Mem: pick(t, "struct", w.nodes)}})
		return assignment{l, &cil.Load{L: from}}
	case 3: // a pointer to a pointer
		return assignment{cil.VarLval(w.named["pp"]), pick(t, "address", w.pps)}
	}
	l := w.intLval(t)
	return assignment{l, cil.MakeCast(l.Type(), w.intExpr(t))}
}

// state draws a state: small values, pointers to objects of their type.
func (w *world) state(t *rapid.T) *machine {
	m := newMachine(w.prog.Model)
	next := uint64(0x1000)
	for _, v := range w.vars {
		m.base[v] = next
		next += 0x40
	}
	for _, v := range w.vars {
		leaves, _ := scalarParts(cil.VarLval(v))
		for _, l := range leaves {
			m.store(l, m.address(l), w.content(t, m, l))
		}
	}
	return m
}

// content draws a value for l.
func (w *world) content(t *rapid.T, m *machine, l *cil.Lval) *big.Int {
	switch {
	case l.IsVar(w.named["k"]):
		return big.NewInt(rapid.Int64Range(0, 5).Draw(t, "k"))
	case cil.SameType(l.Type(), ptrTo(w.node)):
		return new(big.Int).SetUint64(m.base[w.named[pick(t, "node", []string{"s", "t"})]])
	case cil.SameType(l.Type(), ptrTo(ptrTo(w.int))):
		return new(big.Int).SetUint64(m.base[w.named["p"]])
	case cil.SameType(l.Type(), ptrTo(w.int)):
		return m.value(pick(t, "target", w.ints[2:6]))
	}
	return big.NewInt(rapid.Int64Range(-3, 3).Draw(t, "value"))
}

func stateText(m *machine, w *world) string {
	s := ""
	for _, v := range w.vars {
		leaves, _ := scalarParts(cil.VarLval(v))
		for _, l := range leaves {
			s += fmt.Sprintf("%s=%s@%x ", cil.LvalString(l), m.load(l), m.address(l))
		}
	}
	return s
}

// TestWPIsExact executes assignments in random states with aliasing: phi after it must
// equal its weakest precondition before it.
func TestWPIsExact(t *testing.T) {
	w := newWorld()
	known, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a := w.assignment(t)
		phi, before := w.pred(t, a.l), w.state(t)
		wp, ok := WP(a.l, a.e, phi, TypeAlias{})
		total++
		if !ok {
			return
		}
		known++
		after := before.clone()
		after.assign(a.l, a.e)
		if got, want := before.true(wp), after.true(phi); got != want {
			t.Fatalf("%s = %s;\nphi: %s\nwp:  %s is %v, phi afterwards %v\n%s", cil.LvalString(a.l), cil.ExprString(a.e),
				cil.ExprString(phi), cil.ExprString(wp), got, want, stateText(before, w))
		}
	})
	if known*2 < total {
		t.Errorf("wp is known for only %d of %d assignments", known, total)
	}
}

// TestAffectedCoversChanges checks that a predicate whose value changes is affected.
func TestAffectedCoversChanges(t *testing.T) {
	w := newWorld()
	rapid.Check(t, func(t *rapid.T) {
		a := w.assignment(t)
		phi, before := w.pred(t, a.l), w.state(t)
		after := before.clone()
		after.assign(a.l, a.e)
		if before.true(phi) != after.true(phi) && !Affected(a.l, phi, TypeAlias{}) {
			t.Fatalf("%s = %s changes %s", cil.LvalString(a.l), cil.ExprString(a.e), cil.ExprString(phi))
		}
	})
}

// TestByRoot relates parts of what one pointer points to: they lie where they lie,
// whatever the memory is used for.
func TestByRoot(t *testing.T) {
	num := &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}
	s := &cil.CompType{Tag: "S", Defined: true}
	a := &cil.Field{Name: "a", Comp: s, Type: num}
	b := &cil.Field{Name: "b", Comp: s, Type: num, Offset: 4}
	s.Fields = []*cil.Field{a, b}
	p := cil.LoadVar(&cil.Var{Name: "p", Type: ptrTo(s), Kind: cil.Global})
	q := cil.LoadVar(&cil.Var{Name: "q", Type: ptrTo(s), Kind: cil.Global})
	at := func(p cil.Expr, f *cil.Field) *cil.Lval { return &cil.Lval{Mem: p, Path: []cil.Sel{{Field: f}}} }
	if r, ok := ByRoot(at(p, a), at(p, b)); !ok || r != Never {
		t.Errorf("p->a and p->b: %v, %t", r, ok)
	}
	if r, ok := ByRoot(at(p, a), at(p, a)); !ok || r != Same {
		t.Errorf("p->a and itself: %v, %t", r, ok)
	}
	if _, ok := ByRoot(at(p, a), at(q, b)); ok {
		t.Error("p->a and q->b are not behind one pointer")
	}
}
