package rules

import (
	"strconv"

	"hardbop/slic"
)

// Most that a drawing shows of a rule: more makes no picture.
const (
	machineStates = 12
	machineEdges  = 400
	counted       = 2 // where a variable that counts is farther from 0, there are no more states
)

// Where transitions lead that lead to no state of a machine: to a violation, or to where a variable
// counts farther than the machine has states.
const (
	Violation = -1
	More      = -2
)

// Machine is a rule as an automaton over the values of its state variables. What an event does
// that depends on more than these is left open: then there are several edges.
type Machine struct {
	Vars   []string
	States [][]string // the values of Vars
	// Enum says that the values of a variable are names of an enumeration.
	Enum  []bool
	Edges []Transition
}

// Transition is what an event may do in a state. To is a state, [Violation], with its message, or [More].
type Transition struct {
	From, To int
	Event    string
	Message  string
}

// MachineOf returns the automaton of a rule, whose first state is that at the start; nil if it has
// variables with other values than a few that are known, or no state at all.
func MachineOf(spec *slic.Spec) *Machine {
	e := counting(spec)
	if e.gaveUp || len(e.vars) != len(spec.State) || len(e.vars) == 0 {
		return nil
	}
	b := &machineBuilder{e: e, number: map[string]int{}, m: &Machine{}}
	for _, v := range e.vars {
		b.m.Vars, b.m.Enum = append(b.m.Vars, v.decl.Name), append(b.m.Enum, v.decl.Type.Enum != nil)
	}
	return b.build()
}

// counting is an explorer that follows integers too.
func counting(spec *slic.Spec) *explorer {
	e := &explorer{spec: spec, constants: map[string]int64{}, index: map[string]int{}, counts: true,
		seen: map[string]bool{}, ran: map[slic.Stmt]bool{}, read: map[string]bool{}}
	e.declareAll()
	return e
}

// machineBuilder makes a machine while it explores the rule.
type machineBuilder struct {
	e      *explorer
	m      *Machine
	states []state
	number map[string]int
}

func (b *machineBuilder) build() *Machine {
	start := state{}
	for _, v := range b.e.vars {
		start = append(start, v.init)
	}
	b.visit(start)
	for i := 0; i < len(b.states); i++ {
		for _, h := range b.e.spec.Handlers {
			b.handle(i, h)
			if b.e.gaveUp || len(b.states) > machineStates || len(b.m.Edges) > machineEdges {
				return nil
			}
		}
	}
	return b.m
}

// visit returns the number of a state, or [More].
func (b *machineBuilder) visit(s state) int {
	for i, v := range s {
		if far := v > counted || v < -counted; far && b.e.vars[i].values == nil && v != b.e.vars[i].init {
			return More
		}
	}
	n, ok := b.number[s.key()]
	if !ok {
		n = len(b.states)
		b.number[s.key()] = n
		b.states = append(b.states, s)
		b.m.States = append(b.m.States, b.names(s))
	}
	return n
}

// names writes the values of a state.
func (b *machineBuilder) names(s state) []string {
	var list []string
	for i, v := range s {
		list = append(list, b.name(b.e.vars[i].decl, v))
	}
	return list
}

func (b *machineBuilder) name(d *slic.StateVar, v int64) string {
	if d.Type.Enum != nil {
		for _, item := range d.Type.Enum.Items {
			if b.e.constants[item.Name] == v {
				return item.Name
			}
		}
	}
	return strconv.FormatInt(v, 10)
}

// handle adds what a handler may do in state i.
func (b *machineBuilder) handle(i int, h *slic.Handler) {
	b.e.aborted = nil
	after := b.e.run(h.Body, []state{b.states[i]})
	for _, p := range h.Patterns {
		for _, s := range after {
			b.m.Edges = append(b.m.Edges, Transition{From: i, To: b.visit(s), Event: p.String()})
		}
		for _, a := range b.e.aborted {
			b.m.Edges = append(b.m.Edges, Transition{From: i, To: Violation, Event: p.String(), Message: a.Message})
		}
	}
}
