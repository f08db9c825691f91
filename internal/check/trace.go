package check

import (
	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// trace makes the steps that people see out of a path: statements with a place in the
// source, calls and returns, the sides of branches. notes has what happens at each step.
func trace(p *path.Path, notes []string, rule map[*cil.Func]bool) []result.Step {
	var steps []result.Step
	depth := 0
	for i, s := range p.Steps {
		f := s.Node.Func
		if text := stepText(s); text != "" && s.Node.Pos.Line > 0 && f.Name != entries.Name {
			st := result.Step{Place: result.At(s.Node.Pos), Func: f.Name, Depth: max(depth-1, 0), Text: text, Rule: rule[f]}
			if i < len(notes) {
				st.Note = notes[i]
			}
			if note := branchNote(s); note != "" {
				st.Note = note
			}
			steps = append(steps, st)
		}
		depth += depthChange(p, i)
	}
	return steps
}

// depthChange is +1 if step i enters a function and -1 if it leaves one.
func depthChange(p *path.Path, i int) int {
	s := p.Steps[i]
	if s.Node == s.Node.Func.Exit {
		return -1
	}
	if _, ok := s.Node.Instr.(*cil.Call); ok && i+1 < len(p.Steps) && p.Steps[i+1].Node == p.Steps[i+1].Node.Func.Entry {
		return 1
	}
	return 0
}

func stepText(s path.Step) string {
	if _, ok := s.Node.Instr.(*cil.Skip); ok {
		return ""
	}
	return cil.InstrString(s.Node.Instr)
}

func branchNote(s path.Step) string {
	if _, ok := s.Node.Instr.(*cil.Branch); !ok || len(s.Node.Succs) != 2 {
		return ""
	}
	if s.Taken == 0 {
		return "true"
	}
	return "false"
}
