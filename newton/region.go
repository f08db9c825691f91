package newton

import "hardbop/internal/cil"

// region is what lies between a branch and a later node of its function.
type region struct {
	nodes  []*cil.Node // on some way between them
	bypass bool        // whether some way from the branch to the exit misses the node
}

// region returns the region between the branch at n and the node at to.
func (s *Slicer) region(n, to *cil.Node) *region {
	key := [2]*cil.Node{n, to}
	if r := s.regions[key]; r != nil {
		return r
	}
	r := &region{}
	s.regions[key] = r
	if to == nil {
		r.bypass = true
		return r
	}
	ahead := reach(n, to, func(x *cil.Node) []*cil.Node { return x.Succs })
	behind := reach(to, n, func(x *cil.Node) []*cil.Node { return x.Preds })
	for _, x := range n.Func.Nodes {
		if ahead[x] && behind[x] && x != n && x != to {
			r.nodes = append(r.nodes, x)
		}
	}
	r.bypass = ahead[n.Func.Exit] && n.Func.Exit != to
	return r
}

// reach returns what lies behind from, as next leads, without going on behind stop.
func reach(from, stop *cil.Node, next func(*cil.Node) []*cil.Node) map[*cil.Node]bool {
	seen := map[*cil.Node]bool{}
	todo := append([]*cil.Node(nil), next(from)...)
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
