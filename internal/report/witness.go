package report

import (
	"fmt"
	"io"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// Witness writes what became of a witness for people: the answer, why, and, unless the witness is
// refused, the verdict on the program with the witness in it; with full all steps of its trace.
func Witness(full bool) func(io.Writer, *result.Result) error {
	return func(w io.Writer, r *result.Result) error {
		a := r.Witness
		text := fmt.Sprintf("%s  %s (%s)", a.Answer, source.Printable(a.File), a.Kind)
		if a.Why != "" {
			text += ": " + source.Printable(a.Why)
		}
		if a.Where != nil {
			text += fmt.Sprintf("\n  at %s:%d:%d", source.Printable(a.Where.File), a.Where.Line, a.Where.Col)
		}
		if _, err := fmt.Fprintln(w, text); err != nil || r.Verdict == result.NotApplicable || a.Answer == "REFUSED" {
			return err
		}
		return paint(false).text(w, r, full, true, true)
	}
}
