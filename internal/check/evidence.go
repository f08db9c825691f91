package check

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/path"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/rules"
)

// This file has what views show besides a result: the lines that are reached, the rule as an
// automaton, invariants, the rounds of the loop. None of it bears on verdicts.

// evidence collects what is known when the loop is done, where it is asked for.
func (p *Prepared) evidence(todo run, r *result.Result, out *cegar.Outcome) {
	if !todo.opt.Evidence {
		return
	}
	r.Evidence = &result.Evidence{Rule: todo.q.evidence(), Lines: p.lines(p.reachedBy(todo.ctx, todo.opt, out))}
	if r.Verdict == result.Safe && out.Last != nil {
		r.Evidence.Invariants = p.invariants(todo.ctx, todo.opt, out.Last)
	}
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

// maxInvariant bounds the text of an invariant.
const maxInvariant = 4000

// invariants lists what the last Boolean program's states say, in C, where functions begin and end
// and at the heads of loops, function by function. The rule's own code is left out.
func (p *Prepared) invariants(ctx context.Context, opt Options, abs *c2bp.Abstraction) []result.Invariant {
	r, err := bebop.Check(ctx, abs.BP, bebop.Options{BDD: opt.bdd(), Invariants: true})
	if err != nil || r.Verdict != bebop.Safe {
		return nil
	}
	points, own := p.points(), p.procedures()
	at := map[*cil.Node]string{}
	for proc, g := range r.Graphs {
		for n := range g.Nodes {
			st := g.Nodes[n].Stmt
			if st == nil || st.Origin == "" {
				continue
			}
			for node := range abs.Nodes([]string{st.Origin}) {
				if _, known := at[node]; !known && points[node] != "" {
					at[node] = p.inC(reachable(r, proc, n))
				}
			}
		}
	}
	var list []result.Invariant
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range f.Nodes {
			in := p.inlined.Func(n)
			if text := at[n]; text != "" && n.Pos.Line > 0 && !own[in] && f != p.Harness.Func {
				list = append(list, result.Invariant{Func: in.Name, Point: points[n], Where: result.At(n.Pos), Text: text})
			}
		}
	}
	return list
}

// points says of nodes that people want invariants at what they are.
func (p *Prepared) points() map[*cil.Node]string {
	points := map[*cil.Node]string{}
	for _, f := range c2bp.Reachable(p.Input) {
		for _, n := range lbe.BackEdges(f, nil) {
			points[n] = "loop"
		}
		points[f.Entry], points[f.Exit] = "entry", "exit"
	}
	return points
}

// inC writes a formula over predicates as a condition in C.
func (p *Prepared) inC(e *boolprog.Expr) string {
	text := p.named(cText(e, false))
	if len(text) > maxInvariant {
		return ""
	}
	return text
}

// cText writes e; inside of another operator in brackets, if it has one itself.
func cText(e *boolprog.Expr, inside bool) string {
	op := map[boolprog.Op]string{boolprog.OpAnd: " && ", boolprog.OpOr: " || ", boolprog.OpEq: " == ", boolprog.OpNe: " != "}[e.Op]
	switch {
	case e.Op == boolprog.OpTrue:
		return "1"
	case e.Op == boolprog.OpFalse:
		return "0"
	case e.Op == boolprog.OpVar:
		text := strings.TrimSuffix(strings.TrimPrefix(e.Ref.Name, "{"), "}")
		if inside && strings.ContainsAny(text, "&|?") {
			return "(" + text + ")"
		}
		return text
	case e.Op == boolprog.OpNot:
		return "!(" + cText(e.Args[0], false) + ")"
	case op == "":
		return e.String()
	}
	var parts []string
	for _, a := range e.Args {
		parts = append(parts, cText(a, true))
	}
	text := strings.Join(parts, op)
	if inside {
		return "(" + text + ")"
	}
	return text
}

// named calls the rule's state in a text what the rule calls it.
func (p *Prepared) named(text string) string {
	if p.Rule == nil {
		return text
	}
	for _, v := range p.Rule.State {
		name := cil.SourceLval(cil.VarLval(v))
		word := regexp.QuoteMeta(v.Name)
		for val, item := range p.Rule.Enumerators[v] {
			equal := regexp.MustCompile(`\b` + word + ` (==|!=) ` + regexp.QuoteMeta(val) + `(\D|$)`)
			text = equal.ReplaceAllString(text, strings.ReplaceAll(name, "$", "$$")+" ${1} "+item+"${2}")
		}
		text = regexp.MustCompile(`\b`+word+`\b`).ReplaceAllString(text, strings.ReplaceAll(name, "$", "$$"))
	}
	return text
}

// watched calls dump, if it isn't nil, and hands the round over to opt.Round.
func (p *Prepared) watched(opt Options, dump func(int, *pred.Set, *c2bp.Abstraction, []*path.Path) error) func(int, *pred.Set, *c2bp.Abstraction, []*path.Path) error {
	if opt.Round == nil {
		return dump
	}
	return func(i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) error {
		opt.Round(p.round(opt, i, preds, abs, paths))
		if dump == nil {
			return nil
		}
		return dump(i, preds, abs, paths)
	}
}

// round describes one round of the loop; with its predicates and program if evidence is asked for.
func (p *Prepared) round(opt Options, i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) result.Round {
	r := result.Round{Number: i, Encoding: string(opt.Encoding)}
	if opt.Evidence {
		r.Program = abs.BP.String()
		for _, q := range preds.Preds {
			r.Predicates = append(r.Predicates, p.named(predText(q)))
		}
	}
	for _, way := range paths {
		if r.Path == 0 || len(way.Steps) < r.Path {
			r.Path, r.Loop = len(way.Steps), p.turns(way)
		}
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
func documented(r *rules.Rule) *question {
	q := &question{name: r.Name, rule: r.Spec}
	if r.Doc.Complete() == nil {
		q.summary = r.Doc.Summary
	}
	return q
}
