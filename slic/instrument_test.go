package slic

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/source"

	"pgregory.net/rapid"
)

var noBody = map[string]bool{"acquire": true, "release": true, "try_acquire": true, "old": true, "pair": true}

// scenario is a program with a known sequence of events.
type scenario struct {
	*testProgram
	events  []happening
	results []int64 // of try_acquire, in order
	count   int64   // the value of the global count
	local   *cil.Var
	value   int64 // of local
	m       machine
}

func newScenario(t testing.TB) *scenario {
	s := &scenario{testProgram: newTestProgram(t)}
	s.global("device2", s.dev)
	s.local = s.entry.NewTemp("r", s.int, source.Pos{})
	for _, name := range []string{"acquire", "release"} {
		s.fn(name).AddrTaken = true
	}
	s.emit(&cil.Assign{L: cil.VarLval(s.local), E: cil.IntConst(s.int, 0)})
	return s
}

// pointer returns an argument: the address of device or device2, or null.
func (s *scenario) pointer(k int) (cil.Expr, int64) {
	if k == 0 {
		return &cil.Cast{T: s.devPtr(), X: cil.IntConst(s.int, 0)}, 0
	}
	name := []string{"", "device", "device2"}[k]
	return s.addr(name), s.m.address(name)
}

// integer returns an argument: a constant, the local or the global variable.
func (s *scenario) integer(k int) (cil.Expr, int64) {
	switch k {
	case 0:
		return cil.LoadVar(s.local), s.value
	case 1:
		return cil.LoadVar(s.prog.GlobalNamed("count")), s.count
	}
	return cil.IntConst(s.int, int64(k)), int64(k)
}

// around records the events of a call of fn, with those of its body inside.
func (s *scenario) around(fn string, ret int64, args ...int64) {
	points := []Event{Call, Entry, Exit, Return}
	if noBody[fn] {
		points = []Event{Call, Return}
	}
	for _, at := range points {
		s.events = append(s.events, happening{fn, at, args, ret})
	}
}

// lock appends a call of acquire or release, through a pointer or not.
func (s *scenario) lock(fn string, indirect bool, k int) {
	e, v := s.pointer(k)
	s.around(fn, 0, v)
	if !indirect {
		s.call(nil, fn, e)
		return
	}
	f := s.fn(fn)
	p := s.entry.NewTemp("fp", &cil.PtrType{Elem: f.Type}, source.Pos{})
	s.emit(&cil.Assign{L: cil.VarLval(p), E: &cil.FuncAddr{F: f, T: p.Type.(*cil.PtrType)}})
	s.emit(&cil.Call{Fn: cil.LoadVar(p), Args: []cil.Expr{e}})
}

// store returns where a result goes: nowhere, to the local or to the global variable.
func (s *scenario) store(k int, v int64) *cil.Lval {
	switch k {
	case 0:
		return nil
	case 1:
		s.value = v
		return cil.VarLval(s.local)
	}
	s.count = v
	return cil.VarLval(s.prog.GlobalNamed("count"))
}

func (s *scenario) try(ret, p, n, result int) {
	pe, pv := s.pointer(p)
	ne, nv := s.integer(n)
	s.results = append(s.results, int64(result))
	s.around("try_acquire", int64(result), pv, nv)
	s.call(s.store(ret, int64(result)), "try_acquire", pe, ne)
}

func (s *scenario) help(ret, n, p int) {
	pe, pv := s.pointer(p)
	ne, nv := s.integer(n)
	s.around("helper", nv+1, nv, pv)
	s.call(s.store(ret, nv+1), "helper", ne, pe)
}

// end ends the program; the events that follow are those of its end.
func (s *scenario) end() {
	s.finish()
	s.events = append(s.events, happening{"entry", Exit, nil, 0}, happening{"program", End, nil, 0})
	s.events = append([]happening{{"entry", Entry, nil, 0}}, s.events...)
}

// outcomes runs the instrumented program with every sequence of choices.
func (s *scenario) outcomes(t rapid.TB, spec *Spec) map[string]bool {
	res, err := Instrument(s.prog, spec, Config{Entry: s.entry})
	if err != nil {
		t.Fatalf("%v\n%s", err, spec.Text)
	}
	for _, err := range cil.Sanity(s.prog) {
		t.Fatalf("%v\n%s", err, spec.Text)
	}
	names := map[string]string{}
	for _, p := range res.Properties {
		for _, target := range p.Targets {
			if names[target.Node.Labels[0]] != "" {
				t.Fatalf("two targets have the label %s", target.Node.Labels[0])
			}
			names[target.Node.Labels[0]] = "abort " + p.Message
		}
	}
	var objects []int64
	for {
		known := len(objects)
		all := explore(func(choose func() bool) string { return s.once(t, res, spec, names, &objects, choose) })
		if len(objects) == known {
			return all
		}
	}
}

// once runs the instrumented program, and adds to objects what the handlers get.
func (s *scenario) once(t rapid.TB, res *Result, spec *Spec, names map[string]string, objects *[]int64, choose func() bool) string {
	results := s.results
	m := machine{choose: choose, objects: slices.Clone(*objects), extern: func(name string) int64 {
		if name != "try_acquire" {
			return 0
		}
		r := results[0]
		results = results[1:]
		return r
	}}
	why := m.start(s.prog, s.entry)
	for _, v := range m.objects {
		if !slices.Contains(*objects, v) {
			*objects = append(*objects, v)
		}
	}
	if name, ok := names[why]; ok {
		if m.among != nil && spec.WatchAny && !slices.Contains(m.begun, m.followed) {
			t.Fatalf("%s: %s, but the object %d is none of %v, at which something begins", spec.Text, name, m.followed, m.begun)
		}
		return name
	}
	if why != "end" {
		return why
	}
	var b strings.Builder
	for i, v := range spec.State {
		fmt.Fprintf(&b, " %s=%d", v.Name, m.globals[res.State[i]])
	}
	for v, x := range m.globals {
		if v.Orig == "bound" && x != 0 && m.among != nil && !slices.Contains(m.begun, m.followed) {
			t.Fatalf("%s: the object %d is bound, but is none of %v", spec.Text, m.followed, m.begun)
		}
	}
	return "end" + b.String()
}

// compare runs the scenario instrumented and the rule directly.
func (s *scenario) compare(t rapid.TB, text string) map[string]bool {
	spec, err := Parse("rule.slic", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got := s.outcomes(t, spec)
	want := explore(func(choose func() bool) string { return simulate(spec, noBody, s.events, choose) })
	if !maps.Equal(got, want) {
		t.Fatalf("%s\nevents %+v\ngot  %v\nwant %v", text, s.events,
			slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	return got
}

// directed are the scenarios for what random ones seldom hit.
var directed = map[string]struct {
	calls func(s *scenario)
	rule  string
	want  string // one of the outcomes
}{
	"the callee changes its parameter": {
		func(s *scenario) { s.help(1, 3, 1) },
		"state { int x = 0; int y = 0; } helper.exit { x = $1; y = $return; }", "end x=3 y=4"},
	"the result overwrites the argument": {
		func(s *scenario) { s.try(1, 1, 2, 1); s.try(1, 1, 0, 0) },
		"state { int x = 0; int y = 0; } try_acquire.return { x = $2; y = $return; }", "end x=1 y=0"},
	"the result overwrites a global argument": {
		func(s *scenario) { s.try(2, 1, 2, 1); s.try(2, 1, 1, 0); s.lock("acquire", false, 1) },
		"state { int x = 0; int y = 0; } try_acquire.return { x = $2; y = $return; }", "end x=1 y=0"},
	"the argument changes later": {
		func(s *scenario) { s.help(1, 2, 0); s.help(1, 0, 0); s.help(2, 0, 0); s.help(0, 1, 0) },
		"state { int x = 0; int y = 0; } helper.return { x = $1; y = $return + y; }", "end x=5 y=18"},
	"parallel assignment": {
		func(s *scenario) { s.lock("acquire", true, 1) },
		"state { int x = 0; int y = 1; int z = 2; } acquire.call { x, y, z = y, z, x; }", "end x=1 y=2 z=0"},
	"negative constants": {
		func(s *scenario) { s.lock("acquire", true, 1) },
		"state { int x = 0; int y = -1; } acquire.call { x = -5; y = x - -3; }", "end x=-5 y=-2"},
	"two arguments may be the object": {
		func(s *scenario) { s.both(1, 2); s.both(2, 1) },
		"state { int x = 0; } watch pair.$1, pair.$2; pair.call [guard $2] { x = x + 1; if (x == 2) abort \"two\"; }", "end x=1"},
	"the second argument is followed": {
		func(s *scenario) { s.both(1, 2) },
		"state { int x = 0; int y = 0; } pair.call [guard $1] { x = 1; } pair.call [guard $2] { y = 1; }", "end x=0 y=1"},
	"one object for both guards": {
		func(s *scenario) { s.both(1, 1) },
		"state { int x = 0; int y = 0; } pair.call [guard $1] { x = 1; } pair.call [guard $2] { y = 1; }", "end x=1 y=1"},
	"null is not followed": {
		func(s *scenario) { s.lock("acquire", false, 0); s.lock("acquire", false, 0) },
		"state { int x = 0; } acquire.call [guard $1] { x = 1; }", "end x=0"},
	"an integer is followed": {
		func(s *scenario) { s.help(0, 2, 0); s.help(0, 3, 0); s.help(0, 3, 0) },
		"state { int x = 0; } helper.entry [guard $1] { if (x == 1) abort \"twice\"; x = 1; }", "abort twice"},
	"any object is followed from the start": {
		func(s *scenario) { s.lock("release", true, 1); s.lock("acquire", true, 2) },
		"state { int x = 0; } watch any; acquire.call [guard $1] { x = 1; } release.call [guard $1] { if (x == 0) abort \"not held\"; }", "abort not held"},
	"the result is followed": {
		func(s *scenario) { s.try(0, 1, 2, 1); s.help(0, 2, 1) },
		"state { int x = 0; } watch helper.return.$return; helper.exit [guard $1] { abort; } helper.return [guard $return] { x = 1; }", "end x=1"},
	"order of the file": {
		func(s *scenario) { s.lock("acquire", true, 1) },
		"state { int x = 1; } acquire.entry { x = x + x; } acquire.call { x = x + 1; } acquire.entry { x = x + x; }", "end x=6"},
	"the end comes after the exit": {
		func(s *scenario) {},
		"state { int x = 1; } program.end { x = x + x; } entry.exit { x = x + 1; } entry.entry { x = x + 2; }", "end x=8"},
	"nothing runs after an abort": {
		func(s *scenario) { s.lock("acquire", true, 1) },
		"state { int x = 1; } acquire.call { if (*) { abort \"a\"; abort \"b\"; } } acquire.call { abort \"c\"; }", "abort a"},
	"reset and halt": {
		func(s *scenario) { s.lock("acquire", true, 1); s.lock("release", true, 1) },
		"state { int x = 1; } acquire.call { x = 5; if (*) halt; } release.return { reset; }", "end x=1"},
}

// both appends a call of pair.
func (s *scenario) both(p, q int) {
	pe, pv := s.pointer(p)
	qe, qv := s.pointer(q)
	s.around("pair", 0, pv, qv)
	s.call(nil, "pair", pe, qe)
}

func TestDirected(t *testing.T) {
	for name, d := range directed {
		t.Run(name, func(t *testing.T) {
			s := newScenario(t)
			d.calls(s)
			s.end()
			if got := s.compare(t, d.rule); !got[d.want] {
				t.Errorf("got %v, which hasn't %q", slices.Sorted(maps.Keys(got)), d.want)
			}
		})
	}
}

func TestInstrumentAgainstAutomaton(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 5 {
			s := newScenario(t)
			for range rapid.IntRange(0, 6).Draw(rt, "calls") {
				s.randomCall(func(n int) int { return rapid.IntRange(0, n).Draw(rt, "n") })
			}
			s.end()
			s.compare(rt, (&ruleMaker{t: rt}).rule())
		}
	})
}

func (s *scenario) randomCall(upTo func(int) int) {
	switch upTo(4) {
	case 0:
		s.lock("acquire", upTo(1) == 1, upTo(2))
	case 1:
		s.lock("release", upTo(1) == 1, upTo(2))
	case 2:
		s.try(upTo(2), upTo(2), upTo(3), upTo(1))
	case 3:
		s.help(upTo(2), upTo(3), upTo(2))
	case 4:
		s.both(upTo(2), upTo(2))
	}
}

// ruleMaker makes rules for the functions of testProgram.
type ruleMaker struct {
	t      *rapid.T
	b      strings.Builder
	aborts int
}

func (r *ruleMaker) n(limit int) int { return rapid.IntRange(0, limit).Draw(r.t, "rule") }

func (r *ruleMaker) rule() string {
	r.b.WriteString("state { int x = 0; int y = 1; }")
	handlers := 1 + r.n(4)
	guarded := r.n(1) == 1
	if guarded {
		r.b.WriteString([]string{"\n", " watch acquire.$1, try_acquire.return.$1, helper.exit.$2", " watch any;"}[r.n(2)])
	} else {
		r.b.WriteString("\n")
	}
	if guarded { // at least one handler has a guard
		r.b.WriteString("\nacquire.call [guard $1] { x = x + 1; }\n")
	}
	for range handlers {
		r.handler(guarded)
	}
	return r.b.String()
}

func (r *ruleMaker) handler(guarded bool) {
	fn := []string{"acquire", "release", "try_acquire", "helper", "entry", "program"}[r.n(5)]
	at := Event(r.n(3))
	if fn == "program" {
		at = End
	}
	ints := []string{"x", "y", "0", "2"}
	pointer := map[string]string{"acquire": "$1", "release": "$1", "try_acquire": "$1", "helper": "$2"}[fn]
	switch fn {
	case "try_acquire":
		ints = append(ints, "$2")
	case "helper":
		ints = append(ints, "$1")
	}
	if at.After() && (fn == "try_acquire" || fn == "helper") {
		ints = append(ints, "$return")
	}
	if pointer != "" {
		ints = append(ints, "("+pointer+" == 0)")
	}
	fmt.Fprintf(&r.b, "%s.%s", fn, at)
	if guarded && pointer != "" && r.n(1) == 1 {
		fmt.Fprintf(&r.b, " [guard %s]", pointer)
	}
	r.block(ints, 2)
}

func (r *ruleMaker) block(ints []string, depth int) {
	r.b.WriteString(" {\n")
	for range 1 + r.n(1) {
		r.stmt(ints, depth)
	}
	r.b.WriteString("}\n")
}

func (r *ruleMaker) stmt(ints []string, depth int) {
	if depth == 0 {
		r.b.WriteString("x = " + r.expr(ints) + ";\n")
		return
	}
	switch r.n(7) {
	case 0, 1:
		r.b.WriteString("y = " + r.expr(ints) + ";\n")
	case 2:
		r.b.WriteString("x, y = " + r.expr(ints) + ", " + r.expr(ints) + ";\n")
	case 3, 4:
		cond := "*"
		if r.n(2) > 0 {
			cond = r.expr(ints)
		}
		r.b.WriteString("if (" + cond + ")")
		r.block(ints, depth-1)
		if r.n(1) == 1 {
			r.b.WriteString("else")
			r.block(ints, depth-1)
		}
	case 5:
		r.aborts++
		fmt.Fprintf(&r.b, "if (%s) abort \"%d\";\n", r.expr(ints), r.aborts)
	case 6:
		r.b.WriteString("if (" + r.expr(ints) + ") halt;\n")
	case 7:
		r.b.WriteString("reset;\n")
	}
}

func (r *ruleMaker) expr(ints []string) string {
	pick := func() string { return ints[r.n(len(ints)-1)] }
	op := []string{"+", "-", "==", "!=", "<", ">=", "&&", "||"}[r.n(7)]
	switch r.n(4) {
	case 0:
		return pick()
	case 1:
		return "!" + pick()
	case 2:
		return pick() + " < 2 ? " + pick() + " : " + pick()
	}
	return pick() + " " + op + " " + pick()
}
