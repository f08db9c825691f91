package slic

import (
	"fmt"
	"strings"
)

// happening is one event of a run, for the direct simulation of a rule.
type happening struct {
	fn   string
	at   Event // the point, as pointOf says
	args []int64
	ret  int64
}

// automaton runs a rule directly on a sequence of events. It is the oracle for the
// instrumentation: it knows nothing of cil.
type automaton struct {
	spec    *Spec
	noBody  map[string]bool
	choose  func() bool
	state   map[string]int64
	object  int64
	current happening
}

// simulate returns how the run ends: "end" and the state, "abort N", or "stop".
func simulate(spec *Spec, noBody map[string]bool, events []happening, choose func() bool) (why string) {
	a := &automaton{spec: spec, noBody: noBody, choose: choose, state: map[string]int64{}}
	a.reset()
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(ended)
			if !ok {
				panic(r)
			}
			why = e.why
		}
	}()
	if spec.WatchAny {
		a.object = a.any(events)
	}
	for _, h := range events {
		a.current = h
		a.happen()
	}
	return "end" + a.show()
}

func (a *automaton) show() string {
	var b strings.Builder
	for _, v := range a.spec.State {
		fmt.Fprintf(&b, " %s=%d", v.Name, a.state[v.Name])
	}
	return b.String()
}

func (a *automaton) reset() {
	for _, v := range a.spec.State {
		a.state[v.Name] = a.eval(v.Init)
	}
}

func (a *automaton) matches(p *Pattern) bool {
	at := p.Event
	if a.noBody[p.Func] {
		at = map[Event]Event{Call: Call, Entry: Call, Return: Return, Exit: Return, End: End}[at]
	}
	return p.Func == a.current.fn && at == a.current.at
}

func (a *automaton) happen() {
	for _, k := range a.watched() {
		if v := a.arg(k); a.object == 0 && a.choose() {
			a.object = v
			break
		}
	}
	for _, h := range a.spec.Handlers {
		for _, p := range h.Patterns {
			if a.matches(p) && (h.Guard == nil || a.object != 0 && a.arg(h.Guard.Index) == a.object) {
				a.stmt(h.Body)
			}
		}
	}
}

// any chooses one of the values that the events have, or one that they don't.
func (a *automaton) any(events []happening) int64 {
	seen := map[int64]bool{0: true}
	for _, h := range events {
		for _, v := range append([]int64{h.ret}, h.args...) {
			if !seen[v] && a.choose() {
				return v
			}
			seen[v] = true
		}
	}
	return 0
}

// watched returns the arguments of the current event that may become the object.
func (a *automaton) watched() []int {
	var ks []int
	add := func(k int) {
		for _, old := range ks {
			if old == k {
				return
			}
		}
		ks = append(ks, k)
	}
	for _, w := range a.spec.Watch {
		if a.matches(&w.Pattern) {
			add(w.Arg.Index)
		}
	}
	for _, h := range a.spec.Handlers {
		for _, p := range h.Patterns {
			if len(a.spec.Watch) == 0 && !a.spec.WatchAny && h.Guard != nil && a.matches(p) {
				add(h.Guard.Index)
			}
		}
	}
	return ks
}

func (a *automaton) arg(k int) int64 {
	if k == 0 {
		return a.current.ret
	}
	return a.current.args[k-1]
}

func (a *automaton) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		for _, s := range s.Stmts {
			a.stmt(s)
		}
	case *Assign:
		var vs []int64
		for _, e := range s.R {
			vs = append(vs, a.eval(e))
		}
		for i, l := range s.L {
			a.state[l.Name] = vs[i]
		}
	case *If:
		if s.Cond == nil && a.choose() || s.Cond != nil && a.eval(s.Cond) != 0 {
			a.stmt(s.Then)
		} else if s.Else != nil {
			a.stmt(s.Else)
		}
	case *Abort:
		panic(ended{"abort " + s.Message})
	case *Halt:
		panic(ended{"stop"})
	case *Reset:
		a.reset()
	}
}

func (a *automaton) eval(e Expr) int64 {
	switch e := e.(type) {
	case *Number:
		return e.Val.Int64()
	case *Ident:
		v, ok := a.state[e.Name]
		if !ok {
			panic("unknown " + e.Name)
		}
		return v
	case *Arg:
		return a.arg(e.Index)
	case *Binary:
		return apply(binOps[e.Op], a.eval(e.X), a.eval(e.Y))
	case *Unary:
		switch x := a.eval(e.X); e.Op {
		case "-":
			return -x
		case "~":
			return ^x
		}
		return boolInt64(a.eval(e.X) == 0)
	case *Cond:
		if a.eval(e.C) != 0 {
			return a.eval(e.A)
		}
		return a.eval(e.B)
	}
	panic(fmt.Sprintf("unexpected %T", e))
}
