package check

import (
	"fmt"
	"regexp"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// This file makes one step in brief of those that one statement of the source becomes in cil: what is kept in variables that
// the source doesn't have, the members that memory consists of which a call zeroes, and what a macro stands for.

// fold folds steps in brief of one place.
func (t *tracer) fold() {
	t.merge() // those that are the same only as they are written
	t.cleared()
	t.results()
	t.within()
	t.brought()
	t.macroIfs()
	t.waits()
	shown := t.shown()
	for i := 0; i < len(shown); {
		n := 1
		for i+n < len(shown) && t.together(shown[i], shown[i+n]) {
			n++
		}
		if run := shown[i : i+n]; t.foldable(run[0]) && !t.macro(run) {
			t.zeroes(run)
		}
		i += n
	}
	for k := range t.steps {
		if s := &t.steps[k]; t.foldable(k) {
			s.Note, s.Reads = withoutInternal(s.Note), withoutInternal(s.Reads)
		}
	}
	t.temporaries()
	t.during()
}

// shown lists the steps in brief.
func (t *tracer) shown() []int {
	var list []int
	for k, s := range t.steps {
		if s.Brief {
			list = append(list, k)
		}
	}
	return list
}

// foldable reports whether step k is one of the driver's that may be told by another.
func (t *tracer) foldable(k int) bool {
	s := &t.steps[k]
	return !s.Event && !s.Rule && s.Says == "" && s.Left == "" && !t.about[k].outside && s.Place.Line > 0
}

// together reports whether two steps are of one place in one function.
func (t *tracer) together(i, j int) bool {
	a, b := &t.steps[i], &t.steps[j]
	return t.foldable(i) && t.foldable(j) && a.Place == b.Place && a.Func == b.Func && a.Depth == b.Depth
}

// results folds what is kept in a variable that the source doesn't have, or that a macro brings along, into the next step in the
// line if that is what the value is for.
func (t *tracer) results() {
	shown := t.shown()
	for i := 0; i+1 < len(shown); i++ {
		k, next := &t.steps[shown[i]], &t.steps[shown[i+1]]
		v, text := t.kept(shown[i])
		if v == nil || !t.foldable(shown[i]) || !t.foldable(shown[i+1]) || k.Func != next.Func || k.Depth != next.Depth ||
			k.Place.File != next.Place.File || k.Place.Line != next.Place.Line {
			continue
		}
		switch in := t.about[shown[i+1]].in.(type) {
		case *cil.Assign:
			if !holdsValue(in.E, v) {
				continue
			}
			if to, from, ok := strings.Cut(next.Text, " = "); ok && strings.HasSuffix(from, cil.SourceLval(cil.VarLval(v))) {
				next.Text = to + " = " + text
			}
		case *cil.Return:
			if in.E == nil || !holdsValue(in.E, v) {
				continue
			}
			if next.Text == "return "+cil.SourceLval(cil.VarLval(v)) {
				next.Text = "return " + text
			}
		case *cil.Branch:
			if !strings.Contains(next.Text, text) {
				continue
			}
		default:
			continue
		}
		k.Brief = false
		next.Reads = joined(notOf(k.Note, cil.SourceLval(cil.VarLval(v))), joined(k.Reads, next.Reads))
	}
}

// kept returns the variable that the source doesn't have, or a macro brings along, which step k gives a value, and the text of
// that; nil if it is none.
func (t *tracer) kept(k int) (*cil.Var, string) {
	var l *cil.Lval
	switch in := t.about[k].in.(type) {
	case *cil.Assign:
		l = in.L
	case *cil.Call:
		l = in.Ret
	}
	if l == nil || !l.IsVar(nil) || l.Base.Kind != cil.Temp && !strings.HasPrefix(l.Base.Name, "__") {
		return nil, ""
	}
	_, text, _ := strings.Cut(t.steps[k].Text, " = ")
	return l.Base, text
}

// holdsValue reports whether e is what v holds, converted perhaps.
func holdsValue(e cil.Expr, v *cil.Var) bool {
	l, ok := unconverted(e).(*cil.Load)
	return ok && l.L.IsVar(v)
}

// unconverted is e without conversions.
func unconverted(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// notOf leaves what a variable holds out of a note.
func notOf(note, name string) string {
	var parts []string
	for _, p := range strings.Split(note, ", ") {
		if p != "" && !strings.HasPrefix(p, name+" = ") && !strings.HasPrefix(p, name+": ") {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// internalName matches names that neither the source nor the environment as people read it has.
var internalName = regexp.MustCompile(`\b(literal(_\d+)?|__anon\d+|hardbop_\w+)\b`)

// withoutInternal leaves what has such names out of a note.
func withoutInternal(note string) string {
	if !internalName.MatchString(note) {
		return note
	}
	var parts []string
	for _, p := range strings.Split(note, ", ") {
		if !internalName.MatchString(p) {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// macroCall matches a statement that may be a macro's.
var macroCall = regexp.MustCompile(`^(\w+)\s*\(`)

// macro folds a run of assignments and calls that a macro stands for into the statement that the source has. It reports false if
// they aren't.
func (t *tracer) macro(run []int) bool {
	first := &t.steps[run[0]]
	text := statement(t.text.from(first.Place))
	m := macroCall.FindStringSubmatch(text)
	if m == nil || t.p.Prog.FuncNamed(m[1]) != nil || run[len(run)-1]+1 == len(t.steps) {
		return false
	}
	note := ""
	for _, k := range run {
		switch in := t.about[k].in.(type) {
		case *cil.Assign:
		case *cil.Call:
			if f := in.Callee(); f == nil || f.Name == m[1] {
				return false
			}
		default:
			return false
		}
		if n := joined(t.steps[k].Note, t.steps[k].Reads); len(run) == 1 {
			note = n
		}
	}
	for _, k := range run[1:] {
		t.steps[k].Brief = false
	}
	first.Text, first.Note, first.Reads = text, note, ""
	return true
}

// cleared folds what a call that allocates memory which is zero does to its members into the call.
func (t *tracer) cleared() {
	for c := range t.steps {
		call, ok := t.about[c].in.(*cil.Call)
		if !ok || call.Ret == nil || !call.Ret.IsVar(nil) || call.Callee() == nil || !t.foldable(c) {
			continue
		}
		if a := enc.Allocation(call.Callee()); a == nil || !a.Zeroed && a.ZeroFlag == 0 {
			continue
		}
		for k := c + 1; k+1 < len(t.steps); k++ {
			if t.steps[k].Rule || t.steps[k].Event {
				continue
			}
			if in, ok := t.about[k].in.(*cil.Assign); ok && holdsValue(in.E, call.Ret.Base) && t.oneLine(c, k) {
				continue
			}
			if !t.oneLine(c, k) || !t.clears(k, call.Ret.Base) {
				break
			}
			if t.steps[k].Brief {
				t.steps[k].Brief, t.steps[c].Brief = false, true
				if t.steps[k].Reads != "" {
					t.steps[c].Reads = joined(t.steps[c].Reads, t.steps[k].Reads)
				}
			}
		}
	}
}

// clears reports whether step k asks whether v points to an object, or makes a part of that zero.
func (t *tracer) clears(k int, v *cil.Var) bool {
	switch in := t.about[k].in.(type) {
	case *cil.Branch:
		is, ok := in.E.(*cil.Binary)
		return ok && is.Op == cil.Ne && cil.IsZero(is.Y) && holdsValue(is.X, v)
	case *cil.Assign:
		return t.zeroesPart(k) != "" && in.L.Base == nil && holdsValue(in.L.Mem, v)
	}
	return false
}

// zeroes folds the assignments of zero to members of one object, with the question whether there is one.
func (t *tracer) zeroes(run []int) {
	for i := 0; i < len(run); i++ {
		object := t.zeroesPart(run[i])
		if object == "" {
			continue
		}
		n := 1
		for i+n < len(run) && t.zeroesPart(run[i+n]) == object {
			t.steps[run[i+n]].Brief = false
			n++
		}
		if n == 1 {
			continue
		}
		s := &t.steps[run[i]]
		parts := t.parts(run[i])
		if s.Text, s.Note = fmt.Sprintf("%d %s of %s = 0", n, parts, object), ""; strings.HasPrefix(object, "*") {
			s.Text = fmt.Sprintf("%s = 0 (%d %s)", t.pointed(run, object), n, parts)
		}
		if i > 0 {
			if b, ok := t.about[run[i-1]].in.(*cil.Branch); ok && asksWhether(b.E, object) {
				t.steps[run[i-1]].Brief = false
			}
		}
		i += n - 1
	}
}

// zeroesPart returns the object of which step k makes a member zero; "" if it does something else.
func (t *tracer) zeroesPart(k int) string {
	in, ok := t.about[k].in.(*cil.Assign)
	if !ok || len(in.L.Path) == 0 {
		return ""
	}
	if v, isConst := cil.ConstValue(unconverted(in.E)); !isConst || v.Sign() != 0 {
		return ""
	}
	if in.L.Base == nil {
		return "*" + cil.SourceExpr(unconverted(in.L.Mem))
	}
	return cil.SourceLval(&cil.Lval{Base: in.L.Base})
}

// asksWhether reports whether e asks whether there is an object, *P, where P points to.
func asksWhether(e cil.Expr, object string) bool {
	b, ok := e.(*cil.Binary)
	return ok && b.Op == cil.Ne && cil.IsZero(b.Y) && "*"+cil.SourceExpr(unconverted(b.X)) == object
}

// parts is what the object consists of that step k makes a part of zero.
func (t *tracer) parts(k int) string {
	switch l := t.about[k].in.(*cil.Assign).L; {
	case len(l.Path) > 1 || l.Path[0].Field != nil:
		return "members"
	case cil.IsInteger(l.Type()) && l.Type().(*cil.IntType).Bytes == 1:
		return "bytes"
	}
	return "elements"
}

// pointed is what the source calls an object that a variable in the run was made to point to.
func (t *tracer) pointed(run []int, object string) string {
	for _, k := range run {
		if in, ok := t.about[k].in.(*cil.Assign); ok && "*"+cil.SourceExpr(unconverted(in.E)) == object {
			return "*" + cil.SourceLval(in.L)
		}
	}
	return object
}
