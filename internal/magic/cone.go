package magic

import "hardbop/internal/cil"

// cone is what a question speaks of: variables, and memory as a whole.
type cone struct {
	vars   map[*cil.Var]bool
	memory bool
}

func newCone(exprs []cil.Expr) *cone {
	c := &cone{vars: map[*cil.Var]bool{}}
	for _, e := range exprs {
		c.add(e)
	}
	return c
}

func (c *cone) add(e cil.Expr) {
	for _, v := range cil.Vars(e) {
		c.vars[v] = true
	}
	c.memory = c.memory || inMemory(e)
}

// inMemory reports whether e speaks of memory that pointers lead to, or of addresses.
func inMemory(e cil.Expr) bool {
	found := false
	cil.Walk(e, func(x cil.Expr) {
		switch x := x.(type) {
		case *cil.Load:
			found = found || x.L.Base == nil || x.L.Base.AddrTaken
		case *cil.AddrOf:
			found = true
		}
	})
	return found
}

// meets reports whether e speaks of something that c has.
func (c *cone) meets(e cil.Expr) bool {
	if c.memory && inMemory(e) {
		return true
	}
	for _, v := range cil.Vars(e) {
		if c.vars[v] {
			return true
		}
	}
	return false
}

// pick lists those of the predicates that speak of something that the cone has, and so on for
// what these speak of.
func (c *cone) pick(list []predicate) []int {
	in := make([]bool, len(list))
	for grew := true; grew; {
		grew = false
		for i, p := range list {
			if !in[i] && c.meets(p.e) {
				in[i], grew = true, true
				c.add(p.e)
			}
		}
	}
	var out []int
	for i := range list {
		if in[i] {
			out = append(out, i)
		}
	}
	return out
}
