package check

import (
	"slices"
	"strings"

	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/inline"
	"hardbop/internal/path"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// This file says what a witness of a verdict says, in terms of the source as written: of an error
// path the sides of branches and the values of inputs. What the text doesn't tell for sure is left
// out: a witness says less then, and nothing wrong.

// claims lists what a witness of r says; nothing of programs of several files.
func (p *Prepared) claims(todo run, r *result.Result, out *cegar.Outcome) []result.Claim {
	if len(p.Files) != 1 {
		return nil
	}
	text, err := source.ReadRegular(p.Files[0])
	if err != nil {
		return nil
	}
	w := &witnessing{p: p, o: witness.NewOutline(string(text)), lines: witness.NewLines(p.Files[0], string(text)), open: map[int]*decision{}}
	switch {
	case r.Verdict == result.Unsafe:
		return w.violation(out.Path, out.Notes, p.needed(out.Path, todo.q.extern()))
	case r.Verdict == result.Safe && out.Last != nil:
		return w.invariants(todo, out.Last)
	}
	return nil
}

// witnessing collects claims.
type witnessing struct {
	p      *Prepared
	o      *witness.Outline
	lines  *witness.Lines
	claims []result.Claim
	open   map[int]*decision // by the depth of calls
}

// decision is a condition that a path is evaluating.
type decision struct {
	stmt   *witness.Stmt
	cond   *witness.Cond
	taken  map[int]bool // by the offsets of its parts
	last   int
	needed bool
	known  bool
}

// offset is that of the place in the text where fits holds; -1 if there is none, or more than one,
// as lines may be counted alike.
func (w *witnessing) offset(at source.Pos, fits func(int) bool) int {
	found := -1
	if at.Col <= 0 {
		return -1
	}
	for _, line := range w.lines.In(at.File, at.Line) {
		if o := w.o.Offset(line, at.Col); fits(o) {
			if found >= 0 {
				return -1
			}
			found = o
		}
	}
	return found
}

// claim adds a claim about what is at an offset.
func (w *witnessing) claim(typ, in string, at int, value string) {
	line, col := w.o.Place(at)
	w.claims = append(w.claims, result.Claim{Type: typ, Func: in, Where: result.Place{File: w.p.Files[0], Line: line, Col: col}, Value: value})
}

// violation goes along a path.
func (w *witnessing) violation(way *path.Path, notes []string, needed []bool) []result.Claim {
	depth, callers := 0, []int(nil)
	for i, s := range way.Steps {
		o := w.p.inlined.Origin(s.Node)
		here := depth + len(o.Chain)
		if w.p.inlined.Call(s.Node) != nil {
			delete(w.open, here+1)
		}
		if o.Part == inline.Step {
			w.branch(s, here, needed[i])
			w.input(s.Node, notes[i])
		}
		switch n := s.Node; {
		case n == n.Func.Exit && len(callers) > 0:
			depth, callers = callers[len(callers)-1], callers[:len(callers)-1]
		case way.Enters(i):
			callers = append(callers, depth)
			depth = here + 1
		}
	}
	return w.target(w.p.event(way).Pos)
}

// target ends a violation at a place; without one there is none.
func (w *witnessing) target(pos source.Pos) []result.Claim {
	at := w.offset(pos, func(at int) bool {
		s := w.o.StmtAt(at)
		return s != nil && (at == s.From && at < s.Start || w.o.CallAt(at) != nil) // a label, or a call
	})
	s := w.o.StmtAt(at)
	if at < 0 || s == nil {
		return nil
	}
	w.claim(witness.Target, s.Func, at, "")
	return w.claims
}

// branch takes up a side of a branch. As soon as the condition of its statement is decided, there is
// a claim, if the violation depends on it.
func (w *witnessing) branch(s path.Step, depth int, needed bool) {
	if _, ok := s.Node.Instr.(*cil.Branch); !ok || len(s.Node.Succs) != 2 {
		return
	}
	at := w.offset(s.Node.Pos, func(at int) bool { return w.o.CondAt(at) != nil })
	st := w.o.CondAt(at)
	if at < 0 || st.Kind == "switch" || st.Kind == "do" {
		return
	}
	d := w.open[depth]
	if d == nil || d.stmt != st || at <= d.last {
		d = &decision{stmt: st, cond: w.o.NewCond(st), taken: map[int]bool{}}
		w.open[depth] = d
	}
	d.last, d.needed = at, d.needed || needed
	if part := d.cond.Part(at); part >= 0 {
		d.taken[part] = s.Taken == 0
	}
	if v := d.cond.Known(d.taken); v >= 0 && !d.known {
		d.known = true
		if d.needed {
			w.claim(witness.Branching, st.Func, st.Start, []string{"false", "true"}[v])
		}
	}
}

// input takes up the value of what comes from outside: the result of a call without a body. A part of the note
// is "x = 2" or "x: 1 -> 2".
func (w *witnessing) input(n *cil.Node, note string) {
	l, from := inputOf(n)
	if l == nil || note == "" {
		return
	}
	c := w.o.CallAt(w.offset(n.Pos, func(at int) bool { c := w.o.CallAt(at); return c != nil && c.Name == from }))
	if c == nil {
		return
	}
	name := cil.SourceLval(w.p.inlined.Lval(l))
	parts := strings.Split(note, ", ")
	k := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, name+" = ") || strings.HasPrefix(p, name+": ") })
	if k < 0 {
		return
	}
	value := parts[k][strings.LastIndexByte(parts[k], ' ')+1:]
	t, isInt := l.Type().(*cil.IntType)
	if s := w.o.StmtAt(c.From); isInt && t.Bytes <= 8 && s != nil && strings.Trim(value, "-0123456789") == "" {
		w.claim(witness.FunctionReturn, s.Func, c.End, `\result == `+literal(value, t))
	}
}

// inputOf returns what gets an arbitrary value from a call, and the name of what is called; nil if
// nothing does.
func inputOf(n *cil.Node) (*cil.Lval, string) {
	switch in := n.Instr.(type) {
	case *cil.Havoc:
		if name, ok := strings.CutSuffix(in.Why, "()"); ok {
			return in.L, name
		}
	case *cil.Call:
		if f := in.Callee(); f != nil && !f.HasBody() {
			return in.Ret, f.Name
		}
	}
	return nil, ""
}
