package slic

import (
	"fmt"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// procedure is the procedure that runs the handlers of one function's events of one
// kind, in the order of the file.
type procedure struct {
	target   *cil.Func // the function; nil at the end of the program, or if it isn't known
	point    Event     // where it is called: Entry and Exit only for functions with a body
	pos      source.Pos
	handlers []matched
	watches  []watched
	fn       *cil.Func
	formals  []actual // what the parameters of fn get, in order
}

// matched is a handler and the pattern of it that matches the procedure's events.
type matched struct {
	*Handler
	pattern *Pattern
}

// watched is an argument that may become the object that is followed.
type watched struct {
	arg     *Arg
	pattern *Pattern
}

// actual is a parameter of a handler procedure: $k, or $return if index is 0.
type actual struct {
	index int
	v     *cil.Var
}

// formal returns the parameter of p that has $k ($return for 0), which it adds if need be.
func (p *procedure) formal(k int, names *namer) *cil.Var {
	for _, a := range p.formals {
		if a.index == k {
			return a.v
		}
	}
	name, typ := "result", p.target.Type.Ret
	if k > 0 {
		name, typ = fmt.Sprintf("arg%d", k), p.target.Type.Params[k-1]
	}
	v := &cil.Var{Name: names.local(name), Type: typ, Kind: cil.Formal, Func: p.fn, Pos: p.pos}
	p.formals = append(p.formals, actual{k, v})
	p.fn.Formals = append(p.fn.Formals, v)
	p.fn.Type.Params = append(p.fn.Type.Params, typ)
	return v
}

// uses reports whether p has the parameter $k.
// ofResult reports whether all that p does is about the object that the function returns.
func (p *procedure) ofResult() bool {
	return !slices.ContainsFunc(p.handlers, func(m matched) bool { return m.Guard == nil || m.Guard.Index != 0 })
}

func (p *procedure) uses(k int) bool {
	for _, a := range p.formals {
		if a.index == k {
			return true
		}
	}
	return false
}

// pointOf returns where e happens for f: of a function without a body, entry is call
// and exit is return.
func pointOf(f *cil.Func, e Event) Event {
	if f != nil && !f.HasBody() {
		switch e {
		case Entry:
			return Call
		case Exit:
			return Return
		}
	}
	return e
}

// collect makes the procedures: for each function and point that a pattern or a watch
// names, in the order in which the file does.
func (c *checker) collect() {
	for _, w := range c.spec.Watch {
		c.addWatch(&w.Pattern, w.Arg)
	}
	for _, h := range c.spec.Handlers {
		c.checkPatterns(h)
		for _, pat := range h.Patterns {
			for _, p := range c.proceduresOf(pat) {
				p.handlers = append(p.handlers, matched{h, pat})
			}
			if h.Guard != nil && len(c.spec.Watch) == 0 && !c.spec.WatchAny {
				c.addWatch(pat, h.Guard)
			}
		}
	}
	if c.spec.WatchAny && !c.guarded() {
		c.errorf(c.spec.StatePos, "nothing looks at the watched object: expected a handler with [guard $k]")
	}
	if len(c.spec.Watch) > 0 && !c.guarded() {
		c.errorf(c.spec.Watch[0].Pos, "nothing looks at the watched object: expected a handler with [guard $k]")
	}
}

func (c *checker) guarded() bool {
	for _, h := range c.spec.Handlers {
		if h.Guard != nil {
			return true
		}
	}
	return false
}

// checkPatterns complains about a pattern that a handler has twice.
func (c *checker) checkPatterns(h *Handler) {
	seen := map[string]bool{}
	for _, p := range h.Patterns {
		if seen[p.String()] {
			c.errorf(p.Pos, "the handler names %s twice", p)
		}
		seen[p.String()] = true
	}
}

// addWatch lets the events of pat choose the object that is followed by arg.
func (c *checker) addWatch(pat *Pattern, arg *Arg) {
	for _, p := range c.proceduresOf(pat) {
		known := false
		for _, w := range p.watches {
			known = known || w.arg.Index == arg.Index
		}
		if !known {
			p.watches = append(p.watches, watched{arg, pat})
		}
	}
}

// proceduresOf returns the procedures of the events that pat names. If the program
// hasn't the function, it is one whose function isn't known: it serves to check the
// handlers as far as possible.
func (c *checker) proceduresOf(pat *Pattern) []*procedure {
	if pat.Event == End {
		return []*procedure{c.procedure(nil, End, pat)}
	}
	fs := c.decls.Functions(pat.Func)
	if len(fs) == 0 {
		c.addMissing(pat)
		return []*procedure{c.procedure(nil, pat.Event, pat)}
	}
	var ps []*procedure
	for _, f := range fs {
		ps = append(ps, c.procedure(f, pointOf(f, pat.Event), pat))
	}
	return ps
}

func (c *checker) addMissing(pat *Pattern) {
	for _, m := range c.missing {
		if m.Pattern.Func == pat.Func {
			return
		}
	}
	names := c.decls.Names()
	if Tells(pat.Func) || slices.Contains(names, pat.Func) {
		return // declared, and used nowhere
	}
	m := Missing{pat, source.Nearest(pat.Func, names)}
	c.missing = append(c.missing, m)
	if c.opts.RequireFunctions {
		c.errorf(pat.Pos, "the program has no function %s%s", pat.Func, source.DidYouMean(pat.Func, m.Nearest))
	}
}

// procedure returns the procedure for the point of f, which it makes if need be.
func (c *checker) procedure(f *cil.Func, point Event, pat *Pattern) *procedure {
	for _, p := range c.procs {
		if p.target == f && p.point == point {
			return p
		}
	}
	name := pat.Func
	if f != nil {
		name = f.Name
	}
	p := &procedure{target: f, point: point, pos: pat.Pos}
	p.fn = &cil.Func{Name: c.names.unique("SLIC_" + name + "_" + point.String()),
		Type: &cil.FuncType{Ret: cil.Void}, Pos: pat.Pos, Static: true}
	c.procs = append(c.procs, p)
	return p
}

// woven reports whether p belongs to something that the program has.
func (p *procedure) woven() bool { return p.target != nil || p.point == End }
