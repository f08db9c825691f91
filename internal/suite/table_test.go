package suite

import (
	"encoding/csv"
	"reflect"
	"strings"
	"testing"
)

func record(name string, status Status, verdict string, wall float64) *Record {
	return &Record{Suite: "s", Task: name, Property: "p", Status: status, Verdict: verdict, WallS: wall}
}

func TestDiff(t *testing.T) {
	old := []*Record{
		record("same", Correct, "SAFE", 1), record("gone", Correct, "SAFE", 1), record("fixed", Unknown, "UNKNOWN", 1),
		record("broken", Correct, "SAFE", 1), record("worse", Unknown, "UNKNOWN", 1), record("changed", Wrong, "SAFE", 1),
		record("slower", Correct, "SAFE", 1), record("faster", Correct, "SAFE", 3), record("short", Correct, "SAFE", 0.1),
	}
	new := []*Record{
		record("same", Correct, "SAFE", 1.2), record("new", Correct, "SAFE", 1), record("fixed", Correct, "SAFE", 1),
		record("broken", Unknown, "UNKNOWN", 1), record("worse", Wrong, "UNSAFE", 1), record("changed", Unknown, "UNKNOWN", 1),
		record("slower", Correct, "SAFE", 2), record("faster", Correct, "SAFE", 1), record("short", Correct, "SAFE", 0.5),
	}
	var b strings.Builder
	if err := WriteDiff(&b, Diff(old, new)); err != nil {
		t.Fatal(err)
	}
	want := `broken   s/broken/p SAFE -> UNKNOWN, 1.0 s -> 1.0 s
changed  s/changed/p SAFE -> UNKNOWN, 1.0 s -> 1.0 s
faster   s/faster/p SAFE -> SAFE, 3.0 s -> 1.0 s
fixed    s/fixed/p UNKNOWN -> SAFE, 1.0 s -> 1.0 s
gone     s/gone/p SAFE
new      s/new/p SAFE
slower   s/slower/p SAFE -> SAFE, 1.0 s -> 2.0 s
broken   s/worse/p UNKNOWN -> UNSAFE, 1.0 s -> 1.0 s
1 new, 1 gone, 1 fixed, 2 broken, 1 changed, 1 slower, 1 faster
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestTables(t *testing.T) {
	recs := []*Record{
		{Suite: "a", Task: "t,1", Property: "p", Expected: "SAFE", Verdict: "UNKNOWN", Status: Unknown, Reason: `a "b" | c`, WallS: 1.5, CPUS: 1.25, PeakMB: 10, Iterations: 2, Predicates: 3, Queries: 4},
		{Suite: "b", Task: "t2", Property: "p", Expected: "UNSAFE", Verdict: "UNSAFE", Status: Correct, WallS: 0.5, PeakMB: 30},
	}
	var b strings.Builder
	if err := WriteCSV(&b, recs); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	first := []string{"a", "t,1", "p", "SAFE", "UNKNOWN", "unknown", `a "b" | c`, "1.50", "1.25", "10", "2", "3", "4"}
	if len(rows) != 3 || !reflect.DeepEqual(rows[0], columns) || !reflect.DeepEqual(rows[1], first) {
		t.Errorf("got %q", rows)
	}
	b.Reset()
	if err := WriteMarkdown(&b, recs); err != nil {
		t.Fatal(err)
	}
	want := `| suite | task | property | expected | verdict | status | reason | wall_s | cpu_s | peak_mb | iterations | predicates | queries |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| a | t,1 | p | SAFE | UNKNOWN | unknown | a "b" \| c | 1.50 | 1.25 | 10 | 2 | 3 | 4 |
| b | t2 | p | UNSAFE | UNSAFE | correct |  | 0.50 | 0.00 | 30 | 0 | 0 | 0 |
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := WriteSummary(&b, recs); err != nil {
		t.Fatal(err)
	}
	want = `suite                  tasks correct wrong unknown error  SAFE UNSAFE   wall s    max s  peak MB
a                          1       0     0       1     0     0      0      1.5      1.5       10
b                          1       1     0       0     0     0      1      0.5      0.5       30
total                      2       1     0       1     0     0      1      2.0      1.5       30
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestFigure7(t *testing.T) {
	row := func(task string, status Status, wall float64, iterations int, sizes Sizes) *Record {
		return &Record{Task: task, Status: status, WallS: wall, PeakMB: 40, Iterations: iterations, Sizes: sizes}
	}
	var b strings.Builder
	err := WriteFigure7(&b, []Column{
		{"none", []*Record{row("a", Correct, 1.5, 3, Sizes{10, 6, 9}), row("a longer one", Unknown, 60, 20, Sizes{30, 20, 30})}},
		{"optimal", []*Record{row("a", Correct, 0.5, 4, Sizes{3, 2, 1})}},
	})
	want := `             | none                                | optimal
program      |     time  iter           pred   mem |     time  iter           pred   mem
a            |     1.50     3         10/6/9    40 |     0.50     4          3/2/1    40
a longer one |   *60.00    20       30/20/30    40 |
total        |    61.50    23       40/26/39    80 |     0.50     4          3/2/1    40
average      |    30.75    12 20.0/13.0/19.5    40 |     0.50     4    3.0/2.0/1.0    40
`
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, b.String(), want)
	}
}
