package slic

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/property"
	"hardbop/internal/source"
)

// CallGraph resolves calls through pointers.
type CallGraph interface {
	// Callees returns the functions that the call at n may call, at least.
	Callees(n *cil.Node) []*cil.Func
}

// Config says what Instrument needs to know apart from program and rule.
type Config struct {
	Entry *cil.Func // the function that is run; program.end fires at its end
	// Calls resolves calls through pointers; nil means AddressTaken.
	Calls CallGraph
	// Outside is a function that isn't the program's but runs it, if any: its calls are no
	// events.
	Outside *cil.Func
	// InitState assigns the initial values of the rule's state at the start of Entry, for
	// programs in which globals don't start with their initialisers. Nothing may call
	// Entry then.
	InitState bool
	// Decls are the declarations of the program; nil means those of the program itself.
	Decls Declarations
	CheckOptions
}

// Result is what Instrument did.
type Result struct {
	Rule       *Spec                // the rule
	Properties []property.Property  // one for each abort statement, in the order of the file
	Events     []EventCount         // one for each pattern, in the order of the file
	Missing    []Missing            // patterns of functions that the program doesn't have
	Places     []EventPlace         // of the patterns' events, function by function
	Hidden     []cil.HiddenMacro    // macros that patterns name and whose uses aren't known
	State      []*cil.Var           // the globals that hold the rule's state
	Procedures []*cil.Func          // the handler procedures
	AtEnd      *cil.Func            // the procedure of program.end; nil if there is none
	EventNames map[*cil.Func]string // what each handler procedure is called by: FUNCTION.EVENT
	// Enumerators has the names of the values of state variables that are enumerations.
	Enumerators map[*cil.Var]map[string]string
	// Watching are the procedures of events of the program's own: not of its end, nor of
	// what its environment tells rules.
	Watching map[*cil.Func]bool
}

// Tells reports whether the function called name is one by which an environment tells
// rules something, as hardbop_context_atomic does: no event of the program.
func Tells(name string) bool { return strings.HasPrefix(name, "hardbop_") }

// Applies reports whether the program has any event of the rule, apart from its end and
// what its environment tells.
func (r *Result) Applies() bool {
	for _, e := range r.Events {
		if e.Points > 0 && e.Pattern.Event != End && !Tells(e.Pattern.Func) {
			return true
		}
	}
	return false
}

// EventCount says at how many points of the program a pattern's events happen: call
// sites, or bodies of functions. A call through a pointer counts if it may be the event.
type EventCount struct {
	Pattern *Pattern
	Points  int
}

// EventPlace is a point of the program at which an event happens.
type EventPlace struct {
	Pos   source.Pos
	Func  string // of the event, as in the source
	Event Event  // of a function without a body, and of a macro, Call or Return
	In    *cil.Func
	// Maybe says that it is a call through a pointer, which may be of another function.
	Maybe bool
}

// Instrument checks spec against prog and weaves it in: it adds the rule's state and
// handler procedures to prog and calls of the procedures at the points of the events.
// All functions of prog must be finished, and they are again afterwards. If the rule is
// faulty, the error is a source.ErrorList and prog is unchanged.
func Instrument(prog *cil.Program, spec *Spec, cfg Config) (*Result, error) {
	if cfg.Decls == nil {
		cfg.Decls = &ProgramDeclarations{Prog: prog, Constants: prog.Constants, Types: prog.Types}
	}
	if cfg.Calls == nil {
		cfg.Calls = AddressTaken(prog)
	}
	c := newChecker(spec, cfg.Decls, cfg.CheckOptions, programNames(prog))
	c.check()
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	w := newWeaver(c, prog, cfg)
	for _, f := range prog.Funcs {
		if f.HasBody() {
			w.weave(f)
		}
	}
	res := &Result{Rule: spec, Missing: c.missing, Events: w.events(), Hidden: hidden(prog, spec), Places: w.places, Watching: map[*cil.Func]bool{},
		EventNames: map[*cil.Func]string{}}
	c.addTo(prog, res)
	res.Properties = c.properties()
	return res, nil
}

// hidden lists the macros that spec names and that aren't marked.
func hidden(prog *cil.Program, spec *Spec) []cil.HiddenMacro {
	var list []cil.HiddenMacro
	for _, h := range prog.Hidden {
		if slices.Contains(spec.Functions(), h.Name) {
			list = append(list, h)
		}
	}
	return list
}

// Unmark takes the marks of macros out of prog when all rules are woven in.
func Unmark(prog *cil.Program) {
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if s, ok := n.Instr.(*cil.Skip); ok && s.Mark != nil {
				n.Instr = &cil.Skip{Text: s.Text}
			}
		}
	}
}

// addTo adds the state and the procedures to prog.
func (c *checker) addTo(prog *cil.Program, res *Result) {
	res.State = c.stateVars()
	res.Enumerators = c.enumerators()
	if c.running != nil {
		res.State = append(res.State, c.running)
	}
	for _, p := range c.procs {
		if p.woven() {
			res.Procedures = append(res.Procedures, p.fn)
			res.EventNames[p.fn] = p.eventName()
			res.Watching[p.fn] = p.point != End && !Tells(p.target.Name)
			if p.point == End {
				res.AtEnd = p.fn
			}
		}
	}
	prog.Globals = append(prog.Globals, res.State...)
	prog.Funcs = append(prog.Funcs, res.Procedures...)
	for _, v := range c.takenVars {
		v.AddrTaken = true
	}
	for _, f := range c.takenFuncs {
		f.AddrTaken = true
	}
}

// stateVars returns the globals for the state, and the one for the followed object.
func (c *checker) stateVars() []*cil.Var {
	var vs []*cil.Var
	for _, s := range c.state {
		vs = append(vs, s.v)
	}
	if c.object != nil {
		vs = append(vs, c.object)
	}
	if c.bound != nil {
		vs = append(vs, c.bound)
	}
	return vs
}

// properties groups the targets by their abort statements.
func (c *checker) properties() []property.Property {
	var props []property.Property
	for _, s := range c.abortStmts() {
		p := property.Property{ID: fmt.Sprintf("%s.abort%d", c.spec.Name, len(props)+1), Pos: s.Pos, Message: s.Message}
		if p.Message == "" {
			p.Message = "rule " + c.spec.Name + " is violated"
		}
		for _, a := range c.aborts {
			if a.stmt == s && a.proc.woven() && inGraph(a.node) {
				p.Targets = append(p.Targets, property.Target{Node: a.node, Message: a.text})
			}
		}
		props = append(props, p)
	}
	return props
}

// inGraph reports whether n was kept when its function was finished.
func inGraph(n *cil.Node) bool { return n.ID < len(n.Func.Nodes) && n.Func.Nodes[n.ID] == n }

// abortStmts returns the abort statements in the order of the file.
func (c *checker) abortStmts() []*Abort {
	var list []*Abort
	c.spec.walk(func(s Stmt) {
		if a, ok := s.(*Abort); ok {
			list = append(list, a)
		}
	}, nil)
	return list
}

// addressTaken is the CallGraph that knows nothing of pointers.
type addressTaken []*cil.Func

// AddressTaken returns the call graph in which a call through a pointer may call every
// function whose address is taken.
func AddressTaken(prog *cil.Program) CallGraph {
	var fs addressTaken
	for _, f := range prog.Funcs {
		if f.AddrTaken {
			fs = append(fs, f)
		}
	}
	return fs
}

// Callees returns all functions whose address is taken.
func (fs addressTaken) Callees(*cil.Node) []*cil.Func { return fs }
