package report

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// Text writes r for people: the verdict on the first line, then what it rests on. Of a trace it
// shows what the violation depends on.
func Text(w io.Writer, r *result.Result) error { return paint(false).text(w, r, false, true, true) }

// FullText is [Text] with all steps of the trace.
func FullText(w io.Writer, r *result.Result) error { return paint(false).text(w, r, true, true, true) }

// Coloured is [Text], or with full [FullText], for a terminal that shows colours.
func Coloured(full bool) func(io.Writer, *result.Result) error {
	return func(w io.Writer, r *result.Result) error { return paint(true).text(w, r, full, true, true) }
}

// text writes r, with all steps of the trace or in brief, and with what is assumed and the trace or without.
func (p paint) text(w io.Writer, r *result.Result, full, assumptions, trace bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s  %s", p.verdict(r.Verdict), status(r), notReplayed(r), source.Printable(r.Subject()))
	if r.Entry != "" && r.Conformance == nil {
		fmt.Fprintf(&b, " (entry %s)", source.Printable(r.Entry))
	}
	switch r.Verdict {
	case result.Unsafe:
		fmt.Fprintf(&b, ": %s", source.Printable(r.Message))
		if r.Where != nil {
			fmt.Fprintf(&b, "\n  at %s%s", p.dim(source.Printable(r.Where.String())), source.Printable(leaving(r)))
		}
		if c := r.CalledAt(); c != nil {
			fmt.Fprintf(&b, ", called from %s", p.dim(source.Printable(c.String())))
		}
		if s := r.Since(); s != nil && r.AtEnd() && r.Where != nil && *r.Where == s.Place {
			fmt.Fprintf(&b, ", %s", source.Printable(s.Note))
		} else if s != nil {
			fmt.Fprintf(&b, "\n  %s at %s", source.Printable(s.Note), p.dim(source.Printable(s.Place.String())))
		}
		for i, s := range r.Returned() {
			if i == 0 {
				b.WriteString("\n  ")
			}
			b.WriteString(source.Printable(s.Before) + p.dim(source.Printable(s.At.String())) + source.Printable(s.Behind))
		}
		if m := r.Meanwhile(); m.Before != "" {
			b.WriteString("\n  " + source.Printable(m.Before) + p.dim(source.Printable(m.At.String())))
		}
		if r.Akin != nil {
			fmt.Fprintf(&b, "\n  the defect at %s comes of that too: perhaps both are one fault (docs/check.md)", source.Printable(r.Akin.String()))
		}
		if r.Checked != "" {
			fmt.Fprintf(&b, "\n  checked: %s", source.Printable(r.Checked))
		}
		replay(&b, r.Replay)
		defect(&b, r.Defect)
		waiver(&b, r.Waived)
	case result.Unknown:
		if r.Reason != nil {
			p.reason(&b, r.Reason, r.Beside, r.Hints())
		}
	case result.NotApplicable:
		fmt.Fprintf(&b, ": %s", nothing(r))
	case result.NotChecked:
		fmt.Fprintf(&b, ": %s", source.Printable(r.Message))
	}
	b.WriteByte('\n')
	b.WriteString(Outside(r))
	if r.Note != "" {
		fmt.Fprintf(&b, "  note: %s\n", source.Printable(r.Note))
	}
	conformance(&b, r.Conformance)
	b.WriteString(Certified(r.Certified))
	reached(&b, r)
	missing(&b, r.Events)
	switch {
	case full:
		p.trace(&b, r.Trace)
	case trace:
		p.brief(&b, r)
	}
	if assumptions {
		p.assumptions(&b, "  assuming", r.Assumptions, full)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Outside says which functions are called as files that aren't known may call them; nothing if there are none.
func Outside(r *result.Result) string {
	switch len(r.Outside) {
	case 0:
		return ""
	case 1:
		return "  " + source.Printable(r.Outside[0]) + " is called as other files may call it (docs/entries.md)\n"
	}
	return "  " + source.Printable(strings.Join(r.Outside, ", ")) + " are called as other files may call them (docs/entries.md)\n"
}

// leaving says of a place that it is where a callback returned of which the environment then says what is wrong.
func leaving(r *result.Result) string {
	if s := r.Blamed(); s != nil && s.Func != "" && strings.HasPrefix(s.Text, "return") {
		return ", where " + s.Func + " returns"
	}
	return ""
}

// conformance writes how a procedure was compared with its specification.
func conformance(b *strings.Builder, c *result.Conformance) {
	if c == nil {
		return
	}
	if c.Relation == "traces" {
		b.WriteString("  by traces, not by simulation: the specification has to choose before the procedure does\n")
		for _, line := range c.Strategy {
			fmt.Fprintf(b, "    %s\n", source.Printable(line))
		}
	}
	if len(c.Actions) > 0 {
		fmt.Fprintf(b, "  actions: %s\n", source.Printable(strings.Join(c.Actions, ", ")))
	}
	for _, part := range []struct {
		what string
		list []string
	}{{"abstractions of", c.Assumed}, {"not in the specification", c.Silent}, {"nothing does", c.Never}} {
		if len(part.list) > 0 {
			fmt.Fprintf(b, "  %s: %s\n", part.what, source.Printable(strings.Join(part.list, ", ")))
		}
	}
}

// Certified says what a separate checker accepted, and what that rests on; nothing for nil.
func Certified(c *result.Certified) string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  certified: %s, %s to the prover; that takes for granted\n", counted(c.Claims, "condition"), counted(c.Questions, "question"))
	for _, t := range c.Trusts {
		fmt.Fprintf(&b, "    %s\n", source.Printable(t))
	}
	return b.String()
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// reached writes how much of the rule's events and of the program runs may reach.
func reached(b *strings.Builder, r *result.Result) {
	var parts []string
	if r.Events != nil && r.Events.Present > 0 {
		parts = append(parts, share(result.Share{Reached: r.Events.Reached, Present: r.Events.Present}, "event"))
	}
	if c := r.Coverage; c != nil {
		parts = append(parts, share(c.Functions, "function"), share(c.Lines, "line"))
	}
	if len(parts) > 0 {
		fmt.Fprintf(b, "  reached: %s\n", strings.Join(parts, ", "))
	}
	unreached(b, r)
}

// unreached names what a proof's runs don't get to, callbacks first: SAFE says little of these.
func unreached(b *strings.Builder, r *result.Result) {
	c := r.Coverage
	if c == nil || r.Verdict != result.Safe {
		return
	}
	if len(c.NeverRun) > 0 {
		fmt.Fprintf(b, "  careful: no run gets to %s, which the environment would call: SAFE says nothing of what is done there\n", few(c.NeverRun))
	}
	if rest := slices.DeleteFunc(slices.Clone(c.Unreached), func(name string) bool { return slices.Contains(c.NeverRun, name) }); len(rest) > 0 {
		fmt.Fprintf(b, "  not reached: %s\n", few(rest))
	}
}

// few lists names, of many the first.
func few(names []string) string {
	if n := len(names) - fewNames; n > 1 {
		return source.Printable(strings.Join(names[:fewNames], ", ")) + fmt.Sprintf(" and %d more", n)
	}
	return source.Printable(strings.Join(names, ", "))
}

// fewNames is how many functions are named.
const fewNames = 6

// missing writes what the program lacks of the rule's functions: a few with their places, of
// many only how many there are.
func missing(b *strings.Builder, ev *result.Events) {
	if ev == nil {
		return
	}
	for i, m := range ev.Missing {
		if n := len(ev.Missing) - i; i == fewMissing && n > 1 {
			fmt.Fprintf(b, "  and %d more of the rule's functions that the program doesn't have\n", n)
			return
		}
		fmt.Fprintf(b, "  %s\n", source.Printable(m))
	}
}

// fewMissing is how many missing functions are shown.
const fewMissing = 3

func share(s result.Share, what string) string {
	if s.Present != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d of %d %s", s.Reached, s.Present, what)
}

// notReplayed says behind the verdict that the path was not replayed, and why in a word.
func notReplayed(r *result.Result) string {
	if r.Replay == nil || r.Replay.Replayed {
		return ""
	}
	return " (not replayed: " + source.Printable(r.Replay.Code) + ")"
}

// defect says which of several defects it is.
func defect(b *strings.Builder, d *result.Defect) {
	if d == nil {
		return
	}
	others := "there may be others"
	if d.All {
		others = "there are no others"
	}
	fmt.Fprintf(b, "\n  defect: %d of %d, %s", d.Number, d.Found, others)
}

// status says behind the verdict that the defect is accepted, or was there before; and of UNKNOWN that it is only about
// others than were found.
func status(r *result.Result) string {
	switch {
	case r.Known:
		return " (known)"
	case r.Waived != nil:
		return " (waived)"
	case r.Beside != nil:
		return " (others)"
	case notBegun(r):
		return " (not begun)"
	}
	return ""
}

// beside says what was found before the search for others was given up.
func beside(b *strings.Builder, f *result.Beside) {
	switch {
	case f == nil:
		return
	case f.Accepted == 0:
		fmt.Fprintf(b, "\n  found: %s; whether there are others isn't decided", counted(f.Defects, "defect"))
	case f.Accepted == f.Defects:
		fmt.Fprintf(b, "\n  found: %s, accepted; whether there are others isn't decided", counted(f.Defects, "defect"))
	default:
		fmt.Fprintf(b, "\n  found: %s, %d accepted; whether there are others isn't decided", counted(f.Defects, "defect"), f.Accepted)
	}
}

// waiver says why a defect is accepted, by whom and for how long.
func waiver(b *strings.Builder, w *result.Waiver) {
	if w == nil {
		return
	}
	fmt.Fprintf(b, "\n  waived: %s", source.Printable(justification(w)))
	if w.Where != nil {
		fmt.Fprintf(b, " (%s)", source.Printable(w.Where.String()))
	}
}

// justification is the reason of a waiver, with its owner and last day.
func justification(w *result.Waiver) string {
	text := w.Reason
	if w.Owner != "" {
		text += ", " + w.Owner
	}
	if w.Expires != "" {
		text += ", until " + w.Expires
	}
	return text
}

// replay says how the replay went, if there was one.
func replay(b *strings.Builder, r *result.Replay) {
	switch {
	case r == nil:
	case r.Replayed:
		b.WriteString("\n  replayed: yes")
	default:
		fmt.Fprintf(b, "\n  not replayed: %s", source.Printable(r.Text))
	}
}

// nothing says what a program lacks that a question is about.
func nothing(r *result.Result) string {
	label, isLabel := strings.CutPrefix(r.Property, "label:")
	switch {
	case r.Events != nil:
		return "the program has none of the rule's events"
	case isLabel:
		return "the entry reaches no label " + source.Printable(label)
	case r.Property == "reach":
		return "the entry reaches no call of reach_error or __VERIFIER_error"
	case r.Property == "assert":
		return "the entry reaches no assertion"
	}
	return "the program has nothing that this is about"
}

func (p paint) reason(b *strings.Builder, r *result.Reason, found *result.Beside, hints []string) {
	fmt.Fprintf(b, ": %s [%s]", source.Printable(r.Text), source.Printable(r.Code))
	if r.Where != nil {
		fmt.Fprintf(b, "\n  at %s", p.dim(source.Printable(r.Where.String())))
	}
	if r.Phase != "" && !strings.Contains(r.Text, r.Phase) {
		fmt.Fprintf(b, "\n  in: %s", source.Printable(r.Phase))
	}
	if l := r.Loop; l != nil {
		fmt.Fprintf(b, "\n  loop: %s in %s: error paths go round it more and more often, up to %d times", p.dim(source.Printable(l.Where.String())), source.Printable(l.Func), l.Turns)
	}
	if len(r.Passes) > 0 {
		b.WriteString("\n  the last path that was looked at goes through:")
	}
	for _, s := range r.Passes {
		fmt.Fprintf(b, "\n    %s  %s", p.dim(source.Printable(s.Place.String())), source.Printable(s.Text))
	}
	beside(b, found)
	for _, t := range hints {
		fmt.Fprintf(b, "\n  try: %s", t)
	}
}

// assumptions writes one line a code with the number of places and the first of them; of
// models, in full one a statement about them, else one for all if those were many.
func (p paint) assumptions(b *strings.Builder, heading string, as []result.Assumption, full bool) {
	if len(as) == 0 {
		return
	}
	if !full {
		as = fewModels(as)
	}
	groups := map[string][]result.Assumption{}
	var keys []string
	for _, a := range as {
		k := keyOf(a)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], a)
	}
	sort.Strings(keys)
	fmt.Fprintf(b, "%s:\n", heading)
	for _, k := range keys {
		ownFirst(groups[k])
		first := groups[k][0]
		fmt.Fprintf(b, "    %-4s%-18s %s", source.Printable(numbered(first)), source.Printable(first.Code), source.Printable(together(groups[k])))
		if first.Where != nil {
			fmt.Fprintf(b, " %s", p.dim("("+source.Printable(first.Where.String())+")"))
		}
		if n := len(groups[k]) - 1; n > 0 {
			fmt.Fprintf(b, ", and %d more", n)
		}
		b.WriteByte('\n')
	}
}

// ownFirst puts an assumption about a C file before those about headers and the environment; those about models stay as they are.
func ownFirst(as []result.Assumption) {
	i := slices.IndexFunc(as, func(a result.Assumption) bool { return a.Where != nil && strings.HasSuffix(a.Where.File, ".c") })
	if i > 0 && as[0].Code != "model" {
		own := as[i]
		copy(as[1:i+1], as[:i])
		as[0] = own
	}
}

// fewLines is how many lines about models hide nothing.
const fewLines = 2

// fewModels has one assumption in the place of those about models, unless they are told in a few lines.
func fewModels(as []result.Assumption) []result.Assumption {
	keys, names := map[string]bool{}, map[string]bool{}
	var others []result.Assumption
	number := ""
	for _, a := range as {
		if a.Code != "model" {
			others = append(others, a)
			continue
		}
		name, _, ok := ofModel(a)
		if !ok {
			name, _, _ = strings.Cut(a.Text, " ")
		}
		keys[keyOf(a)], names[name], number = true, true, a.Number
	}
	if len(keys) <= fewLines {
		return as
	}
	return append(others, result.Assumption{Code: "model", Number: number, Text: fmt.Sprintf("%d models of functions and structs (--full lists them)", len(names))})
}

// keyOf tells the lines apart: by code, and of models by what they say.
func keyOf(a result.Assumption) string {
	if _, says, ok := ofModel(a); ok {
		return a.Code + " " + says
	}
	return a.Code
}

// ofModel takes what is assumed of a function that a model stands for apart: the
// function's name and what the model says.
func ofModel(a result.Assumption) (name, says string, ok bool) {
	if a.Code != "model" {
		return "", "", false
	}
	return strings.Cut(a.Text, ": ")
}

// maxNames bounds the functions that are named in one line.
const maxNames = 4

// together is the text of a line about as: that of the first, with the names of the others
// that the same is said of.
func together(as []result.Assumption) string {
	_, says, ok := ofModel(as[0])
	if !ok {
		return as[0].Text
	}
	var names []string
	for _, a := range as[:min(len(as), maxNames)] {
		name, _, _ := ofModel(a)
		names = append(names, name)
	}
	return strings.Join(names, ", ") + ": " + says
}

// numbered is the first number of an assumption, with a space behind it.
func numbered(a result.Assumption) string {
	first, _, _ := strings.Cut(a.Number, ",")
	return first + " "
}

// SVCOMP writes the verdict as SV-COMP spells it.
func SVCOMP(w io.Writer, r *result.Result) error {
	word := "unknown"
	switch r.Verdict {
	case result.Safe, result.NotApplicable:
		word = "true"
	case result.Unsafe:
		word = "false(unreach-call)"
	}
	_, err := fmt.Fprintln(w, word)
	return err
}

// JSON writes r in its JSON form.
func JSON(w io.Writer, r *result.Result) error {
	_, err := w.Write(r.JSON())
	return err
}
