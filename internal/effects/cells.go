package effects

import "hardbop/internal/pointsto"

// Cells is a set of cells of memory.
type Cells struct {
	list  []pointsto.Target
	cells map[*pointsto.Object]map[int]bool
	all   bool
}

// NewCells returns the empty set.
func NewCells() *Cells {
	return &Cells{cells: map[*pointsto.Object]map[int]bool{}}
}

// Put adds t.
func (s *Cells) Put(t pointsto.Target) {
	if s.cells[t.Obj] == nil {
		s.cells[t.Obj] = map[int]bool{}
	}
	if !s.cells[t.Obj][t.Cell] {
		s.cells[t.Obj][t.Cell] = true
		s.list = append(s.list, t)
	}
}

// Clone returns a copy of s.
func (s *Cells) Clone() *Cells {
	c := NewCells()
	c.all = s.all
	for _, t := range s.list {
		if s.cells[t.Obj][t.Cell] {
			c.Put(t)
		}
	}
	return c
}

// Add adds the cells of o, and reports whether that changes s.
func (s *Cells) Add(o *Cells) bool {
	before, all := len(s.list), s.all
	for _, t := range o.list {
		s.Put(t)
	}
	s.all = s.all || o.all
	return len(s.list) > before || s.all != all
}

// Remove takes t out of s.
func (s *Cells) Remove(t pointsto.Target) { delete(s.cells[t.Obj], t.Cell) }

// has reports whether t, or part of it, may be in s.
func (s *Cells) has(t pointsto.Target) bool {
	in := s.cells[t.Obj]
	return in[t.Cell] || in[pointsto.Unknown] || t.Cell == pointsto.Unknown && len(in) > 0
}

// Meets reports whether s and the set o of what is live may share a cell.
func (s *Cells) Meets(o *Cells) bool {
	if s.all || o.all {
		return true
	}
	for _, t := range s.list {
		if o.has(t) {
			return true
		}
	}
	return false
}

// List lists the cells that were put into s, in that order.
func (s *Cells) List() []pointsto.Target { return s.list }
