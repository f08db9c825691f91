package witness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/source"
)

// The names that are put into programs: how many segments a run has passed (-1 once it has passed
// what was to be avoided), what is called when an invariant doesn't hold, and when all segments that
// are asked for are passed.
const (
	State    = Prefix + "at"
	Violated = Prefix + "violated"
	Passed   = Prefix + "passed"
)

const (
	returned = Prefix + "r"
	switched = Prefix + "v"
)

// Woven is a text with a witness put into it, between the characters of its lines.
type Woven struct {
	Text  []byte
	o     *Outline
	edits []edit
}

// edit puts text in at an offset. At the same offset those of less rank come first: what ends there,
// then what begins, from the outside in.
type edit struct {
	at, rank int
	text     string
}

const (
	declaring = iota
	returnEnds
	callEnds
	condEnds
	statement
	condBegins
	callBegins
	returnBegins
)

func (w *Woven) put(at, rank int, format string, args ...any) {
	w.edits = append(w.edits, edit{at, rank, fmt.Sprintf(format, args...)})
}

// finish makes the text, with declarations before all.
func (w *Woven) finish(declarations string) *Woven {
	first := len(w.o.Text)
	if len(w.o.toks) > 0 {
		first = w.o.toks[0].at
	}
	w.put(first, declaring, "%s ", declarations)
	slices.SortStableFunc(w.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank)) })
	var b strings.Builder
	from := 0
	for _, e := range w.edits {
		b.WriteString(w.o.Text[from:e.at])
		b.WriteString(e.text)
		from = e.at
	}
	b.WriteString(w.o.Text[from:])
	w.Text = []byte(b.String())
	return w
}

// Column returns the column that a column of the woven text had before.
func (w *Woven) Column(line, col int) int {
	begin := w.o.lines.offset(line, 1)
	at := begin + col - 1 // where it would be without the edits on the line
	for _, e := range w.edits {
		if begin <= e.at && e.at < at {
			at -= min(len(e.text), at-e.at)
		}
	}
	return at - begin + 1
}

// before puts an expression before a statement, to be evaluated whenever it is executed.
func (w *Woven) before(s *Stmt, expr string) {
	if s.InBlock || s.Start >= len(w.o.Text) || w.o.Text[s.Start] == '}' {
		w.put(s.Start, statement, "%s; ", expr)
		return
	}
	w.put(s.Start, statement, "if (%s, 0) ; else ", expr)
}

// WeaveInvariants puts the invariants of e into the text as checks: where number i doesn't hold,
// [Violated] is called with i.
func (o *Outline) WeaveInvariants(file string, e *Entry) (*Woven, error) {
	w := &Woven{o: o}
	for i, inv := range e.Invariants {
		c, err := o.located(file, inv.Type, inv.At, inv.Pos)
		if err != nil {
			return nil, err
		}
		w.check(inv.Type, c.stmt, fmt.Sprintf("((%s) ? (void)0 : %s(%d))", inv.Value, Violated, i))
	}
	return w.finish("extern void " + Violated + "(int);"), nil
}

// check puts a check at its place: of a loop before its condition, of do before its body.
func (w *Woven) check(typ string, s *Stmt, expr string) {
	switch {
	case typ == LocationInvariant:
		w.before(s, expr)
	case s.Kind == "do":
		w.put(s.Body, statement, "if (%s, 0) ; else ", expr)
	case strings.TrimSpace(w.o.Text[s.Cond[0]:s.Cond[1]]) == "":
		w.put(s.Cond[0], condBegins, "%s, 1", expr)
	default:
		w.put(s.Cond[0], condBegins, "%s, (", expr)
		w.put(s.Cond[1], condEnds, ")")
	}
}

// located finds a place of the witness in the file.
func (o *Outline) located(file, typ string, l Location, pos source.Pos) (*candidate, error) {
	if !sameFile(l.File, file) {
		return nil, &Mismatch{fmt.Sprintf("the place is in %s: expected %s", l.File, file), pos}
	}
	c, err := o.find(typ, l)
	if err != nil {
		return nil, &Mismatch{fmt.Sprintf("%s: %s", file, err), pos}
	}
	return c, nil
}
