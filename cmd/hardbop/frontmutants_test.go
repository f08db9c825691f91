package main

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestFrontMutants plants faults in what users meet first: settings, exit codes, outputs, shells.
func TestFrontMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "UNSAFE is accepted with UNKNOWN", File: "print.go", Tests: "TestScripts/streams",
			Old: "code == exitUnknown && f.failOn == \"unsafe\"", New: "code != exitOK && f.failOn == \"unsafe\""},
		{Name: "never means wrong input too", File: "print.go", Tests: "TestScripts/streams",
			Old: "(code == exitUnknown || code == exitUnsafe) && f.failOn == \"never\"", New: "f.failOn == \"never\""},
		{Name: "what is undecided counts as others", File: "print.go", Tests: "TestGravest",
			Old: "r.Beside != nil && f.failOn == \"undecided\"", New: "f.failOn == \"undecided\""},
		{Name: "one rule's time is all that is left", File: "clock.go", Tests: "TestLaps",
			Old: "limit = c.left() / 2", New: "limit = c.left()"},
		{Name: "several rules have no limit", File: "clock.go", Tests: "TestLaps",
			Old: "case c.whole == 0 && len(s.questions) > 1:", New: "case c.whole == 0 && len(s.questions) > 99:"},
		{Name: "behind a rule that isn't decided none is checked", File: "session.go", Tests: "TestTimeLimitEach",
			Old: "case s.ended+1 >= len(s.questions):", New: "case true:"},
		{Name: "questions are asked again", File: "../../internal/check/check.go", Tests: "TestTimeLimitEach",
			Old: "if i < opt.Answered {", New: "if false {"},
		{Name: "verdicts come at the end", File: "session.go", Tests: "TestTimeLimitEach",
			Old: "if len(s.questions) > 1 {\n\t\ts.deliver()", New: "if false {\n\t\ts.deliver()"},
		{Name: "tasks without a verdict don't matter", File: "suite.go", Tests: "TestSuiteExit",
			Old: "worst = graver(worst, exitInput)", New: "_ = worst"},
		{Name: "a task's own limits never count", File: "suite.go", Tests: "TestTighter",
			Old: "err == nil && a < b", New: "err != nil && a < b"},
		{Name: "suites read settings", File: "suite.go", Tests: "TestScripts/config",
			Old: "argv = append(argv, \"--no-config\")", New: "_ = argv"},
		{Name: "settings win over the command line", File: "config.go", Tests: "TestScripts/config",
			Old: "return given[option] && !slices.Contains(added(), option)", New: "return false"},
		{Name: "the command line's macros replace those of the settings", File: "config.go", Tests: "TestScripts/config",
			Old: "values = append(slices.Clone(values), list.GetSlice()...)", New: "values = list.GetSlice()"},
		{Name: "settings undefine what the command line defines", File: "config.go", Tests: "TestScripts/config",
			Old: "return macro == name", New: "return macro == name+\"x\""},
		{Name: "settings name programs to run", File: "config.go", Tests: "TestScripts/config",
			Old: "[]string{\"cc\", \"replay-cc\"}", New: "[]string{\"replay-cc\"}"},
		{Name: "results and an output share the standard output", File: "outputs.go", Tests: "TestScripts/streams",
			Old: "if name == \"-\" {\n\t\t\treturn s.std.err", New: "if name == \"--\" {\n\t\t\treturn s.std.err"},
		{Name: "outputs take the place of what is read", File: "outputs.go", Tests: "TestScripts/streams",
			Old: "i >= 0 {\n\t\t\treturn fmt.Errorf(\"--%s %s would", New: "i >= 0 && false {\n\t\t\treturn fmt.Errorf(\"--%s %s would"},
		{Name: "a value stands behind every option", File: "kcheck.go", Tests: "TestKcheckArguments",
			Old: "case !joined && f.Value.Type() != \"bool\":", New: "case (!joined || joined) && f.Value.Type() != \"bool\":"},
		{Name: "the build stops at a file with errors", File: "kcheck.go", Tests: "TestScripts/kcheck",
			Old: "if lenient && code != exitInterrupted {", New: "if lenient && code == exitUnsafe {"},
		{Name: "rules of headers beside a file don't apply", File: "kcheck.go", Tests: "TestKcheckWords",
			Old: "collectWords(filepath.Join(filepath.Dir(file), m[1]), words, seen)", New: "_ = m"},
		{Name: "words with an equals sign aren't joined", File: "completion.go", Tests: "TestBash",
			Old: "words[-1]+=$w", New: "words+=(\"$w\")"},
		{Name: "any option has values", File: "completion.go", Tests: "TestComplete",
			Old: "f != nil && f.Value.Type() != \"bool\"", New: "f != nil"},
	})
}
