package check

import (
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/inline"
	"hardbop/internal/path"
	"hardbop/slic"
)

// teller says what the steps of a path assign: the new value, and of what nothing else can have
// changed since the old one too.
type teller struct {
	inlined *inline.Result
	rule    *slic.Result // nil without a rule
	path    *path.Path
	old     map[*cil.Var]string
	passed  int // the steps before are those whose calls and returns old knows of
}

// note is "x = 2", or "x: 1 -> 2". Values are told in the order of the path.
func (t *teller) note(x enc.Value) string {
	t.pass(x.Step)
	v, val, name := x.L.Base, x.Val.String(), cil.SourceLval(t.inlined.Lval(x.L))
	if !x.L.IsVar(nil) || !t.steady(v) {
		return name + " = " + val
	}
	if t.rule != nil && t.rule.Enumerators[v][val] != "" {
		val = t.rule.Enumerators[v][val]
	}
	old, known := t.old[v]
	t.old[v] = val
	if known && old != val {
		return name + ": " + old + " -> " + val
	}
	return name + " = " + val
}

// steady reports whether only assignments by its name change v: of a function's own variables
// those that no pointer leads to, of globals the rule's.
func (t *teller) steady(v *cil.Var) bool {
	if v.Func == nil {
		return t.rule != nil && slices.Contains(t.rule.State, v)
	}
	return !v.AddrTaken
}

// pass forgets what other activations of functions held that are entered or left up to the step.
func (t *teller) pass(step int) {
	for ; t.passed <= step && t.passed < len(t.path.Steps); t.passed++ {
		n := t.path.Steps[t.passed].Node
		switch {
		case t.path.Enters(t.passed):
			t.forget(t.path.Steps[t.passed+1].Node.Func)
		case n == n.Func.Exit:
			t.forget(n.Func)
		default:
			if c := t.inlined.Replaced(n); c != nil {
				t.forget(c.Callee())
			}
		}
	}
}

// forget forgets the variables of f, and of the bodies of f in the place of calls.
func (t *teller) forget(f *cil.Func) {
	for v := range t.old {
		if v.Func == f || v.Func != nil && t.inlined.Source(v).Func == f {
			delete(t.old, v)
		}
	}
}
