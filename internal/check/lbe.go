package check

import (
	"fmt"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/source"
)

// Summaries returns the functions that the program enters, as a check prepares it, in
// large blocks: all of them, or those that are named.
func Summaries(opt Options, cutset lbe.Cutset, names []string) ([]*lbe.Summary, error) {
	p, _, err := prepareAny(opt)
	if err != nil {
		return nil, err
	}
	funcs, err := pickFuncs(c2bp.Reachable(p.Input), names)
	if err != nil {
		return nil, err
	}
	points := p.cutpoints()
	var all []*lbe.Summary
	for _, f := range funcs {
		all = append(all, lbe.Summarise(f, cutset, points))
	}
	return all, nil
}

// pickFuncs returns those of funcs that are named, in their order; all if no name is given.
func pickFuncs(funcs []*cil.Func, names []string) ([]*cil.Func, error) {
	if len(names) == 0 {
		return funcs, nil
	}
	named := map[string]bool{}
	for _, n := range names {
		named[n] = true
	}
	var picked []*cil.Func
	var known []string
	found := map[string]bool{}
	for _, f := range funcs {
		known = append(known, f.Name)
		if named[f.Name] || f.Orig != "" && named[f.Orig] {
			picked = append(picked, f)
			found[f.Name], found[f.Orig] = true, true
		}
	}
	for _, n := range names {
		if !found[n] {
			return nil, fmt.Errorf("no function %s is reached%s", n, source.DidYouMean(n, known))
		}
	}
	return picked, nil
}

// cutpoints says where the blocks of the program end whatever loops there are.
func (p *Prepared) cutpoints() lbe.Points {
	targets := map[*cil.Node]bool{}
	for _, t := range p.Input.Targets {
		targets[t.Node] = true
	}
	return lbe.Points{
		IsError: func(n *cil.Node) bool { return targets[n] },
		IsCall:  p.entersBody,
	}
}

// entersBody reports whether n is a call after which a run may go on in a function of the
// program.
func (p *Prepared) entersBody(n *cil.Node) bool {
	if _, ok := n.Instr.(*cil.Call); !ok {
		return false
	}
	for _, f := range p.Input.Callees(n) {
		if f.HasBody() {
			return true
		}
	}
	return false
}
