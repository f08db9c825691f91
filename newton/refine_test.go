package newton

import (
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/smt"
)

// chained is a program whose error path goes through values that nobody reads any more where it
// could be cut, before the last line but one.
const chained = `
int x;
void main() {
int t;
int u;
havoc(t);
assume(t > 2);
u = t + 1;
x = u + u;
assume(x < 5);
error();
}
`

// lastCut cuts before the condition on x.
type lastCut struct{}

func (lastCut) At(n *cil.Node) bool               { return n.Pos.Line == 10 }
func (lastCut) Live(_ *cil.Node, v *cil.Var) bool { return v.Name == "x" }

// counting counts the questions for interpolants.
type counting struct {
	smt.Interpolator
	n int
}

func (c *counting) Interpolate(parts []smt.Term, limit uint) ([]smt.Term, smt.Result) {
	c.n++
	return c.Interpolator.Interpolate(parts, limit)
}

// TestRefine looks at which predicates come from where.
func TestRefine(t *testing.T) {
	for _, c := range []struct {
		refine Refine
		level  int
		cuts   Cuts
		asked  int
		only   string // the variable that predicates speak of; "" for any
	}{
		{Explain, 0, nil, 0, ""},
		{Explain, 3, nil, 0, ""},
		{Both, 0, nil, 0, ""},
		{Both, 2, nil, 1, ""},
		{Interpolate, 0, nil, 1, ""},
		{Interpolate, 1, nil, 0, ""},
		{Interpolate, 0, lastCut{}, 1, "x"},
		{Explain, 0, lastCut{}, 0, "x"},
		{Explain, 3, lastCut{}, 0, ""},
	} {
		prog := miniProgram(t, chained)
		env := testEnv(t)
		spacer, _ := smt.InterpolatorOf(env.Backend)
		ip := &counting{spacer, 0}
		env.Refine, env.Level, env.Cuts, env.Interpolator = c.refine, c.level, c.cuts, ip
		out := Check(prog, errorPath(t, prog, ""), env)
		if out.Kind != Infeasible || len(out.Explanation.Preds.Preds) == 0 || len(out.Explanation.From) != len(out.Explanation.Preds.Preds) || len(out.Explanation.Core) == 0 {
			t.Fatalf("%+v: %s", c, out.Kind)
		}
		if ip.n != c.asked {
			t.Errorf("%+v: %d questions for interpolants", c, ip.n)
		}
		if got := variables(out.Explanation.Preds); c.only != "" && got != c.only || c.only == "" && c.cuts != nil && got == "x" {
			t.Errorf("%+v: predicates on %s", c, got)
		}
	}
}

// variables lists those that the predicates mention.
func variables(s *pred.Set) string {
	var names []string
	for _, p := range s.Preds {
		for _, v := range cil.Vars(p.E) {
			if !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestCheckParts refutes formulas and reads the interpolants back.
func TestCheckParts(t *testing.T) {
	env := testEnv(t)
	f := env.Backend.Factory()
	ptr := &cil.PtrType{Elem: intType}
	fn := &cil.Func{Name: "f"}
	cells := map[smt.Term]*cil.Lval{}
	cell := func(name string, typ cil.Type) smt.Term {
		v := f.Var(name, f.IntSort())
		cells[v] = cil.VarLval(&cil.Var{Name: name, Type: typ, Kind: cil.Local, Func: fn})
		return v
	}
	x, p, q := cell("x", intType), cell("p", ptr), cell("q", ptr)
	hidden := f.Var("hidden", f.IntSort())
	num := func(k int64) smt.Term { return f.Int64(k) }
	for _, c := range []struct {
		name          string
		before, after []smt.Term
		kind          Kind
		want          string
	}{
		{"a bound", []smt.Term{f.Ge(x, num(3)), f.Ge(hidden, num(3))}, []smt.Term{f.Le(x, num(2))}, Infeasible, "x"},
		{"null", []smt.Term{f.Eq(p, num(0))}, []smt.Term{f.Not(f.Eq(p, num(0)))}, Infeasible, "p"},
		{"the same pointer", []smt.Term{f.Eq(p, q)}, []smt.Term{f.Not(f.Eq(p, q))}, Infeasible, "p q"},
		{"nothing that has a name", []smt.Term{f.Eq(hidden, num(0))}, []smt.Term{f.Eq(hidden, num(1))}, Infeasible, ""},
		{"a model", []smt.Term{f.Eq(x, num(1))}, []smt.Term{f.Le(x, hidden)}, Feasible, ""},
	} {
		part := func(ts []smt.Term) Part {
			return Part{Func: fn, Terms: ts, Cell: func(t smt.Term) *cil.Lval { return cells[t] }}
		}
		out := CheckParts([]Part{part(c.before), part(c.after)}, env, true)
		switch {
		case out.Kind != c.kind:
			t.Errorf("%s: %s", c.name, out.Kind)
		case out.Kind == Feasible && !(out.Holds(c.before[0]) && out.Holds(c.after[0])):
			t.Errorf("%s: the model is none", c.name)
		case out.Kind == Infeasible && (variables(out.Preds) != c.want || strings.Contains(predText(t, out.Preds), "==") != strings.Contains(c.want, "p")):
			t.Errorf("%s: %s", c.name, predText(t, out.Preds))
		}
	}
}
