package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"hardbop/internal/result"
)

func TestList(t *testing.T) {
	view := func(w io.Writer, r *result.Result) error {
		_, err := fmt.Fprintf(w, "%s %s %s\n", r.Verdict, r.Property, r.Entry)
		return err
	}
	none := func(name, entry string) *result.Result {
		return &result.Result{Verdict: result.NotApplicable, Property: name, Entry: entry, Events: &result.Events{}}
	}
	told := func(name, missing string) *result.Result {
		r := none(name, "g")
		r.Events.Missing = []string{missing}
		return r
	}
	safe := &result.Result{Verdict: result.Safe, Property: "f/s", Entry: "main", Events: &result.Events{}}
	long := strings.Repeat("x", 60)
	for _, c := range []struct {
		name string
		rs   []*result.Result
		want string
	}{
		{"few", []*result.Result{none("f/a", "main"), safe, none("f/b", "main"), none("f/c", "main")},
			"NOT-APPLICABLE f/a main\nSAFE f/s main\nNOT-APPLICABLE f/b main\nNOT-APPLICABLE f/c main\n"},
		{"many", []*result.Result{none("f/a", "main"), none("f/b", "main"), safe, none("f/c", "main"), none("f/"+long, "main"), none("f/x"+long, "main")},
			"SAFE f/s main\nNOT-APPLICABLE  5 rules (entry main): the program has none of their events\n  f/a f/b f/c f/" + long + "\n  f/x" + long + "\n"},
		{"more to say", []*result.Result{none("f/a", "g"), none("f/b", "g"), none("f/c", "g"), none("f/d", "g"), told("f/e", "r.slic:1:1: the macro x is no event: it isn't called"),
			told("f/f", "r.slic:1:1: the program has no function lok; did you mean lock?"), told("f/g", "r.slic:1:1: the program has no functions x, y")},
			"NOT-APPLICABLE f/e g\nNOT-APPLICABLE f/f g\nNOT-APPLICABLE  5 rules (entry g): the program has none of their events\n  f/a f/b f/c f/d f/g\n"},
		{"two entries", []*result.Result{none("f/a", "g"), none("f/b", "g"), none("f/c", "g"), none("f/d", "g"), none("f/a", "h"), safe},
			"NOT-APPLICABLE f/a h\nSAFE f/s main\nNOT-APPLICABLE  4 rules (entry g): the program has none of their events\n  f/a f/b f/c f/d\n"},
		{"rules of files", []*result.Result{none("a", "g"), none("b", "g"), none("c", "g"), none("d", "g")},
			"NOT-APPLICABLE a g\nNOT-APPLICABLE b g\nNOT-APPLICABLE c g\nNOT-APPLICABLE d g\n"},
	} {
		var b strings.Builder
		if err := List(&b, c.rs, view); err != nil || b.String() != c.want {
			t.Errorf("%s: got (%v)\n%swant\n%s", c.name, err, b.String(), c.want)
		}
	}
}
