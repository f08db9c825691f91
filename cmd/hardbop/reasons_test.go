package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"hardbop"
	"hardbop/internal/result"
)

// reasonTasks are programs of testdata/unknown that bring about a reason code, with the
// arguments that it takes.
var reasonTasks = map[string][]string{
	"iterations":        {"iterations.c", "--max-iterations", "1", "--encoding=small"},
	"strict":            {"strict.c", "--strict"},
	"memory":            {"iterations.c", "--memory", "5"},
	"timeout":           {"hard.c", "--timeout", "1"},
	"no-progress":       {"no_progress.c", "--cube-length", "1", "--encoding=small"},
	"bits-infeasible":   {"bits_infeasible.c"},
	"unsupported":       {"unsupported.c"},
	"unknown-call":      {"unknown_call.c"},
	"callback":          {"callback.c"},
	"setjmp":            {"setjmp.c"},
	"computed-goto":     {"computed_goto.c"},
	"large-initialiser": {"large_initialiser.c"},
	"weak-memory":       {"weak_memory.c"},
	"not-certified":     {"not_certified.c", "--certify"},
	"not-replayed":      {"not_replayed.c", "--replay", "require"},
}

// phased are the codes of which the phase is told: those of a loop that ends without an answer.
var phased = map[string]bool{"iterations": true, "memory": true, "timeout": true, "no-progress": true, "bits-infeasible": true}

// reasonsElsewhere are the codes that reasonTasks leaves out, and why.
var reasonsElsewhere = map[string]string{
	"interrupted":    "takes a signal: TestInterrupt",
	"not-begun":      "takes several questions: testdata/script/not_begun.txtar",
	"solver-unknown": "the prover gives up on a path only after the work of some minutes",
	"bdd-nodes":      "the commands set no limit on nodes, only the package bebop can: a limit on memory ends a run before",
	"vacuous":        "takes a rule: testdata/script/check_events.txtar",
	"guards":         "takes a specification: testdata/conform/cases.txtar",
	"effects":        "takes a specification: testdata/script/conform.txtar",
	"hidden-action":  "takes a specification: testdata/script/conform.txtar",
	"model-size":     "takes a specification: testdata/script/conform.txtar",
	"spec-size":      "takes a specification with many thousands of sets of states",
	"hidden-event":   "takes a rule about a macro: testdata/script/macro_events.txtar",
}

// TestReasons brings about each reason code, or says why it doesn't.
func TestReasons(t *testing.T) {
	for code := range result.Codes {
		task, ok := reasonTasks[code]
		if (reasonsElsewhere[code] != "") == ok {
			t.Errorf("%s is in both lists of this test or in neither", code)
		}
		if !ok {
			continue
		}
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("..", "..", "testdata", "unknown", task[0])
			args := append([]string{"check", "-q", "--format", "json", "--property", "reach", file}, task[1:]...)
			out, errs, exit := tool(args...)
			var r result.Result
			if err := json.Unmarshal([]byte(out), &r); err != nil {
				t.Fatalf("%v\n%s%s", err, out, errs)
			}
			if exit == exitUnknown && r.Reason != nil && phased[code] && r.Reason.Phase == "" {
				t.Errorf("no phase: %s", out)
			}
			if exit != exitUnknown || r.Reason == nil || r.Reason.Code != code || r.Reason.Text == "" {
				t.Errorf("exit %d, %s\n%s", exit, out, errs)
			}
		})
	}
	for code, why := range reasonsElsewhere {
		if _, ok := result.Codes[code]; !ok {
			t.Errorf("%s is not a reason code", code)
		}
		if file := regexp.MustCompile(`testdata/\S+`).FindString(why); file != "" {
			text, err := os.ReadFile(filepath.Join("..", "..", file))
			if err != nil || !strings.Contains(string(text), code) {
				t.Errorf("%s is not in %s: %v", code, file, err)
			}
		}
	}
}

// TestReasonsHelp has each reason code say in one to three ways what to do, with options that there are.
func TestReasonsHelp(t *testing.T) {
	check, _, _ := tool("check", "--help")
	conform, _, _ := tool("conform", "--help")
	option := regexp.MustCompile(`--[a-z-]+`)
	for code, c := range result.Codes {
		if len(c.Try) < 1 || len(c.Try) > 4 || c.Meaning == "" {
			t.Errorf("%s has %d things to try", code, len(c.Try))
		}
		for _, try := range c.Try {
			for _, o := range option.FindAllString(try, -1) {
				if !strings.Contains(check+conform, o+" ") {
					t.Errorf("%s: there is no option %s", code, o)
				}
			}
			for _, page := range pageName.FindAllString(try, -1) {
				if _, err := os.Stat(filepath.Join("../..", page)); err != nil {
					t.Errorf("%s: there is no page %s", code, page)
				}
			}
			if strings.Contains(try, "--preds") && !strings.Contains(try, "docs/predicate-file.md") || strings.Contains(try, "--model ") && !strings.Contains(try, "docs/models.md") {
				t.Errorf("%s: %q names no page that explains it", code, try)
			}
		}
	}
}

// pageName matches a page of the manual.
var pageName = regexp.MustCompile(`(?:docs/)?[\w-]+\.md`)

// TestExplainCodes explains each code, and lists them all in order: reasons, then
// assumptions.
func TestExplainCodes(t *testing.T) {
	list, _, exit := tool("explain")
	if exit != exitOK {
		t.Fatalf("exit %d", exit)
	}
	reasons, assumptions, _ := strings.Cut(list, "\n\n")
	checkListed(t, reasons, len(result.Codes))
	checkListed(t, assumptions, len(assumptionCodes()))
	for code, c := range result.Codes {
		out, _, exit := tool("explain", code)
		if exit != exitOK || !strings.HasPrefix(out, code+": "+c.Meaning+"\n") || strings.Count(out, "  try: ") != len(c.Try) {
			t.Errorf("explain %s: exit %d\n%s", code, exit, out)
		}
	}
	for code, text := range assumptionCodes() {
		out, _, exit := tool("explain", code)
		if exit != exitOK || !strings.Contains("\n"+out, "\n"+code+", an assumption: "+text+" (ASSUMPTIONS.md)\n") {
			t.Errorf("explain %s: exit %d\n%s", code, exit, out)
		}
	}
}

// TestExplainNumbers explains each row of ASSUMPTIONS.md.
func TestExplainNumbers(t *testing.T) {
	all := hardbop.Assumptions()
	if len(all) < 40 {
		t.Errorf("%d rows", len(all))
	}
	for i, a := range all {
		out, _, exit := tool("explain", a.Number)
		if exit != exitOK || a.Number != fmt.Sprint("A", i+1) || !strings.HasPrefix(out, a.Number+", ") || !strings.Contains(out, " (ASSUMPTIONS.md)\n") || strings.Contains(out, "SAFE doesn't suffer") != a.Over {
			t.Errorf("explain %s: exit %d\n%s", a.Number, exit, out)
		}
	}
}

// TestExplainMore: of a value that is arbitrary to the rule is told why, that SAFE doesn't rest on it, and what to write in its place; what a SAFE does rest
// on isn't played down.
func TestExplainMore(t *testing.T) {
	out, _, _ := tool("explain", "A35")
	for _, want := range []string{"\n  SAFE doesn't suffer", "\n  why: ", "\n  try: call the function before", "\n  try: in a rule of your own"} {
		if !strings.Contains(out, want) {
			t.Errorf("A35: no %q in %s", want, out)
		}
	}
	for _, a := range hardbop.Assumptions() {
		if rests := a.Number == "A34" || a.Number == "A19" || a.Number == "A17"; rests && a.Over {
			t.Errorf("%s is an over-approximation", a.Number)
		}
	}
	for code := range result.Details {
		if result.Numbers[code] == "" {
			t.Errorf("details of %s, which is no assumption", code)
		}
	}
}

// checkListed wants n codes in order below the heading.
func checkListed(t *testing.T, list string, n int) {
	t.Helper()
	var codes []string
	for _, line := range strings.Split(strings.TrimSpace(list), "\n")[1:] {
		codes = append(codes, strings.Fields(line)[0])
	}
	if !sort.StringsAreSorted(codes) || len(codes) != n {
		t.Errorf("explain lists %d of %d codes: %v", len(codes), n, codes)
	}
}
