package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"hardbop/internal/report"
	"hardbop/internal/result"
)

// view is a result as the page shows it.
type view struct {
	ID       string
	Number   int
	Verdict  string // as a class too: safe, unsafe, unknown, none
	Class    string
	Property string
	Summary  string // of the rule
	Entry    string
	Says     string // a sentence
	Where    *place
	Facts    []fact
	Tabs     []tab
	Items    []item
	Steps    int    // in the trace
	Shown    int    // in brief
	Chosen   string // how
	Why      *why
	Proof    []group
	Earlier  bool // an invariant speaks of an earlier value
	Rule     *ruleView
	Lines    []marks
	Coverage *result.Coverage
	Events   *result.Events
	Missed   []place // events
	Missing  []string
	Assumes  []assumption
	Rounds   []round
	Conform  *result.Conformance
	Preds    []string // of the last round
	Note     string
}

// fact is a line of what else there is to say.
type fact struct {
	Name, Text string
	Where      *place // where that happened; nil for nowhere
}

// tab is a part of a view.
type tab struct {
	ID, Name string
	Count    int
}

// why says why there is no verdict.
type why struct {
	Code, Meaning, Phase string
	Try                  []string
	Loop                 *loop
	Passes               []passed
}

// passed is a statement on the last path that was looked at.
type passed struct {
	At   place
	Text string
}

// loop is one that error paths go round more and more often.
type loop struct {
	Func  string
	At    place
	Turns []int // from round to round
}

// group is the invariants of a function.
type group struct {
	Func string
	List []invariant
}

type invariant struct {
	Point string
	At    place
	Text  string
}

// marks are the lines of a file that runs reach and miss, as ranges.
type marks struct {
	File            int
	Reached, Missed string
}

// assumption is one statement with the places that it is about.
type assumption struct {
	Number, Code, Text string
	At                 []place
	More               int
}

// ruleView is the rule.
type ruleView struct {
	Index   int // of the file
	File    place
	Name    string
	Drawing template.HTML
	Text    []line
}

// manyPlaces is how many places of one assumption are shown.
const manyPlaces = 12

func newView(i int, r *result.Result, s *sources) *view {
	v := &view{ID: fmt.Sprintf("r%d", i+1), Number: i + 1, Verdict: clean(string(r.Verdict)), Class: class(r), Property: clean(r.Subject()), Entry: clean(r.Entry),
		Note: clean(r.Note), Conform: cleanConformance(r.Conformance)}
	if r.Conformance != nil {
		v.Entry = "" // its name is there
	}
	ev := r.Evidence
	if ev == nil {
		ev = &result.Evidence{}
	}
	if c := r.Coverage; c != nil {
		own := *c
		own.Unreached = cleaned(c.Unreached)
		v.Coverage = &own
	}
	v.says(r, s)
	state := track(ev.Rule)
	s.give(ev.Texts)
	v.Items, v.Steps, v.Chosen = newTrace(v.ID, r.Trace, s, state, opening(r)), len(r.Trace), report.Chosen(r.Slice)
	for _, it := range v.Items {
		if it.Row != nil {
			v.Shown++
		}
	}
	v.events(r.Events, s)
	v.assumptions(r.Assumptions, s)
	v.invariants(ev.Invariants, s)
	v.lines(ev.Lines, s)
	v.rounds(ev.Rounds)
	v.reason(r, ev.Rounds, s)
	v.rule(ev.Rule, r.Trace, s)
	v.Preds = cleaned(r.Predicates)
	v.tabs()
	return v
}

// class is the verdict for the style.
func class(r *result.Result) string {
	switch r.Verdict {
	case result.Safe, result.Conforms:
		return "safe"
	case result.Unsafe:
		if r.Accepted() {
			return "waived"
		}
		return "unsafe"
	case result.Unknown:
		return "unknown"
	}
	return "none"
}

// opening is the step at which the page opens; nil for the violation. Where the program ends in a wrong state, the
// state was entered at what has to be looked at.
func opening(r *result.Result) *result.Step {
	if r.AtEnd() {
		return r.Since()
	}
	return nil
}

// says has the sentence and the facts below the verdict.
func (v *view) says(r *result.Result, s *sources) {
	v.Where = s.maybe(r.Where)
	switch r.Verdict {
	case result.Safe:
		v.Says = "No run of the program violates it."
	case result.Conforms:
		v.Says = "The procedure does only what its specification allows."
	case result.Unsafe, result.NotChecked:
		v.Says = sentence(clean(r.Message))
	case result.NotApplicable:
		v.Says = "The program has nothing that this is about."
	case result.Unknown:
		if r.Reason != nil {
			v.Says, v.Where = sentence(clean(r.Reason.Text)), s.maybe(r.Reason.Where)
		}
	}
	add := func(name, text string) {
		if text != "" {
			v.Facts = append(v.Facts, fact{Name: name, Text: clean(text)})
		}
	}
	if b := r.Since(); b != nil {
		add("state", b.Note)
		v.Facts[len(v.Facts)-1].Where = s.maybe(&b.Place)
	}
	for _, l := range r.Leaving() {
		text := l.Left + l.Forgets
		if !strings.Contains(text, " is still ") {
			text = "with " + strings.ReplaceAll(text, " is ", " ")
		}
		add("returned", text+", "+l.Func)
		v.Facts[len(v.Facts)-1].Where = s.maybe(&l.Place)
	}
	if w := r.Waiting(); w != nil {
		add("meanwhile", w.Func+" waits for "+strings.Join(w.Runs, " and "))
		v.Facts[len(v.Facts)-1].Where = s.maybe(&w.Place)
	}
	if r.Akin != nil {
		add("akin", "another defect comes of that too: perhaps both are one fault")
		v.Facts[len(v.Facts)-1].Where = s.maybe(r.Akin)
	}
	if len(r.Outside) > 0 {
		add("called", strings.Join(r.Outside, ", ")+": as other files may call it")
	}
	add("path checked", r.Checked)
	switch {
	case r.Replay == nil:
	case r.Replay.Replayed:
		add("replayed", "yes, as a compiled program")
	default:
		add("replayed", "no: "+r.Replay.Text)
	}
	if c := r.Certified; c != nil {
		add("certified", fmt.Sprintf("a separate checker accepted a certificate: %d conditions, %d questions to the prover", c.Claims, c.Questions))
	}
	if f := r.Beside; f != nil {
		add("others", fmt.Sprintf("defects were found: %d, accepted of these: %d; whether there are others isn't decided", f.Defects, f.Accepted))
	}
	if r.Known {
		add("known", "it is in the baseline")
	}
	if r.Waived != nil {
		add("waived", strings.TrimSuffix(strings.Join([]string{r.Waived.Reason, r.Waived.Owner}, ", "), ", "))
		add("waived until", r.Waived.Expires)
	}
}

// sentence begins with a capital letter and ends with a stop.
func sentence(t string) string {
	if t == "" {
		return ""
	}
	if c := t[0]; c >= 'a' && c <= 'z' && !isName(t) {
		t = string(c-'a'+'A') + t[1:]
	}
	if strings.ContainsAny(t[len(t)-1:], ".!?") {
		return t
	}
	return t + "."
}

// isName reports whether t begins with a name of the program, as far as that can be told.
func isName(t string) bool {
	word, _, _ := strings.Cut(t, " ")
	return strings.ContainsAny(word, "_()0123456789.") || !plain[word]
}

// plain are words that sentences of ours begin with.
var plain = map[string]bool{"the": true, "no": true, "a": true, "an": true, "interrupted": true, "assertion": true, "label": true, "call": true, "released": true, "runs": true}

func cleanConformance(c *result.Conformance) *result.Conformance {
	if c == nil {
		return nil
	}
	out := *c
	for _, l := range []*[]string{&out.Strategy, &out.Actions, &out.Expected, &out.Assumed, &out.Silent, &out.Never} {
		*l = cleaned(*l)
	}
	out.Spec, out.Procedure, out.Abstraction, out.Relation = clean(c.Spec), clean(c.Procedure), clean(c.Abstraction), clean(c.Relation)
	return &out
}

func cleaned(list []string) []string {
	var out []string
	for _, t := range list {
		out = append(out, clean(t))
	}
	return out
}

func (v *view) events(e *result.Events, s *sources) {
	if e == nil {
		return
	}
	v.Events = e
	for _, p := range e.Unreached {
		v.Missed = append(v.Missed, s.at(p))
	}
	v.Missing = cleaned(e.Missing)
}

// assumptions joins those that say the same of several places.
func (v *view) assumptions(list []result.Assumption, s *sources) {
	at := map[string]int{}
	for _, a := range list {
		text := clean(a.Text)
		key := a.Code + "\x00" + text
		i, ok := at[key]
		if !ok {
			i = len(v.Assumes)
			at[key] = i
			number, _, _ := strings.Cut(a.Number, ",")
			v.Assumes = append(v.Assumes, assumption{Number: clean(number), Code: clean(a.Code), Text: text})
		}
		e := &v.Assumes[i]
		switch {
		case a.Where == nil:
		case len(e.At) == manyPlaces:
			e.More++
		default:
			e.At = append(e.At, s.at(*a.Where))
		}
	}
	slices.SortStableFunc(v.Assumes, func(a, b assumption) int { return strings.Compare(a.Code, b.Code) })
}

func (v *view) invariants(list []result.Invariant, s *sources) {
	for _, x := range list {
		name := clean(x.Func)
		i := slices.IndexFunc(v.Proof, func(g group) bool { return g.Func == name })
		if i < 0 {
			i = len(v.Proof)
			v.Proof = append(v.Proof, group{Func: name})
		}
		v.Earlier = v.Earlier || strings.Contains(x.Text, "$")
		v.Proof[i].List = append(v.Proof[i].List, invariant{x.Point, s.at(x.Where), clean(x.Text)})
	}
	order := []string{"entry", "loop", "exit"}
	for _, g := range v.Proof {
		slices.SortStableFunc(g.List, func(a, b invariant) int { return slices.Index(order, a.Point) - slices.Index(order, b.Point) })
	}
}

func (v *view) lines(list []result.FileLines, s *sources) {
	for _, f := range list {
		if len(f.Reached)+len(f.Missed) > 0 {
			v.Lines = append(v.Lines, marks{s.index(f.File), ranges(f.Reached), ranges(f.Missed)})
		}
	}
}

// ranges writes sorted numbers as 1-3,7.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		if k == i {
			parts = append(parts, fmt.Sprint(list[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", list[i], list[k]))
		}
		i = k + 1
	}
	return strings.Join(parts, ",")
}

func (v *view) rule(r *result.Rule, steps []result.Step, s *sources) {
	if r == nil {
		return
	}
	v.Summary = clean(r.Summary)
	i := s.index(r.File)
	s.texts[r.File] = r.Text
	v.Rule = &ruleView{Index: i, File: place{ID: lineID(i, 1), file: r.File, s: s}, Name: v.Property}
	if r.Machine != nil {
		v.Rule.Drawing = draw(v.ID, r.Machine, taken(r.Machine, steps))
	}
}

// tabs lists the parts that have something to show, the most telling first.
func (v *view) tabs() {
	add := func(id, name string, count int, has bool) {
		if has {
			v.Tabs = append(v.Tabs, tab{v.ID + "-" + id, name, count})
		}
	}
	add("trace", "Trace", 0, len(v.Items) > 0)
	add("why", "What to do", 0, v.Why != nil)
	add("proof", "Proof", 0, v.Class == "safe")
	add("conform", "Actions", 0, v.Conform != nil)
	add("rule", "Rule", 0, v.Rule != nil)
	add("rests", "Assumptions", len(v.Assumes), len(v.Assumes) > 0)
	add("cover", "Coverage", 0, v.Coverage != nil || v.Events != nil)
	add("rounds", "Rounds", len(v.Rounds), len(v.Rounds) > 0)
}
