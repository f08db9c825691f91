package html

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"hardbop/internal/report"
	"hardbop/internal/result"
)

// maxRows is how many steps a page holds; of what isn't needed, those beyond are only counted.
const maxRows = 20000

// item is what a trace shows in one place: a step, with the rule's code for it if it is an event, or
// steps that are folded.
type item struct {
	Row  *row
	Fold *fold
}

// fold is steps that the violation doesn't depend on.
type fold struct {
	Count int
	Rows  []*row
}

// row is a step.
type row struct {
	N       int // from 1
	ID      string
	At      place
	Text    string
	Depth   int
	Func    string
	Enters  bool   // Func differs from that of the step before
	File    string // where the step lies, if not in the same file as the one before; as Enters
	Branch  string // true or false; "" if it is none
	Changes []change
	Shown   []change // beside the text: Changes, but not of the rule's state, and what is read
	Note    string   // that is neither; of an event its name
	Event   bool
	Rule    bool // of the rule's own code
	Needed  bool
	Last    bool
	Start   bool // the page opens there, if not at the last one
	// State is that of the rule after the step, "" without one; Turned says that it changed.
	State, Before string
	Turned        bool
	Number        int    // of the state in the rule's automaton; negative if there is none
	Set           string // Changes as JSON
}

// change is a new value; Said means that the step's text names what gets it.
type change struct {
	Name, Old, New string
	Said           bool
	How            string // "changed while waiting"
}

// tracer makes the rows of a trace.
type tracer struct {
	id    string
	s     *sources
	state *tracked
}

// newTrace makes the items of a trace.
func newTrace(id string, steps []result.Step, s *sources, state *tracked, start *result.Step) []item {
	t := &tracer{id: id, s: s, state: state}
	keep := report.Brief(steps)
	var items []item
	event := -1 // the item whose code the steps are
	for i, st := range steps {
		r := t.row(i, st)
		r.Start = start == &steps[i]
		switch {
		case st.Rule && !st.Event && event >= 0:
			addFolded(&items, r, false)
			continue
		case keep[i]:
			items = append(items, item{Row: r})
		default:
			addFolded(&items, r, true)
		}
		event = -1
		if st.Event {
			event = len(items) - 1
		}
	}
	for k := len(items) - 1; k >= 0; k-- {
		if items[k].Row != nil {
			items[k].Row.Last = true
			break
		}
	}
	main := ""
	if len(s.names) > 0 {
		main = s.names[0]
	}
	entered(items, main)
	return items
}

// addFolded adds a row to the fold at the end; one of the rule's own code doesn't count.
func addFolded(items *[]item, r *row, counts bool) {
	n := len(*items)
	if n == 0 || (*items)[n-1].Fold == nil {
		*items = append(*items, item{Fold: &fold{}})
		n++
	}
	f := (*items)[n-1].Fold
	if counts {
		f.Count++
	}
	if r.N <= maxRows {
		f.Rows = append(f.Rows, r)
	}
}

// entered marks the rows that are in another function or file than the row that is shown before
// them, with and without what is folded. The trace begins in the file main.
func entered(items []item, main string) {
	shown := &row{At: place{file: main}, Depth: -1}
	for _, it := range items {
		before := shown
		if it.Fold != nil {
			for _, r := range it.Fold.Rows {
				r.enters(before)
				before = r
			}
			continue
		}
		it.Row.enters(shown)
		shown = it.Row
	}
}

// enters compares r with the row before.
func (r *row) enters(before *row) {
	r.Enters = r.Func != "" && (before.Func != r.Func || before.Depth != r.Depth)
	if r.At.file != before.At.file {
		r.File = r.At.Name()
	}
}

func (t *tracer) row(i int, st result.Step) *row {
	r := &row{N: i + 1, ID: fmt.Sprintf("%s-%d", t.id, i+1), At: t.s.at(st.Place), Text: clean(st.Words()), Depth: min(max(st.Depth, 0), 40),
		Func: clean(st.Func), Event: st.Event, Rule: st.Rule && !st.Event, Needed: st.Needed}
	if r.Rule || st.Outside {
		r.Func = "" // a name of ours
	}
	switch {
	case strings.HasPrefix(st.Text, "if (") && (st.Note == "true" || st.Note == "false"):
		r.Branch = st.Note
	default:
		r.Changes, r.Note = changes(clean(st.Note))
	}
	for k, c := range r.Changes {
		r.Changes[k].Said = strings.HasPrefix(r.Text, c.Name+" = ") || c.Name == "ret" && strings.HasPrefix(r.Text, "return ")
	}
	reads, more := reads(clean(st.Reads))
	if r.Shown = append(r.Shown, reads...); st.Event {
		r.Before = t.state.String()
		r.Turned = t.state.apply(r.Changes)
		if r.Note = ""; st.Statement != "" {
			r.Note = clean(st.Text)
		}
	} else {
		r.Changes = append(r.Changes, reads...)
		r.Shown = r.Changes
	}
	if r.Note == "" {
		r.Note = more
	}
	r.Note = strings.TrimPrefix(strings.TrimSuffix(r.Note+", "+clean(st.Ran()), ", "), ", ")
	r.State, r.Number = t.state.String(), t.state.number()
	if len(r.Changes) > 0 {
		set := [][2]string{}
		for _, c := range r.Changes {
			if strings.HasSuffix(r.Text, uninitialised) {
				c.New = "uninitialised" // whatever a run happened to have there
			}
			set = append(set, [2]string{c.Name, c.New})
		}
		b, _ := json.Marshal(set) // of strings
		r.Set = string(b)
	}
	return r
}

// uninitialised ends the text of a step that gives a variable no value.
const uninitialised = " = ? (uninitialised)"

// Forms of what notes say: "x: 1 -> 2" and "x = 2", or "x = 2 (changed while waiting)".
var (
	turns = regexp.MustCompile(`^(.+?): (\S+) -> (\S+)$`)
	gets  = regexp.MustCompile(`^(.+?) = (\S+)(?: \((\D+)\))?$`)
)

// changes takes a note apart; what is none comes back as it is.
func changes(note string) ([]change, string) {
	var list []change
	for _, part := range strings.Split(note, ", ") {
		if m := turns.FindStringSubmatch(part); m != nil {
			list = append(list, change{Name: m[1], Old: m[2], New: m[3]})
		} else if m := gets.FindStringSubmatch(part); m != nil {
			list = append(list, change{Name: m[1], New: m[2], How: m[3]})
		} else {
			return nil, note
		}
	}
	return list, ""
}

// reads takes apart what a step reads: values, and what else is said.
func reads(text string) (values []change, more string) {
	var rest []string
	for _, part := range strings.Split(text, ", ") {
		if c, other := changes(part); other != "" {
			rest = append(rest, other)
		} else {
			values = append(values, c...)
		}
	}
	return values, strings.Join(rest, ", ")
}

// tracked is the rule's state along a trace.
type tracked struct {
	machine *result.Machine
	names   []string
	enum    map[string]bool
	value   map[string]string
}

// track begins with the state at the start; r may be nil.
func track(r *result.Rule) *tracked {
	t := &tracked{enum: map[string]bool{}, value: map[string]string{}}
	if r == nil || r.Machine == nil {
		return t
	}
	t.machine = r.Machine
	for _, v := range r.Machine.States[r.Machine.Start] {
		t.names, t.enum[v.Var], t.value[v.Var] = append(t.names, v.Var), v.Enum, v.Value
	}
	return t
}

// apply sets what changes and reports whether that is something else than before.
func (t *tracked) apply(list []change) bool {
	turned := false
	for _, c := range list {
		old, known := t.value[c.Name]
		if !known {
			t.names = append(t.names, c.Name)
		}
		turned = turned || !known || old != c.New
		t.value[c.Name] = c.New
	}
	return turned
}

// String is the state as people read it: the values of enumerations stand alone.
func (t *tracked) String() string {
	var parts []string
	for _, n := range t.names {
		if t.enum[n] {
			parts = append(parts, clean(t.value[n]))
		} else {
			parts = append(parts, clean(n+" = "+t.value[n]))
		}
	}
	return strings.Join(parts, ", ")
}

// number is that of the state in the automaton; if it isn't there, [result.More].
func (t *tracked) number() int {
	if t.machine == nil {
		return result.More
	}
	for i, s := range t.machine.States {
		same := true
		for _, v := range s {
			same = same && t.value[v.Var] == v.Value
		}
		if same {
			return i
		}
	}
	return result.More
}
