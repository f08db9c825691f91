package lts

import (
	"errors"
	"math/big"
	"slices"
	"sort"

	"hardbop/internal/source"
)

// checker looks for what is wrong with a file whose syntax is right.
type checker struct {
	f     *File
	errs  *source.ErrorList
	built int // states and transitions
}

// check complains about what is wrong with f, and fills in its tables.
func (f *File) check(errs *source.ErrorList) {
	c := &checker{f: f, errs: errs}
	c.numbers()
	c.names()
	for _, p := range f.Processes {
		for _, e := range p.Equations {
			c.equation(e)
		}
		for _, l := range p.Extension {
			c.label(l, nil)
		}
	}
	for _, p := range f.Procedures {
		c.procedure(p)
	}
	if len(*errs) == 0 {
		c.build()
	}
}

func (c *checker) add(pos source.Pos, format string, args ...any) {
	if len(*c.errs) < maxErrors {
		c.errs.Add(pos, c.f.Text, format, args...)
	}
}

// numbers evaluates the constants and ranges, each over those before it.
func (c *checker) numbers() {
	for _, k := range c.f.Consts {
		if c.f.consts[k.Name] != nil {
			c.add(k.Pos, "a second constant %s", k.Name)
			continue
		}
		v, err := eval(k.Value, c.f.Constant)
		if err != nil {
			c.evalError(err)
			v = new(big.Int)
		}
		c.f.consts[k.Name] = &Const{k.Pos, k.Name, &Number{k.Value.Place(), v}}
	}
	for _, r := range c.f.Ranges {
		if c.f.ranges[r.Name] != nil {
			c.add(r.Pos, "a second range %s", r.Name)
			continue
		}
		c.f.ranges[r.Name] = r
		if _, _, err := c.f.span(r.Span, c.f.Constant); err != nil {
			c.evalError(err)
		}
	}
}

func (c *checker) evalError(err error) {
	var e *evalError
	if errors.As(err, &e) {
		c.add(e.pos, "%s", e.msg)
	}
}

// Constant returns the value of a constant of the file.
func (f *File) Constant(name string) (*big.Int, bool) {
	if k := f.consts[name]; k != nil {
		return k.Value.(*Number).Val, true
	}
	return nil, false
}

// maxSpan bounds the numbers in a range.
const maxSpan = 1 << 16

// span returns the ends of a range.
func (f *File) span(s Span, value func(string) (*big.Int, bool)) (lo, hi *big.Int, err error) {
	if s.Name != "" {
		r := f.ranges[s.Name]
		if r == nil {
			return nil, nil, &evalError{s.Pos, "unknown range " + s.Name + ": expected a name that range declares, or FIRST..LAST"}
		}
		if r.Span.Name == s.Name {
			return nil, nil, &evalError{s.Pos, "the range " + s.Name + " is that of itself"}
		}
		return f.span(r.Span, f.Constant)
	}
	if lo, err = eval(s.Lo, value); err != nil {
		return nil, nil, err
	}
	if hi, err = eval(s.Hi, value); err != nil {
		return nil, nil, err
	}
	if n := new(big.Int).Sub(hi, lo); n.Sign() < 0 || !n.IsInt64() || n.Int64() >= maxSpan {
		return nil, nil, &evalError{s.Pos, "a range from " + lo.String() + " to " + hi.String() + ": expected one of 1 to 65536 numbers"}
	}
	return lo, hi, nil
}

// names notes what is defined.
func (c *checker) names() {
	for _, p := range c.f.Processes {
		p.byName = map[string]*Equation{}
		for i, e := range p.Equations {
			if p.byName[e.Name] != nil {
				c.add(e.Pos, "a second equation for %s", e.Name)
				continue
			}
			p.byName[e.Name] = e
			if i > 0 {
				continue
			}
			if c.f.heads[e.Name] != nil {
				c.add(e.Pos, "a second process %s", e.Name)
			} else {
				c.f.heads[e.Name] = e
			}
		}
	}
	seen := map[string]bool{}
	for _, p := range c.f.Procedures {
		if seen[p.Name] {
			c.add(p.Pos, "a second abstraction of the procedure %s: expected one cproc with all of them", p.Name)
		}
		seen[p.Name] = true
	}
}

// lookup returns the equation that name means in a process: one of its own, or the first of
// another. process may be nil.
func (f *File) lookup(process *Process, name string) *Equation {
	if process != nil && process.byName[name] != nil {
		return process.byName[name]
	}
	return f.heads[name]
}

// state returns the equation that name means outside of all processes: the first of one, or
// the only one of that name.
func (f *File) state(name string) *Equation {
	if e := f.heads[name]; e != nil {
		return e
	}
	var found *Equation
	for _, p := range f.Processes {
		if e := p.byName[name]; e != nil {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

// scope lists the indices that an expression may use.
type scope []string

func (c *checker) equation(e *Equation) {
	var in scope
	for _, i := range e.Indices {
		if i.Var == "" {
			c.add(i.Pos, "expected an index and its range, as in [i:0..3]")
			continue
		}
		c.span(i.Span, nil)
		in = append(in, i.Var)
	}
	if r, ok := e.Body.(*Ref); ok && r.Name == stop {
		c.add(r.Pos, "only a return action leads to STOP: expected another state or '('")
		return
	}
	c.body(e.process, e.Body, in)
	c.aliases(e)
}

// aliases complains if e is defined by itself, without an action.
func (c *checker) aliases(e *Equation) {
	at := e
	for range maxNesting {
		r, ok := at.Body.(*Ref)
		if !ok {
			return
		}
		next := c.f.lookup(at.process, r.Name)
		if next == nil {
			return
		}
		if next == e {
			c.add(e.Pos, "%s is defined by itself: expected an action in between", e.Name)
			return
		}
		at = next
	}
	c.add(e.Pos, "%s is another name of another name, and so on: expected an action", e.Name)
}

func (c *checker) body(p *Process, b Body, in scope) {
	switch b := b.(type) {
	case *Ref:
		c.ref(p, b, in)
	case *Choice:
		for _, br := range b.Branches {
			c.branch(p, br, in)
		}
	}
}

func (c *checker) ref(p *Process, r *Ref, in scope) {
	for _, i := range r.Indices {
		c.expr(i, in)
	}
	if r.Name == stop {
		return
	}
	e := c.f.lookup(p, r.Name)
	if p == nil {
		e = c.f.state(r.Name)
	}
	switch {
	case e == nil:
		c.add(r.Pos, "unknown state %s: expected one that an equation defines%s", r.Name, source.DidYouMean(r.Name, c.states(p)))
	case len(e.Indices) != len(r.Indices):
		c.add(r.Pos, "%s has %d indices: expected %d", r.Name, len(r.Indices), len(e.Indices))
	}
}

// states lists the names that p sees.
func (c *checker) states(p *Process) []string {
	var names []string
	for n := range c.f.heads {
		names = append(names, n)
	}
	if p != nil {
		for n := range p.byName {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return slices.Compact(names)
}

// branch checks a branch, and that an action leads to STOP if and only if it is a return
// action.
func (c *checker) branch(p *Process, b *Branch, in scope) {
	if b.When != nil {
		c.expr(b.When, in)
	}
	for i, a := range b.Actions {
		in = c.act(a, in)
		if a.Return && i < len(b.Actions)-1 {
			c.add(b.Actions[i+1].Pos, "nothing comes behind a return action: expected STOP")
			return
		}
	}
	last := b.Actions[len(b.Actions)-1]
	r, isRef := b.Then.(*Ref)
	toStop := isRef && r.Name == stop
	switch {
	case last.Return && !toStop:
		c.add(place(b.Then), "nothing comes behind a return action: expected STOP")
		return
	case !last.Return && toStop:
		c.add(r.Pos, "only a return action leads to STOP: expected another state")
		return
	}
	c.body(p, b.Then, in)
}

func place(b Body) source.Pos {
	if r, ok := b.(*Ref); ok {
		return r.Pos
	}
	return b.(*Choice).Pos
}

// act checks an action and returns the indices that what comes behind it may use.
func (c *checker) act(a *Act, in scope) scope {
	if a.Return {
		c.program(a.Value, "a return action speaks of $0, the value that is returned", func(k int) bool { return k == 0 })
		return in
	}
	for _, l := range a.Labels {
		bound := c.label(l, in)
		if len(a.Labels) == 1 {
			return append(in[:len(in):len(in)], bound...)
		}
	}
	return in
}

// label checks a label and returns the indices that it binds.
func (c *checker) label(l *Label, in scope) scope {
	var bound scope
	if silent(l.Parts[0].Name) && len(l.Parts) > 1 {
		c.add(l.Pos, "%s is the silent action: expected no index", l.Parts[0].Name)
	}
	for k, p := range l.Parts {
		if n, ok := p.Index.E.(*Name); ok && c.f.ranges[n.Name] != nil && !slices.Contains(in, n.Name) {
			p.Index = Index{Pos: p.Index.Pos, Span: Span{Pos: n.Pos, Name: n.Name}}
			l.Parts[k] = p
		}
		switch i := p.Index; {
		case p.Name != "":
		case i.E != nil:
			c.expr(i.E, append(in[:len(in):len(in)], bound...))
		default:
			c.span(i.Span, append(in[:len(in):len(in)], bound...))
			if i.Var != "" {
				bound = append(bound, i.Var)
			}
		}
	}
	return bound
}

func (c *checker) span(s Span, in scope) {
	if s.Name != "" {
		if c.f.ranges[s.Name] == nil {
			var names []string
			for _, r := range c.f.Ranges {
				names = append(names, r.Name)
			}
			c.add(s.Pos, "unknown range %s: expected a name that range declares, or FIRST..LAST%s", s.Name, source.DidYouMean(s.Name, names))
		}
		return
	}
	c.expr(s.Lo, in)
	c.expr(s.Hi, in)
}

// expr checks an expression over numbers.
func (c *checker) expr(e Expr, in scope) {
	visit(e, func(e Expr) {
		switch e := e.(type) {
		case *Name:
			if c.f.consts[e.Name] == nil && !slices.Contains(in, e.Name) {
				c.add(e.Pos, "unknown name %s: expected a constant or an index%s", e.Name, source.DidYouMean(e.Name, in))
			}
		case *Param, *Member, *Element:
			c.add(e.Place(), "expected a number: values of the program can't be used here")
		}
	})
}

// program checks an expression over values of the program; may says which parameters it may
// have.
func (c *checker) program(e Expr, why string, may func(k int) bool) {
	if e == nil {
		return
	}
	visit(e, func(e Expr) {
		if p, ok := e.(*Param); ok && !may(p.K) {
			c.add(p.Pos, "unexpected $%d: %s", p.K, why)
		}
	})
}

func (c *checker) procedure(p *Procedure) {
	if len(p.Abstractions) == 0 {
		c.add(p.Pos, "%s has no abstraction: expected abstract { NAME, GUARD, STATE };", p.Name)
	}
	seen := map[string]bool{}
	for _, a := range p.Abstractions {
		if seen[a.Name] {
			c.add(a.Pos, "a second abstraction %s of %s", a.Name, p.Name)
		}
		seen[a.Name] = true
		c.program(a.Guard, "a guard speaks of the arguments $1, $2, ...", func(k int) bool { return k > 0 })
		if a.Initial.Name == stop {
			c.add(a.Initial.Pos, "only a return action leads to STOP: expected another state")
			continue
		}
		c.ref(nil, &a.Initial, nil)
	}
}

// build makes the transition systems, for what is wrong with the numbers in them, up to
// maxStates states in all.
func (c *checker) build() {
	for _, p := range c.f.Processes {
		if e := p.Equations[0]; len(e.Indices) == 0 {
			c.system(&Ref{Pos: e.Pos, Name: e.Name})
		}
	}
	for _, p := range c.f.Procedures {
		for _, a := range p.Abstractions {
			c.system(&a.Initial)
		}
	}
}

func (c *checker) system(r *Ref) {
	if c.built >= maxStates {
		return
	}
	s, err := c.f.LTS(r)
	if err == nil {
		c.built += len(s.States) + len(s.Trans)
	}
	var list source.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			if !slices.ContainsFunc(*c.errs, func(o *source.Error) bool { return *o == *e }) {
				*c.errs = append(*c.errs, e)
			}
		}
	}
}

// States lists the states without indices that can be named outside of all processes, in
// the order of the file.
func (f *File) States() []string {
	var names []string
	for _, p := range f.Processes {
		for _, e := range p.Equations {
			if f.state(e.Name) == e && len(e.Indices) == 0 {
				names = append(names, e.Name)
			}
		}
	}
	return names
}
