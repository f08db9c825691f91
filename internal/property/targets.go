package property

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// Label returns the property that no node with the C label name is reached. It reports
// whether there is one.
func Label(prog *cil.Program, name string) (Property, bool) {
	p := Property{ID: "label:" + name, Message: "the label " + name + " is reached"}
	dead := false
	for _, f := range prog.Funcs {
		dead = dead || slices.Contains(f.DeadLabels, name)
		for _, n := range f.Nodes {
			if slices.Contains(n.Labels, name) {
				p.Targets = append(p.Targets, Target{n, p.Message})
			}
		}
	}
	return p, dead || len(p.Targets) > 0
}

// reachNames are the functions that SV-COMP uses to say that a point is an error.
func isErrorFunc(name string) bool {
	switch name {
	case "reach_error", "__VERIFIER_error":
		return true
	}
	return false
}

// isAssertFail reports whether name is what a C library's assert calls if it fails.
func isAssertFail(name string) bool {
	switch name {
	case "__assert_fail", "__assert_rtn", "__assert", "__assert13", "__assert_perror_fail", "_assert", "_wassert":
		return true
	}
	return false
}

// Calls returns the property that the function called name is never called. It puts a
// target before every direct call; a function whose address is taken gets one in its
// body too, which it is given if it has none. It reports whether the program uses the
// function.
func Calls(prog *cil.Program, name string) (Property, bool) {
	p := Property{ID: "call:" + name, Message: name + " is called"}
	m := newMarker(prog)
	known := m.markCalls(&p, func(f *cil.Func) bool { return sourceName(f) == name })
	return p, known
}

// Reach returns the property that none of SV-COMP's error functions is called, as Calls
// does for one of them.
func Reach(prog *cil.Program) (Property, bool) {
	p := Property{ID: "reach", Message: "the error function is called"}
	m := newMarker(prog)
	known := m.markCalls(&p, func(f *cil.Func) bool { return isErrorFunc(sourceName(f)) })
	return p, known
}

// Asserts returns the property that no assertion fails: that what the C library's assert
// calls then isn't called, and that the argument of a call of a function assert without a
// body isn't zero. It reports whether the program has assertions.
func Asserts(prog *cil.Program) (Property, bool) {
	p := Property{ID: "assert", Message: "an assertion fails"}
	m := newMarker(prog)
	known := m.markCalls(&p, func(f *cil.Func) bool { return isAssertFail(sourceName(f)) })
	m.markAsserts(&p)
	return p, known || len(p.Targets) > 0
}

func sourceName(f *cil.Func) string {
	if f.Orig != "" {
		return f.Orig
	}
	return f.Name
}

// marker puts targets into a program.
type marker struct {
	prog   *cil.Program
	labels map[string]bool
	next   int
}

func newMarker(prog *cil.Program) *marker {
	m := &marker{prog: prog, labels: map[string]bool{}}
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			for _, l := range n.Labels {
				m.labels[l] = true
			}
		}
	}
	return m
}

// target makes a target in f, which leads to next.
func (m *marker) target(p *Property, f *cil.Func, next *cil.Node, pos source.Pos, message string) *cil.Node {
	n := f.NewNode(&cil.Skip{Text: p.Message}, pos)
	n.Succs = []*cil.Node{next}
	for {
		m.next++
		l := fmt.Sprintf("TARGET_%d", m.next)
		if !m.labels[l] {
			n.Labels = []string{l}
			break
		}
	}
	p.Targets = append(p.Targets, Target{n, message})
	return n
}

// markCalls adds the targets for calls of the functions that is accepts. It reports
// whether the program has such a function, be it in code that is never reached.
func (m *marker) markCalls(p *Property, is func(*cil.Func) bool) (known bool) {
	for _, f := range m.prog.Funcs {
		known = known || is(f)
		var calls []*cil.Node
		for _, n := range f.Nodes {
			if c, ok := n.Instr.(*cil.Call); ok && c.Callee() != nil && is(c.Callee()) {
				calls = append(calls, n)
			}
		}
		for _, n := range calls {
			name := sourceName(n.Instr.(*cil.Call).Callee())
			m.before(n, m.target(p, f, n, n.Pos, name+" is called"))
		}
		if len(calls) > 0 {
			f.Finish()
		}
	}
	for _, f := range m.prog.Funcs {
		if is(f) && f.AddrTaken {
			m.markBody(p, f)
		}
	}
	return known
}

// before leads the edges to n to first instead, and moves n's labels there.
func (m *marker) before(n, first *cil.Node) {
	for _, pred := range n.Preds {
		for i, s := range pred.Succs {
			if s == n {
				pred.Succs[i] = first
			}
		}
	}
	first.Labels, n.Labels = append(n.Labels, first.Labels...), nil
	first.Preds, n.Preds = n.Preds, []*cil.Node{first}
}

// markBody puts a target at the start of f's body, and makes a body if there is none.
func (m *marker) markBody(p *Property, f *cil.Func) {
	if !f.HasBody() {
		nameFormals(f)
		f.StartBody(f.Pos, f.Pos)
		stop := f.NewNode(&cil.Assume{E: cil.IntConst(m.prog.Model.Int(cil.Int), 0)}, f.Pos)
		stop.Succs = []*cil.Node{f.Exit}
		f.Entry.Succs = []*cil.Node{stop}
	}
	next := f.Entry.Succs[0]
	f.Entry.Succs[0] = m.target(p, f, next, f.Pos, sourceName(f)+" is called")
	f.Finish()
}

// nameFormals gives f a formal for each parameter of its type.
func nameFormals(f *cil.Func) {
	f.Formals = nil
	for i, t := range f.Type.Params {
		f.Formals = append(f.Formals, &cil.Var{Name: fmt.Sprintf("p%d", i+1), Type: t, Kind: cil.Formal, Func: f, Pos: f.Pos})
	}
}

// markAsserts turns the calls of a function assert without a body into branches: one
// side goes on, the other is a target, after which no run goes on.
func (m *marker) markAsserts(p *Property) {
	for _, f := range m.prog.Funcs {
		changed := false
		for _, n := range slices.Clone(f.Nodes) {
			c, ok := n.Instr.(*cil.Call)
			if !ok || !isAssert(c) {
				continue
			}
			stop := f.NewNode(&cil.Assume{E: cil.IntConst(m.prog.Model.Int(cil.Int), 0)}, n.Pos)
			stop.Succs = []*cil.Node{f.Exit}
			fails := m.target(p, f, stop, n.Pos, "the assertion fails")
			n.Instr = &cil.Branch{E: c.Args[0]}
			n.Succs = []*cil.Node{n.Succs[0], fails}
			changed = true
		}
		if changed {
			f.Finish()
		}
	}
}

// isAssert reports whether c calls a function assert that has no body, with one scalar.
func isAssert(c *cil.Call) bool {
	f := c.Callee()
	return f != nil && !f.HasBody() && sourceName(f) == "assert" &&
		len(c.Args) == 1 && cil.IsScalar(c.Args[0].Type()) && c.Ret == nil
}
