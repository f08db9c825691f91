package bdd

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// numVars is the number of variables of random formulas; a truth table of them is one
// word.
const numVars = 6

// table is a truth table: bit i is the value if variable v is bit v of i.
type table uint64

func varTable(v int) table {
	var t table
	for i := range 64 {
		if i>>v&1 == 1 {
			t |= 1 << i
		}
	}
	return t
}

// cofactor returns the table with v set to value.
func (t table) cofactor(v int, value bool) table {
	m := varTable(v)
	if value {
		return t&m | t&m>>(1<<v)
	}
	return t&^m | t&^m<<(1<<v)
}

// compose replaces variables by tables.
func (t table) compose(by [numVars]table) table {
	var r table
	for i := range 64 {
		j := 0
		for v := range numVars {
			j |= int(by[v]>>i&1) << v
		}
		r |= (t >> j & 1) << i
	}
	return r
}

func (t table) exist(vars []int) table {
	for _, v := range vars {
		t = t.cofactor(v, false) | t.cofactor(v, true)
	}
	return t
}

// tableOf evaluates a diagram everywhere.
func tableOf(m Manager, f Node) table {
	var t table
	for i := range 64 {
		if Eval(m, f, func(v int) bool { return i>>v&1 == 1 }) {
			t |= 1 << i
		}
	}
	return t
}

func managers(t interface{ Fatal(...any) }, c Config) []Manager {
	var list []Manager
	for _, b := range []Backend{Native, Rudd} {
		c.Backend, c.MaxVars = b, numVars
		m, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		m.AddVars(numVars)
		list = append(list, m)
	}
	return list
}

// machine applies random operations to a pool of functions, on all managers and on
// truth tables.
type machine struct {
	t      *rapid.T
	ms     []Manager
	pool   [][]Node // per function, per manager
	tables []table
}

func (x *machine) pick() int {
	return rapid.IntRange(0, len(x.tables)-1).Draw(x.t, "operand")
}

func (x *machine) vars() []int {
	mask := rapid.IntRange(0, 63).Draw(x.t, "variables")
	var vars []int
	for v := range numVars {
		if mask>>v&1 == 1 {
			vars = append(vars, v)
		}
	}
	return vars
}

// add records what op makes and compares it with want.
func (x *machine) add(name string, want table, op func(i int, m Manager) Node) {
	nodes := make([]Node, len(x.ms))
	for i, m := range x.ms {
		nodes[i] = m.Ref(op(i, m))
		if got := tableOf(m, nodes[i]); got != want {
			x.t.Fatalf("%T: %s is %x, want %x", m, name, got, want)
		}
		if j := slices.Index(x.tables, want); j >= 0 && x.pool[j][i] != nodes[i] {
			x.t.Fatalf("%T: %s: equal functions are different nodes", m, name)
		}
	}
	x.pool = append(x.pool, nodes)
	x.tables = append(x.tables, want)
}

func (x *machine) binary() {
	a, b := x.pick(), x.pick()
	s, t := x.tables[a], x.tables[b]
	switch rapid.IntRange(0, 3).Draw(x.t, "operator") {
	case 0:
		x.add("and", s&t, func(i int, m Manager) Node { return m.And(x.pool[a][i], x.pool[b][i]) })
	case 1:
		x.add("or", s|t, func(i int, m Manager) Node { return m.Or(x.pool[a][i], x.pool[b][i]) })
	case 2:
		x.add("xor", s^t, func(i int, m Manager) Node { return m.Xor(x.pool[a][i], x.pool[b][i]) })
	case 3:
		x.add("diff", s&^t, func(i int, m Manager) Node { return m.Diff(x.pool[a][i], x.pool[b][i]) })
	}
}

func (x *machine) ite() {
	a, b, c := x.pick(), x.pick(), x.pick()
	want := x.tables[a]&x.tables[b] | ^x.tables[a]&x.tables[c]
	x.add("ite", want, func(i int, m Manager) Node { return m.Ite(x.pool[a][i], x.pool[b][i], x.pool[c][i]) })
	x.add("not", ^x.tables[a], func(i int, m Manager) Node { return m.Not(x.pool[a][i]) })
}

func (x *machine) quantify() {
	a, b, vars := x.pick(), x.pick(), x.vars()
	s, t := x.tables[a], x.tables[b]
	x.add("exist", s.exist(vars), func(i int, m Manager) Node { return m.Exist(x.pool[a][i], Cube(m, vars)) })
	x.add("forall", ^(^s).exist(vars), func(i int, m Manager) Node { return m.Forall(x.pool[a][i], Cube(m, vars)) })
	x.add("andexist", (s & t).exist(vars), func(i int, m Manager) Node {
		return m.AndExist(x.pool[a][i], x.pool[b][i], Cube(m, vars))
	})
}

// permutation draws a one-to-one map of variables.
func (x *machine) permutation() []int {
	return rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(x.t, "permutation")
}

func permuted(t table, from, to []int) table {
	var by [numVars]table
	for v := range numVars {
		by[v] = varTable(v)
	}
	for i, v := range from {
		by[v] = varTable(to[i])
	}
	return t.compose(by)
}

func (x *machine) rename() {
	a, p := x.pick(), x.permutation()
	n := rapid.IntRange(0, numVars).Draw(x.t, "length")
	r := &Renaming{From: x.permutation()[:n], To: p[:n]}
	x.add("rename", permuted(x.tables[a], r.From, r.To), func(i int, m Manager) Node {
		return m.Rename(x.pool[a][i], &Renaming{From: r.From, To: r.To})
	})
}

func (x *machine) image() {
	a, b, p := x.pick(), x.pick(), x.permutation()
	from, to := []int{p[0], p[1]}, []int{p[2], p[3]}
	want := permuted((x.tables[a] & x.tables[b]).exist(to), from, to)
	x.add("image", want, func(i int, m Manager) Node {
		m.SetImage(from, to)
		return m.Image(x.pool[a][i], x.pool[b][i], Cube(m, to))
	})
}

func (x *machine) compose() {
	a, vars := x.pick(), x.vars()
	var by [numVars]table
	for v := range numVars {
		by[v] = varTable(v)
	}
	picks := make([]int, len(vars))
	for i, v := range vars {
		picks[i] = x.pick()
		by[v] = x.tables[picks[i]]
	}
	x.add("compose", x.tables[a].compose(by), func(i int, m Manager) Node {
		s := &Substitution{Vars: vars}
		for _, p := range picks {
			s.By = append(s.By, x.pool[p][i])
		}
		return m.Compose(x.pool[a][i], s)
	})
}

func (x *machine) restrict() {
	a, c := x.pick(), x.pick()
	if x.tables[c] == 0 {
		return
	}
	for i, m := range x.ms {
		f, care := x.pool[a][i], x.pool[c][i]
		for name, g := range map[string]Node{"constrain": m.Constrain(f, care), "restrict": m.Restrict(f, care)} {
			if (tableOf(m, g)^x.tables[a])&x.tables[c] != 0 {
				x.t.Fatalf("%T: %s differs where it matters", m, name)
			}
			if name == "restrict" && !subset(Support(m, g), Support(m, f)) {
				x.t.Fatalf("%T: restrict adds variables", m)
			}
		}
	}
}

func subset(a, b []int) bool {
	return !slices.ContainsFunc(a, func(v int) bool { return !slices.Contains(b, v) })
}

func (x *machine) collect() {
	for _, m := range x.ms {
		if _, slow := m.(*ruddManager); !slow || rapid.IntRange(0, 20).Draw(x.t, "slow") == 0 {
			m.GC()
		}
	}
}

// release lets go of a function.
func (x *machine) release() {
	if len(x.tables) < 12 {
		return
	}
	a := x.pick()
	for i, m := range x.ms {
		m.Deref(x.pool[a][i])
	}
	x.pool = slices.Delete(x.pool, a, a+1)
	x.tables = slices.Delete(x.tables, a, a+1)
}

func (x *machine) count() {
	a := x.pick()
	ones := 0
	for i := range 64 {
		ones += int(x.tables[a] >> i & 1)
	}
	for i, m := range x.ms {
		f := x.pool[a][i]
		if got := SatCount(m, f, numVars+3); got.Cmp(big.NewInt(int64(ones)*8)) != 0 {
			x.t.Fatalf("%T: %v assignments, want %d", m, got, ones*8)
		}
		if f != False && m.Diff(Conjunction(m, PickCube(m, f)), f) != False {
			x.t.Fatalf("%T: the cube isn't in the function", m)
		}
		for v := range numVars {
			depends := x.tables[a].cofactor(v, false) != x.tables[a].cofactor(v, true)
			if slices.Contains(Support(m, f), v) != depends {
				x.t.Fatalf("%T: wrong support", m)
			}
		}
		if NodeCount(m, f) != NodeCount(x.ms[0], x.pool[a][0]) {
			x.t.Fatalf("%T: wrong node count", m)
		}
	}
}

func (x *machine) cover() {
	a, b := x.pick(), x.pick()
	upper := x.tables[a] | x.tables[b]
	var first string
	for i, m := range x.ms {
		cubes := Cover(m, x.pool[a][i], m.Or(x.pool[a][i], x.pool[b][i]), 64)
		if text := fmt.Sprint(cubes); i == 0 {
			first = text
		} else if text != first {
			x.t.Fatalf("covers differ: %s and %s", first, text)
		}
		f := False
		for _, c := range cubes {
			f = m.Or(f, Conjunction(m, c))
		}
		if got := tableOf(m, f); x.tables[a]&^got != 0 || got&^upper != 0 {
			x.t.Fatalf("%T: the cover isn't between its bounds", m)
		}
	}
}

// TestAgainstTables runs random operations on both back ends and on truth tables.
func TestAgainstTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := &machine{t: t, ms: managers(t, Config{})}
		x.add("false", 0, func(int, Manager) Node { return False })
		x.add("true", ^table(0), func(int, Manager) Node { return True })
		for v := range numVars {
			x.add("variable", varTable(v), func(_ int, m Manager) Node { return m.Var(v) })
			x.add("negated variable", ^varTable(v), func(_ int, m Manager) Node { return m.NotVar(v) })
		}
		ops := []func(){x.binary, x.binary, x.binary, x.ite, x.quantify, x.rename, x.image,
			x.compose, x.restrict, x.collect, x.release, x.count, x.cover}
		for range 60 {
			ops[rapid.IntRange(0, len(ops)-1).Draw(t, "operation")]()
		}
	})
}

// parity returns the exclusive or of n products of pairs of distant variables, whose
// diagram is exponential.
func distantPairs(m Manager, n int) Node {
	f := False
	for i := range n {
		f = m.Or(f, m.And(m.Var(i), m.Var(n+i)))
	}
	return f
}

func TestLimit(t *testing.T) {
	m, _ := New(Config{MaxNodes: 5000})
	m.AddVars(60)
	var limit *LimitError
	if err := Guard(func() { distantPairs(m, 30) }); !errors.As(err, &limit) || limit.MaxNodes != 5000 {
		t.Fatalf("got %v", err)
	}
	m.GC()
	if f := distantPairs(m, 5); SatCount(m, f, 10).Int64() != 1024-243 {
		t.Error("after a limit the manager is broken")
	}
}

func TestStop(t *testing.T) {
	stop := errors.New("stop")
	m, _ := New(Config{Stop: func() error { return stop }})
	m.AddVars(60)
	if err := Guard(func() { distantPairs(m, 30) }); !errors.Is(err, stop) {
		t.Fatalf("got %v", err)
	}
}

// TestCollect keeps some functions through many collections, among garbage.
func TestCollect(t *testing.T) {
	m, _ := New(Config{})
	m.AddVars(24)
	kept := map[Node]string{}
	for round := range 200 {
		f := distantPairs(m, 3+round%9)
		if round%10 == 0 && kept[f] == "" {
			kept[m.Ref(f)] = SatCount(m, f, 24).String()
		}
		m.SafePoint()
		if round%25 == 0 {
			m.GC()
		}
	}
	for f, count := range kept {
		if got := SatCount(m, f, 24).String(); got != count {
			t.Errorf("a kept function changed: %s assignments, were %s", got, count)
		}
	}
	if m.Stats().GCs == 0 {
		t.Error("nothing was collected")
	}
	for f := range kept {
		m.Deref(f)
	}
	m.GC()
	m.GC()
	if got, want := m.Stats().Nodes, 2+2*24; got != want {
		t.Errorf("%d nodes are left, want %d: constants and variables", got, want)
	}
}

func TestUnknownBackend(t *testing.T) {
	if _, err := New(Config{Backend: "cudd"}); err == nil {
		t.Error("an unknown back end is accepted")
	}
	if _, err := New(Config{Backend: Rudd}); err == nil {
		t.Error("rudd without a number of variables is accepted")
	}
}

func TestCoverLimit(t *testing.T) {
	m, _ := New(Config{})
	m.AddVars(20)
	parity := False
	for v := range 20 {
		parity = m.Xor(parity, m.Var(v))
	}
	var limit *CoverError
	if err := Guard(func() { Cover(m, parity, parity, 1000) }); !errors.As(err, &limit) {
		t.Errorf("got %v", err)
	}
}
