package slic

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
)

// machine runs a cil program in the interpreter.
type machine struct {
	globals map[*cil.Var]int64 // the integers' values at the end
	choose  func() bool        // for each Havoc
	extern  func(string) int64 // the results of functions without a body
	// objects are what the followed object may be: all that the handlers got so far.
	objects []int64
	// followed is it, in this run; begun are the values that formals among which it is have got.
	followed int64
	among    *cil.Among
	begun    []int64
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

// start runs f and returns "end", or the label of the target, or "stop" where the run ended.
func (m *machine) start(prog *cil.Program, f *cil.Func) string {
	m.globals = map[*cil.Var]int64{}
	for _, v := range prog.Globals {
		if v.Among != nil {
			m.among = v.Among
		}
	}
	label := ""
	stop := interp.Run(prog, f, interp.Config{
		Havoc: func(n *cil.Node, _ cil.Type) *big.Int {
			if n == nil {
				m.followed = m.object()
				return big.NewInt(m.followed)
			}
			return boolInt(m.choose())
		},
		Extern: func(_ *interp.State, _ *cil.Node, g *cil.Func, _ []interp.Value) (interp.Value, bool) {
			return interp.IntValue(m.extern(g.Name)), true
		},
		Hook: func(s *interp.State, n *cil.Node) {
			for _, l := range n.Labels {
				label = l
			}
			if n == n.Func.Entry && strings.HasPrefix(n.Func.Name, "SLIC_") {
				m.meet(s, n.Func)
			}
			if _, leaves := n.Instr.(*cil.Return); leaves && s.Depth() == 1 {
				m.save(prog, s)
			}
		},
	})
	switch {
	case label != "":
		return label
	case stop.Kind == interp.Blocked:
		return "stop"
	case stop.Kind == interp.Returned:
		return "end"
	}
	panic(stop.String())
}

// object chooses the followed object; 0 is none of those that are met.
func (m *machine) object() int64 {
	for _, v := range m.objects {
		if m.choose() {
			return v
		}
	}
	return 0
}

// meet remembers what the handler procedure f gets: it may be the object in later runs.
func (m *machine) meet(s *interp.State, f *cil.Func) {
	for _, v := range f.Formals {
		x, err := s.Eval(cil.MakeCast(&cil.IntType{Kind: cil.LongLong, Bits: 64, Bytes: 8, Signed: true}, cil.LoadVar(v)), nil)
		if err != nil {
			panic(err)
		}
		if m.among != nil && slices.Contains(m.among.Vars, v) {
			m.begun = append(m.begun, x.Int.Int64())
		}
		if k := x.Int.Int64(); !slices.Contains(m.objects, k) {
			m.objects = append(m.objects, k)
		}
	}
}

// save reads the global integers.
func (m *machine) save(prog *cil.Program, s *interp.State) {
	for _, v := range prog.Globals {
		if !cil.IsInteger(v.Type) {
			continue
		}
		x, err := s.Eval(cil.LoadVar(v), nil)
		if err != nil {
			panic(err)
		}
		m.globals[v] = x.Int.Int64()
	}
}

func boolInt(b bool) *big.Int { return big.NewInt(boolInt64(b)) }

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
