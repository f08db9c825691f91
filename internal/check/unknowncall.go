package check

import (
	"strconv"

	"hardbop/internal/cil"
	"hardbop/internal/pointsto"
)

// unknownCallee begins the names of the functions that stand for what a pointer from the
// outside may point to, apart from the program's own functions.
const unknownCallee = "hardbop_unknown_callee"

// unknownCalls lets each call through a pointer that may lead out of the program do so:
// what is called there is like any function without a body. Where it isn't even known
// that the pointer is one to a function, the run is at a point that isn't modelled.
func (p *Prepared) unknownCalls(pts *pointsto.Result) {
	var callees []*cil.Func
	for _, f := range p.Prog.Funcs {
		if !f.HasBody() || !pts.Reached(f) {
			continue
		}
		var calls []*cil.Node
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() == nil && pts.CallsUnknown(n) {
				calls = append(calls, n)
			}
		}
		for _, n := range calls {
			if pts.CallsAnything(n) {
				p.otherwise(n, lost(n), f.Exit)
			} else {
				p.otherwise(n, outside(n, &callees), n.Succs...)
			}
		}
		if len(calls) > 0 {
			f.Finish()
		}
	}
	p.Prog.Funcs = append(p.Prog.Funcs, callees...)
}

// lost is the point that isn't modelled in the place of the call at n.
func lost(n *cil.Node) cil.Instr {
	fn := cil.ExprString(n.Instr.(*cil.Call).Fn)
	return &cil.Opaque{Code: "unknown-call", What: "a call through " + fn + ", which may point to a function that is not known"}
}

// outside is the call at n of a function outside the program.
func outside(n *cil.Node, callees *[]*cil.Func) cil.Instr {
	call := *n.Instr.(*cil.Call)
	t := call.Fn.Type().(*cil.PtrType)
	call.Fn = &cil.FuncAddr{F: calleeOf(callees, t.Elem.(*cil.FuncType)), T: t}
	return &call
}

// calleeOf returns the function of type t outside: one for each type.
func calleeOf(list *[]*cil.Func, t *cil.FuncType) *cil.Func {
	for _, f := range *list {
		if cil.SameType(f.Type, t) {
			return f
		}
	}
	f := &cil.Func{Name: unknownCallee, Type: t, SetsKept: true}
	if len(*list) > 0 {
		f.Name += "_" + strconv.Itoa(len(*list))
	}
	*list = append(*list, f)
	return f
}

// otherwise has in happen instead of the call at n unless the pointer is to one of the
// callees that are known, and go on at next.
func (p *Prepared) otherwise(n *cil.Node, in cil.Instr, next ...*cil.Node) {
	known := p.Input.Callees(n)
	if len(known) == 0 {
		n.Instr, n.Succs = in, next
		return
	}
	other := n.Func.NewNode(in, n.Pos)
	other.Succs = next
	br := n.Func.NewNode(&cil.Branch{E: p.isOneOf(n.Instr.(*cil.Call).Fn, known)}, n.Pos)
	for _, pred := range n.Preds {
		for i, s := range pred.Succs {
			if s == n {
				pred.Succs[i] = br
			}
		}
	}
	p.inlined.Beside(other, n)
	p.inlined.Beside(br, n)
	br.Labels, n.Labels = n.Labels, nil
	br.Succs = []*cil.Node{n, other}
}

// isOneOf is the condition that fn points to one of the functions.
func (p *Prepared) isOneOf(fn cil.Expr, fs []*cil.Func) cil.Expr {
	t := p.Prog.Model.Int(cil.Int)
	var cond cil.Expr
	for _, g := range fs {
		is := cil.MakeBinary(cil.Eq, fn, cil.MakeCast(fn.Type(), &cil.FuncAddr{F: g, T: &cil.PtrType{Elem: g.Type}}), t)
		if cond == nil {
			cond = is
		} else {
			cond = &cil.Binary{Op: cil.LOr, X: cond, Y: is, T: t}
		}
	}
	return cond
}
