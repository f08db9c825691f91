package cil

// postdominators returns for each node, by its ID, the first node that every way to the
// exit passes; nil for the exit and for nodes that don't reach it. It is the iterative
// algorithm of Cooper, Harvey and Kennedy (A Simple, Fast Dominance Algorithm, 2001) on
// the reversed graph.
func postdominators(f *Func) []*Node {
	order := reverseGraphPostorder(f)
	number := make([]int, len(f.Nodes)) // 0 if the exit isn't reached
	for i, n := range order {
		number[n.ID] = i + 1
	}
	up := make([]*Node, len(f.Nodes))
	up[f.Exit.ID] = f.Exit
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- {
			n := order[i]
			var best *Node
			for _, s := range n.Succs {
				if up[s.ID] != nil {
					best = nearestCommon(s, best, up, number)
				}
			}
			if best != up[n.ID] {
				up[n.ID], changed = best, true
			}
		}
	}
	up[f.Exit.ID] = nil
	return up
}

// nearestCommon returns the first node on both chains of postdominators; b may be nil.
func nearestCommon(a, b *Node, up []*Node, number []int) *Node {
	if b == nil {
		return a
	}
	for a != b {
		for number[a.ID] < number[b.ID] {
			a = up[a.ID]
		}
		for number[b.ID] < number[a.ID] {
			b = up[b.ID]
		}
	}
	return a
}

// reverseGraphPostorder lists the nodes that reach the exit, which comes last.
func reverseGraphPostorder(f *Func) []*Node {
	type frame struct {
		n    *Node
		next int
	}
	seen := map[*Node]bool{f.Exit: true}
	var order []*Node
	stack := []frame{{f.Exit, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.n.Preds) {
			order = append(order, top.n)
			stack = stack[:len(stack)-1]
			continue
		}
		p := top.n.Preds[top.next]
		top.next++
		if !seen[p] {
			seen[p] = true
			stack = append(stack, frame{p, 0})
		}
	}
	return order
}
