package check

import (
	"testing"

	"hardbop/internal/cil"
)

// TestTellable has what a call of f(&p->pattern[0], q, &x) changes.
func TestTellable(t *testing.T) {
	number := &cil.IntType{Bytes: 4, Signed: true}
	lock, pattern := &cil.Field{Name: "lock", Type: number}, &cil.Field{Name: "pattern", Type: &cil.ArrayType{Elem: number, Len: 8}}
	s := &cil.CompType{Tag: "s", Defined: true, Fields: []*cil.Field{lock, pattern}}
	local := func(name string, t cil.Type) *cil.Var { return &cil.Var{Name: name, Type: t, Kind: cil.Local} }
	p, q, x, ret := local("p", &cil.PtrType{Elem: s}), local("q", &cil.PtrType{Elem: s}), local("x", number), local("ret", number)
	of := func(v *cil.Var, path ...cil.Sel) *cil.Lval { return &cil.Lval{Mem: cil.LoadVar(v), Path: path} }
	first := []cil.Sel{{Field: pattern}, {Index: cil.IntConst(number, 0)}}
	c := &cil.Call{Ret: cil.VarLval(ret), Args: []cil.Expr{&cil.AddrOf{L: of(p, first...)}, cil.LoadVar(q), &cil.AddrOf{L: cil.VarLval(x)}}}
	for _, test := range []struct {
		l    *cil.Lval
		want bool
	}{
		{cil.VarLval(ret), true}, {cil.VarLval(x), true}, {of(p, first...), true}, {of(q, cil.Sel{Field: lock}), true},
		{of(p, cil.Sel{Field: lock}), false}, {of(local("qq", p.Type), cil.Sel{Field: lock}), false},
	} {
		if got := tellable(c, test.l); got != test.want {
			t.Errorf("%s: got %v", cil.SourceLval(test.l), got)
		}
	}
	if !tellable(nil, of(p, cil.Sel{Field: lock})) {
		t.Error("what isn't a call is told")
	}
}
