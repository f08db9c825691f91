package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/obs"
	"hardbop/internal/pred"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// This file decides about witnesses. The witness is put into the text of the program (package
// witness), and the program that results is checked as any other: so the program has the last word,
// whatever the witness says.
//
// A violation sequence restricts the program's runs to those that pass its segments: if the error is
// reached by one, the witness is confirmed. Of a set of invariants each is an assertion at its place.
// If none fails and the property holds, the witness is valid; what was asserted is known from there
// on, so that it helps with the proof.

// The answers about witnesses.
const (
	Confirmed = "CONFIRMED"
	Refused   = "REFUSED"
	Valid     = "VALID"
	Invalid   = "INVALID"
	Open      = "UNKNOWN"
)

// Validate says whether the witness e is right about the property spec of the program, which is one
// file. The error says what is wrong with the input.
func Validate(ctx context.Context, opt Options, spec *property.Spec, e *witness.Entry, open smt.Opener, env *obs.Env) (*result.Result, error) {
	text, err := opt.Inputs.Read(opt.Files[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", opt.Files[0], err)
	}
	opt.NoModels = true // as with --spec
	v := &validator{ctx: ctx, opt: opt, spec: spec, e: e, open: open, env: env, file: opt.Files[0],
		o: witness.NewOutline(string(text)), lines: witness.NewLines(opt.Files[0], string(text))}
	r, err := v.answer()
	if m := (*witness.Mismatch)(nil); errors.As(err, &m) {
		r, err = v.refused(m), nil
	}
	if err != nil {
		return nil, err
	}
	r.Witness.File, r.Witness.Kind = e.Pos.File, e.Type
	r.NumberAssumptions()
	r.Provenance = opt.provenance(&question{file: e.Pos.File})
	return r, nil
}

// validator decides about one witness.
type validator struct {
	ctx   context.Context
	opt   Options
	spec  *property.Spec
	e     *witness.Entry
	open  smt.Opener
	env   *obs.Env
	file  string
	o     *witness.Outline
	lines *witness.Lines
}

func (v *validator) answer() (*result.Result, error) {
	if v.e.Type == witness.ViolationSequence {
		return v.violation()
	}
	return v.invariants()
}

// refused is the answer to a witness that doesn't fit the program.
func (v *validator) refused(m *witness.Mismatch) *result.Result {
	w := &result.Witness{File: v.e.Pos.File, Kind: v.e.Type, Answer: Refused, Why: m.What}
	if v.e.Type == witness.InvariantSet {
		w.Answer = Invalid
	}
	place := result.At(m.Pos)
	w.Where = &place
	return &result.Result{Schema: result.Schema, Verdict: result.NotApplicable, Property: v.spec.Text, Entry: v.opt.EntryName(), Witness: w}
}

// ask checks the woven program: mark puts in what is asked of it.
func (v *validator) ask(w *witness.Woven, mark func(*cil.Program) (property.Property, bool), start func(*cil.Program) []*pred.Pred) (*result.Result, error) {
	opt := v.opt
	opt.texts, opt.first, opt.last = map[string][]byte{v.file: w.Text}, start, true
	q := &question{name: v.spec.Text, spec: v.spec, mark: mark}
	opt.share([]*question{q})
	r, _, err := answerAuto(v.ctx, opt, q, v.open, v.env)
	if err != nil {
		return nil, fmt.Errorf("with the witness in it, the program is wrong: does an expression fit its place?\n%w", err)
	}
	v.unwoven(w, r)
	return r, nil
}

// unwoven makes the places of r those of the file, and leaves out what was put in.
func (v *validator) unwoven(w *witness.Woven, r *result.Result) {
	back := func(p *result.Place) {
		if lines := v.lines.In(p.File, p.Line); len(lines) == 1 && p.Col > 0 {
			p.Col = w.Column(lines[0], p.Col)
		}
	}
	var trace []result.Step
	for _, s := range r.Trace {
		if !strings.Contains(s.Text, witness.Prefix) {
			back(&s.Place)
			trace = append(trace, s)
		}
	}
	r.Trace = trace
	r.Assumptions = slices.DeleteFunc(r.Assumptions, func(a result.Assumption) bool { return strings.Contains(a.Text, witness.Prefix) })
	if r.Where != nil {
		back(r.Where)
	}
}

// invariants checks that each holds, and that they prove the property.
func (v *validator) invariants() (*result.Result, error) {
	w, err := v.o.WeaveInvariants(v.file, v.e)
	if err != nil {
		return nil, err
	}
	r, err := v.ask(w, v.both, v.known)
	if err != nil {
		return nil, err
	}
	r.Witness = &result.Witness{Answer: Open}
	switch r.Verdict {
	case result.Safe:
		r.Witness.Answer = Valid
	case result.Unsafe:
		r.Witness.Answer, r.Witness.Why = Invalid, r.Message
	case result.Unknown:
		r.Witness.Why = r.Reason.Text
	}
	return r, nil
}

// both marks the property's targets and the places where an invariant doesn't hold.
func (v *validator) both(prog *cil.Program) (property.Property, bool) {
	p, _ := v.spec.Property(prog)
	fails, _ := property.Calls(prog, witness.Violated)
	for _, t := range fails.Targets {
		t.Message = "an invariant doesn't hold"
		if i, ok := argument(t.Node); ok && i < int64(len(v.e.Invariants)) {
			inv := v.e.Invariants[i]
			t.Message = fmt.Sprintf("the invariant %s at line %d doesn't hold", inv.Value, inv.At.Line)
		}
		p.Targets = append(p.Targets, t)
	}
	return p, true
}

// argument is the number with which the call behind a target is made.
func argument(n *cil.Node) (int64, bool) {
	if len(n.Succs) != 1 {
		return 0, false
	}
	c, ok := n.Succs[0].Instr.(*cil.Call)
	if !ok || len(c.Args) != 1 {
		return 0, false
	}
	val, ok := cil.ConstValue(c.Args[0])
	if !ok {
		return 0, false
	}
	return val.Int64(), true
}

// known lists the invariants that can be read as predicates.
func (v *validator) known(prog *cil.Program) []*pred.Pred {
	var list []*pred.Pred
	for _, inv := range v.e.Invariants {
		f := prog.FuncNamed(inv.At.Func)
		if f == nil {
			continue
		}
		for _, e := range parts(prog, f, inv.Value) {
			list = append(list, &pred.Pred{Scope: f, E: e})
		}
	}
	return list
}

// parts are the comparisons in an expression, read as predicates.
func parts(prog *cil.Program, f *cil.Func, text string) []cil.Expr {
	e, err := cil.ParseExpr(prog, f, text, source.Pos{})
	if err != nil {
		return nil
	}
	var list []cil.Expr
	cil.Walk(e, func(x cil.Expr) {
		if b, ok := x.(*cil.Binary); ok && b.Op.IsCompare() {
			list = append(list, x)
		}
	})
	return list
}
