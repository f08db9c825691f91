package check

import (
	"slices"

	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/models"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/newton"
	"hardbop/slic"
)

// This file has what views show besides a result: the lines that are reached, the rule as an
// automaton, invariants, the rounds of the loop. None of it bears on verdicts.

// evidence collects what is known when the loop is done, where it is asked for.
func (p *Prepared) evidence(todo run, r *result.Result, out *cegar.Outcome) {
	if !todo.opt.Evidence {
		return
	}
	r.Evidence = &result.Evidence{Rule: todo.q.evidence(), Lines: p.lines(p.reachedBy(todo.ctx, todo.opt, out))}
	r.Evidence.Texts = p.texts(r)
	if m := r.Evidence.Rule; m != nil && m.Machine != nil {
		m.Machine.Absent = absent(p.Rule)
	}
	if todo.opt.Witness {
		r.Evidence.Claims = p.claims(todo, r, out)
	}
	if r.Verdict == result.Safe && out.Last != nil {
		r.Evidence.Invariants = p.invariants(todo.ctx, todo.opt, out.Last)
	}
}

// texts are those of the environment and of the models that r speaks of.
func (p *Prepared) texts(r *result.Result) []result.Text {
	var list []result.Text
	if p.environment != "" {
		list = append(list, result.Text{Name: p.environment, Text: p.environmentText})
	}
	all, err := models.All()
	if err != nil {
		return list
	}
	for _, m := range all {
		if slices.ContainsFunc(r.Trace, func(s result.Step) bool { return s.Place.File == m.Name }) {
			list = append(list, result.Text{Name: m.Name, Text: string(m.Text)})
		}
	}
	return list
}

// absent lists the rule's events of functions that the program doesn't have.
func absent(r *slic.Result) []string {
	if r == nil {
		return nil
	}
	var list []string
	for _, m := range r.Missing {
		list = append(list, m.Pattern.String())
	}
	return list
}

// evidence shows the rule; nil for a property.
func (q *question) evidence() *result.Rule {
	if q.rule == nil {
		return nil
	}
	r := &result.Rule{File: q.rule.File, Text: q.rule.Text, Summary: q.summary}
	if m := rules.MachineOf(q.rule); m != nil {
		r.Machine = drawnAs(m)
	}
	return r
}

func drawnAs(m *rules.Machine) *result.Machine {
	out := &result.Machine{}
	for _, values := range m.States {
		var s result.State
		for i, v := range values {
			s = append(s, result.Value{Var: m.Vars[i], Value: v, Enum: m.Enum[i]})
		}
		out.States = append(out.States, s)
	}
	for _, e := range m.Edges {
		out.Edges = append(out.Edges, result.Edge(e))
	}
	return out
}

// lines lists the lines with code of the C files.
func (p *Prepared) lines(reached func(*cil.Node) bool) []result.FileLines {
	t := newTally(p.Files)
	for _, w := range p.written() {
		t.function(w, p.inlined, reached)
	}
	var all []result.FileLines
	for _, name := range p.Files {
		f := result.FileLines{File: name}
		for at, ok := range t.lines {
			switch {
			case at.File != name:
			case ok:
				f.Reached = append(f.Reached, at.Line)
			default:
				f.Missed = append(f.Missed, at.Line)
			}
		}
		slices.Sort(f.Reached)
		slices.Sort(f.Missed)
		all = append(all, f)
	}
	return all
}

// watched calls dump, if it isn't nil, and hands the round over to opt.Round.
func (p *Prepared) watched(opt Options, slicer *newton.Slicer, dump func(int, *pred.Set, *c2bp.Abstraction, []*path.Path) error) func(int, *pred.Set, *c2bp.Abstraction, []*path.Path) error {
	if opt.Round == nil {
		return dump
	}
	return func(i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) error {
		opt.Round(p.round(opt, slicer, i, preds, abs, paths))
		if dump == nil {
			return nil
		}
		return dump(i, preds, abs, paths)
	}
}

// round describes one round of the loop; with its predicates and program if evidence is asked for.
func (p *Prepared) round(opt Options, slicer *newton.Slicer, i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) result.Round {
	r := result.Round{Number: i, Encoding: string(opt.Encoding)}
	if opt.Evidence {
		r.Program = abs.BP.String()
		for _, q := range preds.Preds {
			r.Predicates = append(r.Predicates, p.named(predText(q)))
		}
	}
	var shortest *path.Path
	for _, way := range paths {
		if shortest == nil || len(way.Steps) < len(shortest.Steps) {
			shortest = way
		}
	}
	if shortest != nil {
		r.Called = p.atIssue(shortest)
		r.Path, r.Loop, r.Passes = len(shortest.Steps), p.turns(shortest), p.passed(shortest, slicer.Slice(shortest))
	}
	return r
}

// predText is a predicate with its scope.
func predText(q *pred.Pred) string {
	if q.Scope == nil {
		return cil.ExprString(q.E)
	}
	return q.Scope.Name + ": " + cil.ExprString(q.E)
}

// turns finds the loop whose head a path passes most often, at least twice.
func (p *Prepared) turns(way *path.Path) *result.Loop {
	if p.pointsOf == nil {
		p.pointsOf = p.points()
	}
	points, count := p.pointsOf, map[*cil.Node]int{}
	var most *cil.Node
	for _, s := range way.Steps {
		n := s.Node
		if points[n] != "loop" || n.Pos.Line <= 0 {
			continue
		}
		if count[n]++; most == nil || count[n] > count[most] {
			most = n
		}
	}
	if most == nil || count[most] < 2 {
		return nil
	}
	return &result.Loop{Func: p.inlined.Func(most).Name, Where: result.At(most.Pos), Turns: count[most]}
}

// documented is what a rule's comment says of it in a line.
func (opt Options) documented(r *rules.Rule) *question {
	q := &question{name: r.Name, rule: r.Spec, file: r.File}
	opt.Inputs.rule(r)
	if r.Doc.Complete() == nil {
		q.summary = r.Doc.Summary
	}
	return q
}
