package check

import (
	"context"
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/lts"
	"hardbop/internal/magic"
	"hardbop/internal/need"
	"hardbop/internal/predmin"
	"hardbop/internal/result"
	"hardbop/internal/simulation"
	"hardbop/internal/smt/z3"
)

// This file compares conform with an explicit search: small programs are made twice, as C and
// as instructions whose states can be listed, and the traces of both are compared with
// specifications.

// op is an instruction of a generated program.
type op struct {
	kind byte // '=' assign, '?' branch to to if the condition doesn't hold, 'e' event, 'q' ask, 'r' return, 'j' jump
	dst  operand
	val  value
	to   int
	name string
}

// operand is a variable, or what p points to.
type operand byte // 'x', 'y', 'p' for *p

// value is an expression: a constant, an operand, or an operand plus one, from 3 on 0; as a
// condition it is compared with a constant.
type value struct {
	kind byte // 'c', 'v', '+'; as a condition '=' or '<'
	of   operand
	k    int
}

// store is the values of x and y, and which of them p points to.
type store struct{ x, y, p int }

func (s store) get(o operand) int {
	if o == 'x' || o == 'p' && s.p == 0 {
		return s.x
	}
	return s.y
}

func (s store) set(o operand, v int) store {
	if o == 'x' || o == 'p' && s.p == 0 {
		s.x = v
	} else {
		s.y = v
	}
	return s
}

func (v value) eval(s store) int {
	x := s.get(v.of)
	switch {
	case v.kind == 'c':
		return v.k
	case v.kind == 'v':
		return x
	case v.kind == '=' && x == v.k, v.kind == '<' && x < v.k:
		return 1
	case v.kind == '+' && x < 3:
		return x + 1
	}
	return 0
}

func (o operand) c() string {
	if o == 'p' {
		return "*p"
	}
	return string(rune(o))
}

func (v value) c() string {
	switch v.kind {
	case 'c':
		return fmt.Sprint(v.k)
	case 'v':
		return v.of.c()
	case '=':
		return fmt.Sprintf("%s == %d", v.of.c(), v.k)
	case '<':
		return fmt.Sprintf("%s < %d", v.of.c(), v.k)
	}
	return fmt.Sprintf("next(%s)", v.of.c())
}

// maker makes a program, of which only some use p.
type maker struct {
	r    *rand.Rand
	p    bool
	ops  []op
	text strings.Builder
}

func (m *maker) operand() operand {
	if m.p && m.r.Intn(4) == 0 {
		return 'p'
	}
	return []operand{'x', 'y'}[m.r.Intn(2)]
}
func (m *maker) value() value {
	return value{[]byte{'c', 'v', '+'}[m.r.Intn(3)], m.operand(), m.r.Intn(4)}
}
func (m *maker) cond() value { return value{[]byte{'=', '<'}[m.r.Intn(2)], m.operand(), m.r.Intn(4)} }

func (m *maker) emit(o op, format string, args ...any) {
	m.ops = append(m.ops, o)
	fmt.Fprintf(&m.text, format, args...)
}

func (m *maker) stmts(n, depth int) {
	for range n {
		m.stmt(depth)
	}
}

func (m *maker) stmt(depth int) {
	switch k := m.r.Intn(12); {
	case k < 3:
		d, v := m.operand(), m.value()
		m.emit(op{kind: '=', dst: d, val: v}, "%s = %s;\n", d.c(), v.c())
	case k < 5:
		name := []string{"a", "b"}[m.r.Intn(2)]
		m.emit(op{kind: 'e', name: name}, "%s();\n", name)
	case k < 6:
		v := m.value()
		m.emit(op{kind: 's', val: v}, "pick(%s);\n", v.c())
	case k < 7:
		d := m.operand()
		m.emit(op{kind: 'q', dst: d}, "%s = ask();\n", d.c())
	case k < 8 && depth == 0:
		v := m.value()
		m.emit(op{kind: 'r', val: v}, "return %s;\n", v.c())
	case depth == 0:
		m.emit(op{kind: 'e', name: "a"}, "a();\n")
	case k < 10:
		m.loop(depth)
	default:
		m.choice(depth)
	}
}

func (m *maker) loop(depth int) {
	c := m.cond()
	at := len(m.ops)
	m.emit(op{kind: '?', val: c}, "while (%s) {\n", c.c())
	m.stmts(1+m.r.Intn(3), depth-1)
	m.emit(op{kind: 'j', to: at}, "}\n")
	m.ops[at].to = len(m.ops)
}

func (m *maker) choice(depth int) {
	c := m.cond()
	at := len(m.ops)
	m.emit(op{kind: '?', val: c}, "if (%s) {\n", c.c())
	m.stmts(1+m.r.Intn(2), depth-1)
	end := len(m.ops)
	m.emit(op{kind: 'j'}, "} else {\n")
	m.ops[at].to = len(m.ops)
	m.stmts(m.r.Intn(3), depth-1)
	m.text.WriteString("}\n")
	m.ops[end].to = len(m.ops)
}

// made returns a program as C, and as instructions.
func made(r *rand.Rand) (string, []op) {
	m := &maker{r: r, p: r.Intn(3) == 0}
	m.stmts(3+r.Intn(3), 1+r.Intn(2))
	m.emit(op{kind: 'r', val: value{'v', 'x', 0}}, "return x;\n")
	return `void a(void); void b(void); void pick(int v); int ask(void);
static int next(int v) { if (v < 3) return v + 1; return 0; }
int f(int x, int y, int n)
{
int *p = n ? &x : &y;
` + m.text.String() + "}\n", m.ops
}

// The actions of the explicit system.
const (
	actA, actB, actQ = 0, 1, 2
	actReturn        = 3 // and the value
)

// explicit lists the states of a program in which x and y are 0 to 3 at first: that is what
// the guard says.
func explicit(ops []op) *simulation.System {
	type state struct {
		pc int
		s  store
	}
	out := &simulation.System{Edges: make([][]simulation.Edge, 2)} // the first state, and STOP
	index := map[state]int{}
	var states []state
	at := func(s state) int {
		if i, ok := index[s]; ok {
			return i
		}
		index[s] = len(out.Edges)
		states, out.Edges = append(states, s), append(out.Edges, nil)
		return index[s]
	}
	for v := range 32 {
		to := at(state{0, store{v & 3, v >> 2 & 3, v >> 4}})
		out.Edges[0] = append(out.Edges[0], simulation.Edge{Action: simulation.Silent, To: to})
	}
	for i := 0; i < len(states); i++ {
		st := states[i]
		from, o := i+2, ops[st.pc]
		step := func(action, pc int, s store) {
			out.Edges[from] = append(out.Edges[from], simulation.Edge{Action: action, To: at(state{pc, s})})
		}
		v := o.val.eval(st.s)
		switch o.kind {
		case '=':
			step(simulation.Silent, st.pc+1, st.s.set(o.dst, v))
		case '?':
			if v == 1 {
				step(simulation.Silent, st.pc+1, st.s)
			} else {
				step(simulation.Silent, o.to, st.s)
			}
		case 'j':
			step(simulation.Silent, o.to, st.s)
		case 'e':
			step(int(o.name[0]-'a'), st.pc+1, st.s)
		case 's': // pick(v) does a if v is 0 or 1, else b
			step(v/2, st.pc+1, st.s)
		case 'q': // ask does q and returns 0 or 1, or doesn't and returns 3
			step(actQ, st.pc+1, st.s.set(o.dst, 0))
			step(actQ, st.pc+1, st.s.set(o.dst, 1))
			step(simulation.Silent, st.pc+1, st.s.set(o.dst, 3))
		case 'r':
			out.Edges[from] = append(out.Edges[from], simulation.Edge{Action: actReturn + v, To: 1})
		}
	}
	return out
}

const assumed = `
cproc pick { abstract { low, $1 < 2, Low }; abstract { high, $1 >= 2, High }; };
cproc ask { abstract { any, 1, Ask }; };
Low = ( a -> return {} -> STOP ).
High = ( b -> return {} -> STOP ).
Ask = ( q -> return {$0 == 0 || $0 == 1} -> STOP | return {3} -> STOP ).
cproc f { abstract { small, $1 >= 0 && $1 <= 3 && $2 >= 0 && $2 <= 3, S0 }; };
`

// specified writes a deterministic system as a specification, without one of its steps if drop
// isn't negative, and returns it as it is then.
func specified(det *simulation.System, drop int) (string, *simulation.System) {
	names := func(a int) string { return []string{"a", "b", "q"}[a] }
	out := &simulation.System{Edges: make([][]simulation.Edge, len(det.Edges))}
	var eqs []string
	n := 0
	for i, edges := range det.Edges {
		var parts []string
		for _, e := range edges {
			if n++; n-1 == drop {
				continue
			}
			out.Edges[i] = append(out.Edges[i], e)
			if e.Action >= actReturn {
				parts = append(parts, fmt.Sprintf("return {%d} -> STOP", e.Action-actReturn))
			} else {
				parts = append(parts, fmt.Sprintf("%s -> S%d", names(e.Action), e.To))
			}
		}
		if len(parts) == 0 {
			parts = []string{"when (0) a -> S0"}
		}
		eqs = append(eqs, fmt.Sprintf("S%d = ( %s )", i, strings.Join(parts, " | ")))
	}
	return strings.Join(eqs, ",\n") + " + {a, b, q}.\n", out
}

// steps counts the steps of a system.
func steps(s *simulation.System) int {
	n := 0
	for _, es := range s.Edges {
		n += len(es)
	}
	return n
}

// TestConformAgainstSearch compares the verdicts on generated programs with what an explicit
// search says, and replays the actions of counterexamples.
func TestConformAgainstSearch(t *testing.T) {
	need.Z3(t)
	count := map[result.Verdict]int{}
	for seed := range int64(conformSeeds) {
		r := rand.New(rand.NewSource(seed))
		text, ops := made(r)
		imp := explicit(ops)
		det, _ := simulation.Determinise(imp, 40)
		if det == nil {
			continue
		}
		drop := -1
		if r.Intn(3) > 0 {
			drop = r.Intn(steps(det) + 1)
		}
		spec, now := specified(det, drop)
		mode := []Minimize{KeepAll, Greedy, Optimal}[seed%3]
		got, _ := conformBy(t, text, spec+assumed, mode)
		count[got.Verdict]++
		holds := simulation.Check(imp, now).Holds
		if got.Verdict == result.Conforms && !holds || got.Verdict == result.Unsafe && holds {
			t.Fatalf("seed %d: %s, but that the traces are allowed is %v\n%s\n%s", seed, got.Verdict, holds, text, spec+assumed)
		}
		if got.Verdict == result.Unsafe && !replayed(imp, now, got.Conformance.Actions) {
			t.Fatalf("seed %d: %v is no trace that breaks it\n%s\n%s", seed, got.Conformance.Actions, text, spec)
		}
		if r := got.Replay; r != nil && !r.Replayed && r.Code != "no-compiler" && r.Code != "host" {
			t.Fatalf("seed %d: %v isn't replayed: %s\n%s\n%s", seed, got.Conformance.Actions, r.Text, text, spec)
		}
	}
	if count[result.Conforms] < conformSeeds/10 || count[result.Unsafe] < conformSeeds/10 || count[result.Unknown] > conformSeeds/5 {
		t.Errorf("the verdicts are %v", count)
	}
}

// conformText compares f of a program with a specification.
func conformText(t *testing.T, text, spec string) *result.Result {
	t.Helper()
	r, _ := conformBy(t, text, spec, KeepAll)
	return r
}

// conformBy compares f of a program with a specification, with few predicates.
func conformBy(t *testing.T, text, spec string, mode Minimize) (out *result.Result, counted Stats) {
	t.Helper()
	specs, err := magic.NewSpecs([]*lts.File{parsedSpec(t, spec)})
	if err != nil {
		t.Fatal(err)
	}
	limits := predmin.DefaultLimits()
	opt := Options{Files: []string{files(t, map[string]string{"t.c": text})["t.c"]}, MaxIterations: 20, Minimize: mode, Replay: ReplayAuto, MaxSub: limits.Sub, MaxElm: limits.Elm}
	sink := func(r *result.Result, s Stats) { out, counted = r, s }
	err = Conform(context.Background(), opt, Conformity{Specs: specs, Procs: []string{"f"}, MaxPreds: 10}, need.Z3(t).Opener(z3.Options{}), nil, sink)
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(opt.Files[0]), err, text)
	}
	return out, counted
}

func parsedSpec(t *testing.T, spec string) *lts.File {
	t.Helper()
	file, err := lts.Parse("t.fsp", spec)
	if err != nil {
		t.Fatalf("%v\n%s", err, spec)
	}
	return file
}

// replayed reports whether actions are a trace of imp and not one of spec.
func replayed(imp, spec *simulation.System, actions []string) bool {
	one, two := determined(imp), determined(spec)
	i, j := 0, 0
	for k, name := range actions {
		var a []int
		switch name {
		case "a", "b":
			a = []int{int(name[0] - 'a')}
		case "q":
			a = []int{actQ}
		case magic.Other:
			a = []int{actReturn, actReturn + 1, actReturn + 2, actReturn + 3}
		default:
			var v int
			fmt.Sscanf(name, "return {$0 == %d}", &v)
			a = []int{actReturn + v}
		}
		next := func(s *simulation.System, at int) int {
			return slices.IndexFunc(s.Edges[at], func(e simulation.Edge) bool { return slices.Contains(a, e.Action) })
		}
		x, y := next(one, i), next(two, j)
		if x < 0 || (y < 0) != (k == len(actions)-1) && name != magic.Other {
			return false
		}
		if k < len(actions)-1 {
			i, j = one.Edges[i][x].To, two.Edges[j][y].To
		}
	}
	return true
}

func determined(s *simulation.System) *simulation.System {
	d, _ := simulation.Determinise(s, 1<<20)
	return d
}
