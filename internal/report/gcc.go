package report

import (
	"fmt"
	"io"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// GCC writes r as compilers write warnings, which editors read: an UNSAFE is a warning, if it is waived or known a note, and
// each step of its trace a note; an UNKNOWN is a warning too. Notes say of other verdicts that there was nothing to
// check, and what the rule speaks of that the program doesn't have. A SAFE writes nothing else.
func GCC(w io.Writer, r *result.Result) error {
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
		line(orElse(r.Where), kind, r.Message)
		fmt.Fprintf(&b, " [%s]\n", source.Printable(r.Property))
		for _, s := range r.Trace {
			line(s.Place, "note", inFunc(s))
			if s.Note != "" {
				fmt.Fprintf(&b, " [%s]", source.Printable(s.Note))
			}
			b.WriteByte('\n')
		}
	case r.Verdict == result.Unknown && r.Reason != nil:
		line(orElse(r.Reason.Where), "warning", "not decided: "+r.Reason.Text)
		fmt.Fprintf(&b, " [%s: %s]\n", source.Printable(r.Property), source.Printable(r.Reason.Code))
	}
	for _, text := range remarks(r) {
		line(result.Place{}, "note", text)
		fmt.Fprintf(&b, " [%s]\n", source.Printable(r.Property))
	}
	_, err := io.WriteString(w, b.String())
	return err
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
	if s.Func == "" {
		return s.Text
	}
	return s.Func + ": " + s.Text
}

// orElse is the place, or none.
func orElse(p *result.Place) result.Place {
	if p == nil {
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
