package check

import (
	"slices"
	"strings"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/entries"
	"hardbop/internal/path"
	"hardbop/internal/result"
)

// This file says of an UNKNOWN what of the driver's own the last error path goes through: a hint for people, on which nothing rests.

// maxPassed bounds the statements that are named.
const maxPassed = 5

// How hard it is to say what a statement does, the hardest first.
const (
	storesAnywhere = iota // writes where a pointer and a variable index lead
	asksFor               // a condition that the end of the path depends on
	storesThrough         // writes through a pointer what the end depends on
	ordinary
)

// stuck names statements of the path that an UNKNOWN is about, and has its place be in the program rather than in the rule's code.
func (p *Prepared) stuck(r *result.Result, out *cegar.Outcome, q *question) {
	if out.Verdict != result.Unknown || out.Reason == nil || out.Stuck == nil || len(out.Stuck.Steps) == 0 {
		return
	}
	reason := *out.Reason
	if at := reason.Where; at != nil && (q.rule != nil && at.File == q.rule.File || p.outside(at.File)) {
		reason.Where = p.lastOwn(out.Stuck)
	}
	if q.rule != nil && q.rule.Library && strings.Contains(reason.Text, q.rule.File+":") {
		reason.Text += " (hardbop rules show " + strings.TrimSuffix(q.rule.File, ".slic") + " prints the rule)"
	}
	reason.Called = p.atIssue(out.Stuck)
	reason.Passes = p.passed(out.Stuck, p.needed(out.Stuck, q.extern()))
	r.Reason = &reason
}

// lastOwn is the place of the path's last step in the program's files, which calls what it ends in; nil if there is none.
func (p *Prepared) lastOwn(way *path.Path) *result.Place {
	own := p.procedures()
	for _, s := range slices.Backward(way.Steps) {
		o := p.inlined.Origin(s.Node)
		if at := result.At(s.Node.Pos); at.Line > 0 && o.Node != o.Func.Exit && !own[o.Func] && o.Func.Name != entries.Name && !p.outside(at.File) {
			return &at
		}
	}
	return nil
}

// atIssue is the function of the program, of those that the path's environment calls, in which the rule's state changed last: one that starts there finds
// what is wrong with that. Where the environment itself changed it last, or nothing did, it is the one that is called last; "" without an environment.
func (p *Prepared) atIssue(way *path.Path) string {
	last, in, changed, own := "", "", "", p.procedures()
	for _, s := range way.Steps {
		c := p.inlined.Call(s.Node)
		switch by := p.inlined.Func(s.Node); {
		case c == nil || c.Callee() == nil || p.environment == "":
		case own[c.Callee()]:
			if in = last; by.Pos.File == p.environment || by.Name == entries.Name {
				in = ""
			}
		case by.Pos.File == p.environment && p.isCallback(c.Callee()):
			last = c.Callee().Name
		}
		if a, ok := s.Node.Instr.(*cil.Assign); ok && p.Rule != nil && slices.Contains(p.Rule.State, a.L.Base) {
			changed = in
		}
	}
	if changed == "" {
		return last
	}
	return changed
}

// isCallback reports whether f, which an environment calls, is one of the C files' own.
func (p *Prepared) isCallback(f *cil.Func) bool {
	return f.HasBody() && p.starts(f) && slices.Contains(p.Files, f.Pos.File)
}

// passed lists the statements, in the order of the path.
func (p *Prepared) passed(way *path.Path, needed []bool) []result.Passed {
	var all []hard
	text, own := textOf(p.Prog), p.procedures()
	for i, s := range way.Steps {
		o := p.inlined.Origin(s.Node)
		at := result.At(s.Node.Pos)
		kind := hardness(p.inlined.Instr(s.Node), needed[i])
		if kind == ordinary || at.Line <= 0 || own[o.Func] || o.Func.Name == entries.Name || p.outside(at.File) || !slices.Contains(p.Files, at.File) {
			continue
		}
		all = add(all, hard{result.Passed{Place: result.Place{File: at.File, Line: at.Line}, Text: strings.TrimSpace(text.line(at))}, kind, i})
	}
	slices.SortFunc(all, func(a, b hard) int {
		if a.kind != b.kind {
			return a.kind - b.kind
		}
		return b.step - a.step // the nearest to the end
	})
	all = all[:min(len(all), maxPassed)]
	slices.SortFunc(all, func(a, b hard) int { return a.step - b.step })
	var list []result.Passed
	for _, h := range all {
		list = append(list, h.says)
	}
	return list
}

// hard is a line with the kind of its hardest statement, and the last step of the path that is of that kind.
type hard struct {
	says       result.Passed
	kind, step int
}

// add adds h, or what is harder of it to its line.
func add(all []hard, h hard) []hard {
	i := slices.IndexFunc(all, func(o hard) bool { return o.says.Place == h.says.Place })
	if i < 0 {
		return append(all, h)
	}
	if h.kind <= all[i].kind {
		all[i] = h
	}
	return all
}

// hardness is the kind of a statement.
func hardness(in cil.Instr, needed bool) int {
	switch in := in.(type) {
	case *cil.Branch:
		if needed {
			return asksFor
		}
	case *cil.Assign:
		if anywhere(in.L) {
			return storesAnywhere
		}
		if needed && in.L.Base == nil {
			return storesThrough
		}
	}
	return ordinary
}

// anywhere reports whether an lvalue is at an index that isn't constant.
func anywhere(l *cil.Lval) bool {
	for _, s := range l.Path {
		if s.Field == nil && s.Index != nil {
			if _, constant := cil.ConstValue(s.Index); !constant {
				return true
			}
		}
	}
	found := false
	if l.Mem != nil {
		cil.Walk(l.Mem, func(e cil.Expr) {
			b, ok := e.(*cil.Binary)
			if !ok || !cil.IsPointer(b.Type()) {
				return
			}
			_, constant := cil.ConstValue(b.Y)
			found = found || !constant
		})
	}
	return found
}
