package check

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"hardbop/bebop"
	"hardbop/boolprog"
	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/result"
)

// This file writes what the states of the last Boolean program say, as conditions in C, for people. It
// is no certificate.

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
	say := func(node *cil.Node, proc, n int) {
		if _, known := at[node]; !known && points[node] != "" {
			at[node] = p.inC(reachable(r, proc, n))
		}
	}
	for proc, g := range r.Graphs {
		for n := range g.Nodes {
			if st := g.Nodes[n].Stmt; st != nil && st.Origin != "" {
				for node := range abs.Nodes([]string{st.Origin}) {
					say(node.Func.Entry, proc, n) // what comes first is where the function begins
					say(node, proc, n)
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
	e, ok := forget(e, temporary)
	if !ok {
		return ""
	}
	text := p.named(cText(e, false))
	if len(text) > maxInvariant {
		return ""
	}
	return text
}

// temporary reports whether a variable of a Boolean program stands for no condition of the point where it
// is: what a call returned, say, until the caller's own predicates have it.
func temporary(name string) bool {
	return !strings.HasPrefix(name, "{") || strings.Contains(name, "(): ")
}

// forget returns the weakest formula that follows from e and speaks of no variable that is out: it
// holds where e does for some values of them. Without ok e has operators that this doesn't know.
func forget(e *boolprog.Expr, out func(name string) bool) (weaker *boolprog.Expr, ok bool) {
	var names []string
	if !variables(e, func(name string) {
		if out(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}) {
		return e, len(names) == 0
	}
	for _, n := range names {
		e = either(fix(e, n, true), fix(e, n, false))
	}
	return e, true
}

// variables calls f for the variables of e; it reports whether e has only the operators that fix knows.
func variables(e *boolprog.Expr, f func(name string)) bool {
	known := true
	switch e.Op {
	case boolprog.OpVar:
		f(e.Ref.Name)
	case boolprog.OpTrue, boolprog.OpFalse, boolprog.OpNot, boolprog.OpAnd, boolprog.OpOr:
	default:
		known = false
	}
	for _, a := range e.Args {
		known = variables(a, f) && known
	}
	return known
}

// fix gives a variable of e a value.
func fix(e *boolprog.Expr, name string, value bool) *boolprog.Expr {
	switch e.Op {
	case boolprog.OpVar:
		if e.Ref.Name == name {
			return boolprog.Bool(value)
		}
	case boolprog.OpNot:
		switch a := fix(e.Args[0], name, value); a.Op {
		case boolprog.OpTrue, boolprog.OpFalse:
			return boolprog.Bool(a.Op == boolprog.OpFalse)
		default:
			return boolprog.Not(a)
		}
	case boolprog.OpAnd, boolprog.OpOr:
		return fold(e.Op, fixed(e.Args, name, value))
	}
	return e
}

func fixed(list []*boolprog.Expr, name string, value bool) []*boolprog.Expr {
	var out []*boolprog.Expr
	for _, e := range list {
		out = append(out, fix(e, name, value))
	}
	return out
}

func either(a, b *boolprog.Expr) *boolprog.Expr {
	if a.String() == b.String() {
		return a
	}
	return fold(boolprog.OpOr, []*boolprog.Expr{a, b})
}

// fold joins args with and or or, without constants.
func fold(op boolprog.Op, args []*boolprog.Expr) *boolprog.Expr {
	neutral, decisive := boolprog.OpTrue, boolprog.OpFalse
	if op == boolprog.OpOr {
		neutral, decisive = decisive, neutral
	}
	var left []*boolprog.Expr
	for _, a := range args {
		switch a.Op {
		case decisive:
			return a
		case neutral:
		default:
			left = append(left, a)
		}
	}
	if op == boolprog.OpOr {
		return boolprog.Or(left...)
	}
	return boolprog.And(left...)
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
