package newton

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/smt"
)

// Value is what an lvalue has along a path.
type Value struct {
	Step int // after which; -1 is before the first
	L    *cil.Lval
	Func *cil.Func // whose variables L has
	Why  string    // where the value comes from, for inputs
	Val  *big.Int  // nil if it isn't an integer or a pointer
}

// Model is a run along a path.
type Model struct {
	// Inputs are the values from outside, in the order in which they come in.
	Inputs []Value
	// Assigned are the values that the steps assign, in order.
	Assigned []Value
}

func newModel(f *smt.Factory, form *enc.Formula, m *smt.Model) *Model {
	if m == nil {
		return &Model{}
	}
	ev := smt.NewEvaluator(f, m)
	return &Model{Inputs: values(form.Inputs, ev), Assigned: values(form.Values, ev)}
}

func values(os []enc.Observed, ev *smt.Evaluator) []Value {
	out := make([]Value, len(os))
	for i, o := range os {
		out[i] = Value{Step: o.Step, L: o.L, Func: o.Func, Why: o.Why}
		if o.Term.IsValid() {
			out[i].Val = integer(o, ev)
		}
	}
	return out
}

func integer(o enc.Observed, ev *smt.Evaluator) *big.Int {
	if _, float := o.L.Type().(*cil.FloatType); float {
		return nil
	}
	return ev.Eval(o.Term).Int()
}
