package check

import (
	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/interval"
	"hardbop/internal/result"
)

// semanticAssumptions lists what verdicts take for granted about the program's own
// statements: that signed operations don't overflow (A2), unless they wrap, and how
// functions without a body behave (A19, A20).
func (p *Prepared) semanticAssumptions(opt Options) []result.Assumption {
	var list []result.Assumption
	seen := map[result.Assumption]bool{}
	add := func(code, text string, n *cil.Node) {
		a := result.Assumption{Code: code, Text: text}
		at := result.At(n.Pos)
		key := result.Assumption{Code: code, Text: text + at.String()}
		if code == "extern-call" {
			key.Text = text
		}
		if !seen[key] {
			seen[key] = true
			a.Where = &at
			list = append(list, a)
		}
	}
	nothing := &interval.Eval{Read: func(*cil.Lval) (interval.Interval, bool) { return interval.Interval{}, false }}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			if !opt.Wrap {
				cil.EachExpr(n.Instr, func(e cil.Expr) {
					for _, o := range enc.MayOverflow(e, nothing) {
						add("signed-overflow", cil.ExprString(o)+" doesn't overflow", n)
					}
				})
			}
			if _, ok := n.Instr.(*cil.Call); !ok {
				continue
			}
			for _, g := range p.Input.Callees(n) {
				if !g.HasBody() {
					add("extern-call", g.Name+" has no body: it may return anything", n)
				}
			}
		}
	}
	return list
}
