package magic

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/lts"
	"hardbop/internal/simulation"
)

// LTS is the model as a transition system for people: its states are named by their points,
// with which predicates hold there, as text writes them.
func (m *Model) LTS(text func(cil.Expr) string) *lts.System {
	out := &lts.System{Name: SourceName(m.w.target.Func), Init: m.System.Init, Stop: stopState}
	for i := range m.States {
		out.States = append(out.States, m.named(i, text))
	}
	number := map[int]int{}
	for from, edges := range m.System.Edges {
		for _, e := range edges {
			a, ok := number[e.Action]
			if !ok {
				a = len(out.Actions)
				number[e.Action] = a
				out.Actions = append(out.Actions, m.action(e.Action))
			}
			out.Trans = append(out.Trans, lts.Transition{From: from, Action: a, To: e.To})
		}
	}
	return out
}

func (m *Model) action(a int) lts.Action {
	switch {
	case a == simulation.Silent:
		return lts.Action{Kind: lts.Silent, Name: "tau"}
	case m.w.isReturn(a):
		return lts.Action{Kind: lts.Return, Name: m.w.Actions[a]}
	}
	return lts.Action{Name: m.w.Actions[a]}
}

// named is the state i as people see it.
func (m *Model) named(i int, text func(cil.Expr) string) lts.State {
	s := m.States[i]
	switch {
	case i == stopState:
		return lts.State{Name: "STOP"}
	case s.Node == nil:
		return lts.State{Name: "INIT"}
	}
	var holds []string
	for k, p := range m.preds[s.Node.ID].list {
		e := p.e
		if !s.val.holds(k) {
			e = cil.Not(e)
		}
		holds = append(holds, text(e))
	}
	name := PointName(s.Node)
	if len(holds) > 0 {
		name += " {" + strings.Join(holds, ", ") + "}"
	}
	return lts.State{Name: name, Pos: s.Node.Pos}
}

// PointName is how people tell a point from others: by its number and its labels.
func PointName(n *cil.Node) string {
	name := fmt.Sprintf("%d", n.ID)
	if len(n.Labels) > 0 {
		name += ":" + strings.Join(n.Labels, ":")
	}
	return name
}
