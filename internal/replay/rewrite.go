package replay

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// addr writes the address of f: the model's number, or 0 if no step needs it.
func (h *writer) addr(f *cil.Func) string {
	for _, p := range h.e.Script.Funcs {
		if p.Func == f {
			return fmt.Sprintf("((%s)%#xUL)", cil.TypeString(&cil.PtrType{Elem: f.Type}), p.Addr)
		}
	}
	return fmt.Sprintf("((%s)0)", cil.TypeString(&cil.PtrType{Elem: f.Type}))
}

// enter writes the beginning of a function: the places of its variables in memory.
func (h *writer) enter(f *cil.Func, w cil.Words) []string {
	vs := h.t.locals[f]
	if len(vs)+len(h.t.initial[f]) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("const struct hb_write *hb_places = hb_enter(%d);", h.t.entries[f])}
	for i, v := range vs {
		p := &cil.PtrType{Elem: v.Type}
		lines = append(lines, fmt.Sprintf("%s = (%s)(hb_word)hb_places[%d].at;", cil.Declare(p, w.PlaceName(v)), cil.TypeString(p), i))
	}
	for _, v := range vs {
		if v.Kind == cil.Formal {
			lines = append(lines, fmt.Sprintf("*%s = %s;", w.PlaceName(v), w.ArgName(v)))
		}
	}
	for i, l := range h.t.initial[f] {
		lines = append(lines, initialLine(l, w, len(vs)+i))
	}
	return lines
}

// initialLine writes the assignment of the value in place i to l.
func initialLine(l *cil.Lval, w cil.Words, i int) string {
	if cil.IsScalar(l.Type()) && !cil.IsInteger(l.Type()) && !cil.IsPointer(l.Type()) {
		return fmt.Sprintf("hb_put((hb_byte *)&%s, hb_places + %d);", w.Lval(l), i)
	}
	return fmt.Sprintf("%s = (%s)hb_places[%d].lo;", w.Lval(l), cil.TypeString(l.Type()), i)
}

// before writes the end of the run in front of the error point, or what looks at a mark.
func (h *writer) before(n *cil.Node) string {
	if h.e.Marks != nil {
		if k, ok := h.e.Marks[n]; ok {
			return fmt.Sprintf("hb_mark(%d);", k)
		}
		return ""
	}
	if steps := h.e.Path.Steps; n == steps[len(steps)-1].Node {
		return fmt.Sprintf("hb_error(%d);", h.e.Number)
	}
	return ""
}

// statement writes what takes answers.
func (h *writer) statement(n *cil.Node, w cil.Words) (string, bool) {
	switch in := n.Instr.(type) {
	case *cil.Havoc:
		return h.stored(in, w) + h.answer(n, in.L, w), true
	case *cil.Assume:
		return "hb_assume((" + w.Expr(in.E) + ") != 0);", true
	case *cil.Clobber, *cil.Opaque:
		return "hb_diverged();", true
	case *cil.Call:
		return h.call(n, in, w)
	}
	return "", false
}

// stored writes the value of the volatile lvalue that in reads where answers are taken from:
// it counts if the script has none.
func (h *writer) stored(in *cil.Havoc, w cil.Words) string {
	if in.Of == nil || !cil.IsScalar(in.Of.Type()) {
		return ""
	}
	return fmt.Sprintf("if (!hb_has_value()) *(%s)hb_value = %s; ", pointerTo(in.Of.Type()), w.Lval(in.Of))
}

// answer takes the answer at n for l, which may be nil.
func (h *writer) answer(n *cil.Node, l *cil.Lval, w cil.Words) string {
	next := fmt.Sprintf("hb_next(%d)", h.t.sites[n])
	if l == nil || !enc.ByValue(l) {
		return next + ";"
	}
	return fmt.Sprintf("%s = *(%s)%s;", w.Lval(l), pointerTo(l.Type()), next)
}

func (h *writer) call(n *cil.Node, in *cil.Call, w cil.Words) (string, bool) {
	f := in.Callee()
	switch {
	case f == nil:
		return fmt.Sprintf("if (hb_peek(%d)) %s else %s", h.t.sites[n], h.answer(n, in.Ret, w), w.Instr(in)), true
	case h.t.onPath(f):
		return "", false
	case f.HasBody():
		return "hb_diverged(); /* the path doesn't go through " + w.Func(f) + " */", true
	case enc.Answers(f, in.Ret):
		return h.answer(n, in.Ret, w) + " /* " + w.Func(f) + " */", true
	}
	return "; /* " + w.Func(f) + " has no effect */", true
}
