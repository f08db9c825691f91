package digest

import (
	"math/big"
	"testing"
)

type node struct {
	name  string
	next  *node
	kinds map[string]int
	any   any
	list  []*node
	run   func()
}

// ring is a ring of n nodes.
func ring(n int) *node {
	first := &node{name: "first"}
	last := first
	for range n - 1 {
		last.next = &node{}
		last = last.next
	}
	last.next = first
	return first
}

// TestDistinct compares values that differ in one thing each.
func TestDistinct(t *testing.T) {
	shared := &node{name: "x"}
	all := []any{
		nil, 0, 1, -1, "", "1", true, uint8(1), 1.5, []int{}, []int{0}, [1]int{0}, []string{"a", "b"}, []string{"ab"}, []string{"", "ab"},
		ring(1), ring(2), ring(3), &node{}, node{}, (*node)(nil),
		&node{any: 1}, &node{any: int8(1)}, &node{any: "1"}, &node{any: &node{}}, &node{any: node{}},
		&node{kinds: map[string]int{"a": 1, "b": 2}}, &node{kinds: map[string]int{"a": 2, "b": 1}}, &node{kinds: map[string]int{"a": 1}},
		&node{list: []*node{shared, shared}}, &node{list: []*node{{name: "x"}, {name: "x"}}}, &node{list: []*node{shared, nil}},
		big.NewInt(5), big.NewInt(-5), new(big.Int).Lsh(big.NewInt(5), 64), map[int]bool{1: true}, map[int]bool{1: false},
	}
	at := map[Sum]int{}
	for i, v := range all {
		d := Of(v)
		if k, ok := at[d]; ok {
			t.Errorf("%#v and %#v have one digest", all[k], v)
		}
		at[d] = i
		if Of(v) != d {
			t.Errorf("%#v has two digests", v)
		}
	}
	if Of(1, 2) == Of(2, 1) || Of("a", "b") == Of("ab") || Of(shared, shared) == Of(shared, &node{name: "x"}) {
		t.Error("lists of values aren't told apart")
	}
}

// TestSame compares values that nothing but addresses tells apart.
func TestSame(t *testing.T) {
	if first, second := ring(3), ring(3); Of(first) != Of(second) {
		t.Error("rings differ")
	}
	if Of(&node{kinds: map[string]int{"a": 1, "b": 2}}) != Of(&node{kinds: map[string]int{"b": 2, "a": 1}}) {
		t.Error("maps differ")
	}
	long := make([]int, 1, 10)
	if Of(long) != Of([]int{0}) {
		t.Error("room for more counts")
	}
}

// TestUnknown sees that what nobody can look into is refused.
func TestUnknown(t *testing.T) {
	for _, v := range []any{&node{run: func() {}}, map[[1]int]int{{1}: 1, {2}: 2}, make(chan int)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T has a digest", v)
				}
			}()
			Of(v)
		}()
	}
}
