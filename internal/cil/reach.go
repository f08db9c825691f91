package cil

// Nodes is a set of nodes of one function.
type Nodes struct {
	of *Func
	in []bool // by ID
}

// Has reports whether n is in s.
func (s Nodes) Has(n *Node) bool { return n != nil && n.Func == s.of && s.in[n.ID] }

// Reach returns what lies behind from, as next leads within its function, without going on behind stop.
func Reach(from, stop *Node, next func(*Node) []*Node) Nodes {
	s := Nodes{from.Func, make([]bool, len(from.Func.Nodes))}
	todo := append([]*Node(nil), next(from)...)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.in[n.ID] {
			continue
		}
		s.in[n.ID] = true
		if n != stop {
			todo = append(todo, next(n)...)
		}
	}
	return s
}
