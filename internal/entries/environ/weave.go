package environ

import (
	"regexp"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// unitSuffix matches the end of a hook's name that tells those of several files apart.
var unitSuffix = regexp.MustCompile(`__\d+$`)

// Weave calls the hooks of the program: hardbop_after_F after each call of F, with what F
// returns, unless that is void, and what F got. A hook that returns what F returns replaces
// F's result. What stands for variables that the text can't name is replaced by these.
func Weave(prog *cil.Program) {
	replaceStandIns(prog)
	hooks := map[string][]*cil.Func{}
	isHook := map[*cil.Func]bool{}
	for _, f := range prog.Funcs {
		if name, ok := hookedBy(f); ok && f.HasBody() {
			hooks[name] = append(hooks[name], f)
			isHook[f] = true
		}
	}
	if len(hooks) == 0 {
		return
	}
	for _, f := range prog.Funcs {
		if f.HasBody() && !isHook[f] {
			weaveFunc(f, hooks)
		}
	}
}

// hookedBy returns the name of the function whose calls the hook f is about; of other functions ok is false.
func hookedBy(f *cil.Func) (name string, ok bool) {
	name, ok = strings.CutPrefix(find.SourceName(f), HookPrefix)
	if !ok {
		name, ok = strings.CutPrefix(name, FreePrefix)
	}
	return unitSuffix.ReplaceAllString(name, ""), ok
}

func weaveFunc(f *cil.Func, hooks map[string][]*cil.Func) {
	changed := false
	for _, n := range append([]*cil.Node{}, f.Nodes...) {
		c, ok := n.Instr.(*cil.Call)
		if !ok || c.Callee() == nil {
			continue
		}
		for _, h := range hooks[find.SourceName(c.Callee())] {
			if strings.HasPrefix(h.Name, FreePrefix) && !mayFree(h, c) {
				continue
			}
			n = weaveCall(f, n, c, h)
			changed = true
		}
	}
	if changed {
		f.Finish()
	}
}

// weaveCall puts a call of h behind n. What h gets is saved before n, as the call may
// change what its arguments were made of. It returns the node of the call itself.
func weaveCall(f *cil.Func, n *cil.Node, c *cil.Call, h *cil.Func) *cil.Node {
	var args []cil.Expr
	if _, void := c.Callee().Type.Ret.(*cil.VoidType); !void {
		if c.Ret == nil {
			c.Ret = cil.VarLval(f.NewTemp(result, c.Callee().Type.Ret, n.Pos))
		}
		args = append(args, &cil.Load{L: c.Ret})
	}
	if len(args)+len(c.Args) < len(h.Formals) {
		return n
	}
	first := len(args)
	call := f.NewNode(c, n.Pos)
	call.Succs = n.Succs
	n.Instr = &cil.Skip{}
	at := n
	for _, a := range c.Args[:len(h.Formals)-first] {
		t := f.NewTemp(given, a.Type(), n.Pos)
		save := f.NewNode(&cil.Assign{L: cil.VarLval(t), E: a}, n.Pos)
		at.Succs = []*cil.Node{save}
		at = save
		args = append(args, cil.LoadVar(t))
	}
	at.Succs = []*cil.Node{call}
	hc := &cil.Call{Fn: &cil.FuncAddr{F: h, T: &cil.PtrType{Elem: h.Type}}}
	for k, v := range h.Formals {
		hc.Args = append(hc.Args, cil.MakeCast(v.Type, args[k]))
	}
	if c.Ret != nil && cil.SameType(h.Type.Ret, c.Ret.Type()) {
		hc.Ret = c.Ret
	}
	after := f.NewNode(hc, n.Pos)
	after.Succs = call.Succs
	call.Succs = []*cil.Node{after}
	return call
}
