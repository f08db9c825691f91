package lts

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"hardbop/internal/source"
)

// maxStates and maxTrans bound transition systems.
const (
	maxStates = 100_000
	maxTrans  = 200_000
)

// LTS builds the transition system that begins in the state r, which is named outside of all
// processes. The error, if any, is a source.ErrorList.
func (f *File) LTS(r *Ref) (*System, error) {
	b := &builder{f: f, index: map[string]int{}, actions: map[string]int{}, trans: map[Transition]bool{}, out: &System{Stop: -1}}
	err := b.run(r)
	var e *evalError
	if errors.As(err, &e) {
		var list source.ErrorList
		list.Add(e.pos, f.Text, "%s", e.msg)
		return nil, list
	}
	return b.out, nil
}

// binding is an index with its value.
type binding struct {
	name string
	val  *big.Int
}

// env are the indices that are known; later ones hide earlier ones.
type env []binding

func (e env) with(name string, v *big.Int) env { return append(e[:len(e):len(e)], binding{name, v}) }

func (e env) String() string {
	var b strings.Builder
	for _, x := range e {
		fmt.Fprintf(&b, "[%s=%s]", x.name, x.val)
	}
	return b.String()
}

// point is a state in the making: what is done there.
type point struct {
	owner  *Equation
	name   string // of the owner with the values of its indices
	body   Body
	branch *Branch // if it isn't nil, the point is before its action number next
	next   int
	env    env
}

// builder finds states and transitions.
type builder struct {
	f       *File
	out     *System
	points  []*point
	index   map[string]int // of states, by what tells them apart
	actions map[string]int
	trans   map[Transition]bool
	between map[string]int // how many states without a name an owner has
}

func (b *builder) value(e env) func(string) (*big.Int, bool) {
	return func(name string) (*big.Int, bool) {
		for i := len(e) - 1; i >= 0; i-- {
			if e[i].name == name {
				return e[i].val, true
			}
		}
		return b.f.Constant(name)
	}
}

func (b *builder) run(r *Ref) error {
	b.between = map[string]int{}
	e := b.f.state(r.Name)
	if e == nil {
		return &evalError{r.Pos, "unknown state " + r.Name}
	}
	init, err := b.enter(e, r, nil)
	if err != nil {
		return err
	}
	b.out.Init, b.out.Name = init, b.out.States[init].Name
	if e.Name == r.Name && len(e.Indices) == 0 {
		b.out.Name = r.Name
	}
	for at := 0; at < len(b.out.States); at++ {
		if p := b.points[at]; p != nil {
			if err := b.expand(at, p); err != nil {
				return err
			}
		}
	}
	return b.extend(e.process)
}

// extend adds the extension of the alphabet.
func (b *builder) extend(p *Process) error {
	for _, l := range p.Extension {
		err := b.labels(l, nil, func(name string, _ env) error {
			b.action(Action{Kind: Basic, Name: name, Pos: l.Pos})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enter returns the state that a reference to the equation e means.
func (b *builder) enter(e *Equation, r *Ref, in env) (int, error) {
	var own env
	name := e.Name
	for i, x := range r.Indices {
		v, err := eval(x, b.value(in))
		if err != nil {
			return 0, err
		}
		lo, hi, err := b.f.span(e.Indices[i].Span, b.f.Constant)
		if err != nil {
			return 0, err
		}
		if v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
			return 0, &evalError{x.Place(), fmt.Sprintf("the index %s of %s is outside of %s..%s", v, e.Name, lo, hi)}
		}
		own = own.with(e.Indices[i].Var, v)
		name += "[" + v.String() + "]"
	}
	if alias, ok := e.Body.(*Ref); ok {
		return b.enter(b.f.lookup(e.process, alias.Name), alias, own)
	}
	return b.add(fmt.Sprintf("%p%s", e, own), &point{owner: e, name: name, body: e.Body, env: own}, name, e.Pos)
}

// add returns the state of a key, a new one if there is none.
func (b *builder) add(key string, p *point, name string, pos source.Pos) (int, error) {
	if i, ok := b.index[key]; ok {
		return i, nil
	}
	if len(b.out.States) >= maxStates {
		return 0, &evalError{pos, fmt.Sprintf("the process has more than %d states", maxStates)}
	}
	if name == "" {
		b.between[p.name]++
		name = fmt.Sprintf("%s.%d", p.name, b.between[p.name])
	}
	i := len(b.out.States)
	b.index[key] = i
	b.points = append(b.points, p)
	b.out.States = append(b.out.States, State{Name: name, Pos: pos})
	return i, nil
}

// expand adds what leads away from a state.
func (b *builder) expand(at int, p *point) error {
	if p.branch != nil {
		return b.acts(at, p)
	}
	for _, br := range p.body.(*Choice).Branches {
		if br.When != nil {
			v, err := eval(br.When, b.value(p.env))
			if err != nil {
				return err
			}
			if v.Sign() == 0 {
				continue
			}
		}
		if err := b.acts(at, &point{owner: p.owner, name: p.name, branch: br, env: p.env}); err != nil {
			return err
		}
	}
	return nil
}

// acts adds the transitions by the next action of a branch.
func (b *builder) acts(at int, p *point) error {
	a := p.branch.Actions[p.next]
	if a.Return {
		return b.returns(at, a, p.env)
	}
	for _, l := range a.Labels {
		err := b.labels(l, p.env, func(name string, after env) error {
			if len(a.Labels) > 1 {
				after = p.env
			}
			to, err := b.behind(p, after)
			if err != nil {
				return err
			}
			kind := Basic
			if silent(name) {
				kind, name = Silent, "tau"
			}
			return b.transition(at, Action{Kind: kind, Name: name, Pos: l.Pos}, to)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// returns adds a return action.
func (b *builder) returns(at int, a *Act, in env) error {
	if b.out.Stop < 0 {
		to, err := b.add(stop, nil, stop, source.Pos{})
		if err != nil {
			return err
		}
		b.out.Stop = to
	}
	act := Action{Kind: Return, Name: "return {}", Pos: a.Pos}
	if a.Value != nil {
		act.Cond = ReplaceNames(a.Value, b.value(in))
		if len(Params(act.Cond)) == 0 {
			act.Cond = b.returned(a.Pos, act.Cond)
		}
		act.Name = "return {" + Text(act.Cond) + "}"
	}
	return b.transition(at, act, b.out.Stop)
}

// returned is the condition that the value e, which doesn't speak of $0, is returned.
func (b *builder) returned(pos source.Pos, e Expr) Expr {
	if v, err := eval(e, b.f.Constant); err == nil {
		e = &Number{pos, v}
	}
	return &Binary{pos, "==", &Param{pos, 0}, e}
}

// behind returns the state behind the next action of a branch.
func (b *builder) behind(p *point, after env) (int, error) {
	if next := p.next + 1; next < len(p.branch.Actions) {
		q := &point{owner: p.owner, name: p.name, branch: p.branch, next: next, env: after}
		return b.add(fmt.Sprintf("%p.%d%s", p.branch, next, after), q, "", p.branch.Actions[next].Pos)
	}
	switch then := p.branch.Then.(type) {
	case *Ref:
		return b.enter(b.f.lookup(p.owner.process, then.Name), then, after)
	case *Choice:
		q := &point{owner: p.owner, name: p.name, body: then, env: after}
		return b.add(fmt.Sprintf("%p%s", then, after), q, "", then.Pos)
	}
	panic("lts: a body of another kind")
}

// labels calls f for each action that l means, with the indices that it binds.
func (b *builder) labels(l *Label, in env, f func(name string, after env) error) error {
	var walk func(k int, name string, in env) error
	walk = func(k int, name string, in env) error {
		if k == len(l.Parts) {
			return f(name, in)
		}
		p := l.Parts[k]
		switch {
		case p.Name != "" && k == 0:
			return walk(k+1, p.Name, in)
		case p.Name != "":
			return walk(k+1, name+"."+p.Name, in)
		case p.Index.E != nil:
			v, err := eval(p.Index.E, b.value(in))
			if err != nil {
				return err
			}
			return walk(k+1, name+"["+v.String()+"]", in)
		}
		lo, hi, err := b.f.span(p.Index.Span, b.value(in))
		for v := lo; err == nil && v.Cmp(hi) <= 0; v = new(big.Int).Add(v, big.NewInt(1)) {
			bound := in
			if p.Index.Var != "" {
				bound = in.with(p.Index.Var, v)
			}
			err = walk(k+1, name+"["+v.String()+"]", bound)
		}
		return err
	}
	return walk(0, "", in)
}

// action returns the index of an action.
func (b *builder) action(a Action) int {
	if i, ok := b.actions[a.Name]; ok {
		return i
	}
	i := len(b.out.Actions)
	b.actions[a.Name] = i
	b.out.Actions = append(b.out.Actions, a)
	return i
}

func (b *builder) transition(from int, a Action, to int) error {
	t := Transition{from, b.action(a), to}
	if b.trans[t] {
		return nil
	}
	if len(b.out.Trans) >= maxTrans {
		return &evalError{a.Pos, fmt.Sprintf("the process has more than %d transitions", maxTrans)}
	}
	b.trans[t] = true
	b.out.Trans = append(b.out.Trans, t)
	return nil
}
