package rules

import (
	"fmt"

	"hardbop/slic"
)

// maxStates is how many states the exploration of a rule looks at, or has at one point of
// a handler, before it gives up.
const maxStates = 20000

// explorer runs a rule's handlers on all states. A state is a value for each of vars;
// what is unknown is nil.
type explorer struct {
	spec      *slic.Spec
	constants map[string]int64
	vars      []smallVar
	index     map[string]int // of vars, by name

	seen    map[string]bool
	todo    []state
	entered []map[int64]bool   // the values that each of vars had
	ran     map[slic.Stmt]bool // the statements that were run
	read    map[string]bool    // names that stand in expressions
	gaveUp  bool

	// counts follows integer variables too, as long as their values are known.
	counts  bool
	aborted []*slic.Abort // those that were run
}

// smallVar is a state variable with few values: an enum, or a bool; or one that counts.
type smallVar struct {
	decl   *slic.StateVar
	values []int64 // nil if it counts
	init   int64
}

// state has a value for each of vars.
type state []int64

func (s state) key() string { return fmt.Sprint([]int64(s)) }

func newExplorer(spec *slic.Spec) *explorer {
	e := &explorer{spec: spec, constants: map[string]int64{}, index: map[string]int{},
		seen: map[string]bool{}, ran: map[slic.Stmt]bool{}, read: map[string]bool{}}
	e.declareAll()
	for _, h := range spec.Handlers {
		e.readIn(h.Body)
	}
	return e
}

// declareAll knows the rule's constants and variables.
func (e *explorer) declareAll() {
	for _, x := range e.spec.Enums {
		e.declare(x)
	}
	for _, v := range e.spec.State {
		if v.Type.Enum != nil {
			e.declare(v.Type.Enum)
		}
	}
	for _, v := range e.spec.State {
		e.addVar(v)
	}
}

// declare gives the enumerators their values. One whose value isn't a constant here makes
// the exploration give up.
func (e *explorer) declare(x *slic.Enum) {
	next := int64(0)
	for _, item := range x.Items {
		if item.Value != nil {
			v := e.eval(item.Value, nil)
			if v == nil {
				e.gaveUp = true
				return
			}
			next = *v
		}
		e.constants[item.Name] = next
		next++
	}
}

// addVar adds v to vars if it has few values.
func (e *explorer) addVar(v *slic.StateVar) {
	values := e.valuesOf(v.Type)
	if values == nil && !(e.counts && integers[v.Type.Base] && v.Type.Stars == 0) || v.Init == nil {
		return
	}
	init := e.eval(v.Init, nil)
	if init == nil {
		return
	}
	e.index[v.Name] = len(e.vars)
	e.vars = append(e.vars, smallVar{v, values, *init})
	e.entered = append(e.entered, map[int64]bool{})
}

// integers are the types of variables that count.
var integers = map[string]bool{"int": true, "unsigned": true, "unsigned int": true, "long": true, "unsigned long": true}

// valuesOf returns the values of a type with few of them, else nil.
func (e *explorer) valuesOf(t *slic.TypeName) []int64 {
	switch {
	case t.Stars > 0:
		return nil
	case t.Enum != nil:
		var values []int64
		for _, item := range t.Enum.Items {
			values = append(values, e.constants[item.Name])
		}
		return values
	case t.Base == "bool" || t.Base == "_Bool":
		return []int64{0, 1}
	}
	return nil
}

// explore runs the handlers until no new state is found.
func (e *explorer) explore() {
	start := state{}
	for _, v := range e.vars {
		start = append(start, v.init)
	}
	e.visit(start)
	for len(e.todo) > 0 && !e.gaveUp {
		s := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		for _, h := range e.spec.Handlers {
			for _, after := range e.run(h.Body, []state{s}) {
				e.visit(after)
			}
		}
	}
}

func (e *explorer) visit(s state) {
	if e.seen[s.key()] {
		return
	}
	if len(e.seen) >= maxStates {
		e.gaveUp = true
		return
	}
	e.seen[s.key()] = true
	for i, v := range s {
		e.entered[i][v] = true
	}
	e.todo = append(e.todo, s)
}

// run runs a statement on each of the states and returns those after it.
func (e *explorer) run(st slic.Stmt, in []state) []state {
	if len(in) == 0 {
		return nil
	}
	e.ran[st] = true
	switch st := st.(type) {
	case *slic.Block:
		for _, s := range st.Stmts {
			in = e.run(s, in)
		}
		return in
	case *slic.Assign:
		return e.assign(st, in)
	case *slic.If:
		return e.branch(st, in)
	case *slic.Abort:
		e.aborted = append(e.aborted, st)
		return nil
	case *slic.Halt:
		return nil
	case *slic.Reset:
		for i, s := range in {
			in[i] = append(state{}, s...)
			for k, v := range e.vars {
				in[i][k] = v.init
			}
		}
		return distinct(in)
	}
	return in
}

// branch runs the sides of a test that states can take.
func (e *explorer) branch(st *slic.If, in []state) []state {
	var yes, no []state
	for _, s := range in {
		var v *int64
		if st.Cond != nil {
			v = e.eval(st.Cond, s)
		}
		if v == nil || *v != 0 {
			yes = append(yes, s)
		}
		if v == nil || *v == 0 {
			no = append(no, s)
		}
	}
	yes = e.run(st.Then, yes)
	if st.Else != nil {
		no = e.run(st.Else, no)
	}
	return distinct(append(yes, no...))
}

// assign sets variables at once. One that gets an unknown value may get any of its own.
func (e *explorer) assign(st *slic.Assign, in []state) []state {
	var out []state
	for _, s := range in {
		if e.gaveUp {
			return nil
		}
		after := []state{append(state{}, s...)}
		for k, l := range st.L {
			i, small := e.index[l.Name]
			if !small || k >= len(st.R) {
				continue
			}
			values := e.vars[i].values
			if v := e.eval(st.R[k], s); v != nil {
				values = []int64{*v}
			}
			if values == nil {
				e.gaveUp = true
				return nil
			}
			if len(out)+len(after)*len(values) > maxStates {
				e.gaveUp = true
				return nil
			}
			after = withEach(after, i, values)
		}
		out = append(out, after...)
	}
	return distinct(out)
}

// withEach returns the states with variable i set to each of the values.
func withEach(in []state, i int, values []int64) []state {
	var out []state
	for _, s := range in {
		for _, v := range values {
			t := append(state{}, s...)
			t[i] = v
			out = append(out, t)
		}
	}
	return out
}

// distinct drops states that are there twice.
func distinct(in []state) []state {
	seen := map[string]bool{}
	var out []state
	for _, s := range in {
		if k := s.key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	return out
}
