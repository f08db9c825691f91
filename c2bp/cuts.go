package c2bp

import (
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/lbe"
)

// cutsOf lists the cutpoints of a function, between which its large blocks are.
func (in Input) cutsOf(f *cil.Func) []*cil.Node { return lbe.ByBackEdges.Cuts(f, in.isCut) }

// isCut reports whether n has to be a cutpoint. Where runs end it is one, so that it is known
// whether they get there.
func (in Input) isCut(n *cil.Node) bool {
	if a, ok := n.Instr.(*cil.Assume); ok && cil.IsZero(a.E) {
		return true
	}
	return in.outside(n) || in.isTarget(n)
}

func (in Input) isTarget(n *cil.Node) bool {
	for _, t := range in.Targets {
		if t.Node == n {
			return true
		}
	}
	return false
}

// outside reports whether n's instruction is no part of fragments: it is a call that enters a
// procedure or allocates memory, isn't modelled, or leaves the procedure.
func (in Input) outside(n *cil.Node) bool {
	switch i := n.Instr.(type) {
	case *cil.Opaque, *cil.Clobber:
		return true
	case *cil.Call:
		targets := in.calleesOf(n)
		for _, g := range targets {
			if g.HasBody() || enc.Allocation(g) != nil {
				return true
			}
		}
		return i.Callee() == nil && len(targets) > 0
	}
	return n == n.Func.Exit
}

// semantics is what statements in fragments mean, but for ghosts.
func (ab *Abstracter) semantics() lbe.Semantics {
	return lbe.Semantics{Alias: ab.opt.Alias, Effects: ab.opt.Effects, Outside: ab.in.outside}
}

// Cuts knows the cutpoints of large blocks and what is live there.
type Cuts struct {
	in   Input
	at   map[*cil.Func]map[*cil.Node]bool
	live map[*cil.Func]*lbe.Live
}

// NewCuts returns the cutpoints of the program.
func NewCuts(in Input) *Cuts {
	return &Cuts{in, map[*cil.Func]map[*cil.Node]bool{}, map[*cil.Func]*lbe.Live{}}
}

// At reports whether n is a cutpoint.
func (c *Cuts) At(n *cil.Node) bool {
	at, ok := c.at[n.Func]
	if !ok {
		at = map[*cil.Node]bool{}
		for _, cut := range c.in.cutsOf(n.Func) {
			at[cut] = true
		}
		c.at[n.Func] = at
	}
	return at[n]
}

// Live reports whether what v holds before n may still be read.
func (c *Cuts) Live(n *cil.Node, v *cil.Var) bool {
	l, ok := c.live[n.Func]
	if !ok {
		l = lbe.NewLive(n.Func, readByCallers)
		c.live[n.Func] = l
	}
	return l.Before(n, v)
}

// readByCallers lists what is read of a function's own behind a node.
func readByCallers(n *cil.Node) []cil.Expr {
	if n == n.Func.Exit && n.Func.Result != nil {
		return []cil.Expr{cil.LoadVar(n.Func.Result)}
	}
	return nil
}
