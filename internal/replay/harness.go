package replay

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
)

//go:embed parts/types.c
var typesText string

//go:embed parts/runtime.c
var runtimeText string

// Error is the path to an error point.
type Error struct {
	Prog   *cil.Program
	Path   *path.Path
	Script *enc.Script
	// Number is that of the error point.
	Number int
	// Marks are points that a run has to come to in the order of the path, by number; nil if only
	// the last step counts. The path ends at one.
	Marks map[*cil.Node]int
}

// Harness is a C program that goes a path.
type Harness struct {
	Text  string
	Build Build
	// Number is that of the error point that it should get to.
	Number int
	// events are the places in the program of the events, in order.
	events []*cil.Node
}

// New writes the harness of e. It fails with a [Reason] if there can't be one.
func New(e Error) (*Harness, error) {
	b := buildOf(e.Prog.Model)
	t, err := newTable(e)
	if err != nil {
		return nil, err
	}
	h := &writer{e: e, t: t}
	var text strings.Builder
	text.WriteString(header(b, e.Number))
	err = cil.Print(&text, e.Prog, cil.PrintOptions{Lines: true, Rewrite: &cil.Rewrite{
		Head: h.head, Tail: h.tail, Defined: t.onPath, InMemory: enc.InMemory, Addr: h.addr,
		Enter: h.enter, Before: h.before, Statement: h.statement}})
	if err != nil {
		return nil, err
	}
	if b.Model == "LLP64" {
		return &Harness{Text: withoutLong(text.String()), Build: b, Number: e.Number, events: t.nodes}, nil
	}
	return &Harness{Text: text.String(), Build: b, Number: e.Number, events: t.nodes}, nil
}

// writer writes the parts of a harness.
type writer struct {
	e Error
	t *table
}

// head writes the types, the tables and what uses them, and the places of globals.
func (h *writer) head(w cil.Words) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define HB_VALUE_BYTES %d\n#define HB_CODE_RANGES %d\n", h.t.valueBytes, h.t.codeRanges)
	b.WriteString(typesText)
	h.t.write(&b)
	b.WriteString(runtimeText)
	b.WriteString(h.marks())
	at := map[*cil.Var]uint64{}
	for _, p := range h.e.Script.Globals {
		at[p.Var] = p.Addr
	}
	for _, v := range h.e.Prog.Globals {
		if enc.InMemory(v) {
			fmt.Fprintf(&b, "#define %s ((%s)%#xUL)\n", w.PlaceName(v), pointerTo(v.Type), at[v])
		}
	}
	return b.String() + "\n"
}

// marks writes what follows the marks, of which the last is the error.
func (h *writer) marks() string {
	if h.e.Marks == nil {
		return ""
	}
	var list []string
	for _, s := range h.e.Path.Steps {
		if k, ok := h.e.Marks[s.Node]; ok {
			list = append(list, fmt.Sprint(k))
		}
	}
	return fmt.Sprintf("static const unsigned hb_marks[] = {%s};\nstatic unsigned hb_marked;\n\nstatic void hb_mark(unsigned k)\n{\n\tif (k != hb_marks[hb_marked])\n\t\thb_diverged();\n\tif (++hb_marked == %d)\n\t\thb_error(%d);\n}\n",
		strings.Join(list, ", "), len(list), h.e.Number)
}

func pointerTo(t cil.Type) string { return cil.TypeString(&cil.PtrType{Elem: t}) }

// tail writes what sets the run up and what begins it.
func (h *writer) tail(w cil.Words) string {
	var b strings.Builder
	b.WriteString("static void hb_set_up(void)\n{\n")
	for _, f := range h.e.Script.Funcs {
		to := "hb_nothing"
		if h.t.onPath(f.Func) {
			to = "(void (*)(void))" + w.Func(f.Func)
		}
		fmt.Fprintf(&b, "\thb_jump((hb_byte *)%#xUL, %s);\n", f.Addr, to)
	}
	for _, p := range h.e.Script.Globals {
		if cil.HasImage(p.Var) {
			fmt.Fprintf(&b, "\tmemcpy(%s, &%s, sizeof %s);\n", w.PlaceName(p.Var), w.ImageName(p.Var), w.ImageName(p.Var))
		}
	}
	for _, v := range h.e.Script.Values {
		h.value(&b, v, w)
	}
	fmt.Fprintf(&b, "}\n\nstatic void hb_begin(void) { %s(); }\n", w.Func(h.e.Path.Steps[0].Node.Func))
	return b.String()
}

// value writes the assignment of what a global that is reached by name holds at first.
func (h *writer) value(b *strings.Builder, v enc.Value, words cil.Words) {
	l := words.Lval(v.L)
	t := v.L.Type()
	if it, ok := t.(*cil.IntType); ok && it.Bytes <= 8 {
		fmt.Fprintf(b, "\t%s = (%s)%#xULL;\n", l, cil.TypeString(t), low(v.Val))
		return
	}
	w := writeText(enc.Write{Bytes: h.e.Prog.Model.SizeOf(t), Val: v.Val})
	fmt.Fprintf(b, "\t{\n\t\tstatic const struct hb_write value = %s;\n\t\thb_put((hb_byte *)&%s, &value);\n\t}\n", w, l)
}

// WriteTo writes the text of the harness.
func (h *Harness) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, h.Text)
	return int64(n), err
}
