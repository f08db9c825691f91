package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// GCC returns what writes a result as compilers write warnings, which editors read: an UNSAFE is a warning, if it is waived or known a note, and
// each step of its trace in brief that tells the way a note, in full each step; an UNKNOWN is a warning too. Notes say of other verdicts that there was nothing to
// check, and what the rule speaks of that the program doesn't have. A SAFE writes nothing else.
func GCC(o Compiler) func(io.Writer, *result.Result) error {
	return func(w io.Writer, r *result.Result) error {
		_, err := io.WriteString(w, gcc(r, o))
		return err
	}
}

// Compiler says how much [GCC] writes.
type Compiler struct {
	Full    bool // all steps of traces
	NoTrace bool // none of them
	// Terse leaves out what isn't about a defect or something undecided.
	Terse bool
	// Names says that questions that weren't begun, and rules of which the program has nothing, are named, not only counted.
	Names bool
}

// CompilerWriter writes the results of a run as [GCC] does, those of each question as soon as they are there. Behind the last stands, once, what is
// counted: how many questions weren't begun; rules of whose events the program has none, if they are many, are told by Count.
type CompilerWriter struct {
	w     io.Writer
	o     Compiler
	asked func(entry string) int
	// Count is handed a line about what is only counted; nil for none.
	Count func(text string)
	held  []*result.Result // as those of [Writer]
	never []*result.Result
}

// NewCompiler returns a CompilerWriter to w. asked counts the questions of the run with an entry.
func NewCompiler(w io.Writer, o Compiler, asked func(entry string) int) *CompilerWriter {
	return &CompilerWriter{w: w, o: o, asked: asked}
}

// Add writes the results of one question.
func (c *CompilerWriter) Add(rs []*result.Result) error {
	for _, r := range rs {
		switch named := c.o.Full || c.o.Names; {
		case notBegun(r) && !named:
			c.never = append(c.never, r)
		case plain(r) && !named && c.asked(r.Entry) >= manyRules:
			c.held = append(c.held, r)
		default:
			if _, err := io.WriteString(c.w, gcc(r, c.o)); err != nil {
				return err
			}
		}
	}
	return nil
}

// End writes what stands behind the results.
func (c *CompilerWriter) End() error {
	entries, absent := absences(c.held)
	for _, e := range entries {
		if rs := absent[e]; len(rs) >= manyRules {
			if c.Count != nil {
				c.Count(fmt.Sprintf("nothing to check for %d rules (entry %s): the program has none of their events; -v names them", len(rs), e))
			}
			continue
		}
		for _, r := range absent[e] {
			if _, err := io.WriteString(c.w, gcc(r, c.o)); err != nil {
				return err
			}
		}
	}
	switch len(c.never) {
	case 0:
		return nil
	case 1:
		_, err := io.WriteString(c.w, gcc(c.never[0], c.o))
		return err
	}
	return gccNeverBegun(c.w, c.never)
}

// absences groups results by their entry, in the order in which these come.
func absences(rs []*result.Result) (entries []string, of map[string][]*result.Result) {
	of = map[string][]*result.Result{}
	for _, r := range rs {
		if of[r.Entry] == nil {
			entries = append(entries, r.Entry)
		}
		of[r.Entry] = append(of[r.Entry], r)
	}
	return entries, of
}

// gcc is what is written of r.
func gcc(r *result.Result, o Compiler) string {
	var b strings.Builder
	line := func(p result.Place, kind, text string) {
		fmt.Fprintf(&b, "%s: %s: %s", gccPlace(p), kind, source.Printable(text))
	}
	switch {
	case r.Verdict == result.Unsafe:
		kind := "warning"
		if r.Accepted() {
			kind = "note"
		}
		line(openable(r.DriverPlace()), kind, r.Message)
		for i, s := range r.Returned() {
			if i == 0 {
				b.WriteString("; ")
			}
			b.WriteString(source.Printable(s.Before + s.At.String() + s.Behind))
		}
		if m := r.Meanwhile(); m.Before != "" {
			b.WriteString(", " + source.Printable(m.Before+m.At.String()))
		}
		switch {
		case r.Waived != nil:
			fmt.Fprintf(&b, " (waived: %s)", source.Printable(justification(r.Waived)))
		case r.Known:
			b.WriteString(" (known)")
		}
		fmt.Fprintf(&b, " [%s]\n", source.Printable(r.Property))
		steps := told(r.Trace, o.Full)
		if o.NoTrace {
			steps = nil
		}
		if o.NoTrace && r.CalledAt() != nil {
			line(*r.Where, "note", "here, in a header")
			b.WriteByte('\n')
		}
		for _, s := range steps {
			line(reachable(s), "note", inFunc(s))
			if about := s.Remarks(); about != "" {
				fmt.Fprintf(&b, " [%s]", source.Printable(about))
			}
			b.WriteByte('\n')
		}
		if u := r.Undefined; u != nil && !o.NoTrace {
			line(u.Where, "note", everyRun(u))
			b.WriteByte('\n')
		}
	case r.Verdict == result.Unknown && r.Reason != nil:
		line(undecidedAt(r.Reason), "warning", "not decided: "+r.Reason.Text)
		fmt.Fprintf(&b, " [%s: %s]\n", source.Printable(r.Property), source.Printable(r.Reason.Code))
		for _, s := range r.Reason.Passes {
			if !o.NoTrace {
				line(s.Place, "note", "the last path goes through: "+s.Text)
				b.WriteByte('\n')
			}
		}
	}
	about := remarks(r)
	if r.Note != "" {
		about = append(about, r.Note)
	}
	for _, text := range about {
		if o.Terse {
			break
		}
		line(result.Place{}, "note", text)
		fmt.Fprintf(&b, " [%s]\n", source.Printable(r.Property))
	}
	return b.String()
}

// gccNeverBegun writes of several questions that they weren't begun, as [GCC] does of one.
func gccNeverBegun(w io.Writer, rs []*result.Result) error {
	_, err := fmt.Fprintf(w, "hardbop: warning: %s [%s]\n", NeverBegun(rs), result.NotBegun)
	return err
}

// told are the steps that are written: as in text, all of them where none is known to matter, but in brief none that
// an editor can't go to.
func told(steps []result.Step, full bool) []result.Step {
	var brief []result.Step
	for i, keep := range Brief(steps) {
		if keep && !nowhere(reachable(steps[i]).File) {
			brief = append(brief, steps[i])
		}
	}
	if full || len(brief) == 0 {
		return steps
	}
	return way(brief)
}

// way leaves those of the steps that tell the way: where the driver is called, the conditions, the waits that change something, the calls that are entered, the returns and the rule's events;
// of the driver's calls before the one with the first event just these and their switches.
func way(steps []result.Step) []result.Step {
	first := slices.IndexFunc(steps, func(s result.Step) bool { return s.Event })
	for first > 0 && steps[first].Says == "" {
		first--
	}
	if !slices.ContainsFunc(steps, func(s result.Step) bool { return s.Event && s.Func != "" }) {
		first = 0
	}
	var list []result.Step
	for i, s := range steps {
		last := i+1 == len(steps)
		switch {
		case s.Says != "" || last:
		case i < first && !strings.HasPrefix(s.Text, "switch ("):
			continue
		case strings.Contains(s.Reads, result.WhileWaiting), strings.Contains(s.Reads, result.ByOthers):
		case s.Event || s.Left+s.Forgets != "" || len(s.Runs) > 0 || branches(s) || strings.HasPrefix(s.Text, "return") || steps[i+1].Depth > s.Depth && steps[i+1].Says == "":
		default:
			continue
		}
		list = append(list, s)
	}
	return list
}

// branches reports whether a step is a condition, or a switch.
func branches(s result.Step) bool {
	return strings.HasPrefix(s.Text, "if (") || strings.HasPrefix(s.Text, "switch (")
}

// reachable is the place of a step that an editor can go to: of a call by the environment, that of what is called.
func reachable(s result.Step) result.Place {
	if s.Target != nil && nowhere(s.Place.File) {
		return *s.Target
	}
	return s.Place
}

// nowhere reports whether a file isn't there: the environment, or a model.
func nowhere(file string) bool {
	return file == "" || file == "environment" || file[0] == '<' && file != "<stdin>"
}

// remarks says that there was nothing to check, and what the rule speaks of that the program doesn't have.
func remarks(r *result.Result) []string {
	var list []string
	if r.Verdict == result.NotApplicable {
		list = append(list, "nothing to check: "+nothing(r))
	}
	if r.Verdict == result.NotChecked {
		list = append(list, "entry "+r.Entry+": "+r.Message)
	}
	var absent strings.Builder
	missing(&absent, r.Events)
	for text := range strings.Lines(absent.String()) {
		list = append(list, strings.TrimSpace(text))
	}
	return list
}

// inFunc is what a step does, behind the name of its function if it is in one.
func inFunc(s result.Step) string {
	if s.Func == "" || s.Says != "" {
		return s.Words()
	}
	return s.Func + ": " + s.Words()
}

// undecidedAt is the place of what isn't decided; if an editor can't go there, the last line of the program on the path that it is about.
func undecidedAt(r *result.Reason) result.Place {
	if at := openable(r.Where); at.File != "" || len(r.Passes) == 0 {
		return at
	}
	return r.Passes[len(r.Passes)-1].Place
}

// openable is the place, or none if an editor can't go there.
func openable(p *result.Place) result.Place {
	if p == nil || nowhere(p.File) {
		return result.Place{}
	}
	return *p
}

// gccPlace is file:line:column as far as they are known; the tool's name if none is.
func gccPlace(p result.Place) string {
	switch {
	case p.File == "":
		return "hardbop"
	case p.Line <= 0:
		return source.Printable(p.File)
	case p.Col <= 0:
		return fmt.Sprintf("%s:%d", source.Printable(p.File), p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", source.Printable(p.File), p.Line, p.Col)
}
