package obs

import (
	"strings"
	"testing"
)

// Progress lines stand under their headings.
func TestReport(t *testing.T) {
	var b strings.Builder
	var stages []string
	e := NewEnv(&b, func(s string) { stages = append(stages, s) })
	e.Enter("one")
	e.Report(Iteration{N: 1, Predicates: 2, Statements: 3, Queries: 4, CacheHits: 5, BDDNodes: 6, PathLength: 7})
	e.Report(Iteration{N: 2, Predicates: 20, Statements: 30, Queries: 123456, CacheHits: 50, BDDNodes: 1234567, PathLength: 70})
	e.Enter("two")
	if strings.Join(stages, " ") != "one two" {
		t.Errorf("stages %v", stages)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("got %q", lines)
	}
	heads, first := strings.Fields(lines[0]), strings.Fields(lines[1])
	if len(heads) != 8 || len(first) != 8 || strings.Join(first[:7], " ") != "1 2 3 4 5 6 7" {
		t.Errorf("got %q", lines)
	}
	for _, line := range lines[1:] {
		if len(line) != len(lines[0]) {
			t.Errorf("not aligned:\n%s", b.String())
		}
	}
}

// Nobody needs to listen.
func TestSilent(*testing.T) {
	var none *Env
	none.Enter("one")
	none.Report(Iteration{N: 1})
	NewEnv(nil, nil).Enter("two")
	NewEnv(nil, nil).Report(Iteration{N: 1})
}
