package environ

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// A driver may call what arms a timer through a pointer: from a table of its own, or one that it chose. Where such a call may be of
// a function that has a hook, it is asked for that function first, and calls it by its name then.

// byName makes each call in f, of prog, through a pointer that may be of one of the targets a choice between these and the call as it was.
func byName(prog *cil.Program, f *cil.Func, targets []*cil.Func) {
	changed := false
	for _, n := range slices.Clone(f.Nodes) {
		c, ok := n.Instr.(*cil.Call)
		if !ok || c.Callee() != nil {
			continue
		}
		may := slices.DeleteFunc(slices.Clone(targets), func(t *cil.Func) bool { return !callable(t, c) })
		if len(may) > 0 {
			choose(n, c, may, prog.Model.Int(cil.Int))
			changed = true
		}
	}
	if changed {
		f.Finish()
	}
}

// callable reports whether c, which is through a pointer, may be of t: arguments and result are of t's types, or pointers as there.
func callable(t *cil.Func, c *cil.Call) bool {
	if t.Type.Variadic || t.Type.NoProto || len(t.Type.Params) != len(c.Args) {
		return false
	}
	for k, p := range t.Type.Params {
		if a := c.Args[k].Type(); !cil.SameType(a, p) && !(cil.IsPointer(a) && cil.IsPointer(p)) {
			return false
		}
	}
	return c.Ret == nil || cil.SameType(c.Ret.Type(), t.Type.Ret)
}

// choose puts the choice in the place of the call c at n. The pointer is read once, as it may be volatile. The
// comparisons are of type t.
func choose(n *cil.Node, c *cil.Call, targets []*cil.Func, t cil.Type) {
	f, next := n.Func, n.Succs
	fn := f.NewTemp(given, c.Fn.Type(), n.Pos)
	n.Instr = &cil.Assign{L: cil.VarLval(fn), E: c.Fn}
	rest := f.NewNode(&cil.Call{Ret: c.Ret, Fn: cil.LoadVar(fn), Args: c.Args}, n.Pos)
	rest.Succs = next
	for _, g := range targets {
		name := &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}
		direct := f.NewNode(directly(c, name), n.Pos)
		direct.Succs = next
		same := f.NewNode(&cil.Branch{E: cil.MakeBinary(cil.Eq, cil.LoadVar(fn), cil.MakeCast(fn.Type, name), t)}, n.Pos)
		same.Succs = []*cil.Node{direct, rest}
		rest = same
	}
	n.Succs = []*cil.Node{rest}
}

// directly returns c as a call of the function called name.
func directly(c *cil.Call, name *cil.FuncAddr) *cil.Call {
	d := &cil.Call{Ret: c.Ret, Fn: name}
	for k, p := range name.F.Type.Params {
		d.Args = append(d.Args, cil.MakeCast(p, c.Args[k]))
	}
	return d
}

// taken returns the functions of prog with hooks whose addresses are taken.
func taken(prog *cil.Program, hooks map[string][]*cil.Func) []*cil.Func {
	return slices.DeleteFunc(slices.Clone(prog.Funcs), func(f *cil.Func) bool {
		return !f.AddrTaken || len(hooks[find.SourceName(f)]) == 0
	})
}
