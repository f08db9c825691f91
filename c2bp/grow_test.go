package c2bp

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
)

// TestGrow compares cubes that are grown in words with those that are grown one by one.
func TestGrow(t *testing.T) {
	grown, v := 0, &cil.Var{}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 23))
		n, size := 2+r.IntN(9), r.IntN(3)
		q := &question{links: make([][]bool, n+1)}
		for range n {
			el := &element{}
			if r.IntN(3) == 0 {
				el.v, el.parts = v, make([]interval.Interval, 1+r.IntN(5))
			}
			q.cone = append(q.cone, el)
		}
		for i := range q.links {
			q.links[i] = make([]bool, n)
			for k := range n {
				q.links[i][k] = r.IntN(2) == 0
			}
		}
		s := &cubeSearch{q: q}
		open := randomCubes(r, q.cone, min(size, n-1))
		got, want := s.growPacked(open), s.growAny(open)
		if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %v, expected %v", seed, got, want)
		}
		grown += len(got)
	}
	if grown < 2000 {
		t.Errorf("only %d cubes", grown)
	}
}

// randomCubes draws some cubes of a size, each once and in order.
func randomCubes(r *rand.Rand, cone []*element, size int) [][]cubeLit {
	var cubes [][]cubeLit
	for range 1 + r.IntN(8) {
		c := []cubeLit{}
		for _, k := range slices.Sorted(slices.Values(r.Perm(len(cone))[:size])) {
			c = append(c, cubeLit{k, r.IntN(cone[k].size())})
		}
		cubes = append(cubes, c)
	}
	slices.SortFunc(cubes, compareCubes)
	return slices.CompactFunc(cubes, func(a, b []cubeLit) bool { return compareCubes(a, b) == 0 })
}
