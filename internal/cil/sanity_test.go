package cil

import (
	"math/big"
	"strings"
	"testing"

	"hardbop/internal/source"
)

// Each fault that is planted in a sane program is found.
func TestSanityFindsFaults(t *testing.T) {
	type program struct {
		*Program
		f *Func
	}
	find := func(p program, want Instr) *Node {
		for _, n := range p.f.Nodes {
			switch n.Instr.(type) {
			case *Assign:
				if _, ok := want.(*Assign); ok {
					return n
				}
			case *Call:
				if _, ok := want.(*Call); ok {
					return n
				}
			case *Return:
				if _, ok := want.(*Return); ok {
					return n
				}
			}
		}
		t.Fatal("no such node")
		return nil
	}
	assign := func(p program) *Assign { return find(p, &Assign{}).Instr.(*Assign) }
	long := func(p program) *IntType { return p.Model.Int(Long) }
	for _, c := range []struct {
		name  string
		plant func(p program)
		want  string
	}{
		{"edge", func(p program) { p.f.Nodes[2].Succs = nil }, "successors"},
		{"edge into another function", func(p program) { p.f.Nodes[2].Succs[0] = p.FuncNamed("int").Entry }, "not in the function"},
		{"predecessors", func(p program) { p.f.Nodes[2].Preds = nil }, "predecessors"},
		{"number", func(p program) { p.f.Nodes[2].ID = 7 }, "wrong number"},
		{"return", func(p program) { find(p, &Return{}).Succs[0] = p.f.Nodes[1] }, "doesn't lead to the exit"},
		{"exit", func(p program) { p.f.Exit.Instr = &Opaque{} }, "entry or exit"},
		{"assigned type", func(p program) { assign(p).E = IntConst(long(p), 1) }, "has the type long"},
		{"assigned array", func(p program) { assign(p).L = VarLval(p.GlobalNamed("__str1")) }, "__str1"},
		{"constant", func(p program) {
			assign(p).E = &Const{T: assign(p).L.Type().(*IntType), Val: big.NewInt(1 << 40)}
		}, "is not of type"},
		{"mathematical", func(p program) { assign(p).E = &Const{T: Math, Val: big.NewInt(1)} }, "mathint"},
		{"operands", func(p program) {
			it := assign(p).L.Type().(*IntType)
			assign(p).E = &Binary{Op: Add, X: IntConst(it, 1), Y: IntConst(long(p), 1), T: it}
		}, "its operands"},
		{"foreign local", func(p program) { assign(p).E = LoadVar(p.FuncNamed("int").Formals[0]) }, "does not belong here"},
		{"unknown global", func(p program) { assign(p).E = LoadVar(&Var{Name: "zz", Type: long(p)}) }, "does not belong here"},
		{"dereferenced integer", func(p program) {
			assign(p).E = &Load{&Lval{Mem: IntConst(long(p), 8)}}
		}, "is dereferenced"},
		{"foreign member", func(p program) {
			assign(p).E = &Load{&Lval{Base: p.GlobalNamed("table"), Path: []Sel{{Field: p.Comps[0].Fields[0]}}}}
		}, "not a member"},
		{"arguments", func(p program) { c := find(p, &Call{}).Instr.(*Call); c.Args = nil }, "0 arguments"},
		{"result", func(p program) { find(p, &Return{}).Instr.(*Return).E = IntConst(long(p), 1) }, "return"},
		{"two globals", func(p program) { p.Globals[0].Name = "gu" }, "two globals"},
		{"member's place", func(p program) { p.Comps[0].Fields[0].Offset = 48 }, "outside"},
		{"initialiser", func(p program) { p.GlobalNamed("__str1").Init.Entries[0].Expr = IntConst(long(p), 1) }, "initialised"},
		{"bit-field's address", func(p program) {
			regs := p.Comps[2].Fields[0]
			l := &Lval{Base: p.GlobalNamed("table"), Path: []Sel{{Field: p.Comps[1].Fields[2]}, {Field: regs}}}
			assign(p).E = &Cast{T: assign(p).L.Type(), X: &AddrOf{L: l, T: &PtrType{Elem: regs.Type}}}
		}, "address of the bit-field"},
	} {
		prog := printProgram(t)
		c.plant(program{prog, prog.FuncNamed("f")})
		found := false
		for _, err := range Sanity(prog) {
			found = found || strings.Contains(err.Error(), c.want)
		}
		if !found {
			t.Errorf("%s: not found in %v", c.name, Sanity(prog))
		}
	}
}

func TestSubstLval(t *testing.T) {
	w := newWorld(t)
	x := w.prog.Lookup(w.f, "x")
	e := w.parse(t, "a[x] + x == *(p + x)")
	got := SubstLval(e, func(l *Lval) Expr {
		if l.IsVar(x) {
			return IntConst(w.intT, 3)
		}
		return nil
	})
	form := w.prog.Model.MathCond(got, true)
	if want := w.parse(t, "a[3] + 3 == *(p + 3)"); !Equal(form, want) {
		t.Errorf("got %s", ExprString(form))
	}
	if same := SubstLval(e, func(*Lval) Expr { return nil }); same != e {
		t.Error("an unchanged expression is copied")
	}
}

func TestParseLval(t *testing.T) {
	w := newWorld(t)
	for _, text := range []string{"x", "*p", "n->next->arr[2]", "m[x][1]", "s.u", "(*pp)[1]"} {
		l, err := ParseLval(w.prog, w.f, text, source.Pos{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if again, err := ParseLval(w.prog, w.f, LvalString(l), source.Pos{}); err != nil || !EqualLval(l, again) {
			t.Errorf("%s prints as %s, which is not the same: %v", text, LvalString(l), err)
		}
	}
	if _, err := ParseLval(w.prog, w.f, "x + 1", source.Pos{}); err == nil {
		t.Error("x + 1 is taken as an lvalue")
	}
}
