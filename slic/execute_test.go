package slic

import (
	"fmt"

	"hardbop/internal/cil"
)

// machine runs a cil program, as far as the tests of this package need it: integers,
// and pointers to whole variables.
type machine struct {
	globals map[*cil.Var]int64
	choose  func() bool        // for each Havoc
	extern  func(string) int64 // the results of functions without a body
	known   []*cil.Func
	steps   int
}

// ended is how a run ends before its entry function returns.
type ended struct{ why string }

// address returns a number that stands for the address of v, or of a function.
func (m *machine) address(name string) int64 {
	sum := int64(1)
	for _, c := range name {
		sum = sum*31 + int64(c)
	}
	return sum << 4
}

// start runs f and returns "end", or the label or "stop" where the run ended.
func (m *machine) start(prog *cil.Program, f *cil.Func) (why string) {
	m.known = prog.Funcs
	m.globals = map[*cil.Var]int64{}
	for _, v := range prog.Globals {
		if v.Init != nil && v.Init.Expr != nil {
			m.globals[v] = m.eval(nil, v.Init.Expr)
		}
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(ended)
			if !ok {
				panic(r)
			}
			why = e.why
		}
	}()
	m.call(f, nil)
	return "end"
}

func (m *machine) call(f *cil.Func, args []int64) int64 {
	if !f.HasBody() {
		return m.extern(f.Name)
	}
	frame := map[*cil.Var]int64{}
	for i, v := range f.Formals {
		frame[v] = args[i]
	}
	result := int64(0)
	for n := f.Entry; n != f.Exit; {
		if m.steps++; m.steps > 100000 {
			panic("endless run")
		}
		for _, l := range n.Labels {
			panic(ended{l})
		}
		next := 0
		switch in := n.Instr.(type) {
		case *cil.Skip:
		case *cil.Assign:
			m.set(frame, in.L, m.eval(frame, in.E))
		case *cil.Havoc:
			m.set(frame, in.L, boolInt64(m.choose()))
		case *cil.Assume:
			if m.eval(frame, in.E) == 0 {
				panic(ended{"stop"})
			}
		case *cil.Branch:
			if m.eval(frame, in.E) == 0 {
				next = 1
			}
		case *cil.Call:
			v := m.call(m.callee(frame, in), m.evalAll(frame, in.Args))
			if in.Ret != nil {
				m.set(frame, in.Ret, v)
			}
		case *cil.Return:
			if in.E != nil {
				result = m.eval(frame, in.E)
			}
		}
		n = n.Succs[next]
	}
	return result
}

func (m *machine) callee(frame map[*cil.Var]int64, c *cil.Call) *cil.Func {
	if f := c.Callee(); f != nil {
		return f
	}
	return m.target(frame, c.Fn)
}

// target finds the function that a pointer holds.
func (m *machine) target(frame map[*cil.Var]int64, e cil.Expr) *cil.Func {
	addr := m.eval(frame, e)
	for _, f := range m.known {
		if m.address(f.Name) == addr {
			return f
		}
	}
	panic(fmt.Sprintf("no function behind %s", cil.ExprString(e)))
}

func (m *machine) set(frame map[*cil.Var]int64, l *cil.Lval, v int64) {
	if !l.IsVar(nil) {
		panic("a store to " + cil.LvalString(l))
	}
	if l.Base.Func == nil {
		m.globals[l.Base] = v
	} else {
		frame[l.Base] = v
	}
}

func (m *machine) evalAll(frame map[*cil.Var]int64, es []cil.Expr) []int64 {
	vs := make([]int64, len(es))
	for i, e := range es {
		vs[i] = m.eval(frame, e)
	}
	return vs
}

func (m *machine) eval(frame map[*cil.Var]int64, e cil.Expr) int64 {
	switch e := e.(type) {
	case *cil.Const:
		return e.Val.Int64()
	case *cil.Cast:
		return m.eval(frame, e.X)
	case *cil.FuncAddr:
		return m.address(e.F.Name)
	case *cil.AddrOf:
		return m.address(e.L.Base.Name)
	case *cil.Load:
		if v := e.L.Base; e.L.IsVar(nil) && v.Func == nil {
			return m.globals[v]
		}
		return frame[e.L.Base]
	case *cil.Unary:
		x := m.eval(frame, e.X)
		switch e.Op {
		case cil.Neg:
			return -x
		case cil.BitNot:
			return ^x
		}
		return boolInt64(x == 0)
	case *cil.Cond:
		if m.eval(frame, e.C) != 0 {
			return m.eval(frame, e.A)
		}
		return m.eval(frame, e.B)
	case *cil.Binary:
		return apply(e.Op, m.eval(frame, e.X), m.eval(frame, e.Y))
	}
	panic(fmt.Sprintf("unexpected %T", e))
}

func boolInt64(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// apply computes the operators that the tests use.
func apply(op cil.BinOp, x, y int64) int64 {
	switch op {
	case cil.Add:
		return x + y
	case cil.Sub:
		return x - y
	case cil.Eq:
		return boolInt64(x == y)
	case cil.Ne:
		return boolInt64(x != y)
	case cil.Lt:
		return boolInt64(x < y)
	case cil.Ge:
		return boolInt64(x >= y)
	case cil.LAnd:
		return boolInt64(x != 0 && y != 0)
	case cil.LOr:
		return boolInt64(x != 0 || y != 0)
	}
	panic(fmt.Sprintf("unexpected operator %d", op))
}

// explore calls run for every sequence of choices that it asks for, and returns the set
// of its results.
func explore(run func(choose func() bool) string) map[string]bool {
	results := map[string]bool{}
	pending := [][]bool{nil}
	for len(pending) > 0 {
		prefix := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		var made []bool
		results[run(func() bool {
			i := len(made)
			made = append(made, i < len(prefix) && prefix[i])
			if i >= len(prefix) {
				pending = append(pending, append(append([]bool(nil), made[:i]...), true))
			}
			return made[i]
		})] = true
	}
	return results
}
