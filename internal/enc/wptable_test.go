package enc

import (
	"testing"

	"hardbop/internal/cil"
)

// TestWPText shows the weakest preconditions of the cases that people read.
func TestWPText(t *testing.T) {
	w := newWorld()
	v := func(name string) cil.Expr { return cil.LoadVar(w.named[name]) }
	at := func(p cil.Expr, fs ...*cil.Field) *cil.Lval {
		l := &cil.Lval{Mem: p}
		for _, f := range fs {
			l.Path = append(l.Path, cil.Sel{Field: f})
		}
		return l
	}
	rd := func(l *cil.Lval) cil.Expr { return &cil.Load{L: l} }
	eq := func(x cil.Expr, k int64) cil.Expr {
		return &cil.Binary{Op: cil.Eq, X: x, Y: cil.IntConst(w.int, k), T: w.int}
	}
	elem := func(name string, i cil.Expr) *cil.Lval {
		return &cil.Lval{Base: w.named[name], Path: []cil.Sel{{Index: i}}}
	}
	x, next, lo, hi := w.data[0], w.next, w.bits[0], w.bits[1]
	unsigned := hi.Type.(*cil.IntType)
	for _, c := range []struct {
		name string
		l    *cil.Lval
		e    cil.Expr
		phi  cil.Expr
		want string
	}{
		{"variable", cil.VarLval(w.named["c"]), v("k"), eq(v("c"), 1), "k == 1"},
		{"other variable", cil.VarLval(w.named["c"]), v("k"), eq(v("k"), 1), "k == 1"},
		{"two pointers", at(v("p")), v("c"), eq(rd(at(v("q"))), 1), "(p == q ? c : *q) == 1"},
		{"pointer and variable", at(v("p")), v("c"), eq(v("a"), 1), "(p == &a ? c : a) == 1"},
		{"inner read first", at(v("np"), next), v("nq"), eq(rd(at(rd(at(v("np"), next)), x)), 1), "nq->x == 1"},
		{"address by cases", at(v("nq"), next), v("nq"), eq(rd(at(rd(at(v("np"), next)), x)), 1),
			"(nq == np ? nq->x : np->next->x) == 1"},
		{"other member", at(v("nq"), w.data[1]), v("c"), eq(rd(at(v("np"), x)), 1), "np->x == 1"},
		{"pointer gets an address", cil.VarLval(w.named["q"]), addr(cil.VarLval(w.named["a"])), eq(rd(at(v("q"))), 1), "a == 1"},
		{"array element", elem("own", v("c")), v("k"), eq(rd(elem("own", cil.IntConst(w.int, 2))), 1), "(c == 2 ? k : own[2]) == 1"},
		{"index", cil.VarLval(w.named["k"]), v("c"), eq(rd(elem("own", v("k"))), 1), "own[c] == 1"},
		{"unsigned bit-field", at(v("np"), hi), cil.MakeCast(unsigned, v("c")), eq(rd(at(v("np"), hi)), 1), "((unsigned int)c & 31) == 1"},
		{"signed bit-field", at(v("np"), lo), cil.IntConst(w.int, 7), eq(rd(at(v("np"), lo)), -1), "1"},
		{"struct", cil.VarLval(w.named["priv"]), rd(at(v("np"))), eq(rd(&cil.Lval{Base: w.named["priv"], Path: []cil.Sel{{Field: x}}}), 1), "np->x == 1"},
		{"struct behind a pointer", at(v("np")), rd(at(v("nq"))), eq(rd(at(v("np"), x)), 1), "nq->x == 1"},
		{"unsigned read of an int", at(v("p")), v("c"), eq(v("u"), 1), "(p == (int *)&u ? (unsigned int)c : u) == 1"},
	} {
		got, ok := WP(c.l, c.e, c.phi, TypeAlias{})
		if text := cil.ExprString(got); !ok || text != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.name, text, ok, c.want)
		}
	}
}
