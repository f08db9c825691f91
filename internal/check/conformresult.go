package check

import (
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/magic"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// conformFill puts what was found into the result.
func (p *Prepared) conformFill(r *result.Result, w *magic.Weaver, found *magic.Outcome, x *pathAnalyst) {
	c := r.Conformance
	r.Iterations, c.States = found.Iterations, found.States
	for _, e := range found.Chosen.Chosen() {
		r.Predicates = append(r.Predicates, p.shown(e))
	}
	switch found.Kind {
	case magic.Conforms, magic.ByTraces:
		r.Verdict, c.Relation = result.Conforms, "simulation"
		if found.Kind == magic.ByTraces {
			c.Relation, c.Strategy = "traces", found.Strategy
		}
	case magic.Violated:
		p.violated(r, w, found, x)
	default:
		r.Verdict, r.Reason = result.Unknown, &result.Reason{Code: found.Code, Text: found.Why}
		if found.At != nil {
			at := result.At(found.At.Pos)
			r.Reason.Where = &at
		}
	}
}

// shown is e over the variables that people see.
func (p *Prepared) shown(e cil.Expr) string {
	return cil.ExprString(cil.SubstLval(e, func(l *cil.Lval) cil.Expr { return &cil.Load{L: p.inlined.Lval(l)} }))
}

// violated says what breaks the specification, and where.
func (p *Prepared) violated(r *result.Result, w *magic.Weaver, found *magic.Outcome, x *pathAnalyst) {
	c := r.Conformance
	r.Verdict, c.Actions, c.Expected = result.Unsafe, found.Actions, found.Expected
	last := found.Actions[len(found.Actions)-1]
	r.Message = last + " isn't allowed here: expected " + strings.Join(c.Expected, " or ")
	if len(c.Expected) == 0 {
		r.Message = last + " isn't allowed here: the specification allows nothing more"
	}
	at := result.At(found.Path.Steps[len(found.Path.Steps)-1].Node.Pos)
	r.Where = &at
	r.Trace = p.conformTrace(w, found.Path, x.found.Notes, p.needed(found.Path, x.a.env.Extern))
	r.Checked = "bit-precisely"
	p.undefined(r, found.Path, x.found.Undefined)
	if d := p.doubt(found.Path); d != nil {
		r.Lower(*d)
	}
}

// conformTrace makes the steps that people see out of a path: statements as they were before
// abstractions came into their places, and actions, which are marked.
func (p *Prepared) conformTrace(w *magic.Weaver, way *path.Path, notes []string, needed []bool) []result.Step {
	t := p.tracer(map[*cil.Func]bool{})
	for i, s := range way.Steps {
		n := p.inlined.Origin(s.Node).Node
		if in := w.Shown[n]; in != nil {
			t.steps, t.about = append(t.steps, p.conformStep(s.Node, cil.InstrString(in), false)), append(t.about, about{})
			t.last = n
		}
		if k := len(t.steps) - 1; w.Taken[n] != "" && k >= 0 && t.steps[k].Note == "" && !t.steps[k].Event {
			t.steps[k].Note = "abstraction " + w.Taken[n]
		}
		if l, ok := w.Labels[n]; ok {
			t.steps, t.about = append(t.steps, p.conformStep(s.Node, "=> "+w.Actions[l.Action], true)), append(t.about, about{})
			t.last = n
		}
		if w.Shown[n] == nil && !w.Made(n) {
			t.step(s, notes[i], needed[i])
			t.follow(way, i, notes[i])
		}
	}
	return t.brief()
}

func (p *Prepared) conformStep(n *cil.Node, text string, action bool) result.Step {
	o := p.inlined.Origin(n)
	return result.Step{Place: result.At(n.Pos), Func: o.Func.Name, Depth: max(len(o.Chain)-1, 0), Text: text, Rule: action, Event: action, Needed: true}
}
