package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/result"
)

// wdmFolder is the folder with whole drivers for Windows' driver model.
func wdmFolder() string { return filepath.Join("..", "..", "testdata", "wdm") }

// wdmCase is a line of verdicts.txt.
type wdmCase struct{ file, rule, verdict, fault string }

// wdmCases returns all lines, or the first one of each driver and verdict.
func wdmCases(t *testing.T) []wdmCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(wdmFolder(), "verdicts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var cs []wdmCase
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		w := append(strings.Fields(line), "")
		if len(w) < 4 || seen[w[0]+w[2]] && !allWDMCases {
			continue
		}
		seen[w[0]+w[2]] = true
		cs = append(cs, wdmCase{w[0], w[1], w[2], w[3]})
	}
	return cs
}

// TestWDMDrivers checks the drivers in their environments.
func TestWDMDrivers(t *testing.T) {
	t.Parallel()
	for _, c := range wdmCases(t) {
		t.Run(strings.TrimSuffix(c.file+"/"+c.rule+"/"+c.fault, "/"), func(t *testing.T) { wdmRun(t, c) })
	}
}

// Without an environment, rules that only it lets be violated say nothing.
func TestWDMWithoutEnvironment(t *testing.T) {
	t.Parallel()
	r := wdmCheck(t, wdmCase{file: "queue.c", rule: "MarkIrpPending"}, "Read")
	if r.Verdict != result.Unknown || r.Reason == nil || r.Reason.Code != "vacuous" {
		t.Errorf("%s %+v, expected UNKNOWN: vacuous", r.Verdict, r.Reason)
	}
}

func wdmRun(t *testing.T, c wdmCase) {
	r := wdmCheck(t, c, "auto")
	if string(r.Verdict) != c.verdict {
		t.Errorf("%s %s, expected %s", r.Verdict, r.Message, c.verdict)
	}
}

// TestWDMDriversWithRealHeaders checks the drivers with mingw-w64's headers: a driver that
// conforms and one with a fault in the ordinary tests, all of them in make soak.
func TestWDMDriversWithRealHeaders(t *testing.T) {
	t.Parallel()
	gcc, headers := need.Mingw(t)
	real := []string{"--cc", gcc, "-I", headers, "-I", filepath.Dir(headers)}
	for _, c := range wdmCases(t) {
		if !allWDMCases && c.file != "wmi.c" {
			continue
		}
		if r := wdmCheck(t, c, "auto", real...); string(r.Verdict) != c.verdict {
			t.Errorf("%s %s %s: %s, expected %s", c.file, c.rule, c.fault, r.Verdict, c.verdict)
		}
	}
}

// wdmCheck checks a driver from the entry, with the small headers unless others are given.
func wdmCheck(t *testing.T, c wdmCase, entry string, headers ...string) *result.Result {
	t.Helper()
	if headers == nil {
		headers = []string{"-I", filepath.Join(ruleDrivers("wdm"), "include")}
	}
	tool, err := exec.LookPath("hardbop")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "-q", "--format", "json", "--timeout", "90s", "--memory", "3G", "--rule", "wdm/" + c.rule, "--entry", entry,
		"--data-model", "LLP64", filepath.Join(wdmFolder(), c.file)}
	args = append(args, headers...)
	if c.fault != "" {
		args = append(args, "-D", c.fault)
	}
	out, _ := exec.Command(tool, args...).Output()
	var r result.Result
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return &r
}

// TestWDMDriversAreC compiles them with the real headers.
func TestWDMDriversAreC(t *testing.T) {
	t.Parallel()
	gcc, headers := need.Mingw(t)
	files, err := filepath.Glob(filepath.Join(wdmFolder(), "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		compiles(t, gcc, headers, f)
	}
}
