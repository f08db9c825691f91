package pointsto

import (
	"sync"

	"hardbop/internal/cil"
)

// shapes remembers how structs are cut into cells. It may be used from several goroutines.
type shapes struct {
	of sync.Map // shapes by comps
}

// shape is how a struct is cut into cells.
type shape struct {
	before []int       // the number of cells of the members before each member
	paths  [][]cil.Sel // the selectors that lead to the cells, one element for each array
}

func (s *shapes) shape(c *cil.CompType) *shape {
	if known, ok := s.of.Load(c); ok {
		return known.(*shape)
	}
	x := &shape{}
	for _, f := range c.Fields {
		x.before = append(x.before, len(x.paths))
		for _, path := range s.paths(f.Type) {
			x.paths = append(x.paths, append([]cil.Sel{{Field: f}}, path...))
		}
	}
	known, _ := s.of.LoadOrStore(c, x)
	return known.(*shape)
}

// offset returns the number of cells of the members before f.
func (s *shapes) offset(f *cil.Field) int { return s.shape(f.Comp).before[f.Index] }

// single reports whether t is one cell, or none.
func (s *shapes) single(t cil.Type) bool {
	t = element(t)
	return !isStruct(t) || len(s.shape(t.(*cil.CompType)).paths) <= 1
}

// paths lists the selectors that lead from an lvalue of type t to its cells, one element for
// each array. The list is shared.
func (s *shapes) paths(t cil.Type) [][]cil.Sel {
	switch c := t.(type) {
	case *cil.ArrayType:
		var out [][]cil.Sel
		for _, path := range s.paths(c.Elem) {
			out = append(out, append([]cil.Sel{{Index: zeroIndex()}}, path...))
		}
		return out
	case *cil.CompType:
		if isStruct(c) {
			return s.shape(c).paths
		}
	}
	return [][]cil.Sel{nil}
}
