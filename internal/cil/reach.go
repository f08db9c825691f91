package cil

// Reach returns what lies behind from, as next leads, without going on behind stop.
func Reach(from, stop *Node, next func(*Node) []*Node) map[*Node]bool {
	seen := map[*Node]bool{}
	todo := append([]*Node(nil), next(from)...)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if n != stop {
			todo = append(todo, next(n)...)
		}
	}
	return seen
}
