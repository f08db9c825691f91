package entries

import (
	"fmt"

	"hardbop/internal/cil"
)

// Trim takes the initial values of an object out of the harness if more of them are left
// than a path can go through: what no condition depends on should be gone before. The
// object starts arbitrary then.
func (h *Harness) Trim() {
	left := map[*cil.Var]int64{}
	for _, n := range h.Func.Nodes {
		if v := h.initial[n]; v != nil {
			left[v]++
		}
	}
	large := map[*cil.Var]bool{}
	for _, n := range h.Func.Nodes {
		if v := h.initial[n]; left[v] > maxKept && !large[v] {
			large[v] = true
			h.untrack(v, maxKept)
		}
	}
	if len(large) == 0 {
		return
	}
	for _, n := range h.Func.Nodes {
		for i := range n.Succs {
			for large[h.initial[n.Succs[i]]] {
				n.Succs[i] = n.Succs[i].Succs[0]
			}
		}
	}
	h.Func.Finish()
}

// untrack notes that the initial value of v, of more than limit scalars, is left out.
func (h *Harness) untrack(v *cil.Var, limit int64) {
	h.Untracked = append(h.Untracked, v)
	h.Assumptions = append(h.Assumptions, cil.Note{Code: "large-initialiser", Pos: v.Pos,
		Text: fmt.Sprintf("the initial value of %s is not tracked: it has more than %d parts", v.Name, limit)})
}
