package pointsto

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPool compares operations on sets with those on sorted lists.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPool()
		numbers := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 30), func(i int) int { return 10 * i }), 1, 8)
		sets, lists := []*set{nil}, [][]int{nil}
		for range 5 {
			list := sorted(numbers.Draw(t, "numbers"))
			if s := p.of(list...); !slices.Contains(sets, s) {
				sets, lists = append(sets, s), append(lists, list)
			}
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			i, j := rapid.IntRange(0, len(sets)-1).Draw(t, "i"), rapid.IntRange(0, len(sets)-1).Draw(t, "j")
			x, y := lists[i], lists[j]
			var s *set
			var list []int
			switch rapid.IntRange(0, 4).Draw(t, "operation") {
			case 0:
				s, list = p.union(sets[i], sets[j]), slices.Concat(x, y)
			case 1:
				s, list = p.minus(sets[i], sets[j]), those(x, y, false)
			case 2:
				s, list = p.common(sets[i], sets[j]), those(x, y, true)
			case 3:
				s, list = p.among(sets[i], marked(y)), those(x, y, true)
			case 4:
				p.keep(slices.Values(sets))
				s, list = p.marked(marked(x)), x
			}
			list = sorted(list)
			checkSet(t, s, list)
			for k := range sets {
				if (sets[k] == s) != slices.Equal(lists[k], list) {
					t.Fatalf("%v and %v: one set: %v", lists[k], list, sets[k] == s)
				}
			}
			both := those(x, y, true)
			if sets[i].shared(sets[j]) != len(both) || sets[i].meets(marked(y), nil) != (len(both) > 0) || sets[i].meets(marked(y), marked(y)) {
				t.Fatalf("%v and %v: shared %d", x, y, sets[i].shared(sets[j]))
			}
			sets, lists = append(sets, s), append(lists, list)
		}
	})
}

// checkSet compares s with what it should have.
func checkSet(t *rapid.T, s *set, want []int) {
	if got := slices.Collect(s.elements()); !slices.Equal(got, want) || s.size() != len(want) || s.empty() != (len(want) == 0) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range 301 {
		if s.has(i) != slices.Contains(want, i) || marked(want).has(i) != s.has(i) {
			t.Fatalf("%d in %v: %v", i, want, s.has(i))
		}
	}
}

// those lists the elements of x that are, or aren't, in y.
func those(x, y []int, in bool) []int {
	return slices.DeleteFunc(slices.Clone(x), func(i int) bool { return slices.Contains(y, i) != in })
}

func sorted(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

func marked(list []int) marks {
	var m marks
	for _, i := range list {
		m.add(i)
	}
	return m
}
