package check

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// TestPasses names what of the program an error path goes through that can't be decided: stores at a variable index before conditions,
// these before other stores, each line once, in the order of the path.
func TestPasses(t *testing.T) {
	const text = `void reach_error(void); int get(void); void *malloc(unsigned long);
struct s { int n; char *data; };
int main(void) {
	int u = get(), v = get(), x = get(), y = get(), z = get();
	struct s *p = malloc(16);
	if (!p) return 0;
	p->n = get();
	p->data = malloc(10);
	if (!p->data) return 0;
	p->data[get()] = 1;
	p->data[0] = 2;
	if (p->data[get()] == 7) return 1;
	if (get() == 5) return 2;
	if (x < y && y < z && z < u && u < v && v < x)
		reach_error();
	return 0;
}
`
	opt := Options{Files: []string{files(t, map[string]string{"p.c": text})["p.c"]}, Property: "reach", CubeLength: 1, Encoding: Small, Inline: InlineAuto, Jobs: 1}
	var r *result.Result
	lib := need.Z3(t)
	if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(got *result.Result, _ Stats) { r = got }); err != nil {
		t.Fatal(err)
	}
	if r.Verdict != result.Unknown || r.Reason.Code != "no-progress" {
		t.Fatalf("%s %+v", r.Verdict, r.Reason)
	}
	var got []string
	for _, s := range r.Reason.Passes {
		got = append(got, fmt.Sprintf("%d %s", s.Place.Line, s.Text))
	}
	if want := "9 if (!p->data) return 0;|10 p->data[get()] = 1;|12 if (p->data[get()] == 7) return 1;|13 if (get() == 5) return 2;|14 if (x < y && y < z && z < u && u < v && v < x)"; strings.Join(got, "|") != want {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
}

// TestStuckPlace: an UNKNOWN is told at the driver's last step on the way to it, if it is in a rule or an environment itself.
func TestStuckPlace(t *testing.T) {
	lib := need.Z3(t)
	const unsolved = "\nint u = help(1), v = help(2), x = help(3), y = help(4), z = help(5);\ntake();\nif (x < y && y < z && z < u && u < v && v < x)\nreturn 1;\ngive();\nreturn 0;"
	for _, test := range []struct {
		name, rule, once, get string
		line                  int
		called                string
	}{
		{"the end", "program.end { if (lock == HELD) abort \"taken at the end\"; }\n", "", "", 14, "put"},
		{"a call", "", "", "", 12, "put"},
		{"a call in another function", "", "if (ready) return 0; ready = 1; ", "\ntake();\ngive();", 21, "put"},
	} {
		rule, _, _ := strings.Cut(queueRule, "program.end")
		driver := strings.Replace(queueDriver("\n"+test.once+unsolved[1:], test.get+"\nreturn 0;", "\nreturn 1;"), "{\nreturn 1;\n}", ";", 1)
		if test.rule != "" {
			rule = strings.Replace(rule, "abort \"taken twice\"", "halt", 1) + test.rule
		}
		f := files(t, map[string]string{"d.c": driver, "r.slic": rule})
		opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["r.slic"]}, Entry: AutoEntry, CubeLength: 1, Encoding: Small, Jobs: 1}
		var r *result.Result
		if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(got *result.Result, _ Stats) { r = got }); err != nil {
			t.Fatal(err)
		}
		if r.Reason == nil || r.Reason.Where == nil || r.Reason.Where.File != f["d.c"] || r.Reason.Where.Line != test.line || r.Reason.Called != test.called {
			t.Errorf("%s: %s %+v", test.name, r.Verdict, r.Reason)
		}
	}
}
