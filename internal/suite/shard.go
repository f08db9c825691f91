package suite

import (
	"fmt"
	"os"
	"slices"
)

// Shard is one of several parts of a run.
type Shard struct{ Part, Of int }

// ParseShard reads PART/OF, such as 2/5.
func ParseShard(text string) (Shard, error) {
	var s Shard
	n, err := fmt.Sscanf(text+" ", "%d/%d ", &s.Part, &s.Of)
	if err != nil || n != 2 || s.Part < 1 || s.Part > s.Of || text != fmt.Sprintf("%d/%d", s.Part, s.Of) {
		return Shard{}, fmt.Errorf("--shard %q: expected PART/OF such as 2/5", text)
	}
	return s, nil
}

// Tasks returns the tasks of the part: every task is in one part, and parts differ by at most one task.
// Neighbours, such as the rules of one file, are in different parts.
func (s Shard) Tasks(tasks []*Task) []*Task {
	var part []*Task
	for i := s.Part - 1; i < len(tasks); i += s.Of {
		part = append(part, tasks[i])
	}
	return part
}

// Merge reads the results of several runs, in the order of the tasks. A task that several of them have
// counts once: they must agree, but one that has an answer beats one that has none, or that nobody looked at.
func Merge(files []string) ([]*Record, error) {
	byID, from := map[string]*Record{}, map[string]string{}
	var all []*Record
	for _, file := range files {
		recs, err := ReadRecords(file)
		if err != nil {
			return nil, err
		}
		for _, r := range recs {
			id := r.ID()
			old := byID[id]
			switch {
			case old == nil:
				byID[id], from[id] = r, file
				all = append(all, r)
			case answered(old) && answered(r) && (old.Verdict != r.Verdict || old.Line != r.Line):
				return nil, fmt.Errorf("%s is %s in %s and %s in %s", id, told(old), from[id], told(r), file)
			case rank(r) > rank(old):
				*old, from[id] = *r, file
			}
		}
	}
	Sort(all)
	return all, nil
}

// answered reports whether a verdict says something of the program.
func answered(r *Record) bool { return rank(r) == 3 }

// rank orders records of one task by how much they say.
func rank(r *Record) int {
	switch {
	case r.Status == NotChecked:
		return 0
	case r.Status == Failed:
		return 1
	case r.Verdict == "UNKNOWN":
		return 2
	}
	return 3
}

func told(r *Record) string {
	if r.Line != 0 {
		return fmt.Sprintf("%s at line %d", r.Verdict, r.Line)
	}
	return r.Verdict
}

// WriteRecords writes records as JSON lines to a file.
func WriteRecords(file string, recs []*Record) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	p := &pool{opt: Options{Out: file}, out: f}
	for _, r := range slices.Clone(recs) {
		p.write(r)
	}
	if err := f.Close(); p.err == nil {
		p.err = err
	}
	return p.err
}
