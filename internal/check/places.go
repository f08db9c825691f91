package check

import (
	"cmp"
	"fmt"
	"hardbop/internal/cfront"
	"io"
	"slices"

	"hardbop/internal/source"
	"hardbop/slic"
)

// ListEvents writes where the C files have events of the rules, whether the entry reaches
// them or not: one line a place, by file and line, then what the rule speaks of and the
// files don't have. Places in headers are counted only.
func ListEvents(opt Options, w io.Writer) error {
	found, err := opt.FindRules()
	if err != nil {
		return err
	}
	for _, r := range found {
		res, err := eventsOf(opt, r.Spec)
		if err != nil {
			return err
		}
		for _, line := range eventLines(opt, res) {
			if _, err := fmt.Fprintln(w, source.Printable(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// eventsOf weaves spec into all that the files define.
func eventsOf(opt Options, spec *slic.Spec) (*slic.Result, error) {
	prog, err := elaborate(opt, cfront.Config{Whole: true}, spec)
	if err != nil {
		return nil, err
	}
	return slic.Instrument(prog, spec, slic.Config{Entry: prog.FuncNamed(opt.entry())})
}

func eventLines(opt Options, res *slic.Result) []string {
	places := slices.Clone(res.Places)
	slices.SortStableFunc(places, func(a, b slic.EventPlace) int {
		return cmp.Or(cmp.Compare(slices.Index(opt.Files, a.Pos.File), slices.Index(opt.Files, b.Pos.File)),
			cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	var lines []string
	headers := 0
	for _, p := range places {
		if !slices.Contains(opt.Files, p.Pos.File) {
			headers++
			continue
		}
		line := fmt.Sprintf("%s: %s.%s in %s", p.Pos, p.Func, p.Event, p.In.Name)
		if p.Maybe {
			line += " (perhaps: through a pointer)"
		}
		if !slices.Contains(lines, line) { // a macro may repeat what its argument calls
			lines = append(lines, line)
		}
	}
	if headers > 0 {
		lines = append(lines, fmt.Sprintf("and %d in headers", headers))
	}
	return append(lines, notEvents(res, false)...)
}
