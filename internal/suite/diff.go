package suite

import (
	"fmt"
	"io"
	"sort"
)

// Change is what became of a task between two runs.
type Change struct {
	Kind     string // new, gone, fixed, broken, changed, slower, faster
	Old, New *Record
}

// slowerBy and slowerMin say when a change of time is worth a line: a factor, and
// seconds, since short runs vary.
const (
	slowerBy  = 1.5
	slowerMin = 0.5
)

// Diff compares two runs task by task, in the order of the tasks.
func Diff(old, new []*Record) []Change {
	before, after := byID(old), byID(new)
	var ids []string
	for id := range before {
		ids = append(ids, id)
	}
	for id := range after {
		if before[id] == nil {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	var changes []Change
	for _, id := range ids {
		if kind := compare(before[id], after[id]); kind != "" {
			changes = append(changes, Change{kind, before[id], after[id]})
		}
	}
	return changes
}

func byID(recs []*Record) map[string]*Record {
	m := map[string]*Record{}
	for _, r := range recs {
		m[r.ID()] = r
	}
	return m
}

func compare(o, n *Record) string {
	switch {
	case o == nil:
		return "new"
	case n == nil:
		return "gone"
	case o.Status != Correct && n.Status == Correct:
		return "fixed"
	case o.Status == Correct && n.Status != Correct, o.Status != Wrong && n.Status == Wrong:
		return "broken"
	case o.Verdict != n.Verdict:
		return "changed"
	case n.WallS > slowerBy*o.WallS && n.WallS-o.WallS > slowerMin:
		return "slower"
	case o.WallS > slowerBy*n.WallS && o.WallS-n.WallS > slowerMin:
		return "faster"
	}
	return ""
}

// WriteDiff writes the changes, a line each, and a summary line.
func WriteDiff(w io.Writer, changes []Change) error {
	count := map[string]int{}
	for _, c := range changes {
		count[c.Kind]++
		if _, err := fmt.Fprintf(w, "%-8s %s\n", c.Kind, c.Text()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d new, %d gone, %d fixed, %d broken, %d changed, %d slower, %d faster\n",
		count["new"], count["gone"], count["fixed"], count["broken"], count["changed"], count["slower"], count["faster"])
	return err
}

// Text says what changed in a line.
func (c Change) Text() string {
	switch {
	case c.Old == nil:
		return fmt.Sprintf("%s %s", c.New.ID(), c.New.Verdict)
	case c.New == nil:
		return fmt.Sprintf("%s %s", c.Old.ID(), c.Old.Verdict)
	}
	return fmt.Sprintf("%s %s -> %s, %.1f s -> %.1f s", c.New.ID(), c.Old.Verdict, c.New.Verdict, c.Old.WallS, c.New.WallS)
}
