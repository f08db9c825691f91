package newton

import (
	"fmt"
	"testing"

	"hardbop/internal/cil"
)

// A struct behind a pointer in memory, **p, becomes arbitrary: its members are found before
// the first of them changes where *p points to, and so their addresses don't grow.
func TestHavocOfStruct(t *testing.T) {
	prog := miniProgram(t, "int x;\nvoid main() {\nhavoc(x);\nassume(x == 1);\nerror();\n}")
	p := errorPath(t, prog, "")
	s := &cil.CompType{Tag: "s", Defined: true, Size: 8 * 20, Align: 8}
	ptr := &cil.PtrType{Elem: s}
	for i := range 20 {
		s.Fields = append(s.Fields, &cil.Field{Name: fmt.Sprintf("f%d", i), Type: ptr, Comp: s, Index: i, Offset: int64(8 * i)})
	}
	v := &cil.Var{Name: "p", Type: &cil.PtrType{Elem: ptr}, Kind: cil.Global}
	prog.Globals = append(prog.Globals, v)
	for _, st := range p.Steps {
		if _, ok := st.Node.Instr.(*cil.Havoc); ok {
			st.Node.Instr = &cil.Havoc{L: &cil.Lval{Mem: &cil.Load{L: &cil.Lval{Mem: cil.LoadVar(v)}}}}
		}
	}
	sim := newSimulation(prog, p, testEnv(t))
	sim.run()
	if n := len(sim.store.log); n != len(s.Fields) {
		t.Errorf("%d members are written, of %d", n, len(s.Fields))
	}
	for _, w := range sim.store.log {
		if n := size(&cil.Load{L: w.place.lval}); n > 10 {
			t.Fatalf("the place %s has %d nodes", w.place.key, n)
		}
	}
}
