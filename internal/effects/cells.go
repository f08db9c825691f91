package effects

import "hardbop/internal/pointsto"

// Cells is a set of cells of memory.
type Cells struct {
	list []pointsto.Target
	// cells is made when it is asked for: most sets are only listed.
	cells map[*pointsto.Object]map[int]bool
	all   bool
}

// NewCells returns the empty set.
func NewCells() *Cells { return &Cells{} }

// index returns the cells by their objects.
func (s *Cells) index() map[*pointsto.Object]map[int]bool {
	if s.cells == nil {
		list := s.list
		s.cells, s.list = map[*pointsto.Object]map[int]bool{}, nil
		for _, t := range list {
			s.Put(t)
		}
	}
	return s.cells
}

// Put adds t.
func (s *Cells) Put(t pointsto.Target) {
	cells := s.index()
	own := cells[t.Obj]
	if own == nil {
		own = map[int]bool{}
		cells[t.Obj] = own
	}
	if !own[t.Cell] {
		own[t.Cell] = true
		s.list = append(s.list, t)
	}
}

// Clone returns a copy of s.
func (s *Cells) Clone() *Cells {
	c := NewCells()
	c.all = s.all
	cells := s.index()
	for _, t := range s.list {
		if cells[t.Obj][t.Cell] {
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

// gather adds the cells of o to s, which is only listed: cells may be listed twice.
func (s *Cells) gather(o *Cells) {
	s.list, s.all = append(s.list, o.list...), s.all || o.all
}

// Remove takes t out of s.
func (s *Cells) Remove(t pointsto.Target) { delete(s.index()[t.Obj], t.Cell) }

// has reports whether t, or part of it, may be in s.
func (s *Cells) has(t pointsto.Target) bool {
	in := s.index()[t.Obj]
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

// holds reports whether all of o is in s.
func (s *Cells) holds(o *Cells) bool {
	if s.all || o.all {
		return s.all
	}
	for _, t := range o.list {
		if in := s.index()[t.Obj]; !in[t.Cell] && !in[pointsto.Unknown] {
			return false
		}
	}
	return true
}

// List lists the cells that were put into s, in that order; of what [Effects.Locate] finds some may be there twice.
func (s *Cells) List() []pointsto.Target { return s.list }
