package smt

import "math/big"

// PlainModel is a model as data that belongs to no factory, by the keys of its symbols.
type PlainModel struct {
	Vars  map[string]PlainValue
	Funcs map[string]PlainFunc
}

// PlainFunc is a function that has Rest as its result but at Points.
type PlainFunc struct {
	Rest   PlainValue
	Points []PlainPoint
}

// PlainPoint is an argument list of a function, or an index of an array, with what is there.
type PlainPoint struct {
	Args   []PlainValue
	Result PlainValue
}

// PlainValue is a value without its sort.
type PlainValue struct {
	True   bool
	Num    string       // of numbers
	Rest   *PlainValue  // of arrays: the element at all indexes but those of Points
	Points []PlainPoint // in order
}

// Plain returns the model as data.
func (m *Model) Plain() *PlainModel {
	p := &PlainModel{Vars: map[string]PlainValue{}, Funcs: map[string]PlainFunc{}}
	for k, b := range m.vars {
		p.Vars[k] = plain(b.value)
	}
	for k, fn := range m.funcs {
		pf := PlainFunc{Rest: plain(fn.rest)}
		for _, at := range fn.points {
			pp := PlainPoint{Result: plain(at.result)}
			for _, a := range at.args {
				pp.Args = append(pp.Args, plain(a))
			}
			pf.Points = append(pf.Points, pp)
		}
		p.Funcs[k] = pf
	}
	return p
}

func plain(v Value) PlainValue {
	switch v.sort.kind {
	case BoolSort:
		return PlainValue{True: v.truth}
	case ArraySort:
		rest := plain(v.Rest())
		p := PlainValue{Rest: &rest}
		for _, i := range v.Indexes() {
			p.Points = append(p.Points, PlainPoint{[]PlainValue{plain(i)}, plain(v.Select(i))})
		}
		return p
	}
	return PlainValue{Num: v.n.String()}
}

// ModelOf returns the model of the terms that p is; nil if the terms don't all hold in it. So who
// has a model from elsewhere doesn't have to believe it.
func (f *Factory) ModelOf(p *PlainModel, ts ...Term) *Model {
	m := NewModel()
	for _, s := range Symbols(ts...) {
		if !m.define(s, p) {
			return nil
		}
	}
	e := NewEvaluator(f, m)
	for _, t := range ts {
		if !e.Holds(t) {
			return nil
		}
	}
	return m
}

// define gives a symbol the meaning that it has in p, if any, and reports whether that is one.
func (m *Model) define(s Symbol, p *PlainModel) bool {
	k := s.Key()
	if v, ok := p.Vars[k]; ok && len(s.Args) == 0 {
		value, ok := v.of(s.Result)
		m.vars[k] = binding{s, value}
		return ok
	}
	fn, ok := p.Funcs[k]
	if !ok {
		return true
	}
	rest, ok := fn.Rest.of(s.Result)
	if !ok {
		return false
	}
	m.SetRest(s, rest)
	for _, at := range fn.Points {
		args := make([]Value, len(s.Args))
		result, ok := at.Result.of(s.Result)
		if !ok || len(at.Args) != len(s.Args) {
			return false
		}
		for i, a := range at.Args {
			if args[i], ok = a.of(s.Args[i]); !ok {
				return false
			}
		}
		m.SetAt(s, args, result)
	}
	return true
}

// of returns the value of a sort; false if it is none of it.
func (p PlainValue) of(s Sort) (v Value, ok bool) {
	switch s.kind {
	case BoolSort:
		return Value{sort: s, truth: p.True}, true
	case ArraySort:
		if p.Rest == nil {
			return v, false
		}
		rest, ok := p.Rest.of(s.To())
		return p.cells(s, rest, ok)
	}
	n, ok := new(big.Int).SetString(p.Num, 10)
	if !ok || s.kind == BitVecSort && (n.Sign() < 0 || n.BitLen() > s.Width()) {
		return v, false
	}
	return Value{sort: s, n: n}, true
}

// cells returns the array that is rest but at p's points.
func (p PlainValue) cells(s Sort, rest Value, ok bool) (Value, bool) {
	if !ok {
		return Value{}, false
	}
	v := ArrayValue(s, rest)
	for _, at := range p.Points {
		if len(at.Args) != 1 {
			return v, false
		}
		i, is := at.Args[0].of(s.From())
		elem, has := at.Result.of(s.To())
		if !is || !has {
			return v, false
		}
		v = v.Store(i, elem)
	}
	return v, true
}
