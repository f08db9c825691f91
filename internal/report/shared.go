package report

import (
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file writes what stands once behind several results.

// shared writes what results take for granted, each code once, together those that the same results rest on. The results are all of the run: those that
// the summary only counts rest on nothing.
func (p paint) shared(b *strings.Builder, rs []*result.Result) {
	rs = slices.DeleteFunc(slices.Clone(rs), unlisted)
	by := map[string][]int{} // which of them rest on it
	all := map[string][]result.Assumption{}
	var keys []string
	for j, r := range rs {
		for _, a := range r.Assumptions {
			k := keyOf(a)
			if by[k] == nil {
				keys = append(keys, k)
			}
			if n := len(by[k]); n == 0 || by[k][n-1] != j {
				by[k] = append(by[k], j)
			}
			if !slices.ContainsFunc(all[k], a.Same) {
				all[k] = append(all[k], a)
			}
		}
	}
	// What most results rest on comes first, then the others as they were met.
	for len(keys) > 0 {
		who := by[slices.MaxFunc(keys, func(a, c string) int { return len(by[a]) - len(by[c]) })]
		var group []result.Assumption
		keys = slices.DeleteFunc(keys, func(k string) bool {
			if !slices.Equal(by[k], who) {
				return false
			}
			group = append(group, all[k]...)
			return true
		})
		p.assumptions(b, "assuming"+forWhom(rs, who), group, false)
	}
}

// forWhom says which of the results rest on something.
func forWhom(rs []*result.Result, who []int) string {
	switch {
	case len(rs) == 1:
		return ", for " + source.Printable(nameOf(rs[0], rs))
	case len(who) == 2 && len(rs) == 2:
		return ", for both verdicts"
	case len(who) == len(rs):
		return fmt.Sprintf(", for all %d verdicts", len(rs))
	}
	with, without := split(rs, who)
	if len(without) < len(with) && len(without) <= maxNames {
		return fmt.Sprintf(", for %d of %d verdicts, all but %s", len(who), len(rs), source.Printable(strings.Join(without, ", ")))
	}
	if n := len(with); n > maxNames+1 {
		with = append(with[:maxNames], fmt.Sprintf("%d others", n-maxNames))
	}
	return ", for " + source.Printable(strings.Join(with, ", ")) + " only"
}

// split names those of the results that rest on something, and the others. Where results of a rule differ in their verdicts, these are told.
func split(rs []*result.Result, who []int) (with, without []string) {
	for i, r := range rs {
		name, kind := nameOf(r, rs), string(r.Verdict)+status(r)
		if slices.ContainsFunc(rs, func(o *result.Result) bool { return nameOf(o, rs) == name && string(o.Verdict)+status(o) != kind }) {
			name += " " + kind
		}
		list := &without
		if slices.Contains(who, i) {
			list = &with
		}
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	return with, without
}

// unlisted reports whether the summary only counts a result: there was nothing to check, or it wasn't begun.
func unlisted(r *result.Result) bool {
	return r.Verdict == result.NotApplicable || r.Verdict == result.NotChecked || notBegun(r)
}

// notBegun reports whether a run was cut short before it came to the question.
func notBegun(r *result.Result) bool { return r.Reason != nil && r.Reason.Code == result.NotBegun }

// nameOf names a result by its rule, and by its entry where there are several.
func nameOf(r *result.Result, rs []*result.Result) string {
	if r.Conformance == nil && slices.ContainsFunc(rs, func(o *result.Result) bool { return o.Entry != r.Entry }) {
		return r.Subject() + " (entry " + r.Entry + ")"
	}
	return r.Subject()
}

// summary writes the verdicts in short, a line each but for those of which there was nothing to check, and counts them.
func (p paint) summary(b *strings.Builder, rs []*result.Result) {
	var kinds []string
	counts := map[string]int{}
	width := 0
	for _, r := range rs {
		k := string(r.Verdict) + status(r)
		if counts[k]++; counts[k] == 1 {
			kinds = append(kinds, k)
		}
		if !unlisted(r) {
			width = max(width, len(k))
		}
	}
	b.WriteString("summary:\n")
	for _, r := range rs {
		if unlisted(r) {
			continue
		}
		pad := strings.Repeat(" ", width-len(r.Verdict)-len(status(r)))
		fmt.Fprintf(b, "  %s%s%s  %s", p.verdict(r.Verdict), status(r), pad, source.Printable(nameOf(r, rs)))
		switch {
		case r.Verdict == result.Unsafe && r.Where != nil:
			fmt.Fprintf(b, " at %s", p.dim(source.Printable(r.DriverPlace().String())))
		case r.Reason != nil:
			fmt.Fprintf(b, " [%s]", source.Printable(r.Reason.Code))
		}
		b.WriteByte('\n')
	}
	slices.SortStableFunc(kinds, func(a, c string) int { return gravity(a) - gravity(c) })
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[k], k)
	}
	fmt.Fprintf(b, "  %s\n", source.Printable(strings.Join(kinds, ", ")))
}

// gravity puts verdicts in the order in which they are counted.
func gravity(kind string) int {
	for i, v := range []result.Verdict{result.Unsafe, result.Unknown, result.Safe, result.Conforms, result.NotChecked, result.NotApplicable} {
		if strings.HasPrefix(kind, string(v)) {
			return i
		}
	}
	return 0
}

// everyRun says of a place what every run along the path to a violation does there.
func everyRun(u *result.Undefined) string {
	return "every run along the path has undefined behaviour: it " + u.What + " here"
}
