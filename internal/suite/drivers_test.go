package suite

import (
	"strings"
	"testing"
)

func TestWriteDrivers(t *testing.T) {
	recs := []*Record{
		{Task: "char/a", Property: "mutex", Verdict: "SAFE", WallS: 1.26},
		{Task: "char/a", Property: "urb", Verdict: "UNKNOWN", Reason: "timeout", Detail: `the time limit of 30s was reached in stage "c2bp, iteration 8"`, WallS: 30},
		{Task: "char/b", Property: "mutex", Verdict: "UNSAFE", Line: 7, Detail: "a mutex is still locked"},
		{Task: "char/c", Property: "mutex", Reason: "char/c.c: no such file"},
	}
	var b strings.Builder
	if err := WriteDrivers(&b, recs); err != nil {
		t.Fatal(err)
	}
	want := `| file | rules |
|---|---|
| char/a | mutex SAFE 1.3 s; urb UNKNOWN (timeout in c2bp, iteration 8) 30.0 s |
| char/b | mutex UNSAFE (line 7) 0.0 s |
| char/c | mutex error (char/c.c: no such file) 0.0 s |
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
