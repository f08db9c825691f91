package check

import (
	"fmt"
	"math/big"
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
	names   map[uint64]string // of what lies at addresses
	passed  int               // the steps before are those whose calls and returns old knows of
}

// note is "x = 2", or "x: 1 -> 2". Values are told in the order of the path.
func (t *teller) note(x enc.Value) string {
	t.pass(x.Step)
	v, val, name := x.L.Base, t.value(x), cil.SourceLval(t.inlined.Lval(x.L))
	if !x.L.IsVar(nil) || !t.steady(v) {
		return name + " = " + val
	}
	if t.rule != nil && t.rule.Enumerators[v][val] != "" {
		val = t.rule.Enumerators[v][val]
	}
	old, known := t.old[v]
	if t.old[v] = val; x.Why == "uninitialised" {
		delete(t.old, v)
	}
	if known && old != val {
		return name + ": " + old + " -> " + val
	}
	return name + " = " + val
}

// large is what unsigned numbers are in hexadecimal digits too that are larger: commands and flags are known by these.
const large = 4096

// value is a number, or where a pointer leads.
func (t *teller) value(x enc.Value) string {
	if !cil.IsPointer(x.L.Type()) || x.Val.Sign() == 0 {
		if it, ok := x.L.Type().(*cil.IntType); ok && !it.Signed && x.Val.Cmp(big.NewInt(large)) > 0 {
			return fmt.Sprintf("%v (%#x)", x.Val, x.Val)
		}
		return x.Val.String()
	}
	if name := t.names[x.Val.Uint64()]; name != "" {
		return name
	}
	return fmt.Sprintf("%#x", x.Val)
}

// namesOf are the variables and functions at the addresses of a run; nil for one that isn't known.
func (t *teller) namesOf(s *enc.Script) {
	t.names = map[uint64]string{}
	if s == nil {
		return
	}
	name := func(v *cil.Var, at uint64) {
		if v.Kind != cil.Literal {
			t.names[at] = "&" + cil.SourceLval(t.inlined.Lval(cil.VarLval(v)))
		}
	}
	for _, g := range s.Globals {
		name(g.Var, g.Addr)
	}
	for _, ev := range s.Events {
		for _, l := range ev.Locals {
			name(l.Var, l.Addr)
		}
	}
	for _, f := range s.Funcs {
		t.names[f.Addr] = f.Func.Name
	}
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
