package cil

import (
	"strings"
	"testing"

	"hardbop/internal/source"

	"pgregory.net/rapid"
)

func (w *world) parse(t testing.TB, text string) Expr {
	t.Helper()
	e, err := ParseExpr(w.prog, w.f, text, source.Pos{File: "p", Line: 1, Col: 1})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

func TestParseExpr(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ in, want string }{
		{"x > 0", "x > 0"},
		{"x", "x != 0"},
		{"!x", "x == 0"},
		{"!(x > 0 && y)", "!(x > 0 && y != 0)"},
		{"p", "p != 0"},
		{"!n", "n == 0"},
		{"0 == list->next", "0 == list->next"},
		{"n->next->val + 1 == ret", "n->next->val + 1 == ret"},
		{"(*n).val == s.val", "n->val == s.val"},
		{"p[0] == *p", "*p == *p"},
		{"p[2] == 2[a]", ""},
		{"p[2] < a[x + 1]", "*(p + 2) < a[x + 1]"},
		{"*a == a[0]", "a[0] == a[0]"},
		{"&a[1] == p + 1", "&a[1] == p + 1"},
		{"a == p", "a == p"},
		{"*&x == 3", "x == 3"},
		{"&*p == p", "p == p"},
		{"m[1][x] == n->arr[2]", "m[1][x] == n->arr[2]"},
		{"(unsigned)(x + 1) > u", "(unsigned int)(x + 1) > u"},
		{"(int)c == x", "c == x"},
		{"(unsigned char)x == 255", "(unsigned char)x == 255"},
		{"(char)(unsigned char)x == 1", "(char)(unsigned char)x == 1"},
		{"x - (y - 1) == -1", "x - (y - 1) == -1"},
		{"x - - 1 == - - y", "x - -1 == -(-y)"},
		{"x * (y + 2) % 3 << 1 == ~x", "x * (y + 2) % 3 << 1 == ~x"},
		{"x < y ? x : y", "(x < y ? x : y) != 0"},
		{"(x < y) + (x > y) == 1", "(x < y) + (x > y) == 1"},
		{"'a' == c", "97 == c"},
		{"0x10 == 16", "1"},
		{"x == 18446744073709551617", "x == 18446744073709551617"},
		{"$x == x", "$x == x"},
		{"$(*p)#2 < x", "$(*p)#2 < x"},
		{"v == p", "v == (void *)p"},
		{"(struct node *)v == n", "(struct node *)v == n"},
		{"((struct node *)v)->val == 1", "((struct node *)v)->val == 1"},
		{"(int (*)[3])p == m", "(int (*)[3])p == m"},
		{"(long)p == 4", "(long)p == 4"},
		{"p - q == 2", "p - q == 2"},
		{"d > 1.5e0", "d > 1.5e0"},
		{"d > x", "d > (double)x"},
		{"1 && x", "x != 0"},
		{"b == (_Bool)x", "b == (_Bool)x"},
	} {
		e, err := ParseExpr(w.prog, w.f, c.in, source.Pos{})
		if c.want == "" {
			if err == nil {
				t.Errorf("%s: accepted as %s", c.in, ExprString(e))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		} else if got := ExprString(e); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		} else if again := w.parse(t, got); !Equal(e, again) {
			t.Errorf("%s: the text reads back as another expression", c.in)
		} else if form := w.prog.Model.MathCond(e, true); !Equal(e, form) {
			t.Errorf("%s: MathCond changes it to %s", c.in, ExprString(form))
		}
	}
}

func TestParseExprErrors(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ in, want string }{
		{"x +", "p:3:8: expected an expression, found the end"},
		{"x > 0 y", "p:3:11: expected an operator or the end, found 'y'"},
		{"lst == 0", "p:3:5: unknown variable 'lst' in f; did you mean list?"},
		{"frobnicate", "p:3:5: unknown variable 'frobnicate' in f"},
		{"n->vall == 0", "p:3:8: struct node has no member 'vall'; did you mean val?"},
		{"x->val", "p:3:6: expected a pointer for '->', found 'x' of type mathint"},
		{"s == s", "p:3:7: operator '==' can't be applied to 's' of type struct node and 's' of type struct node"},
		{"x @ y", "p:3:7: expected an operator or the end, found '@'"},
		{"$y == 1", "p:3:5: unknown ghost '$y'"},
		{"$(*p)#0 == 1", "p:3:11: expected a number after '#', found '0'"},
		{"*v == 0", "p:3:5: a void pointer is dereferenced; cast it first"},
		{"p == n", "p:3:7: pointers of the types int * and struct node * are compared; cast one"},
		{"x == 08", "p:3:10: expected an integer constant, found '08'"},
		{"(struct nod *)v == n", "p:3:13: unknown struct or union 'nod'; did you mean node?"},
		{"x\n== zz", "p:4:4: unknown variable 'zz' in f"},
		{strings.Repeat("(", 2000), "p:3:338: the predicate is nested more than 1000 levels deep"},
	} {
		_, err := ParseExpr(w.prog, w.f, c.in, source.Pos{File: "p", Line: 3, Col: 5})
		if err == nil {
			t.Errorf("%s: no error", c.in)
		} else if got, _, _ := strings.Cut(err.Error(), "\n"); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.in, got, c.want)
		}
	}
}

// exprGen draws C expressions over the variables of a world.
type exprGen struct {
	w *world
	t *rapid.T
}

func (g exprGen) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "pick") }

func (g exprGen) name(names ...string) *Lval {
	return VarLval(g.w.prog.Lookup(g.w.f, names[g.pick(len(names))]))
}

// integer draws an expression of an integer type.
func (g exprGen) integer(depth int) Expr {
	m := g.w.prog.Model
	if depth == 0 {
		if g.pick(3) == 0 {
			return IntConst(g.w.intT, int64(g.pick(7)-3))
		}
		return &Load{g.name("x", "y", "c", "uc", "l", "u", "b", "g", "gu", "arg", "ret", "$x")}
	}
	switch g.pick(8) {
	case 0:
		return MakeCast(m.Int(IntKind(g.pick(int(Int128)))), g.integer(depth-1))
	case 1:
		e := g.promoted(depth - 1)
		return MakeUnary(UnOp(g.pick(2)), e, e.Type())
	case 2:
		return g.cond(depth - 1)
	case 3:
		return &Load{g.lval(depth - 1)}
	case 4:
		x, y := MakeCast(g.w.long, g.integer(depth-1)), MakeCast(g.w.long, g.integer(depth-1))
		return &Cond{C: g.cond(depth - 1), A: x, B: y, T: g.w.long}
	}
	t := m.Int(Int + IntKind(g.pick(4)))
	x, y := MakeCast(t, g.integer(depth-1)), MakeCast(t, g.integer(depth-1))
	return MakeBinary(BinOp(g.pick(int(PtrAdd))), x, y, t)
}

func (g exprGen) promoted(depth int) Expr {
	return MakeCast(g.w.prog.Model.Int(Int+IntKind(g.pick(4))), g.integer(depth))
}

// lval draws an int lvalue.
func (g exprGen) lval(depth int) *Lval {
	m := g.w.prog.Model
	switch g.pick(4) {
	case 0:
		return m.Deref(g.pointer(depth))
	case 1:
		return &Lval{Base: g.name("a").Base, Path: []Sel{{Index: MakeCast(g.w.long, g.integer(depth))}}}
	case 2:
		return &Lval{Mem: &Load{g.name("n", "list")}, Path: []Sel{{Field: g.w.node.FieldNamed("val")}}}
	}
	arr := g.w.node.FieldNamed("arr")
	return &Lval{Base: g.name("s").Base, Path: []Sel{{Field: arr}, {Index: g.integer(depth)}}}
}

// pointer draws an expression of the type int *.
func (g exprGen) pointer(depth int) Expr {
	m := g.w.prog.Model
	if depth == 0 {
		return &Load{g.name("p", "q", "$p")}
	}
	switch g.pick(7) {
	case 0:
		return m.MakePtrAdd(g.pointer(depth-1), g.integer(depth-1))
	case 1:
		return m.MakePtrSub(g.pointer(depth-1), g.integer(depth-1))
	case 2:
		return MakeAddr(g.lval(depth - 1))
	case 3:
		return MakeAddr(g.name("a"))
	case 4:
		return MakeCast(&PtrType{Elem: g.w.intT}, &Load{g.name("v", "n", "pp")})
	case 5:
		return MakeCast(&PtrType{Elem: g.w.intT}, IntConst(g.w.intT, int64(g.pick(3))))
	}
	return &Load{m.Deref(&Load{g.name("pp")})}
}

// cond draws a condition.
func (g exprGen) cond(depth int) Expr {
	if depth == 0 {
		return Truth(g.integer(0))
	}
	switch g.pick(5) {
	case 0:
		return Not(g.cond(depth - 1))
	case 1:
		return &Binary{Op: LAnd + BinOp(g.pick(2)), X: g.cond(depth - 1), Y: g.cond(depth - 1), T: g.w.intT}
	case 2:
		return &Binary{Op: Eq + BinOp(g.pick(6)), X: g.pointer(depth - 1), Y: g.pointer(depth - 1), T: g.w.intT}
	}
	t := g.w.prog.Model.Int(Int + IntKind(g.pick(4)))
	return &Binary{Op: Eq + BinOp(g.pick(6)), X: MakeCast(t, g.integer(depth-1)), Y: MakeCast(t, g.integer(depth-1)), T: g.w.intT}
}

// Predicates read back from their text as the same expressions.
func TestTextRoundTrip(t *testing.T) {
	w := newWorld(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := exprGen{w, rt}
		raw := g.cond(rapid.IntRange(0, 5).Draw(rt, "depth"))
		e := w.prog.Model.MathCond(raw, rapid.Bool().Draw(rt, "wrap"))
		text := ExprString(e)
		back, err := ParseExpr(w.prog, w.f, text, source.Pos{})
		if err != nil {
			rt.Fatalf("%s: %v", text, err)
		}
		if !Equal(e, back) {
			rt.Fatalf("%s reads back as %s", text, ExprString(back))
		}
		if again := w.prog.Model.MathCond(e, true); !Equal(again, e) {
			rt.Fatalf("%s is changed again to %s", text, ExprString(again))
		}
	})
}

func FuzzParseExpr(f *testing.F) {
	w := newWorld(f)
	for _, s := range []string{"x > 0", "n->next->val == $(*p)#2", "(int (*)[3])p == m", "'\\n' == c ? 1.5e3 > d : !a[x]", "(unsigned char", "d*!0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseExpr(w.prog, w.f, text, source.Pos{File: "p", Line: 1, Col: 1})
		if err != nil {
			return
		}
		again, err := ParseExpr(w.prog, w.f, ExprString(e), source.Pos{})
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, ExprString(e), err)
		}
		if !Equal(e, again) {
			t.Fatalf("%q reads back as %q", ExprString(e), ExprString(again))
		}
	})
}
