package lbe

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/pointsto"
	"hardbop/internal/pointsto/alias"
	"hardbop/internal/smt"
)

// This file compares queries with runs (theorem 2): whatever a run of a fragment does with the
// predicates must be a solution, and over variables that are reached by name only there is
// no other solution.

var (
	oraclePrograms = flag.Int("programs", 15, "generated programs to compare")
	oracleFirst    = flag.Uint64("first", 0, "seed of the first generated program")
)

// subject is a query under test.
type subject struct {
	name     string
	text     string
	prog     *cil.Program
	q        *Query
	h        *harness
	src, dst []Pred
}

// meanings are what a program can mean.
var meanings = []enc.Options{
	{Theory: enc.Math, Overflow: enc.Assume}, {Theory: enc.Bits, Overflow: enc.Assume},
	{Theory: enc.Math, Overflow: enc.Wrap}, {Theory: enc.Bits, Overflow: enc.Wrap},
}

// subjects generates a program and makes a query for each of its fragments.
func subjects(t *testing.T, seed uint64, memory bool) []*subject {
	t.Helper()
	g := newGen(seed, memory, !memory)
	text := g.program()
	prog, f := load(t, text)
	cuts := BackEdges(f, func(n *cil.Node) bool {
		return slices.Contains(n.Labels, "from") || slices.Contains(n.Labels, "to")
	})
	sem := g.semantics(prog)
	var all []*subject
	for _, fr := range Fragments(f, cuts) {
		if memory && fr.From == f.Entry {
			continue // only moves pointers around
		}
		name := fmt.Sprintf("seed %d, nodes %d to %d", seed, fr.From.ID, fr.To.ID)
		s := &subject{name: name, text: text, prog: prog, src: g.predicates(t, prog, f, ""), dst: g.predicates(t, prog, f, "'")}
		if fr.To == f.Exit {
			s.dst = append(s.dst, Pred{Name: "result'", E: parse(t, prog, f, "ret <= 0")})
		}
		sem.Ghosts = g.ghosts(fr)
		s.dst = append(s.dst, ghostPreds(sem.Ghosts(nil))...)
		s.q = NewQuery(fr, sem, s.src, s.dst)
		s.h = newHarness(prog, fr, sem, s.src, s.dst)
		all = append(all, s)
	}
	return all
}

// semantics draws what calls change and what is known of pointers.
func (g *cgen) semantics(prog *cil.Program) Semantics {
	sem := oneLevel(enc.TypeAlias{})
	if g.memory && g.chance(2) {
		sem.Alias = alias.New(pointsto.Analyze(prog, prog.FuncNamed("main")))
	}
	switch {
	case g.memory && g.chance(3):
		sem.Effects = func(c *cil.Call) []*cil.Lval {
			return append(enc.ExternEffect(c, enc.ExternEverything), enc.ExternGlobals(prog)...)
		}
	case g.memory && g.chance(2):
		sem.Effects = pointees
	}
	return sem
}

// pointees lists what the arguments of a call point to.
func pointees(c *cil.Call) []*cil.Lval {
	var all []*cil.Lval
	for _, a := range c.Args {
		all = append(all, &cil.Lval{Mem: a})
	}
	return all
}

func (g *cgen) predicates(t *testing.T, prog *cil.Program, f *cil.Func, suffix string) []Pred {
	var all []Pred
	for i := range 1 + g.r.IntN(3) {
		text := g.predicate()
		all = append(all, Pred{Name: fmt.Sprintf("%d: %s%s", i, text, suffix), E: parse(t, prog, f, text)})
	}
	return all
}

// ghosts draws a ghost for some node of the fragment: nil asks for all.
func (g *cgen) ghosts(fr *Fragment) func(*cil.Node) []*cil.Var {
	nodes := append([]*cil.Node{fr.From}, fr.Nodes...)
	at := nodes[g.r.IntN(len(nodes))]
	var of []*cil.Lval
	for _, n := range nodes {
		if a, ok := n.Instr.(*cil.Assign); ok && cil.IsInteger(a.L.Type()) {
			of = append(of, a.L)
		}
	}
	if len(of) == 0 || g.chance(2) {
		return func(*cil.Node) []*cil.Var { return nil }
	}
	l := of[g.r.IntN(len(of))]
	v := &cil.Var{Name: "$ghost", Type: l.Type(), Kind: cil.Local, Func: fr.From.Func, Of: l} // a local, as the interpreter keeps it
	return func(n *cil.Node) []*cil.Var {
		if n == at || n == nil {
			return []*cil.Var{v}
		}
		return nil
	}
}

// ghostPreds compares ghosts with what they remember.
func ghostPreds(vs []*cil.Var) []Pred {
	var all []Pred
	for _, v := range vs {
		int := &cil.IntType{Kind: cil.Int, Bits: 32, Bytes: 4, Signed: true}
		all = append(all, Pred{Name: "ghost'", E: &cil.Binary{Op: cil.Eq, X: cil.MakeCast(cil.Math, cil.LoadVar(v)), Y: cil.MakeCast(cil.Math, &cil.Load{L: v.Of}), T: int}})
	}
	return all
}

func (s *subject) String() string {
	return fmt.Sprintf("%s\n%s\n%s", s.name, s.q, s.text)
}

// solving is a query in a solver.
type solving struct {
	*subject
	b    smt.Backend
	e    *enc.Encoder
	form *Formula
	s    smt.Solver
}

func (s *subject) solve(b smt.Backend, opt enc.Options) *solving {
	v := &solving{subject: s, b: b, e: enc.New(s.prog, b.Factory(), opt), s: b.NewSolver(smt.Simple)}
	v.s.SetLimit(proverLimit)
	v.form = s.q.Formula(b.Factory(), v.e, true)
	for _, c := range append(v.form.Side, v.form.Conjuncts...) {
		v.s.Assert(c)
	}
	s.h.wrap = opt.Overflow == enc.Wrap
	return v
}

// literals are the important variables with the given values.
func (v *solving) literals(values string) []smt.Term {
	lits := slices.Clone(v.form.Important)
	for i := range lits {
		if values[i] == '0' {
			lits[i] = v.b.Factory().Not(lits[i])
		}
	}
	return lits
}

// oneOf asserts that the scalar has one of the values.
func (v *solving) oneOf(bs []binding) {
	var any []smt.Term
	for _, b := range bs {
		for _, t := range v.e.Side(b.eq()) {
			v.s.Assert(t)
		}
		any = append(any, v.e.Bool(b.eq()))
	}
	v.s.Assert(v.b.Factory().Or(any...))
}

// text writes valuations as they are counted in sets.
func (o *outcome) text() string {
	var b strings.Builder
	for _, v := range slices.Concat(o.src, o.dst) {
		b.WriteByte("01"[btoi(v)])
	}
	return b.String()
}

func btoi(v bool) int {
	if v {
		return 1
	}
	return 0
}

// inputs lists the scalars that the fragment or its predicates may read.
func (s *subject) inputs() []*cil.Lval {
	seen := map[*cil.Var]bool{}
	var out []*cil.Lval
	look := func(e cil.Expr) {
		for _, v := range cil.Vars(e) {
			if !seen[v] && v.Kind != cil.Value && !strings.Contains(v.Name, "#") {
				seen[v] = true
				out = append(out, scalars(v)...)
			}
		}
	}
	for _, e := range s.q.Exprs() {
		look(e)
	}
	for _, n := range append([]*cil.Node{s.q.Fragment.From}, s.q.Fragment.Nodes...) {
		cil.EachExpr(n.Instr, func(e cil.Expr) {
			if vs := cil.Vars(e); len(vs) == 0 || vs[0].Kind != cil.Temp {
				look(e)
			}
		})
	}
	return slices.DeleteFunc(out, func(l *cil.Lval) bool { return !s.read(l) })
}

// read reports whether l occurs in the fragment or the predicates.
func (s *subject) read(l *cil.Lval) bool {
	found := false
	look := func(e cil.Expr) {
		cil.Walk(e, func(x cil.Expr) {
			ld, ok := x.(*cil.Load)
			found = found || ok && cil.EqualLval(ld.L, l)
		})
	}
	for _, p := range slices.Concat(s.src, s.dst) {
		look(p.E)
	}
	for _, e := range s.q.Exprs() {
		look(e)
	}
	for _, n := range append([]*cil.Node{s.q.Fragment.From}, s.q.Fragment.Nodes...) {
		cil.EachExpr(n.Instr, look)
	}
	return found
}

// proverLimit bounds each question to the prover, in its steps.
const proverLimit = 500_000

// maxRuns bounds the runs of one fragment.
const maxRuns = 3000

// every runs the fragment from all states and with all unknowns in their domains. It returns
// false if there are too many, or if the behaviour of some is undefined.
func (s *subject) every(do func([]binding, *outcome)) bool {
	var choices [][]binding
	for _, l := range s.inputs() {
		choices = append(choices, bindings(l))
	}
	odo, runs := &odometer{}, 0
	for more := true; more; more = odo.next() {
		odo.begin()
		var start []binding
		for _, c := range choices {
			start = append(start, c[odo.choose(len(c))])
		}
		o, undefined := s.h.run(start, odo.choose)
		if runs++; undefined || runs > maxRuns {
			return false
		}
		if o != nil {
			do(start, o)
		}
	}
	return true
}

// odometer goes through all sequences of choices.
type odometer struct {
	at     int
	chosen []int
	of     []int
}

func (o *odometer) begin() { o.at = 0 }

func (o *odometer) choose(n int) int {
	if o.at == len(o.chosen) {
		o.chosen, o.of = append(o.chosen, 0), append(o.of, n)
	}
	o.at++
	return o.chosen[o.at-1]
}

// next turns to the next sequence, if there is one.
func (o *odometer) next() bool {
	for n := len(o.chosen); n > 0; n-- {
		o.chosen, o.of = o.chosen[:n], o.of[:n]
		if o.chosen[n-1]++; o.chosen[n-1] < o.of[n-1] {
			return true
		}
		o.chosen, o.of = o.chosen[:n-1], o.of[:n-1]
	}
	return false
}

// TestTheorem2 compares the solutions over a small domain with those of all runs there.
func TestTheorem2(t *testing.T) {
	b := need.Backend(t)
	compared, solutions := 0, 0
	for seed := *oracleFirst; seed < *oracleFirst+uint64(*oraclePrograms); seed++ {
		for _, s := range subjects(t, seed, false) {
			for k, opt := range meanings {
				if k%2 == 1 && seed%3 != 0 {
					continue // bit vectors are slow
				}
				if n := s.compare(t, b, opt); n >= 0 {
					compared, solutions = compared+1, solutions+n
				}
			}
		}
	}
	t.Logf("%d queries with %d solutions", compared, solutions)
}

// compare returns the number of solutions, -1 if there are too many runs or it's
// too hard for the prover.
func (s *subject) compare(t *testing.T, b smt.Backend, opt enc.Options) int {
	v := s.solve(b, opt)
	defer v.s.Close()
	real := map[string]bool{}
	all := s.every(func(_ []binding, o *outcome) { real[o.text()] = true })
	v.restrict()
	for text := range real {
		if v.s.CheckAssuming(v.literals(text)).Status == smt.Unsat {
			t.Fatalf("%v, the query has no solution %s, but a run does that:\n%v", opt, text, s)
		}
	}
	if !all {
		return -1
	}
	found := 0
	for {
		r := v.s.Check()
		if r.Status == smt.Unknown {
			return -1
		}
		if r.Status == smt.Unsat {
			break
		}
		text := v.model()
		if !real[text] {
			t.Fatalf("%v, the query has a solution %s that no run does:\n%v", opt, text, s)
		}
		v.checkWay(t, text)
		found++
		var not []smt.Term
		for _, l := range v.literals(text) {
			not = append(not, b.Factory().Not(l))
		}
		v.s.Assert(b.Factory().Or(not...))
	}
	if found != len(real) {
		t.Fatalf("%v, the query has %d solutions instead of %d:\n%v", opt, found, len(real), s)
	}
	return found
}

// restrict puts what is read at the start, and what may be anything, into its domain.
func (v *solving) restrict() {
	for _, l := range v.inputs() {
		v.oneOf(bindings(l))
	}
	seen := map[*cil.Var]bool{}
	for _, e := range v.q.Exprs() {
		for _, x := range cil.Vars(e) {
			if x.Kind == cil.Ghost && strings.Contains(x.Name, "#") && !seen[x] {
				seen[x] = true
				v.oneOf(bindings(cil.VarLval(x)))
			}
		}
	}
}

// model returns the values of the important variables in a model.
func (v *solving) model() string {
	ev := smt.NewEvaluator(v.b.Factory(), v.s.Model())
	var b strings.Builder
	for _, x := range v.form.Important {
		b.WriteByte("01"[btoi(ev.Holds(x))])
	}
	return b.String()
}

// way returns the nodes of the run that a model describes, and that of the inputs.
func (v *solving) way(t *testing.T) []*cil.Node {
	ev := smt.NewEvaluator(v.b.Factory(), v.s.Model())
	nodes, succs, ok := v.q.Way(func(location, step int) bool { return ev.Holds(v.form.Steps[location-1][step]) })
	if !ok {
		t.Fatalf("no way\n%v", v)
	}
	for i, n := range nodes {
		next := v.q.Fragment.To
		if i+1 < len(nodes) {
			next = nodes[i+1]
		}
		if n.Succs[succs[i]] != next {
			t.Fatalf("the way isn't one: %v\n%v", nodes, v)
		}
	}
	if nodes[0] != v.q.Fragment.From {
		t.Fatalf("the way begins at %v\n%v", nodes[0], v)
	}
	return nodes
}

// checkWay looks for a run along the way that a model describes, from the model's state at the
// start, with the model's values of the predicates.
func (v *solving) checkWay(t *testing.T, text string) {
	nodes := v.way(t)
	ev := smt.NewEvaluator(v.b.Factory(), v.s.Model())
	var start []binding
	for _, l := range v.inputs() {
		for _, b := range bindings(l) {
			if ev.Holds(v.e.Bool(b.eq())) {
				start = append(start, b)
			}
		}
	}
	odo := &odometer{}
	for more := true; more; more = odo.next() {
		odo.begin()
		if o, _ := v.h.run(start, odo.choose); o != nil && o.text() == text && slices.Equal(o.nodes, nodes) {
			return
		}
	}
	t.Fatalf("no run goes the way of a model with the predicates %s:\n%v\n%v", text, nodes, v)
}

// TestRunsAreSolutions lets pointers lead to what statements write: each run must be among the
// solutions from its own start.
func TestRunsAreSolutions(t *testing.T) {
	b := need.Backend(t)
	st := &memoryStats{}
	for seed := *oracleFirst; seed < *oracleFirst+uint64(*oraclePrograms); seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		for _, s := range subjects(t, seed, true) {
			for k, opt := range meanings {
				if k == 0 || r.IntN(6) == 0 {
					s.sample(t, b, opt, r, st)
				}
			}
		}
	}
	t.Logf("%d runs; of %d without unknowns %d are the only solution", st.runs, st.sure, st.only)
}

type memoryStats struct{ runs, sure, only int }

// sample compares some runs from random states.
func (s *subject) sample(t *testing.T, b smt.Backend, opt enc.Options, r *rand.Rand, st *memoryStats) {
	v := s.solve(b, opt)
	defer v.s.Close()
	for range 12 {
		start := s.memoryState(r)
		sure := true
		o, _ := s.h.run(start, func(n int) int { sure = false; return r.IntN(n) })
		if o == nil {
			continue
		}
		st.runs++
		v.s.Push()
		for _, b := range start {
			v.oneOf([]binding{b})
		}
		switch v.s.CheckAssuming(v.literals(o.text())).Status {
		case smt.Unknown:
			v.s.Pop()
			continue
		case smt.Unsat:
			t.Fatalf("%v, the query has no solution %s from\n%s, but a run does that along\n%s\n%v", opt, o.text(), bindingsText(start), nodesText(o.nodes), s)
		}
		v.way(t)
		if sure && opt.Theory == enc.Math {
			st.sure++
			v.s.Assert(b.Factory().Not(b.Factory().And(v.literals(o.text())...)))
			if v.s.Check().Status == smt.Unsat {
				st.only++
			}
		}
		v.s.Pop()
	}
}

// memoryState draws a value for every scalar of the program.
func (s *subject) memoryState(r *rand.Rand) []binding {
	var start []binding
	for _, v := range s.h.variables() {
		if v.Kind == cil.Literal || v.Kind == cil.Ghost {
			continue
		}
		for _, l := range scalars(v) {
			p, isPointer := l.Type().(*cil.PtrType)
			if !isPointer {
				bs := bindings(l)
				start = append(start, bs[r.IntN(len(bs))])
				continue
			}
			as := s.addressesOf(p)
			start = append(start, binding{l, as[r.IntN(len(as))]})
		}
	}
	return start
}

// addressesOf lists the addresses that pointers of a type may hold at the start.
func (s *subject) addressesOf(p *cil.PtrType) []cil.Expr {
	var out []cil.Expr
	for _, n := range s.q.Fragment.From.Func.Nodes {
		if a, ok := n.Instr.(*cil.Assign); ok && cil.SameType(a.L.Type(), p) {
			if e, ok := withoutCasts(a.E).(*cil.AddrOf); ok && e.L.Base != nil && !slices.ContainsFunc(out, func(x cil.Expr) bool { return cil.Equal(x, a.E) }) && constant(e.L) {
				out = append(out, a.E)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, cil.MakeCast(p, cil.IntConst(cil.Math, 0)))
	}
	return out
}

func constant(l *cil.Lval) bool {
	return !slices.ContainsFunc(l.Path, func(s cil.Sel) bool {
		if s.Index == nil {
			return false
		}
		_, ok := cil.ConstValue(s.Index)
		return !ok
	})
}

func withoutCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

func bindingsText(bs []binding) string {
	var b strings.Builder
	for _, x := range bs {
		fmt.Fprintf(&b, "%s = %s; ", cil.LvalString(x.l), cil.ExprString(x.e))
	}
	return b.String()
}

func nodesText(ns []*cil.Node) string {
	var b strings.Builder
	for _, n := range ns {
		fmt.Fprintf(&b, "node %d, line %d: %T\n", n.ID, n.Pos.Line, n.Instr)
	}
	return b.String()
}
