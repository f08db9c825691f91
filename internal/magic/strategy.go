package magic

import (
	"fmt"
	"strings"

	"hardbop/internal/simulation"
)

// maxLines bounds the lines that describe a strategy.
const maxLines = 40

// describe writes a strategy: the actions of the procedure, indented by how many came before,
// each with the state of the specification that has to follow. Silent steps are left out, and
// so are replies that lead to what was described.
func (r *run) describe(s *simulation.Strategy) []string {
	d := &describer{r: r, seen: map[*simulation.Strategy]bool{}}
	d.walk(s, 0)
	if len(d.lines) > maxLines {
		d.lines = append(d.lines[:maxLines], "...")
	}
	return d.lines
}

type describer struct {
	r     *run
	lines []string
	seen  map[*simulation.Strategy]bool
}

func (d *describer) walk(s *simulation.Strategy, depth int) {
	if d.seen[s] || len(d.lines) > maxLines {
		return
	}
	d.seen[s] = true
	if s.Step.Action != simulation.Silent {
		state := d.r.t.Weaver.target.System().States[s.Spec].Name
		text := fmt.Sprintf("%s%s, where the specification is in %s", strings.Repeat("  ", depth), d.r.t.Weaver.Actions[s.Step.Action], state)
		if len(s.Replies) == 0 {
			text += ", which doesn't allow it"
		}
		d.lines = append(d.lines, text)
		depth++
	}
	for _, n := range s.Replies {
		d.walk(n, depth)
	}
}
