package newton

import (
	"fmt"
	"io"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// WriteTables writes, for each step of p that does something, the context ⟨Ω, Φ, Π⟩
// after it, as in figures 2 and 4 of the paper. With abstract, conditions that are
// trivially true give their variables fresh symbolic constants. Only the Namer and the
// Options of env are used.
func WriteTables(w io.Writer, prog *cil.Program, p *path.Path, env *Env, abstract bool) error {
	e := *env
	if e.Namer == nil {
		e.Namer = pred.NewNamer(nil)
	}
	s := newSimulation(prog, p, &e)
	s.abstract = map[int]bool{}
	if abstract {
		s.abstract = trivialConditions(prog, p, &e)
	}
	var err error
	s.onStep = func(step int) {
		in := p.Steps[step].Node.Instr
		if _, skip := in.(*cil.Skip); !skip && err == nil && step < len(p.Steps)-1 {
			_, err = fmt.Fprintf(w, "%s\n%s\n", stepText(p.Steps[step]), s.table())
		}
	}
	s.run()
	return err
}

// trivialConditions lists the steps of p with conditions that are true whatever the
// symbolic constants are.
func trivialConditions(prog *cil.Program, p *path.Path, env *Env) map[int]bool {
	out := map[int]bool{}
	s := newSimulation(prog, p, env)
	s.onCondition = func(c *condition) bool {
		if b, ok := c.value.(*cil.Binary); ok && b.Op.IsCompare() && isMath(b.X.Type()) {
			d := linearOf(&cil.Binary{Op: cil.Sub, X: b.X, Y: b.Y, T: cil.Math}).expr()
			zero := &cil.Const{T: cil.Math, Val: linearOf(d).rest}
			if v, ok := cil.ConstValue(d); ok {
				zero.Val = v
				r, _ := cil.ConstValue(cil.MakeBinary(b.Op, zero, cil.MakeCast(cil.Math, truth(false)), intType))
				out[c.step] = r.Sign() != 0
			}
		}
		return true
	}
	s.run()
	return out
}

// stepText is what a step does; a branch as the condition that holds.
func stepText(st path.Step) string {
	b, ok := st.Node.Instr.(*cil.Branch)
	if !ok {
		return cil.InstrString(st.Node.Instr)
	}
	e := b.E
	if st.Taken != 0 {
		e = cil.Not(e)
	}
	return "assume(" + cil.ExprString(e) + ")"
}

// table returns the context as text.
func (s *simulation) table() string {
	var b strings.Builder
	for _, m := range s.members {
		if !m.overwritten {
			s.row(&b, "store", m)
		}
	}
	for _, c := range s.conditions {
		fmt.Fprintf(&b, "  condition  %s  %s\n", cil.ExprString(c.value), depsText(c.deps))
	}
	for _, m := range s.members {
		if m.overwritten && !m.dropped {
			s.row(&b, "history", m)
		}
	}
	return b.String()
}

func (s *simulation) row(b *strings.Builder, kind string, m *member) {
	fmt.Fprintf(b, "  %-9s  %d. %s: %s  %s\n", kind, m.id, cil.LvalString(m.lval), cil.ExprString(m.value), depsText(m.deps))
}

func depsText(deps []int) string {
	parts := make([]string, len(deps))
	for i, d := range deps {
		parts[i] = fmt.Sprint(d)
	}
	return "(" + strings.Join(parts, ",") + ")"
}
