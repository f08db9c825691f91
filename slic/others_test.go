package slic

import (
	"strings"
	"testing"

	"hardbop/internal/cil"
)

// TestOthers has a call that stands for one of another thread: only what a rule does to the object that it returns is woven in.
func TestOthers(t *testing.T) {
	for _, c := range []struct {
		rule string
		want int
	}{
		{"make.return [guard $return] { x = 1; }", 1},
		{"make.return [guard $return] { x = 1; } make.call { x = 2; }", 1},
		{"make.return { x = 1; } make.return [guard $return] { x = 2; }", 0},
		{"make.return { x = 1; } release.call [guard $1] { x = 2; }", 0},
		{"make.return [guard $1] { x = 1; }", 0},
		{"make.call [guard $1] { x = 1; }", 0},
		{"others_make.return { x = 1; } release.call [guard $1] { x = 2; }", 0},
	} {
		s := newScenario(t)
		kind := &cil.FuncType{Ret: s.devPtr(), Params: []cil.Type{s.devPtr()}}
		f, g := s.declare("make", kind.Ret, kind.Params...), s.declare("others_make", kind.Ret, kind.Params...)
		s.call(nil, "release", s.addr("device"))
		v := s.entry.NewTemp("new", kind.Ret, s.last.Pos)
		s.emit(&cil.Call{Ret: cil.VarLval(v), Fn: &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}, Args: []cil.Expr{s.addr("device")}, As: f})
		s.end()
		weave(t, s, Config{}, "state { int x = 0; } watch any; "+c.rule)
		got := 0
		for _, n := range s.entry.Nodes {
			if call, ok := n.Instr.(*cil.Call); ok && strings.Contains(call.Callee().Name, "make_") {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d procedures run, want %d", c.rule, got, c.want)
		}
	}
}
