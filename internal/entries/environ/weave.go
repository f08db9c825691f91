package environ

import (
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
)

// unitSuffix matches the end of a hook's name that tells those of several files apart.
var unitSuffix = regexp.MustCompile(`__\d+$`)

// Weave calls the hooks of the program: hardbop_after_F after each call of F, with what F
// returns, unless that is void, and what F got; hardbop_before_F before it, with what F gets; hardbop_behind_F last, where no
// lock may be held. A hook
// behind the call that returns what F returns replaces F's result. What stands for variables that the text can't name is replaced by these.
func Weave(prog *cil.Program) {
	replaceStandIns(prog)
	hooks := map[string][]*cil.Func{}
	for _, f := range prog.Funcs {
		if name, ok := hooked(f); ok && f.HasBody() {
			hooks[name] = append(hooks[name], f)
		}
	}
	if len(hooks) == 0 {
		return
	}
	targets, locks := taken(prog, hooks), locksOf(prog)
	for _, f := range prog.Funcs {
		if _, ok := hooked(f); f.HasBody() && !ok {
			byName(prog, f, targets)
			weaveFunc(f, hooks, locks)
		}
	}
}

// hooked returns the name of the function whose calls f is a hook of.
func hooked(f *cil.Func) (name string, ok bool) {
	name = unitSuffix.ReplaceAllString(find.SourceName(f), "")
	for _, prefix := range hookPrefixes() {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest, true
		}
	}
	return "", false
}

func weaveFunc(f *cil.Func, hooks map[string][]*cil.Func, locks *locks) {
	changed := false
	for _, n := range append([]*cil.Node{}, f.Nodes...) {
		c, ok := n.Instr.(*cil.Call)
		if !ok || c.Callee() == nil {
			continue
		}
		hs := slices.DeleteFunc(slices.Clone(hooks[find.SourceName(c.Callee())]), func(h *cil.Func) bool {
			return strings.HasPrefix(h.Name, FreePrefix) && !mayFree(h, c) || isBehind(h) && locks.held(n)
		})
		if len(hs) > 0 {
			weaveCall(f, n, c, hs)
			changed = true
		}
	}
	if changed {
		f.Finish()
	}
}

// weaveCall puts calls of the hooks hs before the call c at n and behind it. What they get is saved first, as they and the
// call may change what its arguments were made of.
func weaveCall(f *cil.Func, n *cil.Node, c *cil.Call, hs []*cil.Func) {
	hs = slices.DeleteFunc(slices.Clone(hs), func(h *cil.Func) bool { return len(h.Formals)-results(c, h) > len(c.Args) })
	hs = lastBehind(hs)
	w := &weaver{f, n, n}
	last := n.Succs
	n.Instr = &cil.Skip{}
	var args []cil.Expr
	for _, a := range c.Args {
		t := f.NewTemp(given, a.Type(), n.Pos)
		w.append(&cil.Assign{L: cil.VarLval(t), E: a})
		args = append(args, cil.LoadVar(t))
	}
	for _, h := range hs {
		if isBefore(h) {
			w.append(hookCall(c, h, args))
			c.Args = args
		}
	}
	w.append(c)
	for _, h := range hs {
		if !isBefore(h) {
			w.behind(c, h, args)
		}
	}
	w.at.Succs = last
}

// lastBehind returns the hooks with those last that come behind all others.
func lastBehind(hooks []*cil.Func) []*cil.Func {
	last := slices.DeleteFunc(slices.Clone(hooks), func(h *cil.Func) bool { return !isBehind(h) })
	return append(slices.DeleteFunc(hooks, isBehind), last...)
}

// weaver appends nodes in the place of a call.
type weaver struct {
	f    *cil.Func
	call *cil.Node
	at   *cil.Node
}

func (w *weaver) append(in cil.Instr) {
	n := w.f.NewNode(in, w.call.Pos)
	w.at.Succs = []*cil.Node{n}
	w.at = n
}

// behind appends a call of h, which gets what c returned, unless that is void, and what c got.
func (w *weaver) behind(c *cil.Call, h *cil.Func, args []cil.Expr) {
	if results(c, h) > 0 {
		if c.Ret == nil {
			c.Ret = cil.VarLval(w.f.NewTemp(result, c.Callee().Type.Ret, w.call.Pos))
		}
		args = append([]cil.Expr{&cil.Load{L: c.Ret}}, args...)
	}
	hc := hookCall(c, h, args)
	if c.Ret != nil && cil.SameType(h.Type.Ret, c.Ret.Type()) {
		hc.Ret = c.Ret
	}
	w.append(hc)
}

// hookCall returns a call of h with its arguments.
func hookCall(c *cil.Call, h *cil.Func, args []cil.Expr) *cil.Call {
	hc := &cil.Call{Fn: &cil.FuncAddr{F: h, T: &cil.PtrType{Elem: h.Type}}}
	for k, v := range h.Formals {
		hc.Args = append(hc.Args, cil.MakeCast(v.Type, args[k]))
	}
	return hc
}

func isBefore(h *cil.Func) bool { return strings.HasPrefix(find.SourceName(h), beforePrefix) }

func isBehind(h *cil.Func) bool { return strings.HasPrefix(find.SourceName(h), behindPrefix) }

// results returns how many results of c h gets.
func results(c *cil.Call, h *cil.Func) int {
	if isBefore(h) || isBehind(h) || !returns(c.Callee().Type) {
		return 0
	}
	return 1
}
