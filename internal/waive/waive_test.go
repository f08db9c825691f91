package waive

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hardbop/internal/mutant"
	"hardbop/internal/result"
)

// defect is an UNSAFE of the rule in f at d.c:3.
func defect(rule, f string) *result.Result {
	return &result.Result{Verdict: result.Unsafe, Property: rule, Entry: "main", Message: "twice", Where: &result.Place{File: "d.c", Line: 3},
		Defect: &result.Defect{Number: 1, Found: 1, All: true},
		Trace:  []result.Step{{Func: f, Text: "lock.call", Rule: true, Event: true}}}
}

// list reads waivers on the 5th of March 2026, with d.c being source.
func list(t *testing.T, text, source string) *List {
	t.Helper()
	l := New(time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC), func(file string) ([]byte, error) {
		if file != "d.c" {
			return nil, errors.New("no such file")
		}
		return []byte(source), nil
	})
	if err := l.Add("w.yaml", []byte(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

const why = ", reason: known, owner: ann"

func TestApply(t *testing.T) {
	print := defect("linux/mutex", "f").Fingerprint()
	for _, test := range []struct {
		name, waivers, source string
		reason                string // "" if it isn't waived
		stale                 string
	}{
		{"a function", "waivers: [{rule: linux/mutex, function: f" + why + "}]", "", "known", ""},
		{"a pattern", "waivers: [{rule: linux/*, function: f" + why + "}]", "", "known", ""},
		{"a fingerprint", "waivers: [{rule: linux/mutex, fingerprint: " + print + why + "}]", "", "known", ""},
		{"another fingerprint", "waivers: [{rule: linux/mutex, fingerprint: 00" + why + "}]", "", "", "w.yaml:1:11: this waiver matches no defect: is it mended?"},
		{"another function", "waivers: [{rule: linux/mutex, function: g" + why + "}]", "", "", "w.yaml:1:11: this waiver matches no defect: is it mended?"},
		{"another rule", "waivers: [{rule: linux/irq, function: f" + why + "}]", "", "", ""},
		{"the last day", "waivers: [{rule: linux/mutex, function: f, expires: 2026-03-05" + why + "}]", "", "known", ""},
		{"a day late", "waivers: [{rule: linux/mutex, function: f, expires: 2026-03-04" + why + "}]", "", "",
			"w.yaml:1:11: this waiver expired on 2026-03-04, and the defect is still there"},
		{"a comment", "", "a\nb\nlock(); /* hardbop: waive(linux/mutex): the caller does */\n", "the caller does", ""},
		{"a comment above", "", "a\n// hardbop: waive(linux/*): the caller does\nlock();\n", "the caller does", ""},
		{"a comment of another rule", "", "a\n// hardbop: waive(linux/irq): the caller does\nlock();\n", "", ""},
		{"a comment elsewhere", "", "// hardbop: waive(linux/mutex): the caller does\n\nlock();\n", "", ""},
		{"a comment without a reason", "", "a\nb\nlock(); // hardbop: waive(linux/mutex):\n", "", ""},
	} {
		l, r := list(t, test.waivers, test.source), defect("linux/mutex", "f")
		l.Apply(r)
		reason := ""
		if r.Waived != nil {
			reason = r.Waived.Reason
		}
		if reason != test.reason || r.Verdict != result.Unsafe {
			t.Errorf("%s: waived for %q, want %q", test.name, reason, test.reason)
		}
		if got := strings.Join(l.Stale([]*result.Result{r}), "|"); got != test.stale {
			t.Errorf("%s: stale: %q, want %q", test.name, got, test.stale)
		}
	}
	for function, want := range map[string]bool{"write": true, "environment": true, "read": false} {
		r := defect("linux/mutex", "environment")
		r.Trace = append([]result.Step{{Func: "read", Text: "return 0"}, {Func: "write", Text: "return n", Blamed: true}}, r.Trace...)
		list(t, "waivers: [{rule: linux/mutex, function: "+function+why+"}]", "").Apply(r)
		if (r.Waived != nil) != want {
			t.Errorf("of a violation in the environment, told in write, by %s: waived %v", function, r.Waived)
		}
	}
	for _, test := range []struct {
		waivers, source string
		cause, waived   bool
	}{
		{"waivers: [{rule: linux/mutex, function: left" + why + "}]", "", true, true},
		{"waivers: [{rule: linux/mutex, function: left" + why + "}]", "", false, true},
		{"waivers: [{rule: linux/mutex, function: inner" + why + "}]", "", true, true},
		{"waivers: [{rule: linux/mutex, function: g" + why + "}]", "", true, false},
		{"waivers: [{rule: linux/mutex, fingerprint: CAUSE" + why + "}]", "", true, true},
		{"", "// hardbop: waive(linux/mutex): known\nreturn 1;", true, true},
		{"", "\nreturn 1; // hardbop: waive(linux/mutex): known", false, true},
		{"", "// hardbop: waive(linux/irq): known\nreturn 1;", true, false},
	} {
		r := defect("linux/mutex", "f")
		lock := result.Step{Func: "left", Text: "lock.call", Event: true, Rule: true, Note: "lock: FREE -> HELD"}
		ret := result.Step{Func: "left", Text: "return 1", Place: result.Place{File: "d.c", Line: 2}, Left: "lock is still HELD", Cause: test.cause}
		inner := result.Step{Func: "inner", Text: "return 2", Place: result.Place{File: "d.c", Line: 5}, Forgets: "lock is still HELD"}
		r.Trace, r.Where.Line = append([]result.Step{lock, inner, ret}, r.Trace...), 9
		list(t, strings.ReplaceAll(test.waivers, "CAUSE", r.CauseFingerprint()), test.source).Apply(r)
		if (r.Waived != nil) != test.waived {
			t.Errorf("%s %s, cause %v: waived %v", test.waivers, test.source, test.cause, r.Waived)
		}
	}
	for _, test := range []struct{ waivers, source string }{
		{"waivers: [{rule: linux/mutex, function: write" + why + "}]", ""}, {"waivers: [{rule: linux/mutex, function: inline_lock" + why + "}]", ""},
		{"", "\n\n// hardbop: waive(linux/mutex): known\ninline_lock();"},
	} {
		r := defect("linux/mutex", "inline_lock")
		r.Where.File = "d.h"
		r.Trace = []result.Step{{Func: "write", Text: "inline_lock()", Place: result.Place{File: "d.c", Line: 4}}, {Func: "inline_lock", Text: "lock.call", Event: true, Place: *r.Where, Depth: 1}}
		if list(t, test.waivers, test.source).Apply(r); r.Waived == nil {
			t.Errorf("in a header: %s %q waives nothing", test.waivers, test.source)
		}
	}
	cut := defect("linux/mutex", "f")
	cut.Defect = nil
	if notes := list(t, "waivers: [{rule: linux/mutex, function: g"+why+"}]", "").Stale([]*result.Result{cut}); len(notes) != 0 {
		t.Errorf("a search that ended at another defect says %q", notes)
	}
	l, r := list(t, "waivers: [{rule: linux/mutex, function: f"+why+"}]", ""), &result.Result{Verdict: result.Unknown, Property: "linux/mutex"}
	if l.Apply(r); r.Waived != nil || len(l.Stale([]*result.Result{r})) != 0 {
		t.Error("an UNKNOWN says something about waivers")
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"waivers: 3":                                     "w.yaml:1:1: expected the key waivers with a list",
		"rules: []":                                      "w.yaml:1:1: expected the key waivers with a list",
		"waivers: [3]":                                   "w.yaml:1:11: expected a waiver",
		"waivers: [{rule: a, function: f}]":              "w.yaml:1:11: expected a reason and an owner",
		"waivers: [{rule: a" + why + "}]":                "w.yaml:1:11: expected a fingerprint or a function",
		"waivers: [{function: f" + why + "}]":            "w.yaml:1:11: expected a rule",
		"waivers: [{rule: '[', function: f" + why + "}]": "w.yaml:1:11: expected a rule",
		"waivers: [{rule: a, function: f, expires: soon" + why + "}]": "w.yaml:1:11: expires is \"soon\": expected a day",
		"waivers: [{rule: a, funktion: f" + why + "}]":                "w.yaml:1:21: unknown key funktion",
		"waivers: [{rule: [a], function: f" + why + "}]":              "w.yaml:1:18: expected text for rule",
		"waivers:\n  - {rule: a":                                      "w.yaml: ",
		"a: &x [*x]\nb: *x":                                           "w.yaml",
	} {
		err := New(time.Now(), nil).Add("w.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"", "waivers: []"} {
		if err := New(time.Now(), nil).Add("w.yaml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Comments that waive nothing are told.
func TestComments(t *testing.T) {
	safe := func(rule string) *result.Result {
		return &result.Result{Verdict: result.Safe, Property: rule, Entry: "main"}
	}
	for text, want := range map[string]string{
		"/* hardbop: waive(linux/mutex): known */":        "d.c:1:4: this waiver matches no defect: is it mended?",
		"x(); // hardbop: waive(linux/mutex) no reason":   "d.c:1:9: this is no waiver: expected hardbop: waive(RULE): REASON",
		"/* hardbop: waive(linux/mutex): */":              "d.c:1:4: this is no waiver: expected hardbop: waive(RULE): REASON",
		"/* hardbop: waive: known */":                     "d.c:1:4: this is no waiver: expected hardbop: waive(RULE): REASON",
		"\n * hardbop:waive(linux/mutx): known":           "d.c:2:4: there is no rule linux/mutx; did you mean linux/mutex?",
		"/* hardbop: waive([): known */":                  "d.c:1:4: \"[\" is no rule and no pattern such as linux/*",
		"/* hardbop: waive(linux/rwlock): not checked */": "",
		"char *s = \"hardbop: waive\";":                   "",
		"/* hardbop waives nothing */":                    "",
	} {
		l := list(t, "", text)
		got := strings.Join(l.Comments([]string{"d.c", "none.c"}, func() []string { return []string{"linux/rwlock"} }, []*result.Result{safe("linux/mutex")}), "|")
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	// A defect comes to it, or may be there.
	l := list(t, "", "\n/* hardbop: waive(linux/mutex): known */\nx();")
	d := defect("linux/mutex", "f")
	if l.Apply(d); d.Waived == nil {
		t.Error("not waived")
	}
	if got := l.Comments([]string{"d.c"}, func() []string { return nil }, []*result.Result{d}); len(got) > 0 {
		t.Errorf("it is used: %q", got)
	}
	l = list(t, "", "/* hardbop: waive(linux/mutex): known */")
	if got := l.Comments([]string{"d.c"}, func() []string { return nil }, []*result.Result{{Verdict: result.Unknown, Property: "linux/mutex"}}); len(got) > 0 {
		t.Errorf("nobody knows: %q", got)
	}
}

// TestMutants plants faults in what is said of waivers in comments.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "comments without a reason are fine", File: "comments.go", Tests: "TestComments", Old: `m == nil || strings.HasPrefix(m[2], "*/")`, New: `m == nil`},
		{Name: "unknown rules are fine", File: "comments.go", Tests: "TestComments", Old: "case !slices.ContainsFunc(known", New: "case len(known) > 9 && !slices.ContainsFunc(known"},
		{Name: "a waiver is stale before anybody knows", File: "comments.go", Tests: "TestComments", Old: "case !l.met[at] && w.decided(rs):", New: "case !l.met[at]:"},
		{Name: "comments at returns aren't found", File: "waive.go", Tests: "TestApply", Old: "for _, s := range r.Returned() {", New: "for _, s := range r.Returned()[:0] {"},
		{Name: "a waiver that is used is stale", File: "waive.go", Tests: "TestComments", Old: "l.met[place{p.File, line}] = true", New: "_ = l.met"},
	})
}
