package freeze

import (
	"math"
	"math/big"
	"math/rand"
	"strings"
	"sync"
	"testing"

	"hardbop/internal/freeze/freezetest"
)

type shape interface{ sides() int }

type square struct{ name string }

func (*square) sides() int { return 4 }

type line [2]int8

func (line) sides() int { return 1 }

type other struct{}

func (*other) sides() int { return 0 }

type label interface{ text() string }

type sticker struct{ s string }

func (l *sticker) text() string { return l.s }

// disc is a shape and a label.
type disc struct{ s string }

func (*disc) sides() int { return 0 }

func (d *disc) text() string { return d.s }

type empty struct{}

type node struct {
	name   string
	next   *node
	list   []*node
	shape  shape
	small  int8
	large  uint64
	flag   bool
	real   float64
	number *big.Int
	byNode map[*node]int
	byName map[string][]string
	byPair map[pairKey]*node
	none   *empty
	run    func()
	pairs  []pairKey
	memo   sync.Map
	to     *string
	key    *pairKey
	title  string
	label  label
	shapes []shape
	counts []int
	bytes  []uint8
	reals  []float64
}

type pairKey struct {
	n *node
	k int
}

type root struct {
	first *node
	rule  *square
}

func codec(t *testing.T) *Codec {
	t.Helper()
	c, err := New(&root{}, &square{}, line{}, &sticker{}, &disc{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// copied writes and reads a graph.
func copied(t *testing.T, r *root, known ...any) *root {
	t.Helper()
	c := codec(t)
	text, err := c.Write(r, known...)
	if err != nil {
		t.Fatal(err)
	}
	var again root
	if err := codec(t).Read(text, &again, known...); err != nil {
		t.Fatal(err)
	}
	return &again
}

// graph is a random one.
func graph(r *rand.Rand) *root {
	all := make([]*node, 1+r.Intn(30))
	for i := range all {
		all[i] = &node{}
	}
	some := func() *node {
		if r.Intn(4) == 0 {
			return nil
		}
		return all[r.Intn(len(all))]
	}
	words := []string{"", "a", "b", "long", "\xff\x00"}
	word := func() string { return words[r.Intn(len(words))] }
	squares := []*square{{"x"}, {"x"}, {"y"}}
	numbers := []*big.Int{nil, big.NewInt(-5), new(big.Int).Lsh(big.NewInt(7), 100), {}}
	shared := "shared"
	for _, n := range all {
		n.name, n.next, n.small, n.flag = word(), some(), int8(r.Intn(256)), r.Intn(2) == 0
		n.large, n.real, n.number = uint64(r.Int63())<<1, []float64{0, 1.5, math.Inf(-1)}[r.Intn(3)], numbers[r.Intn(len(numbers))]
		switch r.Intn(4) {
		case 0:
			n.shape = squares[r.Intn(len(squares))]
		case 1:
			n.shape = line{int8(r.Intn(9)), -3}
		case 2:
			n.shape = (*square)(nil)
		}
		if r.Intn(2) == 0 {
			n.list, n.none, n.byNode, n.byName, n.byPair = []*node{}, &empty{}, map[*node]int{}, map[string][]string{}, map[pairKey]*node{}
		}
		for range r.Intn(3) {
			n.list, n.pairs = append(n.list, some()), append(n.pairs, pairKey{some(), r.Intn(3)})
			if n.byNode != nil {
				n.byNode[some()], n.byName[word()], n.byPair[pairKey{some(), r.Intn(2)}] = r.Intn(9)-4, []string{word(), word()}, some()
			}
		}
		if r.Intn(3) == 0 {
			n.label = &sticker{word()}
		}
		for range r.Intn(4) {
			n.shapes = append(n.shapes, []shape{nil, squares[r.Intn(len(squares))], (*square)(nil), line{1, 2}, &disc{word()}}[r.Intn(5)])
			n.counts, n.bytes, n.reals = append(n.counts, r.Int()-r.Int()), append(n.bytes, uint8(r.Intn(256))), append(n.reals, r.Float64())
		}
		if r.Intn(3) == 0 {
			n.to = &shared
		}
	}
	return &root{first: all[0], rule: squares[0]}
}

// TestGraphs writes and reads random graphs, also with a part that is known.
func TestGraphs(t *testing.T) {
	for seed := range int64(300) {
		r := graph(rand.New(rand.NewSource(seed)))
		for n := range reachable(r.first) {
			for m := range reachable(r.first) {
				r.first.list = append(r.first.list, n, m) // so that all keys are met
			}
			break
		}
		for _, known := range [][]any{nil, {r.rule}} {
			again := copied(t, r, known...)
			if err := freezetest.Same(r, again); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if (again.rule == r.rule) != (known != nil) || again.first == r.first {
				t.Errorf("seed %d: known %v, %p for %p", seed, known, again.rule, r.rule)
			}
		}
	}
}

// reachable are the nodes that n leads to.
func reachable(n *node) map[*node]bool {
	seen := map[*node]bool{}
	todo := []*node{n}
	for len(todo) > 0 {
		n, todo = todo[0], todo[1:]
		if n == nil || seen[n] {
			continue
		}
		seen[n] = true
		todo = append(append(todo, n.next), n.list...)
		for m := range n.byNode {
			todo = append(todo, m)
		}
		for k, m := range n.byPair {
			todo = append(todo, k.n, m)
		}
		for _, k := range n.pairs {
			todo = append(todo, k.n)
		}
	}
	return seen
}

// TestMemo sees that what is only remembered is forgotten.
func TestMemo(t *testing.T) {
	n := &node{}
	n.memo.Store(1, n)
	if _, ok := copied(t, &root{first: n}).first.memo.Load(1); ok {
		t.Error("it is still there")
	}
}

// TestInterfaces has values of one type in two interfaces.
func TestInterfaces(t *testing.T) {
	n := copied(t, &root{first: &node{next: &node{shape: &disc{"a"}, label: &disc{"b"}}, shapes: []shape{&square{}, &disc{}}, shape: &disc{}, label: &disc{"c"}}}).first
	if got := n.label.text() + n.next.label.text(); got != "cb" || n.shape.sides()+n.next.shape.sides()+n.shapes[1].sides() != 0 || n.shapes[0].sides() != 4 {
		t.Errorf("%s, %+v", got, n)
	}
}

// TestRefused sees that what can't be written isn't.
func TestRefused(t *testing.T) {
	whole := &node{name: "x", pairs: []pairKey{{k: 1}, {k: 2}}}
	midst := "a pointer leads into the midst of something"
	for _, c := range []struct {
		want string
		n    *node
	}{
		{"nobody knows what a func() holds", &node{run: func() {}}}, {"nobody has said that a *freeze.other may be in a freeze.shape", &node{shape: &other{}}},
		{midst, &node{next: whole, to: &whole.name}}, {midst, &node{next: whole, to: &whole.title}}, {midst, &node{next: whole, key: &whole.pairs[1]}},
		{midst, &node{next: whole, key: &whole.pairs[0]}},
	} {
		_, err := codec(t).Write(&root{first: c.n})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := New(&struct{ c chan int }{}); err == nil {
		t.Error("a channel has a plan")
	}
	if _, err := codec(t).Write(&node{}); err == nil {
		t.Error("a value of another type is written")
	}
	if _, err := codec(t).Write(&root{}, &other{}); err == nil {
		t.Error("what is no part is known")
	}
}

// TestKnown reads with other known values than those that a graph was written with.
func TestKnown(t *testing.T) {
	rule := &square{"rule"}
	c := codec(t)
	text, err := c.Write(&root{first: &node{shape: rule}, rule: rule}, rule)
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range [][]any{nil, {&square{"another"}}, {&node{name: "rule"}}, {rule, &square{"more"}}} {
		if c.Read(text, &root{}, known...) == nil {
			t.Errorf("read with %v", known)
		}
	}
	equal := &square{"rule"}
	var again root
	if err := c.Read(text, &again, equal); err != nil || again.rule != equal || again.first.shape != shape(equal) {
		t.Errorf("%v: %v", err, again)
	}
}

// TestDamaged reads what nobody wrote: it is refused, or some graph.
func TestDamaged(t *testing.T) {
	c := codec(t)
	refused := 0
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		text, err := c.Write(graph(r))
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			b := append([]byte(nil), text...)
			for range 1 + r.Intn(3) {
				b[r.Intn(len(b))] ^= byte(1 << r.Intn(8))
			}
			if r.Intn(4) == 0 {
				b = b[:r.Intn(len(b))]
			}
			if c.Read(b, &root{}) != nil {
				refused++
			}
		}
	}
	if refused < 1000 {
		t.Errorf("only %d are refused", refused)
	}
}

// TestSame sees that graphs that aren't the same are told apart.
func TestSame(t *testing.T) {
	a, b := &node{name: "a"}, &node{name: "a"}
	twice, once := &node{next: a, list: []*node{a}}, &node{next: a, list: []*node{b}}
	for _, c := range [][2]*node{
		{twice, once}, {once, twice}, {{}, {name: "x"}}, {{list: []*node{}}, {}}, {{shape: &square{}}, {shape: (*square)(nil)}}, {{shape: line{}}, {}},
		{{next: a, byNode: map[*node]int{a: 1}}, {next: b, byNode: map[*node]int{b: 2}}}, {{next: a, byNode: map[*node]int{a: 1}}, {next: b, byNode: map[*node]int{nil: 1}}},
		{{run: func() {}}, {}}, {{byNode: map[*node]int{a: 1}}, {byNode: map[*node]int{b: 2}}}, {{byNode: map[*node]int{a: 1}}, {byNode: map[*node]int{{name: "b"}: 1}}},
	} {
		if freezetest.Same(c[0], c[1]) == nil {
			t.Errorf("%+v and %+v are the same", c[0], c[1])
		}
	}
	if err := freezetest.Same(&node{next: a, byNode: map[*node]int{a: 1}}, &node{next: b, byNode: map[*node]int{b: 1}}); err != nil {
		t.Error(err)
	}
}
